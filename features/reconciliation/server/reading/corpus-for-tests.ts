/** Statements of an upstream as they come, and broken ones. Only tests import this. */
import { encodedIn, utf16, workbook } from '#features/batches/server/corpus-for-tests.ts';
import type { Mapping, TableMapping } from '../../mapping.ts';
import type { FaultWord } from '../../statement-line.ts';

export const plainMapping: TableMapping = {
  format: 'table',
  columns: {
    reference: 'Trade no',
    ownNumber: 'Order no',
    amount: 'Amount',
    fee: 'Fee',
    time: 'Time',
    kind: 'Type',
    status: null,
  },
  kinds: [
    { text: 'PAY', kind: 'payin' },
    { text: 'REFUND', kind: 'reversal' },
    { text: 'OUT', kind: 'payout' },
  ],
  kind: null,
  statuses: [],
  amounts: 'byKind',
  decimal: '.',
  thousands: '',
  dateForm: 'ymd',
  timeZone: 'Asia/Shanghai',
  headerRow: 1,
  footerRows: 0,
  sheet: null,
  encoding: 'utf-8',
  separator: ',',
};

/** Without columns that a test does not need. */
export function mappingWith(changes: Partial<TableMapping>): TableMapping {
  return { ...plainMapping, ...changes };
}

export const headings = ['Trade no', 'Order no', 'Amount', 'Fee', 'Time', 'Type'];

/** One line that can be read, and its changes. */
export function cells(
  changes: Partial<Record<'no' | 'own' | 'amount' | 'fee' | 'time' | 'kind', string>> = {},
): string[] {
  const {
    no = 'T1',
    own = '7000000000000000001',
    amount = '100.00',
    fee = '0.60',
    time = '2026-11-19 10:00:00',
    kind = 'PAY',
  } = changes;
  return [no, own, amount, fee, time, kind];
}

export function csv(rows: readonly (readonly string[])[], { separator = ',', lineEnd = '\r\n' } = {}): string {
  return [headings, ...rows].map((row) => row.join(separator) + lineEnd).join('');
}

export function sheet(rows: readonly (readonly string[])[]): Buffer {
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const cell = (text: string): string => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
  const lines = [headings, ...rows].map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
  return workbook({ page: `<sheetData>${lines}</sheetData>` });
}

interface BrokenFile {
  name: string;
  bytes: Uint8Array;
  mapping?: Mapping;
  line: number | null;
  column: string | null;
  word: FaultWord;
}

const text = (content: string): Buffer => Buffer.from(content);
const second = (changes: Parameters<typeof cells>[0]): Buffer => text(csv([cells(), cells({ no: 'T2', ...changes })]));
const gbk = (content: string): Buffer => encodedIn(content, 'gb18030');

