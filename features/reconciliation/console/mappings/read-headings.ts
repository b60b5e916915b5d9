/** The headings of a sample, so that they can be chosen. A file that can't be read here has none. */
import { typedLine } from '#foundation/core/typed-line.ts';

/** Notes can stand above the headings. */
const LOOKED_AT = 20;
const MAX_HEADINGS = 100;

/** The code that reads tables is loaded when the first file is chosen. */
export async function readHeadings(file: File): Promise<readonly string[]> {
  const { firstLines } = await import('#features/batches/reading.ts');
  const lines = await firstLines(new Uint8Array(await file.arrayBuffer()), LOOKED_AT, () => false);
  const cells = lines.map((line) => [...new Set(line.map((cell) => typedLine(cell).trim()).filter(Boolean))]);
  const longest = cells.reduce<string[]>((best, line) => (line.length > best.length ? line : best), []);
  return longest.length > 1 ? longest.slice(0, MAX_HEADINGS) : [];
}
