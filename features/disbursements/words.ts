/** Refusals and field errors of the withdrawal and payout calls. */
import { paymentTexts } from '#features/accounts/payment-words.ts';
import { words } from '#foundation/core/words.ts';

export const disbursementTexts = {
  ...paymentTexts,
  ...words({
    withdrawal_range: ['Withdraw between {least} and {most}', '单笔提现金额为 {least} 至 {most}', 'Retire entre {least} y {most}', 'ถอนได้ครั้งละ {least} ถึง {most}'],
    card_needed: ['Choose an approved card', '请选择已审核通过的银行卡', 'Elija una tarjeta aprobada', 'เลือกบัตรที่ได้รับอนุมัติแล้ว'],
    request_id_form: ['Use up to 64 letters, digits, hyphens and underscores', '请使用不超过 64 个字母、数字、连字符或下划线', 'Use hasta 64 letras, cifras, guiones y guiones bajos', 'ใช้ตัวอักษร ตัวเลข ขีดกลาง หรือขีดล่าง ไม่เกิน 64 ตัว'],
    not_certified: ['Get certified before you withdraw', '请先完成实名认证再提现', 'Complete su verificación antes de retirar', 'โปรดยืนยันตัวตนให้เสร็จก่อนถอนเงิน'],
    withdrawal_closed: ['You can withdraw from {from} to {to}, {zone} time', '提现时间为 {from} 至 {to}（{zone} 时间）', 'Se puede retirar de {from} a {to}, hora de {zone}', 'ถอนเงินได้เวลา {from} ถึง {to} ตามเวลา {zone}'],
    payouts_rest: [
      'The login was reset or a second step was removed: money can be sent out again in {hours, number} h',
      '由于登录凭证被重置或解绑了验证方式，{hours, number} 小时后才能转出资金',
      'Se restableció el acceso o se quitó un segundo paso: el dinero podrá salir dentro de {hours, number} h',
      'มีการรีเซ็ตการเข้าสู่ระบบหรือยกเลิกการยืนยันขั้นที่สอง จะโอนเงินออกได้ในอีก {hours, number} ชั่วโมง',
    ],
    payouts_stopped: ['The platform isn’t sending money out right now. Nothing was booked; try again later', '平台目前暂停出款，本次未入账，请稍后再试', 'Por ahora no sale dinero de la plataforma. No se registró nada; inténtelo más tarde', 'ขณะนี้ระบบหยุดการจ่ายเงินออก ยังไม่มีการบันทึกรายการ โปรดลองใหม่ภายหลัง'],
    payout_not_enabled: ['This isn’t enabled for your account: contact customer support', '您的账户未开通此功能，请联系客服', 'Esto no está activado en su cuenta: contacte con atención al cliente', 'บัญชีของคุณยังไม่เปิดใช้ฟังก์ชันนี้ โปรดติดต่อฝ่ายบริการลูกค้า'],
    balance_insufficient: ['The available balance doesn’t cover the amount and fee', '可用余额不足以支付金额和手续费', 'El saldo disponible no cubre el importe y la comisión', 'ยอดที่ใช้ได้ไม่พอสำหรับจำนวนเงินและค่าธรรมเนียม'],
    order_conflict: ['This request was already sent with different details', '相同的请求已以不同内容提交过', 'Esta petición ya se envió con otros datos', 'คำขอนี้เคยส่งแล้วด้วยข้อมูลอื่น'],
    not_cancellable: ['It can no longer be cancelled: it has ended, or is being paid', '已无法取消：订单已结束，或正在付款中', 'Ya no se puede cancelar: terminó o puede estar pagándose', 'ยกเลิกไม่ได้แล้ว รายการสิ้นสุดหรืออาจกำลังจ่ายอยู่'],
    not_retryable: ['Only failed ones can be paid again', '只有失败的订单可以重新付款', 'Solo se puede volver a pagar lo que falló', 'จ่ายใหม่ได้เฉพาะรายการที่ไม่สำเร็จ'],
  }),
};
