/**
 * What a channel costs, who earns on it, when it is open and where a payment goes: pure functions on minor units.
 * Nothing here knows a float amount, and every fee of an order is rounded by the same function.
 */
import { percentOf, type PercentE4 } from '#foundation/core/money.ts';

export interface Rate {
  readonly percentE4: PercentE4;
  readonly fixedMinor: bigint;
  readonly minFeeMinor: bigint | null;
  readonly maxFeeMinor: bigint | null;
}

/** Levels of agents that earn on an order, unless the platform's setting says otherwise. */
const DEFAULT_COMMISSION_DEPTH = 3;

/**
 * The fee that a rate gives: percent of the amount, rounded half up, plus the fixed part, within minimum and maximum.
 * It may be more than the amount. An order's fee is `orderFee`.
 */
export function feeAtRate(amountMinor: bigint, rate: Rate): bigint {
  let feeMinor = percentOf(amountMinor, rate.percentE4) + rate.fixedMinor;
  if (rate.minFeeMinor !== null && feeMinor < rate.minFeeMinor) feeMinor = rate.minFeeMinor;
  if (rate.maxFeeMinor !== null && feeMinor > rate.maxFeeMinor) feeMinor = rate.maxFeeMinor;
  return feeMinor;
}

/** The fee of a pay-in or recharge: it is taken out of the amount, so it is never more than the amount. */
export function orderFee(amountMinor: bigint, rate: Rate): bigint {
  return smaller(feeAtRate(amountMinor, rate), amountMinor);
}

export interface UplineRate {
  readonly agentNo: bigint;
  readonly rate: Rate;
}

export interface Commission {
  readonly agentNo: bigint;
  readonly amountMinor: bigint;
}

/**
 * What each agent above a member earns on an amount paid: the fee at the level below − the fee at its own rate, if
 * positive. Nearest agent first, those that earn nothing left out. Together never more than the member's fee, even
 * where an operator has set an agent's rate above that of the level below: so the platform never pays for an order.
 */
export function commissionsOf(
  amountMinor: bigint,
  rate: Rate,
  uplines: readonly UplineRate[],
  depth: number = DEFAULT_COMMISSION_DEPTH,
): Commission[] {
  const commissions: Commission[] = [];
  let belowMinor = orderFee(amountMinor, rate);
  let leftMinor = belowMinor;
  for (const { agentNo, rate: own } of uplines.slice(0, depth)) {
    const ownMinor = orderFee(amountMinor, own);
    const earnedMinor = smaller(belowMinor - ownMinor, leftMinor);
    if (earnedMinor > 0n) commissions.push({ agentNo, amountMinor: earnedMinor });
    if (earnedMinor > 0n) leftMinor -= earnedMinor;
    belowMinor = ownMinor;
  }
  return commissions;
}

/**
 * Whether a rate is in no part below another, and so gives no smaller fee for any amount: an agent sells at or above
 * its own rate. Rates that are above in one part and below in another are not.
 */
export function isRateAtLeast(rate: Rate, floor: Rate): boolean {
  return (
    rate.percentE4 >= floor.percentE4 &&
    rate.fixedMinor >= floor.fixedMinor &&
    (rate.minFeeMinor ?? 0n) >= (floor.minFeeMinor ?? 0n) &&
    (rate.maxFeeMinor === null || (floor.maxFeeMinor !== null && rate.maxFeeMinor >= floor.maxFeeMinor))
  );
}

export function isSoundRate({ percentE4, fixedMinor, minFeeMinor, maxFeeMinor }: Rate): boolean {
  const amountsSound = [fixedMinor, minFeeMinor ?? 0n, maxFeeMinor ?? 0n].every((amount) => amount >= 0n);
  const ordered = minFeeMinor === null || maxFeeMinor === null || minFeeMinor <= maxFeeMinor;
  return Number.isInteger(percentE4) && percentE4 >= 0 && percentE4 <= 1_000_000 && amountsSound && ordered;
}

/** Wall clock, `HH:MM` or `HH:MM:SS`; `24:00` is the day's end. */
export interface OpenHours {
  readonly from: string;
  readonly to: string;
}

/** From inclusive, to exclusive; from after to spans midnight; equal ends are the whole day, like none. */
export function isOpenAt(hours: OpenHours | null, now: Date, timeZone: string): boolean {
  if (hours === null) return true;
  const [from, to, at] = [secondOfText(hours.from), secondOfText(hours.to), secondOfDay(now, timeZone)];
  if (from === to) return true;
  return from < to ? at >= from && at < to : at >= from || at < to;
}

export type Routing = 'single' | 'turn' | 'weighted';

export interface Route {
  readonly upstreamId: number;
  readonly position: number;
  readonly weight: number;
  /** What the upstream takes of each payment. */
  readonly costPercentE4: PercentE4;
  readonly costFixedMinor: bigint;
}

/** Rounded half up, like a fee. */
export function costOf(
  amountMinor: bigint,
  { costPercentE4, costFixedMinor }: Pick<Route, 'costPercentE4' | 'costFixedMinor'>,
): bigint {
  return percentOf(amountMinor, costPercentE4) + costFixedMinor;
}

/**
 * The way to the upstream that serves the next payment, of the open routes: the one of lowest position, one after the
 * other, or drawn by weight. `turn` is the count of payments so far, `random` from 0 inclusive to 1 exclusive.
 * Undefined without a route.
 */
export function routeOf(
  routing: Routing,
  routes: readonly Route[],
  { turn, random }: { turn: number; random: number },
): Route | undefined {
  const ordered = routes.toSorted((a, b) => a.position - b.position || a.upstreamId - b.upstreamId);
  if (routing === 'turn') return ordered[turn % ordered.length];
  if (routing === 'single') return ordered[0];
  let rest = random * ordered.reduce((weights, { weight }) => weights + weight, 0);
  // Should the last subtraction leave a trace of rounding, the last route takes it.
  return ordered.find(({ weight }) => (rest -= weight) < 0) ?? ordered.at(-1);
}

export interface UsageRequest {
  readonly amountMinor: bigint;
  /** Null is unlimited. */
  readonly limitMinor: bigint | null;
}

/**
 * Whether each of several amounts, one after the other, still fits into what a day has left; one that doesn't takes
 * nothing.
 */
export function fitting(usedMinor: bigint, requests: readonly UsageRequest[]): boolean[] {
  let takenMinor = usedMinor;
  return requests.map(({ amountMinor, limitMinor }) => {
    const fits = limitMinor === null || takenMinor + amountMinor <= limitMinor;
    if (fits) takenMinor += amountMinor;
    return fits;
  });
}

/** Percent with one decimal, rounded half up: `"98.5"`; null of nothing. */
export function successRateOf(successCount: bigint, count: bigint): string | null {
  if (count <= 0n) return null;
  const tenths = (successCount * 2000n + count) / (count * 2n);
  return `${tenths / 10n}.${tenths % 10n}`;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function secondOfText(text: string): number {
  const [hour = 0, minute = 0, second = 0] = text.split(':').map(Number);
  return hour * 3600 + minute * 60 + second;
}

function secondOfDay(at: Date, timeZone: string): number {
  let format = clockFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    clockFormats.set(timeZone, format);
  }
  return secondOfText(format.format(at));
}
const clockFormats = new Map<string, Intl.DateTimeFormat>();
