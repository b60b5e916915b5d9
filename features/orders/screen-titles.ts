/** Titles of the order screens, separate because the menu needs them before any screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const orderTitles = words({
  orders: ['Orders', '收款订单', 'Pedidos', 'คำสั่งซื้อ'],
});
