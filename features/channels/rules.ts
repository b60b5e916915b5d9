/**
 * Rules for channels: fees, commissions, open hours and routing, as pure functions on minor units. No amount is a
 * float, and one function rounds every fee of an order.
 */
import { HUNDRED_PERCENT, percentOf, type PercentE4 } from '#foundation/core/money.ts';

export interface Rate {
  readonly percentE4: PercentE4;
  readonly fixedMinor: bigint;
  readonly minFeeMinor: bigint | null;
  readonly maxFeeMinor: bigint | null;
}

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
 * rate, which counts as at most the fee below. Nearest agent first; agents that earn nothing are left out. No share is
 * negative and the sum never exceeds the member's fee, also where an agent's rate is above that of the level below.
 * `depth`: how many levels of agents earn.
 */
export function commissionsOf(
  amountMinor: bigint,
  rate: Rate,
  uplines: readonly UplineRate[],
  depth: number,
): Commission[] {
  const commissions: Commission[] = [];
  let leftMinor = orderFee(amountMinor, rate);
  for (const { agentNo, rate: own } of uplines.slice(0, depth)) {
    const ownMinor = smaller(leftMinor, orderFee(amountMinor, own));
    if (ownMinor < leftMinor) commissions.push({ agentNo, amountMinor: leftMinor - ownMinor });
    leftMinor = ownMinor;
  }
  return commissions;
}

/** The amounts that a channel accepts; both ends are included. */
export interface AmountRange {
  readonly minAmountMinor: bigint;
  readonly maxAmountMinor: bigint;
}

/** An amount at which a rate brings a lower fee than the own rate of the agent above. */
export interface Undercut {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly ownMinor: bigint;
}

/**
 * Returns the smallest amount of the range at which the rate's fee is below the fee at `own`, or undefined if it is at
 * least that fee at every amount. Exact: it compares rounded fees. It assumes sound rates.
 *
 * The range is split where a minimum, a maximum or the cap at the amount begins or ends. Between two such amounts both
 * fees are lines, a rounded percentage plus a constant.
 */
export function undercutOf(rate: Rate, own: Rate, range: AmountRange): Undercut | undefined {
  const starts = [...new Set([range.minAmountMinor, ...lineStarts(rate, range), ...lineStarts(own, range)])].sort(
    (a, b) => (a < b ? -1 : 1),
  );
  for (const [index, first] of starts.entries()) {
    const last = (starts[index + 1] ?? range.maxAmountMinor + 1n) - 1n;
    const amountMinor = firstUndercut(lineAt(first, rate), lineAt(first, own), first, last);
    if (amountMinor !== undefined)
      return { amountMinor, feeMinor: orderFee(amountMinor, rate), ownMinor: orderFee(amountMinor, own) };
  }
  return undefined;
}

/** A fee as the rounded percentage of the amount plus a constant. */
interface FeeLine {
  readonly percentE4: PercentE4;
  readonly constantMinor: bigint;
}

/** The line that a fee follows from this amount to the next start of a line. */
function lineAt(amountMinor: bigint, rate: Rate): FeeLine {
  const feeMinor = feeAtRate(amountMinor, rate);
  if (feeMinor >= amountMinor) return { percentE4: HUNDRED_PERCENT, constantMinor: 0n };
  return feeMinor === unlimitedFee(amountMinor, rate)
    ? { percentE4: rate.percentE4, constantMinor: rate.fixedMinor }
    : { percentE4: 0, constantMinor: feeMinor };
}

/** The amounts where an order's fee changes from one line to another. */
function lineStarts(rate: Rate, { minAmountMinor, maxAmountMinor }: AmountRange): bigint[] {
  const { minFeeMinor, maxFeeMinor } = rate;
  const changes: ((amountMinor: bigint) => boolean)[] = [(amountMinor) => feeAtRate(amountMinor, rate) < amountMinor];
  if (minFeeMinor !== null) changes.push((amountMinor) => unlimitedFee(amountMinor, rate) >= minFeeMinor);
  if (maxFeeMinor !== null) changes.push((amountMinor) => unlimitedFee(amountMinor, rate) > maxFeeMinor);
  return changes
    .map((isOver) => firstAmount(minAmountMinor, maxAmountMinor, isOver))
    .filter((start) => start !== undefined);
}

function unlimitedFee(amountMinor: bigint, { percentE4, fixedMinor }: Rate): bigint {
  return percentOf(amountMinor, percentE4) + fixedMinor;
}

/** The first amount for which the condition holds, which then holds for all later amounts. */
function firstAmount(first: bigint, last: bigint, holds: (amountMinor: bigint) => boolean): bigint | undefined {
  if (!holds(last)) return undefined;
  let [low, high] = [first, last];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}

/**
 * The first amount from `first` to `last` at which one line is below the other.
 *
 * Two rounded parts differ by the exact difference of the percentages, rounded down or up to a whole unit. So the lines
 * can only cross where that difference is within one unit of the difference of their constants. Before and after, all
 * amounts are below or none is.
 */
function firstUndercut(line: FeeLine, own: FeeLine, first: bigint, last: bigint): bigint | undefined {
  const slope = BigInt(line.percentE4 - own.percentE4);
  const lead = own.constantMinor - line.constantMinor;
  const canBeBelow = (amountMinor: bigint): boolean => amountMinor * slope < lead * UNIT;
  const isSurelyBelow = (amountMinor: bigint): boolean => amountMinor * slope < (lead - 1n) * UNIT;
  if (slope >= 0n) {
    if (!canBeBelow(first)) return undefined;
    if (isSurelyBelow(first)) return first;
    const after = firstAmount(first, last, (amountMinor) => !canBeBelow(amountMinor));
    return firstBelowByRounding(line, own, first, after === undefined ? last : after - 1n);
  }
  const start = firstAmount(first, last, canBeBelow);
  if (start === undefined) return undefined;
  const sure = firstAmount(start, last, isSurelyBelow);
  return firstBelowByRounding(line, own, start, sure === undefined ? last : sure - 1n) ?? sure;
}

/**
 * The first amount at which the line is below the other, among amounts where that depends on rounding alone: at each of
 * them the line is either equal or one unit below. It falls behind only where the other's rounded part steps up, so
 * only those amounts are looked at. They are counted from `first`, which keeps the products within exact numbers.
 */
function firstBelowByRounding(line: FeeLine, own: FeeLine, first: bigint, last: bigint): bigint | undefined {
  const feeOn = ({ percentE4, constantMinor }: FeeLine): bigint => percentOf(first, percentE4) + constantMinor;
  if (feeOn(line) < feeOn(own)) return first;
  const restOf = ({ percentE4 }: FeeLine): number => Number((first * BigInt(percentE4) + UNIT / 2n) % UNIT);
  const [rest, ownRest, span, unit] = [restOf(line), restOf(own), Number(last - first), Number(UNIT)];
  if (own.percentE4 === 0) return undefined;
  for (let step = unit; ; step += unit) {
    const away = Math.ceil((step - ownRest) / own.percentE4);
    if (away > span) return undefined;
    if (rest + away * line.percentE4 < step) return first + BigInt(away);
  }
}

/** One minor unit, in the scale of an amount times a percentage in ten-thousandths. */
const UNIT = BigInt(HUNDRED_PERCENT);

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
  /** What the upstream is given of the channel's orders in a day; absent: unlimited. */
  readonly dailyLimitMinor?: bigint | undefined;
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
