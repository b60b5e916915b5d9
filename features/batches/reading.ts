/**
 * Reads a table from a file, the same for the browser's preview and the server's authoritative check. The file's bytes
 * determine its kind; its name is ignored. Readable amounts are converted to the wire's form, so that what is shown,
 * checked and paid is one text.
 */
import type { Currency } from '#foundation/core/money.ts';
import { readSeparated } from './separated.ts';
import { type ReadRow, TableFault, type TableSource } from './table.ts';
import { readWorkbook } from './workbook.ts';
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
