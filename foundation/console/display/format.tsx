/**
 * Shows amounts, numbers and times with `core/format.ts`, in the user's language and the platform's currency and time
 * zone.
 */
import { createContext, type PointerEvent, type ReactNode, use, useMemo } from 'react';
import { type Format, formatOf, type Locality } from '#foundation/core/format.ts';
import type { Language } from '#foundation/core/words.ts';
import classes from './format.module.css';
import { useDay } from './use-day.ts';
import { printing } from '#foundation/console/list/printing.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useLanguage } from '#foundation/console/page/words.tsx';

export type { Format };

const LocalityContext = createContext({ ...withFormats({ currency: 'CNY', timeZone: 'UTC' }), isPrinted: false });

/**
 * The platform's currency and time zone for everything below. When a day ends, times are shown again. Says also whether
 * the page is being printed, so that the times of a table, of which there are two hundred, don't each listen for it.
 */
export function LocalityProvider({ currency, timeZone, children }: Locality & { children: ReactNode }) {
  const day = useDay(timeZone);
  const isPrinted = useCell(printing) !== undefined;
  // The formats don't need the day, but a list shows a time of another day differently.
  // oxlint-disable-next-line react/exhaustive-deps
  const formats = useMemo(() => withFormats({ currency, timeZone }), [currency, timeZone, day]);
  const value = useMemo(() => ({ ...formats, isPrinted }), [formats, isPrinted]);
  return <LocalityContext value={value}>{children}</LocalityContext>;
}

export function useLocality(): Locality {
  return use(LocalityContext);
}

export function useFormat(): Format {
  const { language } = useLanguage();
  return use(LocalityContext).formatIn(language);
}

/** Caches formats per language for all components below one provider: each costs milliseconds to build. */
function withFormats(locality: Locality) {
  const built = new Map<Language, Format>();
  const formatIn = (language: Language): Format => {
    const format = built.get(language) ?? formatOf(language, locality);
    built.set(language, format);
    return format;
  };
  return { ...locality, formatIn };
}

export interface AmountProps {
  value: string;
  signed?: boolean;
  currency?: boolean;
  className?: string | undefined;
}

/** An amount in the platform's currency, with tabular figures. */
export function Amount({ value, signed = false, currency = true, className }: AmountProps) {
  const format = useFormat();
  const text = currency ? format.amount(value, { signed }) : format.grouped(value);
  return <span className={className === undefined ? classes.figures : `${classes.figures} ${className}`}>{text}</span>;
}

export interface TimeProps {
  at: string | null;
  /** How long ago it was, if that is not long. */
  relative?: boolean;
  /** For lists: without seconds, and without the date if it is today's. A print has the whole time. */
  short?: boolean;
}

/** A time. On hover it shows the time zone, and how long ago it was or, if it is not shown in full, the whole time. */
export function Time({ at, relative = false, short = false }: TimeProps) {
  const format = useFormat();
  const { isPrinted } = use(LocalityContext);
  if (at === null) return <span className={classes.empty}>–</span>;
  const explain = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.title = `${relative || short ? format.dateTime(at) : format.ago(at)} (${format.zone})`;
  };
  return (
    <time dateTime={at} className={classes.figures} onPointerEnter={explain}>
      {relative ? format.relative(at) : short && !isPrinted ? format.moment(at) : format.dateTime(at)}
    </time>
  );
}
