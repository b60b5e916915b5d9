/**
 * The headings of a file, so that the person can say which column is which. Loaded when a file is chosen. A file that
 * can't be read here has none: the server says what is wrong with it.
 */
import Papa from 'papaparse';
import { textIn } from '#features/batches/encoding.ts';
import { TableFault } from '#features/batches/table.ts';
import { openWorkbook } from '#features/batches/workbook.ts';
import { isZip } from '#features/batches/zip.ts';
import { typedLine } from '#foundation/core/typed-line.ts';
import { columnIn } from '../columns.ts';

/** Notes can stand above the headings. */
const LOOKED_AT = 20;
const MAX_HEADINGS = 100;

export async function readHeadings(bytes: Uint8Array): Promise<readonly string[]> {
  try {
    return bestOf(isZip(bytes) ? await workbookLines(bytes) : textLines(bytes));
  } catch (error) {
    if (error instanceof TableFault) return [];
    throw error;
  }
}

type Line = readonly string[];

/** The line with most known headings, or else the first with most cells: one cell alone can say a state, as "paid". */
function bestOf(lines: readonly Line[]): Line {
  const score = (line: Line) => {
    const known = new Set(line.map((cell) => columnIn(cell)).filter((column) => column !== undefined)).size;
    return (known > 1 ? 1_000 * known : 0) + line.length;
  };
  return lines.reduce<Line>((best, line) => (score(line) > score(best) ? line : best), []);
}

function textLines(bytes: Uint8Array): Line[] {
  const text = textIn(bytes, (cell) => columnIn(cell) !== undefined);
  return Papa.parse<string[]>(text, { preview: LOOKED_AT }).data.map(headingsIn);
}

/** Thrown to end the reading of a sheet. */
class Enough extends Error {}

async function workbookLines(bytes: Uint8Array): Promise<Line[]> {
  const lines: Line[] = [];
  const rest = () => new Promise<void>((resolve) => setTimeout(resolve));
  for (const sheet of await openWorkbook(bytes, rest)) {
    if (sheet.hidden) continue;
    let looked = 0;
    try {
      await sheet.read({
        hiddenColumns: new Set(),
        line: (_line, cells) => {
          lines.push(headingsIn(cells));
          if ((looked += 1) >= LOOKED_AT) throw new Enough();
        },
        refuse: () => undefined,
      });
    } catch (error) {
      if (!(error instanceof Enough)) throw error;
    }
  }
  return lines;
}

function headingsIn(cells: readonly (string | undefined)[]): Line {
  return [...new Set(cells.map((cell) => typedLine(cell ?? '').trim()).filter(Boolean))].slice(0, MAX_HEADINGS);
}
