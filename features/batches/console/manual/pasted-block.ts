/**
 * Parses cells copied from a spreadsheet into rows: by their headings if they have any, else from the field that they
 * are pasted into.
 */
import Papa from 'papaparse';
import { amountOnWire, decimalSignOf } from '#foundation/core/amount-text.ts';
import type { Currency } from '#foundation/core/money.ts';
import { isBlank } from '#foundation/core/typed-line.ts';
import { type BatchColumn, batchColumns, type Heading, headingOf, type RowTexts } from '../../columns.ts';
import { MAX_CELL_CHARACTERS, typeIn } from '../../rules.ts';

/** Row by row, the text of each column. Returns undefined for a single text, which the field pastes by itself. */
export function rowsOfPaste(text: string, at: BatchColumn, currency: Currency): Partial<RowTexts>[] | undefined {
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
 * Whether the row has only headings, at most one for each column. `bank` is both a heading and a type: a single `bank`
 * pasted into a type field starts a column of types.
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
 * Reads the amounts of one block together: unambiguous ones decide how ambiguous ones are read, and the field shows the
 * result.
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

/** The cell on one line; a type with another name gets the grid's name. */
function cellText(column: BatchColumn, cell: string): string {
  const text = cell.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CELL_CHARACTERS);
  return column === 'type' ? (typeIn(text) ?? text) : text;
}
