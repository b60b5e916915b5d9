/** Apart from what the first code of a page needs of its last reader. */
import { KEPT_READER } from './known-reader.ts';

export function forgetReader(): void {
  try {
    localStorage.removeItem(KEPT_READER);
  } catch {
    // Nothing is kept there then.
  }
}
