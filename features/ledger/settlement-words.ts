/** Strings that say when collected money becomes available. */
import { words } from '#foundation/core/words.ts';

export const settlementWords = words({
  settles_same_day: ['same day', '即时可用', 'en el mismo día', 'ทันที'],
  settles_next_day: ['next day at midnight', '次日零点可用', 'a medianoche del día siguiente', 'เมื่อถึงเที่ยงคืนถัดไป'],
  settles_part: ['{percent} right away, the rest at midnight', '{percent} 即时可用，其余次日零点可用', '{percent} al instante, el resto a medianoche', '{percent} ใช้ได้ทันที ที่เหลือเมื่อถึงเที่ยงคืนถัดไป'],
  settles_days: ['{days, plural, one {# calendar day} other {# calendar days}} after payment', '支付后 {days, number} 个自然日', '{days, plural, one {# día natural} other {# días naturales}} después del cobro', '{days, number} วันปฏิทินหลังชำระ'],
  settles_working_days: ['{days, plural, one {# working day} other {# working days}} after payment', '支付后 {days, number} 个工作日', '{days, plural, one {# día hábil} other {# días hábiles}} después del cobro', '{days, number} วันทำการหลังชำระ'],
});
