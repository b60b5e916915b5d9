/**
 * From lines of cells to rows of a batch: the first line that is not empty holds the headings; what follows are rows, with the
 * line that they stand on. Whatever kind of file the cells come from.
 */
import type { Language, WordValues } from '#foundation/core/words.ts';
import { columnWords } from './column-words.ts';
import { type BatchColumn, batchColumns, type Heading, headingOf, neededColumns, type RowTexts } from './columns.ts';
import { MOST_CELL_CHARACTERS, MOST_ROWS } from './rules.ts';

export interface ReadRow {
  /** As a spreadsheet program counts: the headings are on 1. */
  line: number;
  values: RowTexts;
}

export type TableWord =
  | 'table_type'
  | 'table_old'
  | 'table_broken'
  | 'table_inflated'
  | 'table_empty'
  | 'table_rows'
  | 'table_merged'
  | 'header_missing'
  | 'header_double'
  | 'header_unknown';

/** Why a file is not taken at all. Thrown while it is read, caught where the reading began. */
export class TableFault extends Error {
  override name = 'TableFault';
  readonly word: TableWord;
  readonly values: WordValues;
  /** That the text names, in the reader's language. */
  readonly columns: readonly BatchColumn[];

  constructor(word: TableWord, { values = {}, columns = [] }: { values?: WordValues; columns?: readonly BatchColumn[] } = {}) {
    super(word);
    this.word = word;
    this.values = values;
    this.columns = columns;
  }

  /** What the text's placeholders are filled with. */
  valuesIn(language: Language): WordValues {
    const names = this.columns.map((column) => columnWords[`column_${column}`][language]).join(', ');
    return { columns: names, column: names, ...this.values };
  }
}

/** Further right nothing is looked at. */
export const MOST_COLUMNS = 100;
const MOST_NAMED = 5;

export class TableReader {
  readonly #rows: ReadRow[] = [];
  #columns: ReadonlyMap<number, Heading> | undefined;
  #count = 0;

  /** A line's cells by their column; without any text it is passed over. */
  line(line: number, cells: readonly (string | undefined)[]): void {
    if (!cells.some((cell) => cell !== undefined && cell.trim() !== '')) return;
    if (!this.#columns) {
      this.#columns = columnsIn(cells);
      return;
    }
    this.#count += 1;
    if (this.#count > MOST_ROWS) return;
    const values: Record<BatchColumn, string> = { amount: '', type: '', holder: '', bank: '', branch: '', account: '' };
    for (const [at, heading] of this.#columns) if (heading !== 'aside') values[heading] = (cells[at] ?? '').slice(0, MOST_CELL_CHARACTERS);
    // What is handed back with its errors and nothing else is no row.
    if (batchColumns.every((column) => values[column].trim() === '')) this.#count -= 1;
    else this.#rows.push({ line, values });
  }

  /** All rows; more than a batch takes are refused with their number. */
  rows(): ReadRow[] {
    if (this.#count > MOST_ROWS) throw new TableFault('table_rows', { values: { count: this.#count, most: MOST_ROWS } });
    if (this.#rows.length === 0) throw new TableFault('table_empty');
    return this.#rows;
  }
}

/** How many cells are headings of ours. */
export function knownHeadings(cells: readonly string[]): number {
  return cells.filter((cell) => headingOf(cell) !== undefined).length;
}

function columnsIn(cells: readonly (string | undefined)[]): ReadonlyMap<number, Heading> {
  const found = new Map<number, Heading>();
  const unknown: string[] = [];
  for (const [at, cell = ''] of cells.slice(0, MOST_COLUMNS).entries()) {
    const text = cell.trim();
    if (text === '') continue;
    const heading = headingOf(text);
    if (heading === undefined) unknown.push(text.slice(0, 40));
    else if (heading !== 'aside' && [...found.values()].includes(heading)) throw new TableFault('header_double', { columns: [heading] });
    else found.set(at, heading);
  }
  const missing = neededColumns.filter((column) => ![...found.values()].includes(column));
  if (missing.length > 0) throw new TableFault('header_missing', { columns: missing });
  if (unknown.length > 0) throw new TableFault('header_unknown', { values: { columns: unknown.slice(0, MOST_NAMED).join(', ') } });
  return found;
}
