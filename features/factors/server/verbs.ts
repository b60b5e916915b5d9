/** What the house may do with second factors: ask for one, take one away, know whether payouts rest. */
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { CodePurpose, MatchedCode } from '#features/sms/server/verbs.ts';
import type { Queryable, Tx } from '#foundation/server/database.ts';
import { heldUntil } from '../rules.ts';
import {
  checkSecondStep,
  checkSmsCode,
  checkStepUntold,
  type CodeAsk,
  type GivenStep,
  type PassedStep,
  spendSecondStep,
  type StepAsk,
  type StepDeps,
} from './second-step.ts';
import { deleteAuthenticator, insertRemoval, selectAuthenticator, selectLastRemoval } from './store.ts';

export interface FactorVerbs {
  hasAuthenticator(userId: bigint): Promise<boolean>;
  /**
   * Says no by itself (−2, −1, refusals); comes back when nothing is needed or the step was right. Never inside a
   * transaction.
   */
  checkSecondStep(ask: StepAsk, given: GivenStep): Promise<PassedStep>;
  /**
   * At a locked account: undefined whatever was wrong, after the same work; passes only beside a password that was
   * right.
   */
  checkStepUntold(
    ask: Pick<StepAsk, 'now' | 'call' | 'settle'>,
    given: { user: GivenStep['user']; code: string; isProven: boolean },
  ): Promise<PassedStep | undefined>;
  /** First thing in the transaction of what the step allows; refuses a step that somebody else has just used. */
  spendSecondStep(tx: Tx, ask: StepAsk, passed: PassedStep): Promise<void>;
  /** Of a user who is logged in: wrong codes are counted over all purposes, and too many refused. */
  checkSmsCode(ask: CodeAsk, asked: CodePurpose & { userId: bigint; code: string }): Promise<MatchedCode | undefined>;
  /** A phone that was taken away, by whoever keeps the numbers. */
  notePhoneRemoved(tx: Tx, userId: bigint, at: Date): Promise<void>;
  /** For an operator: takes the authenticator and its recovery codes away; false when there was none. */
  reset(tx: Tx, userId: bigint, at: Date): Promise<boolean>;
  /** Since when the authenticator is bound, and when a factor was last taken away. */
  timesOf(userId: bigint, on: Queryable): Promise<FactorTimes>;
  /**
   * After a factor was taken away or the login was reset payouts rest for the hours of a setting; null: they may leave.
   */
  payoutsHeldUntil(userId: bigint, now: Date): Promise<Date | null>;
}

export interface FactorTimes {
  authenticatorBoundAt: Date | undefined;
  removedAt: Date | undefined;
}

export interface FactorDeps extends StepDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  /** When somebody else, a link or a command last reset the login: known to the users. */
  credentialsResetOf(userId: bigint, on?: Queryable): Promise<Date | null>;
}

export function factorVerbs(deps: FactorDeps): FactorVerbs {
  const { db, platform, credentialsResetOf } = deps;
  return {
    hasAuthenticator: async (userId) => (await selectAuthenticator(db.kysely, userId)) !== undefined,
    checkSecondStep: (ask, given) => checkSecondStep(deps, ask, given),
    checkStepUntold: (ask, given) => checkStepUntold(deps, ask, given),
    spendSecondStep: (tx, ask, passed) => spendSecondStep(deps, tx, ask, passed),
    checkSmsCode: (ask, asked) => checkSmsCode(deps, ask, asked),
    notePhoneRemoved: (tx, userId, at) => insertRemoval(tx, { userId, factor: 'phone', removedAt: at }),
    async reset(tx, userId, at) {
      if (!(await deleteAuthenticator(tx, userId))) return false;
      await insertRemoval(tx, { userId, factor: 'authenticator', removedAt: at });
      return true;
    },
    async timesOf(userId, on) {
      return {
        authenticatorBoundAt: (await selectAuthenticator(on, userId))?.boundAt,
        removedAt: await selectLastRemoval(on, userId),
      };
    },
    async payoutsHeldUntil(userId, now) {
      const [{ factorHoldHours }, removedAt, resetAt] = await Promise.all([
        platform.settings(),
        selectLastRemoval(db.kysely, userId),
        credentialsResetOf(userId),
      ]);
      return heldUntil([removedAt, resetAt], factorHoldHours, now);
    },
  };
}
