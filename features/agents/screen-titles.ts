/** Titles of the agents' screens, separate because the menu needs them before any screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const agentTitles = words({
  agent: ['Agent', '代理', 'Agente', 'ตัวแทน'],
  overview: ['Agency overview', '代理概况', 'Resumen de agente', 'ภาพรวมตัวแทน'],
  adduser: ['Add member', '添加会员', 'Agregar miembro', 'เพิ่มสมาชิก'],
  members: ['Members', '下级会员', 'Miembros', 'สมาชิกในสาย'],
  member_orders: ['Member orders', '下级订单', 'Pedidos de miembros', 'คำสั่งซื้อของสมาชิก'],
  commission_statement: ['Commission statement', '佣金对账单', 'Comisiones de agente', 'ใบสรุปค่าคอมมิชชัน'],
});
