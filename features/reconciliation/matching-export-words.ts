/** The differences as a sheet: its headings and what is written in its cells. */
import { words } from '#foundation/core/words.ts';

export const differenceColumns = words({
  differences: ['Differences', '对账差异', 'Diferencias', 'ผลต่าง'],
  id: ['Number', '编号', 'Número', 'เลขที่'],
  version: ['Version', '版本', 'Versión', 'เวอร์ชัน'],
  upstream: ['Upstream', '支付渠道', 'Proveedor', 'ผู้ให้บริการ'],
  day: ['Day', '日期', 'Día', 'วันที่'],
  kind: ['Type', '类型', 'Tipo', 'ประเภท'],
  state: ['Status', '状态', 'Estado', 'สถานะ'],
  risk: ['At risk', '涉及金额', 'En riesgo', 'จำนวนเงินที่เสี่ยง'],
  ours: ['Ours', '我方', 'Nuestro', 'ของเรา'],
  theirs: ['Theirs', '对方', 'Del proveedor', 'ของผู้ให้บริการ'],
  upstream_no: ['Upstream’s number', '渠道单号', 'Número del proveedor', 'หมายเลขของผู้ให้บริการ'],
  our_no: ['Our number', '我方单号', 'Nuestro número', 'หมายเลขของเรา'],
  found_at: ['Found', '发现时间', 'Detectada', 'พบเมื่อ'],
  owner: ['Owner', '负责人', 'Responsable', 'ผู้รับผิดชอบ'],
  note: ['Note', '备注', 'Observaciones', 'หมายเหตุ'],
  act: ['Action', '操作', 'Acción', 'การดำเนินการ'],
  outcome: ['Outcome', '处理结果', 'Resultado', 'ผลลัพธ์'],
  reason: ['Reason', '原因', 'Motivo', 'เหตุผล'],
});

export const differenceKindWords = words({
  missing_here: ['Missing here', '我方缺失', 'Falta aquí', 'ไม่มีในฝั่งเรา'],
  missing_there: ['Missing there', '对方缺失', 'Falta allí', 'ไม่มีในฝั่งผู้ให้บริการ'],
  amount_differs: ['Amount differs', '金额不符', 'Importe distinto', 'จำนวนเงินไม่ตรง'],
  fee_differs: ['Fee differs', '手续费不符', 'Comisión distinta', 'ค่าธรรมเนียมไม่ตรง'],
  status_differs: ['Status differs', '状态不符', 'Estado distinto', 'สถานะไม่ตรง'],
  duplicate: ['Duplicate', '重复', 'Duplicado', 'ซ้ำ'],
  late: ['Different day', '跨日', 'Día distinto', 'คนละวัน'],
});

export const differenceStateWords = words({
  waiting: ['Waiting', '等待对账单', 'En espera', 'รอใบแจ้งยอด'],
  open: ['Open', '待处理', 'Abierta', 'รอดำเนินการ'],
  assigned: ['Assigned', '已分派', 'Asignada', 'มอบหมายแล้ว'],
  resolved: ['Resolved', '已解决', 'Resuelta', 'ปิดแล้ว'],
  ignored: ['Ignored', '已忽略', 'Ignorada', 'ละเว้น'],
});

/** What a person writes into the column of the act. */
export const actWords = words({
  resolve: ['Resolve', '解决', 'Resolver', 'ปิดผลต่าง'],
  ignore: ['Ignore', '忽略', 'Ignorar', 'ละเว้น'],
  reopen: ['Reopen', '重新打开', 'Reabrir', 'เปิดใหม่'],
});

export const outcomeWords = words({
  order_confirmed: ['Order confirmed', '订单已确认', 'Pedido confirmado', 'ยืนยันคำสั่งซื้อแล้ว'],
  order_reversed: ['Order reversed', '订单已冲正', 'Pedido revertido', 'กลับรายการคำสั่งซื้อแล้ว'],
  payout_paid: ['Payout marked as paid', '已标记为已支付', 'Pago a tercero marcado como pagado', 'ทำเครื่องหมายว่าจ่ายแล้ว'],
  payout_cancelled: ['Payout cancelled', '代付已取消', 'Pago a tercero cancelado', 'ยกเลิกการจ่ายแล้ว'],
  adjusted: ['Adjusted', '已调账', 'Ajustado', 'ปรับยอดแล้ว'],
  settled: ['Settlement booked', '结算已记账', 'Liquidación contabilizada', 'บันทึกการโอนชำระแล้ว'],
  paired: ['Paired manually', '人工配对', 'Emparejado manualmente', 'จับคู่ด้วยตนเอง'],
  fee_accepted: ['Fee accepted', '接受手续费', 'Comisión aceptada', 'ยอมรับค่าธรรมเนียม'],
  corrected_there: ['Corrected by the upstream', '由渠道更正', 'Corregido por el proveedor', 'ผู้ให้บริการแก้ไข'],
  matched_there: ['Matched on another day', '已在其他日期匹配', 'Emparejado en otro día', 'จับคู่ในวันอื่น'],
  matched_later: ['Matched later', '已于之后匹配', 'Emparejado después', 'จับคู่ภายหลัง'],
  file_replaced: ['Statement replaced', '对账单已替换', 'Extracto reemplazado', 'ใบแจ้งยอดถูกแทนที่'],
});
