/**
 * Members' screens that the page's first code does not know, because it must stay small. They are in the menu like all
 * others, above the account's group, but their code is not prefetched before the login is checked.
 */
import { portalScreens } from '#features/portal/console/screens.ts';
import type { Screen } from '#foundation/console/page/screen.ts';

export const laterScreens: readonly Screen[] = [...portalScreens];
