/**
 * From lines of cells to rows of a batch: the first line that is not empty holds the headings; what follows are rows,
 * with the line that they stand on. Whatever kind of file the cells come from.
 */
import { amountOnWire, type DecimalSign, decimalSignOf, readAmount } from '#foundation/core/amount-text.ts';
import type { Currency } from '#foundation/core/money.ts';
import { isBlank, typedLine } from '#foundation/core/typed-line.ts';
import type { Language, WordValues } from '#foundation/core/words.ts';
import { columnWords } from './column-words.ts';
import { type BatchColumn, batchColumns, type Heading, headingOf, neededColumns, type RowTexts } from './columns.ts';
import { amountWithCellsBeyond, MAX_CELL_CHARACTERS, MAX_ROWS } from './rules.ts';

export interface ReadRow {
  /** As a spreadsheet program counts: the headings are on 1. */
  line: number;
  /** The amount in the wire's form, where it can be read. */
  values: RowTexts;
  /** The amount as the file writes it, where that is another text. */
  written?: string | undefined;
}

/** What a person should know about the file beside its rows. */
export interface TableSource {
  /** Name of the sheet that was read; null for a text. */
  sheet: string | null;
  /** Sheets that were not read and have rows. */
  otherSheets: readonly OtherSheet[];
  /** Rows that the spreadsheet program does not show: not among the rows. */
  hidden: readonly ReadRow[];
  /** How amounts were read that could mean two; null where there were none, or nothing in the file decided. */
  decimal: 'point' | 'comma' | null;
}

export interface OtherSheet {
  name: string;
  rows: number;
  hidden: boolean;
}

export type TableWord =
  | 'table_type'
  | 'table_encoding'
  | 'table_old'
  | 'table_broken'
  | 'table_inflated'
  | 'table_empty'
  | 'table_rows'
  | 'table_merged'
  | 'header_missing'
  | 'header_double'
  | 'header_hidden'
  | 'header_unknown';

/** Why a file is not taken at all. Thrown while it is read, caught where the reading began. */
export class TableFault extends Error {
  override name = 'TableFault';
  readonly word: TableWord;
  readonly values: WordValues;
  /** That the text names, in the reader's language. */
  readonly columns: readonly BatchColumn[];

