/** Where a figure's orders are: the list with the filter that adds up to it. */
import type { Overview } from '../contract.ts';

type Days = Overview['days'];
type Search = Readonly<Record<string, string>>;

/** Orders created on these days. */
export function createdOn(days: Days, channel?: string): Search {
  return { created: `${days.from}..${days.to}`, ...(channel === undefined ? {} : { channel }) };
}

/** Orders paid on these days. */
export function paidOn(days: Days, channel?: string): Search {
  return { paid: `${days.from}..${days.to}`, ...(channel === undefined ? {} : { channel }) };
}

export function oneDay(day: string): Days {
  return { from: day, to: day };
}
