/**
 * The headings of a file, so that the person can say which column is which. A file that can't be read here has none:
 * the server says what is wrong with it.
 */
import { typedLine } from '#foundation/core/typed-line.ts';
import { columnIn } from '../columns.ts';

/** Notes can stand above the headings. */
const LOOKED_AT = 20;
const MAX_HEADINGS = 100;

/** The code that reads tables is loaded when the first file is chosen. */
export async function readHeadings(bytes: Uint8Array): Promise<readonly string[]> {
  const { firstLines } = await import('#features/batches/reading.ts');
  const lines = await firstLines(bytes, LOOKED_AT, (cell) => columnIn(cell) !== undefined);
  return bestOf(lines.map(headingsIn));
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

function headingsIn(cells: readonly string[]): Line {
  return [...new Set(cells.map((cell) => typedLine(cell).trim()).filter(Boolean))].slice(0, MAX_HEADINGS);
}
