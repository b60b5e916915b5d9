import { describe, expect, test } from 'vitest';
import { batchColumns } from '../columns.ts';
import { readTable } from '../reading.ts';
import { MAX_TABLE_BYTES } from '../rules.ts';
import {
  cardNumber,
  csv,
  gbkTable,
  goodRow,
  headings,
  inline,
  manyRows,
  pageOf,
  utf16,
  workbook,
  workbookEntries,
  zip,
} from './corpus-for-tests.ts';

const read = async (file: string | Uint8Array) => readTable(typeof file === 'string' ? Buffer.from(file) : file, 'CNY');
/** The rows, or why there are none. */
async function rowsOf(file: string | Uint8Array): Promise<unknown> {
  const found = await read(file);
  return 'rows' in found ? found.rows : { word: found.fault.word, ...found.fault.valuesIn('en') };
}
async function faultNameOf(file: string | Uint8Array): Promise<string> {
  const found = await read(file);
  return 'fault' in found ? found.fault.word : 'read';
}
/** The first row's cells. */
async function firstOf(file: string | Uint8Array) {
  const found = await read(file);
  return 'rows' in found ? found.rows[0]?.values : found.fault.word;
}

const one = [{ line: 2, values: goodRow }];

describe('a table as text', () => {
  test.each([
    ['commas', csv([goodRow])],
    ['semicolons', csv([goodRow], { separator: ';' })],
    ['tabs', csv([goodRow], { separator: '\t' })],
    ['bare line ends', csv([goodRow], { lineEnd: '\n' })],
    ['old line ends', csv([goodRow], { lineEnd: '\r' })],
    ['no line end at all behind the last row', csv([goodRow]).trimEnd()],
    ['the mark of UTF-8', `\ufeff${csv([goodRow])}`],
    ['UTF-16, little end first', utf16(csv([goodRow]), 'le')],
    ['UTF-16, big end first', utf16(csv([goodRow]), 'be')],
    ['UTF-16 without its mark', utf16(csv([goodRow]), 'le', { mark: false })],
    ['UTF-16 without its mark, big end first', utf16(csv([goodRow]), 'be', { mark: false })],
  ])('is read with %s', async (_, file) => {
    expect(await rowsOf(file)).toEqual(one);
  });

  test('is read in UTF-8 and in GBK, with Chinese headings', async () => {
    const values = {
      amount: '100.00',
      type: '银行卡',
      holder: '林伟',
      bank: '工商银行',
      branch: '',
      account: '6222020200112233446',
    };
    const head = ['金额', '提现类型', '收款人', '银行', '支行', '账号'];
    expect(await rowsOf(csv([values], { head }))).toEqual([{ line: 2, values }]);
    expect(await rowsOf(gbkTable)).toEqual([{ line: 2, values }]);
  });

  test('keeps quoted text, and the line numbers after an empty line', async () => {
    const values = { ...goodRow, holder: 'Lin "Ann",\nWei' };
    const found = csv([values, goodRow]).split('\r\n');
    expect(await rowsOf(['', ...found.slice(0, 2), '', ',,,,,', ' , ,,,,', ...found.slice(2)].join('\r\n'))).toEqual([
      { line: 3, values },
      { line: 7, values: goodRow },
    ]);
  });

  test.each([
    ['an open quote', 'table_broken', `${csv([goodRow])}"100.00,Bank card`],
    ['nothing', 'table_empty', ''],
    ['blanks', 'table_empty', ' \r\n \r\n'],
    ['headings alone', 'table_empty', csv([])],
    [
      'a picture',
      'table_type',
      Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), Buffer.alloc(200, 7)]),
    ],
    [
      'a PDF',
      'table_type',
      Buffer.concat([Buffer.from('%PDF-1.7\n%'), Buffer.from([0xe2, 0xe3, 0xcf, 0xd3, 0, 1, 2])]),
    ],
    ['a program', 'table_type', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(64)])],
    ['a workbook from before 2007, or with a password', 'table_old', Buffer.from('d0cf11e0a1b11ae1000000', 'hex')],
    [
      'a zip behind text',
      'table_type',
      Buffer.concat([Buffer.from('Amount,Holder\n'), workbook({ page: pageOf([goodRow]) })]),
    ],
    [
      'text that is in no encoding that we know',
      'table_encoding',
      Buffer.concat([Buffer.from('Amount,'), Buffer.from([0xff, 0xff, 0xff])]),
    ],
  ])('that is %s is refused as %s', async (_, word, file) => {
    expect(await faultNameOf(file)).toBe(word);
  });
});

