/** Public API of the accounts feature: new users, passwords, profiles and payout status. */
import type { ConfirmerChecks } from '#features/approvals/server/deciding.ts';
import { pausedUntil } from '#features/factors/rules.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { Stop } from '#features/members/member.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { rightsOf } from '#features/rights.ts';
import type { Role, Session } from '#foundation/core/session.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import { defaultLanguage, type Language } from '#foundation/core/words.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { Username } from '../username-field.ts';
import { confirmHindranceOf, confirmRefusalFor } from './operators/confirming.ts';
import type { Passwords } from './credentials/passwords.ts';
import { type PayPasswordCheck, PayPasswords } from './credentials/pay-passwords.ts';
import { type OperatorReset, resetOperator } from './operators/reset.ts';
import { type Profile, updateProfile } from './profile-store.ts';
import { countDeciders } from './operators/staff.ts';
import { selectOwnRights, type StaffRole, upsertStaffRole } from './operators/staff-store.ts';
import { deleteOperatorsDevices } from '#features/sessions/server/devices.ts';
import {
  existsMobile,
  insertUser,
  selectPayoutStatuses,
  selectUser,
  selectUserIdOf,
  updateOperatorsCreated,
} from './store.ts';

export interface UserVerbs extends ConfirmerChecks {
  /** Hashes a password or payment password. Slow, so never call it inside a transaction. */
  hashPassword(password: string): Promise<string>;
  /**
   * Adds a user for the platform itself (operators, demo data) and returns its id. Throws if the name is invalid, or
   * the name or number is taken.
   */
  addUser(tx: Tx, user: AddedUser): Promise<bigint>;
  /** For the server's command line. Returns undefined if there is no such operator. */
  resetOperator(tx: Tx, reset: OperatorReset): Promise<{ username: string } | undefined>;
  /** Adds a role, or changes it for all its operators at once: their next request has its rights. */
  saveStaffRole(tx: Tx, role: StaffRole, at: Date): Promise<void>;
  /**
   * Makes operators as new as if they were added at `at`, with no known devices. For the demo, whose browsers belong to
   * no one.
   */
  renewOperators(tx: Tx, at: Date): Promise<void>;
  /** A number that an agent gave to the user `by`, who has not bound it, counts as free for that user. */
  isMobileTaken(mobile: string, by?: bigint): Promise<boolean>;
  /** An undefined avatar keeps the current one; returns the previous one. Throws for an unknown user. */
  changeProfile(
    tx: Tx,
    userId: bigint,
    profile: Omit<Profile, 'avatar'> & { avatar: string | null | undefined },
  ): Promise<{ avatarBefore: string | null }>;
  /** Pass `on` to read in a transaction that may have just changed it. */
  boundMobileOf(userId: bigint, on?: Queryable): Promise<string | null>;
  /** The language of the last login, for messages sent outside of a request. */
  languageOf(userId: bigint, on?: Queryable): Promise<Language>;
  /**
   * Required before money moves or a key is shown. Five wrong ones, across all calls, lock it for 15 minutes. Never
   * call it inside a transaction.
   */
  checkPayPassword(check: { userId: bigint; payPassword: string; now: Date }): Promise<PayPasswordCheck>;
  /** The member's own user, who gets its notices. */
  userIdOf(memberNo: bigint, on?: Queryable): Promise<bigint | undefined>;
  /** What the accounts feature knows about whether members can withdraw and pay out. Leaves out members that do not exist. */
  disbursementStandings(
    memberNos: readonly bigint[],
    now: Date,
    on?: Queryable,
  ): Promise<ReadonlyMap<bigint, DisbursementStanding>>;
  /** The user as a session of theirs would be now, for work that they asked for. Undefined if they can't log in. */
  actingUser(userId: bigint): Promise<Session | undefined>;
  /** What the user has set up; a bound phone is a second factor. */
  setupOf(userId: bigint): Promise<{ hasPayPassword: boolean; hasSecondFactor: boolean }>;
}

export interface DisbursementStanding {
  certified: boolean;
  /** What operators have switched off for the member. */
  switchedOff: readonly Stop[];
  /** Withdrawals and payouts are paused until then, because the login was reset or a second factor removed; null if they are not paused. */
  pausedUntil: Date | null;
}

