/** Paid amounts as bars and the agent's commission as a line, by day or month. */
import { useMemo } from 'react';
import { SeriesChart } from '#foundation/console/chart/SeriesChart.tsx';
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { agentWords } from '../screen-words.ts';
import type { CommissionDay } from './commission-days.ts';
import { monthText } from '#foundation/console/display/month-text.ts';
import { sumOf } from './signed-amount.ts';

/** `days`: the oldest first; each is a day, or a month as `YYYY-MM`. Must stay the same until the figures change. */
export function CommissionChart({ days }: { days: readonly CommissionDay[] }) {
  const t = useWords(agentWords);
  const { language } = useLanguage();
  const format = useFormat();
  const { currency } = useLocality();
  const { points, nameOf } = useMemo(() => {
    const nameOf = (date: string) => (date.length === 7 ? monthText(date, language) : format.day(date));
    const shortOf = (date: string) => (date.length === 7 ? monthText(date, language, 'short') : format.dayShort(date));
    return {
      nameOf,
      points: days.map(({ date, amount, commission }) => ({
        label: shortOf(date),
        title: nameOf(date),
        bar: amount,
        line: commission,
      })),
    };
  }, [days, format, language]);
  const [first, last] = [days[0], days.at(-1)];
  const best = days.toSorted((a, b) => Number(b.amount) - Number(a.amount))[0];
  if (!first || !last || !best) return null;
  const [commission, amount] = [
    sumOf(
      days.map((day) => day.commission),
      currency,
    ),
    sumOf(
      days.map((day) => day.amount),
      currency,
    ),
  ];
  return (
    <SeriesChart
      points={points}
      bar={{ name: t('paid_amount'), total: <Amount value={amount} /> }}
      line={{ name: t('commission'), total: <Amount value={commission} /> }}
      summary={t('chart_says', {
        from: nameOf(first.date),
        to: nameOf(last.date),
        commission: format.amount(commission),
        amount: format.amount(amount),
        best: nameOf(best.date),
        most: format.amount(best.amount),
      })}
    />
  );
}
