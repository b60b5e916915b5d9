/** What stands in the order list's address is what the server is asked, no more. */
import { expect, test } from 'vitest';
import { filtersIn } from '#foundation/console/list-at-address.ts';
import { readParams } from '#foundation/console/address.ts';
import { OrderFilter } from '../contract.ts';
import { isNoNumber, orderAddress, resendFilter, wireFilter } from './order-filter.ts';

const now = new Date('2026-11-20T04:00:00Z');
const asked = (query: string) => wireFilter(filtersIn(orderAddress.fields, readParams(query)), 'Asia/Shanghai', now);

test.each([
  ['', {}],
  ['q=SHOP7&status=success&channel=sandbox_qr&notify=failed', { q: 'SHOP7', status: 'success', channel: 'sandbox_qr', notifyStatus: 'failed' }],
  ['amount=10..20.5', { amountFrom: '10', amountTo: '20.5' }],
  ['amount=..9', { amountTo: '9' }],
  ['created=today', { createdRange: { from: '2026-11-19T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' } }],
  ['paid=2026-11-01..', { paidRange: { from: '2026-10-31T16:00:00.000Z' } }],
  ['status=reversed&notify=maybe&created=someday&amount=x..y', {}],
])('%s', (query, expected) => {
  const filter = asked(query);
  expect(filter).toEqual(expected);
  expect(OrderFilter.safeParse(filter).success).toBe(true);
});

test('a text that can be no number is not asked for', () => {
  expect(isNoNumber(undefined)).toBe(false);
  expect(isNoNumber('SHOP_1-a')).toBe(false);
  for (const q of ['a b', '订单', "1'--", 'x'.repeat(65)]) expect(isNoNumber(q), q).toBe(true);
});

test('sending callbacks again asks for paid orders, unless the filter already says which', () => {
  expect(resendFilter({ notifyStatus: 'failed' })).toEqual({ notifyStatus: 'failed', status: 'success' });
  expect(resendFilter({ status: 'expired' })).toEqual({ status: 'expired' });
});
