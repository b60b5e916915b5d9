/** Strings for withdrawals and payouts that people pay at a bank, and the headings of the file for it. */
import { words } from '#foundation/core/words.ts';

export const bankFileColumns = words({
  title: ['Payments', '付款', 'Pagos', 'รายการจ่าย'],
  number: ['Number', '单号', 'Número', 'หมายเลข'],
  amount: ['Amount', '金额', 'Importe', 'จำนวนเงิน'],
  currency: ['Currency', '币种', 'Moneda', 'สกุลเงิน'],
  type: ['Account type', '账户类型', 'Tipo de cuenta', 'ประเภทบัญชี'],
  type_bank: ['Bank', '银行', 'Banco', 'ธนาคาร'],
  type_alipay: ['Alipay', '支付宝', 'Alipay', 'Alipay'],
  holder: ['Payee', '收款人', 'Beneficiario', 'ผู้รับเงิน'],
  account: ['Account', '账号', 'Cuenta', 'เลขบัญชี'],
  bank: ['Bank', '银行', 'Banco', 'ธนาคาร'],
  branch: ['Branch', '支行', 'Sucursal', 'สาขา'],
  result: ['Result', '结果', 'Resultado', 'ผล'],
  bank_reference: ['Bank’s reference', '银行流水号', 'Referencia bancaria', 'เลขอ้างอิงธนาคาร'],
  reason: ['Reason', '原因', 'Motivo', 'เหตุผล'],
});

/** What a person or a bank writes into the column of the result. */
export const handResultWords = words({
  paid: ['Paid', '已支付', 'Pagado', 'จ่ายแล้ว'],
  failed: ['Failed', '失败', 'Fallido', 'ไม่สำเร็จ'],
});

