/** Messages for days and times of day as people type them. `{example}` is one in the reader's language. */
import { words } from '#foundation/core/words.ts';

export const dayWords = words({
  day_form: ['Enter a day such as {example}', '请输入日期，例如 {example}', 'Introduzca un día, por ejemplo {example}', 'กรอกวันที่ เช่น {example}'],
  day_ambiguous: ['Write the month as a word, such as {example}', '日期不明确，请按此格式输入：{example}', 'Escriba el mes con letras, por ejemplo {example}', 'เขียนปีให้ครบสี่หลัก เช่น {example}'],
  day_too_early: ['Enter {day} or a later day', '请输入 {day} 或之后的日期', 'Introduzca el {day} o un día posterior', 'กรอกวันที่ {day} หรือหลังจากนั้น'],
  day_too_late: ['Enter {day} or an earlier day', '请输入 {day} 或之前的日期', 'Introduzca el {day} o un día anterior', 'กรอกวันที่ {day} หรือก่อนหน้านั้น'],
  such_as: ['e.g. {example}', '例如 {example}', 'p. ej., {example}', 'เช่น {example}'],
  calendar_of: ['Calendar: {field}', '日历：{field}', 'Calendario: {field}', 'ปฏิทิน: {field}'],
  time_form: ['Enter a time such as {example}', '请输入时间，例如 {example}', 'Introduzca una hora, por ejemplo {example}', 'กรอกเวลา เช่น {example}'],
});
