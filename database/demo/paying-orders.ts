/** Pays the demo's orders as its upstream reports payments. */
import type { OrderView } from '#features/orders/order.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import { SANDBOX_UPSTREAM } from './people.ts';

export async function payOrder(
  orders: Pick<OrderVerbs, 'confirmPayment'>,
  { memberNo, systemNo, amountMinor, currency }: OrderView,
): Promise<void> {
  const outcome = await orders.confirmPayment(SANDBOX_UPSTREAM, {
    memberNo,
    systemNo,
    upstreamNo: `demo-${systemNo}`,
    amountMinor,
    currency,
    status: 'paid',
    paidAt: null,
  });
  if (outcome !== 'paid') throw new Error(`demo order ${systemNo} was not booked: ${outcome}`);
}