export interface AddedUser {
  userId?: bigint;
  role: Role;
  /** Null only for an operator. */
  memberNo: bigint | null;
  username: string;
  passwordHash: string;
  payPasswordHash?: string | null;
  nickname: string;
  /** In the form of `mobileOf`. */
  mobile?: string | null;
  /** Of an operator. Default: owner. */
  staffRoles?: readonly string[];
  createdAt: Date;
}

export interface UserDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  passwords: Passwords;
  factors: Pick<FactorVerbs, 'hasAuthenticator' | 'timesOf' | 'reset' | 'notePhoneRemoved'>;
  notices: Pick<NoticeVerbs, 'add'>;
  numbers: SystemNumbers;
  members: Pick<MemberVerbs, 'find'>;
}

export function userVerbs(deps: UserDeps): UserVerbs {
  const { db, platform, passwords, factors, notices, numbers, members } = deps;
  const payPasswords = new PayPasswords(deps);
  return {
    confirmRefusalFor: (tx, context, proposal) => confirmRefusalFor({ factors }, tx, context, proposal),
    confirmHindranceOf: (on, context, proposal) => confirmHindranceOf({ factors }, on, context, proposal),
    countDeciders,
    hashPassword: (password) => passwords.hash(password),
    async addUser(tx, { userId = numbers.next(), payPasswordHash = null, mobile = null, ...user }) {
      Username.parse(user.username);
      const staffRoles = user.role === 'operator' ? (user.staffRoles ?? ['owner']) : null;
      const added = await insertUser(tx, { ...user, userId, payPasswordHash, mobile, staffRoles, given: false });
      if (added !== 'added') throw new Error(`user ${user.username}: ${added}`);
      return userId;
    },
    async changeProfile(tx, userId, profile) {
      const changed = await updateProfile(tx, userId, profile);
      if (!changed) throw new Error(`user ${userId} does not exist`);
      return changed;
    },
    saveStaffRole: upsertStaffRole,
    resetOperator: (tx, reset) => resetOperator({ factors, notices }, tx, reset),
    async renewOperators(tx, at) {
      await deleteOperatorsDevices(tx);
      await updateOperatorsCreated(tx, at);
    },
    isMobileTaken: (mobile, by) => existsMobile(db, mobile, by ?? null),
    languageOf: async (userId, on = db) => (await selectUser(on, userId))?.language ?? defaultLanguage,
    checkPayPassword: (check) => payPasswords.check(check),
    userIdOf: (memberNo, on = db) => selectUserIdOf(on, memberNo),
    async disbursementStandings(memberNos, now, on = db) {
      const { factorHoldHours } = await platform.settings();
      const rows = await selectPayoutStatuses(on, memberNos);
      return new Map(
        rows.map(({ memberNo, certification, switchedOff, credentialsResetAt, factorRemovedAt }) => [
          memberNo,
          {
            certified: certification === 'approved',
            switchedOff,
            pausedUntil: pausedUntil([credentialsResetAt, factorRemovedAt], factorHoldHours, now),
          },
        ]),
      );
    },
    async actingUser(userId) {
      const user = await selectUser(db, userId);
      if (user?.state !== 'active') return undefined;
      const { username, role, memberNo, staffRoles } = user;
      const acting = { sessionId: '', userId, username };
      if (role === 'operator') {
        const roles = staffRoles ?? [];
        return { ...acting, role, memberNo: null, rights: rightsOf(roles, await selectOwnRights(db, roles)) };
      }
      if (memberNo === null) throw new Error(`user ${userId} has no member`);
      return (await members.find(memberNo))?.state === 'active' ? { ...acting, role, memberNo } : undefined;
    },
    async setupOf(userId) {
      const [user, hasAuthenticator] = await Promise.all([selectUser(db, userId), factors.hasAuthenticator(userId)]);
      return {
        hasPayPassword: user?.payPasswordHash != null,
        hasSecondFactor: user?.mobile != null || hasAuthenticator,
      };
    },
    boundMobileOf: async (userId, on = db) => (await selectUser(on, userId))?.mobile ?? null,
  };
}
