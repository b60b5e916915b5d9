/**
 * The demo's orders are paid: its upstream reports the payment, and has it in its own books. There, a few orders differ,
 * so that operators have differences to settle.
 */
import type { OrderView } from '#features/orders/order.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import { upstreamNoOf } from '#features/upstreams/server/sandbox.ts';
import { keepPaid, type PaidAtSandbox } from '#features/upstreams/server/sandbox-payments.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { SANDBOX_UPSTREAM } from './people.ts';

export async function payOrder(
  orders: Pick<OrderVerbs, 'confirmPayment'>,
  { memberNo, systemNo, amountMinor, currency }: OrderView,
): Promise<void> {
  const outcome = await orders.confirmPayment(SANDBOX_UPSTREAM, {
    memberNo,
    systemNo,
    upstreamNo: upstreamNoOf({ upstreamId: SANDBOX_UPSTREAM, memberNo, systemNo }),
    amountMinor,
    currency,
    status: 'paid',
    paidAt: null,
  });
  if (outcome !== 'paid') throw new Error(`demo order ${systemNo} was not booked: ${outcome}`);
}

export interface MadeOrder {
  order: OrderView;
  /** Null: it was not paid. */
  paidAt: Date | null;
}

/** Days before the start: the first large order of the day differs. */
const disputes: Readonly<Record<number, 'unknown' | 'other_amount' | 'paid_late'>> = {
  4: 'unknown',
  3: 'other_amount',
  2: 'paid_late',
  // A difference only once the statements of two more days are in.
  1: 'unknown',
};
const LARGE_MINOR = 50_00n;
const OTHER_BY_MINOR = 10_00n;
const LATE_BY_MS = 60_000;

/**
 * Writes what the upstream was paid for these orders. With `ago` they are those of a whole day, and have expired if they
 * were not paid.
 */
export async function keepAtUpstream(on: Queryable, made: readonly MadeOrder[], ago?: number): Promise<void> {
  const dispute = ago === undefined ? undefined : disputes[ago];
  const disputed =
    dispute &&
    made.find(
      ({ order, paidAt }) =>
        order.kind === 'payin' && order.amountMinor >= LARGE_MINOR && (paidAt === null) === (dispute === 'paid_late'),
    );
  const theirs = made.flatMap((one): PaidAtSandbox[] => {
    const { memberNo, systemNo, amountMinor, currency, expiresAt } = one.order;
    const payment = { upstreamId: SANDBOX_UPSTREAM, memberNo, systemNo, amountMinor, currency };
    if (one !== disputed) return one.paidAt ? [{ ...payment, settledAt: one.paidAt }] : [];
    if (one.paidAt === null) return [{ ...payment, settledAt: new Date(expiresAt.getTime() + LATE_BY_MS) }];
    return dispute === 'unknown'
      ? []
      : [{ ...payment, amountMinor: amountMinor - OTHER_BY_MINOR, settledAt: one.paidAt }];
  });
  if (theirs.length > 0) await keepPaid(on, theirs);
}
