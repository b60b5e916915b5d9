/**
 * Schemas that many contracts share: amounts, times, ranges, pages. An `error` is the name of a phrase in
 * `field-words.ts` or the feature's own field words, never a sentence.
 */
import { z } from 'zod';
import { CONSOLE_AMOUNT_FORM } from './money.ts';
import { FIRST_NUMBERED, NUMBERED_BEFORE, parseRecordNumber, parseSystemNo } from './system-number.ts';

/**
 * An amount in a request: decimal text such as `"1234.50"`. The server checks the number of decimals of the currency.
 */
export const Amount = z.string({ error: 'amount_form' }).regex(CONSOLE_AMOUNT_FORM, { error: 'amount_form' });
/** An amount in an answer. It has no max: fees are added, and a sum contains many amounts. */
export const AmountOutput = z.string().regex(/^\d+(\.\d+)?$/);
/** An amount in an answer that can be negative. */
export const SignedAmount = z.string().regex(/^-?\d+(\.\d+)?$/);
/** Percent text such as `"0.6"`, at most four decimals. */
export const Percent = z.string({ error: 'percent_form' }).regex(/^\d{1,3}(\.\d{1,4})?$/, { error: 'percent_form' });
/** ISO 8601 with `Z`. */
export const Time = z.iso.datetime({ error: 'time_form' });
/** `YYYY-MM-DD`. */
export const Day = z.iso.date({ error: 'date_form' });
/** A system number in an answer: 19 digits. */
export const SystemNoText = z.string().regex(/^\d{19}$/, { error: 'number_form' });
/** A member number in an answer: 8 digits. */
export const MemberNoText = z.string().regex(/^\d{8}$/, { error: 'number_form' });

/**
 * The value for a number larger than any column holds. No record has it, so the call answers as for any other missing
 * record.
 */
export const NO_RECORD = -1n;

/** A system number in a request: 19 digits, read as a bigint. */
export const SystemNo = SystemNoText.transform((text) => parseSystemNo(text) ?? NO_RECORD);
/** A member number in a request: 8 digits, read as a bigint. */
export const MemberNo = MemberNoText.transform((text) => BigInt(text));
/** The id of a numbered record in a request, read as a bigint. */
export const RecordId = z
  .string()
  .regex(/^\d{1,19}$/, { error: 'number_form' })
  .transform((text) => parseRecordNumber(text) ?? NO_RECORD);

/** An id of one request, so that it counts once however often it is sent. The form generates it. */
export function requestName({ error }: { error: string }) {
  return z.string({ error }).regex(/^[A-Za-z0-9_-]{1,64}$/, { error });
}

/**
 * Text of one or several lines: no control characters, no line separators, nothing that changes the direction of the
 * text after it.
 */
export const PLAIN = /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;
export const PLAIN_LINES = /^(?:[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|[\n\t])*$/u;

/**
 * From inclusive, to exclusive; both are optional. A time that no system number has is read as the nearest one that
 * has: the range keeps its meaning, since nothing is older than the first number or younger than the last. A range with
 * a bound keeps one, because an unpaid order has no time of payment and is in no such range.
 */
export const Range = z
  .strictObject({ from: Time.optional(), to: Time.optional() })
  .refine(({ from, to }) => !(Date.parse(from ?? '') > Date.parse(to ?? '')), { error: 'range_order' })
  .transform(({ from, to }) => {
    const read = {
      ...(from === undefined || new Date(from) <= FIRST_NUMBERED ? {} : { from: nearestNumbered(from) }),
      ...(to === undefined || new Date(to) >= NUMBERED_BEFORE ? {} : { to: nearestNumbered(to) }),
    };
    const isUnbounded = read.from === undefined && read.to === undefined;
    return isUnbounded && (from ?? to) !== undefined ? { from: FIRST_NUMBERED.toISOString() } : read;
  });
export type Range = z.input<typeof Range>;

function nearestNumbered(time: string): string {
  const at = new Date(time);
  if (at < FIRST_NUMBERED) return FIRST_NUMBERED.toISOString();
  return at > NUMBERED_BEFORE ? NUMBERED_BEFORE.toISOString() : time;
}

/** For an object with `amountFrom` and `amountTo`: the upper one must not be below the lower one. Marks both fields. */
export function amountsInOrder({
  value,
  issues,
}: z.core.ParsePayload<{ amountFrom?: string | undefined; amountTo?: string | undefined }>): void {
  const { amountFrom, amountTo } = value;
  const areAmounts = Amount.safeParse(amountFrom).success && Amount.safeParse(amountTo).success;
  if (!areAmounts || fourDecimals(amountFrom) <= fourDecimals(amountTo)) return;
  for (const path of [['amountFrom'], ['amountTo']])
    issues.push({ code: 'custom', message: 'amount_order', path, input: value });
}

function fourDecimals(amount = ''): bigint {
  const [whole = '', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(4, '0'));
}

/** A whole number. The error says which bound it exceeds. */
export function wholeNumber(minimum: number, maximum: number) {
  return z.int({ error: 'number_form' }).min(minimum, { error: 'number_least' }).max(maximum, { error: 'number_most' });
}

/**
 * A filter by one value of a set, or by a list of several: `"unpaid"` or `["unpaid", "expired"]`. Read as a list
 * without repetitions.
 */
export function oneOrMore<const Values extends readonly string[]>(values: Values) {
  return severalOf(z.enum(values), values.length);
}

/** Like `oneOrMore`; `"all"`, the default, is read as an empty list. */
export function oneOrMoreOrAll<const Values extends readonly string[]>(values: Values) {
  const one = z.enum(values);
  return z
    .union([z.literal('all'), one, z.array(one).min(1).max(values.length)])
    .default('all')
    .transform((given): readonly z.output<typeof one>[] => (given === 'all' ? [] : [...new Set([given].flat())]));
}

const MAX_CODES = 50;

/** Like `oneOrMore`, for codes that only the database knows. */
export function oneOrMoreCodes(longest: number) {
  return severalOf(z.string().max(longest), MAX_CODES);
}

function severalOf<One extends z.ZodType<string>>(one: One, most: number) {
  return z
    .union([one, z.array(one).min(1).max(most)])
    .transform((given): readonly z.output<One>[] => [...new Set([given].flat() as z.output<One>[])]);
}

const MAX_PAGE_SIZE = 100;

/** The paging fields of every list's request. `sortable` are the columns that it can be sorted by. */
export function pageFields<const Columns extends readonly [string, ...string[]]>(sortable: Columns) {
  return {
    page: wholeNumber(1, 100_000_000).default(1),
    limit: wholeNumber(1, MAX_PAGE_SIZE).default(10),
    sort: z.enum(sortable).default(sortable[0]),
    order: z.enum(['asc', 'desc']).default('desc'),
  };
}

/** A list's answer: `extend` holds the sums over the whole filter, not over the page. */
export function pageOf<Row extends z.ZodType, Extend extends z.ZodType>(row: Row, extend: Extend) {
  return z.strictObject({ total: z.int(), list: z.array(row), page: z.int(), limit: z.int(), extend });
}
