/**
 * Amounts, numbers and times as the reader writes them. Amounts stay decimal text all the way: no float holds one.
 * Times are shown in the platform's time zone, and say so on hover.
 */
import { createContext, type ReactNode, use, useMemo } from 'react';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { type Language, locales } from '#foundation/core/words.ts';
import classes from './format.module.css';
import { kitWords } from './kit-words.ts';
import { useLanguage } from './words.tsx';

export interface Locality {
  /** ISO 4217. */
  currency: string;
  timeZone: string;
}

const LocalityContext = createContext<Locality>({ currency: 'CNY', timeZone: 'UTC' });

/** The platform's currency and time zone for everything below. */
export function LocalityProvider({ currency, timeZone, children }: Locality & { children: ReactNode }) {
  const locality = useMemo(() => ({ currency, timeZone }), [currency, timeZone]);
  return <LocalityContext value={locality}>{children}</LocalityContext>;
}

export function useLocality(): Locality {
  return use(LocalityContext);
}

export interface Format {
  /** Decimal text `"1234.50"` → `¥1,234.50`; `signed` writes a plus too. */
  amount(text: string, options?: { signed?: boolean }): string;
  number(value: number): string;
  /** 12345 → `12.3k`: k, M, G, T, P, E. */
  compact(value: number): string;
  /** Percent text `"98.5"` → `98.5%`; null → `–`. */
  percent(text: string | null): string;
  /** ISO time → date and time to the second. */
  dateTime(iso: string): string;
  time(iso: string): string;
  /** `YYYY-MM-DD` → the day, without a time zone's shift. */
  day(day: string): string;
  /** As `day`, without the year: for axes and short lists. */
  dayShort(day: string): string;
  /** `just now`, `5 minutes ago`, `3 days ago`. */
  relative(iso: string, now?: Date): string;
  /** The platform's time zone by name, `GMT+8`. */
  zone: string;
}

export function useFormat(): Format {
  const { language } = useLanguage();
  const { currency, timeZone } = useLocality();
  return useMemo(() => formatOf(language, { currency, timeZone }), [language, currency, timeZone]);
}

/** An amount of the platform's currency, in figures of equal width. */
export function Amount({ value, signed = false, currency = true }: { value: string; signed?: boolean; currency?: boolean }) {
  const format = useFormat();
  const text = currency ? format.amount(value, { signed }) : value;
  return <span className={classes.figures}>{text}</span>;
}

/** A moment; hovering tells how long ago and in which time zone. */
export function Time({ at, relative = false }: { at: string | null; relative?: boolean }) {
  const format = useFormat();
  if (at === null) return <span className={classes.nothing}>–</span>;
  const [shown, hint] = relative ? [format.relative(at), format.dateTime(at)] : [format.dateTime(at), format.relative(at)];
  return (
    <time dateTime={at} title={`${hint} (${format.zone})`} className={classes.figures}>
      {shown}
    </time>
  );
}

export function formatOf(language: Language, { currency, timeZone }: Locality): Format {
  const locale = locales[language];
  const money = lazy(() => new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', useGrouping: 'always' }));
  const signedMoney = lazy(
    () => new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', useGrouping: 'always', signDisplay: 'exceptZero' }),
  );
  const numbers = lazy(() => new Intl.NumberFormat(locale, { useGrouping: 'always' }));
  const short = lazy(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
  const percents = lazy(() => new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 4 }));
  const moments = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone, hourCycle: 'h23' }));
  const times = lazy(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone, hourCycle: 'h23' }));
  const days = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));
  const shortDays = lazy(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }));
  return {
    amount: (text, options) => (options?.signed ? signedMoney : money)().format(text as Intl.StringNumericLiteral),
    number: (value) => numbers().format(value),
    compact: (value) => compactText(value, short()),
    percent: (text) => (text === null ? '–' : percents().format(text as Intl.StringNumericLiteral)),
    dateTime: (iso) => moments().format(new Date(iso)),
    time: (iso) => times().format(new Date(iso)),
    day: (day) => days().format(new Date(`${day}T00:00:00Z`)),
    dayShort: (day) => shortDays().format(new Date(`${day}T00:00:00Z`)),
    relative: (iso, now = new Date()) => relativeText(new Date(iso), now, language),
    zone: zoneName(timeZone, locale),
  };
}

const SUFFIXES = [
  ['E', 1e18],
  ['P', 1e15],
  ['T', 1e12],
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;

function compactText(value: number, short: Intl.NumberFormat): string {
  const found = SUFFIXES.find(([, size]) => Math.abs(value) >= size);
  return found ? short.format(value / found[1]) + found[0] : short.format(value);
}

function relativeText(at: Date, now: Date, language: Language): string {
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1000);
  if (seconds < 30) return formatPhrase(kitWords.just_now, language);
  if (seconds < 3600) return formatPhrase(kitWords.minutes_ago, language, { count: Math.ceil(seconds / 60) });
  if (seconds < 86_400) return formatPhrase(kitWords.hours_ago, language, { count: Math.floor(seconds / 3600) });
  return formatPhrase(kitWords.days_ago, language, { count: Math.floor(seconds / 86_400) });
}

function zoneName(timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'shortOffset' }).formatToParts(new Date());
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}

/** Intl formats cost milliseconds to build; a screen uses few of them. */
function lazy<Value>(build: () => Value): () => Value {
  let built: Value | undefined;
  return () => (built ??= build());
}
