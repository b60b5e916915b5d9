/**
 * From lines of cells to rows of a batch: the first line that is not empty holds the headings; the rest are rows with
 * their line numbers. The same for every kind of file.
 */
import { amountOnWire, type DecimalSign, decimalSignOf, readAmount } from '#foundation/core/amount-text.ts';
import type { Currency } from '#foundation/core/money.ts';
import { isBlank, typedLine } from '#foundation/core/typed-line.ts';
import type { Language, PhraseValues } from '#foundation/core/words.ts';
import { columnWords } from './column-words.ts';
import { type BatchColumn, batchColumns, type Heading, headingOf, neededColumns, type RowTexts } from './columns.ts';
import { amountWithExtraCells, MAX_CELL_CHARACTERS, MAX_ROWS } from './rules.ts';

export interface ReadRow {
  /** As a spreadsheet program counts: the headings are on line 1. */
  line: number;
  /** The amount is in the wire's form if it can be read. */
  values: RowTexts;
  /** The amount as the file writes it, if that differs. */
  written?: string | undefined;
}

/** What the user should know about the file besides its rows. */
export interface TableSource {
  /** Name of the sheet that was read; null for a text file. */
  sheet: string | null;
  /** Sheets that were not read and have rows. */
  otherSheets: readonly OtherSheet[];
  /** Rows that the spreadsheet program hides; not included in the rows. */
  hidden: readonly ReadRow[];
  /** How ambiguous amounts were read; null if there were none, or nothing in the file decided. */
  decimal: 'point' | 'comma' | null;
}

export interface OtherSheet {
  name: string;
  rows: number;
  hidden: boolean;
}

export type TableFaultName =
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

/** Why a whole file is refused. Thrown while it is read, caught where the reading began. */
export class TableFault extends Error {
  override name = 'TableFault';
  readonly word: TableFaultName;
  readonly values: PhraseValues;
  /** Columns that the text names, in the reader's language. */
  readonly columns: readonly BatchColumn[];

  constructor(
    word: TableFaultName,
    { values = {}, columns = [] }: { values?: PhraseValues; columns?: readonly BatchColumn[] } = {},
  ) {
    super(word);
    this.word = word;
    this.values = values;
    this.columns = columns;
  }

  /** The values of the text's placeholders. */
  valuesIn(language: Language): PhraseValues {
    const names = this.columns.map((column) => columnWords[`column_${column}`][language]).join(', ');
    return { columns: names, column: names, ...this.values };
  }
}

/** Columns further right are ignored. */
export const MAX_COLUMNS = 100;
const MAX_LISTED_NAMES = 5;

/** What is known about a line besides its texts. */
export interface LineNotes {
  isHidden?: boolean;
  /** Columns whose cells hold numbers, not texts. */
  numbers?: ReadonlySet<number>;
}

interface FoundRow extends ReadRow {
  isHidden: boolean;
  /** The amount is a number, so it has no written decimal sign. */
  isNumber: boolean;
}

const NO_COLUMNS: ReadonlySet<number> = new Set();

export class TableReader {
  /** Lines with text below the headings, or all of them if there are no headings. */
  count = 0;
  /** How many of our headings the first line has. */
  known = 0;
  hiddenColumns: ReadonlySet<number> = NO_COLUMNS;
  readonly #rows: FoundRow[] = [];
  #columns: ReadonlyMap<number, Heading> | undefined;
  /** Columns with any heading. */
  #headed = NO_COLUMNS;
  #fault: TableFault | undefined;
  readonly #hasNotesBeside: boolean;

  /**
   * `hasNotesBeside`: cells without a heading are notes. Otherwise a separator inside an amount may have created them.
   */
  constructor({ hasNotesBeside }: { hasNotesBeside: boolean }) {
    this.#hasNotesBeside = hasNotesBeside;
  }

  /** Adds a line's cells by their column. Skips a line without any text. */
  line(
    line: number,
    cells: readonly (string | undefined)[],
    { isHidden = false, numbers = NO_COLUMNS }: LineNotes = {},
  ): void {
    if (!cells.some((cell) => cell !== undefined && !isBlank(cell))) return;
    if (!this.#columns && !this.#fault) {
      const known = knownHeadings(cells);
      // A hidden note above the headings is not a row of headings.
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
    // A line with only the added error columns is not a row.
    if (batchColumns.every((column) => isBlank(values[column]))) {
      this.count -= 1;
      return;
    }
    const beyond = this.#hasNotesBeside ? '' : extraCells(cells, this.#headed);
    if (beyond !== '') values.amount = amountWithExtraCells(values.amount, beyond);
    this.#rows.push({ line, values, isHidden, isNumber });
  }

  /** Records a fault found next to the lines; the first one is reported. */
  refuse(fault: TableFault): void {
    this.#fault ??= fault;
  }

  /** Returns all rows. Throws with their number if there are more than a batch takes. */
  rows(currency: Currency): { rows: ReadRow[] } & Pick<TableSource, 'hidden' | 'decimal'> {
    if (this.#fault) throw this.#fault;
    if (this.count > MAX_ROWS) throw new TableFault('table_rows', { values: { count: this.count, most: MAX_ROWS } });
    if (this.#rows.length === 0) throw new TableFault('table_empty');
    // Hidden rows do not decide how the others are read.
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

/** Whether the amount can be read only with the decimal sign. */
function needsDecimal({ values, isNumber }: FoundRow, currency: Currency, decimal: DecimalSign): boolean {
  const isRead = (terms: { decimal?: DecimalSign }): boolean =>
    typeof readAmount(values.amount, { currency, ...terms }) === 'bigint';
  return !isNumber && isRead({ decimal }) && !isRead({});
}

/** Whether most of its cells are headings. A row of a payout can have one: the type `bank`. */
function isHeadingLine(cells: readonly (string | undefined)[], known: number): boolean {
  return known > 0 && known * 2 >= cells.filter((cell) => cell !== undefined && !isBlank(cell)).length;
}

const MAX_REPORTED_CHARACTERS = 40;

function extraCells(cells: readonly (string | undefined)[], headed: ReadonlySet<number>): string {
  return cells
    .flatMap((cell, at) => (cell === undefined || isBlank(cell) || headed.has(at) ? [] : [typedLine(cell)]))
    .join(', ')
    .slice(0, MAX_REPORTED_CHARACTERS);
}

/** Counts the cells that are our headings. */
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
      // A hidden column with a known heading would be paid unseen. A hidden unknown column does not matter.
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
