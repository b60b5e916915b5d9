/** Forgets the last user of a page. Separate from known-reader.ts to keep the first code small. */
import { KEPT_READER } from './known-reader.ts';

export function forgetReader(): void {
  try {
    localStorage.removeItem(KEPT_READER);
  } catch {
    // Without storage there is nothing to remove.
  }
}
