/**
 * Amounts, numbers and times of a screen: the formats of `core/format.ts` in the reader's language and in the
 * platform's currency and time zone. Times say their zone on hover.
 */
import { createContext, type PointerEvent, type ReactNode, use, useMemo } from 'react';
import { type Format, formatOf, type Locality } from '#foundation/core/format.ts';
import type { Language } from '#foundation/core/words.ts';
import classes from './format.module.css';
import { useLanguage } from './words.tsx';

export type { Format };

const LocalityContext = createContext(placeOf({ currency: 'CNY', timeZone: 'UTC' }));

/** The platform's currency and time zone for everything below. */
export function LocalityProvider({ currency, timeZone, children }: Locality & { children: ReactNode }) {
  const place = useMemo(() => placeOf({ currency, timeZone }), [currency, timeZone]);
  return <LocalityContext value={place}>{children}</LocalityContext>;
}

export function useLocality(): Locality {
  return use(LocalityContext);
}

export function useFormat(): Format {
  const { language } = useLanguage();
  return use(LocalityContext).formatIn(language);
}

/** Formats cost milliseconds to build, and a table has hundreds of cells: all below one provider share them. */
function placeOf(locality: Locality) {
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

/** An amount of the platform's currency, in figures of equal width. */
export function Amount({ value, signed = false, currency = true, className }: AmountProps) {
  const format = useFormat();
  const text = currency ? format.amount(value, { signed }) : format.grouped(value);
  return <span className={className === undefined ? classes.figures : `${classes.figures} ${className}`}>{text}</span>;
}

/** A moment; hovering tells how long ago and in which time zone, as of then. */
export function Time({ at, relative = false }: { at: string | null; relative?: boolean }) {
  const format = useFormat();
  if (at === null) return <span className={classes.nothing}>–</span>;
  const explain = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.title = `${relative ? format.dateTime(at) : format.ago(at)} (${format.zone})`;
  };
  return (
    <time dateTime={at} className={classes.figures} onPointerEnter={explain}>
      {relative ? format.relative(at) : format.dateTime(at)}
    </time>
  );
}
