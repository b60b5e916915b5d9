/**
 * Formats amounts, numbers and times for a language. Pure: the caller passes the language, currency, time zone and
 * current time. Amounts are decimal text of any length and never become floats.
 */
import { formatWords } from './format-words.ts';
import type { Currency } from './money.ts';
import { moneyText } from './money-text.ts';
import { formatPhrase } from './phrase.ts';
import { addDays, dayOf, startOfDay } from './time-zone.ts';
import { type Language, locales } from './words.ts';

export interface Locality {
  currency: Currency;
  timeZone: string;
}

export interface Format {
  /** Decimal text `"1234.50"` → `¥1,234.50`. `signed` adds a plus sign to positive amounts. */
  amount(text: string, options?: { signed?: boolean }): string;
  /**
   * Decimal text `"1234.50"` → `1,234.50`: without the currency, with every decimal. Text that is not a number is
   * returned unchanged.
   */
  grouped(text: string): string;
  number(value: number): string;
  /** 12345 → `12.3k`: k, M, G, T, P, E. */
  compact(value: number): string;
  /** Percent text `"98.5"` → `98.5%`; null → `–`. */
  percent(text: string | null): string;
  /** ISO time → date and time to the second. */
  dateTime(iso: string): string;
  /**
   * ISO time for a list: `14:32` today, otherwise `26 Nov, 14:32`, and with the year if it is not the current one. The
   * seconds and the zone are in `dateTime` and `zone`.
   */
  moment(iso: string, now?: Date): string;
  /** ISO time → `14:32`. */
  time(iso: string): string;
  /** `YYYY-MM-DD` → the same day, not shifted by the time zone. */
  day(day: string): string;
  /** Like `day`, without the year: for axes and short lists. */
  dayShort(day: string): string;
  /**
   * `just now`, `5 minutes ago`, `23 hours ago`, `1 day ago`. From two days on, and for times in the future, the date
   * and time.
   */
  relative(iso: string, now?: Date): string;
  /** How long ago in minutes, hours or days, without a limit; `in 3 hours` for the future. */
  ago(iso: string, now?: Date): string;
  /** The name of the platform's time zone, `GMT+8`. */
  readonly zone: string;
}

export function formatOf(language: Language, { currency, timeZone }: Locality): Format {
  const locale = locales[language];
  const numbers = lazy(() => new Intl.NumberFormat(locale, { useGrouping: 'always' }));
  const short = lazy(() => new Intl.NumberFormat(locale, { useGrouping: 'always', maximumFractionDigits: 1 }));
  const percents = lazy(
    () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 4 }),
  );
  // Fields instead of styles, as a style leaves out the zero of an hour in some languages.
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', timeZone, hourCycle: 'h23' } as const;
  const moments = lazy(() => new Intl.DateTimeFormat(locale, { ...date, ...clock, second: '2-digit' }));
  const times = lazy(() => new Intl.DateTimeFormat(locale, clock));
  const calendar = lazy(() => calendarOf(timeZone));
  const listMoments = {
    day: times,
    year: lazy(() => listMomentIn(language, { day: 'numeric', month: 'short', ...clock })),
    other: lazy(() => listMomentIn(language, { ...date, ...clock })),
  };
  const days = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));
  const shortDays = lazy(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }));
  const zone = lazy(() => zoneName(timeZone, locale));
  const dateTime = (iso: string) => moments().format(new Date(iso));
  return {
    amount: (amount, options) => moneyText({ amount, currency }, language, options),
    grouped: (text) => groupedText(text, numbers()),
    number: (value) => numbers().format(value),
    compact: (value) => compactText(value, short()),
    percent: (text) => (text === null ? '–' : percents().format(text as Intl.StringNumericLiteral)),
    dateTime,
    moment(iso, now = new Date()) {
      const at = new Date(iso);
      return listMoments[calendar()(at, now)]().format(at);
    },
    time: (iso) => times().format(new Date(iso)),
    day: (day) => days().format(new Date(`${day}T00:00:00Z`)),
    dayShort: (day) => shortDays().format(new Date(`${day}T00:00:00Z`)),
    relative: (iso, now = new Date()) => relativeText(secondsSince(iso, now), language) ?? dateTime(iso),
    ago: (iso, now = new Date()) => agoText(secondsSince(iso, now), language),
    get zone() {
      return zone();
    },
  };
}

