/**
 * The operators' first page: the platform's figures of a period against the one before, what waits, and how the platform
 * itself is. Everything is fetched again twice a minute.
 */
import { useMemo } from 'react';
import { choiceField, dateRangeField } from '#foundation/console/list/address-fields.ts';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { periodOf } from '#foundation/console/list/period-of-range.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { PageHeader, Panel } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { overviewWords } from '../../overview-words.ts';
import { overviewCalls } from './calls.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { FiguresPanel } from './FiguresPanel.tsx';
import { HealthPanel } from './HealthPanel.tsx';
import classes from './Overview.module.css';
import { QueuesPanel } from './QueuesPanel.tsx';
import { ChannelTable, ClearingTable, MemberTable, UpstreamTable } from './split-tables.tsx';

const address = {
  fields: { range: dateRangeField(), view: choiceField(['chart', 'table']) },
  sortable: ['date'],
} as const;

const FIRST_RANGE = 'today';
const REFRESH_MS = 30_000;

function OverviewScreen() {
  const t = useWords(overviewWords);
  const title = useWords(operatorTitles)('overview');
  const format = useFormat();
  const { timeZone } = useLocality();
  const now = useToday();
  const { filters, bind } = useListAddress(address);
  const { range = FIRST_RANGE, view = 'chart' } = filters;
  const period = useMemo(() => periodOf(range, timeZone, now), [range, timeZone, now]);
  const every = { refetchEveryMs: REFRESH_MS };
  const { data, error, refetch, isPlaceholderData } = useCall(
    overviewCalls,
    '/operator/overview/figures',
    { period },
    every,
  );
  const queues = useCall(overviewCalls, '/operator/overview/queues', undefined, { ...every, quiet: true });
  const health = useCall(overviewCalls, '/operator/overview/health', undefined, { ...every, quiet: true });
  const asOf = data && (data.asOf === null ? t('no_figures_yet') : t('as_of', { time: format.moment(data.asOf) }));
  return (
    <>
      <PageHeader
        title={title}
        hint={asOf ?? ' '}
        actions={<DateRangeFilter {...bind('range')} first={FIRST_RANGE} label={t('period')} />}
      />
      <div className={classes.page}>
        <div className={classes.main} data-stale={isPlaceholderData || undefined}>
          {data === undefined && error ? (
            <Panel>
              <FailedRows title={t('figures_failed')} error={error} onRetry={() => void refetch()} />
            </Panel>
          ) : (
            <>
              <FiguresPanel overview={data} />
              <ChartPanel
                overview={data}
                view={view}
                onView={(value) => bind('view').onChange(value === 'chart' ? undefined : value)}
              />
              <ChannelTable overview={data} />
              <UpstreamTable overview={data} />
              <MemberTable overview={data} />
              <ClearingTable overview={data} />
            </>
          )}
        </div>
        <div className={classes.side}>
          <QueuesPanel data={queues.data} error={queues.error} onRetry={() => void queues.refetch()} />
          <HealthPanel data={health.data} error={health.error} onRetry={() => void health.refetch()} />
        </div>
      </div>
    </>
  );
}

export { OverviewScreen as Screen };
