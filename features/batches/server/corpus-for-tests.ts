/** Files as people, programs and attackers make them, built in code. Only tests import this. */
import { crc32, deflateRawSync } from 'node:zlib';
import { batchColumns, type RowTexts } from '../columns.ts';

export const goodRow: RowTexts = {
  amount: '100.00',
  type: 'Bank card',
  holder: 'Lin Wei',
  bank: 'ICBC',
  branch: '',
  account: '6222020200112233446',
};
export const headings = ['Amount', 'Withdrawal type', 'Holder', 'Bank', 'Branch', 'Account'];

/** A valid card number for each index below a million. */
export function cardNumber(index: number): string {
  const digits = `622202020${String(index).padStart(9, '0')}`;
  let sum = 0;
  for (let at = digits.length - 1, doubled = true; at >= 0; at -= 1, doubled = !doubled) {
    const digit = Number(digits[at]) * (doubled ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export function manyRows(count: number): RowTexts[] {
  return Array.from({ length: count }, (_, index) => ({
    ...goodRow,
    amount: `${100 + (index % 900)}.${String(index % 100).padStart(2, '0')}`,
    account: cardNumber(index),
  }));
}

export function csv(
  rows: readonly RowTexts[],
  {
    separator = ',',
    lineEnd = '\r\n',
    head = headings,
  }: { separator?: string; lineEnd?: string; head?: readonly string[] } = {},
): string {
  const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [head, ...rows.map((row) => batchColumns.map((column) => row[column]))]
    .map((cells) => cells.map(quoted).join(separator) + lineEnd)
    .join('');
}

/** Text in UTF-16, with or without its mark. */
export function utf16(text: string, order: 'le' | 'be', { mark = true } = {}): Buffer {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

const encoders = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Text in an encoding of one or two bytes per letter, by inverting its decoder. */
export function encodedIn(text: string, encoding: string): Buffer {
  let letters = encoders.get(encoding);
  if (!letters) {
    const decoder = new TextDecoder(encoding);
    const found = new Map<string, readonly number[]>();
    for (let first = 0xff; first >= 0; first -= 1) {
      for (let second = 0xff; second >= 0x40; second -= 1)
        found.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
    }
    for (let byte = 0xff; byte >= 0; byte -= 1) found.set(decoder.decode(Uint8Array.of(byte)), [byte]);
    letters = found;
    encoders.set(encoding, letters);
  }
  return Buffer.from(
    Array.from(text).flatMap((letter) => {
      const bytes = letters.get(letter);
      if (!bytes) throw new Error(`${encoding} has no ${letter}`);
      return [...bytes];
    }),
  );
}

/** `金额,提现类型,收款人,银行,支行,账号` and one row, as a Chinese system writes it. */
export const gbkTable = Buffer.from(
  'bdf0b6ee2ccce1cfd6c0e0d0cd2ccad5bfeec8cb2cd2f8d0d02cd6a7d0d02cd5cbbac50d0a3130302e30302cd2f8d0d0bfa82cc1d6ceb02cb9a4c9ccd2f8d0d02c2c363232323032303230303131323233333434360d0a',
  'hex',
);

export interface Entry {
  name: string;
  data: string | Uint8Array;
  stored?: boolean;
  flags?: number;
  method?: number;
  /** The size in the headers, instead of the real one. */
  size?: number;
  packed?: number;
  crc?: number;
  localName?: string;
  /** Points to the bytes of another entry. */
  at?: number;
}

/** A zip as its entries say, true or not. */
export function zip(
  entries: readonly Entry[],
  { comment = '', count = entries.length, behind = '' }: { comment?: string; count?: number; behind?: string } = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const {
    name,
    data,
    stored = false,
    flags = 0,
    method = stored ? 0 : 8,
    localName = name,
    ...header
  } of entries) {
    const bytes = Buffer.from(data as Uint8Array);
    const packed = stored ? bytes : deflateRawSync(bytes);
    const [size, packedSize, crc] = [
      header.size ?? bytes.length,
      header.packed ?? packed.length,
      header.crc ?? crc32(bytes),
    ];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(crc, 14);
    local.writeUInt32LE(packedSize, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(Buffer.byteLength(localName), 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(crc, 16);
    central.writeUInt32LE(packedSize, 20);
    central.writeUInt32LE(size, 24);
    central.writeUInt16LE(Buffer.byteLength(name), 28);
    central.writeUInt32LE(header.at ?? offset, 42);
    directory.push(central, Buffer.from(name));
    if (header.at !== undefined) continue;
    parts.push(local, Buffer.from(localName), packed);
    offset += 30 + Buffer.byteLength(localName) + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...parts, listed, end, Buffer.from(comment), Buffer.from(behind)]);
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

export interface Workbook {
  /** The page's XML between `<worksheet>` and `</worksheet>`. */
  page: string;
  shared?: readonly string[];
  /** The sheets of `xl/workbook.xml`, instead of one visible sheet. */
  sheets?: string;
  /** Replaces the usual styles. */
  styles?: string;
  others?: readonly Entry[];
  pageEntry?: Partial<Entry>;
}

/**
 * A workbook as Excel writes it, with shared texts and styles: 1 is a day, 2 one with its own code, 3 an amount between
 * words, 4 an amount.
 */
export function workbook(parts: Workbook): Buffer {
  return zip(workbookEntries(parts));
}

const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-804]yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="171" formatCode="&quot;Summe&quot;\\ #,##0.00\\d"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="4"/></cellXfs></styleSheet>';

export function workbookEntries({
  page,
  shared,
  sheets = '<sheet name="S" sheetId="1" r:id="rId1"/>',
  styles = STYLES,
  others = [],
  pageEntry = {},
}: Workbook): Entry[] {
  return [
    { name: '[Content_Types].xml', data: '<Types/>' },
    {
      name: '_rels/.rels',
      data: `<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    { name: 'xl/workbook.xml', data: `<workbook xmlns:r="${OFFICE}"><sheets>${sheets}</sheets></workbook>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'worksheet', '/xl/worksheets/sheet2.xml')}${relation('rId3', 'styles', 'styles.xml')}${relation('rId4', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    },
    { name: 'xl/styles.xml', data: styles },
    ...(shared
      ? [{ name: 'xl/sharedStrings.xml', data: `<sst>${shared.map((text) => `<si>${text}</si>`).join('')}</sst>` }]
      : []),
    { name: 'xl/worksheets/sheet1.xml', data: `<worksheet>${page}</worksheet>`, ...pageEntry },
    ...others,
  ];
}

export const inline = (place: string, text: string): string =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** A page of rows with the usual headings; `cells` replace the given ones, by column. */
export function pageOf(
  rows: readonly (RowTexts | Partial<Record<(typeof batchColumns)[number], string>>)[],
  { after = '' } = {},
): string {
  const letter = (at: number): string => String.fromCharCode(65 + at);
  const head = `<row r="1">${headings.map((text, at) => inline(`${letter(at)}1`, text)).join('')}</row>`;
  const body = rows.map((row, index) => {
    const cells = batchColumns.map((column, at) => {
      const text = row[column] ?? goodRow[column];
      return text.startsWith('<c')
        ? text.replaceAll('§', `${letter(at)}${index + 2}`)
        : inline(`${letter(at)}${index + 2}`, text);
    });
    return `<row r="${index + 2}">${cells.join('')}</row>`;
  });
  return `<sheetData>${head}${body.join('')}</sheetData>${after}`;
}
