/** The names of the columns of a batch's table, and the values of the type column. */
import { words } from '#foundation/core/words.ts';

/** Headings of the template, the screens and the files that are returned. */
export const columnWords = words({
  batch: ['Batch', '批次', 'Lote', 'ชุดรายการ'],
  column_line: ['Line', '行号', 'Línea', 'บรรทัด'],
  column_amount: ['Amount', '金额', 'Importe', 'จำนวนเงิน'],
  column_type: ['Withdrawal type', '提现类型', 'Tipo de retiro', 'ประเภทการถอน'],
  column_holder: ['Holder', '收款人', 'Titular', 'ชื่อผู้รับเงิน'],
  column_bank: ['Bank', '银行', 'Banco', 'ธนาคาร'],
  column_branch: ['Branch', '支行', 'Sucursal', 'สาขา'],
  column_account: ['Account', '账号', 'Cuenta', 'เลขบัญชี'],
  type_bank: ['Bank card', '银行卡', 'Tarjeta bancaria', 'บัตรธนาคาร'],
  type_alipay: ['Alipay', '支付宝', 'Alipay', 'Alipay'],
  example_holder: ['Example: delete this row', '示例：请删除此行', 'Ejemplo: borre esta fila', 'ตัวอย่าง: โปรดลบแถวนี้'],
  column_error: ['Error', '错误', 'Error', 'ข้อผิดพลาด'],
});