describe('headings', () => {
  test.each([
    ['in any order', ['Account', 'Holder', 'Bank', 'Amount', 'Type']],
    [
      'in capitals, with blanks and marks',
      [' ACCOUNT NUMBER* ', 'account_holder', 'BANK NAME:', 'Amount (CNY)', 'withdrawal  type'],
    ],
    ['full-width', ['Ａｃｃｏｕｎｔ', 'Ｈｏｌｄｅｒ', 'Ｂａｎｋ', 'Ａｍｏｕｎｔ', 'Ｔｙｐｅ']],
    ['in Chinese', ['卡 号', '户名', '开户行', '金额（元）', '类型']],
    ['in Chinese, by other names', ['账户', '收款人', '银行', '金额', '提现类型']],
    ['in Spanish, without its accents', ['numero de cuenta', 'titular', 'BANCO', 'importe', 'tipo']],
    ['in Thai', ['เลขบัญชี', 'ชื่อผู้รับเงิน', 'ธนาคาร', 'จำนวนเงิน', 'ประเภทการถอน']],
  ])('are known %s', async (_, head) => {
    const line = [goodRow.account, goodRow.holder, goodRow.bank, goodRow.amount, goodRow.type].join(',');
    expect(await rowsOf(`${head.join(',')}\n${line}`)).toEqual(one);
  });

  test('added to returned wrong rows are ignored', async () => {
    const file = `Line,${headings.join(',')},Error\n2,${batchColumns.map((column) => goodRow[column]).join(',')},Wrong digit\n9,,,,,,,x`;
    expect(await rowsOf(file)).toEqual(one);
  });

  test.each([
    ['that are missing', 'Amount,Holder,Account', { word: 'header_missing', columns: 'Withdrawal type, Bank' }],
    [
      'that are there twice',
      'Amount,Type,Holder,Bank,Account,Card number',
      { word: 'header_double', column: 'Account' },
    ],
    ['unknown ones', `${headings.join(',')},Remark,Colour`, { word: 'header_unknown', columns: 'Remark, Colour' }],
  ])('%s are named', async (_, head, names) => {
    expect(await rowsOf(`${head}\n1,2,3,4,5,6`)).toMatchObject(names);
  });
});

