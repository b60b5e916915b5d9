/** Paid amounts and commission by day, for 30 or 90 days, as a chart or as a table of the same figures. */
import { useMemo } from 'react';
import { ChartSpace } from '#foundation/console/chart/SeriesChart.tsx';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { overviewWords } from '../../overview-words.ts';
import { agentWords } from '../../screen-words.ts';
import type { AgentDetail } from '../../tree-contract.ts';
import { CommissionChart } from '../CommissionChart.tsx';
import { sumOf } from '../signed-amount.ts';
import classes from './AgentDetail.module.css';

type Trend = AgentDetail['trend'];

export interface TrendPanelProps {
  trend: Trend | undefined;
  days: '30' | '90';
  view: 'chart' | 'table';
  /** The figures are those of the previous period. */
  stale: boolean;
  onDays: (days: '30' | '90') => void;
  onView: (view: 'chart' | 'table') => void;
}

export function TrendPanel({ trend, days, view, stale, onDays, onView }: TrendPanelProps) {
  const t = useWords(overviewWords);
  const shared = useWords(agentWords);
  return (
    <Panel
      title={t('chart')}
      actions={
        <>
          <ChoiceTabs
            label={t('period')}
            value={days}
            options={[
              { value: '30', label: t('days_30') },
              { value: '90', label: t('days_90') },
            ]}
            onChange={onDays}
          />
          <ChoiceTabs
            label={shared('view')}
            value={view}
            options={[
              { value: 'chart', label: shared('as_chart') },
              { value: 'table', label: shared('as_table') },
            ]}
            onChange={onView}
          />
        </>
      }
    >
      <div className={classes.trend} data-stale={stale || undefined}>
        {trend === undefined ? (
          <ChartSpace />
        ) : view === 'table' ? (
          <TrendTable trend={trend} />
        ) : (
          <TrendChart trend={trend} />
        )}
      </div>
    </Panel>
  );
}

function TrendChart({ trend }: { trend: Trend }) {
  const shared = useWords(agentWords);
  const isEmpty = useMemo(
    () => trend.every(({ amount, commission }) => Number(amount) === 0 && Number(commission) === 0),
    [trend],
  );
  return isEmpty ? <p className={classes.empty}>{shared('chart_empty')}</p> : <CommissionChart days={trend} />;
}

function TrendTable({ trend }: { trend: Trend }) {
  const t = useWords(overviewWords);
  const shared = useWords(agentWords);
  const format = useFormat();
  const { currency } = useLocality();
  const total = (part: 'amount' | 'commission') =>
    sumOf(
      trend.map((day) => day[part]),
      currency,
    );
  return (
    <div className={classes.tableScroll} tabIndex={0} role="region" aria-label={t('chart')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{shared('day')}</th>
            <th scope="col">{shared('paid_amount')}</th>
            <th scope="col">{shared('commission')}</th>
            <th scope="col">{shared('paid_orders')}</th>
          </tr>
        </thead>
        <tbody>
          {trend.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">{format.day(day.date)}</th>
              <td>
                <Amount value={day.amount} />
              </td>
              <td>
                <Amount value={day.commission} />
              </td>
              <td>{format.number(day.orders)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{shared('total')}</th>
            <td>
              <Amount value={total('amount')} />
            </td>
            <td>
              <Amount value={total('commission')} />
            </td>
            <td>{format.number(trend.reduce((count, day) => count + day.orders, 0))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
