/**
 * Login with a password that the platform itself has published. It allows no more than the login page would with that
 * password.
 */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { Session } from '#foundation/core/session.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { LoggedIn } from '../../contract.ts';
import { isLoginAddressAllowed } from '../../rules.ts';
import { logUserIn, loggedIn } from './log-user-in.ts';
import type { Passwords } from '../credentials/passwords.ts';
import { endSession } from '#features/sessions/server/verbs.ts';
import { lockUser, selectUserByAccount } from '../store.ts';

export interface PublishedPasswordDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  audit: AuditVerbs;
  notices: NoticeVerbs;
  factors: Pick<FactorVerbs, 'hasAuthenticator'>;
  passwords: Passwords;
  loginIpsOf(memberNo: bigint): Promise<readonly string[]>;
}

type LoginContext = Pick<CallContext, 'call' | 'client' | 'cookies' | 'language' | 'now'> & {
  readonly session: Session | undefined;
};

/**
 * Returns undefined and writes nothing if the login needs more than this password: the password was changed, an
 * authenticator is bound, the address is not allowed, or the user is disabled. The calling session ends with the login.
 */
export async function logInByPublishedPassword(
  deps: PublishedPasswordDeps,
  context: LoginContext,
  { username, password }: { username: string; password: string },
): Promise<LoggedIn | undefined> {
  const { db, platform, factors, passwords, loginIpsOf } = deps;
  const user = await selectUserByAccount(db, { username, mobile: undefined });
  if (!user || user.state !== 'active' || !(await passwords.verify(user.passwordHash, password))) return undefined;
  if (await factors.hasAuthenticator(user.userId)) return undefined;
  if (user.memberNo !== null && !isLoginAddressAllowed(context.client.ip, await loginIpsOf(user.memberNo)))
    return undefined;
  const settings = await platform.settings();
  const opened = await db.transaction(async (tx) => {
    const locked = await lockUser(tx, user.userId);
    if (locked?.state !== 'active' || locked.passwordHash !== user.passwordHash) return undefined;
    return logUserIn(deps, tx, settings, locked, context);
  });
  if (!opened) return undefined;
  // A transaction of its own: two people who switch between the same two users at once must not deadlock.
  if (context.session) await logOut(deps, { ...context, session: context.session });
  return loggedIn(user, opened, context);
}

async function logOut(
  { db, audit }: PublishedPasswordDeps,
  context: LoginContext & { session: Session },
): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await endSession(tx, context.session, context.now);
    if (ended > 0) await audit.record(tx, { ...actorOf(context), action: 'logout' });
  });
}
