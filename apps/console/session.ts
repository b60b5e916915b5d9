/**
 * Who is logged in, as the console knows it: the token in its cookie, and what the server says about its owner. The server
 * checks every call by itself; nothing here grants anything.
 */
import type { UserInfo } from '#features/users/contract.ts';
import { userScreenWords } from '#features/users/screen-words.ts';
import { sendCall } from '#foundation/console/api.ts';
import { language } from '#foundation/console/language.ts';
import { cell } from '#foundation/console/signal.ts';
import { dropToken, readToken } from '#foundation/console/token.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';

interface Known {
  token: string;
  info: UserInfo;
}

/** Whom the server named for the current token; empty until it is asked. */
export const session = cell<Known | undefined>(undefined);

/** Asks once a token; a new token is asked anew. Fails with a message for people. */
export async function loadSession(): Promise<UserInfo> {
  const token = readToken();
  const known = session.get();
  if (known && known.token === token) return known.info;
  const info = await sendCall<UserInfo | undefined>('POST', '/user/info', {}, { quiet: true });
  if (!info?.userinfo) throw new Error(formatPhrase(userScreenWords.info_empty, language.get()));
  if (!Array.isArray(info.roles) || info.roles.length === 0) throw new Error(formatPhrase(userScreenWords.roles_empty, language.get()));
  if (token !== undefined) session.set({ token, info });
  return info;
}

/** The server ends the session; whatever it answers, this browser forgets it. */
export async function logOut(): Promise<void> {
  try {
    await sendCall('POST', '/user/logout', undefined, { quiet: true });
  } catch {
    // Ended already, or out of reach: the token runs out on the server, and here it is gone.
  }
  forgetSession();
}

export function forgetSession(): void {
  dropToken();
  session.set(undefined);
}
