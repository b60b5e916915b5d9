/** Refusals and field errors of recharges. */
import { words } from '#foundation/core/words.ts';

export const rechargeTexts = words({
  recharge_amount_form: ['Enter a valid recharge amount, such as 500 or 1234.50', '请输入正确的充值金额，例如 500 或 1234.50', 'Introduzca un importe de recarga válido, por ejemplo 500 o 1234.50', 'กรอกจำนวนเงินที่เติมให้ถูกต้อง เช่น 500 หรือ 1234.50'],
  recharge_amount_typed: ['Enter a valid recharge amount, such as {example}', '请输入正确的充值金额，例如 {example}', 'Introduzca un importe de recarga válido, por ejemplo {example}', 'กรอกจำนวนเงินที่เติมให้ถูกต้อง เช่น {example}'],
  recharge_minimum: ['Recharge at least {minimum}', '充值金额不能低于 {minimum}', 'Recargue al menos {minimum}', 'เติมเงินอย่างน้อย {minimum}'],
  request_id_form: ['Use up to 64 letters, digits, hyphens and underscores', '请使用不超过 64 个字母、数字、连字符或下划线', 'Use hasta 64 letras, cifras, guiones y guiones bajos', 'ใช้ตัวอักษร ตัวเลข ขีดกลาง หรือขีดล่าง ไม่เกิน 64 ตัว'],
  order_conflict: [
    'An earlier attempt created a recharge with a different amount or channel; see your recent recharges. Send again to create this one too',
    '此前的提交已以其他金额或通道创建充值，请查看最近的充值记录。如仍需本次充值，请再次提交',
    'Un intento anterior creó una recarga con otro importe o canal: vea las recargas recientes. Envíe de nuevo para crear también esta',
    'การส่งครั้งก่อนสร้างรายการเติมเงินด้วยจำนวนเงินหรือช่องทางอื่นแล้ว โปรดดูรายการเติมเงินล่าสุด หากยังต้องการรายการนี้ให้ส่งอีกครั้ง',
  ],
  channel_unknown: ['This channel doesn’t accept recharges; choose another', '该通道不支持充值，请选择其他通道', 'Este canal no admite recargas; elija otro', 'ช่องทางนี้ไม่รับการเติมเงิน โปรดเลือกช่องทางอื่น'],
  channel_closed: ['This channel is closed now; choose another or come back during its open hours', '该通道当前已关闭，请选择其他通道或在开放时段再试', 'Este canal está cerrado ahora; elija otro o vuelva en su horario', 'ช่องทางนี้ปิดอยู่ โปรดเลือกช่องทางอื่นหรือกลับมาในเวลาทำการ'],
  amount_out_of_range: ['This channel accepts {from} to {to} at a time', '该通道单笔金额须为 {from} 至 {to}', 'Este canal admite de {from} a {to} por operación', 'ช่องทางนี้รับครั้งละ {from} ถึง {to}'],
  channel_limit_reached: ['This exceeds what the channel can still accept today; recharge less or choose another channel', '超出该通道今日剩余额度，请减少金额或选择其他通道', 'Supera lo que el canal aún admite hoy; recargue menos o elija otro canal', 'เกินวงเงินที่เหลือของช่องทางในวันนี้ โปรดลดจำนวนหรือเลือกช่องทางอื่น'],
  upstream_unavailable: ['The payment provider isn’t responding; you weren’t charged. Try again in a moment', '支付渠道暂时无响应，未产生扣款，请稍后再试', 'El proveedor de pago no responde; no se ha cobrado nada. Inténtelo de nuevo en un momento', 'ผู้ให้บริการชำระเงินไม่ตอบ ยังไม่มีการเรียกเก็บเงิน โปรดลองใหม่ในอีกสักครู่'],
});

/** What the cashier says is paid. */
export const rechargeSubject = words({ subject: ['Recharge', '充值', 'Recarga', 'เติมเงิน'] });
