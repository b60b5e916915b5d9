/** The props of a table. Every part of the table imports this file, so it imports none of them. */
import type { ReactNode } from 'react';
import type { Column, PhoneRow, SortedBy, TableSource } from './column.ts';
import type { EmptyTexts } from '#foundation/console/display/states.tsx';

export interface DataTableProps<Row> {
  /** The name under which the user's column choice is saved. */
  name: string;
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** The rows on a phone. */
  phone: PhoneRow<Row>;
  source: TableSource<Row>;
  rowKey(row: Row): string;
  /** A short name for the row, such as its number, for the label of its open button. */
  rowLabel?(row: Row): string;
  /** Opens the row's details. */
  onOpen?: ((row: Row) => void) | undefined;
  /** The key of the row whose details are open. */
  openKey?: string | undefined;
  /** From `useListAddress`. Without it, the list has no pages. */
  list?: TableList;
  /** The total in the list's own noun, such as `4,951 orders`; by default in rows. `atLeast`: there are more. */
  counted?: (count: number, atLeast: boolean) => string;
  /** The total is a lower bound, as counting stopped there. */
  totalCapped?: boolean;
  /** The list is all that its screen shows, so the rows scroll and the page does not. */
  fills?: boolean;
  /** Sums over all rows that match the filter, next to the row count. */
  sums?: ReactNode;
  /** The list's one main act: on a phone it stays in view, on a line of its own. */
  mainAct?: ReactNode;
  /** Buttons at the end of the bar, such as export; on a phone among the tools. */
  actions?: ReactNode;
  /** Shown above the rows without moving them: "3 new orders". */
  news?: ReactNode;
  /** What an empty list says. */
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
