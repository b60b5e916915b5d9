/** The lines of the grid: a row with its open button, a skeleton row, and a spacer for rows that are not rendered. */
import { memo, type ReactNode } from 'react';
import { IconButton } from '#foundation/console/display/IconButton.tsx';
import { listWords } from '../list-words.ts';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Column } from './column.ts';
import classes from './DataTable.module.css';

export interface GridRowProps<Row> {
  row: Row;
  /** The shown columns. */
  columns: readonly Column<Row>[];
  /** The row's index in the whole list. */
  index: number;
  /** The row's name for screen readers, if the row opens. The grid handles the click. */
  opens: string | undefined;
  isOpen: boolean;
  /** Whether this row's open button is the tab stop. Arrow keys reach the others. */
  isTabStop: boolean;
  /** Not every row is rendered, so each one has its row index. */
  isPart: boolean;
  measure: ((row: HTMLElement | null) => void) | undefined;
}

const OPEN_BUTTON = `${classes.openButton} ${classes.drawn}`;

/** Memoized: a key press changes two of a hundred rows, and typing in a filter changes none. */
export const GridRow = memo(GridRowInner) as typeof GridRowInner;

function GridRowInner<Row>({
  row,
  columns,
  index,
  opens,
  isOpen,
  isTabStop,
  isPart,
  measure,
}: GridRowProps<Row>): ReactNode {
  const t = useWords(listWords);
  return (
    <tr ref={measure} data-index={index} data-open={isOpen || undefined} aria-rowindex={isPart ? index + 2 : undefined}>
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
      {opens !== undefined && (
        <td className={classes.openCell}>
          <IconButton
            data-open-row
            className={OPEN_BUTTON}
            tabIndex={isTabStop ? 0 : -1}
            label={t('open_row', { row: opens })}
          />
        </td>
      )}
    </tr>
  );
}

/** Takes the space of rows that are not rendered. */
export function Spacer({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden="true" style={{ height }} />;
}

export function SkeletonRow<Row>({
  columns,
  opens,
  seed,
}: {
  columns: readonly Column<Row>[];
  opens: boolean;
  seed: number;
}) {
  return (
    <tr aria-hidden="true">
      {columns.map(({ id, numeric }, index) => (
        <td key={id} data-numeric={numeric || undefined}>
          <SkeletonBar width={`${45 + ((seed * 31 + index * 17) % 45)}%`} height={10} />
        </td>
      ))}
      {opens && (
        <td className={classes.openCell}>
          <SkeletonBar width={8} height={8} />
        </td>
      )}
    </tr>
  );
}
