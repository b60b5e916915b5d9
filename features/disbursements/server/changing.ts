/**
 * Every change of status after the application: locks one row, applies the rules, and books the change in the ledger in
 * the same transaction. Nothing else writes status, submission or review.
 */
import type { Clock } from '#foundation/core/clock.ts';
import { combineWrites, type Database, type Tx } from '#foundation/server/postgres/database.ts';
import type { CallbackVerbs } from '#features/callbacks/server/verbs.ts';
import { receiverOf } from '#features/callbacks/server/receiver.ts';
import { disbursementCancelledJournal, disbursementPaidJournal, type JournalDraft } from '#features/ledger/rules.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { DisbursementKey } from '../disbursement.ts';
import { stateAfter, type DisbursementEvent, type DisbursementStatus, nextWork } from '../rules.ts';
import { addToDays } from './days.ts';
import { type DisbursementRecord, lockDisbursement, type StateChange, updateState } from './store.ts';

export interface ChangingDeps {
  db: Database;
  clock: Clock;
  platform: Pick<PlatformVerbs, 'settings'>;
  ledger: LedgerVerbs;
  callbacks: Pick<CallbackVerbs, 'writes'>;
  ended?: AttemptEnded | undefined;
}

/** Called in the transaction in which an attempt fails or its money is paid, with the row before that. */
export type AttemptEnded = (
  tx: Tx,
  one: DisbursementRecord,
  change: { event: 'fail' | 'succeed' | 'mark_paid'; at: Date },
) => Promise<void>;

export type Changed =
  | { outcome: 'changed'; before: DisbursementRecord }
  | { outcome: 'not_allowed'; before: DisbursementRecord }
  | { outcome: 'unknown' };

export interface Change {
  event: DisbursementEvent;
  /** Restricts the change to these statuses, where the rules allow more. */
  from?: readonly DisbursementStatus[];
  /** Restricts the change to one that has had so many attempts: what was decided on is still so. */
  attempts?: number | undefined;
  /** Restricts the change to one for which this upstream is chosen. */
  nextUpstreamId?: number | null;
  /** The upstream that paid; for the events that pay. */
  upstreamId?: number;
  with?: Partial<StateChange>;
  /** Extra work in the same transaction; gets the row before the change. */
  withinTransaction?(tx: Tx, before: DisbursementRecord): Promise<void>;
}

export async function change(
  deps: ChangingDeps,
  key: DisbursementKey,
  { event, from, attempts, nextUpstreamId, upstreamId, with: also = {}, withinTransaction }: Change,
): Promise<Changed> {
  const { timeZone } = await deps.platform.settings();
  return deps.db.transaction(async (tx) => {
    const before = await lockDisbursement(tx, key);
    if (!before) return { outcome: 'unknown' };
    const isStill =
      (from?.includes(before.status) ?? true) &&
      (attempts === undefined || attempts === before.attempts) &&
      (nextUpstreamId === undefined || nextUpstreamId === before.nextUpstreamId);
    const state = isStill ? stateAfter(before, event) : undefined;
    if (!state) return { outcome: 'not_allowed', before };
    const now = deps.clock.now();
    const isFinal = state.status === 'paid' || state.status === 'cancelled';
    const journal = journalOf(before, state.status, upstreamId);
    if (journal) await book(tx, deps, journal, now);
    const due = { start: now, ask: also.dueAt ?? before.dueAt ?? now, nothing: null };
    await updateState(tx, before, {
      ...state,
      ...also,
      dueAt: due[nextWork(state)],
      finishedAt: isFinal ? now : null,
    });
    // After the wallet's lock, as everywhere, so that two changes cannot deadlock.
    await withinTransaction?.(tx, before);
    if (isFinal && before.notifyUrl !== null) {
      const { memberNo, systemNo, amountMinor, feeMinor, notifyUrl } = before;
      const callback = {
        memberNo,
        systemNo,
        subject: 'payout' as const,
        receiver: receiverOf(notifyUrl),
        amountMinor,
        feeMinor,
        createdAt: now,
      };
      await combineWrites(tx, deps.callbacks.writes([callback]));
    }
    if (event === 'fail' || event === 'succeed' || event === 'mark_paid')
      await deps.ended?.(tx, before, { event, at: now });
    await addToDays(tx, [{ row: before, from: before.status, to: state.status }], timeZone);
    return { outcome: 'changed', before };
  });
}

function journalOf(
  before: DisbursementRecord,
  status: DisbursementRecord['status'],
  upstreamId: number | undefined,
): JournalDraft | undefined {
  if (status === 'cancelled') return disbursementCancelledJournal(before);
  if (status !== 'paid') return undefined;
  if (upstreamId === undefined) throw new Error(`no upstream is named as the payer of ${before.systemNo}`);
  return disbursementPaidJournal({ ...before, upstreamId });
}

async function book(tx: Tx, { ledger }: ChangingDeps, journal: JournalDraft, now: Date): Promise<void> {
  const books = await ledger.openBooks(tx, [journal.memberNo], journal.currency);
  if (typeof books.post(journal, now) === 'string')
    throw new Error(`the books refused ${journal.kind} ${journal.reference}`);
  await books.write();
}
