/** What the house may have users do: be recognised, be added, be logged out, be told a code. */
import type { Confirmers } from '#features/approvals/server/deciding.ts';
import { heldUntil } from '#features/factors/rules.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { Clock } from '#foundation/core/clock.ts';
import type { Role, Session } from '#foundation/core/session.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import { defaultLanguage, type Language } from '#foundation/core/words.ts';
import type { SessionUse } from '#foundation/server/http/console-door.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { Username } from '../contract.ts';
import { doubtAbout } from './confirming.ts';
import type { Passwords } from './passwords.ts';
import { type PayPasswordCheck, PayPasswords } from './pay-passwords.ts';
import { type OperatorReset, resetOperator } from './operator-reset.ts';
import { type Profile, updateProfile } from './profile-store.ts';
import { authenticate, endOtherSessions, type SessionDeps, stillOpen } from './sessions.ts';
import {
  deleteOperatorsDevices,
  existsMobile,
  insertUser,
  selectPayoutStatuses,
  selectUser,
  selectUserIdOf,
  updateOperatorsCreated,
} from './store.ts';

export interface UserVerbs extends Confirmers {
  /**
   * `half`: the second half from the browser's cookie. Undefined when there is no such session, or it is over. Counts as
   * a use of the session unless `touch` is false.
   */
  authenticate(token: string, half: string | undefined, use?: SessionUse): Promise<Session | undefined>;
  /** Returns those of the sessions that are still open. Does not count as a use of them. */
  stillOpen(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** For a password or payment password; takes its time, so never inside a transaction. */
  hashPassword(password: string): Promise<string>;
  /**
   * A user made by the platform itself (operators, demo data); a name that is none, or a name or number that is taken,
   * throws. Answers the user's id.
   */
  addUser(tx: Tx, user: AddedUser): Promise<bigint>;
  /**
   * Ends all but the one that asks, in the transaction of what it did; all of that is undone when it was ended
   * meanwhile.
   */
  endOtherSessions(tx: Tx, asking: Pick<Session, 'userId' | 'sessionId'>): Promise<number>;
  /** For the machine's own command; undefined when there is no such operator. */
  resetOperator(tx: Tx, reset: OperatorReset): Promise<{ username: string } | undefined>;
  /**
   * Operators are then as new as if they were added now, and no device of theirs is known. For the demo, whose browsers
   * nobody has.
   */
  renewOperators(tx: Tx, at: Date): Promise<void>;
  isMobileTaken(mobile: string): Promise<boolean>;
  /** An avatar that is left out stays; answers the one before. An unknown user throws. */
  changeProfile(
    tx: Tx,
    userId: bigint,
    profile: Omit<Profile, 'avatar'> & { avatar: string | null | undefined },
  ): Promise<{ avatarBefore: string | null }>;
  /** `on`: the transaction that may just have changed it. */
  boundMobileOf(userId: bigint, on?: Queryable): Promise<string | null>;
  /** Of the last login: what is written to them while they don't ask. */
  languageOf(userId: bigint, on?: Queryable): Promise<Language>;
  /**
   * Before money moves or a key is shown: five wrong ones, whichever door they came through, lock it for 15 minutes.
   * Never inside a transaction.
   */
  checkPayPassword(asked: { userId: bigint; payPassword: string; now: Date }): Promise<PayPasswordCheck>;
  /** Who hears of what happens to a member: its own user. */
  userIdOf(memberNo: bigint, on?: Queryable): Promise<bigint | undefined>;
  /** What decides about a member's payouts and is known of its person. Members that do not exist are left out. */
  payoutStatuses(memberNos: readonly bigint[], now: Date, on?: Queryable): Promise<ReadonlyMap<bigint, PayoutStatus>>;
  /** What a person still has to set up; a bound phone is a second factor. */
  setupOf(userId: bigint): Promise<{ hasPayPassword: boolean; hasSecondFactor: boolean }>;
}

export interface PayoutStatus {
  certified: boolean;
  /** Payouts wait until then, because the login was reset or a second factor was removed; null: they do not wait. */
  heldUntil: Date | null;
}

export interface AddedUser {
  userId?: bigint;
  role: Role;
  /** Null for an operator, and only then. */
  memberNo: bigint | null;
  username: string;
  passwordHash: string;
  payPasswordHash?: string | null;
  nickname: string;
  /** In the form of `mobileOf`. */
  mobile?: string | null;
  createdAt: Date;
}

export interface UserDeps extends SessionDeps {
  clock: Clock;
  passwords: Passwords;
  factors: Pick<FactorVerbs, 'hasAuthenticator' | 'timesOf' | 'reset' | 'notePhoneRemoved'>;
  notices: Pick<NoticeVerbs, 'add'>;
  numbers: SystemNumbers;
}

export function userVerbs(deps: UserDeps): UserVerbs {
  const { db, clock, platform, passwords, factors, notices, numbers } = deps;
  const payPasswords = new PayPasswords(deps);
  return {
    doubtAbout: (tx, ask, proposal) => doubtAbout({ factors }, tx, ask, proposal),
    authenticate: (token, half, use) => authenticate(deps, token, half, use),
    stillOpen: (sessionIds) => stillOpen(deps, sessionIds),
    hashPassword: (password) => passwords.hash(password),
    async addUser(tx, { userId = numbers.next(), payPasswordHash = null, mobile = null, ...user }) {
      Username.parse(user.username);
      const added = await insertUser(tx, { ...user, userId, payPasswordHash, mobile });
      if (added !== 'added') throw new Error(`user ${user.username}: ${added}`);
      return userId;
    },
    endOtherSessions: (tx, asking) => endOtherSessions(tx, asking, clock.now()),
    async changeProfile(tx, userId, profile) {
      const changed = await updateProfile(tx, userId, profile);
      if (!changed) throw new Error(`user ${userId} does not exist`);
      return changed;
    },
    resetOperator: (tx, reset) => resetOperator({ factors, notices }, tx, reset),
    async renewOperators(tx, at) {
      await deleteOperatorsDevices(tx);
      await updateOperatorsCreated(tx, at);
    },
    isMobileTaken: (mobile) => existsMobile(db.kysely, mobile),
    languageOf: async (userId, on = db.kysely) => (await selectUser(on, userId))?.language ?? defaultLanguage,
    checkPayPassword: (asked) => payPasswords.check(asked),
    userIdOf: (memberNo, on = db.kysely) => selectUserIdOf(on, memberNo),
    async payoutStatuses(memberNos, now, on = db.kysely) {
      const { factorHoldHours } = await platform.settings();
      const rows = await selectPayoutStatuses(on, memberNos);
      return new Map(
        rows.map(({ memberNo, certification, credentialsResetAt, factorRemovedAt }) => [
          memberNo,
          {
            certified: certification === 'approved',
            heldUntil: heldUntil([credentialsResetAt, factorRemovedAt], factorHoldHours, now),
          },
        ]),
      );
    },
    async setupOf(userId) {
      const [user, hasAuthenticator] = await Promise.all([
        selectUser(db.kysely, userId),
        factors.hasAuthenticator(userId),
      ]);
      return {
        hasPayPassword: user?.payPasswordHash != null,
        hasSecondFactor: user?.mobile != null || hasAuthenticator,
      };
    },
    boundMobileOf: async (userId, on = db.kysely) => (await selectUser(on, userId))?.mobile ?? null,
  };
}
