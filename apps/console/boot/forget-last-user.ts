/** Forgets the last user of a page. Separate from last-user.ts to keep the first code small. */
import { STORAGE_KEY } from './last-user.ts';

export function forgetLastUser(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage there is nothing to remove.
  }
}
