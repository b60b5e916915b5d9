/** Strings for the agency overview. */
import { words } from '#foundation/core/words.ts';

export const overviewWords = words({
  hint: [
    'What your members collect and what you earn on it. Days follow platform time ({zone}).',
    '下级会员的收款情况及您的佣金收入。日期按平台时间（{zone}）计算。',
    'Lo que cobran sus miembros y lo que usted gana con ello. Los días siguen la hora de la plataforma ({zone}).',
    'ยอดที่สมาชิกของคุณรับชำระและรายได้ของคุณ วันอิงตามเวลาแพลตฟอร์ม ({zone})',
  ],
  figures_failed: ['Your figures couldn’t be loaded', '数据加载失败', 'No se pudieron cargar sus cifras', 'โหลดตัวเลขของคุณไม่สำเร็จ'],

  today: ['Today', '今日', 'Hoy', 'วันนี้'],
  yesterday: ['Yesterday', '昨日', 'Ayer', 'เมื่อวาน'],
  month: ['This month', '本月', 'Este mes', 'เดือนนี้'],
  last_month: ['Last month', '上月', 'El mes pasado', 'เดือนที่แล้ว'],
  all_time: ['All time', '累计', 'Desde el inicio', 'ตั้งแต่เริ่มต้น'],
  held: ['On hold', '冻结金额', 'Congelado', 'ถูกพักไว้'],
  held_hint: ['not available yet', '尚未可用', 'aún no disponible', 'ยังใช้ไม่ได้'],
  to_statement: ['Commission statement', '佣金对账单', 'Ver comisiones', 'ใบสรุปค่าคอมมิชชัน'],

  members: ['Members', '下级会员', 'Miembros', 'สมาชิกในสาย'],
  direct_merchants: ['Direct merchants', '直属商户', 'Comercios directos', 'ร้านค้าโดยตรง'],
  direct_agents: ['Direct agents', '直属代理', 'Agentes directos', 'ตัวแทนโดยตรง'],
  in_tree: ['{count, number} in the whole tree', '全部下级共 {count, number} 个', '{count, number} en todo el árbol', '{count, number} รายในทั้งสาย'],
  paid_today: ['Paid today', '今日成功金额', 'Cobrado hoy', 'ชำระวันนี้'],
  orders_today: ['{count, plural, one {# order} other {# orders}}', '{count, number} 笔订单', '{count, plural, one {# pedido} other {# pedidos}}', '{count, number} รายการ'],
  to_members: ['All members', '全部会员', 'Ver miembros', 'สมาชิกทั้งหมด'],

  chart: ['Paid by your members', '下级成功收款', 'Cobrado por sus miembros', 'ยอดที่สมาชิกรับชำระ'],
  period: ['Period', '时间范围', 'Periodo', 'ช่วงเวลา'],
  days_30: ['30 days', '30 天', '30 días', '30 วัน'],
  days_90: ['90 days', '90 天', '90 días', '90 วัน'],

  ranking: ['Top members, {days, number} days', '会员排行，{days, number} 天', 'Mejores miembros, {days, number} días', 'สมาชิกยอดสูงสุด {days, number} วัน'],
  ranking_none: ['No member collected a payment in this period.', '该时段没有会员收款。', 'Ningún miembro cobró nada en este periodo.', 'ไม่มีสมาชิกรับชำระในช่วงนี้'],

  own_rates: ['Your rates', '您的费率', 'Sus tarifas', 'อัตราของคุณ'],
  own_rates_hint: ['The lowest rates you can set for your members.', '您给下级设置的费率不能低于此费率。', 'Las tarifas mínimas que puede fijar a sus miembros.', 'อัตราต่ำสุดที่คุณคิดกับสมาชิกได้'],
  own_rates_none: ['No channels are open to you yet.', '您尚未开通任何通道。', 'Todavía no tiene ningún canal.', 'คุณยังไม่มีช่องทางที่ใช้ได้'],

  invitation: ['Invitation', '邀请', 'Invitación', 'คำเชิญ'],
  invitation_hint: ['Anyone who registers with this link becomes your direct member.', '通过此链接注册的用户将成为您的直属会员。', 'Quien se registre con este enlace será su miembro directo.', 'ผู้ที่ลงทะเบียนผ่านลิงก์นี้จะเป็นสมาชิกโดยตรงของคุณ'],
  invite_link: ['Link', '链接', 'Enlace', 'ลิงก์'],
  copy_link: ['Copy link', '复制链接', 'Copiar enlace', 'คัดลอกลิงก์'],
  invite_code: ['Invitation code', '邀请码', 'Código de invitación', 'รหัสเชิญ'],
  invite_qr: ['QR code of the invitation link', '邀请链接二维码', 'Código QR del enlace de invitación', 'คิวอาร์โค้ดของลิงก์เชิญ'],

  attention: ['Needs attention', '需要关注', 'Requiere atención', 'ต้องดูแล'],
  attention_none: ['Nothing needs your attention.', '暂无需要关注的事项。', 'No hay nada pendiente.', 'ไม่มีสิ่งที่ต้องดูแล'],
  attention_failed: ['Couldn’t be loaded', '加载失败', 'No se pudo cargar', 'โหลดไม่สำเร็จ'],
  attention_below_own: ['Pays less than your rate, so you earn nothing', '费率低于您的费率，您无佣金收入', 'Paga menos que su tarifa: usted no gana nada', 'อัตราต่ำกว่าของคุณ คุณจะไม่มีรายได้'],
  attention_success_fell: ['Success rate fell from {before} to {now} in 7 days', '近 7 天成功率由此前的 {before} 降至 {now}', 'La tasa de éxito bajó del {before} al {now} en 7 días', 'อัตราสำเร็จลดจาก {before} เหลือ {now} ใน 7 วัน'],
  attention_uncertified: ['Not certified for {days, plural, one {# day} other {# days}}', '已 {days, number} 天未完成实名认证', 'Sin verificar desde hace {days, plural, one {# día} other {# días}}', 'ยังไม่ยืนยันตัวตนมา {days, number} วัน'],
  attention_more: ['{count, number} more', '另有 {count, number} 项', '{count, number} más', 'อีก {count, number} รายการ'],
  attention_newest: [
    'Checked the newest {count, number} of your {total, number} direct members.',
    '仅检查了 {total, number} 个直属会员中最新的 {count, number} 个。',
    'Se han revisado los {count, number} miembros directos más recientes de {total, number}.',
    'ตรวจเฉพาะสมาชิกโดยตรงล่าสุด {count, number} จาก {total, number} ราย',
  ],
});
