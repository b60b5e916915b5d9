/**
 * A period against the one before: its figures, the paid amount and orders by day or by hour as a chart or as a table of
 * the same figures, and the channels.
 */
import { useMemo } from 'react';
import { choiceField, dateRangeField, textField } from '#foundation/console/list/address-fields.ts';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { Amount, type Format, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { periodOf } from '#foundation/console/list/period-of-range.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { FigureTile } from '#foundation/console/display/FigureTile.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Overview } from '../contract.ts';
import { dashboardWords } from '../screen-words.ts';
import { dashboardCalls } from './calls.ts';
import { Change } from './Change.tsx';
import { ChannelSplit } from './ChannelSplit.tsx';
import { ChartSpace, PeriodChart } from '#foundation/console/chart/PeriodChart.tsx';
import classes from './PeriodPanel.module.css';
import { FigureTable } from './FigureTable.tsx';
import { createdOn, paidOn } from './order-links.ts';

const address = {
  fields: { range: dateRangeField(), view: choiceField(['chart', 'table']), channel: textField() },
  sortable: ['date'],
} as const;

const FIRST_RANGE = 'last7';
const LIST = '/order/list';
/** The period and channel in the address, and their figures. */
export function usePeriod(enabled: boolean) {
  const { timeZone } = useLocality();
  const now = useToday();
  const { filters, bind } = useListAddress(address);
  const { channel } = filters;
  const range = filters.range ?? FIRST_RANGE;
  const period = useMemo(() => periodOf(range, timeZone, now), [range, timeZone, now]);
  const all = useCall(dashboardCalls, '/dashboard/overview', { period }, { enabled });
  const one = useCall(
    dashboardCalls,
    '/dashboard/overview',
    { period, channel: channel ?? '' },
    { enabled: enabled && channel !== undefined },
  );
  return { filters, bind, all, shown: channel === undefined ? all : one };
}

export function PeriodPanel({ period }: { period: ReturnType<typeof usePeriod> }) {
  const t = useWords(dashboardWords);
  const { filters, bind, all, shown } = period;
  const { view = 'chart', channel } = filters;
  const { data, error, refetch, isPlaceholderData } = shown;
  const name = all.data?.channels.find(({ code }) => code === channel)?.name ?? channel;
  return (
    <Panel
      title={name === undefined ? t('chart') : t('chart_of', { channel: name })}
      actions={
        <>
          <DateRangeFilter {...bind('range')} first={FIRST_RANGE} label={t('period')} />
          <ChoiceTabs
            label={t('view')}
            value={view}
            options={[
              { value: 'chart', label: t('as_chart') },
              { value: 'table', label: t('as_table') },
            ]}
            onChange={(value) => bind('view').onChange(value === 'chart' ? undefined : value)}
          />
        </>
      }
    >
      {data === undefined && error ? (
        <FailedRows title={t('chart_failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <div data-stale={isPlaceholderData || undefined} className={classes.content}>
          <PeriodFigures overview={data} channel={channel} />
          <div className={classes.body}>
            <div className={classes.figures}>
              {data ? <Points overview={data} view={view} channel={channel} /> : <ChartSpace />}
            </div>
            <ChannelSplit overview={all.data} chosen={channel} onChoose={(code) => bind('channel').onChange(code)} />
          </div>
        </div>
      )}
    </Panel>
  );
}

function PeriodFigures({ overview, channel }: { overview: Overview | undefined; channel: string | undefined }) {
  const t = useWords(dashboardWords);
  const format = useFormat();
  const figures = overview?.figures;
  const created = overview && ({ to: LIST, search: createdOn(overview.days, channel) } as const);
  const paid = overview && ({ to: LIST, search: paidOn(overview.days, channel) } as const);
  const against = overview === undefined ? '' : againstText(overview, t, format);
  return (
    <>
      <dl className={classes.sums}>
        <FigureTile
          label={t('period_paid')}
          hint={figures && t('success_amount_hint', { count: figures.successOrders })}
          {...paid}
          change={overview && <Change value={overview.changes.successAmount} title={against} />}
        >
          {figures && <Amount value={figures.successAmount} />}
        </FigureTile>
        <FigureTile
          label={t('income')}
          hint={t('income_hint')}
          {...paid}
          change={overview && <Change value={overview.changes.income} title={against} />}
        >
          {figures && <Amount value={figures.income} />}
        </FigureTile>
        <FigureTile
          label={t('period_created')}
          hint={figures && t('channel_orders', { count: figures.orders })}
          {...created}
          change={overview && <Change value={overview.changes.trade} title={against} />}
        >
          {figures && <Amount value={figures.trade} />}
        </FigureTile>
        <FigureTile
          label={t('success_rate')}
          hint={t('period_rate_hint')}
          {...created}
          change={overview && <Change value={overview.changes.successRate} points title={against} />}
        >
          {figures && format.percent(figures.successRate)}
        </FigureTile>
      </dl>
      <p className={classes.against}>{against}</p>
    </>
  );
}

function againstText(
  { before: { days, until } }: Overview,
  t: (
    name: 'against_day' | 'against_days' | 'against_day_until' | 'against_days_until',
    values: Record<string, string>,
  ) => string,
  format: Format,
): string {
  const time = until === null ? '' : format.time(until);
  if (days.from === days.to)
    return t(until === null ? 'against_day' : 'against_day_until', { day: format.dayShort(days.from), time });
  return t(until === null ? 'against_days' : 'against_days_until', {
    from: format.dayShort(days.from),
    to: format.dayShort(days.to),
    time,
  });
}

interface PointsProps {
  overview: Overview;
  view: 'chart' | 'table';
  channel: string | undefined;
}

function Points({ overview, view, channel }: PointsProps) {
  const t = useWords(dashboardWords);
  const format = useFormat();
  const { days, points, unit, figures } = overview;
  if (view === 'table') return <FigureTable overview={overview} channel={channel} />;
  const best = points.toSorted((a, b) => Number(b.amount) - Number(a.amount))[0];
  const summary =
    best === undefined
      ? ''
      : t('chart_says', {
          from: format.day(days.from),
          to: format.day(days.to),
          amount: format.amount(figures.successAmount),
          orders: figures.successOrders,
          best: unit === 'hour' ? format.time(best.at) : format.day(best.date),
          most: format.amount(best.amount),
        });
  return (
    <PeriodChart
      points={points}
      unit={unit}
      names={{ bar: t('amount'), line: t('count'), before: t('before') }}
      summary={summary}
      empty={
        <>
          <strong>{t('chart_empty')}</strong>
          {t('chart_empty_hint')}
        </>
      }
    />
  );
}