describe('a workbook', () => {
  test('is read from inline and shared texts, without phonetic guides', async () => {
    const shared = [
      '<t>Lin Wei</t>',
      '<r><t>I</t></r><r><t>CBC</t></r><rPh><t>i-si</t></rPh>',
      '<t>_x0036_222020200112233446</t>',
    ];
    const cell = (index: number): string => `<c r="§" t="s"><v>${index}</v></c>`;
    expect(
      await rowsOf(workbook({ page: pageOf([{ holder: cell(0), bank: cell(1), account: cell(2) }]), shared })),
    ).toEqual(one);
  });

  test.each([
    ['an amount', 'amount', '<c r="§"><v>1234.5</v></c>', '1234.5'],
    ['an amount as a program computes it', 'amount', '<c r="§" s="4"><v>1234.5599999999999</v></c>', '1234.56'],
    ['an amount with a word that is not a currency', 'amount', '<c r="§" s="3"><v>1234.5</v></c>', 'Summe 1234.5d'],
    ['a short number', 'account', '<c r="§"><v>13812345678</v></c>', '13812345678'],
    ['15 digits', 'account', '<c r="§"><v>622202020011223</v></c>', '622202020011223'],
    ['16 digits', 'account', '<c r="§"><v>6222020200112233</v></c>', '6.22202020011223e+15'],
    ['19 digits', 'account', '<c r="§"><v>6222020200112233446</v></c>', '6.22202020011223e+18'],
    [
      '19 digits, rounded by the program',
      'account',
      '<c r="§"><v>6.2220202001122335E+18</v></c>',
      '6.22202020011223e+18',
    ],
    ['a day', 'amount', '<c r="§" s="1"><v>45000</v></c>', '2023-03-15'],
    ['a day by a code of its own', 'amount', '<c r="§" s="2"><v>45000</v></c>', '2023-03-15'],
    ['a day as text', 'amount', '<c r="§" t="d"><v>2023-03-15</v></c>', '2023-03-15'],
    ['a yes', 'amount', '<c r="§" t="b"><v>1</v></c>', 'TRUE'],
    ['a formula, whatever it came to', 'amount', '<c r="§"><f>50+50</f><v>100</v></c>', '=50+50'],
    ['a text formula', 'holder', '<c r="§" t="str"><f>A1</f><v>Lin Wei</v></c>', '=A1'],
    ['a shared formula', 'amount', '<c r="§"><f t="shared" si="0"/><v>100</v></c>', '='],
    ['an error', 'bank', '<c r="§" t="e"><v>#REF!</v></c>', '#REF!'],
    ['an empty cell', 'branch', '<c r="§" s="1"/>', ''],
  ] as const)('shows %s', async (_, column, cell, text) => {
    expect(await firstOf(workbook({ page: pageOf([{ [column]: cell }]) }))).toEqual({ ...goodRow, [column]: text });
  });

  test('counts unnumbered lines and columns, and keeps the numbers of numbered ones', async () => {
    const bare = (texts: readonly string[]): string =>
      texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
    const cells = bare(batchColumns.map((column) => goodRow[column]));
    const page = `<sheetData><row>${bare(headings)}</row><row>${cells}</row><row r="9">${cells}</row></sheetData>`;
    expect(await rowsOf(workbook({ page }))).toEqual([...one, { line: 9, values: goodRow }]);
  });

  test('is never read from a hidden page', async () => {
    const others = [
      { name: 'xl/worksheets/sheet2.xml', data: `<worksheet>${pageOf([{ holder: 'Ann Wei' }])}</worksheet>` },
    ];
    const sheets = '<sheet name="A" state="hidden" r:id="rId1"/><sheet name="B" state="visible" r:id="rId2"/>';
    expect(await firstOf(workbook({ page: pageOf([goodRow]), sheets, others }))).toEqual({
      ...goodRow,
      holder: 'Ann Wei',
    });
    expect(
      await faultNameOf(
        workbook({ page: pageOf([goodRow]), sheets: '<sheet name="A" state="veryHidden" r:id="rId1"/>' }),
      ),
    ).toBe('table_empty');
  });

  test('with merged cells is refused', async () => {
    const page = pageOf([goodRow], { after: '<mergeCells><mergeCell ref="B2:C3"/></mergeCells>' });
    expect(await rowsOf(workbook({ page }))).toMatchObject({ word: 'table_merged', cells: 'B2:C3' });
  });

  test('of 10,000 rows is read, and of one more is refused with the count', async () => {
    const rows = manyRows(10_000);
    const found = await read(workbook({ page: pageOf(rows) }));
    expect('rows' in found && [found.rows.length, found.rows.at(-1)]).toEqual([
      10_000,
      { line: 10_001, values: rows.at(-1) },
    ]);
    expect(await rowsOf(workbook({ page: pageOf(manyRows(10_001)) }))).toMatchObject({
      word: 'table_rows',
      count: 10_001,
      most: 10_000,
    });
    expect(await rowsOf(csv(manyRows(10_001)))).toMatchObject({ word: 'table_rows', count: 10_001 });
    expect(cardNumber(0)).not.toBe(cardNumber(1));
  });
});

