/**
 * Writes filters to the address and reads them back. A shared link must be readable, and one edited by hand must not
 * break the page: a value that can't be read is ignored.
 */
import { typedLine } from '#foundation/core/typed-line.ts';
import { addDays, dayOf, isDay, startOfDay, type TimeRange, weekdayOf } from '#foundation/core/time-zone.ts';

export type Params = Readonly<Record<string, string>>;

export interface AddressField<Value> {
  read(text: string): Value | undefined;
  write(value: Value): string;
}
export type AddressFields = Readonly<Record<string, AddressField<unknown>>>;
export type FilterValues<Fields extends AddressFields> = {
  readonly [Name in keyof Fields]?: Fields[Name] extends AddressField<infer Value> ? Value : never;
};

/** Free text. */
export function textField(): AddressField<string> {
  return { read: (text) => typedLine(text) || undefined, write: (value) => value };
}

/** Several values of one filter. */
export type Several<Value> = readonly [Value, ...Value[]];

/** One of a fixed set. */
export function choiceField<const Choice extends string>(choices: readonly Choice[]): AddressField<Choice> {
  return { read: (text) => choices.find((choice) => choice === text), write: (value) => value };
}

/** Several of a fixed set, in the order of the set: `unpaid,expired`. */
export function choicesField<const Choice extends string>(choices: readonly Choice[]): AddressField<Several<Choice>> {
  return {
    read: (text) => {
      const named = new Set(text.split(','));
      const [first, ...others] = choices.filter((choice) => named.has(choice));
      return first === undefined ? undefined : [first, ...others];
    },
    write: (values) => values.join(','),
  };
}

/** Several codes that only the server knows. A code contains no comma. */
export function codesField(): AddressField<Several<string>> {
  return {
    read: (text) => {
      const [first, ...others] = [...new Set(text.split(',').map(typedLine))].filter((code) => code !== '');
      return first === undefined ? undefined : [first, ...others];
    },
    write: (values) => values.join(','),
  };
}

/** Several values as calls take them: a single one stands alone. */
export function wireChoices<Value>([first, ...others]: Several<Value>): Value | Value[] {
  return others.length === 0 ? first : [first, ...others];
}

export interface AmountRange {
  from?: string | undefined;
  to?: string | undefined;
}

const AMOUNT = /^(0|[1-9]\d{0,12})(\.\d{1,4})?$/;

/** Decimal amounts: `100..200`, `100..`, `..200`. */
export function amountRangeField(): AddressField<AmountRange> {
  return {
    read: (text) => rangeIn(text, (part) => AMOUNT.test(part)),
    write: (range) => `${range.from ?? ''}..${range.to ?? ''}`,
  };
}

export const quickRanges = [
  'today',
  'yesterday',
  'week',
  'lastweek',
  'month',
  'lastmonth',
  'year',
  'last7',
  'last30',
] as const;
export type QuickRange = (typeof quickRanges)[number];

/**
 * A quick range is relative to today; this week, month and year end with today. A week begins on Monday in every
 * language, as in statements and schedules, so that a link shows everybody the same days. Days are `YYYY-MM-DD`, both
 * inclusive.
 */
export type DateRange = QuickRange | { from?: string | undefined; to?: string | undefined };

/** `today`, `last7`, or `2026-11-01..2026-11-20`. */
export function dateRangeField(): AddressField<DateRange> {
  return {
    read: (text) => quickRanges.find((quick) => quick === text) ?? rangeIn(text, isDay),
    write: (range) => (typeof range === 'string' ? range : `${range.from ?? ''}..${range.to ?? ''}`),
  };
}

/** The days that a range covers, both inclusive, in the platform's calendar. */
export function daysOf(
  range: DateRange,
  timeZone: string,
  now: Date,
): { from?: string | undefined; to?: string | undefined } {
  if (typeof range !== 'string') return range;
  const today = dayOf(now, timeZone);
  switch (range) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'last7':
      return { from: addDays(today, -6), to: today };
    case 'last30':
      return { from: addDays(today, -29), to: today };
    case 'week':
      return { from: mondayOf(today), to: today };
    case 'lastweek':
      return { from: addDays(mondayOf(today), -7), to: addDays(mondayOf(today), -1) };
    case 'month':
      return { from: firstOfMonth(today), to: today };
    case 'lastmonth': {
      const last = addDays(firstOfMonth(today), -1);
      return { from: firstOfMonth(last), to: last };
    }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
  }
}

function mondayOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Both ends count. Undefined for a range without an end. */
export function lengthOf({ from, to }: { from?: string | undefined; to?: string | undefined }): number | undefined {
  return from === undefined || to === undefined
    ? undefined
    : Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** The range as calls take it: ISO times, `from` inclusive, `to` exclusive. Returns undefined for no range. */
export function wireRange(
  range: DateRange | undefined,
  timeZone: string,
  now: Date,
): { from?: string; to?: string } | undefined {
  if (range === undefined) return undefined;
  const { from, to } = daysOf(range, timeZone, now);
  const instants: Partial<TimeRange> = {
    ...(from === undefined ? {} : { from: startOfDay(from, timeZone) }),
    ...(to === undefined ? {} : { to: startOfDay(addDays(to, 1), timeZone) }),
  };
  return {
    ...(instants.from ? { from: instants.from.toISOString() } : {}),
    ...(instants.to ? { to: instants.to.toISOString() } : {}),
  };
}

function rangeIn(text: string, valid: (part: string) => boolean): { from?: string; to?: string } | undefined {
  const match = /^(.*?)\.\.(.*)$/.exec(text);
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  const range = { ...(valid(from) ? { from } : {}), ...(valid(to) ? { to } : {}) };
  return range.from === undefined && range.to === undefined ? undefined : range;
}
