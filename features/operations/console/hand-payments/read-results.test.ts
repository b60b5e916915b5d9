/** A bank's result, as people and programs write it. */
import { expect, test } from 'vitest';
import { readResults, resultsIn } from './read-results.ts';
import { type ResultFault, ResultFaults, type SentFile } from './results.ts';

const A = '2611270000000000001';
const B = '2611270000000000002';
const HEAD = ['Number', 'Result', 'Bank’s reference', 'Reason'];
const file: SentFile = {
  fileId: '3f1c0d5e-8a52-4c1b-9a77-0d8e4b6f2a10',
  rows: [
    { orderNo: A, state: 'taken' },
    { orderNo: B, state: 'taken' },
  ],
};

const read = (lines: readonly (readonly string[])[], sent = file) =>
  readResults(new Blob([lines.map((cells) => cells.join(',')).join('\n')]), sent);

function faultsOf(lines: readonly (readonly string[])[]): readonly ResultFault[] {
  try {
    resultsIn(lines);
  } catch (error) {
    if (error instanceof ResultFaults) return error.faults;
    throw error;
  }
  return [];
}

test('reads the filled rows in any language, below any notes', () => {
  expect(
    resultsIn([
      ['Statement of the bank'],
      ['单号', '金额', '结果', '银行流水号', '原因'],
      [`'${A}`, '10.00', '已支付', 'B-1', ''],
      [B, '20.00', 'Failed', '', 'closed account'],
      ['', '30.00', '', '', ''],
    ]),
  ).toEqual([
    { orderNo: A, result: 'paid', bankReference: 'B-1', reason: '' },
    { orderNo: B, result: 'failed', bankReference: '', reason: 'closed account' },
  ]);
});

test('says which row is wrong, and reads none then', () => {
  expect(
    faultsOf([HEAD, [A, 'maybe', '', ''], ['6.2E+18', 'Paid', 'B', ''], [A, 'Paid', '', ''], [B, 'failed', '', '']]),
  ).toEqual([
    { word: 'row_result', line: 2 },
    { word: 'row_number', line: 3 },
    { word: 'row_reference', line: 4 },
    { word: 'row_reason', line: 5 },
  ]);
});

test('a table without the columns or without results has nothing to apply', () => {
  expect(faultsOf([['a', 'b']])).toEqual([{ word: 'no_columns', line: 0 }]);
  expect(faultsOf([['Number', 'Result']])).toEqual([{ word: 'no_results', line: 0 }]);
});

test('a table is checked against its file: other rows, and two results for one, are named', async () => {
  expect(await read([HEAD, [A, 'Paid', 'B-1', ''], [A, 'Paid', 'B-1', ''], [B, 'Failed', '', 'closed']])).toEqual({
    rows: [
      { orderNo: A, result: 'paid', bankReference: 'B-1', reason: '' },
      { orderNo: B, result: 'failed', bankReference: '', reason: 'closed' },
    ],
    open: [],
    kept: [],
  });
  const other = '2611270000000000003';
  expect(await read([HEAD, [A, 'Paid', 'B-1', ''], [other, 'Paid', 'B-2', ''], [A, 'Failed', '', 'closed']])).toEqual({
    faults: [
      { word: 'not_in_this_file', line: 0, text: other },
      { word: 'results_differ', line: 0, text: A },
    ],
  });
  const refused: SentFile = { ...file, rows: [{ orderNo: A, state: 'refused' }] };
  expect(await read([HEAD, [A, 'Paid', 'B-1', '']], refused)).toEqual({
    faults: [{ word: 'not_in_this_file', line: 0, text: A }],
  });
});

test('an earlier result stays, and a result that says the opposite is shown', async () => {
  const ended: SentFile = {
    ...file,
    rows: [
      { orderNo: A, state: 'paid' },
      { orderNo: B, state: 'failed' },
    ],
  };
  expect(await read([HEAD, [A, 'Failed', '', 'returned'], [B, 'Failed', '', 'closed']], ended)).toMatchObject({
    rows: [{ orderNo: B, result: 'failed' }],
    kept: [{ orderNo: A, outcome: 'failed', reason: 'returned' }],
  });
});

test('a file over the bound is not read', async () => {
  expect(await readResults(new Blob([new Uint8Array(4 * 1_048_576 + 1)]), file)).toEqual({
    faults: [{ word: 'result_large', line: 0 }],
  });
});
