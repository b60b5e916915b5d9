/** Strings for the commission statement. */
import { words } from '#foundation/core/words.ts';

export const commissionWords = words({
  hint: [
    'What you earned, by booking day ({zone}). It matches the commission entries in your money log.',
    '您的佣金收入，按入账日期（{zone}）统计，与资金明细中的佣金记录一致。',
    'Lo que ha ganado, por día de contabilización ({zone}). Coincide con las comisiones de sus movimientos.',
    'รายได้ของคุณตามวันที่ลงบัญชี ({zone}) ตรงกับรายการค่าคอมมิชชันในรายการเงิน',
  ],
  group: ['Group by', '统计方式', 'Agrupar por', 'จัดกลุ่มตาม'],
  by_day: ['Day', '按日', 'Día', 'วัน'],
  by_month: ['Month', '按月', 'Mes', 'เดือน'],
  by_member: ['Member', '按会员', 'Miembro', 'สมาชิก'],
  by_channel: ['Channel', '按通道', 'Canal', 'ช่องทาง'],
  month: ['Month', '月份', 'Mes', 'เดือน'],
  range: ['Booked', '入账日期', 'Contabilizado', 'ลงบัญชีเมื่อ'],

  counted_day: ['{count, plural, one {# day} other {# days}}', '{count, number} 天', '{count, plural, one {# día} other {# días}}', '{count, number} วัน'],
  counted_month: ['{count, plural, one {# month} other {# months}}', '{count, number} 个月', '{count, plural, one {# mes} other {# meses}}', '{count, number} เดือน'],
  counted_member: ['{count, plural, one {# member} other {# members}}', '{count, number} 个会员', '{count, plural, one {# miembro} other {# miembros}}', 'สมาชิก {count, number} ราย'],
  counted_channel: ['{count, plural, one {# channel} other {# channels}}', '{count, number} 个通道', '{count, plural, one {# canal} other {# canales}}', '{count, number} ช่องทาง'],

  held: ['On hold', '冻结金额', 'Congelado', 'ถูกพักไว้'],
  held_hint: ['not available yet, all time', '尚未可用，全部时间合计', 'aún no disponible, en total', 'ยังใช้ไม่ได้ นับทั้งหมด'],
  next_release: ['Next release', '下次解冻', 'Próxima liberación', 'การปลดพักครั้งถัดไป'],
  no_release: ['nothing pending', '暂无待解冻金额', 'no hay nada pendiente', 'ไม่มียอดที่รอ'],

  earned: ['Earned', '佣金', 'Ganado', 'ได้รับ'],
  reversed: ['Reversed', '冲正扣回', 'Revertido', 'หักกลับ'],
  net: ['Net', '净佣金', 'Neto', 'สุทธิ'],

  chart_by_day: ['Commission by day', '每日佣金', 'Comisión por día', 'ค่าคอมมิชชันรายวัน'],
  chart_by_month: ['Commission by month', '每月佣金', 'Comisión por mes', 'ค่าคอมมิชชันรายเดือน'],
  chart_by_member: ['Commission by member', '各会员佣金', 'Comisión por miembro', 'ค่าคอมมิชชันตามสมาชิก'],
  chart_by_channel: ['Commission by channel', '各通道佣金', 'Comisión por canal', 'ค่าคอมมิชชันตามช่องทาง'],
  chart_many: ['More than {count, number} rows: narrow the filter to see the chart.', '超过 {count, number} 行，请缩小筛选范围以查看图表。', 'Más de {count, number} filas: acote el filtro para ver el gráfico.', 'มากกว่า {count, number} แถว โปรดจำกัดตัวกรองเพื่อดูกราฟ'],
  chart_newest: ['The newest {count, number} of {total, number}.', '仅显示最新的 {count, number} 项，共 {total, number} 项。', 'Los {count, number} más recientes de {total, number}.', 'ล่าสุด {count, number} จาก {total, number}'],
  chart_none: ['No commission in this period.', '该时段没有佣金。', 'No hubo comisiones en este periodo.', 'ไม่มีค่าคอมมิชชันในช่วงนี้'],

  empty_title: ['No commission yet', '暂无佣金', 'Todavía no hay comisiones', 'ยังไม่มีค่าคอมมิชชัน'],
  empty_hint: [
    'You earn commission when a member pays a higher rate than yours and one of its orders is paid.',
    '当下级会员的费率高于您的费率且其订单支付成功时，您即获得佣金。',
    'Gana comisión cuando un miembro paga una tarifa mayor que la suya y se paga uno de sus pedidos.',
    'คุณได้ค่าคอมมิชชันเมื่อสมาชิกมีอัตราสูงกว่าของคุณและคำสั่งซื้อถูกชำระ',
  ],
  changed: ['This list has changed', '列表有更新', 'La lista ha cambiado', 'รายการมีการเปลี่ยนแปลง'],

  // The entries behind one row
  entries: ['Entries', '明细', 'Detalle', 'รายการ'],
  way_back: ['You are here in the statement', '对账单位置', 'Posición en el extracto', 'ตำแหน่งในใบสรุป'],
  all_day: ['All days', '全部日期', 'Todos los días', 'ทุกวัน'],
  all_month: ['All months', '全部月份', 'Todos los meses', 'ทุกเดือน'],
  all_member: ['All members', '全部会员', 'Todos los miembros', 'สมาชิกทั้งหมด'],
  all_channel: ['All channels', '全部通道', 'Todos los canales', 'ทุกช่องทาง'],
  system_no: ['System number', '系统单号', 'Número del sistema', 'หมายเลขระบบ'],
  rate_below: ['Rate below', '下一级费率', 'Tarifa inferior', 'อัตราระดับล่าง'],
  own_rate: ['Your rate', '您的费率', 'Su tarifa', 'อัตราของคุณ'],
  state: ['Status', '状态', 'Estado', 'สถานะ'],
  booked: ['Booked', '入账时间', 'Contabilizado', 'ลงบัญชีเมื่อ'],
  paid: ['Paid', '支付时间', 'Pagado', 'ชำระเมื่อ'],
  entries_none: ['No entries', '暂无明细', 'No hay movimientos', 'ไม่มีรายการ'],
  entries_none_hint: ['Nothing was booked in this period.', '该时段没有入账记录。', 'No se contabilizó nada aquí en este periodo.', 'ไม่มีการลงบัญชีในช่วงนี้'],
});
