/** A list's columns as data, typed by the row: header, order, chooser and cards all come from them. */
import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Stable: remembered in the reader's choice of columns; a sortable column's is the name that the call sorts by. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts and counts: at the end of the line, in figures of equal width. */
  readonly numeric?: boolean;
  readonly sortable?: boolean;
  /** Shown only when the reader chooses it. */
  readonly optional?: boolean;
  /** Where it stands on a card: `title` first, `badge` beside the title; else in the list of values. */
  readonly card?: 'title' | 'badge';
}

/** `total` counts the whole filter. */
export interface Page<Row> {
  readonly total: number;
  readonly list: readonly Row[];
}

/** What a query tells a table; `useCall`'s result fits. */
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
