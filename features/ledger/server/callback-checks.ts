/** Checks of callbacks: what they report has happened, with the same figures. */
import { sql } from '#foundation/server/postgres/sql.ts';
import { type BookCheck, ofMembers } from './book-check.ts';

export const callbackChecks: readonly BookCheck[] = [
  {
    name: 'callbacks_true',
    promise: 'no callback reports a payment that was not made, or another amount',
    ...comparing({ subject: 'payin', called: 'order', rows: 'audit.orders', reported: ['success', 'reversed'] }),
  },
  {
    name: 'payout_callbacks_true',
    promise: 'no callback reports a payout that has not ended, or another amount',
    ...comparing({
      subject: 'payout',
      called: 'payout',
      rows: "(select * from audit.disbursements where kind = 'payout')",
      reported: ['paid', 'cancelled'],
    }),
  },
];

interface Comparison {
  /** The subject of the callbacks. */
  subject: string;
  called: string;
  rows: string;
  /** The statuses that are reported. */
  reported: readonly string[];
}

function comparing({
  subject,
  called,
  rows,
  reported,
}: Comparison): Pick<BookCheck, 'over' | 'everyMinute' | 'violations'> {
  const its = (what: string) => sql.ref(`its ${called}${what}`);
  return {
    over: 'callbacks',
    everyMinute: 'never',
    violations: (scope) => sql`
      select c.member_no, ${sql.lit(`callback ${subject}-`)} || c.system_no as subject, c.status, coalesce(o.status, ${sql.lit(`no such ${called}`)}) as ${its('')},
        c.amount_minor as amount, o.amount_minor as ${its("'s amount")}, c.fee_minor as fee, o.fee_minor as ${its("'s fee")}
      from audit.callbacks c left join ${sql.raw(rows)} o using (member_no, system_no)
      where c.subject = ${sql.lit(subject)} and ${ofMembers(scope, 'c')}
        and (coalesce(o.status, 'unknown') not in (${sql.join(reported.map((one) => sql.lit(one)))}) or (c.amount_minor, c.fee_minor) is distinct from (o.amount_minor, o.fee_minor))`,
  };
}
