import { expect, it } from 'vitest';
import { filterText } from './filter-words.ts';

const timeZone = 'Asia/Shanghai';
const filter = {
  createdRange: { from: '2026-11-19T16:00:00.000Z', to: '2026-11-20T04:30:00.000Z' },
  q: 'A-10',
  status: 'success',
  channel: 'sandbox_qr',
  notifyStatus: 'failed',
  amountFrom: '10.00',
  sort: 'createdAt',
};

it('names fields and values, in the words of the language', () => {
  expect(filterText(filter, { language: 'en', timeZone })).toBe(
    'Created: 2026-11-20 – 2026-11-20 12:30 · Search: A-10 · Channel: sandbox_qr · Status: Payment success · Callback status: Failed · Amount from: 10.00',
  );
  expect(filterText({ type: 'refund', status: 'all' }, { language: 'zh', timeZone })).toBe('类型: 退回');
  expect(filterText({ action: ['login', 'logout'] }, { language: 'es', timeZone })).toMatch(/^Acción: (?!login).+, .+/);
});

it('names the days of a range, the last one too', () => {
  const range = (from: string, to: string) => filterText({ range: { from, to } }, { language: 'en', timeZone });
  expect(range('2026-11-19T16:00:00.000Z', '2026-11-20T16:00:00.000Z')).toBe('Time: 2026-11-20');
  expect(range('2026-10-31T16:00:00.000Z', '2026-11-30T16:00:00.000Z')).toBe('Time: 2026-11-01 – 2026-11-30');
});

it('shows a value that it does not know as it is', () => {
  expect(filterText({ status: 'constructor', state: 'open' }, { language: 'en', timeZone })).toBe(
    'Status: constructor · Status: open',
  );
  expect(filterText({ ip: '203.0.113.9', result: ['ok'], host: 'shop' }, { language: 'en', timeZone })).toBe(
    'Result: ok · IP address: 203.0.113.9 · Receiver: shop',
  );
  expect(filterText({ upstreamId: 3, from: '2026-11-01', minDays: 7 }, { language: 'en', timeZone })).toBe(
    'From: 2026-11-01 · Upstream: 3 · Days at least: 7',
  );
});
