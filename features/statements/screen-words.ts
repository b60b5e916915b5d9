/** Strings for the member's statement. */
import { words } from '#foundation/core/words.ts';
import { statementExportWords as file } from './export-words.ts';
import { statementTitles } from './screen-titles.ts';

export const statementWords = {
  ...statementTitles,
  // The same words as in the files.
  opening: file.opening,
  closing: file.closing,
  collections: file.collections,
  collectionFees: file.collection_fees,
  recharges: file.recharges,
  rechargeFees: file.recharge_fees,
  withdrawals: file.withdrawals,
  payouts: file.payouts,
  refunds: file.refunds,
  refundFees: file.refunded_fees,
  commission: file.commission,
  adjustments: file.adjustments,
  reversals: file.reversals,
  state: file.state,
  open: file.open,
  closed: file.closed,
  day: file.day,
  channel: file.channel,
  ...words({
    hint: [
      'What moved your wallet, by booking day ({zone}). Select any figure to see the entries behind it.',
      '钱包的资金变动，按入账日期（{zone}）统计。点击任一数字可查看其明细。',
      'Lo que movió su billetera, por día de contabilización ({zone}). Seleccione una cifra para ver sus movimientos.',
      'รายการที่เปลี่ยนยอดในกระเป๋าเงินของคุณ ตามวันที่ลงบัญชี ({zone}) กดตัวเลขใดก็ได้เพื่อดูรายการที่มา',
    ],

    // The period
    period: ['Period', '期间', 'Periodo', 'ช่วงเวลา'],
    by_month: ['Month', '月', 'Mes', 'เดือน'],
    by_year: ['Year', '年', 'Año', 'ปี'],
    month_before: ['Previous month', '上个月', 'Mes anterior', 'เดือนก่อนหน้า'],
    month_after: ['Next month', '下个月', 'Mes siguiente', 'เดือนถัดไป'],
    year_before: ['Previous year', '上一年', 'Año anterior', 'ปีก่อนหน้า'],
    year_after: ['Next year', '下一年', 'Año siguiente', 'ปีถัดไป'],
    day_before: ['Previous day', '前一天', 'Día anterior', 'วันก่อนหน้า'],
    day_after: ['Next day', '后一天', 'Día siguiente', 'วันถัดไป'],
    compare: ['Compare with my own records', '与我的账目核对', 'Comparar con mis registros', 'เทียบกับบันทึกของฉัน'],

    // The figures
    flow: ['From opening to closing balance', '期初余额到期末余额', 'Del saldo inicial al final', 'จากยอดยกมาถึงยอดคงเหลือ'],
    in: ['In', '收入', 'Entradas', 'เข้า'],
    out: ['Out', '支出', 'Salidas', 'ออก'],
    other: ['Other', '其他', 'Otros', 'อื่น ๆ'],
    disbursementFees: ['Withdrawal and payout fees', '提现与代付手续费', 'Comisiones de retiros y pagos', 'ค่าธรรมเนียมถอนและจ่ายเงิน'],
    amount: ['Amount', '金额', 'Importe', 'จำนวนเงิน'],
    fees: ['Fees', '手续费', 'Comisiones', 'ค่าธรรมเนียม'],
    obtained: ['Obtained', '实收金额', 'Neto', 'ยอดสุทธิ'],
    all_entries: ['All entries', '全部明细', 'Todos los movimientos', 'รายการทั้งหมด'],
    entries_before: ['Earlier entries', '此前的明细', 'Movimientos anteriores', 'รายการก่อนหน้า'],

    // The table
    days: ['By day', '按日', 'Por día', 'รายวัน'],
    counted_day: ['{count, plural, one {# day} other {# days}}', '{count, number} 天', '{count, plural, one {# día} other {# días}}', '{count, number} วัน'],
    counted_month: ['{count, plural, one {# month} other {# months}}', '{count, number} 个月', '{count, plural, one {# mes} other {# meses}}', '{count, number} เดือน'],
    months: ['By month', '按月', 'Por mes', 'รายเดือน'],
    paid_orders: ['Paid orders', '成功笔数', 'Pedidos pagados', 'จำนวนที่ชำระ'],
    version: ['Version {version, number}', '第 {version, number} 版', 'Versión {version, number}', 'เวอร์ชัน {version, number}'],
    no_movement: ['no movement', '无变动', 'sin movimientos', 'ไม่มีความเคลื่อนไหว'],

    // The chart
    chart: ['Closing balance', '期末余额', 'Saldo final', 'ยอดคงเหลือ'],
    change: ['Change', '变动', 'Variación', 'เปลี่ยนแปลง'],
    chart_says: ['{from} to {to}: from {opening} to {closing}. Highest on {best}: {most}.', '{from} 至 {to}：由 {opening} 到 {closing}。最高为 {best}：{most}。', 'Del {from} al {to}: de {opening} a {closing}. Máximo el {best}: {most}.', '{from} ถึง {to}: จาก {opening} เป็น {closing} สูงสุดเมื่อ {best}: {most}'],

    // A day
    way: ['You are here in the statement', '对账单位置', 'Posición en el extracto', 'ตำแหน่งในใบแจ้งยอด'],
    day_open_hint: [
      'This day is still open: figures change until it ends ({zone}) and everything is booked.',
      '该日尚未结账：在当日结束（{zone}）且全部入账之前，数字仍会变化。',
      'Este día sigue abierto: las cifras cambian hasta que termine ({zone}) y todo esté contabilizado.',
      'วันนี้ยังไม่ปิด ตัวเลขยังเปลี่ยนได้จนกว่าจะสิ้นวัน ({zone}) และลงบัญชีครบ',
    ],
    day_closed_hint: ['This day is closed: its figures won’t change.', '该日已结账，数字不再变化。', 'Este día está cerrado: sus cifras son definitivas.', 'วันนี้ปิดแล้ว ตัวเลขจะไม่เปลี่ยนอีก'],
    day_failed: ['This day couldn’t be loaded', '该日加载失败', 'No se pudo cargar este día', 'โหลดวันนี้ไม่สำเร็จ'],
    day_unknown: ['Day not found', '未找到该日期', 'No se ha encontrado ese día', 'ไม่พบวันดังกล่าว'],
    day_unknown_hint: ['The statement has days up to today.', '对账单只包含截至今天的日期。', 'El extracto tiene días hasta hoy.', 'ใบแจ้งยอดมีถึงวันนี้เท่านั้น'],
    channels: ['By channel', '按通道', 'Por canal', 'ตามช่องทาง'],
    kind: ['Type', '类型', 'Tipo', 'ประเภท'],
    orders: ['Orders', '订单', 'Pedidos', 'คำสั่งซื้อ'],
    success_rate: ['Success rate', '成功率', 'Tasa de éxito', 'อัตราสำเร็จ'],
    channels_none: ['No orders on this day', '该日没有订单', 'No hubo pedidos este día', 'ไม่มีคำสั่งซื้อในวันนี้'],
    kinds: ['By type', '按类型', 'Por tipo', 'ตามประเภท'],
    count: ['Entries', '笔数', 'Movimientos', 'จำนวนรายการ'],
    kinds_none: ['Nothing was booked on this day', '该日没有入账', 'No se contabilizó nada este día', 'ไม่มีการลงบัญชีในวันนี้'],
    proof: ['Versions', '版本', 'Versiones', 'เวอร์ชัน'],
    closed_at: ['closed {time}', '结账时间 {time}', 'cerrado el {time}', 'ปิดเมื่อ {time}'],
    hash: ['Hash', '哈希', 'Hash', 'แฮช'],
    hash_hint: [
      'SHA-256 of this day’s entries and the previous day’s hash: same hash, same books.',
      '对该日全部明细及前一日哈希计算的 SHA-256：哈希相同，账目即相同。',
      'SHA-256 de los movimientos del día y del hash del día anterior: mismo hash, mismos libros.',
      'SHA-256 ของรายการในวันนี้และแฮชของวันก่อน แฮชตรงกัน บัญชีตรงกัน',
    ],

    // The rows behind a figure
    entries: ['Entries', '明细', 'Movimientos', 'รายการ'],
    sum_of_rows: ['Sum of these rows', '明细合计', 'Suma de estos movimientos', 'ผลรวมของรายการเหล่านี้'],
    balance_after_rows: ['Balance after these rows', '明细后的余额', 'Saldo tras estos movimientos', 'ยอดหลังรายการเหล่านี้'],
    entries_none: ['No entries', '暂无明细', 'No hay movimientos', 'ไม่มีรายการ'],
    entries_none_hint: ['Nothing was booked in this period.', '该期间没有入账记录。', 'No se contabilizó nada aquí en este periodo.', 'ไม่มีการลงบัญชีในช่วงนี้'],
  }),
};
