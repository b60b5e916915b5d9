/** What a withdrawal costs and when it is possible: pure functions, the same for form and server. */
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { type AmountRange, isOpenAt, type OpenHours, type Rate } from '#features/channels/rules.ts';
import { debitOf } from './rules.ts';

export interface Limits extends Rate, AmountRange {}

/** The largest amount that the available balance covers with its fee; 0 if that is below the minimum. */
export function maxWithdrawable(availableMinor: bigint, limits: Limits): bigint {
  if (availableMinor < debitOf(limits.minAmountMinor, limits)) return 0n;
  let [covered, tooMuch] = [
    limits.minAmountMinor,
    (availableMinor < limits.maxAmountMinor ? availableMinor : limits.maxAmountMinor) + 1n,
  ];
  // The debit grows with the amount, so a binary search works.
  while (tooMuch - covered > 1n) {
    const middle = (covered + tooMuch) / 2n;
    if (debitOf(middle, limits) <= availableMinor) covered = middle;
    else tooMuch = middle;
  }
  return covered;
}

/** When a withdrawal made now arrives: this many minutes after the window is open. */
export function expectedAt(now: Date, window: OpenHours, timeZone: string, minutes: number): Date {
  const today = dayOf(now, timeZone);
  const openings = [today, addDays(today, 1)].map(
    (day) => startOfDay(day, timeZone).getTime() + secondsOf(window.from) * 1000,
  );
  const start = isOpenAt(window, now, timeZone)
    ? now.getTime()
    : (openings.find((opening) => opening > now.getTime()) ?? now.getTime());
  return new Date(start + minutes * 60_000);
}

function secondsOf(wall: string): number {
  const [hours = 0, minutes = 0] = wall.split(':').map(Number);
  return hours * 3_600 + minutes * 60;
}
