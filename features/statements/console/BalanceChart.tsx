/** The closing balance of each day or month as bars, and what changed it as a line. */
import { useMemo } from 'react';
import { SeriesChart } from '#foundation/console/chart/SeriesChart.tsx';
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StatementRow } from '../contract.ts';
import { statementWords } from '../screen-words.ts';
import { difference } from './figures.ts';
import { usePeriodText } from './use-period-text.ts';

/** `rows`: the oldest first. Must stay the same until the figures change. */
export function BalanceChart({ rows }: { rows: readonly StatementRow[] }) {
  const t = useWords(statementWords);
  const format = useFormat();
  const text = usePeriodText();
  const { currency } = useLocality();
  const points = useMemo(
    () =>
      rows.map(({ period, opening, closing }) => ({
        label: text(period, 'short'),
        title: text(period),
        bar: closing,
        line: difference(closing, opening, currency),
      })),
    [rows, text, currency],
  );
  const [first, last] = [rows[0], rows.at(-1)];
  const best = rows.toSorted((a, b) => (difference(a.closing, b.closing, currency).startsWith('-') ? 1 : -1))[0];
  if (!first || !last || !best) return null;
  const { opening } = first;
  const { closing } = last;
  return (
    <SeriesChart
      points={points}
      bar={{ name: t('closing'), total: <Amount value={closing} /> }}
      line={{ name: t('change'), total: <Amount value={difference(closing, opening, currency)} signed /> }}
      summary={t('chart_says', {
        from: text(first.period),
        to: text(last.period),
        opening: format.amount(opening),
        closing: format.amount(closing),
        best: text(best.period),
        most: format.amount(best.closing),
      })}
    />
  );
}
