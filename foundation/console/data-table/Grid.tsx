/** The table proper: real table elements, a header that stays, and a first column that stays when the rest scrolls. */
import { columnVisibilityFeature, type ColumnDef, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { ChevronRightIcon, SortDownIcon, SortNoneIcon, SortUpIcon } from '../icons.tsx';
import { kitWords } from '../kit-words.ts';
import { Bone } from '../layout.tsx';
import { useWords } from '../words.tsx';
import type { Column } from './column.ts';
import classes from './DataTable.module.css';
import type { TableList } from './table.ts';
import { isRowClick, moveBetweenRows, type ViewProps } from './view.ts';

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });
const NO_ROWS: readonly never[] = [];

export function Grid<Row>({ columns, rows, rowKey, rowLabel, onOpen, openKey, label, list, shown, skeletonRows, stale }: ViewProps<Row>) {
  const t = useWords(kitWords);
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
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: ({ row }) => rowKey(row),
    manualSorting: true,
    state: { columnVisibility: shown, sorting: list ? [{ id: list.paging.sort, desc: list.paging.order === 'desc' }] : [] },
  });
  const visible = table.getVisibleLeafColumns();
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table} data-stale={stale || undefined}>
        <caption className={classes.caption}>{label}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <HeaderCell key={header.id} column={byId.get(header.id)} list={list} />
              ))}
              {onOpen && (
                <th className={classes.openCell}>
                  <span className={classes.caption}>{t('open_row', { row: '' })}</span>
                </th>
              )}
            </tr>
          ))}
        </thead>
        <tbody data-rows>
          {rows === undefined &&
            Array.from({ length: skeletonRows }, (_, index) => <SkeletonRow key={index} columns={visible.length + (onOpen ? 1 : 0)} seed={index} />)}
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              data-openable={onOpen ? true : undefined}
              data-open={row.id === openKey || undefined}
              onClick={onOpen && ((event) => isRowClick(event) && onOpen(row.original.row))}
            >
              {row.getVisibleCells().map((cell) => (
                <td key={cell.id} data-numeric={byId.get(cell.column.id)?.numeric || undefined}>
                  {byId.get(cell.column.id)?.cell(row.original.row)}
                </td>
              ))}
              {onOpen && <OpenCell label={t('open_row', { row: rowLabel?.(row.original.row) ?? row.id })} onOpen={() => onOpen(row.original.row)} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The table library wants objects; a row may be anything. */
interface RowBox<Row> {
  row: Row;
}

function HeaderCell<Row>({ column, list }: { column: Column<Row> | undefined; list: TableList | undefined }) {
  if (!column) return null;
  const direction = list && list.paging.sort === column.id ? list.paging.order : undefined;
  const numeric = column.numeric || undefined;
  if (!column.sortable || !list)
    return (
      <th scope="col" data-numeric={numeric}>
        {column.header}
      </th>
    );
  const Icon = direction === undefined ? SortNoneIcon : direction === 'asc' ? SortUpIcon : SortDownIcon;
  return (
    <th scope="col" data-numeric={numeric} aria-sort={direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}>
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

function OpenCell({ label, onOpen }: { label: string; onOpen: () => void }) {
  return (
    <td className={classes.openCell}>
      <button type="button" data-open-row className={classes.openButton} aria-label={label} onClick={onOpen} onKeyDown={moveBetweenRows}>
        <ChevronRightIcon />
      </button>
    </td>
  );
}

function SkeletonRow({ columns, seed }: { columns: number; seed: number }) {
  return (
    <tr aria-hidden="true">
      {Array.from({ length: columns }, (_, index) => (
        <td key={index}>
          <Bone width={`${45 + ((seed * 31 + index * 17) % 45)}%`} height={10} />
        </td>
      ))}
    </tr>
  );
}
