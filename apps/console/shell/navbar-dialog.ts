/** Which of the navbar's dialogs is open: the search, or the list of shortcuts. */
import { cell } from '#foundation/console/wire/signal.ts';

export type NavbarDialog = 'search' | 'shortcuts';

export const navbarDialog = cell<NavbarDialog | undefined>(undefined);
