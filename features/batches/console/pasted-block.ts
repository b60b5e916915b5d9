/** What was copied from a spreadsheet, as cells, and the rows that it means: by its headings where it has some, else from the field that it is pasted into. */
import Papa from 'papaparse';
import { type BatchColumn, batchColumns, headingOf, type RowTexts } from '../columns.ts';
import { MOST_CELL_CHARACTERS, typeIn } from '../rules.ts';

/** Row by row: what each column gets. Undefined: a single text, which the field takes by itself. */
export function rowsPasted(text: string, at: BatchColumn): Partial<RowTexts>[] | undefined {
  const cells = Papa.parse<string[]>(text.replace(/[\r\n]+$/, ''), { delimiter: '\t' }).data;
  const [first = []] = cells;
  if (cells.length < 2 && first.length < 2) return undefined;
  const headings = first.map((cell) => headingOf(cell));
  const isHeaded = headings.some((heading) => heading !== undefined) && first.every((cell, index) => cell.trim() === '' || headings[index] !== undefined);
  const columns = isHeaded ? headings : batchColumns.slice(batchColumns.indexOf(at));
  return cells.slice(isHeaded ? 1 : 0).map((line) =>
    Object.fromEntries(
      line.flatMap((cell, index) => {
        const column = columns[index];
        return column === undefined || column === 'aside' ? [] : [[column, cellText(column, cell)]];
      }),
    ),
  );
}

/** On one line; a type that is known by another name is called as the grid calls it. */
function cellText(column: BatchColumn, cell: string): string {
  const text = cell.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_CELL_CHARACTERS);
  return column === 'type' ? (typeIn(text) ?? text) : text;
}
