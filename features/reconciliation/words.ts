/** Refusals, field errors, and what can be wrong with a statement's file. */
import { factorTexts } from '#features/factors/words.ts';
import { bankFileWords } from '#foundation/core/bank-file-words.ts';
import { words } from '#foundation/core/words.ts';

/** What is wrong at one place of a file. The place is said by `reconciliationPlaces`. */
export const reconciliationFaults = words({
  // The whole file
  file_empty: ['it’s empty', '文件为空', 'está vacío', 'ไฟล์ว่างเปล่า'],
  file_type: ['it’s neither CSV nor XLSX', '不是 CSV 或 XLSX 文件', 'no es CSV ni XLSX', 'ไม่ใช่ไฟล์ CSV หรือ XLSX'],
  file_old: ['it’s an old workbook or password-protected: save it as XLSX without a password', '文件为旧版工作簿或设有密码，请另存为无密码的 XLSX', 'es un libro antiguo o tiene contraseña: guárdelo como XLSX sin contraseña', 'เป็นสมุดงานรุ่นเก่าหรือมีรหัสผ่าน โปรดบันทึกเป็น XLSX ที่ไม่มีรหัสผ่าน'],
  file_broken: ['it’s damaged', '文件已损坏', 'está dañado', 'ไฟล์เสียหาย'],
  file_inflated: ['it’s far too large for a statement once unpacked', '解压后的大小远超对账单', 'descomprimido, es mucho mayor que un extracto', 'เมื่อคลายแล้วใหญ่เกินกว่าใบแจ้งยอดมาก'],
  file_encoding: ['it isn’t {encoding}: check the encoding in the mapping', '文件不是 {encoding} 编码，请检查映射中的编码', 'no está en {encoding}: revise la codificación en la correspondencia', 'ไฟล์ไม่ใช่ {encoding} โปรดตรวจสอบการเข้ารหัสในการจับคู่'],
  file_mark: ['its byte order mark says {found}, but the mapping says {encoding}', '字节顺序标记为 {found}，而映射为 {encoding}', 'su marca de orden de bytes (BOM) dice {found}; la correspondencia, {encoding}', 'เครื่องหมายลำดับไบต์ระบุ {found} แต่การจับคู่ระบุ {encoding}'],
  lines_most: ['a statement has at most {most, number} lines', '对账单最多 {most, number} 行', 'un extracto tiene como máximo {most, number} líneas', 'ใบแจ้งยอดมีได้ไม่เกิน {most, number} บรรทัด'],
  day_other: ['its lines are from {from} to {to}, none from {day}', '明细日期为 {from} 至 {to}，没有 {day} 的记录', 'sus líneas van del {from} al {to}, y ninguna es del {day}', 'รายการเป็นของ {from} ถึง {to} ไม่มีของ {day}'],

  // Sheet and headings
  sheet_missing: ['the workbook has no sheet {sheet}; it has: {sheets}', '工作簿中没有工作表“{sheet}”，现有：{sheets}', 'el libro no tiene la hoja {sheet}; tiene: {sheets}', 'สมุดงานไม่มีแผ่นงาน {sheet} แต่มี: {sheets}'],
  column_missing: ['this heading is missing', '缺少该列标题', 'falta este encabezado', 'ไม่มีหัวคอลัมน์นี้'],
  column_double: ['this heading appears twice', '该列标题重复', 'este encabezado aparece dos veces', 'หัวคอลัมน์นี้ซ้ำ'],
  cells_extra: ['the line has more cells than headings: a value may contain a separator', '该行单元格多于标题，数值中可能含有分隔符', 'la línea tiene más celdas que los encabezados: puede haber un separador dentro de un valor', 'บรรทัดนี้มีเซลล์มากกว่าหัวคอลัมน์ อาจมีตัวคั่นอยู่ในค่า'],
  quote_open: ['a quotation mark is unclosed or in the middle of a cell', '引号未闭合或位于单元格内部', 'una comilla no se cierra o está dentro de una celda', 'เครื่องหมายคำพูดไม่ปิดหรืออยู่กลางเซลล์'],
  row_long: ['the line is too long', '该行过长', 'la línea es demasiado larga', 'บรรทัดยาวเกินไป'],

  // Cells
  number_missing: ['the line has neither the upstream’s number nor ours', '该行既无渠道单号也无我方单号', 'la línea no tiene ni el número del proveedor ni el nuestro', 'บรรทัดนี้ไม่มีทั้งหมายเลขของผู้ให้บริการและของเรา'],
  number_rounded: ['{text} was rounded by a spreadsheet program and lost digits', '{text} 已被表格软件取整，丢失了位数', '{text} fue redondeado por una hoja de cálculo y perdió cifras', '{text} ถูกปัดเศษ โปรแกรมตารางทำให้ตัวเลขหายไป'],
  number_long: ['a number has at most {most, number} characters', '单号最多 {most, number} 个字符', 'un número tiene como máximo {most, number} caracteres', 'หมายเลขมีได้ไม่เกิน {most, number} ตัวอักษร'],
  money_form: ['{text} isn’t an amount in the mapping’s format', '{text} 不是符合映射格式的金额', '{text} no es un importe en el formato de la correspondencia', '{text} ไม่ใช่จำนวนเงินตามรูปแบบของการจับคู่'],
  money_thousands: ['{text} has a thousands separator the mapping doesn’t specify', '{text} 含有映射未指定的千位分隔符', '{text} tiene un separador de miles que la correspondencia no indica', '{text} มีตัวคั่นหลักพันที่การจับคู่ไม่ได้ระบุ'],
  money_decimal: ['{text} uses a different decimal sign than the mapping', '{text} 的小数点符号与映射不同', '{text} tiene otro signo decimal que la correspondencia', '{text} ใช้จุดทศนิยมต่างจากการจับคู่'],
  money_decimals: ['{text} has more decimals than {currency}', '{text} 的小数位多于 {currency}', '{text} tiene más decimales que {currency}', '{text} มีทศนิยมมากกว่า {currency}'],
  money_large: ['{text} is too large', '{text} 数额过大', '{text} es demasiado grande', '{text} มากเกินไป'],
  money_sign: ['{text} has a sign, but the mapping takes the sign from the type', '{text} 带有符号，而映射按类型取符号', '{text} tiene signo, y la correspondencia lo toma del tipo', '{text} มีเครื่องหมาย แต่การจับคู่ใช้เครื่องหมายตามประเภท'],
  time_form: ['{text} isn’t a time in the mapping’s format', '{text} 不是符合映射格式的时间', '{text} no es una hora en el formato de la correspondencia', '{text} ไม่ใช่เวลาตามรูปแบบของการจับคู่'],
  kind_unknown: ['the mapping doesn’t say what {text} is', '映射未说明“{text}”的类型', 'la correspondencia no dice qué es {text}', 'การจับคู่ไม่ได้ระบุว่า {text} คืออะไร'],
  status_unknown: ['the mapping doesn’t say what the status {text} means', '映射未说明状态“{text}”的含义', 'la correspondencia no dice qué significa el estado {text}', 'การจับคู่ไม่ได้ระบุความหมายของสถานะ {text}'],

  // Lines
  line_totals: ['this is a totals line: set the number of trailing lines in the mapping', '该行为合计行，请在映射中设置末尾行数', 'es una línea de totales: indique en la correspondencia cuántas líneas finales hay', 'นี่คือบรรทัดยอดรวม โปรดระบุจำนวนบรรทัดท้ายในการจับคู่'],
  line_entry: ['this line would be skipped as a trailing line, but it’s an entry', '该行会被当作末尾行略过，但它是一条明细', 'esta línea se omitiría al final, pero es un movimiento', 'บรรทัดนี้จะถูกข้ามในส่วนท้าย แต่เป็นรายการจริง'],
  line_double: ['identical to line {first, number}', '与第 {first, number} 行完全相同', 'es idéntica a la línea {first, number}', 'เหมือนกับบรรทัด {first, number} ทุกประการ'],

  // Bank accounts
  account_other: ['the statement is for account {account}', '对账单属于账户 {account}', 'el extracto es de la cuenta {account}', 'ใบแจ้งยอดเป็นของบัญชี {account}'],
  account_none: ['it contains no statement', '文件中没有对账单', 'no contiene ningún extracto', 'ไม่มีใบแจ้งยอด'],
  currency_other: ['the account is in {currency}', '账户币种为 {currency}', 'la cuenta está en {currency}', 'บัญชีเป็นสกุล {currency}'],
});

