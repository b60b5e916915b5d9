/** The title of the dashboard. The menu shows it before the screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const dashboardTitles = words({
  dashboard: ['Dashboard', '首页', 'Panel', 'แดชบอร์ด'],
});
