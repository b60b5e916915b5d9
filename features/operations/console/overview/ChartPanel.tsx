/** What was paid by hour or day, as a chart or as a table of the same figures. */
import type { ReactNode } from 'react';
import { ChartSpace, PeriodChart } from '#foundation/console/chart/PeriodChart.tsx';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OperatorOverview } from '../../overview-contract.ts';
import { overviewWords } from '../../overview-words.ts';
import classes from './Overview.module.css';

type View = 'chart' | 'table';

/** What the chart draws, and the sums that it names in words. */
export interface Charted extends Pick<OperatorOverview, 'days' | 'points' | 'unit'> {
  figures: Pick<OperatorOverview['figures'], 'volume' | 'paidOrders'>;
}

export interface ChartPanelProps {
  overview: Charted | undefined;
  view: View;
  onView: (view: View) => void;
  /** Before the choice of the view. */
  actions?: ReactNode;
}

export function ChartPanel({ overview, view, onView, actions }: ChartPanelProps) {
  const t = useWords(overviewWords);
  return (
    <Panel
      title={t('chart')}
      actions={
        <>
          {actions}
          <ChoiceTabs
            label={t('view')}
            value={view}
            options={[
              { value: 'chart', label: t('as_chart') },
              { value: 'table', label: t('as_table') },
            ]}
            onChange={onView}
          />
        </>
      }
    >
      <div className={classes.chart}>
        {overview === undefined ? (
          <ChartSpace />
        ) : view === 'table' ? (
          <PointTable overview={overview} />
        ) : (
          <PointChart overview={overview} />
        )}
      </div>
    </Panel>
  );
}

function PointChart({ overview: { days, points, unit, figures } }: { overview: Charted }) {
  const t = useWords(overviewWords);
  const format = useFormat();
  const summary = t('chart_says', {
    from: format.day(days.from),
    to: format.day(days.to),
    amount: format.amount(figures.volume),
    orders: figures.paidOrders,
  });
  return (
    <PeriodChart
      points={points}
      unit={unit}
      names={{ bar: t('amount'), line: t('orders'), before: t('before') }}
      summary={summary}
      empty={t('chart_empty')}
    />
  );
}

/** The newest first. */
function PointTable({ overview: { points, unit } }: { overview: Charted }) {
  const t = useWords(overviewWords);
  const format = useFormat();
  return (
    <div className={classes.tableScroll} tabIndex={0} role="region" aria-label={t('chart')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t(unit)}</th>
            <th scope="col">{t('amount')}</th>
            <th scope="col">{t('orders')}</th>
            <th scope="col">{t('before')}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, date, amount, orders, before }) => (
            <tr key={at}>
              <th scope="row">{unit === 'hour' ? format.time(at) : format.day(date)}</th>
              <td>
                <Amount value={amount} />
              </td>
              <td>{format.number(orders)}</td>
              <td className={classes.quiet}>{before ? <Amount value={before.amount} /> : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
