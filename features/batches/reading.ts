/**
 * Reads a table from a file, the same for the browser's preview and the server's authoritative check. The file's bytes
 * determine its kind; its name is ignored. Readable amounts are converted to the wire's form, so that what is shown,
 * checked and paid is one text.
 */
import type { Currency } from '#foundation/core/money.ts';
import Papa from 'papaparse';
import { textIn } from './encoding.ts';
import { readSeparated } from './separated.ts';
import { type ReadRow, TableFault, type TableSource } from './table.ts';
import { openWorkbook, readWorkbook } from './workbook.ts';
import { isZip } from './zip.ts';

export type ReadTable = { rows: ReadRow[]; source: TableSource } | { fault: TableFault };

/** `rest` yields to other work while a long file is read. */
export async function readTable(
  bytes: Uint8Array,
  currency: Currency,
  rest: () => Promise<void> = async () => undefined,
): Promise<ReadTable> {
  try {
    if (bytes.length === 0) throw new TableFault('table_empty');
    if (isOldWorkbook(bytes)) throw new TableFault('table_old');
    const { user, sheet, otherSheets } = isZip(bytes)
      ? await readWorkbook(bytes, rest)
      : { user: readSeparated(bytes), sheet: null, otherSheets: [] };
    const { rows, hidden, decimal } = user.rows(currency);
    return { rows, source: { sheet, otherSheets, hidden, decimal } };
  } catch (error) {
    if (error instanceof TableFault) return { fault: error };
    throw error;
  }
}

/** A compound file: workbooks before 2007, and newer ones with a password. */
function isOldWorkbook(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, at) => bytes[at] === byte);
}

/** Thrown to end the reading of a sheet. */
class Enough extends Error {}

/**
 * The first lines of a table, of every visible sheet, as they are written: for other tables than batches, whose
 * headings a person names. None of a file that can't be read. `isKnown` helps to find the encoding of a text.
 */
export async function firstLines(
  bytes: Uint8Array,
  most: number,
  isKnown: (cell: string) => boolean,
): Promise<readonly (readonly string[])[]> {
  try {
    if (!isZip(bytes)) return Papa.parse<string[]>(textIn(bytes, isKnown), { preview: most }).data;
    const lines: string[][] = [];
    for (const sheet of await openWorkbook(bytes, async () => undefined)) {
      let left = most;
      const line = (_line: number, cells: readonly (string | undefined)[]): void => {
        if ((left -= 1) < 0) throw new Enough();
        lines.push(cells.map((cell) => cell ?? ''));
      };
      if (!sheet.hidden) await untilEnough(sheet.read({ hiddenColumns: new Set(), line, refuse: () => undefined }));
    }
    return lines;
  } catch (error) {
    if (error instanceof TableFault) return [];
    throw error;
  }
}

async function untilEnough(reading: Promise<void>): Promise<void> {
  try {
    await reading;
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
}
