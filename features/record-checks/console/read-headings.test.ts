/** The headings of a file, as the person chooses from them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHeadings } from './read-headings.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each([
  [
    'known ones below notes',
    'My shop\nprinted on Friday\nOrder number;Amount;Note\nA-1;1.00;x',
    ['Order number', 'Amount', 'Note'],
  ],
  ['unknown ones of the widest line', 'Beleg,Betrag\nA-1,1.00', ['Beleg', 'Betrag']],
  ['ones in Chinese with a mark of the encoding', '\ufeff订单号,金额\nA-1,1.00', ['订单号', '金额']],
])('are %s', async (_, text, headings) => {
  expect(await readHeadings(bytesOf(text))).toEqual(headings);
});

test('of a workbook are those of a sheet', async () => {
  const workbook = readFileSync(join(import.meta.dirname, '../../batches/server/case-two-sheets.xlsx'));
  expect(await readHeadings(workbook)).toContain('amount');
});

test.each([
  ['nothing', new Uint8Array()],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255])],
])('of %s are none', async (_, bytes) => {
  expect(await readHeadings(bytes)).toEqual([]);
});
