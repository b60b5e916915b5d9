/** The words of a check's result: the kinds of differences, and the columns of their file. */
import { words } from '#foundation/core/words.ts';

export const recordResultWords = words({
  differences: ['Differences', '差异', 'Diferencias', 'ผลต่าง'],
  difference: ['Difference', '差异类型', 'Diferencia', 'ชนิดผลต่าง'],
  missing_here: ['Missing here', '我方缺失', 'Falta aquí', 'ไม่มีในระบบ'],
  missing_there: ['Missing in your list', '您的记录缺失', 'Falta en su lista', 'ไม่มีในรายการของคุณ'],
  amount_differs: ['Amount differs', '金额不符', 'Importe distinto', 'จำนวนเงินไม่ตรง'],
  status_differs: ['Status differs', '状态不符', 'Estado distinto', 'สถานะไม่ตรง'],
  duplicate_there: ['Duplicate in your list', '您的记录重复', 'Duplicado en su lista', 'ซ้ำในรายการของคุณ'],
  number: ['Order number', '订单号', 'Número de pedido', 'หมายเลขคำสั่งซื้อ'],
  line: ['Line in your list', '您的记录行号', 'Línea de su lista', 'บรรทัดในรายการของคุณ'],
  their_amount: ['Your amount', '您的金额', 'Su importe', 'จำนวนเงินของคุณ'],
  their_status: ['Your status', '您的状态', 'Su estado', 'สถานะของคุณ'],
  their_date: ['Your date', '您的日期', 'Su fecha', 'วันที่ของคุณ'],
  system_no: ['System number', '系统单号', 'Número del sistema', 'หมายเลขระบบ'],
  our_amount: ['Our amount', '我方金额', 'Nuestro importe', 'จำนวนเงินในระบบ'],
  our_status: ['Our status', '我方状态', 'Nuestro estado', 'สถานะในระบบ'],
  our_created: ['Created', '创建时间', 'Creado', 'สร้างเมื่อ'],
  our_paid: ['Paid', '支付时间', 'Pagado', 'ชำระเมื่อ'],
  record_paid: ['Paid', '已支付', 'Pagado', 'ชำระแล้ว'],
  record_unpaid: ['Unpaid', '未支付', 'Sin pagar', 'ยังไม่ชำระ'],
  record_reversed: ['Reversed', '已冲正', 'Revertido', 'กลับรายการแล้ว'],
});
