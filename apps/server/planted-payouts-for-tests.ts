/**
 * Corruptions of withdrawals and payouts, planted to test whether the checks of the books find them. Only tests import
 * this.
 */

/** What is planted, the checks that must find it, and whether the minute's run finds it as well. */
export type Corruption = [name: string, statements: string[], seenBy: string[], minute: 'minute' | 'full only'];

const noticeOfPayout = (status: string, amount: string) =>
  `insert into callbacks (member_no, system_no, subject, receiver, status, amount, fee, created_at, next_at)
   select member_no, system_no, 'payout', 'x:1', 'pending', ${amount}, fee, now(), now() from disbursements where kind = 'payout' and status = '${status}' limit 1
   on conflict (member_no, system_no, subject) do update set amount = excluded.amount`;

export const plantedPayouts: readonly Corruption[] = [
  [
    'a payout that was given back only in its list',
    [`update disbursements set status = 'cancelled', finished_at = now() where status = 'applying'`],
    ['transit_on_its_way', 'disbursements_booked', 'disbursement_days'],
    'minute',
  ],
  [
    'a payout of another amount than was paid',
    [`update disbursements set amount = amount + 1 where status = 'paid'`],
    ['disbursements_booked', 'disbursement_days'],
    'minute',
  ],
  [
    'a payout that is open again after it was paid',
    [`update disbursements set status = 'applying', finished_at = null where status = 'paid'`],
    ['transit_on_its_way', 'disbursements_booked', 'disbursement_days'],
    'minute',
  ],
  [
    'a payout that vanished',
    [`delete from disbursements where status = 'paid'`],
    ['disbursements_behind_journals', 'disbursement_days'],
    'minute',
  ],
  [
    'a payout’s callback that says another amount',
    [noticeOfPayout('paid', 'amount + 1')],
    ['payout_callbacks_true'],
    'full only',
  ],
  [
    'a callback of a payout that is on its way',
    [noticeOfPayout('applying', 'amount')],
    ['payout_callbacks_true'],
    'full only',
  ],
  ['a day of payouts that is off', ['update disbursement_days set fee = fee + 1'], ['disbursement_days'], 'full only'],
];
