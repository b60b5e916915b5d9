/** Which entries belong to a row of the statement. */
import { expect, test } from 'vitest';
import { wholeDays } from '../commission-days.ts';
import { addMonths } from '#foundation/console/display/month-text.ts';
import { type CommissionGroup, entriesOf, type WireCommissionFilter } from './commission-filter.ts';

const timeZone = 'Asia/Shanghai';
const november = { from: '2026-10-31T16:00:00.000Z', to: '2026-11-30T16:00:00.000Z' };
const range = { from: '2026-11-09T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' };

test.each<[string, WireCommissionFilter, CommissionGroup, string, WireCommissionFilter | undefined]>([
  [
    'a day',
    { channel: 'a' },
    'day',
    '2026-11-10',
    { channel: 'a', range: { from: range.from, to: '2026-11-10T16:00:00.000Z' } },
  ],
  ['a month', { memberNo: '20000001' }, 'month', '2026-11', { memberNo: '20000001', range: november }],
  ['a month that the range cuts', { range }, 'month', '2026-11', { range }],
  ['a month of a chosen month', { month: '2026-11' }, 'month', '2026-11', { range: november }],
  [
    'a day of a chosen month',
    { month: '2026-11' },
    'day',
    '2026-11-01',
    { range: { from: november.from, to: '2026-11-01T16:00:00.000Z' } },
  ],
  ['a member', { range, memberNo: '20000009' }, 'member', '20000001', { range, memberNo: '20000001' }],
  ['a channel', { month: '2026-11' }, 'channel', 'qr', { month: '2026-11', channel: 'qr' }],
  ['no day', {}, 'day', '2026-11-31x', undefined],
  ['no month', {}, 'month', '2026-13', undefined],
  ['no member', {}, 'member', 'x', undefined],
])('%s', (_, filter, group, key, wanted) => {
  expect(entriesOf(filter, { group, key, timeZone })).toEqual(wanted);
});

test('months are counted across years', () => {
  expect([addMonths('2026-01', -1), addMonths('2026-12', 1), addMonths('2026-11', -12)]).toEqual([
    '2025-12',
    '2027-01',
    '2025-11',
  ]);
});

test('a chart has every day between its bounds', () => {
  const rows = [
    { key: '2026-11-03', net: '2', amount: '20' },
    { key: '2026-11-01', net: '1', amount: '10' },
  ];
  expect(wholeDays(rows)).toEqual([
    { date: '2026-11-01', commission: '1', amount: '10' },
    { date: '2026-11-02', commission: '0', amount: '0' },
    { date: '2026-11-03', commission: '2', amount: '20' },
  ]);
  expect(wholeDays(rows, { from: '2026-10-31', to: '2026-11-01' }).map(({ date }) => date)).toEqual([
    '2026-10-31',
    '2026-11-01',
  ]);
  expect(wholeDays([])).toEqual([]);
});
