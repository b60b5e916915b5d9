import { expect, test } from 'vitest';
import { userRate } from '../agents-for-tests.ts';
import { initialValues, rateEntries, rowInput, withMargin } from './rate-values.ts';
import { withRowsOfForm } from './rate-faults.ts';
import { CallRefused, FieldErrors } from '#foundation/console/wire/api-errors.ts';

const rate = userRate('a', {
  effective: { percent: '0.6', fixed: '0.10', minFee: '0.20', maxFee: null },
});
const currency = 'CNY';

test('a row without changes is not sent, also not if it shows the channel’s default', () => {
  const rates = [rate, userRate('b', { rate: null })];
  const values = initialValues(rates);
  expect(rates.map((each, row) => rowInput(values, { row, rate: each, currency }))).toEqual([null, null]);
});

test('a changed row is sent whole, in the form that the call takes', () => {
  const values = {
    ...initialValues([rate]),
    'rates.0.percent': ' 0,7 % ',
    'rates.0.fixed': '',
    'rates.0.minFee': '¥1,234.50',
    'rates.0.maxFee': '2000',
    'rates.0.closed': 'yes',
  };
  expect(rowInput(values, { row: 0, rate, currency })).toEqual({
    channel: 'a',
    percent: '0.7',
    fixed: '0',
    minFee: '1234.50',
    maxFee: '2000',
    closed: true,
  });
});

test('a margin is added to percentage and fixed part, and keeps the limits', () => {
  const own = { percent: '0.5', fixed: '0.10', minFee: '0.20', maxFee: '25.00' };
  expect(withMargin(own, { percent: '0,1', fixed: '' }, currency)).toEqual({ ...own, percent: '0.6', fixed: '0.10' });
  expect(withMargin(own, { percent: '', fixed: '0.05' }, currency)).toEqual({ ...own, percent: '0.5', fixed: '0.15' });
  expect(withMargin(own, { percent: 'x', fixed: '' }, currency)).toBeUndefined();
  expect(rateEntries(3, own)).toEqual([
    ['rates.3.percent', '0.5'],
    ['rates.3.fixed', '0.10'],
    ['rates.3.minFee', '0.20'],
    ['rates.3.maxFee', '25.00'],
  ]);
});

test('errors of sent rows move to the rows of the form; other errors stay', () => {
  const fields = { 'rates.0.percent': 'too low', 'rates.1.channel': 'not yours', verifyCode: 'wrong' };
  const moved = { 'rates.2.percent': 'too low', 'rates.5.channel': 'not yours', verifyCode: 'wrong' };
  for (const error of [new FieldErrors('', fields), new CallRefused('', 0, 'rate_below_own', fields)])
    expect(withRowsOfForm(error, [2, 5])).toMatchObject({ name: 'FieldErrors', fields: moved });
  const other = new CallRefused('Wrong code', 0, 'second_step_wrong');
  expect(withRowsOfForm(other, [2])).toBe(other);
});