  constructor(
    word: TableWord,
    { values = {}, columns = [] }: { values?: WordValues; columns?: readonly BatchColumn[] } = {},
  ) {
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
export const MAX_COLUMNS = 100;
const MAX_LISTED_NAMES = 5;

/** What is known of a line beside its texts. */
export interface LineNotes {
  isHidden?: boolean;
  /** Columns whose cells hold numbers, not texts. */
  numbers?: ReadonlySet<number>;
}

interface FoundRow extends ReadRow {
  isHidden: boolean;
  /** The amount is a number: no decimal sign was written. */
  isNumber: boolean;
}

const NO_COLUMNS: ReadonlySet<number> = new Set();

export class TableReader {
  /** Lines with text below the headings, or all of them where there are no headings. */
  count = 0;
  /** How many headings of ours the first line has. */
  known = 0;
  hiddenColumns: ReadonlySet<number> = NO_COLUMNS;
  readonly #rows: FoundRow[] = [];
  #columns: ReadonlyMap<number, Heading> | undefined;
  /** Columns with any heading. */
  #headed = NO_COLUMNS;
  #fault: TableFault | undefined;
  readonly #hasNotesBeside: boolean;

  /**
   * `hasNotesBeside`: cells without a heading are notes. Where they are not, a separator inside of an amount may have
   * made them.
   */
  constructor({ hasNotesBeside }: { hasNotesBeside: boolean }) {
    this.#hasNotesBeside = hasNotesBeside;
  }

  /** A line's cells by their column; without any text it is passed over. */
  line(
    line: number,
    cells: readonly (string | undefined)[],
    { isHidden = false, numbers = NO_COLUMNS }: LineNotes = {},
  ): void {
    if (!cells.some((cell) => cell !== undefined && !isBlank(cell))) return;
    if (!this.#columns && !this.#fault) {
      const known = knownHeadings(cells);
      // A hidden note above the headings is no row of headings.
      if (!isHidden || known > 0) this.#takeHeadings(cells, known);
      this.count = this.#columns || isHeadingLine(cells, known) ? 0 : this.count + 1;
      return;
    }
    this.count += 1;
    if (!this.#columns || this.count > MAX_ROWS) return;
    const values: Record<BatchColumn, string> = { amount: '', type: '', holder: '', bank: '', branch: '', account: '' };
    let isNumber = false;
    for (const [at, heading] of this.#columns) {
      if (heading === 'aside') continue;
      values[heading] = (cells[at] ?? '').slice(0, MAX_CELL_CHARACTERS);
      if (heading === 'amount') isNumber = numbers.has(at);
    }
    // What is handed back with its errors and nothing else is no row.
    if (batchColumns.every((column) => isBlank(values[column]))) {
      this.count -= 1;
      return;
    }
    const beyond = this.#hasNotesBeside ? '' : cellsBeyond(cells, this.#headed);
    if (beyond !== '') values.amount = amountWithCellsBeyond(values.amount, beyond);
    this.#rows.push({ line, values, isHidden, isNumber });
  }

  /** What was found beside the lines; the first fault is the one that is told. */
  refuse(fault: TableFault): void {
    this.#fault ??= fault;
  }

  /** All rows; more than a batch takes are refused with their number. */
  rows(currency: Currency): { rows: ReadRow[] } & Pick<TableSource, 'hidden' | 'decimal'> {
    if (this.#fault) throw this.#fault;
    if (this.count > MAX_ROWS) throw new TableFault('table_rows', { values: { count: this.count, most: MAX_ROWS } });
    if (this.#rows.length === 0) throw new TableFault('table_empty');
    // What nobody sees does not decide how the others are read.
    const decimal = decimalSignOf(
      this.#rows.flatMap(({ values, isHidden, isNumber }) => (isHidden || isNumber ? [] : [values.amount])),
      currency,
    );
    const plain = ({ line, values, isNumber }: FoundRow): ReadRow => {
      const amount = amountOnWire(values.amount, { currency, decimal: isNumber ? '.' : decimal });
      return amount === values.amount
        ? { line, values }
        : { line, values: { ...values, amount }, written: values.amount };
    };
    return {
      rows: this.#rows.filter(({ isHidden }) => !isHidden).map(plain),
      hidden: this.#rows.filter(({ isHidden }) => isHidden).map(plain),
      decimal:
        decimal !== undefined && this.#rows.some((row) => needsDecimal(row, currency, decimal))
          ? signNames[decimal]
          : null,
    };
  }

  #takeHeadings(cells: readonly (string | undefined)[], known: number): void {
    this.known = known;
    this.#headed = new Set(cells.flatMap((cell, at) => (cell === undefined || isBlank(cell) ? [] : [at])));
    try {
      this.#columns = columnsIn(cells, this.hiddenColumns);
    } catch (error) {
      if (!(error instanceof TableFault)) throw error;
      this.#fault = error;
    }
  }
}

const signNames = { '.': 'point', ',': 'comma' } as const satisfies Record<DecimalSign, TableSource['decimal']>;

/** The amount can be read with the sign, and not without. */
function needsDecimal({ values, isNumber }: FoundRow, currency: Currency, decimal: DecimalSign): boolean {
  const isRead = (terms: { decimal?: DecimalSign }): boolean =>
    typeof readAmount(values.amount, { currency, ...terms }) === 'bigint';
  return !isNumber && isRead({ decimal }) && !isRead({});
}

/** Most of its cells are headings. A row of a payout may have one: the type `bank`. */
function isHeadingLine(cells: readonly (string | undefined)[], known: number): boolean {
  return known > 0 && known * 2 >= cells.filter((cell) => cell !== undefined && !isBlank(cell)).length;
}

const MAX_REPORTED_CHARACTERS = 40;

function cellsBeyond(cells: readonly (string | undefined)[], headed: ReadonlySet<number>): string {
  return cells
    .flatMap((cell, at) => (cell === undefined || isBlank(cell) || headed.has(at) ? [] : [typedLine(cell)]))
    .join(', ')
    .slice(0, MAX_REPORTED_CHARACTERS);
}

/** How many cells are headings of ours. */
export function knownHeadings(cells: readonly (string | undefined)[]): number {
  return cells.filter((cell) => cell !== undefined && headingOf(cell) !== undefined).length;
}

function columnsIn(cells: readonly (string | undefined)[], hidden: ReadonlySet<number>): ReadonlyMap<number, Heading> {
  const found = new Map<number, Heading>();
  const unknown: string[] = [];
  const unseen: BatchColumn[] = [];
  for (const [at, cell = ''] of cells.slice(0, MAX_COLUMNS).entries()) {
    const text = typedLine(cell);
    if (text === '') continue;
    const heading = headingOf(text);
    if (hidden.has(at)) {
      // Nobody sees what would be paid by it. A hidden column that means nothing to us stays hidden.
      if (heading !== undefined && heading !== 'aside') unseen.push(heading);
    } else if (heading === undefined) unknown.push(text.slice(0, 40));
    else if (heading !== 'aside' && [...found.values()].includes(heading))
      throw new TableFault('header_double', { columns: [heading] });
    else found.set(at, heading);
  }
  if (unseen.length > 0) throw new TableFault('header_hidden', { columns: unseen });
  const missing = neededColumns.filter((column) => ![...found.values()].includes(column));
  if (missing.length > 0) throw new TableFault('header_missing', { columns: missing });
  if (unknown.length > 0)
    throw new TableFault('header_unknown', { values: { columns: unknown.slice(0, MAX_LISTED_NAMES).join(', ') } });
  return found;
}
