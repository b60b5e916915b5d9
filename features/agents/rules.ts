/** How an agent's commission on an order is shown. Pure. */
import type { OrderStatus } from '#features/orders/statuses.ts';
import type { commissionStates } from './order-contract.ts';

export interface OrderCommission {
  status: OrderStatus;
  /** The agent's share. */
  commissionMinor: bigint;
  heldMinor: bigint;
  releaseAt: Date | null;
  bookedAt: Date | null;
}

export interface ShownCommission {
  amountMinor: bigint;
  state: (typeof commissionStates)[number];
  /** When the held part becomes available; null when nothing is held. */
  releasesAt: Date | null;
}

/** A paid share that is on its way to the agent's wallet counts as held. */
export function shownCommission(order: OrderCommission, now: Date): ShownCommission {
  const { status, commissionMinor, heldMinor, releaseAt, bookedAt } = order;
  if (commissionMinor === 0n || status === 'expired') return { amountMinor: 0n, state: 'none', releasesAt: null };
  const amountMinor = commissionMinor;
  if (status === 'unpaid') return { amountMinor, state: 'expected', releasesAt: null };
  if (status === 'reversed') return { amountMinor, state: 'reversed', releasesAt: null };
  const releasesAt = heldMinor > 0n && releaseAt !== null && releaseAt > now ? releaseAt : null;
  return { amountMinor, state: releasesAt || !bookedAt ? 'held' : 'available', releasesAt };
}
