/**
 * Reads a statement's file by a mapping, piece by piece: lines are handed on while the rest is still unread, so that a
 * file of a million lines takes little more memory than its bytes.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { isZip } from '#features/batches/zip.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { Mapping, TableMapping } from '../../mapping.ts';
import type { StatementLine } from '../../statement-line.ts';
import { readBankStatement } from './bank.ts';
import { LineReader } from './line-reader.ts';
import { type LineSums, lineSums, type Reading, type ReadingTerms } from './line-sums.ts';
import { readSeparated } from './separated.ts';
import { readSheet } from './workbook.ts';

/** Few enough that they are garbage soon after they are stored. */
export const LINES_A_BATCH = 1_000;

/** Hundreds of such statements together still fit into a column of the database. */
const MAX_MAGNITUDE_MINOR = 10n ** 16n;

export async function readStatement(bytes: Uint8Array, mapping: Mapping, terms: ReadingTerms): Promise<Reading> {
  const sums = lineSums();
  const summed = async (lines: readonly StatementLine[]): Promise<void> => {
    for (const line of lines) sums.add(line);
    await terms.take(lines);
  };
  const read =
    mapping.format === 'table'
      ? await readTable(bytes, mapping, { ...terms, take: summed })
      : await readBankStatement(bytes, mapping, { ...terms, take: summed });
  const result = sums.result();
  const { magnitudeMinor } = result;
  const isLarge = read.faults.length === 0 && magnitudeMinor > MAX_MAGNITUDE_MINOR;
  const text = formatAmount(magnitudeMinor, terms.currency);
  const large = { line: null, column: null, word: 'money_large', values: { text } } as const;
  return { ...read, ...result, faults: isLarge ? [large] : read.faults };
}

async function readTable(
  bytes: Uint8Array,
  mapping: TableMapping,
  { currency, take }: ReadingTerms,
): Promise<Omit<Reading, keyof LineSums>> {
  const reader = new LineReader(mapping, currency);
  let pieces = 0;
  const rest = async (): Promise<void> => {
    if (reader.waiting >= LINES_A_BATCH) await take(reader.take());
    else if ((pieces += 1) % PIECES_A_TURN === 0) await turn();
  };
  const format = tableFormatOf(bytes);
  if (isOldWorkbook(bytes)) reader.fault({ line: null }, 'file_old');
  else if (format === 'xlsx') await readSheet(bytes, mapping.sheet, reader, rest);
  else await readSeparated(bytes, mapping, reader, rest);
  // What makes the whole file unreadable says all: nothing is missing besides.
  if (!reader.faults.some(({ word }) => word.startsWith('file_') || word === 'sheet_missing')) reader.end();
  if (reader.waiting > 0) await take(reader.take());
  return {
    format,
    openingMinor: null,
    closingMinor: null,
    faults: reader.faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  };
}
const PIECES_A_TURN = 8;

/** The file's bytes decide, not its name. */
export function tableFormatOf(bytes: Uint8Array): 'csv' | 'xlsx' {
  return isZip(bytes) ? 'xlsx' : 'csv';
}

/** A compound file: workbooks before 2007, and newer ones with a password. */
function isOldWorkbook(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, at) => bytes[at] === byte);
}
