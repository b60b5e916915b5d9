/** Public API of the callbacks feature: add callbacks with a posting, read them, send them again. */
import type { Clock } from '#foundation/core/clock.ts';
import { type Database, sqlState, type Tx, type Write } from '#foundation/server/postgres/database.ts';
import type { CallbackSubject } from '../rules.ts';
import { selectTroubled, type TroubledCallbacks } from './attention.ts';
import {
  type CallbackFilter,
  countCallbacks,
  type ListedCallback,
  MAX_COUNTED,
  selectCallbackPage,
  selectLookedFrom,
} from './listing.ts';
import { resumeReceiver } from './receivers/resuming.ts';
import {
  countTroubled,
  existsReceiver,
  type ListedReceiver,
  type ReceiverOfAll,
  type ReceiverQuery,
  selectPausedReceivers,
  selectReceiverList,
  selectReceiversOfAll,
  upsertStopped,
} from './receivers/store.ts';
import { cancelRun, type Plan, planResend, progressOf, startRun } from './resends/runs.ts';
import type { SendingDeps } from './resends/sending.ts';
import type { RunKey, RunProgress } from './resends/store.ts';
import {
  type CallbackState,
  callbackWrites,
  countFailed,
  type NewCallback,
  selectAttempts,
  selectState,
  type StoredAttempt,
  updateToPending,
} from './store.ts';

export interface CallbackVerbs {
  /** Must be written in the transaction that changes the state. An existing callback stays unchanged. */
  writes(rows: readonly NewCallback[]): Write[];
  /** Makes callbacks due at once, with the same notifyId and a fresh schedule. Returns how many there were. */
  resend(memberNo: bigint, systemNos: readonly bigint[], subject: CallbackSubject): Promise<number>;
  /** A callback's attempts, oldest first. */
  attemptsOf(memberNo: bigint, systemNo: bigint, subject: CallbackSubject): Promise<StoredAttempt[]>;
  /** Counts the callbacks that have failed for good since then. */
  countFailed(memberNo: bigint, subject: CallbackSubject, since: Date): Promise<number>;
  /** The callbacks that have failed and are tried again, or that were given up; counted up to a cap. */
  troubled(memberNo: bigint, subject: CallbackSubject, what: 'retrying' | 'failed'): Promise<TroubledCallbacks>;
  /** Returns undefined if there is no callback. */
  stateOf(memberNo: bigint, systemNo: bigint, subject: CallbackSubject): Promise<CallbackState | undefined>;
  /** Callbacks by a filter, newest first. */
  log(filter: CallbackFilter, page: { limit: number; offset: number }): Promise<CallbackLog>;
  /** One callback as the log shows it. */
  logged(memberNo: bigint, systemNo: bigint, subject: CallbackSubject): Promise<ListedCallback | undefined>;
  /** The member's receivers, those that need attention first. */
  receivers(memberNo: bigint): Promise<ListedReceiver[]>;
  /** Counts the receivers that fail, are paused, or ask what to do with what was kept. */
  countTroubled(memberNo: bigint): Promise<number>;
  /**
   * Decides about a receiver that was paused: sends what was kept, or gives it up. Returns how many callbacks that are, to
   * send counted up to a cap; undefined for an unknown receiver. Many are sent by workers, in pieces.
   */
  resume(memberNo: bigint, receiver: string, send: boolean): Promise<number | undefined>;
  /** Pauses a receiver until a person resumes it. Returns false for one that gets no callbacks. */
  pause(tx: Tx, memberNo: bigint, receiver: string): Promise<boolean>;
  /** Receivers of all members that need attention, or all of one member. */
  receiversOfAll(
    query: ReceiverQuery,
    page: { sort: 'waiting' | 'failures' | 'since'; limit: number; offset: number },
  ): Promise<ReceiverOfAll[]>;
  /** Plans to send callbacks again, at most `MAX_PLANNED` and none that `ended`; undefined if none is left. */
  plan(filter: CallbackFilter, madeBy: string, ended?: SendingDeps['ended']): Promise<Plan | undefined>;
  /** Starts a plan once. `busy`: another run of the member has not ended. */
  start(run: RunKey, perSecond: number): Promise<'started' | 'missing' | 'busy'>;
  /** Returns undefined for an unknown run. */
  progress(run: RunKey): Promise<RunProgress | undefined>;
  /** Stops a run: what was not sent stays unsent. */
  cancel(run: RunKey): Promise<void>;
}

interface CallbackLog {
  rows: ListedCallback[];
  count: number;
  /** There are more than were counted. */
  capped: boolean;
  /** The filter looked at callbacks back to this number; undefined if it looked at all. */
  lookedFrom: bigint | undefined;
}

const MAX_RECEIVERS = 200;

export function callbackVerbs({ db, clock }: { db: Database; clock: Clock }): CallbackVerbs {
  return {
    writes: callbackWrites,
    async resend(memberNo, systemNos, subject) {
      if (systemNos.length === 0) return 0;
      const update = (): Promise<number> => updateToPending(db, memberNo, systemNos, subject, clock.now());
      // A batch of outcomes can lock the same rows in another order. If this statement loses the deadlock, it retries.
      return update().catch((error: unknown) => {
        if (sqlState(error) === DEADLOCK) return update();
        throw error;
      });
    },
    attemptsOf: (memberNo, systemNo, subject) => selectAttempts(db, { memberNo, systemNo, subject }),
    countFailed: (memberNo, subject, since) => countFailed(db, memberNo, subject, since),
    troubled: (memberNo, subject, what) => selectTroubled(db, memberNo, subject, what),
    stateOf: (memberNo, systemNo, subject) => selectState(db, { memberNo, systemNo, subject }),
    async log(filter, page) {
      const paused = await selectPausedReceivers(db, filter.memberNo);
      const [rows, { count, capped }] = await Promise.all([
        selectCallbackPage(db, filter, paused, page),
        countCallbacks(db, filter, paused),
      ]);
      const lookedFrom = count < MAX_COUNTED ? await selectLookedFrom(db, filter) : undefined;
      return { rows, count, capped, lookedFrom };
    },
    async logged(memberNo, systemNo, subject) {
      const paused = await selectPausedReceivers(db, memberNo);
      const filter = { memberNo, subjects: [subject], systemNos: [systemNo] };
      return (await selectCallbackPage(db, filter, paused, { limit: 1, offset: 0 }))[0];
    },
    receivers: (memberNo) => selectReceiverList(db, memberNo, MAX_RECEIVERS),
    countTroubled: (memberNo) => countTroubled(db, memberNo),
    resume: (memberNo, receiver, send) => resumeReceiver({ db, clock }, { memberNo, receiver }, send),
    async pause(tx, memberNo, receiver) {
      if (!(await existsReceiver(tx, { memberNo, receiver }))) return false;
      await upsertStopped(tx, { memberNo, receiver }, clock.now());
      return true;
    },
    receiversOfAll: (query, page) => selectReceiversOfAll(db, query, page),
    async plan(filter, madeBy, ended) {
      const paused = await selectPausedReceivers(db, filter.memberNo);
      return planResend({ db, clock }, { filter, paused, madeBy, ended });
    },
    start: (run, perSecond) => startRun({ db, clock }, run, perSecond),
    progress: (run) => progressOf({ db, clock }, run),
    cancel: (run) => cancelRun({ db, clock }, run),
  };
}

const DEADLOCK = '40P01';
