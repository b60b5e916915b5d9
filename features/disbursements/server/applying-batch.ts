/**
 * Takes the money for a whole batch or for none of it: one transaction under the wallet's lock, with the same drafts,
 * rules and books as a single payout. Slow work without the database (sealing, drawing numbers) is done before the lock
 * is taken.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { sum } from '#foundation/core/money.ts';
import { retryOnNumberCollision } from '#foundation/core/system-number.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { balancesOf } from '#features/ledger/rules.ts';
import type { BatchPlace, NewDisbursement } from '../disbursement.ts';
import type { EligibilityRefusal } from '../rules.ts';
import {
  type ApplyingDeps,
  applyWithin,
  type Draft,
  draftIn,
  isNumberTaken,
  loadApplyingFacts,
  openBooksOf,
  withTerms,
} from './applying.ts';

export interface BatchToApply {
  memberNo: bigint;
  batchNo: bigint;
  /** Stored with each row: the hash of the batch's request. */
  requestHash: Uint8Array;
  rows: readonly (Pick<NewDisbursement, 'amountMinor' | 'beneficiary'> & Pick<BatchPlace, 'line'>)[];
  /** Whether the batch already exists. Runs under the wallet's lock, before any decision. */
  isThere(tx: Tx): Promise<boolean>;
  /** Extra work in the same transaction. Runs once; if it throws, everything is rolled back. */
  withinTransaction(tx: Tx, sums: { amountMinor: bigint; feeMinor: bigint; createdAt: Date }): Promise<void>;
}

export type BatchApplyOutcome =
  | { outcome: 'applied' | 'there' }
  | ({ outcome: 'refused' } & Exclude<EligibilityRefusal, { error: 'balance_insufficient' }>)
  | { outcome: 'refused'; error: 'balance_insufficient'; availableMinor: bigint; neededMinor: bigint };

/** Rows sealed before the event loop gets a turn. */
const ROWS_PER_TURN = 500;
/** Rows become due one after the other, so that other payments need not wait for the whole batch. */
const PACE_MS = 10;

export async function applyAll(deps: ApplyingDeps, batch: BatchToApply): Promise<BatchApplyOutcome> {
  const outcome = await retryOnNumberCollision(isNumberTaken, () => applyOnce(deps, batch));
  // One hint for the whole batch: listeners refetch.
  if (outcome.outcome === 'applied') deps.changed([{ memberNo: batch.memberNo, systemNo: batch.batchNo }]);
  return outcome;
}

async function applyOnce(deps: ApplyingDeps, batch: BatchToApply): Promise<BatchApplyOutcome> {
  const drafts = await draftBatch(deps, batch);
  const { timeZone } = await deps.platform.settings();
  try {
    return await deps.db.transaction((tx) => applyBatch(tx, { ...deps, timeZone }, batch, drafts));
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome;
    throw error;
  }
}

async function draftBatch(
  deps: ApplyingDeps,
  { memberNo, batchNo, requestHash, rows }: BatchToApply,
): Promise<Draft[]> {
  const { currency } = await deps.platform.settings();
  const drafts: Draft[] = [];
  for (const [index, { line, amountMinor, beneficiary }] of rows.entries()) {
    if (index > 0 && index % ROWS_PER_TURN === 0) await turn();
    const wanted: NewDisbursement = {
      memberNo,
      kind: 'payout',
      source: 'batch',
      orderNo: '',
      amountMinor,
      beneficiary,
      requestHash,
      signType: 'none',
      notifyUrl: null,
      attach: null,
      remark: null,
      batch: { batchNo, line },
    };
    const draft = draftIn(deps, currency, wanted);
    drafts.push({ ...draft, sendAt: new Date(draft.sendAt.getTime() + index * PACE_MS) });
  }
  return drafts;
}

/** Rolls back the transaction and carries the outcome to return. */
class RolledBack extends Error {
  readonly outcome: BatchApplyOutcome;

  constructor(outcome: BatchApplyOutcome) {
    super(outcome.outcome);
    this.outcome = outcome;
  }
}

async function applyBatch(
  tx: Tx,
  deps: ApplyingDeps & { timeZone: string },
  { memberNo, isThere, withinTransaction }: BatchToApply,
  drafts: readonly Draft[],
): Promise<BatchApplyOutcome> {
  const [first, ...others] = drafts;
  if (!first) throw new Error('a batch must have rows');
  const now = deps.clock.now();
  const books = await openBooksOf(tx, deps.ledger, drafts);
  if (await isThere(tx)) return { outcome: 'there' };
  const { availableMinor } = balancesOf(books.wallet(memberNo), now);
  const context = await loadApplyingFacts(tx, deps, drafts);
  const records = drafts.map((draft) => withTerms(draft, context.applicantOf(draft).terms));
  const sums = {
    amountMinor: sum(records.map(({ amountMinor }) => amountMinor)),
    feeMinor: sum(records.map(({ feeMinor }) => feeMinor)),
  };
  const neededMinor = sums.amountMinor + sums.feeMinor;
  const outcomes = await applyWithin(tx, deps, books, context, [
    { ...first, withinTransaction: () => withinTransaction(tx, { ...sums, createdAt: first.record.createdAt }) },
    ...others,
  ]);
  for (const one of outcomes) {
    if (one.outcome === 'applied') continue;
    if (one.outcome !== 'refused' || one.error === 'order_conflict')
      throw new Error('a number that was just drawn is taken');
    throw new RolledBack(
      one.error === 'balance_insufficient'
        ? { outcome: 'refused', error: one.error, availableMinor, neededMinor }
        : one,
    );
  }
  return { outcome: 'applied' };
}
