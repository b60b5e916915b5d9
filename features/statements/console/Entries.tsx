/** The rows behind one figure of the statement, with their sum, which is that figure. */
import { use, useMemo } from 'react';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { type LinkOfEntry, moneyLogColumns, moneyLogPhoneRow } from '#features/ledger/console/money-log-columns.tsx';
import { StatementLine, type StatementSums } from '#features/ledger/console/StatementLine.tsx';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { Amount, type Format, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import type { Column } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { NewRowsButton } from '#foundation/console/list/data-table/NewRowsButton.tsx';
import { Sum } from '#foundation/console/list/data-table/TableBar.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useStableList } from '#foundation/console/list/use-stable-list.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { StatementEntry } from '../contract.ts';
import { statementWords } from '../screen-words.ts';
import { type Days, entryFilter, type FigureRows, isFigureName, sumOver } from './figures.ts';
import { StatementOwner, useStatementCall } from './owner.ts';
import { dayParams, type Period, periodParams } from './period.ts';
import classes from './Statement.module.css';
import { usePeriodText } from './use-period-text.ts';
import { Way } from './Way.tsx';

const entryAddress = { fields: {}, sortable: ['createdAt'] } as const;

export interface EntriesProps {
  period: Period;
  /** Undefined: the whole period. */
  day: string | undefined;
  /** The figure's name in the address, and its rows. */
  figure: string;
  rows: FigureRows;
  /** A channel's code. */
  channel: string | undefined;
}

export function Entries({ period, day, figure, rows, channel }: EntriesProps) {
  const t = useWords(statementWords);
  const log = useWords(ledgerScreenWords);
  const format = useFormat();
  const text = usePeriodText();
  const { timeZone, currency } = useLocality();
  const { exports, linkOf } = use(StatementOwner);
  const list = useListAddress(entryAddress);
  const days: Days = day === undefined ? period : { first: day, last: day };
  const filter = entryFilter(rows, days, { timeZone, channel });
  const input = { ...list.paging, ...filter };
  const entries = useStableList(
    useStatementCall('entries', input, { keepPrevious: false }),
    JSON.stringify(input),
    (row) => row.id,
  );
  const columns = useMemo(() => columnsOf({ t, log }, format, linkOf), [t, log, format, linkOf]);
  const { sort, order } = list.paging;
  const sums = entries.source.data?.extend;
  const channelName = entries.source.data?.list.find((entry) => entry.channel?.code === channel)?.channel?.name;
  const name = nameOfFigure(figure, rows, { t, log });
  const here = channel === undefined ? name : `${name}: ${channelName ?? channel}`;
  return (
    <>
      <Way
        steps={[
          { name: text(period.name), params: periodParams(period) },
          ...(day === undefined ? [] : [{ name: text(day), params: dayParams(day) }]),
        ]}
        here={here}
      />
      <dl className={classes.sum}>
        <dt>{t(rows.sum === 'balance' ? 'balance_after_rows' : 'sum_of_rows')}</dt>
        <dd>{sums ? <Amount value={sumOver(sums, rows.sum, currency)} /> : <SkeletonBar width={130} height={18} />}</dd>
      </dl>
      <DataTable
        name="statementEntries"
        label={`${here}, ${text(day ?? period.name)}`}
        counted={(count) => log('counted', { count })}
        columns={columns}
        phone={moneyLogPhoneRow(log, format)}
        source={entries.source}
        rowKey={(row) => row.id}
        list={list}
        sums={sums && (rows.types === undefined ? <StatementLine sums={sums} whole /> : <RowSums sums={sums} />)}
        actions={
          exports &&
          !isRefused(entries.source.error) && (
            <ExportButton kind="statementEntries" filter={{ sort, order, ...filter }} />
          )
        }
        news={
          <NewRowsButton
            text={
              entries.news === undefined
                ? undefined
                : entries.news === 0
                  ? log('changed')
                  : log('new_entries', { count: entries.news })
            }
            onShow={() => (list.paging.page === 1 ? entries.show() : list.setPage(1))}
          />
        }
        empty={{ title: t('entries_none'), hint: t('entries_none_hint') }}
      />
    </>
  );
}

/** Without opening and closing balance, which the rows of some types do not lead from and to. */
function RowSums({ sums }: { sums: StatementSums }) {
  const log = useWords(ledgerScreenWords);
  return (['in', 'out', 'fees'] as const).map((name) => (
    <Sum key={name} label={log(name)}>
      <Amount value={sums[name]} />
    </Sum>
  ));
}

interface EntryWords {
  t: Translate<typeof statementWords>;
  log: Translate<typeof ledgerScreenWords>;
}

/** Those of the money log, and the channel next to the number. */
function columnsOf({ t, log }: EntryWords, format: Format, linkOf: LinkOfEntry | undefined): Column<StatementEntry>[] {
  const channel: Column<StatementEntry> = {
    id: 'channel',
    header: t('channel'),
    priority: 2,
    cell: (row) => (row.channel ? row.channel.name || row.channel.code : <span className={classes.quiet}>–</span>),
  };
  return moneyLogColumns(log, format, { linkOf }).flatMap((column) =>
    column.id === 'type' ? [channel, column] : [column],
  );
}

function nameOfFigure(figure: string, { types, sum }: FigureRows, { t, log }: EntryWords): string {
  if (figure === 'opening') return t('entries_before');
  if (figure === 'closing') return t('all_entries');
  if (isFigureName(figure)) return t(figure);
  const type = (types ?? []).map((each) => log(each)).join(', ');
  if (sum === 'fees') return `${type}: ${t('fees')}`;
  return sum === 'net' ? `${type}: ${t('obtained')}` : type;
}
