/** What was copied from a spreadsheet, as cells, and the rows that it means: by its headings where it has some, else from the field that it is pasted into. */
import Papa from 'papaparse';
import { amountOnWire, decimalSignOf } from '#foundation/core/amount-text.ts';
import type { Currency } from '#foundation/core/money.ts';
import { type BatchColumn, batchColumns, headingOf, type RowTexts } from '../columns.ts';
import { MOST_CELL_CHARACTERS, typeIn } from '../rules.ts';

/** Row by row: what each column gets. Undefined: a single text, which the field takes by itself. */
export function rowsPasted(text: string, at: BatchColumn, currency: Currency): Partial<RowTexts>[] | undefined {
  const cells = Papa.parse<string[]>(text.replace(/[\r\n]+$/, ''), { delimiter: '\t' }).data;
  const [first = []] = cells;
  if (cells.length < 2 && first.length < 2) return undefined;
  const headings = first.map((cell) => headingOf(cell));
  const isHeaded = headings.some((heading) => heading !== undefined) && first.every((cell, index) => cell.trim() === '' || headings[index] !== undefined);
  const columns = isHeaded ? headings : batchColumns.slice(batchColumns.indexOf(at));
  const rows = cells.slice(isHeaded ? 1 : 0).map((line) =>
    Object.fromEntries(
      line.flatMap((cell, index) => {
        const column = columns[index];
        return column === undefined || column === 'aside' ? [] : [[column, cellText(column, cell)]];
      }),
    ),
  );
  return withPlainAmounts(rows, currency);
}

/** The amounts of one block belong together: what some of them can only mean decides what others could mean, and the field shows it. */
function withPlainAmounts(rows: readonly Partial<RowTexts>[], currency: Currency): Partial<RowTexts>[] {
  const decimal = decimalSignOf(
    rows.flatMap(({ amount }) => amount ?? []),
    currency,
  );
  return rows.map((row) => (row.amount === undefined ? row : { ...row, amount: amountOnWire(row.amount, { currency, decimal }) }));
}

/** On one line; a type that is known by another name is called as the grid calls it. */
function cellText(column: BatchColumn, cell: string): string {
  const text = cell.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_CELL_CHARACTERS);
  return column === 'type' ? (typeIn(text) ?? text) : text;
}
