/** Days of commission for a chart: every day between two, also those without an order. Pure. */
import { addDays } from '#foundation/core/time-zone.ts';

export interface CommissionDay {
  readonly date: string;
  readonly commission: string;
  readonly amount: string;
}

/** More days than any chart shows. */
const MAX_DAYS = 400;

/** `rows`: by day, in any order. Without bounds, from the first row to the last. */
export function wholeDays(
  rows: readonly { key: string; net: string; amount: string }[],
  bounds: { from?: string | undefined; to?: string | undefined } = {},
): CommissionDay[] {
  const byDay = new Map(rows.map((row) => [row.key, row]));
  const known = [...byDay.keys()].sort();
  const from = bounds.from ?? known[0];
  const to = bounds.to ?? known.at(-1);
  const days: CommissionDay[] = [];
  if (from === undefined || to === undefined) return days;
  for (let date = from; date <= to && days.length < MAX_DAYS; date = addDays(date, 1)) {
    const row = byDay.get(date);
    days.push({ date, commission: row?.net ?? '0', amount: row?.amount ?? '0' });
  }
  return days;
}
