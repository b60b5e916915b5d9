/**
 * Notices about orders, in the bell and by text message: one phrase per kind. Stored rows refer to the names, so never
 * rename one. A phrase holds no link, so that users don't learn to follow links.
 */
import { words } from '#foundation/core/words.ts';

export const orderNotices = words({
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
