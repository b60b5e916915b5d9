/** Title of the page that an invited person opens, needed before the page is loaded. */
import { words } from '#foundation/core/words.ts';

export const joinTitles = words({
  join_title: ['Join as an operator', '加入为运营人员', 'Alta de operador', 'เข้าร่วมเป็นผู้ดูแลระบบ'],
});
