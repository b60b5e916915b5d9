/**
 * The console's table for lists: rows with their states (loading, empty, failed), sort, column choice and pages. It
 * does not fetch and keeps no filters: rows come from a query, page and sort from the address. On a phone a row is two
 * lines.
 */
import { useMediaQuery } from '@mantine/hooks';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { listWords } from '../list-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import classes from './DataTable.module.css';
import { Grid } from './Grid.tsx';
import { PhoneRows } from './PhoneRows.tsx';
import { PageControl } from './PageControl.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import type { DataTableProps } from './table.ts';
import { TableBar } from './TableBar.tsx';
import { useColumnChoice } from './use-column-choice.ts';
import { useColumnFit } from './use-column-fit.ts';
import { printing } from '#foundation/console/list/printing.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useDelayedFlag } from '#foundation/console/display/use-delayed-flag.ts';

export const NARROW = '(max-width: 40em)';

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, columns, source, list, empty } = props;
  const t = useWords(listWords);
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const choice = useColumnChoice(name, columns);
  const rows = source.data?.list;
  const total = source.data?.total ?? 0;
  const page = list?.paging.page ?? 1;
  const stale = source.isPlaceholderData;
  const dimmed = useDelayedFlag(stale);
  // A print is always a table, also from a phone.
  const printed = useCell(printing) !== undefined;
  const phone = (narrow ?? false) && !printed;
  const fit = useColumnFit(name, columns, choice, printed);
  const view = {
    ...props,
    rows,
    skeletonRows: Math.min(list?.paging.limit ?? 5, 12),
    stale,
    dimmed,
  };
  return (
    <div className={classes.root} data-print="list" aria-busy={source.isFetching}>
      <TableBar
        columns={columns}
        choice={choice}
        leftOut={fit.leftOut}
        source={source}
        list={list}
        phone={phone}
        fills={props.fills ?? false}
        counted={props.counted}
        totalCapped={props.totalCapped}
        sums={props.sums}
        mainAct={props.mainAct}
        actions={props.actions}
      />
      {props.news}
      {rows === undefined && isRefused(source.error) && (
        <EmptyRows
          title={t('filter_refused')}
          hint={t('filter_refused_hint')}
          action={list?.isFiltered ? { label: t('reset'), onClick: () => list.reset() } : undefined}
        />
      )}
      {rows === undefined && source.error && !isRefused(source.error) && (
        <FailedRows error={source.error} onRetry={() => void source.refetch()} />
      )}
      {(rows === undefined ? !source.error : rows.length > 0) &&
        (phone ? <PhoneRows {...view} /> : <Grid {...view} fit={fit} />)}
      {rows?.length === 0 &&
        (page > 1 && total > 0 ? (
          <EmptyRows
            title={t('past_the_end', { page })}
            action={{ label: t('to_first_page'), onClick: () => list?.setPage(1) }}
          />
        ) : list?.isFiltered ? (
          <EmptyRows
            title={t('empty_filtered')}
            hint={t('empty_filtered_hint')}
            action={{ label: t('reset'), onClick: () => list.reset() }}
          />
        ) : (
          <EmptyRows title={t('empty_title')} {...empty} />
        ))}
      {list && rows !== undefined && total > 0 && (
        <PageControl list={list} total={total} totalCapped={props.totalCapped ?? false} />
      )}
    </div>
  );
}
