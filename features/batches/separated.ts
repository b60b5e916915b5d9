/** Tables as text: CSV with commas, semicolons or tabs, in the encodings in which spreadsheet programs write it. */
import Papa from 'papaparse';
import { knownHeadings, TableFault, TableReader } from './table.ts';

const separators = [',', ';', '\t'] as const;

export function readSeparated(bytes: Uint8Array): TableReader {
  const text = textIn(bytes);
  const delimiter = separators
    .map((separator) => ({ separator, known: knownHeadings(firstLine(text, separator)) }))
    .reduce((best, one) => (one.known > best.known ? one : best)).separator;
  const reader = new TableReader();
  let line = 0;
  let isBroken = false;
  Papa.parse<string[]>(text, {
    delimiter,
    step({ data, errors }) {
      line += 1;
      if (errors.length > 0) isBroken = true;
      reader.line(line, data);
    },
  });
  if (isBroken) throw new TableFault('table_broken');
  return reader;
}

function firstLine(text: string, delimiter: string): string[] {
  const begin = text.search(/[^\s,;]/);
  const end = text.slice(begin).search(/[\r\n]/);
  return Papa.parse<string[]>(end < 0 ? text.slice(begin) : text.slice(begin, begin + end), { delimiter, preview: 1 }).data[0] ?? [];
}

/** Control characters but tabs and ends of lines, and what no character is: in no table. */
const UNWRITTEN = /[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}/u;

/** By its mark, else UTF-8, else what Chinese systems write. */
function textIn(bytes: Uint8Array): string {
  const encodings = encodingsOf(bytes);
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if (UNWRITTEN.test(text)) continue;
      return text;
    } catch {
      continue;
    }
  }
  throw new TableFault('table_type');
}

function encodingsOf([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): readonly string[] {
  if (first === 0xff && second === 0xfe) return ['utf-16le'];
  if (first === 0xfe && second === 0xff) return ['utf-16be'];
  if (second === 0 && fourth === 0 && first !== 0 && third !== 0) return ['utf-16le'];
  if (first === 0 && third === 0 && second !== 0 && fourth !== 0) return ['utf-16be'];
  return ['utf-8', 'gb18030'];
}
