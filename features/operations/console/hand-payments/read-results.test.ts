/** A bank's result, as people and programs write it. */
import { expect, test } from 'vitest';
import { resultsIn } from './read-results.ts';

const A = '2611270000000000001';
const B = '2611270000000000002';

test('reads the filled rows in any language, below any notes', () => {
  expect(
    resultsIn([
      ['Statement of the bank'],
      ['单号', '金额', '结果', '银行流水号', '原因'],
      [`'${A}`, '10.00', '已支付', 'B-1', ''],
      [B, '20.00', 'Failed', '', 'closed account'],
      ['', '30.00', '', '', ''],
    ]),
  ).toEqual({
    rows: [
      { orderNo: A, result: 'paid', bankReference: 'B-1', reason: '' },
      { orderNo: B, result: 'failed', bankReference: '', reason: 'closed account' },
    ],
  });
});

test('says which row is wrong, and reads none then', () => {
  const head = ['Number', 'Result', 'Bank’s reference', 'Reason'];
  expect(
    resultsIn([head, [A, 'maybe', '', ''], ['6.2E+18', 'Paid', 'B', ''], [A, 'Paid', '', ''], [B, 'failed', '', '']]),
  ).toEqual({
    faults: [
      { word: 'row_result', line: 2 },
      { word: 'row_number', line: 3 },
      { word: 'row_reference', line: 4 },
      { word: 'row_reason', line: 5 },
    ],
  });
});

test('a table without the columns or without results has nothing to apply', () => {
  expect(resultsIn([['a', 'b']])).toEqual({ faults: [{ word: 'no_columns', line: 0 }] });
  expect(resultsIn([['Number', 'Result']])).toEqual({ faults: [{ word: 'no_results', line: 0 }] });
});
