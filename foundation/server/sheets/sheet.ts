/**
 * Tables for spreadsheet programs, written piece by piece while their rows are still being read. A cell is always its
 * text and never a formula: a workbook marks texts as such, and CSV puts an apostrophe before a text that a program
 * would read as a formula.
 */
import { stringify } from 'csv-stringify/sync';
import { wallTime } from '#foundation/core/time-zone.ts';
import { sheetPieces } from './sheet-pieces.ts';

/** A cell: a text, an amount as decimal text, a moment as `Date`. Null: empty. */
export type Cell = string | Date | null;

export interface SheetColumn {
  readonly header: string;
  readonly kind: 'text' | 'amount' | 'time';
}

/** A page in front of a workbook's rows: a name and its value in each line, all as texts. */
export interface SheetAbout {
  readonly title: string;
  readonly lines: readonly (readonly [name: string, value: string])[];
}

export interface Sheet {
  /** The title of the page with the rows. */
  readonly title: string;
  /** Only a workbook has it. */
  readonly about?: SheetAbout | undefined;
  readonly columns: readonly SheetColumn[];
  /** The time zone of written moments. */
  readonly timeZone: string;
  /** Rows have as many cells as there are columns. */
  readonly batches: AsyncIterator<readonly (readonly Cell[])[]>;
}

export const CSV_TYPE = 'text/csv; charset=utf-8';

/** RFC 4180 in UTF-8, with the byte order mark by which Excel recognizes it. */
export function asCsv({ columns, timeZone, batches }: Sheet): AsyncIterableIterator<Uint8Array> {
  const text = (cell: Cell, column: number): string => {
    if (cell === null) return '';
    if (cell instanceof Date) return new Date(wallTime(cell, timeZone)).toISOString().slice(0, 19).replace('T', ' ');
    return columns[column]?.kind === 'amount' ? cell : plainText(cell);
  };
  const lines = (rows: readonly (readonly Cell[])[]): Buffer =>
    Buffer.from(
      stringify(
        rows.map((row) => row.map(text)),
        // A line break of either kind inside a cell would start a row, and perhaps a formula.
        { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
      ),
    );
  return sheetPieces(batches, {
    head: Buffer.concat([Buffer.from('\ufeff'), lines([columns.map(({ header }) => header)])]),
    each: lines,
  });
}

/** Programs skip blanks, and some accept the full-width forms as well. */
const FORMULA = /^\s*[=+\-@|%＝＋－＠]/;

function plainText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
