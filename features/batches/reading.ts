/**
 * Reads a table out of a file: the same for the preview in the browser and for the server's truth. What kind of file it is, its
 * bytes say; its name is not looked at.
 */
import { readSeparated } from './separated.ts';
import { type ReadRow, TableFault } from './table.ts';
import { readWorkbook } from './workbook.ts';
import { isZip } from './zip.ts';

/** `rest` lets others have their turn while a long file is read. */
export async function readTable(bytes: Uint8Array, rest: () => Promise<void> = async () => undefined): Promise<{ rows: ReadRow[] } | { fault: TableFault }> {
  try {
    if (bytes.length === 0) throw new TableFault('table_empty');
    if (isOldWorkbook(bytes)) throw new TableFault('table_old');
    const reader = isZip(bytes) ? await readWorkbook(bytes, rest) : readSeparated(bytes);
    return { rows: reader.rows() };
  } catch (error) {
    if (error instanceof TableFault) return { fault: error };
    throw error;
  }
}

/** A compound file: workbooks before 2007, and newer ones with a password. */
function isOldWorkbook(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, at) => bytes[at] === byte);
}
