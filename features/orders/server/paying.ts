/**
 * Books payments. Reports that arrive together become one transaction: it marks orders, locks wallets and writes
 * journals, callbacks, what is owed to agents and roll-ups, all by arrays. A caller gets its result only after the
 * commit. A repeated report changes nothing, because an order's status moves only once.
 */
import type { Clock } from '#foundation/core/clock.ts';
import type { Currency } from '#foundation/core/money.ts';
import { Batcher } from '#foundation/server/postgres/batcher.ts';
import {
  combineWrites,
  type Database,
  pipelined,
  type TransactionWork,
  type Tx,
  type Write,
} from '#foundation/server/postgres/database.ts';
import type { Buckets } from '#foundation/server/process/day-buckets.ts';
import { receiverOf } from '#features/callbacks/server/receiver.ts';
import type { CallbackVerbs } from '#features/callbacks/server/verbs.ts';
import { type JournalDraft, paymentJournal } from '#features/ledger/rules.ts';
import { type OwedCommission, owedWrites } from '#features/ledger/server/commissions.ts';
import type { Books } from '#features/ledger/server/books.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import { heldOf, releaseTimeOf, type SettlementTerms } from '#features/ledger/settlement.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { orderTransitions } from '../rules.ts';
import { orderPaid, rollupWrites } from './rollups.ts';
import { type OrderRecord, type PaidRecord, type Payment, selectOrdersByNumbers, updatePaid } from './store.ts';

export type PaymentOutcome = 'paid' | 'already_paid' | 'expired' | 'mismatch' | 'unknown_order';

export interface PayingDeps {
  db: Database;
  clock: Clock;
  platform: PlatformVerbs;
  members: MemberVerbs;
  ledger: LedgerVerbs;
  callbacks: CallbackVerbs;
  buckets(): Promise<Buckets>;
  lanes: number;
  /** Called after the commit, for live updates. */
  paid(orders: readonly PaidRecord[]): void;
}

export function payOrders(deps: PayingDeps): (payment: Payment) => Promise<PaymentOutcome> {
  const posting = new Batcher<Payment, PaymentOutcome>({
    keyOf: ({ memberNo }) => memberNo,
    groupsOf: deps.db.shardsOf,
    lanes: deps.lanes,
    maxBatch: 2_000,
    run: (payments) => payTogether(deps, payments),
  });
  return (payment) => posting.submit(payment);
}

/** One transaction for the whole batch. */
async function payTogether(deps: PayingDeps, payments: readonly Payment[]): Promise<PaymentOutcome[]> {
  const [{ currency }, buckets] = await Promise.all([deps.platform.settings(), deps.buckets()]);
  const firsts = dedupePayments(payments).sort(byKey);
  const { paid, booked, others } = await deps.db.batch(async (tx) => {
    const { writes, ...result } = await move(tx, deps, firsts, { currency, buckets });
    return { result, writes };
  });
  if (paid.length > 0) deps.paid(paid);

  const known = new Map(others.map((record) => [systemKey(record), record]));
  const answered = new Set<bigint>();
  return payments.map((payment) => {
    const key = systemKey(payment);
    const record = booked.get(key);
    if (!record) return outcomeOf(payment, known.get(key));
    if (!agrees(payment, record)) return 'mismatch';
    if (answered.has(key)) return 'already_paid';
    answered.add(key);
    return 'paid';
  });
}

/** What one transaction booked: `others` are the orders of the payments that it did not book. */
interface Moved {
  paid: readonly PaidRecord[];
  booked: ReadonlyMap<bigint, PaidRecord>;
  others: readonly OrderRecord[];
  writes: Write[];
}

/** Marks orders as paid and decides what to book. At most one payment of an order, in the order of their keys. */
async function move(
  tx: Tx,
  deps: PayingDeps,
  payments: readonly Payment[],
  { currency, buckets }: { currency: Currency; buckets: Buckets },
): Promise<Moved> {
  const now = deps.clock.now();
  const confirmed = payments.filter((payment) => payment.confirmed);
  const memberNos = [...new Set(payments.map(({ memberNo }) => memberNo))];
  const [moved, settlements, books] = await pipelined(
    // A late payment counts only if the upstream confirmed it.
    () =>
      pipelined(
        ...orderTransitions
          .before('success')
          .map((from) => () => updatePaid(tx, from === 'unpaid' ? payments : confirmed, from, now)),
      ),
    () => deps.members.settlements(tx, memberNos),
    // From here on the members' wallets are locked; other batches can run the steps above in the meantime.
    () => deps.ledger.openBooks(tx, memberNos, currency),
  );
  const paid = moved.flat();
  const booked = new Map(paid.map((record) => [systemKey(record), record]));
  const others = await selectOrdersByNumbers(
    tx,
    payments.filter((payment) => !booked.has(systemKey(payment))),
  );
  const writes = paid.length > 0 ? await book(deps, paid, settlements, books, { now, buckets }) : [];
  return { paid, booked, others, writes };
}

/**
 * Books one payment in a transaction of its own, with more work of the caller. On another outcome than `paid` nothing has
 * changed, and the caller's work is not done.
 */
export async function payOne(
  deps: PayingDeps,
  payment: Payment,
  withinTransaction: TransactionWork,
): Promise<PaymentOutcome> {
  const [{ currency }, buckets] = await Promise.all([deps.platform.settings(), deps.buckets()]);
  const { paid, others } = await deps.db.transaction(async (tx) => {
    const moved = await move(tx, deps, [payment], { currency, buckets });
    if (moved.paid.length > 0) {
      await combineWrites(tx, moved.writes);
      await withinTransaction(tx);
    }
    return moved;
  });
  if (paid.length === 0) return outcomeOf(payment, others[0]);
  deps.paid(paid);
  return 'paid';
}

