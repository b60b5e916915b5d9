/** What the audit log records about orders: one phrase an action. Rows keep the names: never change one. */
import { words } from '#foundation/core/words.ts';

export const orderActions = words({
  order_reversed: ['Paid order reversed', '冲正已支付订单', 'Pedido pagado revertido', 'กลับรายการคำสั่งซื้อที่ชำระแล้ว'],
});
