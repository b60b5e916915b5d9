/** Texts about a table that can't be read, a row that can't be paid, and a batch that is refused. */
import { beneficiaryTexts } from '#features/cards/beneficiary-words.ts';
import { disbursementTexts } from '#features/disbursements/words.ts';
import { paymentTexts } from '#features/accounts/payment-words.ts';
import { words } from '#foundation/core/words.ts';

const { payouts_rest, payouts_stopped, payout_not_enabled, order_conflict, request_id_form } = disbursementTexts;

export const batchTexts = {
  ...paymentTexts,
  ...beneficiaryTexts,
  payouts_rest,
  payouts_stopped,
  payout_not_enabled,
  order_conflict,
  request_id_form,
  ...words({
    table_type: ['This isn’t a spreadsheet: choose an .xlsx or .csv file', '文件不是表格，请选择 .xlsx 或 .csv 文件', 'No es una hoja de cálculo: elija un archivo .xlsx o .csv', 'ไฟล์นี้ไม่ใช่ตาราง โปรดเลือกไฟล์ .xlsx หรือ .csv'],
    table_encoding: ['The file’s encoding can’t be determined: save it as CSV UTF-8 or .xlsx', '无法确定文件的文字编码，请另存为 CSV UTF-8 或 .xlsx', 'No se puede determinar la codificación de este archivo: guárdelo como CSV UTF-8 o como .xlsx', 'ไม่สามารถระบุการเข้ารหัสตัวอักษรของไฟล์นี้ได้ โปรดบันทึกเป็น CSV UTF-8 หรือ .xlsx'],
    table_old: ['This is an old or protected workbook: save it as .xlsx without a password', '这是旧版或加密的工作簿，请另存为不带密码的 .xlsx', 'Es un libro antiguo o protegido: guárdelo como .xlsx sin contraseña', 'เป็นสมุดงานรุ่นเก่าหรือมีรหัสผ่าน โปรดบันทึกเป็น .xlsx โดยไม่ใส่รหัสผ่าน'],
    table_broken: ['This file is damaged: save it again and retry', '文件已损坏，请重新保存后再试', 'El archivo está dañado: guárdelo de nuevo e inténtelo otra vez', 'ไฟล์เสียหาย โปรดบันทึกใหม่แล้วลองอีกครั้ง'],
    table_inflated: ['This file is too large once unpacked: copy the rows into a new workbook', '文件解压后过大，请将数据复制到新的工作簿', 'El archivo ocupa demasiado al descomprimirse: copie las filas a un libro nuevo', 'ไฟล์มีขนาดใหญ่เกินไปเมื่อคลายออก โปรดคัดลอกแถวไปยังสมุดงานใหม่'],
    table_empty: ['This file has no rows', '文件中没有数据', 'El archivo no tiene filas', 'ไฟล์นี้ไม่มีแถวข้อมูล'],
    table_rows: ['{count, number} rows are too many: a batch has at most {most, number}', '共 {count, number} 行，每批最多 {most, number} 行', '{count, number} filas son demasiadas: como máximo {most, number} por lote', 'มี {count, number} แถว เกินกำหนด ชุดละไม่เกิน {most, number} แถว'],
    table_merged: ['Cells {cells} are merged: split them', '单元格 {cells} 已合并，请取消合并', 'Las celdas {cells} están combinadas: sepárelas', 'เซลล์ {cells} ถูกรวมไว้ โปรดแยกเซลล์'],
    header_missing: ['Missing columns: {columns}. Use the template’s headings', '缺少以下列：{columns}。请使用模板的表头', 'Faltan estas columnas: {columns}. Use los encabezados de la plantilla', 'ขาดคอลัมน์ {columns} โปรดใช้หัวตารางตามแม่แบบ'],
    header_double: ['The column {column} appears twice: keep one', '“{column}”列重复，请只保留一列', 'La columna {column} está dos veces: deje una', 'มีคอลัมน์ {column} ซ้ำ โปรดเหลือไว้เพียงคอลัมน์เดียว'],
    header_hidden: ['Hidden columns: {columns}. Show or delete them', '以下列已被隐藏：{columns}。请取消隐藏或删除', 'Estas columnas están ocultas: {columns}. Muéstrelas o elimínelas', 'คอลัมน์เหล่านี้ถูกซ่อนไว้: {columns} โปรดแสดงหรือลบออก'],
    header_unknown: ['Unknown columns: {columns}. Remove them', '无法识别以下列：{columns}，请删除', 'Columnas desconocidas: {columns}. Elimínelas', 'ไม่รู้จักคอลัมน์ {columns} โปรดลบออก'],
    // A table takes either decimal sign, so the example is the reader's.
    amount_form: ['Enter an amount such as 1234.50', '请输入金额，例如 1234.50', 'Introduzca un importe, por ejemplo 1234,50', 'กรอกจำนวนเงิน เช่น 1234.50'],
    payout_range: ['Pay between {least} and {most}', '单笔代付金额为 {least} 至 {most}', 'Pague entre {least} y {most}', 'จ่ายได้ครั้งละ {least} ถึง {most}'],
    cell_differs: [
      'The sheet shows {shown}, but the cell contains {held}: change its number format, or type the value again as text',
      '表格显示 {shown}，但单元格的实际值为 {held}，请修改数字格式，或以文本重新输入',
      'La hoja muestra {shown}, pero la celda contiene {held}: cambie el formato de número o escriba el valor de nuevo como texto',
      'ตารางแสดง {shown} แต่เซลล์เก็บค่า {held} โปรดเปลี่ยนรูปแบบตัวเลข หรือพิมพ์ค่าใหม่เป็นข้อความ',
    ],
    cells_beyond: [
      'This row has more cells than headings ({cells}): put amounts with a comma in quotes, and write nothing beside the table',
      '该行的单元格多于表头（{cells}）：含逗号的金额请用引号括起，表格旁请勿填写其他内容',
      'La fila tiene más celdas que encabezados hay ({cells}): ponga entre comillas los importes con coma y no escriba nada junto a la tabla',
      'แถวนี้มีเซลล์มากกว่าหัวตาราง ({cells}) โปรดใส่เครื่องหมายคำพูดคร่อมจำนวนเงินที่มีจุลภาค และอย่าพิมพ์สิ่งใดไว้ข้างตาราง',
    ],
    account_form: ['Enter a card number, or an Alipay account’s mobile number or email address', '请输入银行卡号，或支付宝账号（手机号或邮箱）', 'Introduzca un número de tarjeta, o el teléfono o el correo de una cuenta de Alipay', 'กรอกเลขบัตร หรือหมายเลขมือถือหรืออีเมลของบัญชี Alipay'],
    cell_formula: ['This cell contains a formula or its error: paste the value instead', '该单元格是公式或公式错误，请粘贴为数值', 'La celda contiene una fórmula o su error: pegue el valor', 'เซลล์นี้เป็นสูตรหรือข้อผิดพลาดของสูตร โปรดวางเป็นค่าแทน'],
    account_rounded: [
      'Numbers of more than 15 digits lose digits in a number cell: format the column as text and type the account again',
      '超过 15 位的数字在数值单元格中会丢失位数，请将该列设为文本后重新输入账号',
      'Los números de más de 15 cifras pierden cifras en una celda numérica: dé formato de texto a la columna y escriba la cuenta de nuevo',
      'ตัวเลขเกิน 15 หลักจะสูญเสียหลักในเซลล์ตัวเลข โปรดตั้งคอลัมน์เป็นข้อความแล้วพิมพ์เลขบัญชีใหม่',
    ],
    not_certified: ['Get certified before you pay out', '请先完成实名认证再代付', 'Complete su verificación antes de pagar', 'โปรดยืนยันตัวตนให้เสร็จก่อนจ่ายเงิน'],
    rows_wrong: [
      '{count, plural, one {One row has} other {# rows have}} errors: fix them, or pay only the rows that are ready',
      '有 {count, plural, other {#}} 行存在错误，请更正，或只提交可付款的行',
      '{count, plural, one {# fila tiene} other {# filas tienen}} errores: corríjalos o pague solo las filas listas',
      'มี {count, plural, other {#}} แถวที่มีข้อผิดพลาด โปรดแก้ไข หรือจ่ายเฉพาะแถวที่พร้อม',
    ],
    nothing_failed: ['No payout in this batch has failed', '该批次没有失败的代付', 'Ningún pago de este lote ha fallado', 'ไม่มีรายการจ่ายในชุดนี้ที่ไม่สำเร็จ'],
    no_good_rows: ['No row is ready to be paid: fix the rows first', '没有可提交的行，请先更正', 'No se puede pagar ninguna fila: corrija antes las filas', 'ไม่มีแถวที่จ่ายได้ โปรดแก้ไขแถวก่อน'],
    balance_insufficient: [
      'The batch needs {needed} including fees, but {available} is available: nothing was paid',
      '本批次含手续费共需 {needed}，可用余额为 {available}，未执行任何付款',
      'El lote necesita {needed}, comisiones incluidas, y hay {available} disponible: no se pagó nada',
      'ชุดนี้ต้องใช้ {needed} รวมค่าธรรมเนียม แต่มียอดที่ใช้ได้ {available} จึงยังไม่มีการจ่าย',
    ],
  }),
};
