/** Reads CSV piece by piece, so that a long file needs no more memory than its bytes. */
import type { Encoding, TableMapping } from '../../mapping.ts';
import type { LineReader } from './line-reader.ts';

/** Small enough that a piece of text dies young. */
const PIECE_BYTES = 32 * 1024;
const MAX_ROW_CHARACTERS = 20_000;

/** `rest` is called after each piece. */
export async function readSeparated(
  bytes: Uint8Array,
  { encoding, separator }: Pick<TableMapping, 'encoding' | 'separator'>,
  reader: LineReader,
  rest: () => Promise<void>,
): Promise<void> {
  const found = markOf(bytes);
  if (found !== undefined && found !== encoding) return reader.fault({ line: 1 }, 'file_mark', { found, encoding });
  const rows = new RowSplitter(separator, reader);
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let from = 0; from < bytes.length && !reader.isFull; from += PIECE_BYTES) {
    const isLast = from + PIECE_BYTES >= bytes.length;
    const text = decodedOrNull(decoder, bytes.subarray(from, from + PIECE_BYTES), !isLast);
    if (text === null) return reportUndecoded(bytes, { encoding, separator }, reader, rows);
    rows.add(text);
    if (isLast) rows.end();
    await rest();
  }
}

function markOf([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** No text has a NUL: it shows that each letter takes two bytes, or that the file is no text. */
function decodedOrNull(decoder: TextDecoder, piece: Uint8Array, stream: boolean): string | null {
  try {
    const text = decoder.decode(piece, { stream });
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Looks for the first letter that can't be decoded. */
function reportUndecoded(
  bytes: Uint8Array,
  { encoding, separator }: Pick<TableMapping, 'encoding' | 'separator'>,
  reader: LineReader,
  rows: RowSplitter,
): void {
  const decoder = new TextDecoder(encoding);
  let line = 1;
  let row = '';
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    const text = decoder.decode(bytes.subarray(from, from + PIECE_BYTES), { stream: true });
    const at = Math.min(...['\ufffd', '\0'].map((sign) => text.indexOf(sign)).filter((found) => found >= 0));
    const before = text.slice(0, at);
    const lines = (row + before).split('\n');
    line += lines.length - 1;
    row = lines.at(-1) ?? '';
    if (at === Infinity) continue;
    // The headings name the column.
    if (from === 0) rows.add(before);
    break;
  }
  const column = reader.labelOf(row.split(separator).length - 1);
  reader.fault({ line, column }, 'file_encoding', { encoding });
}

/** Splits text into rows of cells, RFC 4180, with any of the line ends. */
class RowSplitter {
  readonly #separator: string;
  readonly #reader: LineReader;
  #line = 0;
  /** What follows the last line end. */
  #open = '';
  /** A row that goes on after a line end inside quotation marks. */
  #quoted = '';

  constructor(separator: string, reader: LineReader) {
    this.#separator = separator;
    this.#reader = reader;
  }

  add(text: string): void {
    const all = this.#open + text;
    let from = 0;
    for (let end = all.indexOf('\n'); end >= 0; end = all.indexOf('\n', from)) {
      this.#add(all.slice(from, end));
      from = end + 1;
    }
    this.#open = all.slice(from);
    if (this.#open.length > MAX_ROW_CHARACTERS) {
      this.#reader.fault({ line: this.#line + 1 }, 'row_long');
      this.#open = '';
    }
  }

  end(): void {
    if (this.#open !== '') this.#add(this.#open);
    if (this.#quoted !== '') this.#reader.fault({ line: this.#line + 1 }, 'quote_open');
  }

  #add(piece: string): void {
    const text = piece.endsWith('\r') ? piece.slice(0, -1) : piece;
    if (this.#quoted === '' && !text.includes('"')) {
      this.#line += 1;
      return this.#reader.row({ line: this.#line, cells: text.split(this.#separator), raw: text });
    }
    const raw = this.#quoted === '' ? text : `${this.#quoted}\n${text}`;
    const cells = quotedCells(raw, this.#separator);
    if (cells === 'open' && raw.length <= MAX_ROW_CHARACTERS) {
      this.#quoted = raw;
      return undefined;
    }
    this.#quoted = '';
    this.#line += 1;
    if (typeof cells === 'string') this.#reader.fault({ line: this.#line }, 'quote_open');
    else this.#reader.row({ line: this.#line, cells, raw });
    return undefined;
  }
}

/** The cells of a row with quotation marks; `open` if the last one is not closed, `wrong` if one stands in a cell. */
function quotedCells(row: string, separator: string): string[] | 'open' | 'wrong' {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (row[at] === '"') {
      let cell = '';
      for (;;) {
        const end = row.indexOf('"', at + 1);
        if (end < 0) return 'open';
        cell += row.slice(at + 1, end);
        at = end + 1;
        if (row[at] !== '"') break;
        cell += '"';
      }
      cells.push(cell);
    } else {
      const next = row.indexOf(separator, at);
      const end = next < 0 ? row.length : next;
      const cell = row.slice(at, end);
      if (cell.includes('"')) return 'wrong';
      cells.push(cell);
      at = end;
    }
    if (at === row.length) return cells;
    if (row[at] !== separator) return 'wrong';
    at += 1;
  }
}
