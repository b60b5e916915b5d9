/** How an agent's commission on an order is shown, and which members need its attention. Pure. */
import { successRateOf } from '#features/channels/rules.ts';
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

/** Marks in the list of members that can be searched for. */
export const attentions = ['belowOwn', 'successFell'] as const;

/** The last days, with today, whose success rate is compared with that of the listed days before them: a full week. */
export const FALL_DAYS = 7;
/** The fewest created orders of each span. Below that, one order moves the rate by more than five points. */
const FALL_MIN_ORDERS = 20n;
/** How many points the rate must have fallen. With 20 orders, chance alone often moves it by ten. */
const FALL_MIN_POINTS = 20n;

/** Orders that were created in a span, and how many of them were paid. */
export interface SuccessCounts {
  createdCount: bigint;
  successCount: bigint;
}

/** Percent with one decimal. */
export interface SuccessFall {
  rateNow: string;
  rateBefore: string;
}

/** Null unless the success rate has fallen far. */
export function successFall(now: SuccessCounts, before: SuccessCounts): SuccessFall | null {
  if (now.createdCount < FALL_MIN_ORDERS || before.createdCount < FALL_MIN_ORDERS) return null;
  // Compares the exact rates: as fractions over the product of both counts.
  const scale = now.createdCount * before.createdCount;
  const fallen = before.successCount * now.createdCount - now.successCount * before.createdCount;
  if (fallen * 100n < FALL_MIN_POINTS * scale) return null;
  const rateOf = ({ createdCount, successCount }: SuccessCounts): string =>
    successRateOf(successCount, createdCount) ?? '';
  return { rateNow: rateOf(now), rateBefore: rateOf(before) };
}
