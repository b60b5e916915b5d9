/** What the house may have done with callbacks: note them with the posting, look at them, send them again. */
import type { Clock } from '#foundation/core/clock.ts';
import { type Database, sqlState, type Write } from '#foundation/server/database.ts';
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
  /** To be written in the transaction that changes the state; a callback that is there already stays as it is. */
  writes(rows: readonly NewCallback[]): Write[];
  /** Due at once, with the same notifyId and the whole schedule anew; answers how many there were. */
  resend(memberNo: bigint, systemNos: readonly bigint[], subject: CallbackSubject): Promise<number>;
  /** Oldest first. */
  attemptsOf(memberNo: bigint, systemNo: bigint, subject: CallbackSubject): Promise<AttemptRecord[]>;
  /** Callbacks that have used up their schedule since then. */
  countFailed(memberNo: bigint, subject: CallbackSubject, since: Date): Promise<number>;
  /** Undefined where there is no callback. */
  stateOf(memberNo: bigint, systemNo: bigint, subject: CallbackSubject): Promise<CallbackState | undefined>;
}

export function callbackVerbs({ db, clock }: { db: Database; clock: Clock }): CallbackVerbs {
  return {
    writes: callbackWrites,
    async resend(memberNo, systemNos, subject) {
      if (systemNos.length === 0) return 0;
      const update = (): Promise<number> => updateToPending(db.kysely, memberNo, systemNos, subject, clock.now());
      // A batch of results may hold the same rows in another order; the loser of that deadlock simply asks again.
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
