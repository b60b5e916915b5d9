/** Messages for wrong fields, for the checks that all features share. Features add their own tables. */
import { words } from './words.ts';

export const fieldWords = words({
  required: ['Required', '必填项', 'Campo obligatorio', 'จำเป็นต้องกรอก'],
  unknown_field: ['Unknown field', '未知字段', 'Campo desconocido', 'ไม่รู้จักฟิลด์นี้'],
  wrong: ['Invalid value', '值无效', 'Valor no válido', 'ค่าไม่ถูกต้อง'],
  too_long: ['At most {maximum, number} characters', '最多 {maximum, number} 个字符', 'Como máximo {maximum, number} caracteres', 'ไม่เกิน {maximum, number} ตัวอักษร'],
  too_short: ['At least {minimum, number} characters', '至少 {minimum, number} 个字符', 'Al menos {minimum, number} caracteres', 'อย่างน้อย {minimum, number} ตัวอักษร'],
  amount_form: ['Enter an amount such as 1234.50', '请输入金额，例如 1234.50', 'Introduzca un importe, por ejemplo 1234.50', 'กรอกจำนวนเงิน เช่น 1234.50'],
  amount_either: ['This could mean {whole} or {parted}; enter one of them', '无法确定是 {whole} 还是 {parted}，请明确填写其中之一', 'Puede ser {whole} o {parted}; escriba uno de los dos', 'อาจหมายถึง {whole} หรือ {parted} โปรดกรอกค่าที่ต้องการให้ชัดเจน'],
  amount_currency: ['{mark} isn’t the platform’s currency ({currency})', '{mark} 不是平台币种（{currency}）', '{mark} no es la moneda de la plataforma ({currency})', '{mark} ไม่ใช่สกุลเงินของแพลตฟอร์ม ({currency})'],
  percent_form: ['Enter a percentage with up to four decimals', '请输入百分比，最多四位小数', 'Introduzca un porcentaje con un máximo de cuatro decimales', 'กรอกเปอร์เซ็นต์ ทศนิยมไม่เกินสี่ตำแหน่ง'],
  time_form: ['Enter a time', '请输入时间', 'Introduzca una hora', 'กรอกเวลา'],
  date_form: ['Enter a date', '请输入日期', 'Introduzca una fecha', 'กรอกวันที่'],
  number_form: ['Enter a number', '请输入数字', 'Introduzca un número', 'กรอกตัวเลข'],
  number_least: ['Must be at least {minimum, number}', '不能小于 {minimum, number}', 'Debe ser como mínimo {minimum, number}', 'ต้องไม่น้อยกว่า {minimum, number}'],
  number_most: ['Must be at most {maximum, number}', '不能大于 {maximum, number}', 'Debe ser como máximo {maximum, number}', 'ต้องไม่เกิน {maximum, number}'],
  file_too_large: ['The file must be {megabytes, number} MB or smaller', '文件大小不能超过 {megabytes, number} MB', 'El archivo no debe superar {megabytes, number} MB', 'ไฟล์ต้องมีขนาดไม่เกิน {megabytes, number} MB'],
  amount_order: ['The maximum is lower than the minimum', '最高金额低于最低金额', 'El importe máximo es menor que el mínimo', 'จำนวนเงินสูงสุดต้องไม่น้อยกว่าจำนวนเงินต่ำสุด'],
  range_order: ['The end is before the start', '结束时间早于开始时间', 'El final es anterior al inicio', 'เวลาสิ้นสุดต้องไม่มาก่อนเวลาเริ่มต้น'],
});
