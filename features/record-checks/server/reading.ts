/**
 * Reads a member's own list of orders, from a workbook or a text. Columns are found by their headings, or named by the
 * person. What can't be read is refused with its line and column; nothing about money is guessed.
 */
import Papa from 'papaparse';
import { textIn } from '#features/batches/encoding.ts';
import { shownAndHeld } from '#features/batches/number-format.ts';
import { TableFault } from '#features/batches/table.ts';
import { openWorkbook, type WorkbookBounds } from '#features/batches/workbook.ts';
import { isZip } from '#features/batches/zip.ts';
import { batchTexts } from '#features/batches/words.ts';
import { type DecimalSign, decimalSignOf, readAmount } from '#foundation/core/amount-text.ts';
import { fieldMessage } from '#foundation/core/field-errors.ts';
import type { Currency } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { typedLine } from '#foundation/core/typed-line.ts';
import { isRoundedNumber, withPlainDigits } from '#foundation/core/typed-text.ts';
import type { Language, PhraseValues } from '#foundation/core/words.ts';
import {
  columnIn,
  isSameHeading,
  neededColumns,
  type RecordColumn,
  recordColumns,
  type RecordStatus,
  statusIn,
} from '../columns.ts';
import { MAX_RECORDS } from '../rules.ts';
import { type recordCheckTexts, recordFaults } from '../words.ts';

export interface MemberRecord {
  readonly line: number;
  readonly number: string;
  readonly amountMinor: bigint;
  readonly status: RecordStatus;
  readonly day: string | null;
}

export interface ReadingTerms {
  readonly currency: Currency;
  /** Headings that the person named. */
  readonly named: Readonly<Partial<Record<RecordColumn, string>>>;
}

/** Says why in the reader's language. */
export interface RecordsFault {
  readonly word: keyof typeof recordCheckTexts;
  values(language: Language): PhraseValues;
}

export type ReadRecords = { readonly records: readonly MemberRecord[] } | { readonly fault: RecordsFault };

/** `rest` yields to other work while a long file is read. */
export async function readRecords(
  bytes: Uint8Array,
  terms: ReadingTerms,
  rest: () => Promise<void>,
): Promise<ReadRecords> {
  try {
    if (bytes.length === 0) throw fault('table_empty');
    if (isOldWorkbook(bytes)) throw fault('table_old');
    const lines = await (isZip(bytes) ? workbookLines : textLines)(bytes, terms, rest);
    return { records: await lines.records(rest) };
  } catch (error) {
    if (error instanceof Unreadable) return { fault: error.fault };
    if (error instanceof TableFault) return { fault: fault(tableFaults[error.word] ?? 'table_broken').fault };
    throw error;
  }
}

/** Thrown while a file is read, caught where the reading began. */
class Unreadable extends Error {
  override name = 'Unreadable';
  readonly fault: RecordsFault;

  constructor(word: RecordsFault['word'], values: RecordsFault['values']) {
    super(word);
    this.fault = { word, values };
  }
}

function fault(word: RecordsFault['word'], values: PhraseValues = {}): Unreadable {
  return new Unreadable(word, () => values);
}

type Say = (language: Language) => string;

function placed(line: number, column: string | null, say: Say): Unreadable {
  return column === null
    ? new Unreadable('row_fault', (language) => ({ line, fault: say(language) }))
    : new Unreadable('cell_fault', (language) => ({ line, column, fault: say(language) }));
}

function own(word: keyof typeof recordFaults, values: PhraseValues = {}): Say {
  return (language) => formatPhrase(recordFaults[word], language, values);
}

const tableFaults: Partial<Record<TableFault['word'], RecordsFault['word']>> = {
  table_type: 'table_type',
  table_encoding: 'table_encoding',
  table_old: 'table_old',
  table_inflated: 'table_inflated',
  table_empty: 'table_empty',
};

/** A compound file: workbooks before 2007, and newer ones with a password. */
function isOldWorkbook(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, at) => bytes[at] === byte);
}

const bounds: WorkbookBounds = { unpackedBytes: 256 * 1_048_576, texts: 1_000_000 };

