/** What can go wrong with a reversed order, and which checks must find it. Only tests import this. */
import type { Corruption } from './planted-payouts-for-tests.ts';

export const plantedReversals: readonly Corruption[] = [
  [
    'an order that is called reversed, and nothing was booked back',
    [
      `update orders set status = 'reversed' where member_no = :shop and system_no = (select max(system_no) from orders where member_no = :shop and status = 'success' and commissions is not null)`,
    ],
    ['reversals_opposite', 'reversals_by_two', 'commission_reversed'],
    'full only',
  ],
  [
    'a reversed order that counts as paid again',
    [`update orders set status = 'success' where member_no = :shop and status = 'reversed'`],
    ['reversals_opposite', 'reversals_by_two', 'commission_reversed'],
    'full only',
  ],
  [
    'a reversal from which the platform kept a cent',
    [`update journals set clearing = clearing - 1, fees = fees + 1 where kind = 'reversal' and clearing is not null`],
    ['reversals_opposite', 'accounts_sum_entries', 'everything_sums_to_zero'],
    'full only',
  ],
  [
    'a reversal that one operator proposed and confirmed',
    [
      `update order_reversals set decided_by = proposed_by where approval_id = (select approval_id from order_reversals limit 1)`,
    ],
    ['reversals_by_two'],
    'full only',
  ],
  [
    'commission of a reversed order that is owed again',
    [`update commission_shares set reversed_at = null where transfer is null and reversed_at is not null`],
    ['commission_owed', 'commission_reversed'],
    'minute',
  ],
  [
    'commission of a paid order that is owed no longer',
    [
      `insert into commission_shares (member_no, reference, agent_no, currency, amount, held, release_at, created_at, reversed_at)
       select member_no, system_no, agent_no, currency, amount_minor, 0, null, created_at, now() from audit.owed_commission`,
      'delete from owed_commission',
    ],
    ['commission_owed', 'commission_reversed'],
    'minute',
  ],
  [
    'an agent who gave back more than its share',
    [
      `update commission_shares set amount = amount - 1, held = least(held, amount - 1) where transfer is not null and reversed_at is not null`,
    ],
    ['commission_shares', 'commission_transfers', 'commission_reversed'],
    'full only',
  ],
];
