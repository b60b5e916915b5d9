/** One line of the grid: a row's cells and its open button, a placeholder, or the room of the rows that are not rendered. */
import { memo, type ReactNode } from 'react';
import { IconButton } from '../IconButton.tsx';
import { ChevronRightIcon } from '../icons.tsx';
import { kitWords } from '../kit-words.ts';
import { Bone } from '../layout.tsx';
import { useWords } from '../words.tsx';
import type { Column } from './column.ts';
import classes from './DataTable.module.css';
import { isRowClick, type ViewProps } from './view.ts';

export interface GridRowProps<Row> extends Pick<ViewProps<Row>, 'onOpen'> {
  id: string;
  row: Row;
  /** Those that are shown. */
  columns: readonly Column<Row>[];
  /** Its place in the whole list. */
  index: number;
  isOpen: boolean;
  /** The one row whose open button Tab comes to; arrows reach the others. */
  isTabStop: boolean;
  /** Not every row is on the page: each tells its place. */
  isPart: boolean;
  rowLabel: ViewProps<Row>['rowLabel'] | undefined;
  measure: ((row: HTMLElement | null) => void) | undefined;
}

/** Remembered: the keyboard moves through a hundred rows and changes two. */
export const GridRow = memo(GridRowOnce) as typeof GridRowOnce;

function GridRowOnce<Row>({ id, row, columns, index, isOpen, isTabStop, isPart, rowLabel, onOpen, measure }: GridRowProps<Row>): ReactNode {
  const t = useWords(kitWords);
  return (
    <tr
      ref={measure}
      data-index={index}
      data-openable={onOpen ? true : undefined}
      data-open={isOpen || undefined}
      aria-rowindex={isPart ? index + 2 : undefined}
      onClick={onOpen && ((event) => isRowClick(event) && onOpen(row))}
    >
      {columns.map((column) => (
        <td key={column.id} data-numeric={column.numeric || undefined}>
          {isPart ? (
            <span className={classes.content} data-content>
              {column.cell(row)}
            </span>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {onOpen && (
        <td className={classes.openCell}>
          <IconButton
            data-open-row
            className={classes.openButton}
            tabIndex={isTabStop ? 0 : -1}
            label={t('open_row', { row: rowLabel?.(row) ?? id })}
            onClick={() => onOpen(row)}
          >
            <ChevronRightIcon />
          </IconButton>
        </td>
      )}
    </tr>
  );
}

/** Stands for the rows between two that are rendered. */
export function Room({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden="true" style={{ height }} />;
}

export function SkeletonRow({ columns, seed }: { columns: number; seed: number }) {
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
