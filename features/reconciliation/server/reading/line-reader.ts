/** From rows of cells to lines of a statement, by a mapping: the same for CSV and XLSX. */
import type { Currency } from '#foundation/core/money.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import { type ColumnName, columnNames, type LineKind, signOfKind, type TableMapping } from '../../mapping.ts';
import type { FaultWord, LineFault, StatementLine } from '../../statement-line.ts';
import { type CellFault, cellFault, cellText, moneyReader, referenceIn, timeIn } from './cell-reading.ts';
import { RowDigests } from './row-digests.ts';

const MAX_LINES = 2_000_000;
const MAX_FAULTS = 100;

/** A row as it stands in the file. */
export interface Row {
  readonly line: number;
  readonly cells: readonly (string | undefined)[];
  /** Columns whose cells hold numbers, not texts. */
  readonly numbers?: ReadonlySet<number>;
  readonly raw: string;
}

/** How totals are called, at the beginning of a cell. */
const TOTALS =
  /^(?:合计|合計|总计|總計|小计|小計|汇总|totals?\b|sub-?total|grand total|sum\b|suma\b|totales\b|importe total|รวม|ยอดรวม)/iu;

export class LineReader {
  readonly faults: LineFault[] = [];
  /** Lines that were read and not yet taken. */
  #lines: StatementLine[] = [];
  #rows = 0;
  /** Rows with any text. */
  #seen = 0;
  readonly #mapping: TableMapping;
  readonly #moneyIn: ReturnType<typeof moneyReader>;
  readonly #kinds: ReadonlyMap<string, LineKind>;
  readonly #statuses: ReadonlyMap<string, NonNullable<StatementLine['status']>>;
  #columns: Partial<Record<ColumnName, number>> | undefined;
  #width = Infinity;
  /** The last rows so far, which may be the file's footer. */
  readonly #last: Row[] = [];
  readonly #digests = new RowDigests();

