/** Checks of what upstreams owe. They read only the schema `audit`. */
import { sql } from 'kysely';
import type { BookCheck } from '#features/ledger/server/book-check.ts';

export const clearingChecks: readonly BookCheck[] = [
  {
    name: 'platform_journals',
    promise: "the platform's own journals sum to zero, and no line of a statement is booked twice",
    over: 'platform_journals',
    everyMinute: 'never',
    violations: () => sql`
      select null::bigint as member_no, 'journal ' || reference as subject, clearing_minor as clearing, bank_minor as bank, times as "times of its line"
      from (
        select *, case when line_no is not null then count(*) over (partition by line_upstream_id, line_file_id, line_no) else 1 end as times from audit.platform_journals) j
      where clearing_minor + bank_minor <> 0 or times > 1`,
  },
  {
    name: 'clearing_days',
    promise: 'what upstreams owe in total, by closed days, is what the journals of all members until then say',
    over: 'clearing_days',
    everyMinute: 'never',
    violations: () => sql`
      select null::bigint as member_no, 'upstream ' || upstream_id || ' ' || currency as subject, d.bookings, j.bookings as journals, d.owed, j.owed as "owed by journals"
      from (
        select upstream_id, currency, sum(bookings) as bookings, sum(taken_in_minor - paid_out_minor) as owed from audit.clearing_days group by 1, 2) d
      full join (
        select upstream_id, currency, count(*) as bookings, -sum(clearing_minor) as owed from audit.journals
        where clearing_minor <> 0 and created_at < (select until from audit.clearing_progress) group by 1, 2) j using (upstream_id, currency)
      where (d.bookings, d.owed) is distinct from (j.bookings, j.owed)`,
  },
];