export const brokenFiles: readonly BrokenFile[] = [
  // The whole file
  { name: 'an empty file', bytes: text(''), line: null, column: null, word: 'file_empty' },
  { name: 'blank lines only', bytes: text('\r\n ,,\r\n'), line: null, column: null, word: 'file_empty' },
  {
    name: 'Chinese in GBK, read as UTF-8',
    bytes: gbk(csv([cells(), cells({ no: 'T2', kind: '支付' })])),
    line: 3,
    column: 'Type',
    word: 'file_encoding',
  },
  {
    name: 'UTF-16 without a mark, read as UTF-8',
    bytes: utf16(csv([cells()]), 'le', { mark: false }),
    line: 1,
    column: 'A',
    word: 'file_encoding',
  },
  {
    name: 'UTF-8 in Chinese, read as GB18030',
    bytes: text(csv([cells({ kind: '收款单' })])),
    mapping: mappingWith({ encoding: 'gb18030' }),
    line: 2,
    column: 'Type',
    word: 'file_encoding',
  },
  {
    name: 'a byte order mark of another encoding',
    bytes: utf16(csv([cells()]), 'le'),
    line: 1,
    column: null,
    word: 'file_mark',
  },
  {
    name: 'the mark of UTF-8, where the mapping says GB18030',
    bytes: text(`\ufeff${csv([cells()])}`),
    mapping: mappingWith({ encoding: 'gb18030' }),
    line: 1,
    column: null,
    word: 'file_mark',
  },
  {
    name: 'an old workbook',
    bytes: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    line: null,
    column: null,
    word: 'file_old',
  },
  {
    name: 'a zip bomb',
    bytes: workbook({ page: '<sheetData/>', others: [{ name: 'xl/media/a', data: 'x'.repeat(8 * 1_048_576) }] }),
    line: null,
    column: null,
    word: 'file_inflated',
  },
  {
    name: 'a workbook that is cut off',
    bytes: sheet([cells()]).subarray(0, 300),
    line: null,
    column: null,
    word: 'file_broken',
  },
  {
    name: 'a wrong sheet',
    bytes: sheet([cells()]),
    mapping: mappingWith({ sheet: 'November' }),
    line: null,
    column: null,
    word: 'sheet_missing',
  },
  // Headings
  {
    name: 'headings of another statement',
    bytes: text('a,b,c\r\n1,2,3\r\n'),
    line: 1,
    column: 'Trade no',
    word: 'column_missing',
  },
  {
    name: 'a heading twice',
    bytes: text(csv([]).replace('Order no', 'Trade no')),
    line: 1,
    column: 'Trade no',
    word: 'column_double',
  },
  {
    name: 'less lines than those above the headings',
    bytes: text(csv([cells()])),
    mapping: mappingWith({ headerRow: 5 }),
    line: 5,
    column: 'Amount',
    word: 'column_missing',
  },
  {
    name: 'another separator',
    bytes: text(csv([cells()], { separator: ';' })),
    line: 1,
    column: 'Trade no',
    word: 'column_missing',
  },
  // Amounts
  {
    name: 'thousands separators',
    bytes: second({ amount: '"1,234.50"' }),
    line: 3,
    column: 'Amount',
    word: 'money_thousands',
  },
  {
    name: 'thousands separators that split cells',
    bytes: second({ amount: '1,234.50' }),
    line: 3,
    column: 'G',
    word: 'cells_extra',
  },
  {
    name: 'thousands after a point',
    bytes: second({ amount: '1.234.567' }),
    line: 3,
    column: 'Amount',
    word: 'money_thousands',
  },
  { name: 'a decimal comma', bytes: second({ amount: '"1234,50"' }), line: 3, column: 'Amount', word: 'money_decimal' },
  {
    name: 'a decimal comma behind a thousands point',
    bytes: second({ fee: '"1.234,50"' }),
    line: 3,
    column: 'Fee',
    word: 'money_decimal',
  },
  {
    name: 'a decimal point where the mapping says comma',
    bytes: text(csv([cells({ amount: '12.34', fee: '0' })])),
    mapping: mappingWith({ decimal: ',', thousands: '.' }),
    line: 2,
    column: 'Amount',
    word: 'money_decimal',
  },
  {
    name: 'an amount with too many decimals',
    bytes: second({ amount: '12.345' }),
    line: 3,
    column: 'Amount',
    word: 'money_decimals',
  },
  {
    name: 'an amount of a formula',
    bytes: second({ amount: '=SUM(C2)' }),
    line: 3,
    column: 'Amount',
    word: 'money_form',
  },
  { name: 'an amount that is missing', bytes: second({ amount: '' }), line: 3, column: 'Amount', word: 'money_form' },
  {
    name: 'an amount that is rounded',
    bytes: second({ amount: '1.2E+15' }),
    line: 3,
    column: 'Amount',
    word: 'number_rounded',
  },
  {
    name: 'an amount beyond all money',
    bytes: second({ amount: '12345678901234.00' }),
    line: 3,
    column: 'Amount',
    word: 'money_large',
  },
  {
    name: 'a sign where the kind has one',
    bytes: second({ amount: '-5.00', kind: 'REFUND' }),
    line: 3,
    column: 'Amount',
    word: 'money_sign',
  },
  // Numbers
  {
    name: 'a 19-digit number turned into 6.22E+18',
    bytes: second({ own: '6.22E+18' }),
    line: 3,
    column: 'Order no',
    word: 'number_rounded',
  },
  {
    name: 'the same with a decimal comma',
    bytes: second({ no: '"6,22020200112233E+18"' }),
    line: 3,
    column: 'Trade no',
    word: 'number_rounded',
  },
  {
    name: 'a 19-digit number in a number cell',
    bytes: workbook({
      page: `<sheetData><row>${headings.map((one) => `<c t="inlineStr"><is><t>${one}</t></is></c>`).join('')}</row><row><c t="inlineStr"><is><t>T1</t></is></c><c><v>6220202001122334460</v></c><c><v>100</v></c><c><v>0.6</v></c><c t="inlineStr"><is><t>2026-11-19 10:00:00</t></is></c><c t="inlineStr"><is><t>PAY</t></is></c></row></sheetData>`,
    }),
    line: 2,
    column: 'Order no',
    word: 'number_rounded',
  },
  {
    name: 'a line without any number',
    bytes: second({ no: '', own: '' }),
    line: 3,
    column: 'Trade no',
    word: 'number_missing',
  },
  {
    name: 'a number without end',
    bytes: second({ no: 'x'.repeat(65) }),
    line: 3,
    column: 'Trade no',
    word: 'number_long',
  },
  // Dates: each form where the mapping says another
  ...(
    [
      ['ymd', '19/11/2026 10:00'],
      ['dmy', '2026-11-19 10:00'],
      ['mdy', '19/11/2026 10:00'],
      ['compact', '2026-11-19'],
      ['iso', '2026-11-19 10:00:00'],
      ['unix', '20261119100000'],
      ['ymd', '2026-02-30'],
      ['ymd', '2026-11-19 24:30'],
      ['mdy', '11/19/2026 13:00 PM'],
    ] as const
  ).map(([dateForm, time]): BrokenFile => ({
    name: `the date ${time}, where the mapping says ${dateForm}`,
    bytes: text(csv([cells({ time })])),
    mapping: mappingWith({ dateForm }),
    line: 2,
    column: 'Time',
    word: 'time_form',
  })),
  { name: 'a time that is missing', bytes: second({ time: '' }), line: 3, column: 'Time', word: 'time_form' },
  // Kinds and statuses
  { name: 'an unknown kind', bytes: second({ kind: 'CHARGEBACK' }), line: 3, column: 'Type', word: 'kind_unknown' },
  {
    name: 'an unknown status',
    bytes: text(csv([cells({ kind: 'HELD' })])),
    mapping: mappingWith({
      columns: { ...plainMapping.columns, kind: null, status: 'Type' },
      kinds: [],
      kind: 'payin',
      statuses: [{ text: 'PAY', status: 'success' }],
    }),
    line: 2,
    column: 'Type',
    word: 'status_unknown',
  },
  // Lines
  {
    name: 'a duplicated line',
    bytes: text(csv([cells(), cells({ no: 'T2' }), cells()])),
    line: 4,
    column: null,
    word: 'line_double',
  },
  ...['Total', '合计', 'Importe total', 'รวมทั้งสิ้น'].map((total): BrokenFile => ({
    name: `a totals line at the end: ${total}`,
    bytes: text(csv([cells(), [total, '', '100.00', '0.60', '', '']])),
    line: 3,
    column: null,
    word: 'line_totals',
  })),
  {
    name: 'a footer that is an entry',
    bytes: text(csv([cells(), cells({ no: 'T2' })])),
    mapping: mappingWith({ footerRows: 1 }),
    line: 3,
    column: null,
    word: 'line_entry',
  },
  {
    name: 'a quotation mark that stays open',
    bytes: second({ kind: '"PAY' }),
    line: 3,
    column: null,
    word: 'quote_open',
  },
  { name: 'a quotation mark inside a cell', bytes: second({ no: 'T"2' }), line: 3, column: null, word: 'quote_open' },
  {
    name: 'a line without end',
    bytes: text(csv([cells({ no: 'x'.repeat(40_000) })], { lineEnd: '' })),
    line: 1,
    column: null,
    word: 'row_long',
  },
];
