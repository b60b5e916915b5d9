/** The table proper: real table elements, a header that stays, and a first column that stays when the rest scrolls. */
import { columnVisibilityFeature, type ColumnDef, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { Fragment, useMemo, useRef } from 'react';
import { SortDownIcon, SortNoneIcon, SortUpIcon } from '../icons.tsx';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../words.tsx';
import type { Column } from './column.ts';
import classes from './DataTable.module.css';
import { GridRow, Room, SkeletonRow } from './GridRow.tsx';
import type { TableList } from './table.ts';
import { useNearRows } from './use-near-rows.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useSteadyWidths } from './use-steady-widths.ts';
import type { ViewProps } from './view.ts';

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });
const NO_ROWS: readonly never[] = [];

export function Grid<Row>(props: ViewProps<Row>) {
  const { rows, rowLabel, onOpen, openKey, label, list, skeletonRows, stale } = props;
  const t = useWords(kitWords);
  const { columns, lines } = useLines(props);
  const box = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => lines.map(({ id }) => id), [lines]);
  const { current, ...keyboard } = useRowKeys(box, keys, openKey);
  const near = useNearRows(box, keys, current);
  useSteadyWidths(box, columns, near.isPart);
  const width = columns.length + (onOpen ? 1 : 0);
  return (
    <div
      ref={box}
      className={classes.scroll}
      data-part={near.isPart || undefined}
      tabIndex={0}
      role="region"
      aria-label={label}
      {...(onOpen ? keyboard : undefined)}
    >
      <table className={classes.table} data-stale={stale || undefined} aria-rowcount={near.isPart ? keys.length + 1 : undefined}>
        <caption className={classes.caption}>{label}</caption>
        <thead>
          <tr aria-rowindex={near.isPart ? 1 : undefined}>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} list={list} />
            ))}
            {onOpen && (
              <th className={classes.openCell}>
                <span className={classes.caption}>{t('open_row', { row: '' })}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows === undefined && Array.from({ length: skeletonRows }, (_, index) => <SkeletonRow key={index} columns={width} seed={index} />)}
          {near.rows.map(({ index, room }) => {
            const line = lines[index];
            if (!line) return null;
            return (
              <Fragment key={line.id}>
                <Room height={room} />
                <GridRow
                  id={line.id}
                  row={line.original.row}
                  columns={columns}
                  index={index}
                  isOpen={line.id === openKey}
                  isTabStop={index === current}
                  isPart={near.isPart}
                  rowLabel={rowLabel}
                  onOpen={onOpen}
                  measure={near.measure}
                />
              </Fragment>
            );
          })}
          <Room height={near.roomBehind} />
        </tbody>
      </table>
    </div>
  );
}

/** The table library wants objects; a row may be anything. */
interface RowBox<Row> {
  row: Row;
}

/** The columns that are shown, and the rows with their keys. */
function useLines<Row>({ columns, rows, rowKey, list, shown }: ViewProps<Row>) {
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, RowBox<Row>> => ({
        id: column.id,
        header: column.header,
        enableSorting: column.sortable ?? false,
      })),
    [columns],
  );
  const data = useMemo(() => (rows ?? NO_ROWS).map((row) => ({ row })), [rows]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: ({ row }) => rowKey(row),
    manualSorting: true,
    state: { columnVisibility: shown, sorting: list ? [{ id: list.paging.sort, desc: list.paging.order === 'desc' }] : [] },
  });
  const visible = table.getVisibleLeafColumns();
  return {
    columns: useMemo(() => visible.flatMap(({ id }) => columns.find((column) => column.id === id) ?? []), [columns, visible]),
    lines: table.getRowModel().rows,
  };
}

function HeaderCell<Row>({ column, list }: { column: Column<Row>; list: TableList | undefined }) {
  const direction = list && list.paging.sort === column.id ? list.paging.order : undefined;
  const numeric = column.numeric || undefined;
  if (!column.sortable || !list)
    return (
      <th scope="col" data-width data-numeric={numeric}>
        {column.header}
      </th>
    );
  const Icon = direction === undefined ? SortNoneIcon : direction === 'asc' ? SortUpIcon : SortDownIcon;
  return (
    <th scope="col" data-width data-numeric={numeric} aria-sort={direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}>
      <button
        type="button"
        className={classes.sortButton}
        data-active={direction !== undefined || undefined}
        onClick={() => list.setSort(column.id as never, direction === 'desc' ? 'asc' : 'desc')}
      >
        {column.header}
        <Icon size={14} />
      </button>
    </th>
  );
}
