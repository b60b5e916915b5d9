/** Replays past orders by a draft's routes: a pure function over the rule that decides every order. */
import { decisionOf, type OrderRules, type RefusalReason } from '#features/channels/routing.ts';
import { costOf } from '#features/channels/rules.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { PastOrder } from './store.ts';

export interface Replayed {
  order: PastOrder;
  /** Where it would go; undefined if it would be refused. */
  upstreamId: number | undefined;
  because: RefusalReason | undefined;
  costMinor: bigint;
}

/**
 * `orders` are the oldest first. Each channel's turns begin with the first of them, and each day's limits with the first of
 * the day. A weighted rule spreads its orders evenly by weight.
 */
export function replay(
  orders: readonly PastOrder[],
  rulesOf: (order: PastOrder) => OrderRules | undefined,
  timeZone: string,
): Replayed[] {
  const turns = new Map<number, number>();
  const used = new Map<string, bigint>();
  return orders.map((order) => {
    const { channelId, kind, amountMinor, createdAt: at } = order;
    const rules = rulesOf(order);
    if (!rules) return { order, upstreamId: undefined, because: 'closed', costMinor: 0n };
    const turn = turns.get(channelId) ?? 0;
    const keyOf = (upstreamId: number): string => `${channelId} ${upstreamId} ${dayOf(at, timeZone)}`;
    const decision = decisionOf(
      rules,
      { kind, amountMinor, at, timeZone },
      { turn, random: spread(turn), usedMinor: (upstreamId) => used.get(keyOf(upstreamId)) ?? 0n },
    );
    if ('refused' in decision) return { order, upstreamId: undefined, because: decision.because, costMinor: 0n };
    const { route } = decision;
    turns.set(channelId, turn + 1);
    const key = keyOf(route.upstreamId);
    used.set(key, (used.get(key) ?? 0n) + amountMinor);
    return { order, upstreamId: route.upstreamId, because: undefined, costMinor: costOf(amountMinor, route) };
  });
}

/** Numbers from 0 to 1 that fill the range evenly, however many are taken. */
function spread(index: number): number {
  return ((index + 0.5) * 0.618_033_988_749_895) % 1;
}
