/** The columns of a member's own records, and which headings and states in a file name them. */
import { plainHeading } from '#features/batches/columns.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { type Phrase } from '#foundation/core/words.ts';

export const recordColumns = ['number', 'amount', 'status', 'date'] as const;
export type RecordColumn = (typeof recordColumns)[number];

/** Without them nothing can be compared. */
export const neededColumns = ['number', 'amount'] as const satisfies readonly RecordColumn[];

export const recordStatuses = ['paid', 'unpaid', 'reversed'] as const;
export type RecordStatus = (typeof recordStatuses)[number];

const { order_no, amount, status, paid, created, success, unpaid, expired, reversed } = orderScreenWords;

const headings = tableOf<RecordColumn>({
  number: [
    order_no,
    'Order no',
    'Order id',
    'Order',
    'Merchant order number',
    'Merchant order no',
    'out_trade_no',
    'Number',
    'Reference',
    '订单号',
    '订单编号',
    '商户单号',
    '商户订单编号',
    '单号',
    '订单',
    '编号',
    'N.º de pedido',
    'Nº pedido',
    'Pedido',
    'Número',
    'Referencia',
    'Número de orden',
    'Orden',
    'เลขที่คำสั่งซื้อ',
    'เลขคำสั่งซื้อ',
    'คำสั่งซื้อ',
    'หมายเลข',
    'เลขที่',
    'เลขอ้างอิง',
  ],
  amount: [
    amount,
    'Sum',
    'Total',
    'Order amount',
    'Paid amount',
    'Price',
    '订单金额',
    '支付金额',
    '交易金额',
    '实付金额',
    '总额',
    '价格',
    'Monto',
    'Cantidad',
    'Importe pagado',
    'Precio',
    'Valor',
    'ยอดเงิน',
    'ยอดชำระ',
    'ราคา',
    'ยอดรวม',
  ],
  status: [
    status,
    'State',
    'Order status',
    'Payment status',
    'Result',
    '订单状态',
    '支付状态',
    '交易状态',
    '结果',
    'Situación',
    'Estado del pedido',
    'Estado del pago',
    'Resultado',
    'สถานะคำสั่งซื้อ',
    'สถานะการชำระ',
    'ผล',
  ],
  date: [
    paid,
    created,
    'Date',
    'Time',
    'Paid at',
    'Paid on',
    'Payment date',
    'Payment time',
    'Created at',
    'Order date',
    '日期',
    '时间',
    '付款时间',
    '支付日期',
    '交易时间',
    '订单日期',
    '下单时间',
    '订单时间',
    'Fecha',
    'Hora',
    'Fecha de pago',
    'Fecha del pedido',
    'Fecha de creación',
    'วันที่',
    'เวลา',
    'วันที่ชำระ',
    'วันที่สั่งซื้อ',
    'วันเวลา',
  ],
});

const statuses = tableOf<RecordStatus>({
  paid: [
    success,
    paid,
    'success',
    'successful',
    'succeeded',
    'completed',
    'complete',
    'settled',
    'captured',
    'ok',
    'yes',
    'done',
    '成功',
    '已支付',
    '已付款',
    '已完成',
    '完成',
    '交易成功',
    '已收款',
    '是',
    'pagada',
    'éxito',
    'exitoso',
    'completado',
    'cobrado',
    'sí',
    'สำเร็จ',
    'ชำระแล้ว',
    'จ่ายแล้ว',
    'เสร็จสิ้น',
  ],
  unpaid: [
    unpaid,
    expired,
    'pending',
    'failed',
    'failure',
    'cancelled',
    'canceled',
    'closed',
    'timeout',
    'open',
    'new',
    'no',
    'waiting',
    'not paid',
    '待支付',
    '未付款',
    '失败',
    '支付失败',
    '已取消',
    '已关闭',
    '关闭',
    '超时',
    '处理中',
    '否',
    'pendiente',
    'impagado',
    'no pagado',
    'fallido',
    'vencido',
    'cancelado',
    'expirado',
    'รอชำระ',
    'ล้มเหลว',
    'หมดอายุ',
    'ยกเลิก',
    'ยังไม่จ่าย',
  ],
  reversed: [
    reversed,
    'refunded',
    'refund',
    'charged back',
    'chargeback',
    'returned',
    '已退款',
    '退款',
    '冲正',
    '已退回',
    'reembolsado',
    'devuelto',
    'คืนเงินแล้ว',
    'คืนเงิน',
  ],
});

function tableOf<Name extends string>(
  names: Readonly<Record<Name, readonly (string | Phrase)[]>>,
): ReadonlyMap<string, Name> {
  const found = new Map<string, Name>();
  for (const [name, texts] of Object.entries<readonly (string | Phrase)[]>(names))
    for (const text of [name, ...texts.flatMap((one) => (typeof one === 'string' ? one : Object.values<string>(one)))])
      found.set(plainHeading(text), name as Name);
  return found;
}

/** Undefined where no column is meant. */
export function columnIn(heading: string): RecordColumn | undefined {
  return headings.get(plainHeading(heading));
}

export function statusIn(text: string): RecordStatus | undefined {
  return statuses.get(plainHeading(text));
}

/** Whether two headings are the same to a person. */
export function isSameHeading(one: string, other: string): boolean {
  return plainHeading(one) === plainHeading(other);
}
