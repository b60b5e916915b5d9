/** A range of the address as calls take a period. */
import { type DateRange, daysOf } from './address-fields.ts';

/** A range without a beginning or an end, as only an edited address has, is one day. */
export function periodOf(range: DateRange, timeZone: string, now: Date) {
  if (typeof range === 'string') return range;
  const { from, to } = daysOf(range, timeZone, now);
  const [first, last] = [from ?? to ?? '', to ?? from ?? ''];
  return first <= last ? { from: first, to: last } : { from: last, to: first };
}
