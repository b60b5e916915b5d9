/** The title of the developers' page. The menu shows it before the page is loaded. */
import { words } from '#foundation/core/words.ts';

export const portalTitles = words({
  api: ['API', 'API 对接', 'API', 'API'],
});
