/**
 * Reads a statement's file by a mapping, piece by piece: lines are handed on while the rest is still unread, so that a
 * file of a million lines takes little more memory than its bytes.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { isZip } from '#features/batches/zip.ts';
import type { Currency } from '#foundation/core/money.ts';
import type { LineKind, Mapping, TableMapping } from '../../mapping.ts';
import type { LineFault, StatementLine } from '../../statement-line.ts';
import { readBankStatement } from './bank.ts';
import { LineReader } from './line-reader.ts';
import { readSeparated } from './separated.ts';
import { readSheet } from './workbook.ts';

export interface ReadingTerms {
  readonly currency: Currency;
  /** The platform's, for days that a file gives without a zone. */
  readonly timeZone: string;
  /** Gets the lines in the order of the file, some thousand at a time. */
  take(lines: readonly StatementLine[]): Promise<void>;
}

export interface Reading extends LineSums {
  readonly format: 'csv' | 'xlsx' | 'camt053' | 'mt940';
  readonly openingMinor: bigint | null;
  readonly closingMinor: bigint | null;
  /** In the order of the file. Where there are any, the lines must not be used. */
  readonly faults: readonly LineFault[];
}

/** What lines say together. */
export interface LineSums {
  readonly rows: number;
  readonly kinds: readonly { kind: LineKind; count: number; amountMinor: bigint; feeMinor: bigint }[];
  /** The first and last time of a line. */
  readonly from: Date | null;
  readonly to: Date | null;
}

export const LINES_A_BATCH = 5_000;

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
  return { ...read, ...sums.result() };
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
  const isWorkbook = isZip(bytes);
  if (isOldWorkbook(bytes)) reader.fault({ line: null }, 'file_old');
  else if (isWorkbook) await readSheet(bytes, mapping.sheet, reader, rest);
  else await readSeparated(bytes, mapping, reader, rest);
  // What makes the whole file unreadable says all: nothing is missing besides.
  if (!reader.faults.some(({ word }) => word.startsWith('file_') || word === 'sheet_missing')) reader.end();
  if (reader.waiting > 0) await take(reader.take());
  return {
    format: isWorkbook ? 'xlsx' : 'csv',
    openingMinor: null,
    closingMinor: null,
    faults: reader.faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  };
}
const PIECES_A_TURN = 4;

/** A compound file: workbooks before 2007, and newer ones with a password. */
function isOldWorkbook(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, at) => bytes[at] === byte);
}

/** Sums lines up as they come. */
export function lineSums(): { add(line: StatementLine): void; result(): LineSums } {
  const kinds = new Map<LineKind, { kind: LineKind; count: number; amountMinor: bigint; feeMinor: bigint }>();
  let rows = 0;
  let [first, last] = [Infinity, -Infinity];
  return {
    add({ kind, amountMinor, feeMinor, at }) {
      rows += 1;
      let sums = kinds.get(kind);
      if (!sums) kinds.set(kind, (sums = { kind, count: 0, amountMinor: 0n, feeMinor: 0n }));
      sums.count += 1;
      sums.amountMinor += amountMinor;
      sums.feeMinor += feeMinor ?? 0n;
      const time = at?.getTime();
      if (time === undefined) return;
      first = Math.min(first, time);
      last = Math.max(last, time);
    },
    result: () => ({
      rows,
      kinds: [...kinds.values()],
      from: first === Infinity ? null : new Date(first),
      to: last === -Infinity ? null : new Date(last),
    }),
  };
}
