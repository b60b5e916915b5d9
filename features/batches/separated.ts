/**
 * Tables as text: CSV with commas, semicolons, tabs, or the separator that its first line names, in the encodings that
 * spreadsheet programs write.
 */
import Papa from 'papaparse';
import { textIn } from './encoding.ts';
import { knownHeadings, TableFault, TableReader } from './table.ts';

const separators = [',', ';', '\t'] as const;

/** Spreadsheet programs use such a first line themselves and hide it. It still counts as a line of the file. */
const SEPARATOR_LINE = /^"?sep=([^\p{L}\p{N}"\s]|\t)"?(?:\r\n|\r|\n|$)/iu;

export function readSeparated(bytes: Uint8Array): TableReader {
  const whole = textIn(bytes);
  const [separatorLine = '', named] = SEPARATOR_LINE.exec(whole) ?? [];
  const text = whole.slice(separatorLine.length);
  const delimiter = named ?? likeliestSeparator(text);
  const user = new TableReader({ hasNotesBeside: false });
  let line = separatorLine === '' ? 0 : 1;
  let isBroken = false;
  Papa.parse<string[]>(text, {
    delimiter,
    step({ data, errors }) {
      line += 1;
      if (errors.length > 0) isBroken = true;
      user.line(line, data);
    },
  });
  if (isBroken) throw new TableFault('table_broken');
  return user;
}

function likeliestSeparator(text: string): string {
  return separators
    .map((separator) => ({ separator, known: knownHeadings(firstLine(text, separator)) }))
    .reduce((best, one) => (one.known > best.known ? one : best)).separator;
}

function firstLine(text: string, delimiter: string): string[] {
  const begin = text.search(/[^\s,;]/);
  const end = text.slice(begin).search(/[\r\n]/);
  return (
    Papa.parse<string[]>(end < 0 ? text.slice(begin) : text.slice(begin, begin + end), { delimiter, preview: 1 })
      .data[0] ?? []
  );
}
