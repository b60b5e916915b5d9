/** Every screen before the login. */
import { userScreens } from '#features/accounts/console/screens.ts';
import { joinScreens } from '#features/staff/console/public-screens.ts';
import type { Screen } from '#foundation/console/page/screen.ts';

export const publicScreens: readonly Screen[] = [...userScreens, ...joinScreens];
