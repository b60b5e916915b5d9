/** What each list that can be exported is called, and whose schedules can have it. */
import { logTitles } from '#features/audit/log-titles.ts';
import { batchTitles } from '#features/batches/screen-titles.ts';
import type { ExportKindName } from '#features/export-kinds.ts';
import { ledgerTitles } from '#features/ledger/screen-titles.ts';
import { orderTitles } from '#features/orders/screen-titles.ts';
import { statementTitles } from '#features/statements/screen-titles.ts';
import { type Role, memberRoles } from '#foundation/core/session.ts';
import { type Phrase, words } from '#foundation/core/words.ts';

/** Some repeat a screen's title: importing it would load that screen's other words too. */
const names = words({
  statement_entries: ['Statement, all entries', '对账单明细', 'Extracto, todos los movimientos', 'ใบแจ้งยอด ทุกรายการ'],
  withdrawals: ['Withdrawals', '提现', 'Retiros', 'ถอนเงิน'],
  payouts: ['Payouts', '代付', 'Pagos a terceros', 'จ่ายเงิน'],
  record_differences: [
    'Differences from my own records',
    '与我的账目的差异',
    'Diferencias con mis registros',
    'ผลต่างจากบันทึกของฉัน',
  ],
  upstream_differences: [
    'Differences with upstreams',
    '与支付渠道的差异',
    'Diferencias con los proveedores de pago',
    'ผลต่างกับผู้ให้บริการชำระเงิน',
  ],
  reconciliation_day: [
    'A day of an upstream, both sides',
    '支付渠道单日对账',
    'Un día de un proveedor de pago, ambos lados',
    'รายการหนึ่งวันของผู้ให้บริการชำระเงิน ทั้งสองฝั่ง',
  ],
  clearing: ['Owed by upstreams', '应收渠道款', 'Saldos con proveedores', 'ยอดค้างกับผู้ให้บริการ'],
  statement_files: ['Upstreams’ statements', '支付渠道对账单', 'Extractos de los proveedores', 'ใบแจ้งยอดของผู้ให้บริการ'],
  mappings: ['Mappings of statements', '对账单映射', 'Correspondencias de extractos', 'การจับคู่ใบแจ้งยอด'],
  commission: ['Commission statement', '佣金对账单', 'Comisiones de agente', 'ใบสรุปค่าคอมมิชชัน'],
  member_orders: ['Member orders', '下级订单', 'Pedidos de miembros', 'คำสั่งซื้อของสมาชิก'],
  members: ['Members', '下级会员', 'Miembros', 'สมาชิกในสาย'],
  all_members: ['All members', '全部会员', 'Todos los miembros', 'สมาชิกทั้งหมด'],
  all_orders: ['All orders', '全部订单', 'Todos los pedidos', 'คำสั่งซื้อทั้งหมด'],
  all_disbursements: [
    'All withdrawals and payouts',
    '全部提现与代付',
    'Todos los retiros y pagos',
    'การถอนและการจ่ายทั้งหมด',
  ],
  rates: ['Rates', '费率', 'Tarifas', 'อัตรา'],
  approvals: ['Approvals', '提议确认', 'Aprobaciones', 'ข้อเสนอรอยืนยัน'],
  receivers: ['Callback receivers', '回调接收方', 'Receptores de notificaciones', 'ปลายทางการแจ้งผล'],
  channels: ['Channels', '通道', 'Canales', 'ช่องทาง'],
  upstreams: ['Upstreams', '支付渠道', 'Proveedores', 'ผู้ให้บริการ'],
  announcements: ['Announcements', '公告', 'Anuncios', 'ประกาศ'],
  settings: ['Platform settings', '平台设置', 'Ajustes de la plataforma', 'ตั้งค่าแพลตฟอร์ม'],
  setting_changes: ['Changes of settings', '设置更改记录', 'Cambios de los ajustes', 'ประวัติการเปลี่ยนการตั้งค่า'],
  holidays: ['Holidays', '节假日', 'Festivos', 'วันหยุด'],
  routing_versions: ['Versions of the routes', '路由版本', 'Versiones de las rutas', 'เวอร์ชันของเส้นทาง'],
  books_runs: ['Checks of the books', '账簿核对记录', 'Comprobaciones de los libros', 'การตรวจบัญชี'],
  bank_files: ['Bank files', '银行文件', 'Archivos del banco', 'ไฟล์ธนาคาร'],
  hand_payments: ['Payments of a bank file', '银行文件明细', 'Pagos de un archivo del banco', 'รายการในไฟล์ธนาคาร'],
  member_money: ['A member’s money log', '会员资金流水', 'Movimientos de un miembro', 'รายการเดินเงินของสมาชิก'],
  member_notes: ['Notes on a member', '会员备注', 'Notas sobre un miembro', 'บันทึกเกี่ยวกับสมาชิก'],
  member_history: ['A member’s history', '会员操作记录', 'Historial de un miembro', 'ประวัติของสมาชิก'],
  cards: ['Cards of all members', '全部会员银行卡', 'Tarjetas de todos los miembros', 'บัตรของสมาชิกทั้งหมด'],
  certifications: ['Certifications', '实名认证', 'Verificaciones', 'การยืนยันตัวตน'],
  gateway_requests: ['Gateway requests', '网关请求', 'Peticiones a la pasarela', 'คำขอถึงเกตเวย์'],
  operators: ['Operators', '运营人员', 'Operadores', 'ผู้ดูแลระบบ'],
  staff_roles: ['Operators’ roles', '运营人员角色', 'Funciones de los operadores', 'บทบาทของผู้ดูแลระบบ'],
  invitations: ['Invitations of operators', '运营人员邀请', 'Invitaciones de operadores', 'คำเชิญผู้ดูแลระบบ'],
  staff_proposals: ['Proposals about staff', '人员与权限提议', 'Propuestas sobre el equipo', 'ข้อเสนอเกี่ยวกับทีมงาน'],
  commission_entries: [
    'Commission, all orders',
    '佣金明细',
    'Comisiones de agente, todos los pedidos',
    'ค่าคอมมิชชัน ทุกคำสั่งซื้อ',
  ],
});

