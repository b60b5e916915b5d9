/** A list's address determines exactly what the server is asked. */
import { expect, test } from 'vitest';
import { readParams } from '#foundation/console/page/address.ts';
import { filtersIn } from '#foundation/console/list/list-at-address.ts';
import { DisbursementFilter } from '../contract.ts';
import { disbursementAddress, wireFilter } from './disbursement-filter.ts';

const now = new Date('2026-11-20T04:00:00Z');

test.each([
  ['', {}],
  ['q=2611&status=frozen&type=alipay', { q: '2611', status: 'frozen', type: 'alipay' }],
  ['range=today', { range: { from: '2026-11-19T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' } }],
  ['range=..2026-11-01', { range: { to: '2026-11-01T16:00:00.000Z' } }],
  ['status=done&type=cash&range=someday&tab=payouts', {}],
])('%s', (query, expected) => {
  const filter = wireFilter(filtersIn(disbursementAddress.fields, readParams(query)), 'Asia/Shanghai', now);
  expect(filter).toEqual(expected);
  expect(DisbursementFilter.safeParse(filter).success).toBe(true);
});