  constructor(mapping: TableMapping, currency: Currency) {
    this.#mapping = mapping;
    this.#moneyIn = moneyReader(mapping, currency);
    this.#kinds = new Map(mapping.kinds.map(({ text, kind }) => [text, kind]));
    this.#statuses = new Map(mapping.statuses.map(({ text, status }) => [text, status]));
    if (mapping.headerRow === 0)
      this.#columns = Object.fromEntries(
        columnNames.flatMap((name) => {
          const letters = mapping.columns[name];
          return letters === null ? [] : [[name, numberOf(letters)]];
        }),
      );
  }

  /** There are more faults than anybody reads: the rest of the file is of no use. */
  get isFull(): boolean {
    return this.faults.length >= MAX_FAULTS;
  }

  get waiting(): number {
    return this.#lines.length;
  }

  /** Gives away what was read so far. */
  take(): StatementLine[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  row(row: Row): void {
    if (this.isFull || !row.cells.some((cell) => cellText(cell) !== '')) return;
    this.#seen += 1;
    const { headerRow, footerRows } = this.#mapping;
    if (row.line < headerRow) return;
    if (row.line === headerRow) return this.#takeHeadings(row);
    if (!this.#columns) return;
    this.#last.push(row);
    const next = this.#last.length > footerRows ? this.#last.shift() : undefined;
    if (next) this.#add(next);
  }

  /** Call after the last row. */
  end(): void {
    if (this.isFull) return;
    const isReadable = this.faults.length === 0;
    if (isReadable && this.#seen === 0) this.fault({ line: null }, 'file_empty');
    else if (isReadable && !this.#columns)
      this.fault({ line: this.#mapping.headerRow, column: this.#mapping.columns.amount }, 'column_missing');
    for (const row of this.#last) if (this.#isEntry(row)) this.fault(row, 'line_entry');
    for (const { line, first } of this.#digests.repeated(MAX_FAULTS - this.faults.length))
      this.fault({ line }, 'line_double', { first });
  }

  fault(
    { line, column = null }: { line: number | null; column?: string | null },
    word: FaultWord,
    values: PhraseValues = {},
  ): void {
    if (!this.isFull) this.faults.push({ line, column, word, values });
  }

  /** What the mapping, or else the spreadsheet program, calls a column. */
  labelOf(column: number): string {
    const name = columnNames.find((one) => this.#columns?.[one] === column);
    return (name && this.#mapping.columns[name]) ?? lettersOf(column);
  }

  #takeHeadings({ line, cells }: Row): void {
    const texts = cells.map(cellText);
    this.#width = texts.findLastIndex((text) => text !== '') + 1;
    const columns: Partial<Record<ColumnName, number>> = {};
    for (const name of columnNames) {
      const heading = this.#mapping.columns[name];
      if (heading === null) continue;
      const [first, second] = texts.flatMap((text, at) => (text === heading ? [at] : []));
      if (first === undefined) this.fault({ line, column: heading }, 'column_missing');
      else if (second !== undefined) this.fault({ line, column: heading }, 'column_double');
      else columns[name] = first;
    }
    // Without its columns no line can be read.
    if (this.faults.length > 0) this.#columns = {};
    else this.#columns = columns;
  }

  #add(row: Row): void {
    const columns = this.#columns;
    if (columns?.amount === undefined) return;
    if ((this.#rows += 1) > MAX_LINES) {
      if (this.#rows === MAX_LINES + 1) this.fault(row, 'lines_most', { most: MAX_LINES });
      return;
    }
    const fault = this.#rowFault(row);
    if (fault) return this.fault({ line: row.line, column: fault.column }, fault.word);
    const line = this.#lineOf(row);
    if (!line) return;
    this.#digests.add(row.line, row.raw);
    this.#lines.push(line);
  }

  /** What keeps a whole row from being a line. */
  #rowFault(row: Row): { column: string | null; word: FaultWord } | undefined {
    const beyond = row.cells.slice(this.#width).some((cell) => cellText(cell) !== '');
    if (beyond) return { column: lettersOf(this.#width), word: 'cells_extra' };
    const numbers = [this.#textOf(row, 'reference'), this.#textOf(row, 'ownNumber')];
    const isNumbered = numbers.some((text) => text !== '' && !(TOTALS.test(text) && !/\d/.test(text)));
    if (isNumbered) return undefined;
    if (isTotals(row)) return { column: null, word: 'line_totals' };
    const { reference, ownNumber } = this.#mapping.columns;
    return { column: reference ?? ownNumber, word: 'number_missing' };
  }

  #textOf({ cells }: Row, name: ColumnName): string {
    return cellText(cells[this.#columns?.[name] ?? -1]);
  }

  #moneyOf(row: Row, name: 'amount' | 'fee'): bigint | CellFault {
    const isNumber = row.numbers?.has(this.#columns?.[name] ?? -1) ?? false;
    return this.#moneyIn(this.#textOf(row, name), isNumber);
  }

  /** Reports each cell that can't be read. */
  #lineOf(row: Row): StatementLine | undefined {
    const { line, raw } = row;
    const { columns, kind: onlyKind, dateForm, timeZone } = this.#mapping;
    const textOf = (name: ColumnName): string => this.#textOf(row, name);
    const read = <T>(name: ColumnName, value: T | CellFault): T | undefined => {
      if (!isFault(value)) return value;
      this.fault({ line, column: columns[name] }, value.word, value.values);
      return undefined;
    };
    const upstreamNo = read('reference', referenceIn(textOf('reference')));
    const ourNo = read('ownNumber', referenceIn(textOf('ownNumber')));
    const kindText = textOf('kind');
    const kind = onlyKind ?? read('kind', this.#kinds.get(kindText) ?? cellFault('kind_unknown', kindText));
    const amountMinor = read('amount', this.#signed(kind, this.#moneyOf(row, 'amount'), textOf('amount')));
    const fee = textOf('fee') === '' ? null : read('fee', this.#moneyOf(row, 'fee'));
    const at = columns.time === null ? null : read('time', timeIn(textOf('time'), dateForm, timeZone));
    const statusText = textOf('status');
    const known = this.#statuses.get(statusText) ?? cellFault('status_unknown', statusText);
    const status = columns.status === null ? null : read('status', known);
    if (upstreamNo === undefined || ourNo === undefined || kind === undefined) return undefined;
    if (amountMinor === undefined || fee === undefined || at === undefined || status === undefined) return undefined;
    const feeMinor = fee !== null && fee < 0n ? -fee : fee;
    return { lineNo: line, upstreamNo, ourNo, kind, amountMinor, feeMinor, at, status, raw };
  }

  #signed(kind: LineKind | undefined, written: bigint | CellFault, text: string): bigint | CellFault {
    if (this.#mapping.amounts === 'signed' || typeof written !== 'bigint' || kind === undefined) return written;
    return written < 0n ? cellFault('money_sign', text) : written * signOfKind[kind];
  }

  /** Whether a row of the footer has a number and an amount, and is no line of totals. */
  #isEntry(row: Row): boolean {
    return this.#rowFault(row) === undefined && !isFault(this.#moneyOf(row, 'amount'));
  }
}

function isFault(value: unknown): value is CellFault {
  return typeof value === 'object' && value !== null && 'word' in value;
}

function isTotals({ cells }: Row): boolean {
  return cells.some((cell) => cell !== undefined && TOTALS.test(cellText(cell)));
}

/** `AB` is 27, counted from 0. */
function numberOf(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function lettersOf(column: number): string {
  const before = Math.floor(column / 26);
  return (before > 0 ? lettersOf(before - 1) : '') + String.fromCharCode(65 + (column % 26));
}
