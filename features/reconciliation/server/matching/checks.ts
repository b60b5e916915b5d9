/** Checks of what upstreams owe. They read only the schema `audit`. */
import { sql } from '#foundation/server/postgres/sql.ts';
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
    promise: 'what each closed day changed of what upstreams owe is what the journals of all members on that day say',
    over: 'clearing_days',
    everyMinute: 'never',
    violations: () => sql`
      with bounds as (
        select array_agg(starts_at order by starts_at) as starts from (select distinct starts_at from audit.clearing_days) s),
      days as (
        select d.*, width_bucket(starts_at, starts) as place from audit.clearing_days d cross join bounds),
      booked as (
        select upstream_id, currency, width_bucket(created_at, starts) as place, count(*) as bookings, coalesce(sum(-clearing_minor) filter (where clearing_minor < 0), 0) as taken_in_minor,
          coalesce(sum(clearing_minor) filter (where clearing_minor > 0), 0) as paid_out_minor, min(created_at) as first_at, max(created_at) as last_at
        from audit.journals cross join bounds where clearing_minor <> 0 and created_at < (select until from audit.clearing_progress) group by 1, 2, 3)
      select null::bigint as member_no, 'upstream ' || upstream_id || ' ' || currency || coalesce(' day ' || d.day, ' before any day') as subject, d.bookings, b.bookings as journals,
        d.taken_in_minor as "taken in", b.taken_in_minor as "taken in by journals", d.paid_out_minor as "paid out", b.paid_out_minor as "paid out by journals",
        b.first_at as "first journal", b.last_at as "last journal"
      from days d full join booked b using (upstream_id, currency, place)
      where (d.bookings, d.taken_in_minor, d.paid_out_minor) is distinct from (b.bookings, b.taken_in_minor, b.paid_out_minor)
        or b.first_at < d.starts_at or b.last_at >= d.ends_at`,
  },
];
