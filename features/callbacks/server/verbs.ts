/** Public API of the callbacks feature: add callbacks with a posting, read them, send them again. */
import type { Clock } from '#foundation/core/clock.ts';
import { type Database, sqlState, type Write } from '#foundation/server/postgres/database.ts';
import type { CallbackSubject } from '../rules.ts';
import {
  type AttemptRecord,
  type CallbackState,
  callbackWrites,
  countFailed,
  type NewCallback,
  selectAttempts,
  selectState,
  updateToPending,
} from './store.ts';

export interface CallbackVerbs {
  /** Must be written in the transaction that changes the state. An existing callback stays unchanged. */
  writes(rows: readonly NewCallback[]): Write[];
  /** Makes callbacks due at once, with the same notifyId and a fresh schedule. Returns how many there were. */
  resend(memberNo: bigint, systemNos: readonly bigint[], subject: CallbackSubject): Promise<number>;
  /** A callback's attempts, oldest first. */
  attemptsOf(memberNo: bigint, systemNo: bigint, subject: CallbackSubject): Promise<AttemptRecord[]>;
  /** Counts the callbacks that have failed for good since then. */
  countFailed(memberNo: bigint, subject: CallbackSubject, since: Date): Promise<number>;
  /** Returns undefined if there is no callback. */
  stateOf(memberNo: bigint, systemNo: bigint, subject: CallbackSubject): Promise<CallbackState | undefined>;
}

export function callbackVerbs({ db, clock }: { db: Database; clock: Clock }): CallbackVerbs {
  return {
    writes: callbackWrites,
    async resend(memberNo, systemNos, subject) {
      if (systemNos.length === 0) return 0;
      const update = (): Promise<number> => updateToPending(db.kysely, memberNo, systemNos, subject, clock.now());
      // A batch of outcomes can lock the same rows in another order. If this statement loses the deadlock, it retries.
      return update().catch((error: unknown) => {
        if (sqlState(error) === DEADLOCK) return update();
        throw error;
      });
    },
    attemptsOf: (memberNo, systemNo, subject) => selectAttempts(db.kysely, { memberNo, systemNo, subject }),
    countFailed: (memberNo, subject, since) => countFailed(db.kysely, memberNo, subject, since),
    stateOf: (memberNo, systemNo, subject) => selectState(db.kysely, { memberNo, systemNo, subject }),
  };
}

const DEADLOCK = '40P01';
