/** Why an upstream did not pay, for members. */
import { words } from '#foundation/core/words.ts';

export const sandboxReasons = words({
  amount_44: ['The sandbox refuses amounts that end in .44', '沙箱拒绝以 .44 结尾的金额', 'El entorno de pruebas rechaza los importes que terminan en .44', 'ระบบทดสอบปฏิเสธจำนวนเงินที่ลงท้ายด้วย .44'],
});

export const providerReasons = words({
  network: ['The payment provider couldn’t be reached', '无法连接支付渠道', 'No se pudo conectar con el proveedor de pago', 'ติดต่อผู้ให้บริการชำระเงินไม่ได้'],
  no_answer: ['The payment provider didn’t answer in time', '支付渠道响应超时', 'El proveedor de pago no respondió a tiempo', 'ผู้ให้บริการชำระเงินไม่ตอบภายในเวลาที่กำหนด'],
  unclear: ['The payment provider’s answer is unclear; we keep asking', '支付渠道的返回结果不明确，我们会持续查询', 'La respuesta del proveedor de pago no es clara; seguimos consultando', 'คำตอบของผู้ให้บริการชำระเงินไม่ชัดเจน เรากำลังสอบถามต่อ'],
  not_served: ['The payment provider doesn’t offer this kind of payment', '支付渠道不支持此类付款', 'El proveedor de pago no ofrece este tipo de pago', 'ผู้ให้บริการชำระเงินไม่รองรับการจ่ายประเภทนี้'],
  refused: ['The payment provider refused it ({reason})', '支付渠道拒绝付款（{reason}）', 'El proveedor de pago lo rechazó ({reason})', 'ผู้ให้บริการชำระเงินปฏิเสธรายการ ({reason})'],
});
