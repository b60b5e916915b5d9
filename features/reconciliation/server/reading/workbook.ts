/** Reads one sheet of a workbook, row by row. */
import { TableFault, type TableFaultName } from '#features/batches/table.ts';
import { openWorkbook, type WorkbookBounds } from '#features/batches/workbook.ts';
import type { FaultWord } from '../../statement-line.ts';
import type { LineReader } from './line-reader.ts';

/** A workbook's sheet has at most a million rows. */
const bounds: WorkbookBounds = { unpackedBytes: 1024 * 1_048_576, texts: 4_000_000 };
const MAX_NAMES = 200;

/** `sheet` null: the first visible one. `rest` is called while a part is read. */
export async function readSheet(
  bytes: Uint8Array,
  sheet: string | null,
  reader: LineReader,
  rest: () => Promise<void>,
): Promise<void> {
  try {
    const sheets = await openWorkbook(bytes, rest, bounds);
    const chosen = sheets.find(({ name, hidden }) => (sheet === null ? !hidden : name.trim() === sheet));
    if (!chosen) {
      const names = sheets.map(({ name }) => name).join(', ');
      return reader.fault({ line: null }, 'sheet_missing', { sheet: sheet ?? '', sheets: names.slice(0, MAX_NAMES) });
    }
    await chosen.read({
      hiddenColumns: new Set(),
      line: (line, cells, { numbers }) => {
        const texts = Array.from(cells, (cell) => cell ?? '');
        reader.row({ line, cells: texts, numbers, raw: texts.join('\t') });
      },
      // Merged cells are titles: a line of the statement that lacks a cell is refused by itself.
      refuse: () => undefined,
    });
  } catch (error) {
    if (!(error instanceof TableFault)) throw error;
    reader.fault({ line: null }, faultWords[error.word] ?? 'file_broken');
  }
  return undefined;
}

const faultWords: Partial<Record<TableFaultName, FaultWord>> = {
  table_type: 'file_type',
  table_old: 'file_old',
  table_inflated: 'file_inflated',
};
