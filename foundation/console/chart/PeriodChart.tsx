/**
 * What was paid by day or by hour against the period before: a legend and the chart, whose code loads when it is shown,
 * or in its place what is said when there was nothing.
 */
import { type ReactNode, useMemo } from 'react';
import { useFormat } from '#foundation/console/display/format.tsx';
import { LazyPart } from '#foundation/console/display/LazyPart.tsx';
import classes from './PeriodChart.module.css';
import { SeriesSign } from './SeriesSign.tsx';

const loadDayChart = () => import('./DayChart.tsx');

interface Figure {
  readonly amount: string;
  readonly orders: number;
}

export interface PeriodPoint extends Figure {
  readonly at: string;
  /** The platform's day. */
  readonly date: string;
  /** Null where the period before had ended. */
  readonly before: (Figure & { readonly date: string }) | null;
}

export interface PeriodChartProps {
  points: readonly PeriodPoint[];
  unit: 'day' | 'hour';
  /** Of the amounts, the numbers of orders, and the amounts before. */
  names: Readonly<Record<'bar' | 'line' | 'before', string>>;
  /** The chart in words. */
  summary: string;
  empty: ReactNode;
}

export function PeriodChart({ points, unit, names, summary, empty }: PeriodChartProps) {
  const format = useFormat();
  const drawn = useMemo(
    () =>
      points.map(({ at, date, amount, orders: line, before }) => ({
        label: unit === 'hour' ? format.time(at) : format.dayShort(date),
        title: unit === 'hour' ? `${format.dayShort(date)}, ${format.time(at)}` : format.day(date),
        bar: amount,
        line,
        before: before && { bar: before.amount, title: format.dayShort(before.date) },
      })),
    [points, unit, format],
  );
  if (points.every(({ orders, before }) => orders === 0 && (before?.orders ?? 0) === 0))
    return <p className={classes.empty}>{empty}</p>;
  return (
    <>
      <ul className={classes.legend}>
        {(['bar', 'before', 'line'] as const).map((series) => (
          <li key={series}>
            <SeriesSign kind={series} />
            {names[series]}
          </li>
        ))}
      </ul>
      <LazyPart load={loadDayChart} space={<ChartSpace />}>
        {({ DayChart }) => <DayChart points={drawn} names={names} summary={summary} />}
      </LazyPart>
    </>
  );
}

/** As high as the chart, so that nothing moves when it loads. */
export function ChartSpace() {
  return <div className={classes.space} aria-busy="true" />;
}
