/**
 * When a paid order's money is released. `D+n`: at midnight (in the platform's time zone) of the n-th calendar day
 * after payment; `T+n`: of the n-th working day. With n = 0, a ratio is available at once and the rest at the next
 * midnight, whether a working day or not.
 *
 * Settlement is applied when the order is paid, for good: in `features/orders/server/paying.ts` to its merchant, in
 * `server/commissions.ts` to the agents above it. A member's terms are set in `features/accounts/server/opening.ts` (at
 * its beginning, from the platform's settings) and `features/operations/server/members/terms.ts` (by operators).
 */
import { HUNDRED_PERCENT, type PercentE4, percentOf } from '#foundation/core/money.ts';
import { addDays, dayOf, startOfDay, weekdayOf } from '#foundation/core/time-zone.ts';

export interface SettlementTerms {
  mode: 'D' | 'T';
  days: number;
  /** The ratio that is available at once; only used if `days` is 0. */
  sameDayRatioE4: PercentE4;
}

/** The ratio of an amount that is available at once. */
export function availableRatioOf({ days, sameDayRatioE4 }: SettlementTerms): PercentE4 {
  return days > 0 ? 0 : Math.min(sameDayRatioE4, HUNDRED_PERCENT);
}

/** The part of an amount that is not available at once. */
export function heldOf(obtainedMinor: bigint, terms: SettlementTerms): bigint {
  return heldBeside(obtainedMinor, availableRatioOf(terms));
}

function heldBeside(amountMinor: bigint, available: PercentE4): bigint {
  return amountMinor - percentOf(amountMinor, available);
}

/** When agents can use their commission on an order: as its merchant can use what it obtained. */
export interface CommissionTerms {
  /** The ratio of each share that is available at once. */
  available: PercentE4;
  /** When the rest is released; null if nothing is held. */
  releaseAt: Date | null;
}

/** What one agent earns on an order. */
export interface Share {
  agentNo: bigint;
  amountMinor: bigint;
  heldMinor: bigint;
  /** Null if nothing of it is held. */
  releaseAt: Date | null;
}

export function sharesOf(
  commissions: readonly { agentNo: string; amount: string }[],
  { available, releaseAt }: CommissionTerms,
): Share[] {
  return commissions.map(({ agentNo, amount }) => {
    const amountMinor = BigInt(amount);
    const heldMinor = heldBeside(amountMinor, available);
    return { agentNo: BigInt(agentNo), amountMinor, heldMinor, releaseAt: heldMinor > 0n ? releaseAt : null };
  });
}

/**
 * When the held part is released. Orders paid at the same moment under the same terms have the same release time.
 * `calendar`: days that differ from the normal week; true is a working day.
 */
export function releaseTimeOf(
  paidAt: Date,
  terms: SettlementTerms,
  timeZone: string,
  calendar: ReadonlyMap<string, boolean>,
): Date {
  return startOfDay(releaseDay(dayOf(paidAt, timeZone), terms, calendar), timeZone);
}

export function isWorkingDay(day: string, calendar: ReadonlyMap<string, boolean>): boolean {
  const weekday = weekdayOf(day);
  return calendar.get(day) ?? (weekday !== 0 && weekday !== 6);
}

function releaseDay(paidDay: string, { mode, days }: SettlementTerms, calendar: ReadonlyMap<string, boolean>): string {
  if (mode === 'D' || days === 0) return addDays(paidDay, Math.max(days, 1));
  let day = paidDay;
  for (let left = days; left > 0;) {
    day = addDays(day, 1);
    if (isWorkingDay(day, calendar)) left -= 1;
  }
  return day;
}
