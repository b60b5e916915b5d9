/**
 * Takes money out of wallets: what arrives together is decided in one transaction, member by member in the order of
 * arrival, under the wallets' locks; so neither the available amount nor a merchant's number can be used twice,
 * whichever door it came through.
 */
import type { Clock } from '#foundation/core/clock.ts';
import type { Currency } from '#foundation/core/money.ts';
import { drawingUntilFree, type SystemNumbers } from '#foundation/core/system-number.ts';
import { Batcher } from '#foundation/server/batcher.ts';
import { type Database, isUniqueViolation, type Tx } from '#foundation/server/database.ts';
import { equalBytes, type Sealer } from '#foundation/server/sealing.ts';
import { maskAccount } from '#features/cards/beneficiary.ts';
import { feeOf } from '#features/channels/rules.ts';
import { disbursementJournal } from '#features/ledger/rules.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { ApplyOutcome, ApplyRefusal, Disbursement, NewDisbursement } from '../disbursement.ts';
import type { DisbursementKind } from '../rules.ts';
import { accountHashes, sealAccount } from './accounts.ts';
import { addToDays } from './days.ts';
import { type DisbursementRecord, insertDisbursements, type NewRecord, selectByNumbers, type Terms } from './store.ts';

export interface ApplyingDeps {
  db: Database;
  clock: Clock;
  sealer: Sealer;
  systemNumbers: SystemNumbers;
  platform: Pick<PlatformVerbs, 'settings'>;
  ledger: LedgerVerbs;
  lanes: number;
  terms(memberNo: bigint, kind: DisbursementKind): Promise<Terms>;
  changed(records: readonly Pick<DisbursementRecord, 'memberNo' | 'systemNo'>[]): void;
}

/**
 * What belongs into the transaction that takes the money: runs for a new one, and what it throws undoes that one alone.
 */
export type Beside = (tx: Tx, disbursement: Disbursement) => Promise<void>;

export interface Draft {
  record: NewRecord;
  beside: Beside | undefined;
  /** Why it is refused, unless the same number was taken before. */
  refused: ApplyRefusal | undefined;
}

export function applyDisbursements(
  deps: ApplyingDeps,
): (wanted: NewDisbursement, beside?: Beside) => Promise<ApplyOutcome> {
  const applying = new Batcher<Draft, ApplyOutcome>({
    keyOf: ({ record }) => record.memberNo,
    lanes: deps.lanes,
    run: (drafts) => applyTogether(deps, drafts),
  });
  return (wanted, beside) =>
    drawingUntilFree(isNumberTaken, async () => applying.submit(await draftOf(deps, wanted, beside)));
}

class NumberTaken extends Error {}

/** Another process drew the same system number: nothing was stored. */
export function isNumberTaken(error: unknown): boolean {
  return error instanceof NumberTaken || isUniqueViolation(error);
}

async function draftOf(deps: ApplyingDeps, wanted: NewDisbursement, beside: Beside | undefined): Promise<Draft> {
  const [{ currency }, own] = await Promise.all([deps.platform.settings(), deps.terms(wanted.memberNo, wanted.kind)]);
  return { ...draftOn(deps, { currency, own }, wanted), beside };
}

/** With a system number of its own; what it is asked for under and costs, as the terms say. */
export function draftOn(
  { clock, sealer, systemNumbers }: Pick<ApplyingDeps, 'clock' | 'sealer' | 'systemNumbers'>,
  { currency, own }: { currency: Currency; own: Terms },
  wanted: NewDisbursement,
): Draft {
  const { memberNo, kind, amountMinor, beneficiary } = wanted;
  const systemNo = systemNumbers.next();
  const createdAt = clock.now();
  const review = own.reviewFromMinor !== null && amountMinor >= own.reviewFromMinor ? 'waiting' : 'none';
  const { type, holder, bank, branch, account } = beneficiary;
  const { source, orderNo, requestHash, signType, notifyUrl, attach, remark } = wanted;
  return {
    beside: undefined,
    refused: refusalOf(own, amountMinor),
    record: {
      memberNo,
      systemNo,
      kind,
      source,
      orderNo: orderNo === '' ? systemNo.toString() : orderNo,
      currency,
      amountMinor,
      feeMinor: feeOf(amountMinor, own, { capAtAmount: false }),
      type,
      holder,
      bank,
      branch,
      accountSealed: sealAccount(sealer, { memberNo, systemNo }, account),
      accountHash: newestOf(accountHashes(sealer, memberNo, beneficiary)),
      accountHint: maskAccount(account),
      batch: wanted.batch,
      status: 'applying',
      submission: 'none',
      review,
      attempts: 0,
      requestHash,
      signType,
      notifyUrl,
      attach,
      remark,
      bankReference: null,
      failReason: null,
      createdAt,
      finishedAt: null,
      dueAt: review === 'waiting' ? null : createdAt,
    },
  };
}