describe('the zip check before a workbook', () => {
  const page = pageOf([goodRow]);
  const entries = workbookEntries({ page });
  const changed = (change: object): Uint8Array => workbook({ page, pageEntry: change });
  const megabyte = 'A'.repeat(1_048_576);

  test('accepts a plain one', async () => {
    expect(await rowsOf(zip(entries, { comment: 'made by hand' }))).toEqual(one);
    expect(await rowsOf(zip(entries.map((entry) => ({ ...entry, stored: true }))))).toEqual(one);
  });

  test.each([
    ['a bomb that says so', 'table_inflated', workbook({ page: `<sheetData>${megabyte.repeat(33)}</sheetData>` })],
    [
      'a bomb next to the page',
      'table_inflated',
      workbook({ page, others: [{ name: 'xl/media/a.bin', data: megabyte.repeat(20) }] }),
    ],
    [
      'a bomb that says it is small',
      'table_broken',
      workbook({ page: megabyte.repeat(40), pageEntry: { size: 5_000 } }),
    ],
    [
      'many small ones',
      'table_inflated',
      zip([...entries, ...Array.from({ length: 600 }, (_, index) => ({ name: `x/${index}`, data: 'x' }))]),
    ],
    [
      'entries that share their bytes',
      'table_broken',
      zip([...entries, { name: 'xl/media/a', data: '<Types/>', localName: '', at: 0 }]),
    ],
    ['a zip in the zip, by its name', 'table_inflated', workbook({ page, others: [{ name: 'xl/a.zip', data: 'x' }] })],
    [
      'a zip in the zip, by its bytes',
      'table_inflated',
      workbook({ page, others: [{ name: 'xl/a', data: zip(entries), stored: true }] }),
    ],
    ['encrypted entries', 'table_old', changed({ flags: 1 })],
    ['zip64', 'table_broken', changed({ size: 0xffffffff })],
    ['another method of packing', 'table_broken', changed({ method: 12 })],
    ['another name in its place', 'table_broken', changed({ localName: 'xl/worksheets/sheet9.xml' })],
    ['two parts of one name', 'table_broken', zip([...entries, ...entries])],
    ['another number of entries', 'table_broken', zip(entries, { count: entries.length - 1 })],
    ['no entry', 'table_type', zip([])],
    ['something behind its end', 'table_broken', zip(entries, { behind: '<script>' })],
    ['a size that is not true', 'table_broken', changed({ size: 10_000 })],
    ['a digit that has changed', 'table_broken', changed({ crc: 1 })],
    ['half of itself', 'table_broken', zip(entries).subarray(0, 900)],
    ['no workbook', 'table_type', zip([{ name: 'a.txt', data: 'x' }])],
    [
      'a text document',
      'table_type',
      zip([entries[1] ?? { name: '', data: '' }, { name: 'xl/workbook.xml', data: '<document/>' }]),
    ],
    ['no page', 'table_type', zip(entries.filter(({ name }) => !name.includes('sheet1')))],
    [
      'entities',
      'table_broken',
      workbook({ page: '', pageEntry: { data: '<!DOCTYPE a [<!ENTITY b "bb">]><worksheet>&b;</worksheet>' } }),
    ],
    ['broken XML', 'table_broken', workbook({ page: '<sheetData><row>' })],
    [
      'bytes that are no text',
      'table_broken',
      workbook({ page: '', pageEntry: { data: Buffer.from([0x3c, 0x61, 0xff, 0xfe, 0x3e]) } }),
    ],
    [
      'more texts than a batch has cells',
      'table_inflated',
      workbook({ page, shared: Array.from({ length: 200_001 }, (_, index) => `<t>${index}</t>`) }),
    ],
  ])('stops %s: %s', async (_, word, file) => {
    expect(await faultNameOf(file)).toBe(word);
  });

  test('uses little memory for the largest bomb of the allowed size', async () => {
    const bomb = workbook({
      page: `<sheetData>${'<row/>'.repeat(170_000 * 31)}</sheetData>`,
      pageEntry: { size: 32_000_000 },
    });
    expect(bomb.length).toBeLessThan(MAX_TABLE_BYTES);
    const before = process.memoryUsage().rss;
    expect(await faultNameOf(bomb)).not.toBe('read');
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1_048_576);
  });

  test('yields to other work while it reads', async () => {
    let turns = 0;
    await readTable(workbook({ page: pageOf(manyRows(2_000)) }), 'CNY', async () => void (turns += 1));
    expect(turns).toBeGreaterThan(10);
  });

  test('cuts an overlong cell, and reads no column far to the right', async () => {
    const long = { ...goodRow, branch: 'x'.repeat(40_000) };
    const found = await firstOf(
      workbook({ page: pageOf([long]).replace('</row>', `${inline('ZZ1', 'Colour')}</row>`) }),
    );
    expect(found).toEqual({ ...goodRow, branch: 'x'.repeat(1_000) });
    expect(await firstOf(csv([long]))).toEqual(found);
  });
});
