/**
 * Checks an archive before any parser of a workbook sees it: its headers are compared with its bytes before anything is
 * unpacked, and unpacking yields no more than declared, nor more than a table of this size ever holds.
 */
import { Inflate } from 'fflate';
import { TableFault } from './table.ts';

export interface ZipEntry {
  readonly name: string;
  readonly stored: boolean;
  /** Start of the packed bytes. */
  readonly begin: number;
  readonly end: number;
  readonly size: number;
  readonly crc: number;
}

const MAX_ENTRIES = 500;
/** Rows that are all the same compress to a hundredth; a bomb to a thousandth. */
const MAX_RATIO = 250;
/** Below this size any ratio is accepted. */
const SMALL = 1_048_576;
/** Packed bytes per step: at most about 4 MiB result from them. */
const PIECE = 4_096;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_LENGTH = 22;
const ZIP64 = 0xffffffff;
const ARCHIVE = /\.(?:zip|xls[xmb]?|docx?|pptx?|jar|7z|rar|t?gz|bz2|xz|zst)$/i;

export function isZip(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === LOCAL;
}

/** How much is unpacked. */
export interface ZipBounds {
  readonly unpackedBytes: number;
}

/** The entries by name, without overlaps and of plausible size. */
export function zipEntries(bytes: Uint8Array, bounds: ZipBounds): ReadonlyMap<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  const directory = view.getUint32(end + 16, true);
  if (view.getUint32(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    throw new TableFault('table_broken');
  if (count === 0 || directory === ZIP64 || directory + view.getUint32(end + 12, true) !== end)
    throw new TableFault('table_broken');
  if (count > MAX_ENTRIES) throw new TableFault('table_inflated');
  const entries = new Map<string, ZipEntry>();
  let at = directory;
  for (let index = 0; index < count; index += 1) {
    const { entry, next } = entryAt(view, at, directory);
    if (entries.has(entry.name)) throw new TableFault('table_broken');
    entries.set(entry.name, entry);
    at = next;
  }
  if (at !== end) throw new TableFault('table_broken');
  checkSizes([...entries.values()], bounds);
  return entries;
}

/** Passes on an entry's content, piece by piece. */
export async function unpack(
  bytes: Uint8Array,
  entry: ZipEntry,
  take: (piece: Uint8Array) => void,
  rest: () => Promise<void>,
): Promise<void> {
  let size = 0;
  let crc = 0xffffffff;
  const taken = (piece: Uint8Array): void => {
    size += piece.length;
    if (size > entry.size) throw new TableFault('table_broken');
    crc = crcOf(piece, crc);
    take(piece);
  };
  if (entry.stored) taken(bytes.subarray(entry.begin, entry.end));
  else await inflate(bytes.subarray(entry.begin, entry.end), taken, rest);
  if (size !== entry.size || (crc ^ 0xffffffff) >>> 0 !== entry.crc) throw new TableFault('table_broken');
}

async function inflate(
  packed: Uint8Array,
  taken: (piece: Uint8Array) => void,
  rest: () => Promise<void>,
): Promise<void> {
  const inflating = new Inflate(taken);
  for (let from = 0; from < packed.length; from += PIECE) {
    try {
      inflating.push(packed.subarray(from, from + PIECE), from + PIECE >= packed.length);
    } catch (error) {
      throw error instanceof TableFault ? error : new TableFault('table_broken');
    }
    await rest();
  }
}

/** The end record must be the last thing in the file. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - END_LENGTH; at >= Math.max(0, view.byteLength - END_LENGTH - 0xffff); at -= 1) {
    if (view.getUint32(at, true) === END && at + END_LENGTH + view.getUint16(at + 20, true) === view.byteLength)
      return at;
  }
  throw new TableFault('table_broken');
}

function entryAt(view: DataView, at: number, directory: number): { entry: ZipEntry; next: number } {
  if (at + 46 > view.byteLength || view.getUint32(at, true) !== CENTRAL) throw new TableFault('table_broken');
  const [flags, method, nameLength, extraLength, commentLength] = [8, 10, 28, 30, 32].map((offset) =>
    view.getUint16(at + offset, true),
  ) as Five;
  const [crc, packed, size, local] = [16, 20, 24, 42].map((offset) => view.getUint32(at + offset, true)) as Four;
  // Encrypted, as a whole or in its headers.
  if ((flags & 0b10_0000_0100_0001) !== 0) throw new TableFault('table_old');
  if (packed === ZIP64 || size === ZIP64 || local === ZIP64 || (method !== 0 && method !== 8))
    throw new TableFault('table_broken');
  const next = at + 46 + nameLength + extraLength + commentLength;
  if (next > view.byteLength || local + 30 > directory || view.getUint32(local, true) !== LOCAL)
    throw new TableFault('table_broken');
  const name = nameAt(view, at + 46, nameLength);
  const localName = view.getUint16(local + 26, true);
  const begin = local + 30 + localName + view.getUint16(local + 28, true);
  const end = begin + packed;
  if (end > directory || view.getUint16(local + 8, true) !== method || nameAt(view, local + 30, localName) !== name)
    throw new TableFault('table_broken');
  const stored = method === 0;
  if (stored && packed !== size) throw new TableFault('table_broken');
  if (ARCHIVE.test(name) || (stored && size >= 4 && view.getUint32(begin, true) === LOCAL))
    throw new TableFault('table_inflated');
  return { entry: { name, stored, begin, end, size, crc }, next };
}

type Four = [number, number, number, number];
type Five = [number, number, number, number, number];

function nameAt(view: DataView, at: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, length));
}

function checkSizes(entries: readonly ZipEntry[], { unpackedBytes }: ZipBounds): void {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > unpackedBytes || entries.some(({ size, begin, end }) => size > SMALL && size > (end - begin) * MAX_RATIO))
    throw new TableFault('table_inflated');
  const inOrder = entries.toSorted((a, b) => a.begin - b.begin);
  // Overlapping entries count the same bytes many times.
  if (inOrder.some(({ begin }, index) => begin < (inOrder[index - 1]?.end ?? 0))) throw new TableFault('table_broken');
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crcOf(bytes: Uint8Array, before: number): number {
  let crc = before;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return crc;
}
