/** The lists of this feature that a user can export as a file, and what can be wrong with their filters. */
import { words } from '#foundation/core/words.ts';

export const statementExports = ['statement', 'statementEntries'] as const;

export const statementFilterWords = words({
  one_period: [
    'Choose a range, a month or a year, not several',
    '时间范围、月份、年份只能填写其中一项',
    'Indique un periodo, un mes o un año, no varios',
    'ระบุช่วงเวลา เดือน หรือปีเพียงอย่างเดียว',
  ],
  date_or_range: [
    'Choose a date or a range, not both',
    '日期与时间范围只能填写其中一项',
    'Indique una fecha o un periodo, no ambos',
    'ระบุวันที่หรือช่วงเวลาเพียงอย่างเดียว',
  ],
  month_form: [
    'Enter a month such as 2026-11',
    '请输入月份，例如 2026-11',
    'Introduzca un mes, por ejemplo 2026-11',
    'กรอกเดือน เช่น 2026-11',
  ],
  year_form: [
    'Enter a year such as 2026',
    '请输入年份，例如 2026',
    'Introduzca un año, por ejemplo 2026',
    'กรอกปี เช่น 2026',
  ],
  days_most: [
    'A daily statement covers at most {maximum, number} days; group it by month',
    '按日对账最多 {maximum, number} 天，请改为按月统计',
    'Un extracto diario abarca como máximo {maximum, number} días; agrúpelo por meses',
    'ใบแจ้งยอดรายวันครอบคลุมไม่เกิน {maximum, number} วัน โปรดจัดกลุ่มตามเดือน',
  ],
  years_most: [
    'A statement covers at most {maximum, number} years',
    '对账单最多覆盖 {maximum, number} 年',
    'Un extracto abarca como máximo {maximum, number} años',
    'ใบแจ้งยอดครอบคลุมไม่เกิน {maximum, number} ปี',
  ],
  day_to_come: ['This day hasn’t started yet', '该日期尚未开始', 'Este día aún no ha empezado', 'ยังไม่ถึงวันนี้'],
  channel_range: [
    'With a channel, choose a date or a range of at most {maximum, number} days',
    '按通道查询时，请填写日期或不超过 {maximum, number} 天的时间范围',
    'Con un canal, indique una fecha o un periodo de {maximum, number} días como máximo',
    'เมื่อระบุช่องทาง โปรดระบุวันที่หรือช่วงเวลาไม่เกิน {maximum, number} วัน',
  ],
});
