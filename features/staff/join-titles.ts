/** Title of the page that an invited person opens, needed before the page is loaded. */
import { words } from '#foundation/core/words.ts';

export const joinTitles = words({
  join_title: ['Join', '加入', 'Alta', 'เข้าร่วม'],
});
