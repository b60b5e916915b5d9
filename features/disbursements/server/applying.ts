/**
 * Takes money out of wallets. Requests that arrive together are decided in one transaction, per member in order of
 * arrival, under the wallets' locks. So neither the available amount nor a merchant's number can be used twice, through
 * any entry point.
 */
import type { Clock } from '#foundation/core/clock.ts';
import type { Currency } from '#foundation/core/money.ts';
import { retryOnNumberCollision, type SystemNumbers, systemNoTime } from '#foundation/core/system-number.ts';
import { Batcher } from '#foundation/server/postgres/batcher.ts';
import {
  type Database,
  isUniqueViolation,
  type TransactionWork,
  type Tx,
} from '#foundation/server/postgres/database.ts';
import { equalBytes, type Sealer } from '#foundation/server/secrets/sealing.ts';
import { maskAccount } from '#features/cards/beneficiary.ts';
import { balancesOf, disbursementJournal } from '#features/ledger/rules.ts';
import type { Books } from '#features/ledger/server/books.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import type { ApplyOutcome, Disbursement, NewDisbursement, Terms } from '../disbursement.ts';
import { debitOf, disbursementFee, disbursementEligibility, type EligibilityFacts } from '../rules.ts';
import { accountHashes, sealAccount } from './payee-account.ts';
import { addToDays } from './days.ts';
import { loadApplicants, type Applicant, type ApplicantDeps } from './eligibility-facts.ts';
import { type DisbursementRecord, insertDisbursements, type NewRecord, selectByNumbers } from './store.ts';

export interface ApplyingDeps {
  db: Database;
  clock: Clock;
  sealer: Sealer;
  systemNumbers: SystemNumbers;
  platform: Pick<PlatformVerbs, 'settings'>;
  ledger: LedgerVerbs;
  users: Pick<UserVerbs, 'disbursementStandings'>;
  lanes: number;
  changed(records: readonly Pick<DisbursementRecord, 'memberNo' | 'systemNo'>[]): void;
}

/** Runs for a new disbursement; if it throws, only that one is rolled back. */
export type DisbursementWork = TransactionWork<[Disbursement]>;

/** Fields that depend on the member's terms, which are read under the wallet's lock. */
type TermsFields = 'feeMinor' | 'review' | 'dueAt';

export interface Draft {
  record: Omit<NewRecord, TermsFields>;
  /** When it is sent to its upstream, unless it waits for review. */
  sendAt: Date;
  withinTransaction: DisbursementWork | undefined;
}

export function applyDisbursements(
  deps: ApplyingDeps,
): (wanted: NewDisbursement, withinTransaction?: DisbursementWork) => Promise<ApplyOutcome> {
  const applying = new Batcher<Draft, ApplyOutcome>({
    keyOf: ({ record }) => record.memberNo,
    groupsOf: deps.db.shardsOf,
    lanes: deps.lanes,
    run: (drafts) => applyTogether(deps, drafts),
  });
  return (wanted, withinTransaction) =>
    retryOnNumberCollision(isNumberTaken, async () => applying.submit(await draftOf(deps, wanted, withinTransaction)));
}

class NumberTaken extends Error {}

/** Whether another process drew the same system number: then nothing was stored. */
export function isNumberTaken(error: unknown): boolean {
  return error instanceof NumberTaken || isUniqueViolation(error);
}

async function draftOf(
  deps: ApplyingDeps,
  wanted: NewDisbursement,
  withinTransaction: DisbursementWork | undefined,
): Promise<Draft> {
  const { currency } = await deps.platform.settings();
  return { ...draftIn(deps, currency, wanted), withinTransaction };
}

/** Draws a system number and seals the account: everything that needs neither the database nor the wallet's lock. */
export function draftIn(
  { clock, sealer, systemNumbers }: Pick<ApplyingDeps, 'clock' | 'sealer' | 'systemNumbers'>,
  currency: Currency,
  wanted: NewDisbursement,
): Draft {
  const { memberNo, kind, amountMinor, beneficiary } = wanted;
  const systemNo = systemNumbers.next();
  const { type, holder, bank, branch, account } = beneficiary;
  const { source, orderNo, requestHash, signType, notifyUrl, attach, remark } = wanted;
  return {
    withinTransaction: undefined,
    sendAt: clock.now(),
    record: {
      memberNo,
      systemNo,
      kind,
      source,
      orderNo: orderNo === '' ? systemNo.toString() : orderNo,
      currency,
      amountMinor,
      type,
      holder,
      bank,
      branch,
      accountSealed: sealAccount(sealer, { memberNo, systemNo }, account),
      accountHash: newestHash(accountHashes(sealer, memberNo, beneficiary)),
      accountHint: maskAccount(account),
      batch: wanted.batch,
      status: 'applying',
      submission: 'none',
      attempts: 0,
      requestHash,
      signType,
      notifyUrl,
      attach,
      remark,
      bankReference: null,
      failReason: null,
      // Lists find it by its number, also when the number was carried into the next millisecond.
      createdAt: systemNoTime(systemNo),
      finishedAt: null,
      nextUpstreamId: null,
    },
  };
}

