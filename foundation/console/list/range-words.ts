/** Names of the quick ranges of days, and of filters that have no room in the bar. */
import { words } from '#foundation/core/words.ts';

export const rangeWords = words({
  today: ['Today', '今天', 'Hoy', 'วันนี้'],
  yesterday: ['Yesterday', '昨天', 'Ayer', 'เมื่อวาน'],
  week: ['This week', '本周', 'Esta semana', 'สัปดาห์นี้'],
  lastweek: ['Last week', '上周', 'La semana pasada', 'สัปดาห์ที่แล้ว'],
  month: ['This month', '本月', 'Este mes', 'เดือนนี้'],
  lastmonth: ['Last month', '上月', 'El mes pasado', 'เดือนที่แล้ว'],
  year: ['This year', '今年', 'Este año', 'ปีนี้'],
  last7: ['Last 7 days', '最近 7 天', 'Últimos 7 días', '7 วันที่ผ่านมา'],
  last30: ['Last 30 days', '最近 30 天', 'Últimos 30 días', '30 วันที่ผ่านมา'],
  more_filters: ['{count, plural, one {# more filter} other {# more filters}}', '还有 {count, number} 个筛选', '{count, plural, one {# filtro más} other {# filtros más}}', 'ตัวกรองอีก {count, number} รายการ'],
  fewer_filters: ['Fewer filters', '收起筛选', 'Menos filtros', 'ซ่อนตัวกรอง'],
});
