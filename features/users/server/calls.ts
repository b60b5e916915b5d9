/** Answers what a person may ask about their login, in the contract's order. */
import type { CaptchaVerbs } from '#features/captcha/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { SmsVerbs } from '#features/sms/server/verbs.ts';
import type { Session } from '#foundation/core/session.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import { takeAttempt } from '#foundation/server/attempt-windows.ts';
import { HALF_COOKIE } from '#foundation/server/console-door.ts';
import type { Database, Tx } from '#foundation/server/database.ts';
import { type AnsweredContract, handlers } from '#foundation/server/handlers.ts';
import { userCalls, Username } from '../contract.ts';
import { existsLimit } from '../rules.ts';
import { Guesses } from './guesses.ts';
import { userInfo } from './info.ts';
import { logIn } from './login.ts';
import type { Passwords } from './passwords.ts';
import { register } from './register.ts';
import { existsUsername, updateEndedSessions } from './store.ts';

export interface UserCallDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  captcha: CaptchaVerbs;
  sms: SmsVerbs;
  ledger: Pick<LedgerVerbs, 'open' | 'balances'>;
  members: MemberVerbs;
  passwords: Passwords;
  numbers: SystemNumbers;
  /** Addresses and CIDR ranges that the member's logins may come from; empty: any. */
  loginIpsOf(memberNo: bigint): Promise<readonly string[]>;
  /** What younger features give every new member, in the transaction that makes it: its gateway keys. */
  memberAdded(tx: Tx, memberNo: bigint): Promise<void>;
}

export function userHandlers(deps: UserCallDeps): AnsweredContract {
  const { db } = deps;
  const guesses = new Guesses(deps);
  return handlers(userCalls, {
    async '/user/exists'({ client, now, refuse }, { field }) {
      const attempt = await takeAttempt(db.kysely, existsLimit, client.ip, now);
      if (!attempt.allowed) refuse('rate_limited', { seconds: Math.ceil(attempt.waitMs / 1000) });
      return Username.safeParse(field).success && (await existsUsername(db.kysely, field));
    },

    '/user/register': (ask, input) => register(deps, ask, input),

    '/user/login': (ask, input) => logIn({ ...deps, guesses }, ask, input),

    async '/user/logout'({ session, cookies, now }) {
      await endSession(db, session, now);
      cookies.clear(HALF_COOKIE);
      return undefined;
    },

    '/user/info': ({ session, now }) => userInfo(deps, session, now),
  });
}

async function endSession(db: Database, { userId, sessionId }: Session, now: Date): Promise<void> {
  await updateEndedSessions(db.kysely, userId, { only: sessionId }, now);
}
