/** Strings that say when collected money becomes available. */
import { words } from '#foundation/core/words.ts';

export const settlementWords = words({
  settles_same_day: ['at once', '即时可用', 'al instante', 'ทันที'],
  settles_next_day: ['at the next midnight', '次日零点可用', 'a la medianoche siguiente', 'เมื่อถึงเที่ยงคืนถัดไป'],
  settles_part: ['{percent} at once, the rest at the next midnight', '{percent} 即时可用，其余次日零点可用', '{percent} al instante, el resto a la medianoche siguiente', '{percent} ใช้ได้ทันที ที่เหลือเมื่อถึงเที่ยงคืนถัดไป'],
  settles_days: ['{days, plural, one {# calendar day} other {# calendar days}} after payment', '支付后 {days, number} 个自然日', '{days, plural, one {# día natural} other {# días naturales}} tras el pago', '{days, number} วันปฏิทินหลังชำระ'],
  settles_working_days: ['{days, plural, one {# working day} other {# working days}} after payment', '支付后 {days, number} 个工作日', '{days, plural, one {# día hábil} other {# días hábiles}} tras el pago', '{days, number} วันทำการหลังชำระ'],
});
