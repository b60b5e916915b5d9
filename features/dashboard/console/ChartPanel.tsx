/** Paid amount and orders by day, for all channels or one, as a chart or as a table of the same figures. */
import { useMemo } from 'react';
import { ChartSpace, SeriesChart } from '#foundation/console/chart/SeriesChart.tsx';
import { choiceField, textField } from '#foundation/console/list/address-fields.ts';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { formatAmount, parseAmountOrZero, sum } from '#foundation/core/money.ts';
import type { Chart } from '../contract.ts';
import { dashboardCalls } from './calls.ts';
import { dashboardWords } from '../screen-words.ts';
import { ChannelSplit } from './ChannelSplit.tsx';
import classes from './ChartPanel.module.css';
import { FigureTable } from './FigureTable.tsx';

const address = {
  fields: { days: choiceField(['7', '30']), view: choiceField(['chart', 'table']), channel: textField() },
  sortable: ['date'],
} as const;

export function ChartPanel() {
  const t = useWords(dashboardWords);
  const { filters, bind } = useListAddress(address);
  const { days = '7', view = 'chart', channel } = filters;
  const wanted = days === '30' ? 30 : 7;
  const all = useCall(dashboardCalls, '/dashboard/chart', { days: wanted });
  const one = useCall(
    dashboardCalls,
    '/dashboard/chart',
    { days: wanted, channel: channel ?? '' },
    { enabled: channel !== undefined },
  );
  const { data, error, refetch, isPlaceholderData } = channel === undefined ? all : one;
  const name = all.data?.channels.find(({ code }) => code === channel)?.name ?? channel;
  return (
    <Panel
      title={name === undefined ? t('chart') : t('chart_of', { channel: name })}
      actions={
        <>
          <ChoiceTabs
            label={t('period')}
            value={days}
            options={[
              { value: '7', label: t('days_7') },
              { value: '30', label: t('days_30') },
            ]}
            onChange={(value) => bind('days').onChange(value === '7' ? undefined : value)}
          />
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
        <div className={classes.body} data-stale={isPlaceholderData || undefined}>
          <div className={classes.figures}>{data ? <Days days={data.days} view={view} /> : <ChartSpace />}</div>
          <ChannelSplit
            channels={all.data?.channels}
            chosen={channel}
            onChoose={(code) => bind('channel').onChange(code)}
          />
        </div>
      )}
    </Panel>
  );
}

function Days({ days, view }: { days: Chart['days']; view: 'chart' | 'table' }) {
  const t = useWords(dashboardWords);
  const format = useFormat();
  const { currency } = useLocality();
  const points = useMemo(
    () =>
      days.map(({ date, amount, orders: line }) => ({
        label: format.dayShort(date),
        title: format.day(date),
        bar: amount,
        line,
      })),
    [days, format],
  );
  const total = formatAmount(sum(days.map(({ amount }) => parseAmountOrZero(amount, currency) ?? 0n)), currency);
  const orders = days.reduce((count, day) => count + day.orders, 0);
  const [first, last, best] = [days[0], days.at(-1), bestOf(days)];
  if (view === 'table') return <FigureTable days={days} total={total} orders={orders} />;
  if (!first || !last || !best || orders === 0)
    return (
      <p className={classes.empty}>
        <strong>{t('chart_empty')}</strong>
        {t('chart_empty_hint')}
      </p>
    );
  const summary = t('chart_says', {
    from: format.day(first.date),
    to: format.day(last.date),
    amount: format.amount(total),
    orders,
    best: format.day(best.date),
    most: format.amount(best.amount),
  });
  return (
    <SeriesChart
      points={points}
      bar={{ name: t('amount'), total: <Amount value={total} /> }}
      line={{ name: t('count'), total: format.number(orders) }}
      summary={summary}
    />
  );
}

function bestOf(days: Chart['days']): Chart['days'][number] | undefined {
  return days.toSorted((a, b) => Number(b.amount) - Number(a.amount))[0];
}
