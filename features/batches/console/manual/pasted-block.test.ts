/** A block pasted into the grid becomes the rows that the spreadsheet showed. */
import { expect, test } from 'vitest';
import type { BatchColumn, RowTexts } from '../../columns.ts';
import { rowsOfPaste } from './pasted-block.ts';

test.each<[string, string, BatchColumn, Partial<RowTexts>[] | undefined]>([
  ['a single text is the field’s own', '1200.50', 'amount', undefined],
  ['nothing', '', 'amount', undefined],
  ['a text with a line end is still single', '1200.50\r\n', 'amount', undefined],
  ['a column of cells goes down', '1\n2\r\n3\n', 'amount', [{ amount: '1' }, { amount: '2' }, { amount: '3' }]],
  [
    'whole rows in the grid’s order',
    '1200.50\tbank\t张三\tICBC\t北京分行\t6222020200112345703\n88\talipay\tLi Lei\t\t\tli.lei@example.com',
    'amount',
    [
      {
        amount: '1200.50',
        type: 'bank',
        holder: '张三',
        bank: 'ICBC',
        branch: '北京分行',
        account: '6222020200112345703',
      },
      { amount: '88', type: 'alipay', holder: 'Li Lei', bank: '', branch: '', account: 'li.lei@example.com' },
    ],
  ],
  [
    'from the middle, and what goes beyond the last column is left out',
    'ICBC\tEast\t6222\tmore\n',
    'bank',
    [{ bank: 'ICBC', branch: 'East', account: '6222' }],
  ],
  [
    'headings in any order and language, wherever it is pasted; a column of errors is left aside',
    '账号\tHolder\t金额\tError\n6222\t张三\t10\tAmount: wrong',
    'branch',
    [{ account: '6222', holder: '张三', amount: '10' }],
  ],
  ['headings without rows are no rows', 'Amount\tHolder\n', 'amount', []],
  [
    'a name that is no heading makes the first line a row',
    'Amount\tJohn\n1\t2',
    'amount',
    [
      { amount: 'Amount', type: 'John' },
      { amount: '1', type: '2' },
    ],
  ],
  [
    'types by any of their names',
    '银行卡\n支付宝\nCheque',
    'type',
    [{ type: 'bank' }, { type: 'alipay' }, { type: 'Cheque' }],
  ],
  [
    'a column of types that begins with what is also a heading',
    'bank\nalipay',
    'type',
    [{ type: 'bank' }, { type: 'alipay' }],
  ],
  ['… where banks are due, that is the heading', 'bank\nICBC', 'bank', [{ bank: 'ICBC' }]],
  ['a single heading, with invisible marks around it', '\u200bHolder\n张三', 'branch', [{ holder: '张三' }]],
  [
    'a heading that is there twice is none',
    'Bank\tBank name\nICBC\tABC',
    'bank',
    [
      { bank: 'Bank', branch: 'Bank name' },
      { bank: 'ICBC', branch: 'ABC' },
    ],
  ],
  ['a column that is no column of ours is no heading', 'Error\nx', 'branch', [{ branch: 'Error' }, { branch: 'x' }]],
  [
    'a cell in quotes with a line break is one cell on one line',
    '10\tbank\t"Zhang\nSan"',
    'amount',
    [{ amount: '10', type: 'bank', holder: 'Zhang San' }],
  ],
  ['a doubled quote is one', '"a ""b"""\tx', 'holder', [{ holder: 'a "b"', bank: 'x' }]],
  [
    'amounts in the form that the grid sends',
    '¥1,200.50\n1.234,50\n１２',
    'amount',
    [{ amount: '1200.50' }, { amount: '1234.50' }, { amount: '12.00' }],
  ],
  [
    'an amount that could be two, as the others of the block',
    '1,500\n10.50',
    'amount',
    [{ amount: '1500.00' }, { amount: '10.50' }],
  ],
  ['… with a decimal comma', '1.500\n10,50', 'amount', [{ amount: '1500.00' }, { amount: '10.50' }]],
  ['… and unchanged where they do not decide', '1,500\n10', 'amount', [{ amount: '1,500' }, { amount: '10' }]],
  ['another currency unchanged', 'USD 5\n10', 'amount', [{ amount: 'USD 5' }, { amount: '10' }]],
  ['blanks around a cell are dropped', ' 10 \t bank ', 'amount', [{ amount: '10', type: 'bank' }]],
])('%s', (_, text, at, rows) => {
  expect(rowsOfPaste(text, at, 'CNY')).toEqual(rows);
});
