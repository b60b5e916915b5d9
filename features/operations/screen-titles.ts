/** The title of the operators' start page. The menu shows it before the screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const operatorTitles = words({
  start: ['Home', '首页', 'Inicio', 'หน้าแรก'],
});
