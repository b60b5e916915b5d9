/** What a table is told by its screen. Every part of the table reads it, so it imports none of them. */
import type { ReactNode } from 'react';
import type { Column, SortedBy, TableSource } from './column.ts';
import type { EmptyTexts } from '../states.tsx';

export interface DataTableProps<Row> {
  /** Remembers the reader's columns under this name. */
  name: string;
  /** What the table holds, for those who can't see it. */
  label: string;
  columns: readonly Column<Row>[];
  source: TableSource<Row>;
  rowKey(row: Row): string;
  /** The row in a few words, for its open button: its number. */
  rowLabel?(row: Row): string;
  /** Opens the row's details. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Key of the row whose details are open. */
  openKey?: string | undefined;
  /** From `useListAddress`. Without it the list is shown whole. */
  list?: TableList;
  /** The total stopped counting there. */
  totalCapped?: boolean;
  /** Sums over the whole filter, beside the row count. */
  sums?: ReactNode;
  /** Buttons at the end of the bar: export. */
  actions?: ReactNode;
  /** Above the rows, without moving them: "3 new orders". */
  news?: ReactNode;
  /** What an empty list teaches. */
  empty?: EmptyTexts;
}

/** The part of a list's address that a table reads and writes. */
export interface TableList {
  readonly paging: SortedBy & { readonly page: number; readonly limit: number };
  readonly isFiltered: boolean;
  setPage(page: number): void;
  setLimit(limit: number): void;
  setSort(sort: never, order: 'asc' | 'desc'): void;
  reset(): void;
}
