import { describe, expect, it } from 'vitest';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { inline, workbook } from '#features/batches/server/corpus-for-tests.ts';
import type { RecordColumn } from '../columns.ts';
import { recordCheckTexts } from '../words.ts';
import { readRecords } from './reading.ts';

type Named = Partial<Record<RecordColumn, string>>;
const bytesOf = (file: string | Uint8Array) => (typeof file === 'string' ? Buffer.from(file) : file);
const read = (file: string | Uint8Array, named: Named = {}) =>
  readRecords(bytesOf(file), { currency: 'CNY', named }, async () => undefined);

async function recordsIn(file: string | Uint8Array, named: Named = {}) {
  const found = await read(file, named);
  if ('fault' in found)
    throw new Error(formatPhrase(recordCheckTexts[found.fault.word], 'en', found.fault.values('en')));
  return found.records.map(({ line, number, amountMinor, status, day }) => [line, number, amountMinor, status, day]);
}
async function faultIn(file: string | Uint8Array, named: Named = {}) {
  const found = await read(file, named);
  if (!('fault' in found)) throw new Error('it was read');
  return formatPhrase(recordCheckTexts[found.fault.word], 'en', found.fault.values('en'));
}

const HEAD = 'Order number,Amount,Status,Paid at';
const csv = (...lines: string[]) => [HEAD, ...lines, ''].join('\r\n');
const LONG = '7391234567890123456';

describe('a list of orders', () => {
  it.each([
    ['in English', csv('A-1,"1,234.50",Paid,2026-11-20')],
    ['in Chinese', '商户订单号;金额;状态;支付时间\nA-1;1234.50;支付成功;2026年11月20日'],
    ['in Spanish', 'Número de pedido\tImporte\tEstado\tFecha\nA-1\t1.234,50\tPagado\t20/11/2026 09:30'],
    ['in Thai', 'หมายเลขคำสั่งซื้อ,จำนวนเงิน,สถานะ,วันที่\nA-1,1234.5,ชำระแล้ว,11/20/2026'],
    ['with notes above', `My list\n\n${csv('A-1,1234.50,success,20261120')}`.replaceAll('\r', '')],
    ['with the separator that its first line names', 'sep=|\nOrder no|Sum|State|Date\nA-1|1234.50|OK|2026/11/20 10:00'],
    ['in UTF-16', Buffer.from(`\ufeff${csv('A-1,1234.50,Paid,2026-11-20')}`, 'utf16le')],
  ])('%s is read', async (_, file) => {
    const [record] = await recordsIn(file);
    expect(record?.slice(1)).toEqual(['A-1', 123_450n, 'paid', '2026-11-20']);
  });

  it('in the letters of Chinese systems is read by its headings', async () => {
    const letters = Buffer.from([0xb6, 0xa9, 0xb5, 0xa5, 0xba, 0xc5, 0x2c, 0xbd, 0xf0, 0xb6, 0xee, 0x0a]); // 订单号,金额
    expect(await recordsIn(Buffer.concat([letters, Buffer.from('A-1,5\n')]))).toEqual([[2, 'A-1', 500n, 'paid', null]]);
  });

  it('as a workbook is read with its lines, and numbers that are texts keep their digits', async () => {
    const page = [['Order number', 'Amount'], [LONG, '12.30'], [], ['`0042', '5']];
    expect(await recordsIn(workbook({ page: pageOf(page) }))).toEqual([
      [2, LONG, 1_230n, 'paid', null],
      [4, '0042', 500n, 'paid', null],
    ]);
  });

  it('without states has only paid orders, and rows can be there twice', async () => {
    expect(await recordsIn('order,total\nA,1\nA,1\n')).toEqual([
      [2, 'A', 100n, 'paid', null],
      [3, 'A', 100n, 'paid', null],
    ]);
  });

  it('has the columns that the person names, whatever else could be meant', async () => {
    const file = 'Nr;Betrag;Order no;Total;Zustand\nA-1;1,50;X;9;offen';
    expect(await recordsIn(file, { number: 'nr', amount: 'BETRAG' })).toEqual([[2, 'A-1', 150n, 'paid', null]]);
  });

  it('knows states in four languages', async () => {
    const states = ['Paid', 'pending', '已退款', 'Caducado', 'ยกเลิก'];
    expect(
      (await recordsIn(csv(...states.map((state, at) => `A${at},1,${state},`)))).map((record) => record[3]),
    ).toEqual(['paid', 'unpaid', 'reversed', 'unpaid', 'unpaid']);
  });
});

/** A workbook's page of texts. */
function pageOf(rows: readonly (readonly string[])[]): string {
  const cells = (texts: readonly string[], row: number): string =>
    texts.map((text, at) => inline(`${'ABCDEFG'[at]}${row + 1}`, text)).join('');
  return `<sheetData>${rows.map((texts, row) => `<row r="${row + 1}">${cells(texts, row)}</row>`).join('')}</sheetData>`;
}

