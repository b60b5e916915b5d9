/** What a way of showing rows gets: the same for the grid and for the cards. */
import type { DataTableProps } from './table.ts';

export interface ViewProps<Row> extends DataTableProps<Row> {
  /** Column id → shown. */
  shown: Record<string, boolean>;
  /** `undefined` while the first answer is awaited. */
  rows: readonly Row[] | undefined;
  skeletonRows: number;
  /** The rows belong to the previous filter or page. */
  stale: boolean;
  /** And have for a moment already: that is shown. */
  late: boolean;
}

/** A list of more rows than this renders only those near the eye. */
export const MANY_ROWS = 100;

/** A click that chose text or hit a control is not meant for the row. */
export function isRowClick(event: React.MouseEvent<HTMLElement>): boolean {
  if (event.target instanceof Element && event.target.closest('a, button, input, select, label')) return false;
  return window.getSelection()?.toString() === '';
}
