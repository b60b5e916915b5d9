/**
 * The first visible page of an .xlsx workbook, cell by cell as text. Nothing is evaluated: a formula stays a formula, for the
 * rules to refuse. Numbers are what the program shows of them, at most 15 digits; longer ones are shown as rounded.
 */
import { SaxesParser } from 'saxes';
import { MOST_COLUMNS, TableFault, TableReader } from './table.ts';
import { MOST_CELL_CHARACTERS } from './rules.ts';
import { unpack, type ZipEntry, zipEntries } from './zip.ts';

type Attributes = Readonly<Record<string, string>>;

/** What is wanted of one XML part; names come without their prefix. */
interface Part {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** `rest` lets others have their turn while a long part is read. */
export async function readWorkbook(bytes: Uint8Array, rest: () => Promise<void>): Promise<TableReader> {
  const entries = zipEntries(bytes);
  const read = async (name: string | undefined, part: Part): Promise<void> => {
    const entry = name === undefined ? undefined : entries.get(name);
    if (!entry) throw new TableFault('table_type');
    await readPart(bytes, entry, part, rest);
  };
  const root = await relations(read, '_rels/.rels', '');
  const workbook = root.find(({ type }) => type === 'officeDocument')?.target;
  if (workbook === undefined || !workbook.endsWith('.xml')) throw new TableFault('table_type');
  const pages: string[] = [];
  let isWorkbook = false;
  await read(workbook, {
    open(name, { id, state }) {
      if (name === 'workbook') isWorkbook = true;
      if (name === 'sheet' && (state === undefined || state === 'visible')) pages.push(id ?? '');
    },
  });
  if (!isWorkbook) throw new TableFault('table_type');
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
  const parts = await relations(read, `${folder}_rels/${workbook.slice(folder.length)}.rels`, folder);
  const page = parts.find(({ id, type }) => id === pages[0] && type === 'worksheet')?.target;
  if (page === undefined) throw new TableFault('table_empty');
  const named = (wanted: string): string | undefined => parts.find(({ type, target }) => type === wanted && entries.has(target))?.target;
  const [strings, styles] = [named('sharedStrings'), named('styles')];
  const shared = strings === undefined ? [] : await sharedTexts(read, strings);
  const dates = styles === undefined ? new Set<number>() : await dateStyles(read, styles);
  const reader = new TableReader();
  await read(page, pagePart(reader, { shared, dates }));
  return reader;
}

type Read = (name: string, part: Part) => Promise<void>;

async function readPart(bytes: Uint8Array, entry: ZipEntry, { open, close, text }: Part, rest: () => Promise<void>): Promise<void> {
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new TableFault('table_broken');
  });
  if (open) parser.on('opentag', ({ name, attributes }) => open(bare(name), bareAll(attributes)));
  if (close) parser.on('closetag', ({ name }) => close(bare(name)));
  if (text) parser.on('text', text);
  if (text) parser.on('cdata', text);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    await unpack(bytes, entry, (piece) => void parser.write(decoder.decode(piece, { stream: true })), rest);
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof TableFault ? error : new TableFault('table_broken');
  }
}

function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function bareAll(attributes: Attributes): Attributes {
  for (const name in attributes) if (name.includes(':')) return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [bare(key), value]));
  return attributes;
}

interface Relation {
  id: string;
  /** The last word of its address. */
  type: string;
  target: string;
}

async function relations(read: Read, name: string, folder: string): Promise<Relation[]> {
  const found: Relation[] = [];
  await read(name, {
    open(tag, { Id = '', Type = '', Target = '', TargetMode }) {
      if (tag !== 'Relationship' || TargetMode === 'External') return;
      found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target: Target.startsWith('/') ? Target.slice(1) : folder + Target });
    },
  });
  return found;
}

/** More texts than a batch has cells are no batch. */
const MOST_TEXTS = 200_000;

async function sharedTexts(read: Read, name: string): Promise<string[]> {
  const texts: string[] = [];
  const cell = new CellText();
  await read(name, {
    open(tag) {
      if (tag === 'si') cell.begin();
      else cell.open(tag);
    },
    text: (text) => cell.add(text),
    close(tag) {
      cell.close(tag);
      if (tag === 'si' && texts.push(cell.text) > MOST_TEXTS) throw new TableFault('table_inflated');
    },
  });
  return texts;
}

