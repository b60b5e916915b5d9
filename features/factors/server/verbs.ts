/** Public API of the factors feature: ask for a second factor, remove one, and read when that last happened. */
import type { CodePurpose, MatchedCode } from '#features/sms/server/verbs.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import {
  checkSecondStep,
  checkSmsCode,
  checkStepSilently,
  type CodeContext,
  type GivenStep,
  type CheckedStep,
  spendSecondStep,
  type StepContext,
  type StepDeps,
} from './second-step.ts';
import { deleteAuthenticator, insertRemoval, selectAuthenticator, selectLastRemoval } from './store.ts';

export interface FactorVerbs {
  hasAuthenticator(userId: bigint): Promise<boolean>;
  /**
   * Refuses by itself (−2, −1, refusals); returns if no step is needed or the step was right. Never call it inside a
   * transaction.
   */
  checkSecondStep(context: StepContext, given: GivenStep): Promise<CheckedStep>;
  /**
   * For a locked account: returns undefined whatever was wrong, after the same work. Passes only with a right password.
   */
  checkStepSilently(
    context: Pick<StepContext, 'now' | 'call' | 'settle'>,
    given: { user: GivenStep['user']; code: string; isProven: boolean },
  ): Promise<CheckedStep | undefined>;
  /** Call first in the transaction that the step allows. Refuses a step that another request has just used. */
  spendSecondStep(tx: Tx, context: StepContext, checkedStep: CheckedStep): Promise<void>;
  /** For a logged-in user. Wrong codes count across all purposes; refuses after too many. */
  checkSmsCode(
    context: CodeContext,
    purpose: CodePurpose & { userId: bigint; code: string },
  ): Promise<MatchedCode | undefined>;
  /** Records that a phone was removed. Called by the accounts feature, which stores the numbers. */
  notePhoneRemoved(tx: Tx, userId: bigint, at: Date): Promise<void>;
  /** Removes the authenticator and its recovery codes, for operators. Returns false if there was none. */
  reset(tx: Tx, userId: bigint, at: Date): Promise<boolean>;
  /** When the authenticator was bound, and when a factor was last removed. */
  timesOf(userId: bigint, on: Queryable): Promise<FactorTimes>;
}

export interface FactorTimes {
  authenticatorBoundAt: Date | undefined;
  removedAt: Date | undefined;
}

export function factorVerbs(deps: StepDeps): FactorVerbs {
  const { db } = deps;
  return {
    hasAuthenticator: async (userId) => (await selectAuthenticator(db, userId)) !== undefined,
    checkSecondStep: (context, given) => checkSecondStep(deps, context, given),
    checkStepSilently: (context, given) => checkStepSilently(deps, context, given),
    spendSecondStep: (tx, context, checkedStep) => spendSecondStep(deps, tx, context, checkedStep),
    checkSmsCode: (context, purpose) => checkSmsCode(deps, context, purpose),
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
