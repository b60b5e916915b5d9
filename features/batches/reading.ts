/**
 * Reads a table out of a file: the same for the preview in the browser and for the server's truth. What kind of file it
 * is, its bytes say; its name is not looked at. Amounts come in the wire's form wherever they can be read, so that what
 * is shown, checked and paid is one text.
 */
import type { Currency } from '#foundation/core/money.ts';
import { readSeparated } from './separated.ts';
import { type ReadRow, TableFault, type TableSource } from './table.ts';
import { readWorkbook } from './workbook.ts';
import { isZip } from './zip.ts';

export type ReadTable = { rows: ReadRow[]; source: TableSource } | { fault: TableFault };

/** `rest` lets others have their turn while a long file is read. */
export async function readTable(
  bytes: Uint8Array,
  currency: Currency,
  rest: () => Promise<void> = async () => undefined,
): Promise<ReadTable> {
  try {
    if (bytes.length === 0) throw new TableFault('table_empty');
    if (isOldWorkbook(bytes)) throw new TableFault('table_old');
    const { reader, sheet, otherSheets } = isZip(bytes)
      ? await readWorkbook(bytes, rest)
      : { reader: readSeparated(bytes), sheet: null, otherSheets: [] };
    const { rows, hidden, decimal } = reader.rows(currency);
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
