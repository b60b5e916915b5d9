/**
 * A table that is kept while its user is logged out: its rows, and the notes about its file. Restored data is checked
 * like any input.
 */
import { z } from 'zod';
import { batchColumns } from '../../columns.ts';
import { MAX_ROWS } from '../../rules.ts';
import type { ReadRow, TableSource } from '../../table.ts';
import { restoredTexts } from './grid-rows.ts';

interface UnpaidTable {
  fileName: string;
  rows: readonly ReadRow[];
  source: TableSource | undefined;
  /** The file's hidden rows are included in the rows. */
  withHidden: boolean;
}

export function storedTable({ fileName, rows, source, withHidden }: UnpaidTable) {
  return {
    fileName,
    rows: rows.map(storedRow),
    withHidden,
    source: source && { ...source, hidden: source.hidden.map(storedRow) },
  };
}

/** A list, because the tab's storage is small: its line, the columns' texts, the amount as the file wrote it. */
function storedRow({ line, values, written }: ReadRow): (number | string)[] {
  return [line, ...batchColumns.map((column) => values[column]), ...(written === undefined ? [] : [written])];
}

const Row = z.tuple([z.number()], z.unknown()).transform(([line, ...texts]): ReadRow => {
  const written = texts[batchColumns.length];
  const row = { line, values: restoredTexts(texts) };
  return typeof written === 'string' ? { ...row, written } : row;
});

const StoredTable = z.object({
  fileName: z.string(),
  rows: z.array(Row).max(MAX_ROWS),
  withHidden: z.boolean().default(false),
  source: z
    .object({
      sheet: z.string().nullable(),
      otherSheets: z.array(z.object({ name: z.string(), rows: z.int(), hidden: z.boolean() })),
      hidden: z.array(Row).max(MAX_ROWS),
      decimal: z.enum(['point', 'comma']).nullable(),
    })
    .optional(),
});

/** Returns undefined for anything but a kept table. */
export function restoredTable(stored: unknown): UnpaidTable | undefined {
  const { data } = StoredTable.safeParse(stored);
  if (!data || (data.rows.length === 0 && !data.source?.hidden.length)) return undefined;
  return { ...data, source: data.source };
}