describe('a file is refused', () => {
  it.each([
    ['that is empty', '', 'This file has no rows'],
    ['with headings alone', csv(), 'This file has no rows'],
    [
      'that is a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]),
      'This isn’t a spreadsheet: choose an .xlsx or .csv file',
    ],
    [
      'that is an old workbook',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      'This is an old or protected workbook: save it as .xlsx without a password',
    ],
    [
      'in letters that nothing shows',
      Buffer.concat([Buffer.from(csv('A-1,1,Paid,')), Buffer.from([0xe9, 0xe8, 0x2c, 0x31])]),
      'The file’s encoding can’t be determined: save it as CSV UTF-8 or .xlsx',
    ],
    [
      'without a column for the number',
      'Amount,Client\n1,A',
      'Line 1: which column is the order number? Found: Amount, Client',
    ],
    [
      'without a column for the amount',
      'Order no,Client\n1,A',
      'Line 1: which column is the amount? Found: Order no, Client',
    ],
    ['with two columns for the amount', 'Order no,Amount,Total\n1,1,2', 'It could be Amount or Total: choose one'],
    [
      'with an amount that is none',
      csv('A-1,1,Paid,', 'A-2,1.2.3,Paid,'),
      'Line 3, column Amount: Enter an amount such as 1234.50',
    ],
    [
      'with an amount that can be two',
      csv('A-1,"1,500",Paid,'),
      'Line 2, column Amount: This could mean 1500.00 or 1.50; enter one of them',
    ],
    [
      'with an amount in another currency',
      csv('A-1,$1.00,Paid,'),
      'Line 2, column Amount: $ isn’t the platform’s currency (CNY)',
    ],
    ['with a negative amount', csv('A-1,-1.00,Paid,'), 'Line 2, column Amount: Enter an amount such as 1234.50'],
    [
      'with an amount that is a formula',
      csv('A-1,=1+1,Paid,'),
      'Line 2, column Amount: This cell contains a formula or its error: paste the value instead',
    ],
    [
      'with a number that lost its digits',
      csv('6.22E+18,1,Paid,'),
      'Line 2, column Order number: “6.22E+18” lost digits in a number cell: format the column as text',
    ],
    ['with a row without a number', csv(',1,Paid,'), 'Line 2, column Order number: the order number is missing'],
    [
      'with a number that none is',
      csv(`${'A'.repeat(65)},1,Paid,`),
      'Line 2, column Order number: an order number has at most 64 characters',
    ],
    ['with an unknown state', csv('A-1,1,Perhaps,'), 'Line 2, column Status: unknown status “Perhaps”'],
    ['with a date that is none', csv('A-1,1,Paid,2026-02-30'), 'Line 2, column Paid at: “2026-02-30” isn’t a date'],
    [
      'with dates that can be two',
      csv('A-1,1,Paid,03/04/2026'),
      'Line 2, column Paid at: “03/04/2026” could be two dates: put the year first, such as 2026-11-20',
    ],
    ['with a line of totals', csv('A-1,1,Paid,', 'Total,1,,'), 'Line 3: this is a totals line: remove it'],
    [
      'with separated thousands that make cells',
      csv('A-1,1,234.50,Paid,2026-11-20'),
      'Line 2: the row has more cells than headings',
    ],
    [
      'with a quotation mark that is not closed',
      csv('A-1,"1,Paid,'),
      'Line 2: a quotation mark is unclosed or in the middle of a cell',
    ],
  ])('%s', async (_, file, message) => {
    expect(await faultIn(file)).toBe(message);
  });

  it('that lacks a column that the person named', async () => {
    expect(await faultIn(csv('A-1,1,Paid,'), { amount: 'Net' })).toBe(
      'The file has no column Net. Found: Order number, Amount, Status, Paid at',
    );
  });

  it('that unpacks to more than it can hold', async () => {
    const bomb = workbook({ page: pageOf([['0'.repeat(30_000_000)]]) });
    expect(await faultIn(bomb)).toBe('This file is too large once unpacked: copy the rows into a new workbook');
  });

  it.each([
    ['a line of separators', ','.repeat(2_000_000), 'Line 1: the line is too long'],
    ['an open quotation mark', csv(`"${'a\r\n'.repeat(500_000)}`), 'Line 2: the line is too long'],
    ['brackets in a cell', csv(`A-1,1,${'('.repeat(200_000)},`), /^Line 2, column Status: unknown status “\({40}/],
    [
      'signs of a difference in a cell',
      csv(`A-1,${' ≠'.repeat(100_000)},Paid,`),
      /^Line 2, column Amount: .{0,2100}$/su,
    ],
    [
      'blank lines',
      `${HEAD}${'\n'.repeat(5_000_000)}`,
      'Line 400,001: more than 200,000 rows; compare a shorter range',
    ],
  ])('within four seconds: %s', async (_, file, message) => {
    const began = performance.now();
    expect(await faultIn(file)).toMatch(message);
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  it('but not for brackets in a heading, which take no time', async () => {
    const began = performance.now();
    expect(await recordsIn(csv('A-1,1,Paid,').replace('Paid at', '('.repeat(200_000)))).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  it('or read while others get their turns', async () => {
    let turns = 0;
    const rows = Array.from({ length: 20_000 }, (_, at) => `"A\r\n${at}",1,Paid,`);
    const found = await readRecords(Buffer.from(csv(...rows)), { currency: 'CNY', named: {} }, async () => {
      turns += 1;
    });
    expect('records' in found && found.records.at(-1)).toMatchObject({ line: 20_001, number: 'A 19999' });
    expect(turns).toBeGreaterThan(20);
  });

  it('with too many rows', async () => {
    const rows = Array.from({ length: 200_001 }, (_, at) => `A${at},1`).join('\n');
    expect(await faultIn(`order,total\n${rows}`)).toBe('Line 200,002: more than 200,000 rows; compare a shorter range');
  });
});
