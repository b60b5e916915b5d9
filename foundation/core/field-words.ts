/** Messages for wrong fields, for the checks that all features share. Features add their own tables. */
import { words } from './words.ts';

export const fieldWords = words({
  required: ['This is needed', '此项为必填', 'Este dato es obligatorio', 'ต้องกรอกช่องนี้'],
  unknown_field: ['This field is not known', '未知字段', 'Este campo no existe', 'ไม่รู้จักช่องข้อมูลนี้'],
  wrong: ['This value is not valid', '该值无效', 'Este valor no es válido', 'ค่านี้ไม่ถูกต้อง'],
  too_long: ['At most {maximum, number} characters', '最多 {maximum, number} 个字符', 'Como máximo {maximum, number} caracteres', 'ไม่เกิน {maximum, number} ตัวอักษร'],
  too_short: ['At least {minimum, number} characters', '至少 {minimum, number} 个字符', 'Al menos {minimum, number} caracteres', 'อย่างน้อย {minimum, number} ตัวอักษร'],
  amount_form: ['Enter an amount such as 1234.50', '请输入金额，例如 1234.50', 'Introduzca un importe, por ejemplo 1234.50', 'กรอกจำนวนเงิน เช่น 1234.50'],
  amount_either: ['This can be read as {whole} or as {parted}: write one of the two', '无法确定是 {whole} 还是 {parted}，请明确填写其中之一', 'Puede leerse como {whole} o como {parted}: escriba uno de los dos', 'อ่านได้ทั้ง {whole} และ {parted} โปรดเขียนให้ชัดเจนเป็นค่าใดค่าหนึ่ง'],
  amount_currency: ['{mark} is not the platform’s currency, {currency}', '{mark} 不是平台币种 {currency}', '{mark} no es la moneda de la plataforma, {currency}', '{mark} ไม่ใช่สกุลเงินของแพลตฟอร์ม ({currency})'],
  percent_form: ['Enter a percentage with at most four decimals', '请输入百分比，最多四位小数', 'Introduzca un porcentaje con cuatro decimales como máximo', 'กรอกเปอร์เซ็นต์ ทศนิยมไม่เกินสี่ตำแหน่ง'],
  time_form: ['Enter a time', '请输入时间', 'Introduzca una hora', 'กรอกเวลา'],
  date_form: ['Enter a date', '请输入日期', 'Introduzca una fecha', 'กรอกวันที่'],
  number_form: ['Enter a number', '请输入数字', 'Introduzca un número', 'กรอกตัวเลข'],
  number_least: ['At least {minimum, number}', '不能小于 {minimum, number}', 'Como mínimo {minimum, number}', 'ต้องไม่น้อยกว่า {minimum, number}'],
  number_most: ['At most {maximum, number}', '不能大于 {maximum, number}', 'Como máximo {maximum, number}', 'ต้องไม่เกิน {maximum, number}'],
  file_too_large: ['The file must not exceed {megabytes, number}M', '文件大小不能超过{megabytes, number}M', 'El archivo no debe superar {megabytes, number}M', 'ไฟล์ต้องไม่เกิน {megabytes, number}M'],
  amount_order: ['The highest amount is below the lowest', '最高金额低于最低金额', 'El importe máximo es inferior al mínimo', 'จำนวนเงินสูงสุดน้อยกว่าจำนวนเงินต่ำสุด'],
  range_order: ['The end lies before the beginning', '结束时间早于开始时间', 'El final es anterior al principio', 'เวลาสิ้นสุดอยู่ก่อนเวลาเริ่มต้น'],
});
