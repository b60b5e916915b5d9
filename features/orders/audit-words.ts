/** Audit log phrases about orders, one per action. Stored rows refer to the names, so never rename one. */
import { words } from '#foundation/core/words.ts';

export const orderActions = words({
  order_reversed: ['Paid order reversed', '冲正已支付订单', 'Pedido pagado revertido', 'กลับรายการคำสั่งซื้อที่ชำระแล้ว'],
});
