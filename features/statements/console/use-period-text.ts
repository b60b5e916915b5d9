/** The name of a day, a month or a year for people. */
import { useCallback } from 'react';
import { useFormat } from '#foundation/console/display/format.tsx';
import { monthText } from '#foundation/console/display/month-text.ts';
import { useLanguage } from '#foundation/console/page/words.tsx';

/** `short`: for an axis. */
export type PeriodText = (period: string, style?: 'long' | 'short') => string;

export function usePeriodText(): PeriodText {
  const { language } = useLanguage();
  const format = useFormat();
  return useCallback(
    (period, style = 'long') => {
      if (period.length === 10) return style === 'long' ? format.day(period) : format.dayShort(period);
      return period.length === 7 ? monthText(period, language, style) : period;
    },
    [format, language],
  );
}
