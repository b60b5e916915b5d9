/** The props that the grid and the cards share. */
import type { DataTableProps } from './table.ts';

export interface ViewProps<Row> extends DataTableProps<Row> {
  /** Undefined until the first data arrives. */
  rows: readonly Row[] | undefined;
  skeletonRows: number;
  /** The rows belong to the previous filter or page. */
  stale: boolean;
  /** `stale` has lasted for a moment, so that it is shown. */
  dimmed: boolean;
}

/** A list with more rows than this renders only part of them. */
export const MANY_ROWS = 100;

/** Whether a click is meant for the row. A click that selected text or hit a control is not. */
export function isRowClick(event: React.MouseEvent<HTMLElement>): boolean {
  if (event.target instanceof Element && event.target.closest('a, button, input, select, label')) return false;
  return window.getSelection()?.toString() === '';
}
