/** What other features may do with second factors: ask for one, remove one, and read when that last happened. */
import type { CodePurpose, MatchedCode } from '#features/sms/server/verbs.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
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
}

export interface FactorTimes {
  authenticatorBoundAt: Date | undefined;
  removedAt: Date | undefined;
}

export function factorVerbs(deps: StepDeps): FactorVerbs {
  const { db } = deps;
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
  };
}
