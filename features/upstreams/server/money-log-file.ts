/**
 * Another installation's money log as a file: CSV in any of our languages, as its console and its schedules write it. The
 * list of a statement's entries has the same columns. Balances before and after show that no row between is missing.
 */
import { timeHeader } from '#features/exports/time-header.ts';
import { type MoneyLogType, moneyLogTypes } from '#features/ledger/money-log-types.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { type Currency, parseAmountOrZero } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { instantOf } from '#foundation/core/wall-time.ts';
import { type Language, languages } from '#foundation/core/words.ts';

export interface MoneyLogTerms {
  /** Of the other platform: its amounts do not name theirs, and its times do not name the zone. */
  currency: Currency;
  timeZone: string;
}

export interface MoneyLogRow {
  systemNo: string;
  /** The merchant's number, if the entry is of an order or a payout. */
  orderNo: string | null;
  type: MoneyLogType;
  amountMinor: bigint;
  feeMinor: bigint;
  beforeMinor: bigint;
  afterMinor: bigint;
  at: Date;
  raw: string;
}

/** The file is not a whole money log in these terms. The message is a stable name. */
export class MoneyLogFault extends Error {
  override readonly name = 'MoneyLogFault';
}

/** In the file's order. Throws `MoneyLogFault`. */
export function* moneyLogRows(text: string, terms: MoneyLogTerms): Generator<MoneyLogRow, void> {
  const rows = csvRows(text);
  const headings = rows.next().value ?? [];
  const reader = readerOf(headings, terms);
  for (const cells of rows) yield reader(cells);
}

/** How many rows the file has, and whether the newest comes first. Throws `MoneyLogFault` if a row is missing between two. */
export function checkMoneyLog(rows: Iterable<MoneyLogRow>): { count: number; isNewestFirst: boolean } {
  let count = 0;
  let [follows, precedes] = [true, true];
  let [first, last]: (MoneyLogRow | undefined)[] = [];
  for (const row of rows) {
    count += 1;
    first ??= row;
    if (row.beforeMinor + row.amountMinor - row.feeMinor !== row.afterMinor) throw new MoneyLogFault('statement_sums');
    if (last) {
      follows &&= last.afterMinor === row.beforeMinor;
      precedes &&= row.afterMinor === last.beforeMinor;
    }
    if (!follows && !precedes) throw new MoneyLogFault('statement_incomplete');
    last = row;
  }
  // Entries that undo each other fit in both directions: then their times decide.
  const isNewestFirst = precedes && (!follows || (first !== undefined && last !== undefined && first.at > last.at));
  return { count, isNewestFirst };
}

const columns = ['order_no', 'system_no', 'type', 'amount', 'fee', 'before', 'after', 'time'] as const;
type Column = (typeof columns)[number];

/** A reader of rows under these headings, whatever else there is beside them. */
function readerOf(headings: readonly string[], terms: MoneyLogTerms): (cells: readonly string[]) => MoneyLogRow {
  for (const language of languages) {
    const places = columns.map((column) => headings.indexOf(headingOf(column, language, terms.timeZone)));
    if (places.every((place) => place >= 0)) return rowReader(headings.length, places, language, terms);
  }
  throw new MoneyLogFault('statement_headings');
}

/** The heading of the time names the zone. */
function headingOf(column: Column, language: Language, zone: string): string {
  const heading = formatPhrase(ledgerScreenWords[column], language);
  return column === 'time' ? timeHeader(heading, { language, timeZone: zone }) : heading;
}

function rowReader(
  width: number,
  places: readonly number[],
  language: Language,
  { currency, timeZone }: MoneyLogTerms,
): (cells: readonly string[]) => MoneyLogRow {
  const types = new Map(moneyLogTypes.map((type) => [formatPhrase(ledgerScreenWords[type], language), type]));
  const at = Object.fromEntries(columns.map((column, index) => [column, places[index]])) as Record<Column, number>;
  return (cells) => {
    const textOf = (column: Column): string => cells[at[column]] ?? '';
    const moneyOf = (column: Column): bigint => signedAmount(textOf(column), currency);
    const type = types.get(textOf('type'));
    const systemNo = textOf('system_no');
    if (cells.length !== width || type === undefined || !/^\d{19}$/.test(systemNo))
      throw new MoneyLogFault('statement_row');
    return {
      systemNo,
      orderNo: textOf('order_no') || null,
      type,
      amountMinor: moneyOf('amount'),
      feeMinor: moneyOf('fee'),
      beforeMinor: moneyOf('before'),
      afterMinor: moneyOf('after'),
      at: momentOf(textOf('time'), timeZone),
      raw: cells.join(','),
    };
  };
}

function signedAmount(text: string, currency: Currency): bigint {
  const isNegative = text.startsWith('-');
  const minor = parseAmountOrZero(isNegative ? text.slice(1) : text, currency);
  if (minor === undefined) throw new MoneyLogFault('statement_row');
  return isNegative ? -minor : minor;
}

function momentOf(text: string, timeZone: string): Date {
  const wall = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : NaN;
  if (Number.isNaN(wall)) throw new MoneyLogFault('statement_row');
  return instantOf(wall, timeZone);
}

/** RFC 4180, row by row. */
function* csvRows(text: string): Generator<string[], void> {
  let at = 0;
  while (at < text.length) {
    const cells: string[] = [];
    for (;;) {
      const isQuoted = text[at] === '"';
      const [cell, end] = isQuoted ? quotedCell(text, at) : plainCell(text, at);
      cells.push(cell);
      at = end;
      if (text[at] !== ',') break;
      at += 1;
    }
    if (text[at] === '\r') at += 1;
    if (at < text.length && text[at] !== '\n') throw new MoneyLogFault('statement_row');
    at += 1;
    yield cells;
  }
}

const CELL_END = /[,\r\n"]/g;

/** The cell from here on, and where it ends. */
function plainCell(text: string, from: number): [cell: string, end: number] {
  CELL_END.lastIndex = from;
  const end = CELL_END.exec(text)?.index ?? text.length;
  return [text.slice(from, end), end];
}

function quotedCell(text: string, from: number): [cell: string, end: number] {
  let cell = '';
  for (let at = from + 1; ;) {
    const end = text.indexOf('"', at);
    if (end < 0) throw new MoneyLogFault('statement_row');
    cell += text.slice(at, end);
    if (text[end + 1] !== '"') return [cell, end + 1];
    cell += '"';
    at = end + 2;
  }
}
