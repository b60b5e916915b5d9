/** Phrases for relative times, which `format.ts` chooses and fills. */
import { words } from './words.ts';

export const formatWords = words({
  just_now: ['just now', '刚刚', 'ahora mismo', 'เมื่อสักครู่'],
  minutes_ago: ['{count, plural, =0 {less than a minute ago} one {# minute ago} other {# minutes ago}}', '{count, plural, =0 {不到1分钟前} other {#分钟前}}', '{count, plural, =0 {hace menos de un minuto} one {hace # minuto} other {hace # minutos}}', '{count, plural, =0 {ไม่ถึงหนึ่งนาทีที่แล้ว} other {# นาทีที่แล้ว}}'],
  hours_ago: ['{count, plural, one {# hour ago} other {# hours ago}}', '{count, number}小时前', '{count, plural, one {hace # hora} other {hace # horas}}', '{count, number} ชั่วโมงที่แล้ว'],
  days_ago: ['{count, plural, one {# day ago} other {# days ago}}', '{count, number}天前', '{count, plural, one {hace # día} other {hace # días}}', '{count, number} วันที่แล้ว'],
  in_minutes: ['{count, plural, =0 {in less than a minute} one {in # minute} other {in # minutes}}', '{count, plural, =0 {1分钟内} other {#分钟后}}', '{count, plural, =0 {en menos de un minuto} one {dentro de # minuto} other {dentro de # minutos}}', '{count, plural, =0 {ภายในหนึ่งนาที} other {ในอีก # นาที}}'],
  in_hours: ['{count, plural, one {in # hour} other {in # hours}}', '{count, number}小时后', '{count, plural, one {dentro de # hora} other {dentro de # horas}}', 'ในอีก {count, number} ชั่วโมง'],
  in_days: ['{count, plural, one {in # day} other {in # days}}', '{count, number}天后', '{count, plural, one {dentro de # día} other {dentro de # días}}', 'ในอีก {count, number} วัน'],
});
