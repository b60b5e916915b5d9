/**
 * What was copied from a spreadsheet, as cells, and the rows that it means: by its headings where it has some, else
 * from the field that it is pasted into.
 */
import Papa from 'papaparse';
import { amountOnWire, decimalSignOf } from '#foundation/core/amount-text.ts';
import type { Currency } from '#foundation/core/money.ts';
import { isBlank } from '#foundation/core/typed-line.ts';
import { type BatchColumn, batchColumns, type Heading, headingOf, type RowTexts } from '../columns.ts';
import { MAX_CELL_CHARACTERS, typeIn } from '../rules.ts';

/** Row by row: what each column gets. Undefined: a single text, which the field takes by itself. */
export function rowsPasted(text: string, at: BatchColumn, currency: Currency): Partial<RowTexts>[] | undefined {
  const cells = Papa.parse<string[]>(text.replace(/[\r\n]+$/, ''), { delimiter: '\t' }).data;
  const [first = []] = cells;
  if (cells.length < 2 && first.length < 2) return undefined;
  const headings = first.map((cell) => headingOf(cell));
  const inOrder = batchColumns.slice(batchColumns.indexOf(at));
  const isHeaded = areHeadings(first, headings, inOrder);
  const columns = isHeaded ? headings : inOrder;
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

/**
 * Nothing but headings, one at most of each column. `bank` is a heading and a type: a single one where a type is due is
 * the first of a column of types.
 */
function areHeadings(
  first: readonly string[],
  headings: readonly (Heading | undefined)[],
  inOrder: readonly BatchColumn[],
): boolean {
  const named = headings.filter((heading) => heading !== undefined && heading !== 'aside');
  if (named.length === 0 || new Set(named).size < named.length) return false;
  if (!first.every((cell, index) => isBlank(cell) || headings[index] !== undefined)) return false;
  return named.length > 1 || !first.some((cell, index) => inOrder[index] === 'type' && typeIn(cell) !== undefined);
}

/**
 * The amounts of one block belong together: what some of them can only mean decides what others could mean, and the
 * field shows it.
 */
function withPlainAmounts(rows: readonly Partial<RowTexts>[], currency: Currency): Partial<RowTexts>[] {
  const decimal = decimalSignOf(
    rows.flatMap(({ amount }) => amount ?? []),
    currency,
  );
  return rows.map((row) =>
    row.amount === undefined ? row : { ...row, amount: amountOnWire(row.amount, { currency, decimal }) },
  );
}

/** On one line; a type that is known by another name is called as the grid calls it. */
function cellText(column: BatchColumn, cell: string): string {
  const text = cell.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CELL_CHARACTERS);
  return column === 'type' ? (typeIn(text) ?? text) : text;
}