export const kindNames: Readonly<Record<ExportKindName, Phrase>> = {
  statement: statementTitles.statement,
  statementEntries: names.statement_entries,
  moneylog: ledgerTitles.money_log,
  order: orderTitles.orders,
  withdrawal: names.withdrawals,
  payout: names.payouts,
  batch: batchTitles.batch,
  commission: names.commission,
  commissionEntry: names.commission_entries,
  agentOrder: names.member_orders,
  agentUser: names.members,
  differences: names.upstream_differences,
  reconciliationDay: names.reconciliation_day,
  clearing: names.clearing,
  statementFile: names.statement_files,
  mapping: names.mappings,
  logs: logTitles.operation_log,
  auditLog: logTitles.audit_log,
  member: names.all_members,
  allOrder: names.all_orders,
  allDisbursement: names.all_disbursements,
  memberRate: names.rates,
  approval: names.approvals,
  receiver: names.receivers,
  channel: names.channels,
  upstream: names.upstreams,
  announcement: names.announcements,
  setting: names.settings,
  settingChange: names.setting_changes,
  holiday: names.holidays,
  routingVersion: names.routing_versions,
  booksRun: names.books_runs,
  bankFile: names.bank_files,
  handPayment: names.hand_payments,
  memberMoney: names.member_money,
  memberNote: names.member_notes,
  memberHistory: names.member_history,
  card: names.cards,
  certification: names.certifications,
  gatewayRequest: names.gateway_requests,
  operator: names.operators,
  staffRole: names.staff_roles,
  invitation: names.invitations,
  staffProposal: names.staff_proposals,
};

/** Files that are not of a list, by the kind that their work gives them. */
const otherNames: Readonly<Record<string, Phrase>> = { recordDifferences: names.record_differences };

/** Undefined: a work that is named by its file alone. */
export function nameOf(kind: string): Phrase | undefined {
  return { ...otherNames, ...kindNames }[kind];
}

/** The lists of a period, with the roles that have them; a list without a period can't be scheduled. */
const scheduled: Partial<Record<ExportKindName, readonly Role[] | 'everyone'>> = {
  statement: memberRoles,
  statementEntries: memberRoles,
  moneylog: memberRoles,
  order: memberRoles,
  withdrawal: memberRoles,
  payout: memberRoles,
  commission: ['agency'],
  commissionEntry: ['agency'],
  agentOrder: ['agency'],
  logs: 'everyone',
};

/** The lists that a user with these roles can schedule, the statements first. */
export function schedulableKinds(roles: readonly Role[]): ExportKindName[] {
  return (Object.keys(kindNames) as ExportKindName[]).filter((kind) => {
    const who = scheduled[kind];
    return who === 'everyone' || who?.some((role) => roles.includes(role));
  });
}

/** The kinds whose files the statement's page shows. */
export const statementKinds: readonly string[] = ['statement', 'statementEntries'] satisfies ExportKindName[];
