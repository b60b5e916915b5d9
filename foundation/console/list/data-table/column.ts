/** A list's columns as data, typed by the row, and its rows on a phone. */
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
  /**
   * Left out while the table is wider than its box, the lowest number first. Columns without a priority always stay, and
   * so do those that the user has chosen.
   */
  readonly priority?: number;
}

/**
 * A row on a phone: two lines. The rest is in the row's details or, if the row has none, below it when it is unfolded.
 */
export interface PhoneRow<Row> {
  /** Line 1: what the row is. */
  readonly what: (row: Row) => ReactNode;
  /** Line 1, at the end. */
  readonly amount?: (row: Row) => ReactNode;
  /** Line 2, first. Undefined if it is as it should be. */
  readonly state?: (row: Row) => ReactNode;
  /** Line 2: when it was. */
  readonly at?: (row: Row) => string | null;
  /** The sort that orders the rows by `at`: the rows of one day have a heading. */
  readonly sort?: string;
  /** Line 2, the rest. Nothing is shown for false and null. */
  readonly facts?: (row: Row) => readonly ReactNode[];
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
