/**
 * Writes filters to the address and reads them back. A shared link must be readable, and one edited by hand must not
 * break the page: a value that can't be read is ignored.
 */
import { given } from '#foundation/core/given.ts';
import { daysOfQuickRange, type QuickRange, quickRanges } from '#foundation/core/quick-ranges.ts';
import { typedLine } from '#foundation/core/typed-line.ts';
import { addDays, dayOf, isDay, startOfDay } from '#foundation/core/time-zone.ts';

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
  return severalField((texts) => choices.filter((choice) => texts.includes(choice)));
}

/** Several codes that only the server knows. A code contains no comma. */
export function codesField(): AddressField<Several<string>> {
  return severalField((texts) => [...new Set(texts.map(typedLine))].filter((code) => code !== ''));
}

function severalField<Value extends string>(
  known: (texts: readonly string[]) => readonly Value[],
): AddressField<Several<Value>> {
  return {
    read: (text) => {
      const [first, ...others] = known(text.split(','));
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
    write: textOf,
  };
}

/** A quick range is relative to today. Days are `YYYY-MM-DD`, both inclusive. */
export type DateRange = QuickRange | { from?: string | undefined; to?: string | undefined };

/** `today`, `last7`, or `2026-11-01..2026-11-20`. */
export function dateRangeField(): AddressField<DateRange> {
  return {
    read: (text) => quickRanges.find((quick) => quick === text) ?? rangeIn(text, isDay),
    write: (range) => (typeof range === 'string' ? range : textOf(range)),
  };
}

/** The days that a range covers, both inclusive, in the platform's calendar. */
export function daysOf(
  range: DateRange,
  timeZone: string,
  now: Date,
): { from?: string | undefined; to?: string | undefined } {
  if (typeof range !== 'string') return range;
  return daysOfQuickRange(range, dayOf(now, timeZone));
}

/** The range as calls take it: ISO times, `from` inclusive, `to` exclusive. Returns undefined for no range. */
export function wireRange(
  range: DateRange | undefined,
  timeZone: string,
  now: Date,
): { from?: string; to?: string } | undefined {
  if (range === undefined) return undefined;
  const { from, to } = daysOf(range, timeZone, now);
  return given({
    from: from && startOfDay(from, timeZone).toISOString(),
    to: to && startOfDay(addDays(to, 1), timeZone).toISOString(),
  });
}

function textOf({ from = '', to = '' }: { from?: string | undefined; to?: string | undefined }): string {
  return `${from}..${to}`;
}

function rangeIn(text: string, valid: (part: string) => boolean): { from?: string; to?: string } | undefined {
  const match = /^(.*?)\.\.(.*)$/.exec(text);
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  const range = given({ from: valid(from) ? from : undefined, to: valid(to) ? to : undefined });
  return range.from === undefined && range.to === undefined ? undefined : range;
}
