/** The titles of the operators' screens. The menu shows them before a screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const operatorTitles = words({
  overview: ['Overview', '概览', 'Resumen', 'ภาพรวม'],
  members: ['Members', '会员', 'Miembros', 'สมาชิก'],
  queues: ['Queues', '待办', 'Pendientes', 'คิวงาน'],
  disbursements: ['Withdrawals and payouts', '提现与代付', 'Retiros y pagos', 'การถอนและการจ่าย'],
  orders: ['Orders', '订单', 'Pedidos', 'คำสั่งซื้อ'],
  books: ['Books', '账簿', 'Libros', 'บัญชี'],
  approvals: ['Approvals', '提议确认', 'Aprobaciones', 'ข้อเสนอรอยืนยัน'],
});
