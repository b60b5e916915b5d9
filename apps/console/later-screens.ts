/**
 * Members' screens that the page's first code does not know, because it must stay small. They are in the menu like all
 * others: a group's in their group, the others below the money log. But their code is not prefetched before the login is checked.
 */
import { downloadScreens } from '#features/downloads/console/screens.ts';
import { noticeScreens } from '#features/notices/console/screens.ts';
import { portalScreens } from '#features/portal/console/screens.ts';
import { logScreens } from '#features/sessions/console/screens.ts';
import { statementScreens } from '#features/statements/console/screens.ts';
import type { Screen } from '#foundation/console/page/screen.ts';

export const laterScreens: readonly Screen[] = [
  ...statementScreens(() => import('./StatementScreen.tsx')),
  ...portalScreens,
];

/** The last of the account's group, for every logged-in user. */
export const lastScreens: readonly Screen[] = [...logScreens, ...downloadScreens, ...noticeScreens];
