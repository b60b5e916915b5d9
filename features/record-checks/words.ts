/** Texts about a file of records that can't be read, and about a check that is refused. */
import { batchTexts } from '#features/batches/words.ts';
import { words } from '#foundation/core/words.ts';

const { table_type, table_encoding, table_old, table_broken, table_inflated, table_empty } = batchTexts;

/** What is wrong with a row or a cell: the phrases below put its place in front. */
export const recordFaults = words({
  number_missing: ['the order number is missing', '缺少订单号', 'falta el número de pedido', 'ไม่มีหมายเลขคำสั่งซื้อ'],
  number_rounded: ['“{text}” lost digits in a number cell: format the column as text', '“{text}” 在数值单元格中丢失了位数，请将该列设为文本', '«{text}» perdió cifras en una celda numérica: dé formato de texto a la columna', '“{text}” สูญเสียหลักในเซลล์ตัวเลข โปรดตั้งคอลัมน์เป็นข้อความ'],
  number_long: ['an order number has at most {most, number} characters', '订单号最多 {most, number} 个字符', 'un número de pedido tiene como máximo {most, number} caracteres', 'หมายเลขคำสั่งซื้อยาวได้ไม่เกิน {most, number} ตัวอักษร'],
  status_unknown: ['unknown status “{text}”', '无法识别状态“{text}”', 'estado desconocido «{text}»', 'ไม่รู้จักสถานะ “{text}”'],
  date_wrong: ['“{text}” isn’t a date', '“{text}” 不是日期', '«{text}» no es una fecha', '“{text}” ไม่ใช่วันที่'],
  date_either: ['“{text}” could be two dates: put the year first, such as 2026-11-20', '“{text}” 可能是两个日期，请以年份开头，例如 2026-11-20', '«{text}» puede ser dos fechas: escriba primero el año, por ejemplo 2026-11-20', '“{text}” อาจเป็นได้สองวันที่ โปรดเขียนปีขึ้นก่อน เช่น 2026-11-20'],
  cells_extra: ['the row has more cells than headings', '该行的单元格多于表头', 'la fila tiene más celdas que encabezados', 'แถวนี้มีเซลล์มากกว่าหัวตาราง'],
  line_long: ['the line is too long', '该行过长', 'la línea es demasiado larga', 'บรรทัดนี้ยาวเกินไป'],
  line_totals: ['this is a totals line: remove it', '这是合计行，请删除', 'es una línea de totales: elimínela', 'นี่คือบรรทัดยอดรวม โปรดลบออก'],
  quotes_wrong: ['a quotation mark is unclosed or in the middle of a cell', '引号未闭合，或位于单元格内部', 'una comilla no se cierra, o está dentro de una celda', 'เครื่องหมายคำพูดไม่ปิด หรืออยู่ภายในเซลล์'],
});

export const recordCheckTexts = {
  table_type,
  table_encoding,
  table_old,
  table_broken,
  table_inflated,
  table_empty,
  ...words({
    row_fault: ['Line {line, number}: {fault}', '第 {line, number} 行：{fault}', 'Línea {line, number}: {fault}', 'บรรทัด {line, number}: {fault}'],
    cell_fault: ['Line {line, number}, column {column}: {fault}', '第 {line, number} 行“{column}”列：{fault}', 'Línea {line, number}, columna {column}: {fault}', 'บรรทัด {line, number} คอลัมน์ {column}: {fault}'],
    records_most: ['Line {line, number}: more than {most, number} rows; compare a shorter range', '第 {line, number} 行：超过 {most, number} 行，请缩短时间范围', 'Línea {line, number}: más de {most, number} filas; compare un periodo más corto', 'บรรทัด {line, number}: เกิน {most, number} แถว โปรดเลือกช่วงเวลาที่สั้นลง'],
    number_column: ['Line {line, number}: which column is the order number? Found: {headings}', '第 {line, number} 行：哪一列是订单号？现有列：{headings}', 'Línea {line, number}: ¿qué columna es el número de pedido? Columnas: {headings}', 'บรรทัด {line, number}: คอลัมน์ใดคือหมายเลขคำสั่งซื้อ มีคอลัมน์: {headings}'],
    amount_column: ['Line {line, number}: which column is the amount? Found: {headings}', '第 {line, number} 行：哪一列是金额？现有列：{headings}', 'Línea {line, number}: ¿qué columna es el importe? Columnas: {headings}', 'บรรทัด {line, number}: คอลัมน์ใดคือจำนวนเงิน มีคอลัมน์: {headings}'],
    named_column: ['The file has no column {column}. Found: {headings}', '文件中没有“{column}”列。现有列：{headings}', 'El archivo no tiene la columna {column}. Columnas: {headings}', 'ไฟล์ไม่มีคอลัมน์ {column} มีคอลัมน์: {headings}'],
    column_double: ['It could be {column} or {other}: choose one', '有两列可能符合：{column} 和 {other}，请指定其中一列', 'Puede ser {column} o {other}: indique una', 'อาจหมายถึงสองคอลัมน์ คือ {column} และ {other} โปรดระบุคอลัมน์ที่ถูกต้อง'],
    range_most: ['At most {most, number} days at a time', '每次最多 {most, number} 天', 'Como máximo {most, number} días cada vez', 'ครั้งละไม่เกิน {most, number} วัน'],
    checks_limit: ['Too many comparisons; try again in {minutes, number} min', '核对过于频繁，请在 {minutes, number} 分钟后重试', 'Demasiadas comparaciones; inténtelo dentro de {minutes, number} min', 'เปรียบเทียบบ่อยเกินไป โปรดลองใหม่ในอีก {minutes, number} นาที'],
    checks_waiting: ['{most, number} comparisons are already running; wait for one to finish', '已有 {most, number} 个核对正在进行，请等待完成', 'Ya hay {most, number} comparaciones en curso; espere a que termine una', 'มีการเปรียบเทียบ {most, number} รายการกำลังทำอยู่ โปรดรอให้เสร็จ'],
  }),
};
