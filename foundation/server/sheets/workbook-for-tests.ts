/**
 * Reads the workbooks that our writer makes, independently of it, through the zip's directory. Only tests import this.
 */
import { inflateRawSync } from 'node:zlib';

/** The zip's files, by path, as text. */
export function unzip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  const files = new Map<string, string>();
  for (let at = zip.readUInt32LE(end + 16), left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, nameLength, extraLength, commentLength] = [
      zip.readUInt32LE(at + 20),
      ...[28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)),
    ] as [number, number, number, number];
    const file = zip.readUInt32LE(at + 42);
    const data = file + 30 + zip.readUInt16LE(file + 26) + zip.readUInt16LE(file + 28);
    files.set(
      zip.toString('utf8', at + 46, at + 46 + nameLength),
      inflateRawSync(zip.subarray(data, data + size)).toString('utf8'),
    );
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

export interface ReadCell {
  place: string;
  /** `inlineStr` is text; `n` a number. */
  type: string;
  style: string;
  value: string;
}

/** Returns the rows of a page, counted from 1, cell by cell; formulas (`<f>`) would be in `value`. */
export function readPage(files: ReadonlyMap<string, string>, no = 1): ReadCell[][] {
  const page = files.get(`xl/worksheets/sheet${no}.xml`) ?? '';
  return [...page.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c r="(\w+)"([^>]*)>(.*?)<\/c>/gs)].map(([, place = '', attributes = '', inner = '']) => ({
      place,
      type: /t="(\w+)"/.exec(attributes)?.[1] ?? 'n',
      style: /s="(\d)"/.exec(attributes)?.[1] ?? '0',
      value: inner.replace(/^<(?:is><t[^>]*|v)>(.*)<\/(?:t><\/is|v)>$/s, '$1'),
    })),
  );
}

/** All pieces as one. */
export async function collected(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = [];
  for await (const piece of pieces) found.push(piece);
  return Buffer.concat(found);
}
