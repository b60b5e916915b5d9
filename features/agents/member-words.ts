/** Strings for the list of members and a member's drawer. */
import { words } from '#foundation/core/words.ts';

export const memberWords = words({
  counted_members: ['{count, plural, one {# member} other {# members}}', '{count, number} 位会员', '{count, plural, one {# miembro} other {# miembros}}', 'สมาชิก {count, number} ราย'],
  hint: [
    'Your direct members. Open an agent to see the members below it; search covers the whole tree.',
    '您的直属会员。点击代理可查看其下级；搜索范围为全部下级。',
    'Sus miembros directos. Abra un agente para ver los suyos; la búsqueda abarca todo el árbol.',
    'สมาชิกโดยตรงของคุณ เปิดตัวแทนเพื่อดูสมาชิกในสาย การค้นหาครอบคลุมทั้งสาย',
  ],
  path: ['Path to this agent', '代理层级', 'Ruta hasta este agente', 'เส้นทางถึงตัวแทนนี้'],
  walk: ['{count, plural, one {# member} other {# members}}', '{count, number} 个下级', '{count, plural, one {# miembro} other {# miembros}}', 'สมาชิก {count, number} ราย'],

  type: ['Type', '类型', 'Tipo', 'ประเภท'],
  username: ['Username', '用户名', 'Usuario', 'ชื่อผู้ใช้'],
  number: ['Member number', '会员编号', 'Número de miembro', 'หมายเลขสมาชิก'],
  state: ['Status', '状态', 'Estado', 'สถานะ'],
  active: ['Active', '正常', 'Activo', 'ใช้งานอยู่'],
  disabled: ['Disabled', '已停用', 'Desactivado', 'ถูกระงับ'],
  certification: ['Certification', '实名认证', 'Verificación', 'การยืนยันตัวตน'],
  certification_none: ['Not submitted', '未提交', 'Sin enviar', 'ยังไม่ส่ง'],
  certification_pending: ['In review', '审核中', 'En revisión', 'กำลังตรวจสอบ'],
  certification_approved: ['Certified', '已认证', 'Verificado', 'ยืนยันแล้ว'],
  certification_rejected: ['Rejected', '未通过', 'Rechazado', 'ไม่ผ่าน'],
  registered: ['Registered', '注册日期', 'Registro', 'ลงทะเบียนเมื่อ'],
  balance: ['Balance', '账户余额', 'Saldo', 'ยอดคงเหลือ'],
  paid_out: ['Paid out', '累计出款', 'Pagado a terceros', 'จ่ายออกแล้ว'],
  amount_30d: ['Paid, 30 days', '30 天成功金额', 'Cobrado, 30 días', 'ชำระ 30 วัน'],
  orders_30d: ['Orders, 30 days', '30 天订单', 'Pedidos, 30 días', 'คำสั่งซื้อ 30 วัน'],
  success_30d: ['Success rate, 30 days', '30 天成功率', 'Tasa de éxito, 30 días', 'อัตราสำเร็จ 30 วัน'],
  commission_30d: ['Commission, 30 days', '30 天佣金', 'Comisión, 30 días', 'ค่าคอมมิชชัน 30 วัน'],
  remark: ['Remark', '备注', 'Observaciones', 'หมายเหตุ'],
  edit_remark: ['Edit remark on {name}', '编辑 {name} 的备注', 'Editar las observaciones de {name}', 'แก้ไขหมายเหตุของ {name}'],
  remark_of: ['Remark on {name}', '{name} 的备注', 'Observaciones de {name}', 'หมายเหตุของ {name}'],
  save: ['Save', '保存', 'Guardar', 'บันทึก'],
  remark_saved: ['Remark saved', '备注已保存', 'Observaciones guardadas', 'บันทึกหมายเหตุแล้ว'],

  new_members: ['{count, plural, one {# new member} other {# new members}}', '{count, number} 个新会员', '{count, plural, one {# miembro nuevo} other {# miembros nuevos}}', 'สมาชิกใหม่ {count, number} ราย'],
  changed: ['This list has changed', '列表有更新', 'La lista ha cambiado', 'รายการมีการเปลี่ยนแปลง'],
  empty_title: ['No members yet', '暂无下级会员', 'Todavía no hay miembros', 'ยังไม่มีสมาชิก'],
  empty_hint: ['Share your invitation link: everyone who registers with it appears here.', '分享您的邀请链接，通过该链接注册的会员会显示在这里。', 'Comparta su enlace de invitación: quien se registre con él aparecerá aquí.', 'แชร์ลิงก์เชิญของคุณ ผู้ที่ลงทะเบียนผ่านลิงก์จะแสดงที่นี่'],
  empty_below_title: ['This agent has no members yet', '该代理暂无下级', 'Este agente todavía no tiene miembros', 'ตัวแทนนี้ยังไม่มีสมาชิก'],
  to_invitation: ['Open invitation', '查看邀请链接', 'Ver la invitación', 'เปิดคำเชิญ'],

  attention: ['Needs attention', '需要关注', 'Requiere atención', 'ต้องดูแล'],

  // The drawer
  figures: ['Figures', '数据', 'Cifras', 'ตัวเลข'],
  to_orders: ['Orders', '查看订单', 'Pedidos', 'คำสั่งซื้อ'],
  to_commission: ['Commission', '查看佣金', 'Comisiones de agente', 'ค่าคอมมิชชัน'],
  below_own_hint: [
    'On some channels this member pays less than the agent above it, so no commission is earned there.',
    '该会员在部分通道的费率低于其上级代理，该通道不产生佣金。',
    'En algunos canales este miembro paga menos que el agente superior; allí no se gana comisión.',
    'บางช่องทางสมาชิกนี้มีอัตราต่ำกว่าตัวแทนที่อยู่เหนือขึ้นไป จึงไม่มีค่าคอมมิชชัน',
  ],
  success_fell_hint: [
    '{now} of orders were paid in the last 7 days, down from {before} in the 23 days before.',
    '近 7 天订单成功率为 {now}，低于此前 23 天的 {before}。',
    'En los últimos 7 días se pagó el {now} de los pedidos, frente al {before} de los 23 anteriores.',
    '7 วันล่าสุดมีคำสั่งซื้อที่ชำระแล้ว {now} ลดลงจาก {before} ใน 23 วันก่อนหน้า',
  ],
  chart: ['Commission by day, 30 days', '每日佣金，30 天', 'Comisión por día, 30 días', 'ค่าคอมมิชชันรายวัน 30 วัน'],
  chart_note: ['Orders that earned you commission, by booking day.', '为您带来佣金的订单，按入账日期统计。', 'Pedidos que le dieron comisión, por día de contabilización.', 'คำสั่งซื้อที่ให้ค่าคอมมิชชัน ตามวันที่ลงบัญชี'],
  chart_none: ['This member earned you no commission in this period.', '该时段未从该会员获得佣金。', 'Este miembro no le dio comisión en este periodo.', 'ไม่มีค่าคอมมิชชันจากสมาชิกนี้ในช่วงนี้'],
  load_failed: ['This member couldn’t be loaded', '会员加载失败', 'No se pudo cargar el miembro', 'โหลดสมาชิกไม่สำเร็จ'],
});
