/** The order list's address determines exactly what the server is asked. */
import { expect, test } from 'vitest';
import { filtersIn } from '#foundation/console/list/list-at-address.ts';
import { readParams } from '#foundation/console/page/address.ts';
import { OrderFilter } from '../contract.ts';
import { orderAddress, wireFilter } from './order-filter.ts';
import { resendFilter } from './resend-filter.ts';

const now = new Date('2026-11-20T04:00:00Z');
const wireFilterOf = (query: string) =>
  wireFilter(filtersIn(orderAddress.fields, readParams(query)), 'Asia/Shanghai', now);

test.each([
  ['', {}],
  [
    'q=SHOP7&status=success&channel=sandbox_qr&notify=failed',
    { q: 'SHOP7', status: 'success', channel: 'sandbox_qr', notifyStatus: 'failed' },
  ],
  ['q=%E8%AE%A2%E5%8D%95', { q: '订单' }],
  ['q=%E2%80%8B+%E2%80%8E', {}],
  [
    'status=reversed,unpaid,gone&channel=qr,bank&notify=pending,failed',
    { status: ['unpaid', 'reversed'], channel: ['qr', 'bank'], notifyStatus: ['pending', 'failed'] },
  ],
  ['amount=10..20.5', { amountFrom: '10', amountTo: '20.5' }],
  ['amount=..9', { amountTo: '9' }],
  ['created=today', { createdRange: { from: '2026-11-19T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' } }],
  ['paid=2026-11-01..', { paidRange: { from: '2026-10-31T16:00:00.000Z' } }],
  ['status=gone&notify=maybe&created=someday&amount=x..y', {}],
])('%s', (query, expected) => {
  const filter = wireFilterOf(query);
  expect(filter).toEqual(expected);
  // An impossible number is sent too: the server's error is shown at the box.
  expect(OrderFilter.safeParse(filter).success).toBe(filter.q !== '订单');
});

test('resending callbacks selects paid orders, unless the filter has a status', () => {
  expect(resendFilter({ notifyStatus: 'failed' })).toEqual({ notifyStatus: 'failed', status: 'success' });
  expect(resendFilter({ status: 'expired' })).toEqual({ status: 'expired' });
  expect(resendFilter({ status: ['unpaid', 'success'] })).toEqual({ status: 'success' });
});
