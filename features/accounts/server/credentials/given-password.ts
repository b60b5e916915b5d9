/** The password that an agent chose for a user. The user can never choose it, so that the agent does not know theirs. */
import type { User } from '../store.ts';
import type { Passwords } from './passwords.ts';

/** Compares as a login would: two passwords that differ only in how a letter is encoded are the same. */
export async function isGivenPassword(
  passwords: Passwords,
  user: Pick<User, 'givenPasswordHash'> | undefined,
  chosen: string,
): Promise<boolean> {
  return user?.givenPasswordHash != null && passwords.verify(user.givenPasswordHash, chosen);
}
