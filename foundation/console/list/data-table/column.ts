/** A list's columns as data, typed by the row. Header, order, column choice and cards are derived from them. */
import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Must be stable, as the user's column choice is saved by it. A sortable column's id is the call's sort field. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** For amounts and counts: aligned to the end, in tabular figures. */
  readonly numeric?: boolean;
  readonly sortable?: boolean;
  /** Hidden until the user chooses it. */
  readonly optional?: boolean;
  /** The position on a card: `title` first, `badge` next to the title; otherwise in the list of values. */
  readonly card?: 'title' | 'badge';
}

/** One page of a list; `total` counts all rows that match the filter. */
export interface Page<Row> {
  readonly total: number;
  readonly list: readonly Row[];
}

/** The query state that a table needs. The result of `useCall` satisfies it. */
export interface TableSource<Row> {
  readonly data: Page<Row> | undefined;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly error: Error | null;
  refetch(): unknown;
}

export interface SortedBy {
  readonly sort: string;
  readonly order: 'asc' | 'desc';
}