/** Where a fault is. */
const reconciliationPlaces = words({
  fault_in_cell: ['Line {line}, column {column}: {fault}', '第 {line} 行，{column} 列：{fault}', 'Línea {line}, columna {column}: {fault}', 'บรรทัด {line} คอลัมน์ {column}: {fault}'],
  fault_in_line: ['Line {line}: {fault}', '第 {line} 行：{fault}', 'Línea {line}: {fault}', 'บรรทัด {line}: {fault}'],
  fault_in_file: ['The file can’t be read: {fault}', '无法读取文件：{fault}', 'No se puede leer el archivo: {fault}', 'อ่านไฟล์ไม่ได้: {fault}'],
});

export const reconciliationTexts = {
  ...factorTexts,
  ...bankFileWords,
  ...reconciliationPlaces,
  ...words({
    mapping_missing: ['This upstream has no mapping yet: save one first', '该支付渠道尚无映射，请先保存', 'Este proveedor aún no tiene correspondencia: guárdela primero', 'ผู้ให้บริการนี้ยังไม่มีการจับคู่ โปรดบันทึกก่อน'],
    mapping_changed: ['Someone saved another mapping in the meantime: check it first', '映射已被他人更新，请先查看', 'Alguien ha guardado otra correspondencia mientras tanto: revísela primero', 'มีผู้บันทึกการจับคู่อื่นไปแล้ว โปรดตรวจสอบก่อน'],
    mapping_heading: ['Use at most 100 characters', '最多 100 个字符', 'Use 100 caracteres como máximo', 'ข้อความไม่เกิน 100 ตัวอักษร'],
    mapping_letter: ['Without headings, a column is named by its letters, such as C', '没有标题行时请用列字母表示，例如 C', 'Sin encabezados, una columna se indica con su letra, por ejemplo C', 'เมื่อไม่มีหัวคอลัมน์ ให้ระบุด้วยตัวอักษร เช่น C'],
    mapping_no_number: ['A line needs the upstream’s number or ours', '每行需要渠道单号或我方单号', 'Una línea necesita el número del proveedor o el nuestro', 'แต่ละบรรทัดต้องมีหมายเลขของผู้ให้บริการหรือของเรา'],
    mapping_signs: ['The decimal sign and thousands separator must differ', '小数点与千位分隔符不能相同', 'El signo decimal y el separador de miles deben ser distintos', 'จุดทศนิยมกับตัวคั่นหลักพันต้องไม่เหมือนกัน'],
    mapping_kind: ['Set the type column and what its values mean, or one type for all lines', '请指定类型列及其取值含义，或统一的类型', 'Indique la columna del tipo y qué significan sus valores, o un tipo para todas las líneas', 'ระบุคอลัมน์ประเภทและความหมายของข้อความ หรือประเภทของทุกบรรทัด'],
    mapping_statuses: ['Set both the status column and what its values mean, or neither', '请同时指定状态列及其取值含义，或都不指定', 'Indique la columna del estado y qué significan sus valores, o ninguna de las dos cosas', 'ระบุคอลัมน์สถานะและความหมายของข้อความ หรือไม่ระบุทั้งคู่'],
    mapping_twice: ['A value appears twice', '取值重复', 'Un valor aparece dos veces', 'มีค่าซ้ำ'],
    mapping_zone: ['Enter a time zone such as Asia/Shanghai', '请输入时区，例如 Asia/Shanghai', 'Introduzca una zona horaria, por ejemplo Asia/Shanghai', 'กรอกเขตเวลา เช่น Asia/Shanghai'],
    day_future: ['This day hasn’t started yet', '该日期尚未开始', 'Este día aún no ha empezado', 'ยังไม่ถึงวันนี้'],
  }),
};