/** Reads the first visible sheet that has the columns, or else the first visible one with rows. */
async function workbookLines(bytes: Uint8Array, terms: ReadingTerms, rest: () => Promise<void>): Promise<LineReader> {
  let first: LineReader | undefined;
  for (const sheet of await openWorkbook(bytes, rest, bounds)) {
    if (sheet.hidden) continue;
    const reader = new LineReader(terms);
    await sheet.read({
      hiddenColumns: new Set(),
      line: (line, cells, { numbers }) => reader.line(line, cells, numbers),
      // Merged cells are titles: a row that lacks a cell is refused by itself.
      refuse: () => undefined,
    });
    if (reader.hasColumns) return reader;
    if (!first?.hasLines) first = reader;
  }
  if (!first) throw fault('table_empty');
  return first;
}

/** Spreadsheet programs use such a first line themselves and hide it. It still counts as a line of the file. */
const SEPARATOR_LINE = /^"?sep=([^\p{L}\p{N}"\s]|\t)"?(?:\n|$)/iu;
const separators = [',', ';', '\t', '|'] as const;
const NO_NUMBERS: ReadonlySet<number> = new Set();

async function textLines(bytes: Uint8Array, terms: ReadingTerms, rest: () => Promise<void>): Promise<LineReader> {
  const isNamed = (cell: string): boolean => Object.values(terms.named).some((name) => isSameHeading(name, cell));
  const decoded = textIn(
    bytes,
    (cell) => columnIn(cell) !== undefined || statusIn(cell) !== undefined || isNamed(cell),
  );
  const whole = decoded.replaceAll(/\r\n?/g, '\n');
  const [separatorLine = '', named] = SEPARATOR_LINE.exec(whole) ?? [];
  const text = whole.slice(separatorLine.length);
  const separator = named ?? likeliestSeparator(text.slice(0, PIECE));
  const reader = new LineReader(terms);
  await readRows(
    text,
    { separator, line: separatorLine === '' ? 0 : 1 },
    (line, cells) => reader.line(line, cells, NO_NUMBERS),
    rest,
  );
  return reader;
}

/** With blank lines, and those above the headings. */
const MAX_LINES = 2 * MAX_RECORDS;
/** How much text is read before other work gets its turn. No row is longer. */
const PIECE = 262_144;

/** Passes on each row with its line, counted from 1 after `line`. */
async function readRows(
  text: string,
  { separator, line }: { separator: string; line: number },
  take: (line: number, cells: readonly string[]) => void,
  rest: () => Promise<void>,
): Promise<void> {
  const parser = new Papa.Parser({ delimiter: separator, newline: '\n' });
  let read = line;
  for (let from = 0; from < text.length;) {
    const isLast = from + PIECE >= text.length;
    const { data, errors, meta } = parser.parse(text.slice(from, from + PIECE), 0, !isLast) as Papa.ParseResult<
      string[]
    >;
    const wrong = errors[0] && read + 1 + (errors[0].row ?? 0);
    for (const cells of data) {
      read += 1;
      if (read === wrong) throw placed(read, null, own('quotes_wrong'));
      if (read > MAX_LINES) throw fault('records_most', { line: read, most: MAX_RECORDS });
      take(read, cells);
    }
    if (isLast) return;
    if (meta.cursor === 0) throw placed(read + 1, null, own('line_long'));
    from += meta.cursor;
    await rest();
  }
}

const LOOKED_AT = 20;

/** The separator with most headings in one of the first lines. */
function likeliestSeparator(text: string): string {
  const lines = text.split('\n', LOOKED_AT);
  const most = (separator: string): number =>
    Math.max(...lines.map((line) => line.split(separator).filter((cell) => columnIn(cell.replaceAll('"', ''))).length));
  const cells = (separator: string): number => Math.max(...lines.map((line) => line.split(separator).length));
  return separators
    .map((separator) => ({ separator, known: most(separator), cells: cells(separator) }))
    .reduce((best, one) =>
      one.known > best.known || (one.known === best.known && one.cells > best.cells) ? one : best,
    ).separator;
}

