/** A list as a file: columns that each say what they show of a row. */
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Phrase } from '#foundation/core/words.ts';
import type { Cell, SheetColumn } from '#foundation/server/sheets/sheet.ts';
import { timeHeader } from '../time-header.ts';
import type { ExportContext, ExportedList } from './kind.ts';

export interface ListColumn<Row> extends SheetColumn {
  readonly cell: (row: Row) => Cell;
}

type Make<Row, Value> = (header: Phrase, value: (row: Row) => Value) => ListColumn<Row>;

export interface ColumnMakers<Row> {
  readonly text: Make<Row, string | null>;
  readonly amount: Make<Row, string | null>;
  /** Its header names the time zone. */
  readonly time: Make<Row, Date | string | null>;
}

/** Makes columns in the reader's language. */
export function columnsFor<Row>({
  language,
  timeZone,
}: Pick<ExportContext, 'language' | 'timeZone'>): ColumnMakers<Row> {
  return {
    text: (header, cell) => ({ header: formatPhrase(header, language), kind: 'text', cell }),
    amount: (header, cell) => ({ header: formatPhrase(header, language), kind: 'amount', cell }),
    time: (header, value) => ({
      header: timeHeader(formatPhrase(header, language), { language, timeZone }),
      kind: 'time',
      cell: (row) => momentOf(value(row)),
    }),
  };
}

function momentOf(value: Date | string | null): Date | null {
  return typeof value === 'string' ? new Date(value) : value;
}

export interface ListFile<Row> extends Pick<ExportedList, 'title' | 'count'> {
  readonly columns: readonly ListColumn<Row>[];
  batches(): AsyncIterable<readonly Row[]>;
}

export function listFile<Row>({ title, columns, count, batches }: ListFile<Row>): ExportedList {
  return {
    title,
    columns,
    count,
    async *batches() {
      for await (const rows of batches()) yield rows.map((row) => columns.map(({ cell }) => cell(row)));
    },
  };
}
