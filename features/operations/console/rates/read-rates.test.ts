import { expect, test } from 'vitest';
import { ratesIn } from './read-rates.ts';

const head = ['Member number', 'Name', 'Channel code', 'Percent', 'Fixed part', 'Min fee', 'Max fee'];

test('rows are read by their headings, in any language and order', () => {
  expect(ratesIn([['Rates'], head, ['20000001', 'Shop', 'qr', '0.6', '0.10', '', '9.00'], ['', '']])).toEqual({
    rows: [{ memberNo: '20000001', code: 'qr', percent: '0.6', fixed: '0.10', minFee: '', maxFee: '9.00' }],
    lines: [3],
    headings: {
      memberNo: 'Member number',
      code: 'Channel code',
      percent: 'Percent',
      fixed: 'Fixed part',
      minFee: 'Min fee',
      maxFee: 'Max fee',
    },
  });
  expect(
    ratesIn([
      ['百分比', '会员号', '通道代码'],
      ['0,65 %', "'20000001", 'qr'],
    ]),
  ).toMatchObject({
    rows: [{ memberNo: '20000001', code: 'qr', percent: '0.65', fixed: '', minFee: '', maxFee: '' }],
  });
});

test('a comma that can mean thousands is left for the check to refuse', () => {
  expect(ratesIn([head, ['20000001', '', 'qr', '0.6', '1,234', '', '']])).toMatchObject({ rows: [{ fixed: '1,234' }] });
});

test('a file without headings, without rows or with too many says so', () => {
  expect(ratesIn([['Member number', 'Percent']])).toBe('no_columns');
  expect(ratesIn([])).toBe('no_columns');
  expect(ratesIn([head])).toBe('no_rows');
  expect(ratesIn([head, ...Array.from({ length: 5_001 }, () => ['20000001', '', 'qr', '1'])])).toBe('too_many');
});
