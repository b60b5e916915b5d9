/** The title of the page of notices. The tab shows it before the screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const noticeTitles = words({
  notices: ['Notices', '消息', 'Avisos', 'การแจ้งเตือน'],
});
