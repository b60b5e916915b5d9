/**
 * Notices about operators' acts, in the bell and by text message: one phrase per kind. Stored rows refer to the names,
 * so never rename one. A phrase holds no link, so that users don't learn to follow links.
 */
import { words } from '#foundation/core/words.ts';

export const operationNotices = words({
  upstream_paused: [
    '{name} was paused by itself after a run of failures: {reason}. It opens again once it answers.',
    '{name} 连续失败，已自动暂停：{reason}。恢复应答后将自动启用。',
    '{name} se ha puesto en pausa tras una serie de fallos: {reason}. Se reabrirá cuando responda.',
    '{name} หยุดเองหลังล้มเหลวติดต่อกัน: {reason} และจะเปิดอีกครั้งเมื่อตอบกลับ',
  ],
  upstream_returned: ['{name} answers and is open again.', '{name} 已恢复应答并重新启用。', '{name} responde y vuelve a estar abierto.', '{name} ตอบกลับแล้วและเปิดอีกครั้ง'],
  payout_cancelled: [
    'The platform cancelled your withdrawal or payout {order}; the amount and fee are back in your balance. Reason: {reason}',
    '平台已取消您的提现或代付 {order}，金额和手续费已退回余额。原因：{reason}',
    'La plataforma ha cancelado su retiro o pago a tercero {order}; el importe y la comisión han vuelto a su saldo. Motivo: {reason}',
    'แพลตฟอร์มยกเลิกรายการถอนหรือจ่าย {order} ของคุณ คืนจำนวนเงินและค่าธรรมเนียมเข้ายอดแล้ว เหตุผล: {reason}',
  ],
  money_held: [
    'The platform put {amount} of your balance on hold. Contact customer support if you have questions.',
    '平台已冻结您余额中的 {amount}。如有疑问，请联系客服。',
    'La plataforma retiene {amount} de su saldo. Si tiene preguntas, contacte con atención al cliente.',
    'แพลตฟอร์มพักเงิน {amount} ในยอดของคุณไว้ หากมีข้อสงสัย โปรดติดต่อฝ่ายบริการลูกค้า',
  ],
  money_released: ['The platform released {amount} that was on hold in your balance.', '平台已解冻您余额中的 {amount}。', 'La plataforma ha liberado {amount} que retenía de su saldo.', 'แพลตฟอร์มปลดยอดที่พักไว้ {amount} ในยอดของคุณแล้ว'],
  wallet_credited: ['The platform added {amount} to your balance. Reason: {reason}', '平台已向您的余额增加 {amount}。原因：{reason}', 'La plataforma ha agregado {amount} a su saldo. Motivo: {reason}', 'แพลตฟอร์มเพิ่มเงิน {amount} ในยอดของคุณ เหตุผล: {reason}'],
  wallet_debited: ['The platform took {amount} from your balance. Reason: {reason}', '平台已从您的余额扣除 {amount}。原因：{reason}', 'La plataforma ha descontado {amount} de su saldo. Motivo: {reason}', 'แพลตฟอร์มหักเงิน {amount} จากยอดของคุณ เหตุผล: {reason}'],
  member_moved_in: [
    'The platform placed {member} under you. Orders from now on can earn you commission.',
    '平台已将 {member} 划归您名下，此后的订单可为您带来佣金。',
    'La plataforma ha puesto a {member} bajo usted. Sus pedidos desde ahora pueden darle comisión.',
    'แพลตฟอร์มย้าย {member} มาอยู่ใต้คุณ คำสั่งซื้อตั้งแต่นี้อาจให้ค่าคอมมิชชันแก่คุณ',
  ],
  member_moved_out: [
    'The platform placed {member} under another agent. Your commission on its past orders stays.',
    '平台已将 {member} 划归其他代理，您在其既往订单上的佣金不变。',
    'La plataforma ha puesto a {member} bajo otro agente. Conserva su comisión de los pedidos anteriores.',
    'แพลตฟอร์มย้าย {member} ไปอยู่ใต้ตัวแทนอื่น ค่าคอมมิชชันจากคำสั่งซื้อก่อนหน้ายังคงเป็นของคุณ',
  ],
  login_ips_lifted: [
    'The platform removed your list of login IP addresses: you can log in from anywhere. Set a new list on the API page.',
    '平台已清除您的登录 IP 列表，现在可从任意地址登录。请在“API 对接”页面重新设置。',
    'La plataforma ha eliminado su lista de IP de acceso: puede iniciar sesión desde cualquier lugar. Cree una lista nueva en la página API.',
    'แพลตฟอร์มลบรายการ IP เข้าสู่ระบบของคุณแล้ว คุณเข้าสู่ระบบได้จากทุกที่ โปรดตั้งรายการใหม่ในหน้า API',
  ],
  payment_reversed: [
    'The platform reversed the payment of order {order}: {amount}, with the fee returned. Reason: {reason}',
    '平台已冲正订单 {order} 的收款 {amount}，手续费已退回。原因：{reason}',
    'La plataforma ha revertido el cobro del pedido {order}: {amount}, con la comisión devuelta. Motivo: {reason}',
    'แพลตฟอร์มกลับรายการรับเงินของคำสั่งซื้อ {order}: {amount} และคืนค่าธรรมเนียมแล้ว เหตุผล: {reason}',
  ],
  commission_reversed: [
    'A paid order of one of your merchants was reversed, along with {amount} of commission. Reason: {reason}',
    '您名下商户的一笔已支付订单被冲正，佣金 {amount} 已扣回。原因：{reason}',
    'Se ha revertido un pedido pagado de uno de sus comercios, junto con {amount} de comisión. Motivo: {reason}',
    'คำสั่งซื้อที่ชำระแล้วของร้านค้าคุณถูกกลับรายการ และค่าคอมมิชชัน {amount} ถูกเรียกคืน เหตุผล: {reason}',
  ],
});
