/**
 * Reverses a paid order: marks the order, books the opposite of its journal, and takes back what agents received of it.
 * Unlike commission payment, this is one transaction over several members: it is rare, and either every wallet covers it
 * or nothing happens.
 */
import { sum } from '#foundation/core/money.ts';
import type { TransactionWork, Tx } from '#foundation/server/postgres/database.ts';
import { UnavailableError } from '#foundation/server/postgres/unavailable.ts';
import { commissionReversalJournal, reversalJournal } from '#features/ledger/reversal.ts';
import { type Hold, type JournalDraft, missingFor } from '#features/ledger/rules.ts';
import {
  type CommissionDeps,
  reverseShares,
  settleCommissions,
  type ShareWithState,
} from '#features/ledger/server/commissions.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import { type Release, selectRelease } from './detail.ts';
import { type OrderRecord, updateReversed } from './store.ts';

export interface ReversalRequest {
  memberNo: bigint;
  systemNo: bigint;
  reason: string;
  /** Reverse even if a wallet does not cover it. */
  forced: boolean;
}

export interface ReversedOrder {
  order: OrderRecord;
  /** The commission that agents returned. */
  returned: readonly Pick<ShareWithState, 'agentNo' | 'amountMinor'>[];
}

/** On any outcome other than `reversed` nothing has changed. */
export type ReversalOutcome =
  | { outcome: 'reversed' }
  | { outcome: 'not_paid' }
  | { outcome: 'uncovered'; memberNo: bigint; missingMinor: bigint; currency: string };

export interface ReversingDeps extends CommissionDeps {
  ledger: Pick<LedgerVerbs, 'openBooks'>;
}

/** Commission in flight arrives after one settling run; more than a few runs means a fault. */
const MAX_SETTLINGS = 3;

export async function reverseOrder(
  deps: ReversingDeps,
  reversing: ReversalRequest,
  withinTransaction: TransactionWork<[ReversedOrder]>,
): Promise<ReversalOutcome> {
  for (let settled = 0; settled <= MAX_SETTLINGS; settled += 1) {
    const outcome = await reverseOnce(deps, reversing, withinTransaction);
    if (outcome !== 'commission_on_its_way') return outcome;
    await settleCommissions(deps);
  }
  throw new UnavailableError(`commission of order ${reversing.systemNo} does not arrive`);
}

/**
 * `commission_on_its_way`: a share has left the merchant's books and has not reached a wallet yet. It can be taken back
 * once commission is settled.
 */
type Obstacle = Exclude<ReversalOutcome, { outcome: 'reversed' }> | 'commission_on_its_way';

async function reverseOnce(
  deps: ReversingDeps,
  reversing: ReversalRequest,
  withinTransaction: TransactionWork<[ReversedOrder]>,
): Promise<ReversalOutcome | Obstacle> {
  try {
    await deps.db.transaction(async (tx) => withinTransaction(tx, await bookReversal(tx, deps, reversing)));
    return { outcome: 'reversed' };
  } catch (error) {
    if (error instanceof NotReversed) return error.obstacle;
    throw error;
  }
}

/** Rolls the transaction back. */
class NotReversed extends Error {
  readonly obstacle: Obstacle;
  constructor(obstacle: Obstacle) {
    super('an order was not reversed');
    this.obstacle = obstacle;
  }
}

async function bookReversal(
  tx: Tx,
  { clock, ledger }: ReversingDeps,
  reversing: ReversalRequest,
): Promise<ReversedOrder> {
  const { memberNo, systemNo } = reversing;
  const order = await updateReversed(tx, memberNo, systemNo);
  if (!order) throw new NotReversed({ outcome: 'not_paid' });
  const agentNos = (order.commissions ?? []).map(({ agentNo }) => BigInt(agentNo));
  const books = await ledger.openBooks(tx, [memberNo, ...agentNos], order.currency, { oneByOne: true });
  // Read the clock only after the wallets are locked: the previous holder has already dropped what was released by
  // then.
  const now = clock.now();
  const shares = await reverseShares(tx, memberNo, systemNo, now);
  if (shares.some(({ state }) => state === 'on_its_way')) throw new NotReversed('commission_on_its_way');

  const { owed = [], received = [] } = Object.groupBy(shares, ({ state }) => state);
  for (const draft of journalsOf(
    reversing,
    order,
    await selectRelease(tx, memberNo, systemNo, order.kind),
    { owed, received },
    now,
  )) {
    if (typeof books.post(draft, now) !== 'string') continue;
    throw new NotReversed({
      outcome: 'uncovered',
      memberNo: draft.memberNo,
      missingMinor: missingFor(books.wallet(draft.memberNo), draft, now),
      currency: order.currency,
    });
  }
  await books.write();
  return { order, returned: received };
}

interface Shares {
  owed: readonly ShareWithState[];
  received: readonly ShareWithState[];
}

/** The merchant's journal, then those of agents who received a share. */
function journalsOf(
  { reason, forced }: ReversalRequest,
  order: OrderRecord,
  release: Release,
  { owed, received }: Shares,
  now: Date,
): JournalDraft[] {
  const { memberNo, systemNo, currency, upstreamId, amountMinor, feeMinor } = order;
  const common = { systemNo, currency, forced, reason };
  const sumOf = (shares: readonly ShareWithState[]): bigint => sum(shares.map((share) => share.amountMinor));
  return [
    reversalJournal({
      ...common,
      memberNo,
      upstreamId,
      amountMinor,
      feeMinor,
      owedMinor: sumOf(owed),
      receivedMinor: sumOf(received),
      held: heldAt(release, now),
    }),
    ...received.map((share) =>
      commissionReversalJournal({
        ...common,
        agentNo: share.agentNo,
        amountMinor: share.amountMinor,
        held: heldAt(share, now),
      }),
    ),
  ];
}

function heldAt({ heldMinor, releaseAt }: Release, now: Date): Hold | undefined {
  return heldMinor && releaseAt && releaseAt > now ? { releaseAt, amountMinor: heldMinor } : undefined;
}
