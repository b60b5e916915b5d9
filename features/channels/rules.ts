/**
 * Rules for channels: fees, commissions, open hours and routing, as pure functions on minor units. No amount is a
 * float, and one function rounds every fee of an order.
 */
import { percentOf, type PercentE4 } from '#foundation/core/money.ts';

export interface Rate {
  readonly percentE4: PercentE4;
  readonly fixedMinor: bigint;
  readonly minFeeMinor: bigint | null;
  readonly maxFeeMinor: bigint | null;
}

/** How many levels of agents earn on an order by default; the platform's setting overrides it. */
const DEFAULT_COMMISSION_DEPTH = 3;

/**
 * The fee of a rate: the percentage of the amount, rounded half up, plus the fixed part, limited to minimum and maximum.
 * It can exceed the amount. An order's fee is `orderFee`.
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
 * What each agent above a member earns on a paid amount: the fee at the level below minus the fee at the agent's own
 * rate, if positive. Nearest agent first; agents that earn nothing are left out. The sum never exceeds the member's
 * fee, even if an operator has set an agent's rate above that of the level below, so the platform never pays for an
 * order.
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
 * Whether no part of a rate is below the floor's, so that the fee is at least the floor's for every amount. An agent
 * must sell at or above its own rate. A rate that is above in one part and below in another does not qualify.
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

/** Local time, `HH:MM` or `HH:MM:SS`; `24:00` is the end of the day. */
export interface OpenHours {
  readonly from: string;
  readonly to: string;
}

/**
 * `from` is inclusive, `to` exclusive. If `from` is after `to`, the hours span midnight. If both are equal, or the
 * hours are null, the channel is always open.
 */
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
  /** What the upstream charges for each payment. */
  readonly costPercentE4: PercentE4;
  readonly costFixedMinor: bigint;
}

/** What a payment costs on a route; rounded half up like a fee. */
export function costOf(
  amountMinor: bigint,
  { costPercentE4, costFixedMinor }: Pick<Route, 'costPercentE4' | 'costFixedMinor'>,
): bigint {
  return percentOf(amountMinor, costPercentE4) + costFixedMinor;
}

/**
 * Picks the route of the next payment from the open routes: the lowest position, each in turn, or random by weight.
 * `turn` is the number of payments so far; `random` is from 0 inclusive to 1 exclusive. Returns undefined if there is
 * no route.
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
  // A rounding error can leave `rest` at 0 or above; the last route takes it then.
  return ordered.find(({ weight }) => (rest -= weight) < 0) ?? ordered.at(-1);
}

export interface UsageRequest {
  readonly amountMinor: bigint;
  /** Null means unlimited. */
  readonly limitMinor: bigint | null;
}

/**
 * Reports for each of several amounts, in order, whether it fits into what is left of the day's limit. An amount that
 * does not fit uses nothing.
 */
export function fitting(usedMinor: bigint, requests: readonly UsageRequest[]): boolean[] {
  let takenMinor = usedMinor;
  return requests.map(({ amountMinor, limitMinor }) => {
    const fits = limitMinor === null || takenMinor + amountMinor <= limitMinor;
    if (fits) takenMinor += amountMinor;
    return fits;
  });
}

/** Percent with one decimal, rounded half up: `"98.5"`; null if the count is 0. */
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
