/** Server responses for the tests of the statement's screen. Only tests import this. */
import type { StatementDay, StatementEntry, StatementFigures, StatementRow } from '../contract.ts';

export const NOTHING: StatementFigures = {
  opening: '0.00',
  collections: { count: 0, amount: '0.00' },
  collectionFees: '0.00',
  recharges: { count: 0, amount: '0.00' },
  rechargeFees: '0.00',
  withdrawals: { count: 0, amount: '0.00' },
  payouts: { count: 0, amount: '0.00' },
  disbursementFees: '0.00',
  refunds: { count: 0, amount: '0.00', fee: '0.00' },
  commission: '0.00',
  adjustments: '0.00',
  reversals: '0.00',
  closing: '0.00',
};

export function row(period: string, changes: Partial<StatementRow> = {}): StatementRow {
  return { period, ...NOTHING, state: 'closed', version: 0, ...changes };
}

export const moved: Partial<StatementRow> = {
  opening: '1000.00',
  collections: { count: 3, amount: '300.00' },
  collectionFees: '1.80',
  withdrawals: { count: 1, amount: '50.00' },
  disbursementFees: '2.00',
  refunds: { count: 1, amount: '20.00', fee: '1.00' },
  reversals: '-99.40',
  closing: '1167.80',
  version: 1,
};

export function day(changes: Partial<StatementDay> = {}): StatementDay {
  return {
    ...row('2026-11-20', moved),
    channels: [
      {
        code: 'qr',
        name: 'QR code',
        kind: 'payin',
        orders: 4,
        paid: 3,
        successRate: '75',
        amount: '300.00',
        fee: '1.80',
        obtained: '298.20',
      },
    ],
    kinds: [
      { type: 'payin', count: 3, amount: '300.00', fee: '1.80' },
      { type: 'withdrawal', count: 1, amount: '-50.00', fee: '2.00' },
      { type: 'refund', count: 1, amount: '20.00', fee: '-1.00' },
      { type: 'reversal', count: 1, amount: '-100.00', fee: '-0.60' },
    ],
    versions: [{ version: 1, at: '2026-11-20T16:01:00.000Z', reason: null }],
    hash: 'ab'.repeat(32),
    ...changes,
  };
}

export function entry(number: number, changes: Partial<StatementEntry> = {}): StatementEntry {
  return {
    id: `${number}-payin`,
    orderNo: `SHOP${number}`,
    systemNo: String(2611201202030000000n + BigInt(number)),
    type: 'payin',
    amount: '100.00',
    fee: '0.60',
    before: '0.00',
    after: '99.40',
    remark: '',
    createdAt: '2026-11-20T04:00:00.000Z',
    channel: { code: 'qr', name: 'QR code' },
    ...changes,
  };
}
