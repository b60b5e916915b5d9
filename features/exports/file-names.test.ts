import { describe, expect, test } from 'vitest';
import { exportKinds } from '#features/export-kinds.ts';
import { addDays, startOfDay } from '#foundation/core/time-zone.ts';
import { fileNameOf, type NamedFile } from './file-names.ts';

const timeZone = 'Asia/Shanghai';
const now = new Date('2026-11-26T04:00:00Z');
const named = (changes: Partial<NamedFile>): string =>
  fileNameOf({ kind: 'order', filter: {}, format: 'csv', now, timeZone, ...changes });
const days = (from: string, to: string, zone = timeZone) => ({
  from: startOfDay(from, zone).toISOString(),
  to: startOfDay(addDays(to, 1), zone).toISOString(),
});

describe('a file is named for what it holds', () => {
  test.each<[string, Partial<NamedFile>]>([
    ['orders_until-2026-11-26.csv', {}],
    ['orders_paid_2026-10.csv', { filter: { status: 'success', createdRange: days('2026-10-01', '2026-10-31') } }],
    ['orders_paid_2026-10.csv', { filter: { paidRange: days('2026-10-01', '2026-10-31') } }],
    [
      'orders_unpaid-expired_2026-11-26.xlsx',
      { format: 'xlsx', filter: { status: ['unpaid', 'expired'], createdRange: days('2026-11-26', '2026-11-26') } },
    ],
    [
      'orders_callback-failed_2026.csv',
      { filter: { notifyStatus: 'failed', createdRange: days('2026-01-01', '2026-12-31') } },
    ],
    ['orders_2026-11-16_2026-11-22.csv', { filter: { status: 'all', createdRange: days('2026-11-16', '2026-11-22') } }],
    ['orders_2026-11-16_2026-11-26.csv', { filter: { createdRange: { from: days('2026-11-16', '2026-11-16').from } } }],
    ['orders_until-2026-11-22.csv', { filter: { createdRange: { to: days('2026-11-16', '2026-11-22').to } } }],
    ['orders_sandbox-qr-LM.1_until-2026-11-26.csv', { filter: { channel: ['sandbox_qr'], q: 'LM.1' } }],
    ['orders_from-10.00-to-20.00_until-2026-11-26.csv', { filter: { amountFrom: '10.00', amountTo: '20.00' } }],
    ['orders_filtered_until-2026-11-26.csv', { filter: { q: 'A'.repeat(64) } }],
    ['orders_filtered_until-2026-11-26.csv', { filter: { q: '"/\\' } }],
    [
      'money-log_payin_2026-02.csv',
      { kind: 'moneylog', filter: { type: ['payin'], range: days('2026-02-01', '2026-02-28') } },
    ],
    ['statement_2026-10.xlsx', { kind: 'statement', format: 'xlsx', filter: { month: '2026-10' } }],
    ['statement_by-month_2026.csv', { kind: 'statement', filter: { year: '2026', group: 'month' } }],
    [
      'statement-entries_2026-10-05.xml',
      { kind: 'statementEntries', format: 'camt053', filter: { date: '2026-10-05' } },
    ],
    ['statement-entries_2026-10-05.sta', { kind: 'statementEntries', format: 'mt940', filter: { date: '2026-10-05' } }],
    [
      'differences_open-amount_2026-11.csv',
      { kind: 'differences', filter: { state: 'open', kind: 'amount', from: '2026-11-01', to: '2026-11-30' } },
    ],
    [
      'reconciliation_2026-11-25.csv',
      { kind: 'reconciliationDay', filter: { upstreamId: 1, day: '2026-11-25', show: 'all' } },
    ],
    ['holidays_2027.csv', { kind: 'holiday', filter: { year: 2027 } }],
    ['setting-changes_payoutTerms_until-2026-11-26.csv', { kind: 'settingChange', filter: { name: 'payoutTerms' } }],
    ['members_merchant_until-2026-11-26.csv', { kind: 'agentUser', filter: { type: 'merchant' } }],
  ])('%s', (expected, changes) => {
    expect(named(changes)).toBe(expected);
  });

  test.each(['Asia/Shanghai', 'UTC', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Beirut', 'Europe/Berlin'])(
    'by the calendar of the platform, in %s',
    (zone) => {
      // March has a day of 23 hours in Berlin, and in Beirut one that begins at 01:00.
      for (const [first, last, span] of [
        ['2027-03-01', '2027-03-31', '2027-03'],
        ['2027-03-28', '2027-03-28', '2027-03-28'],
        ['2027-03-22', '2027-03-28', '2027-03-22_2027-03-28'],
        ['2028-02-01', '2028-02-29', '2028-02'],
        ['2027-01-01', '2027-12-31', '2027'],
      ] as const)
        expect([span, named({ timeZone: zone, filter: { createdRange: days(first, last, zone) } })]).toEqual([
          span,
          `orders_${span}.csv`,
        ]);
    },
  );

  test('every list has a name that a header and a file system take', () => {
    const names = exportKinds.map((kind) => named({ kind }));
    expect(new Set(names).size).toBe(exportKinds.length);
    for (const name of names) expect(name).toMatch(/^[a-z-]+_until-2026-11-26\.csv$/);
  });
});
