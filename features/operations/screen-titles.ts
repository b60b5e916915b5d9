/** The titles of the operators' screens. The menu shows them before the screens are loaded. */
import { words } from '#foundation/core/words.ts';

export const operatorTitles = words({
  start: ['Home', '首页', 'Inicio', 'หน้าแรก'],
  disbursements: ['Withdrawals and payouts', '提现与代付', 'Retiros y pagos', 'การถอนและการจ่าย'],
  orders: ['Orders', '订单', 'Pedidos', 'คำสั่งซื้อ'],
});
