/**
 * The member's statement: a month by day, or a year by month. A row leads to its day or month, and a figure to the rows
 * that make it up, each at an address of its own.
 */
import { type ComponentType, use } from 'react';
import { Button } from '@mantine/core';
import { ChartSpace } from '#foundation/console/chart/SeriesChart.tsx';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { PageHeader, Panel } from '#foundation/console/display/layout.tsx';
import { useToday } from '#foundation/console/list/use-today.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import { statementWords } from '../screen-words.ts';
import { BalanceChart } from './BalanceChart.tsx';
import { DayView } from './DayView.tsx';
import { Entries } from './Entries.tsx';
import { type Days, isStill, rowsOf } from './figures.ts';
import { Flow } from './Flow.tsx';
import { StatementOwner, useStatementCall, useStatementPlace } from './owner.ts';
import { isKnownDay, type Period, periodIn, periodParams } from './period.ts';
import { PeriodPicker } from './PeriodPicker.tsx';
import classes from './Statement.module.css';
import { StatementTable } from './StatementTable.tsx';
import { usePeriodText } from './use-period-text.ts';
import { Way } from './Way.tsx';

/** What later features add to the statement. */
export interface StatementParts {
  /** Compares the member's own records with the days of the shown period. */
  compare?: ComponentType<{ days: Days }>;
  /** The statements that are ready as files. */
  mailbox?: ComponentType;
}

export function Statement({ compare: Compare, mailbox }: StatementParts) {
  const t = useWords(statementWords);
  const format = useFormat();
  const text = usePeriodText();
  const { params, change } = usePageAddress();
  const { period } = usePeriod();
  const isComparing = Compare !== undefined && params['compare'] !== undefined;
  return (
    <>
      <PageHeader
        title={t('statement')}
        hint={t('hint', { zone: format.zone })}
        actions={
          Compare &&
          !isComparing && (
            <Button variant="default" onClick={() => change(() => ({ ...periodParams(period), compare: '1' }))}>
              {t('compare')}
            </Button>
          )
        }
      />
      {isComparing ? (
        <>
          <Way steps={[{ name: text(period.name), params: periodParams(period) }]} here={t('compare')} />
          <Compare days={period} />
        </>
      ) : (
        <StatementPages mailbox={mailbox} />
      )}
    </>
  );
}

/** The period in the address. */
function usePeriod(): { period: Period; today: string } {
  const { timeZone } = useLocality();
  const { params } = usePageAddress();
  const today = dayOf(useToday(), timeZone);
  return { period: periodIn(params, today), today };
}

/** The statement of `StatementOwner`: the period, one of its days, or the rows behind a figure, as the address says. */
export function StatementPages({ mailbox: Mailbox }: { mailbox?: ComponentType | undefined }) {
  const { params, change } = usePageAddress();
  const { at } = useStatementPlace();
  const { paths } = use(StatementOwner);
  const { period, today } = usePeriod();
  const refreshSoon = useThrottledRefresh(...Object.values(paths));
  useLive('balance.changed', refreshSoon);
  useLive('resumed', refreshSoon);
  const figure = params['rows'];
  const rows = figure === undefined ? undefined : rowsOf(figure);
  const { open: day, channel } = params;
  if (figure !== undefined && rows && (day === undefined || isKnownDay(day, today)))
    return <Entries period={period} day={day} figure={figure} rows={rows} channel={channel} />;
  if (day !== undefined) return <DayView key={day} period={period} day={day} today={today} />;
  return (
    <>
      <PeriodPicker period={period} today={today} onChange={(wanted) => change(() => at(periodParams(wanted)))} />
      <Whole key={period.name} period={period} />
      {Mailbox && <Mailbox />}
    </>
  );
}

/** The whole period: its figures, the chart and its rows. */
function Whole({ period }: { period: Period }) {
  const t = useWords(statementWords);
  const text = usePeriodText();
  const { path, at } = useStatementPlace();
  const answer = useStatementCall('list', { [period.group]: period.name }, { keepPrevious: false });
  const { data, error } = answer;
  const moved = data === undefined || !isStill(data.extend);
  return (
    <div className={classes.parts}>
      {(data !== undefined || !error) && (
        <>
          <section>
            <header className={classes.partHead}>
              <h2 className={classes.here}>{text(period.name)}</h2>
              <ScreenLink to={path} search={at({ ...periodParams(period), rows: 'closing' })} className={classes.link}>
                {t('all_entries')}
              </ScreenLink>
            </header>
            <Flow figures={data?.extend} place={periodParams(period)} />
          </section>
          {moved && (
            <div data-print="never">
              <Panel title={t('chart')}>{data ? <BalanceChart rows={data.list} /> : <ChartSpace />}</Panel>
            </div>
          )}
        </>
      )}
      <StatementTable period={period} answer={answer} />
    </div>
  );
}
