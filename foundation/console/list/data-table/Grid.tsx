/** The table view: real table elements, with a sticky header and a sticky first column. */
import { type MouseEvent, useMemo, useRef } from 'react';
import { SortDownIcon, SortNoneIcon, SortUpIcon } from '#foundation/console/display/icons.tsx';
import { listWords } from '../list-words.ts';
import layout from '../../display/layout.module.css';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Column } from './column.ts';
import classes from './DataTable.module.css';
import { GridRow, Spacer, SkeletonRow } from './GridRow.tsx';
import type { TableList } from './table.ts';
import { type ColumnFit, useFitting } from './use-column-fit.ts';
import { useVisibleRows } from './use-visible-rows.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useStableWidths } from './use-stable-widths.ts';
import { isRowClick, type ViewProps } from './view.ts';

const NO_ROWS: readonly never[] = [];

export interface GridProps<Row> extends ViewProps<Row> {
  fit: ColumnFit<Row>;
}

export function Grid<Row>(props: GridProps<Row>) {
  const { fit, rows: known, rowKey, rowLabel, onOpen, openKey, label, list, skeletonRows, stale, dimmed } = props;
  const { columns } = fit;
  const rows = known ?? NO_ROWS;
  const box = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey]);
  const { current, ...keyboard } = useRowKeys(box, keys, openKey);
  const visible = useVisibleRows(box, keys, current);
  useStableWidths(box, columns, visible.isPart);
  const { markEdges } = useFitting(box, fit, known);
  const open = (event: MouseEvent<HTMLElement>) => {
    const row = rowAt(event, rows);
    if (row !== undefined) onOpen?.(row);
  };
  return (
    <div
      ref={box}
      className={classes.scroll}
      data-part={visible.isPart || undefined}
      data-opens={onOpen !== undefined || undefined}
      tabIndex={0}
      role="region"
      aria-label={label}
      onScroll={markEdges}
      {...(onOpen ? { ...keyboard, onClick: open } : undefined)}
    >
      <table
        className={classes.table}
        data-opens={onOpen !== undefined || undefined}
        data-stale={stale || undefined}
        data-late={dimmed || undefined}
        aria-rowcount={visible.isPart ? keys.length + 1 : undefined}
      >
        <caption className={classes.caption}>{label}</caption>
        <Header columns={columns} list={list} opens={onOpen !== undefined} isPart={visible.isPart} />
        <tbody className={known === undefined ? layout.awaited : undefined}>
          {known === undefined &&
            Array.from({ length: skeletonRows }, (_, index) => (
              <SkeletonRow key={index} columns={columns} opens={onOpen !== undefined} seed={index} />
            ))}
          {visible.rows.flatMap(({ index, room }) => {
            const row = rows[index];
            const key = keys[index];
            if (row === undefined || key === undefined) return [];
            const line = (
              <GridRow
                key={key}
                row={row}
                columns={columns}
                index={index}
                opens={onOpen && (rowLabel?.(row) ?? key)}
                isOpen={key === openKey}
                isTabStop={index === current}
                isPart={visible.isPart}
                measure={visible.measure}
              />
            );
            return room > 0 ? [<Spacer key={`before ${key}`} height={room} />, line] : [line];
          })}
          <Spacer height={visible.roomBehind} />
        </tbody>
      </table>
    </div>
  );
}

/**
 * The row that a click opens: on its button, or anywhere on the row except other controls. One listener for all rows.
 */
function rowAt<Row>(event: MouseEvent<HTMLElement>, rows: readonly Row[]): Row | undefined {
  if (!(event.target instanceof Element)) return undefined;
  const line = event.target.closest<HTMLElement>('tr[data-index]');
  if (!line || !(event.target.closest('[data-open-row]') || isRowClick(event))) return undefined;
  return rows[Number(line.dataset['index'])];
}

function Header<Row>({
  columns,
  list,
  opens,
  isPart,
}: {
  columns: readonly Column<Row>[];
  list: TableList | undefined;
  opens: boolean;
  isPart: boolean;
}) {
  const t = useWords(listWords);
  return (
    <thead>
      <tr aria-rowindex={isPart ? 1 : undefined}>
        {columns.map((column) => (
          <HeaderCell key={column.id} column={column} list={list} />
        ))}
        {opens && (
          <th className={classes.openCell}>
            <span className={classes.caption}>{t('open_row', { row: '' })}</span>
          </th>
        )}
      </tr>
    </thead>
  );
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
    <th
      scope="col"
      data-width
      data-numeric={numeric}
      aria-sort={direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className={classes.sortButton}
        data-print="text"
        data-active={direction !== undefined || undefined}
        onClick={() => list.setSort(column.id as never, direction === 'desc' ? 'asc' : 'desc')}
      >
        {column.header}
        <Icon size={14} />
      </button>
    </th>
  );
}
