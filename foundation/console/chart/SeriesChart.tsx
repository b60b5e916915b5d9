/**
 * A chart of two series with their names and totals above it. The drawing and its library load on first use.
 */
import type { ReactNode } from 'react';
import type { ChartPoint } from './DayChart.tsx';
import { LazyPart } from '#foundation/console/display/LazyPart.tsx';
import { SeriesSign } from './SeriesSign.tsx';
import classes from './SeriesChart.module.css';

const loadDayChart = () => import('./DayChart.tsx');

interface Series {
  name: string;
  total: ReactNode;
}

export interface SeriesChartProps {
  /** Must stay the same until the figures change. */
  points: readonly ChartPoint[];
  bar: Series;
  line: Series;
  /** The chart as text, for screen readers. */
  summary: string;
}

export function SeriesChart({ points, bar, line, summary }: SeriesChartProps) {
  return (
    <>
      <dl className={classes.legend}>
        <div>
          <dt>
            <SeriesSign kind="bar" />
            {bar.name}
          </dt>
          <dd>{bar.total}</dd>
        </div>
        <div>
          <dt>
            <SeriesSign kind="line" />
            {line.name}
          </dt>
          <dd>{line.total}</dd>
        </div>
      </dl>
      <LazyPart load={loadDayChart} space={<ChartSpace />}>
        {({ DayChart }) => <DayChart points={points} names={{ bar: bar.name, line: line.name }} summary={summary} />}
      </LazyPart>
    </>
  );
}

/** A placeholder as high as the chart, so that nothing moves when the chart loads. */
export function ChartSpace() {
  return <div className={classes.space} aria-busy="true" />;
}
