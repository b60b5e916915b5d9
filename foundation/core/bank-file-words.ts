/** What is wrong with a bank's statement. Features that read such files add this table to their texts. */
import { words } from './words.ts';

export const bankFileWords = words({
  bank_file_type: ['This file isn’t a bank statement we can read: choose a camt.053 or MT940 file', '无法识别该对账单，请选择 camt.053 或 MT940 文件', 'No es un extracto que podamos leer: elija un archivo camt.053 o MT940', 'ไฟล์นี้ไม่ใช่รายการเดินบัญชีที่อ่านได้ โปรดเลือกไฟล์ camt.053 หรือ MT940'],
  bank_file_encoding: ['Line {line, number}: the text doesn’t match the encoding stated in the file', '第 {line, number} 行：文字与文件声明的编码不符', 'Línea {line, number}: el texto no corresponde a la codificación que declara el archivo', 'บรรทัด {line, number}: ตัวอักษรไม่ตรงกับการเข้ารหัสที่ไฟล์ระบุ'],
  bank_file_broken: [
    'Line {line, number}, column {column, number}: the XML is damaged or incomplete',
    '第 {line, number} 行第 {column, number} 列：XML 已损坏或不完整',
    'Línea {line, number}, columna {column, number}: el XML está dañado o incompleto',
    'บรรทัด {line, number} คอลัมน์ {column, number}: XML เสียหายหรือไม่ครบถ้วน',
  ],
  bank_file_doctype: [
    'Line {line, number}: a statement can’t contain a document type with entities',
    '第 {line, number} 行：对账单中不允许使用带实体的文档类型声明',
    'Línea {line, number}: un extracto no puede incluir una declaración DOCTYPE con entidades',
    'บรรทัด {line, number}: รายการเดินบัญชีต้องไม่มีการประกาศชนิดเอกสารที่มีเอนทิตี',
  ],
  bank_file_deep: ['Line {line, number}: {field} is nested too deeply', '第 {line, number} 行：{field} 嵌套层级过深', 'Línea {line, number}: {field} tiene demasiados niveles de anidamiento', 'บรรทัด {line, number}: {field} ซ้อนกันหลายชั้นเกินไป'],
  bank_file_large: ['The file is larger than {megabytes, number} MB: ask your bank for one file per day', '文件超过 {megabytes, number} MB，请向银行索取按日拆分的文件', 'El archivo supera los {megabytes, number} MB: pida a su banco un archivo por día', 'ไฟล์ใหญ่เกิน {megabytes, number} MB โปรดขอไฟล์รายวันจากธนาคาร'],
  bank_file_empty: ['This file contains no statement', '文件中没有对账单', 'El archivo no contiene ningún extracto', 'ไม่มีรายการเดินบัญชีในไฟล์นี้'],
  bank_field_missing: ['Line {line, number}: {field} is missing', '第 {line, number} 行：缺少 {field}', 'Línea {line, number}: falta {field}', 'บรรทัด {line, number}: ไม่มี {field}'],
  bank_field_form: ['Line {line, number}: {field} can’t be read: “{text}”', '第 {line, number} 行：无法读取 {field}：“{text}”', 'Línea {line, number}: no se puede leer {field}: «{text}»', 'บรรทัด {line, number}: อ่าน {field} ไม่ได้: “{text}”'],
  bank_field_order: ['Line {line, number}: unexpected {field}', '第 {line, number} 行：{field} 不应出现在此处', 'Línea {line, number}: {field} no corresponde aquí', 'บรรทัด {line, number}: ไม่ควรมี {field} ตรงนี้'],
  bank_currency_differs: [
    'Line {line, number}: {field} is in {text}, but the account is in {currency}',
    '第 {line, number} 行：{field} 的币种为 {text}，而账户币种为 {currency}',
    'Línea {line, number}: {field} está en {text}, pero la cuenta está en {currency}',
    'บรรทัด {line, number}: {field} เป็นสกุล {text} แต่บัญชีเป็นสกุล {currency}',
  ],
  bank_sum_differs: [
    'Line {line, number}: {field} is {closing}, but the opening balance plus movements is {total}',
    '第 {line, number} 行：{field} 为 {closing}，而期初余额加发生额为 {total}',
    'Línea {line, number}: {field} es {closing}, pero el saldo inicial y los movimientos suman {total}',
    'บรรทัด {line, number}: {field} คือ {closing} แต่ยอดยกมารวมรายการเป็น {total}',
  ],
  bank_parts_differ: ['Line {line, number}: {field} is {amount}, but its parts add up to {total}', '第 {line, number} 行：{field} 为 {amount}，而其明细合计为 {total}', 'Línea {line, number}: {field} es {amount}, pero sus partes suman {total}', 'บรรทัด {line, number}: {field} คือ {amount} แต่รายการย่อยรวมเป็น {total}'],
  bank_chain_differs: [
    'Line {line, number}: {field} is {amount}, but the previous statement ends with {total}',
    '第 {line, number} 行：{field} 为 {amount}，而上一份对账单的期末余额为 {total}',
    'Línea {line, number}: {field} es {amount}, pero el extracto anterior termina con {total}',
    'บรรทัด {line, number}: {field} คือ {amount} แต่รายการเดินบัญชีก่อนหน้าจบด้วย {total}',
  ],
  bank_pages_differ: [
    'Line {line, number}: {field} is {amount}, but the previous page ends with {total}',
    '第 {line, number} 行：{field} 为 {amount}，而上一页的余额为 {total}',
    'Línea {line, number}: {field} es {amount}, pero la página anterior termina con {total}',
    'บรรทัด {line, number}: {field} คือ {amount} แต่หน้าก่อนจบด้วย {total}',
  ],
});