const ROWS_A_TURN = 1_000;
const MAX_COLUMNS = 200;
const MAX_HEADINGS = 20;
const MAX_NUMBER = 64;
const MAX_SHOWN = 40;
/** What follows in a cell is not read: it is not a number, an amount, a status or a date any more. */
const MAX_CELL = 1_000;
/** Programs write it before a number so that a spreadsheet keeps its digits. */
const TEXT_MARK = /^[`'](?=.)/;
const TOTALS = /^(?:合计|总计|小计|汇总|totals?\b|sub-?total|grand total|sum\b|suma\b|totales\b|รวม|ยอดรวม)/iu;

interface Column {
  at: number;
  heading: string;
}

interface Row {
  line: number;
  texts: Readonly<Record<RecordColumn, string>>;
  isNumber: boolean;
}

/** From lines of cells to records. */
class LineReader {
  hasLines = false;
  #columns: Readonly<Partial<Record<RecordColumn, Column>>> | undefined;
  #width = 0;
  /** The first line with text, if none has the columns. */
  #first: { line: number; headings: string[] } | undefined;
  readonly #rows: Row[] = [];
  readonly #terms: ReadingTerms;
  #looked = 0;

  constructor(terms: ReadingTerms) {
    this.#terms = terms;
  }

  get hasColumns(): boolean {
    return this.#columns !== undefined;
  }

  line(line: number, cells: readonly (string | undefined)[], numbers: ReadonlySet<number>): void {
    const texts = Array.from({ length: Math.min(cells.length, MAX_COLUMNS) }, (_, at) => cellText(cells[at]));
    if (texts.every((text) => text === '')) return;
    this.hasLines = true;
    if (!this.#columns) this.#takeHeadings(line, texts);
    else this.#add(line, texts, numbers);
  }

  async records(rest: () => Promise<void>): Promise<MemberRecord[]> {
    if (!this.#columns) throw this.#unheaded();
    if (this.#rows.length === 0) throw fault('table_empty');
    const { currency } = this.#terms;
    const decimal = decimalSignOf(
      this.#rows.flatMap(({ texts, isNumber }) => (isNumber ? [] : [texts.amount])),
      currency,
    );
    const dateOf = dateReader(this.#rows.map(({ texts }) => texts.date));
    const records: MemberRecord[] = [];
    for (const row of this.#rows) {
      if (records.push(this.#recordOf(row, decimal, dateOf)) % ROWS_A_TURN === 0) await rest();
    }
    return records;
  }

  #unheaded(): Unreadable {
    if (!this.#first) return fault('table_empty');
    const { line } = this.#first;
    const headings = this.#first.headings
      .slice(0, MAX_HEADINGS)
      .map((heading) => heading.slice(0, MAX_SHOWN))
      .join(', ');
    const { named } = this.#terms;
    const absent = recordColumns.find(
      (column) =>
        named[column] !== undefined && !this.#first?.headings.some((one) => isSameHeading(one, named[column] ?? '')),
    );
    if (absent) return fault('named_column', { column: named[absent] ?? '', headings });
    const isThere = this.#first.headings.some((one) => columnIn(one) === 'number') || named.number !== undefined;
    return fault(isThere ? 'amount_column' : 'number_column', { line, headings });
  }

  /** Notes above the headings are passed over. */
  #takeHeadings(line: number, texts: readonly string[]): void {
    if ((this.#looked += 1) > LOOKED_AT) return;
    const found = this.#columnsIn(texts);
    const headings = texts.filter((text) => text !== '');
    if (!this.#first || headings.length > this.#first.headings.length) this.#first = { line, headings };
    if (neededColumns.some((column) => !found[column]?.[0])) return;
    this.#width = texts.findLastIndex((text) => text !== '') + 1;
    for (const column of neededColumns) {
      const [one, other] = found[column] ?? [];
      if (one && other) throw fault('column_double', { column: one.heading, other: other.heading });
    }
    this.#columns = Object.fromEntries(
      recordColumns.flatMap((column) => (found[column]?.[0] ? [[column, found[column][0]]] : [])),
    );
  }

  #columnsIn(texts: readonly string[]): Partial<Record<RecordColumn, Column[]>> {
    const { named } = this.#terms;
    const found: Partial<Record<RecordColumn, Column[]>> = {};
    for (const column of recordColumns) {
      const name = named[column];
      found[column] = texts.flatMap((heading, at) => {
        const isIt = name === undefined ? columnIn(heading) === column : isSameHeading(heading, name);
        return heading !== '' && isIt ? [{ at, heading }] : [];
      });
      // A column that was named and is not there makes no line the headings.
      if (name !== undefined && found[column].length === 0) return {};
    }
    return found;
  }

  #add(line: number, texts: readonly string[], numbers: ReadonlySet<number>): void {
    const columns = this.#columns ?? {};
    if (this.#rows.length >= MAX_RECORDS) throw fault('records_most', { line, most: MAX_RECORDS });
    const textOf = (column: RecordColumn): string => texts[columns[column]?.at ?? -1] ?? '';
    const found = {
      number: textOf('number'),
      amount: textOf('amount'),
      status: textOf('status'),
      date: textOf('date'),
    };
    if (texts.some((text) => TOTALS.test(text)) && (found.number === '' || TOTALS.test(found.number)))
      throw placed(line, null, own('line_totals'));
    if (texts.slice(this.#width).some((text) => text !== '')) throw placed(line, null, own('cells_extra'));
    this.#rows.push({ line, texts: found, isNumber: numbers.has(columns.amount?.at ?? -1) });
  }

  #recordOf(
    { line, texts, isNumber }: Row,
    decimal: DecimalSign | undefined,
    dateOf: (text: string) => string | Say,
  ): MemberRecord {
    const wrong = (column: RecordColumn, say: Say): Unreadable =>
      placed(line, this.#columns?.[column]?.heading ?? null, say);
    for (const column of recordColumns) {
      const differs = shownAndHeld(texts[column]);
      if (differs) throw wrong(column, (language) => formatPhrase(batchTexts.cell_differs, language, differs));
      if (texts[column].startsWith('='))
        throw wrong(column, (language) => formatPhrase(batchTexts.cell_formula, language));
    }
    const { number } = texts;
    const text = number.slice(0, MAX_SHOWN);
    if (number === '') throw wrong('number', own('number_missing'));
    if (isRoundedNumber(number)) throw wrong('number', own('number_rounded', { text }));
    if (number.length > MAX_NUMBER) throw wrong('number', own('number_long', { most: MAX_NUMBER }));
    const { currency } = this.#terms;
    const amountMinor = readAmount(texts.amount, { currency, decimal: isNumber ? '.' : decimal, allowsZero: true });
    if (typeof amountMinor === 'object')
      throw wrong('amount', (language) => fieldMessage(amountMinor.word, amountMinor.values ?? {}, {}, language));
    const status = this.#columns?.status ? statusIn(texts.status) : 'paid';
    if (!status) throw wrong('status', own('status_unknown', { text: texts.status.slice(0, MAX_SHOWN) }));
    const day = texts.date === '' ? null : dateOf(texts.date);
    if (typeof day === 'function') throw wrong('date', day);
    return { line, number, amountMinor, status, day };
  }
}

function cellText(cell: string | undefined): string {
  return typedLine((cell ?? '').slice(0, MAX_CELL))
    .replace(TEXT_MARK, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const YEAR_FIRST = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})(?:日?$|日?[T ].*$)/;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:$|[T ].*$)/;

/** Days with the year last are read by the order that the column itself shows: some day of it is above twelve. */
function dateReader(texts: readonly string[]): (text: string) => string | Say {
  const order = { dayFirst: false, monthFirst: false };
  for (const text of texts) {
    const [, first, second] = YEAR_LAST.exec(withPlainDigits(text)) ?? [];
    if (Number(first) > 12) order.dayFirst = true;
    if (Number(second) > 12) order.monthFirst = true;
  }
  return (written) => {
    const text = withPlainDigits(written);
    const shown = { text: written.slice(0, MAX_SHOWN) };
    const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
    if (year !== undefined) return dayOrFault(year, month, day, shown);
    const [, first, second, last] = YEAR_LAST.exec(text) ?? [];
    if (last === undefined) return own('date_wrong', shown);
    if (first === second) return dayOrFault(last, first, second, shown);
    if (order.dayFirst === order.monthFirst) return own('date_either', shown);
    return order.dayFirst ? dayOrFault(last, second, first, shown) : dayOrFault(last, first, second, shown);
  };
}

function dayOrFault(year = '', month = '', day = '', shown: PhraseValues = {}): string | Say {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isDay ? text : own('date_wrong', shown);
}
