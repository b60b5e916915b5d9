/**
 * Our side: what moved an upstream's clearing account on a day, copied from the journals of all members, so that days
 * are compared by joins of the platform's own tables.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import { addDays, startOfDay } from '#foundation/core/time-zone.ts';
import { FIRST_NUMBERED, firstSystemNo } from '#foundation/core/system-number.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

/**
 * How long after its end a day is complete: no transaction lasts so long, and no process' clock is so far behind. What
 * is booked with a day's time later than this is found by the check of the books.
 */
const DAY_SETTLES_MS = 10 * 60_000;

/** Journals whose number is from before the day by more than this are few: they are joined row by row. */
const RECENT_DAYS = 2;

/** Whether nothing of the day can still be booked. */
export function isWhole(day: string, timeZone: string, now: Date): boolean {
  return now.getTime() >= startOfDay(addDays(day, 1), timeZone).getTime() + DAY_SETTLES_MS;
}

/** Copies the day's bookings that are not copied yet; nothing if the whole day is. */
export async function copyBookings(
  tx: Tx,
  { upstreamId, day, timeZone, now }: { upstreamId: number; day: string; timeZone: string; now: Date },
): Promise<void> {
  if (await isCopied(tx, upstreamId, day)) return;
  const from = startOfDay(day, timeZone);
  const to = startOfDay(addDays(day, 1), timeZone);
  const recent = firstSystemNo(startOfDay(addDays(day, -RECENT_DAYS), timeZone));
  await insertBookings(tx, { upstreamId, day, from, to, least: recent, below: firstSystemNo(to) });
  await insertBookings(tx, { upstreamId, day, from, to, least: firstSystemNo(FIRST_NUMBERED), below: recent });
  await upsertCopied(tx, { upstreamId, day, now, whole: isWhole(day, timeZone, now) });
}

interface Range {
  upstreamId: number;
  day: string;
  from: Date;
  to: Date;
  /** Of the journals' numbers. */
  least: bigint;
  below: bigint;
}

/** A payout has the numbers of the attempt that succeeded; if an operator marked it as paid, of the last one. */
async function insertBookings(tx: Tx, { upstreamId, day, from, to, least, below }: Range): Promise<void> {
  await sql`
    insert into upstream_bookings (upstream_id, member_no, reference, kind, day, at, amount, fee, upstream_no, our_no)
    select j.upstream_id, j.member_no, j.reference,
      case when j.kind = 'reversal' then 'reversal' when j.clearing < 0 then 'payin' else 'payout' end,
      ${day}::date, j.created_at, abs(j.clearing), case when j.kind <> 'reversal' then o.cost end,
      coalesce(o.upstream_no, case when a.state = 'succeeded' then a.upstream_no end, d.bank_reference, a.upstream_no), coalesce(a.reference, j.member_no || '-' || j.reference)
    from journals j
    left join orders o on o.member_no = j.member_no and o.system_no = j.reference and o.system_no >= ${least}::bigint and o.system_no < ${below}::bigint
    left join disbursements d on d.member_no = j.member_no and d.system_no = j.reference and d.system_no >= ${least}::bigint and d.system_no < ${below}::bigint
    left join (
      select distinct on (member_no, system_no) member_no, system_no, state, reference, upstream_no from disbursement_attempts
      where upstream_id = ${upstreamId}::integer and system_no >= ${least}::bigint and system_no < ${below}::bigint
      order by member_no, system_no, state = 'succeeded' desc, attempt desc) a on a.member_no = j.member_no and a.system_no = j.reference
    where j.upstream_id = ${upstreamId}::integer and j.clearing <> 0 and j.created_at >= ${from}::timestamptz and j.created_at < ${to}::timestamptz
      and j.reference >= ${least}::bigint and j.reference < ${below}::bigint
    on conflict (upstream_id, member_no, reference, kind) do nothing`.execute(tx);
}

async function isCopied(on: Queryable, upstreamId: number, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from upstream_booking_days where upstream_id = ${upstreamId} and day = ${day}::date and whole`.execute(on);
  return rows.length > 0;
}

async function upsertCopied(
  tx: Tx,
  { upstreamId, day, now, whole }: { upstreamId: number; day: string; now: Date; whole: boolean },
): Promise<void> {
  await sql`
    insert into upstream_booking_days (upstream_id, day, copied_at, whole) values (${upstreamId}, ${day}::date, ${now}, ${whole})
    on conflict (upstream_id, day) do update set copied_at = excluded.copied_at, whole = excluded.whole`.execute(tx);
}
