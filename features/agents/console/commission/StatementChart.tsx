/** The statement as a chart: by day or month as bars and a line, by member or channel as shares. */
import { useMemo } from 'react';
import { ChartSpace } from '#foundation/console/chart/SeriesChart.tsx';
import { Amount, useLocality } from '#foundation/console/display/format.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { Currency } from '#foundation/core/money.ts';
import { tenthsOf } from '#foundation/core/part-of.ts';
import { commissionWords } from '../../commission-words.ts';
import type { CommissionRow } from '../../order-contract.ts';
import { agentWords } from '../../screen-words.ts';
import { agentOrderCalls } from '../calls.ts';
import { CommissionChart } from '../CommissionChart.tsx';
import { wholeDays } from '../commission-days.ts';
import { signedMinor } from '../signed-amount.ts';
import type { CommissionGroup, WireCommissionFilter } from './commission-filter.ts';
import classes from './Commission.module.css';

/** The most that one request returns. */
const MAX_ROWS = 100;
const SHOWN_SHARES = 10;

export function StatementChart({ filter, group }: { filter: WireCommissionFilter; group: CommissionGroup }) {
  const t = useWords(commissionWords);
  const shared = useWords(agentWords);
  const { data, error, refetch } = useCall(
    agentOrderCalls,
    '/agent/commission',
    { ...filter, group, sort: 'key', order: 'desc', limit: MAX_ROWS },
    { quiet: true, keepPrevious: false },
  );
  return (
    <div className={classes.chart}>
      <Panel title={t(`chart_by_${group}`)}>
        {data === undefined && !error && <ChartSpace />}
        {data === undefined && error && (
          <FailedRows title={shared('chart_failed')} error={error} onRetry={() => void refetch()} />
        )}
        {data?.total === 0 && <p className={classes.note}>{t('chart_none')}</p>}
        {data !== undefined && data.total > 0 && <Rows rows={data.list} total={data.total} group={group} />}
      </Panel>
    </div>
  );
}

function Rows({ rows, total, group }: { rows: readonly CommissionRow[]; total: number; group: CommissionGroup }) {
  const t = useWords(commissionWords);
  const days = useMemo(
    () =>
      group === 'day'
        ? wholeDays(rows)
        : rows.toReversed().map(({ key, net, amount }) => ({ date: key, commission: net, amount })),
    [rows, group],
  );
  // The call sorts by key alone, so that the largest of more rows are not known.
  if (group === 'member' || group === 'channel')
    return total > MAX_ROWS ? (
      <p className={classes.note}>{t('chart_many', { count: MAX_ROWS })}</p>
    ) : (
      <Shares rows={rows} />
    );
  return (
    <>
      <CommissionChart days={days} />
      {total > MAX_ROWS && <p className={classes.note}>{t('chart_newest', { count: MAX_ROWS, total })}</p>}
    </>
  );
}

function Shares({ rows }: { rows: readonly CommissionRow[] }) {
  const { currency } = useLocality();
  const shown = largestOf(rows, currency);
  const largest = shown[0]?.net ?? '0';
  return (
    <ol className={classes.shares}>
      {shown.map(({ key, name, net }) => (
        <li key={key}>
          <span className={classes.shareName}>{name || key}</span>
          <span className={classes.shareAmount}>
            <Amount value={net} />
          </span>
          <span className={classes.track} aria-hidden="true">
            <span className={classes.fill} style={{ width: `${shareOf(net, largest) / 10}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function largestOf(rows: readonly CommissionRow[], currency: Currency): CommissionRow[] {
  const net = (row: CommissionRow) => signedMinor(row.net, currency);
  return rows.toSorted((a, b) => (net(a) > net(b) ? -1 : net(a) < net(b) ? 1 : 0)).slice(0, SHOWN_SHARES);
}

/** In tenths of a percent of the largest; nothing for a negative amount. */
function shareOf(net: string, largest: string): number {
  return net.startsWith('-') || largest.startsWith('-') ? 0 : Math.min(1000, tenthsOf(net, largest));
}