/** Formats only the digits before the decimal point and copies those after it. */
function groupedText(text: string, numbers: Intl.NumberFormat): string {
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return text;
  const [, whole = '', decimals] = match;
  const grouped = numbers.format(whole as Intl.StringNumericLiteral);
  if (decimals === undefined) return grouped;
  const point = numbers.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return grouped + point + decimals;
}

const SUFFIXES = [
  ['E', 1e18],
  ['P', 1e15],
  ['T', 1e12],
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;

/**
 * Chooses the suffix after rounding: 999,950 is `1M`, not `1,000k`. Compares products, which are exact for whole
 * numbers.
 */
function compactText(value: number, short: Intl.NumberFormat): string {
  const found = SUFFIXES.find(([, size]) => Math.abs(value) * 20_000 >= size * 19_999);
  const text = found ? short.format(value / found[1]) + found[0] : short.format(value);
  // As in amounts.
  return text.replace('-', '−');
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const JUST_NOW_SECONDS = 30;

/** Negative for a time in the future. */
function secondsSince(iso: string, now: Date): number {
  return (now.getTime() - new Date(iso).getTime()) / 1000;
}

/**
 * Returns undefined if only the date and time will do. Clocks differ a little, so a time a few seconds ahead counts as
 * just now.
 */
function relativeText(seconds: number, language: Language): string | undefined {
  if (seconds <= -JUST_NOW_SECONDS || seconds >= 2 * DAY) return undefined;
  if (seconds < JUST_NOW_SECONDS) return formatPhrase(formatWords.just_now, language);
  return agoText(Math.max(MINUTE, seconds), language);
}

function agoText(seconds: number, language: Language): string {
  const far = Math.abs(seconds);
  const [past, future, unit] =
    far < HOUR
      ? ([formatWords.minutes_ago, formatWords.in_minutes, MINUTE] as const)
      : far < DAY
        ? ([formatWords.hours_ago, formatWords.in_hours, HOUR] as const)
        : ([formatWords.days_ago, formatWords.in_days, DAY] as const);
  return formatPhrase(seconds < 0 ? future : past, language, { count: Math.floor(far / unit) });
}

/**
 * A list's time with its date. In Chinese in figures, `11-26 14:32`, which is how tables there are written.
 */
function listMomentIn(language: Language, fields: Intl.DateTimeFormatOptions): Pick<Intl.DateTimeFormat, 'format'> {
  if (language !== 'zh') return new Intl.DateTimeFormat(locales[language], fields);
  const isoLike = new Intl.DateTimeFormat('sv-SE', { ...fields, year: 'numeric', month: '2-digit', day: '2-digit' });
  const from = fields.year === undefined ? '2026-'.length : 0;
  return { format: (at) => isoLike.format(at).slice(from) };
}

/** Tells whether a time is in the day or the year of `now`. Remembers both, as time zone lookups are slow. */
function calendarOf(timeZone: string): (at: Date, now: Date) => 'day' | 'year' | 'other' {
  let day = { from: 0, to: 0 };
  let year = { from: 0, to: 0 };
  const contains = ({ from, to }: typeof day, at: Date) => at.getTime() >= from && at.getTime() < to;
  return (at, now) => {
    if (!contains(day, now)) {
      const today = dayOf(now, timeZone);
      const thisYear = Number(today.slice(0, 4));
      const startsAt = (first: string) => startOfDay(first, timeZone).getTime();
      day = { from: startsAt(today), to: startsAt(addDays(today, 1)) };
      year = { from: startsAt(`${thisYear}-01-01`), to: startsAt(`${thisYear + 1}-01-01`) };
    }
    if (contains(day, at)) return 'day';
    return contains(year, at) ? 'year' : 'other';
  };
}

function zoneName(timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'shortOffset' }).formatToParts(new Date());
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}

/** Builds an Intl format on first use: each costs milliseconds, and a screen uses few of them. */
function lazy<Value>(build: () => Value): () => Value {
  let built: Value | undefined;
  return () => (built ??= build());
}
