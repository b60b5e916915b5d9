/** The titles of the operators' screens. The menu shows them before a screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const operatorTitles = words({
  overview: ['Overview', '概览', 'Resumen', 'ภาพรวม'],
  members: ['Members', '会员', 'Miembros', 'สมาชิก'],
  member: ['Member', '会员', 'Miembro', 'สมาชิก'],
  disbursements: ['Withdrawals and payouts', '提现与代付', 'Retiros y pagos', 'การถอนและการจ่าย'],
  orders: ['Orders', '订单', 'Pedidos', 'คำสั่งซื้อ'],
  announcements: ['Announcements', '公告', 'Anuncios', 'ประกาศ'],
  callbacks: ['Callbacks', '回调通知', 'Notificaciones', 'การแจ้งผล'],
  gateway: ['Gateway', '网关', 'Pasarela', 'เกตเวย์'],
  audit: ['Audit log', '审计日志', 'Registro de auditoría', 'บันทึกการตรวจสอบ'],
  settings: ['Platform settings', '平台设置', 'Ajustes de la plataforma', 'ตั้งค่าแพลตฟอร์ม'],
  channels: ['Channels', '通道', 'Canales', 'ช่องทาง'],
  upstreams: ['Upstreams', '支付渠道', 'Proveedores', 'ผู้ให้บริการ'],
  rates: ['Rates', '费率', 'Tarifas', 'อัตราค่าธรรมเนียม'],
  books: ['Books', '账簿', 'Libros', 'บัญชี'],
  people: ['People', '会员管理', 'Personas', 'ดูแลสมาชิก'],
  money: ['Money', '交易与资金', 'Dinero', 'การเงิน'],
  setup: ['Setup', '业务配置', 'Configuración', 'กำหนดค่าระบบ'],
  oversight: ['Oversight', '监控与审计', 'Supervisión', 'การกำกับดูแล'],
  approvals: ['Approvals', '提议确认', 'Aprobaciones', 'ข้อเสนอรอยืนยัน'],
});
