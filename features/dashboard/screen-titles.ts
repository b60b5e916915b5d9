/** The title of the dashboard: the menu has them before any screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const dashboardTitles = words({
  dashboard: ['Dashboard', '首页', 'Panel', 'แดชบอร์ด'],
});