export const handPaymentWords = words({
  act: ['Pay by hand', '线下付款', 'Pagar a mano', 'จ่ายเอง'],
  files: ['Bank files', '银行文件', 'Archivos del banco', 'ไฟล์ธนาคาร'],
  no_files: ['No bank files yet', '暂无银行文件', 'Aún no hay archivos del banco', 'ยังไม่มีไฟล์ธนาคาร'],
  load_failed: ['This couldn’t be loaded', '加载失败', 'No se pudo cargar', 'โหลดไม่สำเร็จ'],
  title: ['Pay {count, plural, one {# withdrawal or payout} other {# withdrawals and payouts}} by hand', '线下支付 {count, number} 笔提现与代付', 'Pagar a mano {count, plural, one {# retiro o pago} other {# retiros y pagos}}', 'จ่ายเอง {count, number} รายการ'],
  what: [
    'A file for your bank is made. Until its result is in, nothing else can pay, cancel or unfreeze these.',
    '将生成银行文件。在结果上传前，这些款项不能以其他方式支付、取消或解冻。',
    'Se crea un archivo para su banco. Hasta que llegue el resultado, nada más puede pagarlos, cancelarlos ni descongelarlos.',
    'จะสร้างไฟล์สำหรับธนาคารของคุณ ก่อนมีผล จะจ่าย ยกเลิก หรือยกเลิกการระงับด้วยวิธีอื่นไม่ได้',
  ],
  upstream: ['Upstream whose account pays', '付款账户所属渠道', 'Proveedor cuya cuenta paga', 'ผู้ให้บริการเจ้าของบัญชีที่จ่าย'],
  choose: ['Choose', '请选择', 'Elija', 'เลือก'],
  payer_name: ['Payer’s name', '付款人名称', 'Nombre del pagador', 'ชื่อผู้จ่าย'],
  payer_account: ['Account that pays', '付款账号', 'Cuenta que paga', 'บัญชีที่จ่าย'],
  day: ['Pay on', '付款日期', 'Pagar el', 'วันที่จ่าย'],
  format: ['Form of the file', '文件格式', 'Formato del archivo', 'รูปแบบไฟล์'],
  format_csv: ['CSV', 'CSV', 'CSV', 'CSV'],
  format_xlsx: ['Excel (XLSX)', 'Excel (XLSX)', 'Excel (XLSX)', 'Excel (XLSX)'],
  format_pain001: ['pain.001 (ISO 20022)', 'pain.001 (ISO 20022)', 'pain.001 (ISO 20022)', 'pain.001 (ISO 20022)'],
  reason: ['Reason', '原因', 'Motivo', 'เหตุผล'],
  make: ['Make the file', '生成文件', 'Crear el archivo', 'สร้างไฟล์'],
  made_told: ['Saved as {name}', '已保存为 {name}', 'Guardado como {name}', 'บันทึกเป็น {name}'],

  // One file
  file: ['Bank file', '银行文件', 'Archivo del banco', 'ไฟล์ธนาคาร'],
  made: ['Made by {operator}, {time}', '{operator} 于 {time} 生成', 'Creado por {operator}, {time}', 'สร้างโดย {operator} เมื่อ {time}'],
  sum: ['At the bank or paid', '银行处理中或已支付', 'En el banco o pagado', 'อยู่ที่ธนาคารหรือจ่ายแล้ว'],
  again: ['Save the file again', '重新保存文件', 'Guardar otra vez el archivo', 'บันทึกไฟล์อีกครั้ง'],
  again_what: ['With those that are still at the bank. Reading the account numbers is logged.', '仅含仍在银行处理的款项。读取账号将记入日志。', 'Con los que siguen en el banco. La lectura de las cuentas queda registrada.', 'เฉพาะรายการที่ยังอยู่ที่ธนาคาร การอ่านเลขบัญชีจะถูกบันทึก'],
  state_waiting: ['Not taken yet', '尚未处理', 'Aún sin tomar', 'ยังไม่ได้ดำเนินการ'],
  state_refused: ['Not taken', '未纳入', 'No tomado', 'ไม่ได้รวม'],
  state_taken: ['At the bank', '银行处理中', 'En el banco', 'อยู่ที่ธนาคาร'],
  state_proposed: ['Paid, to be confirmed', '已支付，待确认', 'Pagado, por confirmar', 'จ่ายแล้ว รอยืนยัน'],
  state_paid: ['Paid', '已支付', 'Pagado', 'จ่ายแล้ว'],
  state_failed: ['Not paid: decide', '未支付，待处理', 'No pagado: decida', 'ไม่ได้จ่าย: รอตัดสิน'],
  counted: ['{count, plural, one {# row} other {# rows}}', '{count, number} 笔', '{count, plural, one {# fila} other {# filas}}', '{count, number} รายการ'],

  // The result
  upload: ['Upload the bank’s result', '上传银行结果', 'Subir el resultado del banco', 'อัปโหลดผลจากธนาคาร'],
  upload_what: [
    'The saved table with the columns Result, Bank’s reference and Reason filled in. The result is “Paid” or “Failed”.',
    '在已保存的表格中填写“结果”“银行流水号”“原因”。结果填“已支付”或“失败”。',
    'La tabla guardada con las columnas Resultado, Referencia bancaria y Motivo rellenas. El resultado es «Pagado» o «Fallido».',
    'ตารางที่บันทึกไว้ โดยกรอกคอลัมน์ผล เลขอ้างอิงธนาคาร และเหตุผล ผลเป็น “จ่ายแล้ว” หรือ “ไม่สำเร็จ”',
  ],
  result_file: ['The bank’s result', '银行结果', 'Resultado del banco', 'ผลจากธนาคาร'],
  drop_here: ['Drag the file here', '将文件拖到此处', 'Arrastre aquí el archivo', 'ลากไฟล์มาที่นี่'],
  drop_now: ['Drop it now', '松开即可', 'Suéltelo', 'ปล่อยได้เลย'],
  choose_file: ['Choose a file', '选择文件', 'Elegir un archivo', 'เลือกไฟล์'],
  choose_other: ['Another file', '更换文件', 'Otro archivo', 'ไฟล์อื่น'],
  remove: ['Remove', '移除', 'Quitar', 'เอาออก'],
  limits: ['CSV or XLSX, up to 500 rows', 'CSV 或 XLSX，最多 500 行', 'CSV o XLSX, hasta 500 filas', 'CSV หรือ XLSX ไม่เกิน 500 แถว'],
  no_columns: ['The columns Number and Result weren’t found', '未找到“单号”和“结果”列', 'No se han encontrado las columnas Número y Resultado', 'ไม่พบคอลัมน์หมายเลขและผล'],
  row_result: ['Row {line, number}: the result is neither “Paid” nor “Failed”', '第 {line, number} 行：结果须为“已支付”或“失败”', 'Fila {line, number}: el resultado no es «Pagado» ni «Fallido»', 'แถว {line, number}: ผลต้องเป็น “จ่ายแล้ว” หรือ “ไม่สำเร็จ”'],
  row_number: ['Row {line, number}: the number has no 19 digits', '第 {line, number} 行：单号不是 19 位数字', 'Fila {line, number}: el número no tiene 19 cifras', 'แถว {line, number}: หมายเลขไม่ครบ 19 หลัก'],
  row_reference: ['Row {line, number}: the bank’s reference is missing', '第 {line, number} 行：缺少银行流水号', 'Fila {line, number}: falta la referencia bancaria', 'แถว {line, number}: ไม่มีเลขอ้างอิงธนาคาร'],
  row_reason: ['Row {line, number}: the reason is missing', '第 {line, number} 行：缺少原因', 'Fila {line, number}: falta el motivo', 'แถว {line, number}: ไม่มีเหตุผล'],
  no_results: ['No row has a result', '没有任何行填写结果', 'Ninguna fila tiene resultado', 'ไม่มีแถวใดที่มีผล'],
  results_sum: ['{paid, number} paid, {failed, number} failed', '已支付 {paid, number} 笔，失败 {failed, number} 笔', '{paid, number} pagados, {failed, number} fallidos', 'จ่ายแล้ว {paid, number} ไม่สำเร็จ {failed, number}'],
  apply: ['Apply the result', '应用结果', 'Aplicar el resultado', 'ใช้ผล'],
  applied_told: ['The result is in', '结果已录入', 'Resultado registrado', 'บันทึกผลแล้ว'],
  at_bank: ['A bank is paying it by hand. Its result decides.', '正由银行线下付款，以其结果为准。', 'Un banco lo está pagando a mano. Decide su resultado.', 'ธนาคารกำลังจ่ายเอง รอผลก่อน'],
  open_file: ['Open the bank file', '查看银行文件', 'Abrir el archivo del banco', 'เปิดไฟล์ธนาคาร'],
});