/** Decides what to book and returns the writes. */
async function book(
  deps: PayingDeps,
  records: readonly PaidRecord[],
  settlements: ReadonlyMap<bigint, SettlementTerms>,
  books: Books,
  { now, buckets }: { now: Date; buckets: Buckets },
): Promise<Write[]> {
  const { drafts, owed } = await draftsOf(deps, records, settlements, now);
  for (const draft of drafts)
    if (typeof books.post(draft, now) === 'string')
      throw new Error(`the credit of order ${draft.reference} was refused`);
  return [
    ...books.writes(),
    ...deps.callbacks.writes(records.flatMap((record) => callbackOf(record, now))),
    ...owedWrites(owed),
    ...rollupWrites(
      records.flatMap((record) => orderPaid({ ...record, paidAt: now })),
      buckets,
    ),
  ];
}

/**
 * Keeps one of several equal reports of an order, confirmed if any of them is. Keeps different reports of an order as
 * well: at most one of them agrees with the order.
 */
function dedupePayments(payments: readonly Payment[]): Payment[] {
  const kept = new Map<bigint, Payment[]>();
  for (const payment of payments) {
    const key = systemKey(payment);
    const ofOrder = kept.get(key);
    const before = ofOrder?.findIndex((one) => agrees(one, payment)) ?? -1;
    if (!ofOrder) kept.set(key, [payment]);
    else if (before < 0) ofOrder.push(payment);
    else if (payment.confirmed) ofOrder[before] = payment;
  }
  return [...kept.values()].flat();
}

interface Drafts {
  drafts: JournalDraft[];
  /** At most one per member. */
  owed: OwedCommission[];
}

async function draftsOf(
  { platform }: PayingDeps,
  records: readonly PaidRecord[],
  settlements: ReadonlyMap<bigint, SettlementTerms>,
  now: Date,
): Promise<Drafts> {
  const [{ timeZone }, calendar] = await Promise.all([platform.settings(), platform.calendar()]);
  const releaseTimes = new Map<string, Date>();
  const releaseTime = (terms: SettlementTerms): Date => {
    const key = `${terms.mode}${terms.days}`;
    const known = releaseTimes.get(key) ?? releaseTimeOf(now, terms, timeZone, calendar);
    releaseTimes.set(key, known);
    return known;
  };
  const owed = new Map<bigint, OwedCommission & { systemNos: bigint[] }>();
  const drafts = records.map((record) => {
    const { memberNo, systemNo, kind, currency, upstreamId, amountMinor, feeMinor, commissionMinor } = record;
    const terms = settlements.get(memberNo);
    if (!terms) throw new Error(`member ${memberNo} vanished`);
    const heldMinor = heldOf(amountMinor - feeMinor, terms);
    if (commissionMinor > 0n) {
      const ofMember = owed.get(memberNo);
      if (ofMember) ofMember.systemNos.push(systemNo);
      else
        owed.set(memberNo, {
          memberNo,
          currency,
          systemNos: [systemNo],
          terms,
          releaseAt: releaseTime(terms),
          createdAt: now,
        });
    }
    return paymentJournal({
      memberNo,
      systemNo,
      kind,
      currency,
      upstreamId,
      amountMinor,
      feeMinor,
      commissionMinor,
      hold: heldMinor > 0n ? { releaseAt: releaseTime(terms), amountMinor: heldMinor } : undefined,
    });
  });
  return { drafts, owed: [...owed.values()] };
}

function callbackOf(
  { memberNo, systemNo, amountMinor, feeMinor, notifyUrl }: PaidRecord,
  createdAt: Date,
): Parameters<CallbackVerbs['writes']>[0][number][] {
  return notifyUrl === null
    ? []
    : [{ memberNo, systemNo, subject: 'payin', receiver: receiverOf(notifyUrl), amountMinor, feeMinor, createdAt }];
}

/** The outcome of a payment that this transaction did not book. */
function outcomeOf(payment: Payment, record: OrderRecord | undefined): PaymentOutcome {
  if (!record) return 'unknown_order';
  if (!agrees(payment, record)) return 'mismatch';
  if (record.status === 'unpaid')
    throw new Error(`the payment of order ${record.systemNo} of ${record.memberNo} agrees with it and was not booked`);
  return record.status === 'expired' ? 'expired' : 'already_paid';
}

type Content = Pick<Payment, 'upstreamId' | 'amountMinor' | 'currency'>;

function agrees(payment: Content, record: Content): boolean {
  return (
    record.amountMinor === payment.amountMinor &&
    record.currency === payment.currency &&
    record.upstreamId === payment.upstreamId
  );
}

function byKey(a: Payment, b: Payment): number {
  return a.memberNo === b.memberNo ? (a.systemNo < b.systemNo ? -1 : 1) : a.memberNo < b.memberNo ? -1 : 1;
}

/**
 * Both numbers are below 2⁶³. Not a string: a string used as a `Map` key stays in the runtime's string table until a
 * full garbage collection, and nothing else runs while that table grows (docs/posting-path.md).
 */
function systemKey({ memberNo, systemNo }: { memberNo: bigint; systemNo: bigint }): bigint {
  return (memberNo << 64n) | systemNo;
}
