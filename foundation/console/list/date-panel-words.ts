/** Strings for choosing a day or a range of days. Loaded with the calendar. */
import { words } from '#foundation/core/words.ts';

export const datePanelWords = words({
  first_day: ['First day', '开始日期', 'Primer día', 'วันแรก'],
  last_day: ['Last day', '结束日期', 'Último día', 'วันสุดท้าย'],
  choose: ['Choose the first day, or type both', '请选择开始日期，或直接输入', 'Elija el primer día o escriba ambos', 'เลือกวันแรก หรือพิมพ์ทั้งสองวัน'],
  choose_last: ['Now choose the last day', '请选择结束日期', 'Ahora elija el último día', 'เลือกวันสุดท้าย'],
  length: ['{count, plural, one {# day} other {# days}}', '{count, number} 天', '{count, plural, one {# día} other {# días}}', '{count, number} วัน'],
  from_then: ['From that day on', '自该日起', 'Desde ese día', 'ตั้งแต่วันนั้นเป็นต้นไป'],
  until_then: ['Up to that day', '截至该日', 'Hasta ese día', 'จนถึงวันนั้น'],
  order: ['The last day is before the first', '结束日期早于开始日期', 'El último día es anterior al primero', 'วันสุดท้ายต้องไม่มาก่อนวันแรก'],
  previous_month: ['Previous month', '上个月', 'Mes anterior', 'เดือนก่อนหน้า'],
  next_month: ['Next month', '下个月', 'Mes siguiente', 'เดือนถัดไป'],
  previous_year: ['Previous year', '上一年', 'Año anterior', 'ปีก่อนหน้า'],
  next_year: ['Next year', '下一年', 'Año siguiente', 'ปีถัดไป'],
  previous_decade: ['Previous decade', '前十年', 'Diez años atrás', 'สิบปีก่อน'],
  next_decade: ['Next decade', '后十年', 'Diez años adelante', 'สิบปีถัดไป'],
  choose_month: ['Choose a month', '选择月份', 'Elegir un mes', 'เลือกเดือน'],
  choose_year: ['Choose a year', '选择年份', 'Elegir un año', 'เลือกปี'],
  apply: ['Apply', '应用', 'Aplicar', 'ใช้'],
  clear: ['Clear', '清除', 'Borrar', 'ลบ'],
});