/** Numbers of the cell formats that show a date or a time. */
async function dateStyles(read: Read, name: string): Promise<Set<number>> {
  const codes = new Map<string, string>();
  const dates = new Set<number>();
  let inFormats = false;
  let count = 0;
  await read(name, {
    open(tag, { numFmtId = '0', formatCode = '' }) {
      if (tag === 'numFmt') codes.set(numFmtId, formatCode);
      if (tag === 'cellXfs') inFormats = true;
      if (tag !== 'xf' || !inFormats) return;
      if (isDateFormat(Number(numFmtId), codes.get(numFmtId))) dates.add(count);
      count += 1;
    },
    close(tag) {
      if (tag === 'cellXfs') inFormats = false;
    },
  });
  return dates;
}

/** ECMA-376 18.8.30 for the numbers; in a code, what is quoted, escaped or bracketed is no pattern. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  return /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|general/gi, ''));
}

/** Text that is spread over runs; how it is read aloud does not belong to it. */
class CellText {
  text = '';
  #inText = false;
  #aloud = false;

  begin(): void {
    [this.text, this.#inText, this.#aloud] = ['', false, false];
  }

  open(tag: string): void {
    if (tag === 't') this.#inText = true;
    if (tag === 'rPh') this.#aloud = true;
  }

  add(text: string): void {
    if (this.#inText && !this.#aloud && this.text.length <= MOST_CELL_CHARACTERS) this.text += text.slice(0, MOST_CELL_CHARACTERS + 1);
  }

  close(tag: string): void {
    if (tag === 't') this.#inText = false;
    if (tag === 'rPh') this.#aloud = false;
  }
}

interface Cell {
  column: number;
  type: string;
  style: number;
  formula: boolean;
}

function pagePart(reader: TableReader, { shared, dates }: { shared: readonly string[]; dates: ReadonlySet<number> }): Part {
  let [line, column, inside] = [0, -1, ''];
  let cells: (string | undefined)[] = [];
  let cell: Cell | undefined;
  let value = '';
  const inline = new CellText();
  return {
    open(tag, { r, t = 'n', s = '0', ref = '' }) {
      if (tag === 'row') [line, column, cells] = [r === undefined ? line + 1 : Number(r), -1, []];
      else if (tag === 'c') {
        column = r === undefined ? column + 1 : columnOf(r);
        cell = { column, type: t, style: Number(s), formula: false };
        [inside, value] = ['', ''];
        inline.begin();
      } else if (tag === 'mergeCell') throw new TableFault('table_merged', { values: { cells: ref.slice(0, 40) } });
      else if (tag === 'f' && cell) [cell.formula, inside, value] = [true, 'f', ''];
      else if (tag === 'v') inside = cell?.formula ? '' : 'v';
      else inline.open(tag);
    },
    text(text) {
      if (inside !== '' && value.length <= MOST_CELL_CHARACTERS) value += text.slice(0, MOST_CELL_CHARACTERS + 1);
      else inline.add(text);
    },
    close(tag) {
      if (tag === 'v' || tag === 'f') inside = '';
      inline.close(tag);
      if (tag === 'c' && cell) {
        if (cell.column < MOST_COLUMNS) cells[cell.column] = textOf(cell, { value, inline: inline.text, shared, isDate: dates.has(cell.style) });
        cell = undefined;
      }
      if (tag === 'row') reader.line(line, cells);
    },
  };
}

/** `BC12` is column 54. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

interface CellContent {
  value: string;
  inline: string;
  shared: readonly string[];
  isDate: boolean;
}

function textOf({ type, formula }: Cell, { value, inline, shared, isDate }: CellContent): string {
  if (formula) return `=${value}`;
  switch (type) {
    case 's':
      return unescaped(shared[Number(value)] ?? '');
    case 'inlineStr':
      return unescaped(inline);
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'n':
      return value.trim() === '' ? '' : numberText(value.trim(), isDate);
    default:
      return unescaped(value);
  }
}

const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.UTC(1899, 11, 30);
const LARGEST_EXACT = 1e15;

function numberText(raw: string, isDate: boolean): string {
  const number = Number(Number(raw).toPrecision(15));
  if (!Number.isFinite(number)) return raw;
  if (isDate && Math.abs(number) < 3_000_000) return new Date(FIRST_DAY_MS + number * DAY_MS).toISOString().slice(0, 10);
  return Math.abs(number) >= LARGEST_EXACT ? number.toExponential() : String(number);
}

/** What XML can't hold is written as `_x000D_`. */
function unescaped(text: string): string {
  return text.includes('_x') ? text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;
}
