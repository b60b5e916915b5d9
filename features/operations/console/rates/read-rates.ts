/** Reads the rows of a file of rates, as the list's export writes it, in any of the languages. */
import { languages } from '#foundation/core/words.ts';
import { typedLine } from '#foundation/core/typed-line.ts';
import { type RateField, rateFields } from '../../rate-bulk-contract.ts';
import { rateFileColumns } from '../../rate-file-words.ts';
import { MAX_CHECKED } from '../../rate-limits.ts';

export type RateTexts = Record<RateField, string>;

export interface ReadRates {
  rows: RateTexts[];
  /** The row of the file of each one, from 1. */
  lines: number[];
  /** The headings of the file. */
  headings: Partial<Record<RateField, string>>;
}

export type RateFileFault = 'no_columns' | 'no_rows' | 'too_many';

/** Lines above the headings. */
const MAX_HEAD = 20;

/** The code that reads tables is loaded when the first file is chosen. */
export async function readRates(file: Blob): Promise<ReadRates | RateFileFault> {
  const { firstLines } = await import('#features/batches/reading.ts');
  const bytes = new Uint8Array(await file.arrayBuffer());
  return ratesIn(await firstLines(bytes, MAX_CHECKED + MAX_HEAD, (cell) => fieldOf(cell) !== undefined));
}

const needed: readonly RateField[] = ['memberNo', 'code', 'percent'];
const MAX_CELL = 64;

export function ratesIn(lines: readonly (readonly string[])[]): ReadRates | RateFileFault {
  const head = lines.findIndex((cells) => {
    const found = cells.map(fieldOf);
    return needed.every((field) => found.includes(field));
  });
  if (head === -1) return 'no_columns';
  const cells = lines[head] ?? [];
  const places = cells.map(fieldOf);
  const read: ReadRates = { rows: [], lines: [], headings: {} };
  for (const [index, field] of places.entries()) if (field) read.headings[field] ??= textOf(cells[index]);
  for (const [index, row] of lines.entries()) {
    if (index <= head || row.every((cell) => textOf(cell) === '')) continue;
    const text = (field: RateField): string => textOf(row[places.indexOf(field)]).slice(0, MAX_CELL);
    read.rows.push({
      memberNo: text('memberNo'),
      code: text('code'),
      percent: decimalOf(text('percent').replace(/\s*%$/, '')),
      fixed: decimalOf(text('fixed')),
      minFee: decimalOf(text('minFee')),
      maxFee: decimalOf(text('maxFee')),
    });
    read.lines.push(index + 1);
  }
  if (read.rows.length > MAX_CHECKED) return 'too_many';
  return read.rows.length === 0 ? 'no_rows' : read;
}

/** `0,6` as programs in other languages write it; a comma before three digits can be either, and is left to be refused. */
function decimalOf(text: string): string {
  return /^\d+,(\d{1,2}|\d{4})$/.test(text) ? text.replace(',', '.') : text;
}

/** Where a table protects a text from being read as a formula or a number. */
function textOf(cell = ''): string {
  return typedLine(cell).trim().replace(/^'/, '');
}

function fieldOf(cell: string): RateField | undefined {
  const text = textOf(cell).toLowerCase();
  return rateFields.find((field) =>
    languages.some((language) => rateFileColumns[field][language].toLowerCase() === text),
  );
}