function newestOf([newest]: readonly Buffer[]): Buffer {
  if (!newest) throw new Error('an account is kept under no key');
  return newest;
}

function refusalOf({ enabled, minAmountMinor, maxAmountMinor }: Terms, amountMinor: bigint): ApplyRefusal | undefined {
  if (!enabled) return 'payout_not_enabled';
  return amountMinor < minAmountMinor || amountMinor > maxAmountMinor ? 'amount_out_of_range' : undefined;
}

async function applyTogether(deps: ApplyingDeps, drafts: readonly Draft[]): Promise<ApplyOutcome[]> {
  const { timeZone } = await deps.platform.settings();
  const outcomes = await deps.db.transaction((tx) => applyWithin(tx, { ...deps, timeZone }, drafts));
  const applied = outcomes.flatMap((outcome) => (outcome.outcome === 'applied' ? [outcome.disbursement] : []));
  if (applied.length > 0) deps.changed(applied);
  return outcomes;
}

export async function applyWithin(
  tx: Tx,
  { clock, ledger, timeZone }: ApplyingDeps & { timeZone: string },
  drafts: readonly Draft[],
): Promise<ApplyOutcome[]> {
  const records = drafts.map(({ record }) => record);
  const [first] = records;
  if (!first || records.some(({ currency }) => currency !== first.currency))
    throw new Error('a batch of withdrawals and payouts has one currency');
  // Under the wallets' locks: whoever asks with the same number at the same time comes after or before, never beside.
  const books = await ledger.openBooks(
    tx,
    records.map(({ memberNo }) => memberNo),
    first.currency,
  );
  const known = new Map((await selectByNumbers(tx, records)).map((record) => [numberText(record), record]));
  const stopped = (await ledger.booksWrong(tx)) !== undefined;
  const fresh: Draft[] = [];
  const outcomes = drafts.map((draft): ApplyOutcome => {
    const { record, refused } = draft;
    const before = known.get(numberText(record));
    if (before) {
      const isNumberDrawn = record.orderNo === record.systemNo.toString();
      if (isNumberDrawn && !isSameDraft(before, record)) throw new NumberTaken(record.orderNo);
      return equalBytes(before.requestHash, record.requestHash)
        ? { outcome: 'repeated', disbursement: before }
        : refusal('order_conflict');
    }
    if (stopped) return refusal('payouts_stopped');
    if (refused) return refusal(refused);
    if (books.post(disbursementJournal(record), clock.now()) === 'balance_insufficient')
      return refusal('balance_insufficient');
    known.set(numberText(record), record);
    fresh.push(draft);
    return { outcome: 'applied', disbursement: record };
  });
  if (fresh.length > 0) {
    await insertDisbursements(
      tx,
      fresh.map(({ record }) => record),
    );
    await books.write();
    for (const { record, beside } of fresh) await beside?.(tx, record);
    await addToDays(
      tx,
      fresh.map(({ record }) => ({ row: record, from: null, to: record.status })),
      timeZone,
    );
  }
  return outcomes;
}

/**
 * Stored by a run whose answer was lost: what is sealed is never sealed to the same bytes twice, not even for one
 * account.
 */
function isSameDraft(stored: DisbursementRecord, draft: NewRecord): boolean {
  return equalBytes(stored.accountSealed, draft.accountSealed);
}

function refusal(error: ApplyRefusal): ApplyOutcome {
  return { outcome: 'refused', error };
}

function numberText({ memberNo, kind, orderNo }: Pick<DisbursementRecord, 'memberNo' | 'kind' | 'orderNo'>): string {
  return `${memberNo}|${kind}|${orderNo}`;
}
