/** Logs out at the user's own request. */
import { logOut } from '#features/accounts/console/session.ts';
import { clearErrors } from '#foundation/console/wire/error-log.ts';

export async function leave(): Promise<void> {
  await logOut();
  // The next user must not see this user's errors.
  clearErrors();
}
