/** The title of the dashboard. The menu shows it before the screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const dashboardTitles = words({
  dashboard: ['Home', '首页', 'Inicio', 'หน้าแรก'],
});