/** Completes a draft's record according to the terms. */
export function withTerms({ record, sendAt }: Draft, terms: Terms): NewRecord {
  const { amountMinor } = record;
  const review = terms.reviewFromMinor !== null && amountMinor >= terms.reviewFromMinor ? 'waiting' : 'none';
  return {
    ...record,
    feeMinor: disbursementFee(amountMinor, terms),
    review,
    dueAt: review === 'waiting' ? null : sendAt,
  };
}

function newestHash([newest]: readonly Buffer[]): Buffer {
  if (!newest) throw new Error('there is no key to hash an account with');
  return newest;
}

async function applyTogether(deps: ApplyingDeps, drafts: readonly Draft[]): Promise<ApplyOutcome[]> {
  const { timeZone } = await deps.platform.settings();
  const outcomes = await deps.db.transaction(async (tx) => {
    const books = await openBooksOf(tx, deps.ledger, drafts);
    return applyWithin(tx, { ...deps, timeZone }, books, await loadApplyingFacts(tx, deps, drafts), drafts);
  });
  const applied = outcomes.flatMap((outcome) => (outcome.outcome === 'applied' ? [outcome.disbursement] : []));
  if (applied.length > 0) deps.changed(applied);
  return outcomes;
}

/**
 * Locks the wallets, so that another request with the same number is decided before or after these drafts, never
 * concurrently.
 */
export async function openBooksOf(
  tx: Tx,
  ledger: Pick<LedgerVerbs, 'openBooks'>,
  drafts: readonly Draft[],
): Promise<Books> {
  const [first] = drafts;
  if (!first || drafts.some(({ record }) => record.currency !== first.record.currency))
    throw new Error('a batch of withdrawals and payouts must have one currency');
  const memberNos = drafts.map(({ record }) => record.memberNo);
  return ledger.openBooks(tx, memberNos, first.record.currency);
}

/** The facts that decide about drafts, read under their wallets' locks. */
export interface ApplyingFacts {
  booksWrong: boolean;
  applicantOf(draft: Draft): Applicant;
}

export async function loadApplyingFacts(
  tx: Tx,
  deps: ApplicantDeps & Pick<ApplyingDeps, 'clock' | 'ledger'>,
  drafts: readonly Draft[],
): Promise<ApplyingFacts> {
  const records = drafts.map(({ record }) => record);
  const applicantOf = await loadApplicants(deps, tx, records, deps.clock.now());
  const booksWrong = (await deps.ledger.booksWrong(tx)) !== undefined;
  return { booksWrong, applicantOf: ({ record }) => applicantOf(record) };
}

export async function applyWithin(
  tx: Tx,
  { clock, timeZone }: Pick<ApplyingDeps, 'clock'> & { timeZone: string },
  books: Books,
  { booksWrong, applicantOf }: ApplyingFacts,
  drafts: readonly Draft[],
): Promise<ApplyOutcome[]> {
  const records = drafts.map(({ record }) => record);
  const known = new Map((await selectByNumbers(tx, records)).map((record) => [numberText(record), record]));
  const fresh: { record: NewRecord; withinTransaction: DisbursementWork | undefined }[] = [];
  const outcomes = drafts.map((draft): ApplyOutcome => {
    const before = known.get(numberText(draft.record));
    if (before) {
      const isNumberDrawn = draft.record.orderNo === draft.record.systemNo.toString();
      if (isNumberDrawn && !isSameDraft(before, draft.record)) throw new NumberTaken(draft.record.orderNo);
      return equalBytes(before.requestHash, draft.record.requestHash)
        ? { outcome: 'repeated', disbursement: before }
        : { outcome: 'refused', error: 'order_conflict' };
    }
    const { terms, ...applicant } = applicantOf(draft);
    const record = withTerms(draft, terms);
    const now = clock.now();
    const { amountMinor, memberNo } = record;
    const { availableMinor } = balancesOf(books.wallet(memberNo), now);
    const facts: EligibilityFacts = {
      ...applicant,
      source: record.source,
      booksWrong,
      range: { ...terms, amountMinor },
      money: { debitMinor: debitOf(amountMinor, terms), availableMinor },
    };
    const refusal = disbursementEligibility(facts);
    if (refusal) return { outcome: 'refused', ...refusal };
    if (books.post(disbursementJournal(record), now) === 'balance_insufficient')
      return { outcome: 'refused', error: 'balance_insufficient' };
    known.set(numberText(record), record);
    fresh.push({ record, withinTransaction: draft.withinTransaction });
    return { outcome: 'applied', disbursement: record };
  });
  if (fresh.length > 0) {
    await insertDisbursements(
      tx,
      fresh.map(({ record }) => record),
    );
    await books.write();
    for (const { record, withinTransaction } of fresh) await withinTransaction?.(tx, record);
    await addToDays(
      tx,
      fresh.map(({ record }) => ({ row: record, from: null, to: record.status })),
      timeZone,
    );
  }
  return outcomes;
}

/**
 * True if an earlier run whose result was lost stored this draft: sealing never produces the same bytes twice, not even
 * for the same account.
 */
function isSameDraft(stored: DisbursementRecord, draft: Draft['record']): boolean {
  return equalBytes(stored.accountSealed, draft.accountSealed);
}

function numberText({ memberNo, kind, orderNo }: Pick<DisbursementRecord, 'memberNo' | 'kind' | 'orderNo'>): string {
  return `${memberNo}|${kind}|${orderNo}`;
}
