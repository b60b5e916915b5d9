/**
 * Schemas that many contracts share: amounts, times, ranges, pages. An `error` is the name of a phrase in
 * `field-words.ts` or the feature's own field words, never a sentence.
 */
import { z } from 'zod';

/** Decimal text such as `"1234.50"`; how many decimals a currency has is the server's check. */
export const Amount = z.string({ error: 'amount_form' }).regex(/^(0|[1-9][0-9]{0,12})(\.[0-9]{1,4})?$/, { error: 'amount_form' });
/** As in answers: may be negative. */
export const SignedAmount = z.string().regex(/^-?\d+(\.\d+)?$/);
/** Percent text such as `"0.6"`, at most four decimals. */
export const Percent = z.string({ error: 'percent_form' }).regex(/^\d{1,3}(\.\d{1,4})?$/, { error: 'percent_form' });
/** ISO 8601 with `Z`. */
export const Time = z.iso.datetime({ error: 'time_form' });
/** `YYYY-MM-DD`. */
export const Day = z.iso.date({ error: 'date_form' });
/** 19-digit system number as text. */
export const SystemNoText = z.string().regex(/^\d{19}$/, { error: 'number_form' });
export const MemberNoText = z.string().regex(/^\d{8}$/, { error: 'number_form' });

/** Text of one line, or of several: no control characters, no separators of lines, nothing that turns the direction of what follows. */
export const PLAIN = /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;
export const PLAIN_LINES = /^(?:[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|[\n\t])*$/u;

/** From inclusive, to exclusive; either may be missing. */
export const Range = z
  .strictObject({ from: Time.optional(), to: Time.optional() })
  .refine((range) => range.from === undefined || range.to === undefined || Date.parse(range.from) <= Date.parse(range.to), { error: 'range_order' });
export type Range = z.infer<typeof Range>;

const MAX_PAGE_SIZE = 100;

/** The paging fields of every list's request; `sortable` is the fixed set of columns it may be sorted by. */
export function pageFields<const Columns extends readonly [string, ...string[]]>(sortable: Columns) {
  return {
    page: z.int({ error: 'number_form' }).min(1, { error: 'number_form' }).max(100_000_000, { error: 'number_form' }).default(1),
    limit: z.int({ error: 'number_form' }).min(1, { error: 'number_form' }).max(MAX_PAGE_SIZE, { error: 'number_form' }).default(10),
    sort: z.enum(sortable).default(sortable[0]),
    order: z.enum(['asc', 'desc']).default('desc'),
  };
}

/** A list's answer: `extend` holds the sums over the whole filter, not over the page. */
export function pageOf<Row extends z.ZodType, Extend extends z.ZodType>(row: Row, extend: Extend) {
  return z.strictObject({ total: z.int(), list: z.array(row), page: z.int(), limit: z.int(), extend });
}
