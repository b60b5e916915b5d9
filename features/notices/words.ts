/**
 * What notices say, in the bell and by text message: one phrase a kind. Links stay out, so that nobody learns to follow
 * one.
 */
import { words } from '#foundation/core/words.ts';
import type { NoticeKind } from './kinds.ts';

export const noticeTexts = words<NoticeKind>({
  new_device: [
    'New device logged in: {device}, {ip}. If this was not you, change your password and sign out the other sessions.',
    '新设备登录：{device}，{ip}。如非本人操作，请修改密码并退出其他会话。',
    'Ha entrado un dispositivo nuevo: {device}, {ip}. Si no ha sido usted, cambie la contraseña y cierre las demás sesiones.',
    'มีอุปกรณ์ใหม่เข้าสู่ระบบ: {device}, {ip} หากไม่ใช่คุณ โปรดเปลี่ยนรหัสผ่านและออกจากระบบเซสชันอื่น',
  ],
  password_changed: [
    'Your login password was changed. If this was not you, contact customer service at once.',
    '您的登录密码已修改。如非本人操作，请立即联系客服。',
    'Se ha cambiado su contraseña. Si no ha sido usted, avise enseguida al servicio de atención.',
    'รหัสผ่านเข้าสู่ระบบของคุณถูกเปลี่ยนแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  password_reset_started: [
    'Customer service made a link that sets a new password for your account. If you did not ask for it, contact customer service at once.',
    '客服已为您的账户生成密码重置链接。如非您本人申请，请立即联系客服。',
    'El servicio de atención ha creado un enlace para restablecer la contraseña de su cuenta. Si no lo ha pedido, avise enseguida.',
    'ฝ่ายบริการลูกค้าสร้างลิงก์ตั้งรหัสผ่านใหม่สำหรับบัญชีของคุณแล้ว หากคุณไม่ได้ขอ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  reset_proposed: [
    'Another operator has proposed to reset your login. If you did not ask for it, tell the other operators at once.',
    '另一位运营人员提议重置您的登录凭证。如非您本人申请，请立即告知其他运营人员。',
    'Otro operador ha propuesto restablecer su acceso. Si no lo ha pedido, avise enseguida a los demás operadores.',
    'ผู้ดูแลระบบอีกคนเสนอให้รีเซ็ตการเข้าสู่ระบบของคุณ หากคุณไม่ได้ขอ โปรดแจ้งผู้ดูแลระบบคนอื่นทันที',
  ],
  login_enabled: [
    'Your login was enabled again by two operators. If you did not ask for it, tell the platform at once.',
    '两位运营人员已重新启用您的登录。如非您本人申请，请立即告知平台。',
    'Dos operadores han reactivado su acceso. Si no lo ha pedido, avise enseguida a la plataforma.',
    'ผู้ดูแลระบบสองคนเปิดใช้งานการเข้าสู่ระบบของคุณอีกครั้ง หากคุณไม่ได้ขอ โปรดแจ้งแพลตฟอร์มทันที',
  ],
  pay_password_changed: [
    'Your payment password was set or changed. If this was not you, contact customer service at once.',
    '您的支付密码已设置或修改。如非本人操作，请立即联系客服。',
    'Se ha creado o cambiado su contraseña de pago. Si no ha sido usted, avise enseguida al servicio de atención.',
    'รหัสผ่านชำระเงินของคุณถูกตั้งหรือเปลี่ยนแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  authenticator_bound: ['An authenticator was bound to your account.', '您的账户已绑定谷歌验证器。', 'Se ha vinculado un autenticador a su cuenta.', 'ผูกแอปยืนยันตัวตนกับบัญชีของคุณแล้ว'],
  authenticator_removed: [
    'The authenticator was removed from your account. If this was not you, contact customer service at once.',
    '您的账户已解绑谷歌验证器。如非本人操作，请立即联系客服。',
    'Se ha desvinculado el autenticador de su cuenta. Si no ha sido usted, avise enseguida al servicio de atención.',
    'ยกเลิกแอปยืนยันตัวตนจากบัญชีของคุณแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  phone_bound: ['A mobile number was bound to your account.', '您的账户已绑定手机号。', 'Se ha vinculado un móvil a su cuenta.', 'ผูกหมายเลขมือถือกับบัญชีของคุณแล้ว'],
  phone_removed: [
    'The mobile number was removed from your account. If this was not you, contact customer service at once.',
    '您的账户已解绑手机号。如非本人操作，请立即联系客服。',
    'Se ha desvinculado el móvil de su cuenta. Si no ha sido usted, avise enseguida al servicio de atención.',
    'ยกเลิกหมายเลขมือถือจากบัญชีของคุณแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  certification_approved: ['Your certification was approved.', '您的实名认证已通过。', 'Su verificación ha sido aprobada.', 'การยืนยันตัวตนของคุณได้รับอนุมัติแล้ว'],
  certification_rejected: ['Your certification was rejected. See the remark and send it again.', '您的实名认证未通过，请查看审核备注后重新提交。', 'Su verificación ha sido rechazada. Lea la observación y vuelva a enviarla.', 'การยืนยันตัวตนของคุณไม่ผ่าน โปรดดูหมายเหตุแล้วส่งใหม่'],
  card_added: [
    'An account to withdraw to was added: {card}. If this was not you, contact customer service at once.',
    '您的账户已添加收款账户 {card}。如非本人操作，请立即联系客服。',
    'Se ha añadido una cuenta para retiros: {card}. Si no ha sido usted, avise enseguida al servicio de atención.',
    'เพิ่มบัญชีรับเงินถอนแล้ว: {card} หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  card_changed: [
    'An account to withdraw to was changed: {card}. If this was not you, contact customer service at once.',
    '您的收款账户 {card} 已修改。如非本人操作，请立即联系客服。',
    'Se ha modificado una cuenta para retiros: {card}. Si no ha sido usted, avise enseguida al servicio de atención.',
    'บัญชีรับเงินถอนถูกแก้ไข: {card} หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  card_removed: [
    'An account to withdraw to was removed: {card}. If this was not you, contact customer service at once.',
    '您的收款账户 {card} 已删除。如非本人操作，请立即联系客服。',
    'Se ha eliminado una cuenta para retiros: {card}. Si no ha sido usted, avise enseguida al servicio de atención.',
    'บัญชีรับเงินถอนถูกลบ: {card} หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  card_approved: ['Your account {card} was approved: you can withdraw to it.', '您的收款账户 {card} 已通过审核，可用于提现。', 'Su cuenta {card} ha sido aprobada: ya puede retirar dinero a ella.', 'บัญชี {card} ของคุณได้รับอนุมัติแล้ว ใช้ถอนเงินได้'],
  card_rejected: ['Your account {card} was rejected. See the remark and change it.', '您的收款账户 {card} 未通过审核，请查看审核备注后修改。', 'Su cuenta {card} ha sido rechazada. Lea la observación y corríjala.', 'บัญชี {card} ของคุณไม่ผ่าน โปรดดูหมายเหตุแล้วแก้ไข'],
  key_changed: [
    'The API key of your account was changed. If this was not you, contact customer service at once.',
    '您的账户 API 密钥已更换。如非本人操作，请立即联系客服。',
    'Se ha cambiado la clave API de su cuenta. Si no ha sido usted, avise enseguida al servicio de atención.',
    'คีย์ API ของบัญชีคุณถูกเปลี่ยนแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  payout_cancelled: [
    'The platform cancelled your withdrawal or payout {order}; amount and fee are back in your balance. Reason: {reason}',
    '平台已取消您的提现或代付 {order}，金额和手续费已退回余额。原因：{reason}',
    'La plataforma ha cancelado su retiro o pago {order}; el importe y la comisión han vuelto a su saldo. Motivo: {reason}',
    'แพลตฟอร์มยกเลิกรายการถอนหรือจ่าย {order} ของคุณ คืนจำนวนเงินและค่าธรรมเนียมเข้ายอดแล้ว เหตุผล: {reason}',
  ],
  money_held: [
    'The platform holds {amount} of your balance. Contact customer service if you have questions.',
    '平台已冻结您余额中的 {amount}。如有疑问，请联系客服。',
    'La plataforma retiene {amount} de su saldo. Si tiene preguntas, contacte con el servicio de atención.',
    'แพลตฟอร์มพักเงิน {amount} ในยอดของคุณไว้ หากมีข้อสงสัย โปรดติดต่อฝ่ายบริการลูกค้า',
  ],
  money_released: ['The platform has let go of {amount} that it held of your balance.', '平台已解冻您余额中的 {amount}。', 'La plataforma ha liberado {amount} que retenía de su saldo.', 'แพลตฟอร์มปล่อยเงิน {amount} ที่พักไว้ในยอดของคุณแล้ว'],
  payment_reversed: [
    'The platform took back the payment of order {order}: {amount}, with its fee given back. Reason: {reason}',
    '平台已冲正订单 {order} 的收款 {amount}，手续费已退回。原因：{reason}',
    'La plataforma ha revertido el cobro del pedido {order}: {amount}, con la comisión devuelta. Motivo: {reason}',
    'แพลตฟอร์มกลับรายการรับเงินของคำสั่งซื้อ {order}: {amount} และคืนค่าธรรมเนียมแล้ว เหตุผล: {reason}',
  ],
  commission_reversed: [
    'A paid order of your merchants was reversed, and {amount} of commission was taken back. Reason: {reason}',
    '您名下商户的一笔已支付订单被冲正，佣金 {amount} 已扣回。原因：{reason}',
    'Se ha revertido un pedido pagado de sus comercios y se han retirado {amount} de comisión. Motivo: {reason}',
    'คำสั่งซื้อที่ชำระแล้วของร้านค้าคุณถูกกลับรายการ และค่าคอมมิชชัน {amount} ถูกเรียกคืน เหตุผล: {reason}',
  ],
});
export const noticeMessages = words({
  message_notice: ['{name}: {notice}', '【{name}】{notice}', '{name}: {notice}', '{name}: {notice}'],
});
