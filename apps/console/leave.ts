/** Leaving by one's own will, from wherever one stands. */
import { logOut } from '#features/users/console/session.ts';
import { clearErrors } from '#foundation/console/error-log.ts';

export async function leave(): Promise<void> {
  await logOut();
  // What went wrong for one person is nothing for the next to read.
  clearErrors();
}
