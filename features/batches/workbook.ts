/**
 * Reads the visible sheet of an .xlsx workbook that has a table's headings, cell by cell as text. The rows of other
 * sheets are counted, so that the user knows that they were not read.
 */
import { SaxesParser } from 'saxes';
import { builtInFormat } from './number-format.ts';
import { SharedTexts } from './workbook-texts.ts';
import { type Attributes, CellText, type Part, sheetPart, type SheetUser } from './worksheet.ts';
import { TableFault, TableReader, type TableSource } from './table.ts';
import { unpack, type ZipBounds, type ZipEntry, zipEntries } from './zip.ts';

export interface ReadWorkbook extends Pick<TableSource, 'otherSheets'> {
  user: TableReader;
  sheet: string;
}

/** `rest` yields to other work while a long part is read. */
export async function readWorkbook(bytes: Uint8Array, rest: () => Promise<void>): Promise<ReadWorkbook> {
  const found: FoundSheet[] = [];
  for (const { name, hidden, read } of await openWorkbook(bytes, rest)) {
    const user = new TableReader({ hasNotesBeside: true });
    await read(user);
    found.push({ name, hidden, user });
  }
  return chosenOf(found);
}

export interface OpenSheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Passes on the sheet's rows, from the first to the last. */
  read(user: SheetUser): Promise<void>;
}

/** How large a workbook is read. */
export interface WorkbookBounds extends ZipBounds {
  /** Texts that its cells share. */
  readonly texts: number;
}

/** A file with more texts than a batch has cells is not a batch. */
const batchBounds: WorkbookBounds = { unpackedBytes: 32 * 1_048_576, texts: 200_000 };

/** The sheets of a workbook, in its order. */
export async function openWorkbook(
  bytes: Uint8Array,
  rest: () => Promise<void>,
  bounds: WorkbookBounds = batchBounds,
): Promise<OpenSheet[]> {
  const entries = zipEntries(bytes, bounds);
  const read = async (name: string | undefined, part: Part): Promise<void> => {
    const entry = name === undefined ? undefined : entries.get(name);
    if (!entry) throw new TableFault('table_type');
    await readPart(bytes, entry, part, rest);
  };
  const root = await relations(read, '_rels/.rels', '');
  const workbook = root.find(({ type }) => type === 'officeDocument')?.target;
  if (workbook === undefined || !workbook.endsWith('.xml')) throw new TableFault('table_type');
  const sheets = await sheetsIn(read, workbook);
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
  const parts = await relations(read, `${folder}_rels/${workbook.slice(folder.length)}.rels`, folder);
  const named = (wanted: string): string | undefined =>
    parts.find(({ type, target }) => type === wanted && entries.has(target))?.target;
  const [strings, styles] = [named('sharedStrings'), named('styles')];
  const shared = strings === undefined ? new SharedTexts() : await sharedTexts(read, strings, bounds.texts);
  const formats = styles === undefined ? [] : await numberFormats(read, styles);
  return sheets.flatMap(({ id, name, hidden }) => {
    const target = parts.find((part) => part.id === id && part.type === 'worksheet')?.target;
    return target === undefined
      ? []
      : [{ name, hidden, read: (user: SheetUser) => read(target, sheetPart(user, { shared, formats })) }];
  });
}

interface Sheet {
  id: string;
  name: string;
  hidden: boolean;
}

type FoundSheet = Omit<Sheet, 'id'> & { user: TableReader };

/** Chooses the first visible sheet with the most of our headings; names the other sheets that have rows. */
function chosenOf(found: readonly FoundSheet[]): ReadWorkbook {
  const shown = found.filter(({ hidden }) => !hidden);
  const isBetter = (one: TableReader, other: TableReader): boolean =>
    one.known === other.known ? other.count === 0 && one.count > 0 : one.known > other.known;
  const [first, ...others] = shown;
  if (!first) throw new TableFault('table_empty');
  const chosen = others.reduce((best, sheet) => (isBetter(sheet.user, best.user) ? sheet : best), first);
  return {
    user: chosen.user,
    sheet: chosen.name.slice(0, MAX_NAME),
    otherSheets: found
      .filter((sheet) => sheet !== chosen && sheet.user.count > 0)
      .map(({ name, hidden, user }) => ({ name: name.slice(0, MAX_NAME), rows: user.count, hidden })),
  };
}
const MAX_NAME = 100;

async function sheetsIn(read: Read, workbook: string): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  let isWorkbook = false;
  await read(workbook, {
    open(tag, { id = '', name = '', state = 'visible' }) {
      if (tag === 'workbook') isWorkbook = true;
      if (tag === 'sheet') sheets.push({ id, name, hidden: state !== 'visible' });
    },
  });
  if (!isWorkbook) throw new TableFault('table_type');
  return sheets;
}

type Read = (name: string, part: Part) => Promise<void>;

async function readPart(
  bytes: Uint8Array,
  entry: ZipEntry,
  { open, close, text }: Part,
  rest: () => Promise<void>,
): Promise<void> {
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
  for (const name in attributes)
    if (name.includes(':'))
      return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [bare(key), value]));
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
      found.push({
        id: Id,
        type: Type.slice(Type.lastIndexOf('/') + 1),
        target: Target.startsWith('/') ? Target.slice(1) : folder + Target,
      });
    },
  });
  return found;
}

async function sharedTexts(read: Read, name: string, most: number): Promise<SharedTexts> {
  const texts = new SharedTexts();
  const cell = new CellText();
  await read(name, {
    open(tag) {
      if (tag === 'si') cell.begin();
      else cell.open(tag);
    },
    text: (text) => cell.add(text),
    close(tag) {
      cell.close(tag);
      if (tag !== 'si') return;
      texts.add(cell.text);
      if (texts.count > most) throw new TableFault('table_inflated');
    },
  });
  return texts;
}

/** The codes of the cell formats, by number. */
async function numberFormats(read: Read, name: string): Promise<string[]> {
  const codes = new Map<string, string>();
  const formats: string[] = [];
  let inFormats = false;
  await read(name, {
    open(tag, { numFmtId = '0', formatCode = '' }) {
      if (tag === 'numFmt') codes.set(numFmtId, formatCode);
      if (tag === 'cellXfs') inFormats = true;
      if (tag === 'xf' && inFormats) formats.push(codes.get(numFmtId) ?? builtInFormat(Number(numFmtId)));
    },
    close(tag) {
      if (tag === 'cellXfs') inFormats = false;
    },
  });
  return formats;
}
