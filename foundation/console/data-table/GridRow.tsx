/**
 * One line of the grid: a row's cells and its open button, a placeholder, or the room of the rows that are not
 * rendered.
 */
import { memo, type ReactNode } from 'react';
import { IconButton } from '../IconButton.tsx';
import { kitWords } from '../kit-words.ts';
import { Bone } from '../layout.tsx';
import { useWords } from '../words.tsx';
import type { Column } from './column.ts';
import classes from './DataTable.module.css';

export interface GridRowProps<Row> {
  row: Row;
  /** Those that are shown. */
  columns: readonly Column<Row>[];
  /** Its place in the whole list. */
  index: number;
  /** Its name for those who can't see it, if it opens; the grid hears the click. */
  opens: string | undefined;
  isOpen: boolean;
  /** The one row whose open button Tab comes to; arrows reach the others. */
  isTabStop: boolean;
  /** Not every row is on the page: each tells its place. */
  isPart: boolean;
  measure: ((row: HTMLElement | null) => void) | undefined;
}

const OPEN_BUTTON = `${classes.openButton} ${classes.drawn}`;

/** Remembered: the keyboard moves through a hundred rows and changes two; a filter that is typed changes none yet. */
export const GridRow = memo(GridRowOnce) as typeof GridRowOnce;

function GridRowOnce<Row>({
  row,
  columns,
  index,
  opens,
  isOpen,
  isTabStop,
  isPart,
  measure,
}: GridRowProps<Row>): ReactNode {
  const t = useWords(kitWords);
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

/** Stands for the rows between two that are rendered. */
export function Room({ height }: { height: number }) {
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
          <Bone width={`${45 + ((seed * 31 + index * 17) % 45)}%`} height={10} />
        </td>
      ))}
      {opens && (
        <td className={classes.openCell}>
          <Bone width={8} height={8} />
        </td>
      )}
    </tr>
  );
}
