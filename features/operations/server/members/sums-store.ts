/**
 * Table `member_sums`: what the operators' list filters and sums of each member, so that a sum over all of them reads one
 * narrow row for each. The copying statements read the wallets and the daily roll-ups of all members.
 */
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { readSums, type SumTexts } from '#foundation/server/postgres/sums.ts';
import { type MemberConditions, memberConditions } from './listing.ts';

/** The thirty days of the list: from `first` on. `recentFrom` begins the last two, and `last` the last. */
export interface VolumeDays {
  first: Date;
  recentFrom: Date;
  last: Date;
}

export interface ClosedDays {
  /** The days that the oldest row was summed for; undefined without rows. */
  last: Date | undefined;
  amountMinor: bigint;
}

/** What the closed days of all members come to. */
export async function selectClosedDays(on: Queryable): Promise<ClosedDays> {
  const { rows } = await sql<{ last: Date | null } & SumTexts<'amountMinor'>>`
    select min(last_day) as last, coalesce(sum(closed_amount), 0) as "amountMinor" from member_sums`.execute(on);
  return { last: rows[0]?.last ?? undefined, ...readSums(rows[0], { amountMinor: BigInt }) };
}

/** Sums the closed days again: some thirty rows of each member. */
export async function copyClosedDays(tx: Tx, { first, recentFrom, last }: VolumeDays, currency: string): Promise<void> {
  await sql`
    insert into member_sums (member_no, kind, state, certification, upline_no, created_at, balance, frozen, last_day, closed_amount, recent_amount)
    select m.member_no, m.kind, m.state, m.certification, m.uplines[1], m.created_at, 0, 0, ${last}::timestamptz, coalesce(r.amount, 0), 0
    from wallets w
    join members m on m.member_no = w.member_no
    left join (
      select member_no, sum(paid_amount)::bigint as amount from order_rollups
      where span = 'day' and bucket >= ${first}::timestamptz and bucket < ${recentFrom}::timestamptz group by member_no) r
      on r.member_no = w.member_no
    where w.currency = ${currency}
    on conflict (member_no) do update set last_day = excluded.last_day, closed_amount = excluded.closed_amount`.execute(
    tx,
  );
}

/** What each member is, has at `now`, and was paid on the last two days. Only rows that change are written. */
export async function copyMemberSums(
  tx: Tx,
  { recentFrom, last }: VolumeDays,
  { currency, now }: { currency: string; now: Date },
): Promise<void> {
  await sql`
    insert into member_sums (member_no, kind, state, certification, upline_no, created_at, balance, frozen, last_day, closed_amount, recent_amount)
    select n.member_no, n.kind, n.state, n.certification, n.upline_no, n.created_at, n.balance, n.frozen, ${last}::timestamptz, 0, n.recent
    from (
      select m.member_no, m.kind, m.state, m.certification, m.uplines[1] as upline_no, m.created_at, w.wallet as balance,
        w.risk_hold + coalesce((
          select sum(held.amount)::bigint from unnest(w.held_until, w.held_amounts) as held (until, amount)
          where held.until > ${now}::timestamptz), 0) as frozen,
        coalesce(r.amount, 0) as recent
      from wallets w
      join members m on m.member_no = w.member_no
      left join (
        select member_no, sum(paid_amount)::bigint as amount from order_rollups
        where span = 'day' and bucket >= ${recentFrom}::timestamptz group by member_no) r on r.member_no = w.member_no
      where w.currency = ${currency}) n
    left join member_sums s on s.member_no = n.member_no
    where (s.kind, s.state, s.certification, s.upline_no, s.created_at, s.balance, s.frozen, s.recent_amount) is distinct from
      (n.kind, n.state, n.certification, n.upline_no, n.created_at, n.balance, n.frozen, n.recent)
    on conflict (member_no) do update set kind = excluded.kind, state = excluded.state, certification = excluded.certification,
      upline_no = excluded.upline_no, created_at = excluded.created_at, balance = excluded.balance, frozen = excluded.frozen,
      recent_amount = excluded.recent_amount`.execute(tx);
}

export interface MemberSums {
  balanceMinor: bigint;
  frozenMinor: bigint;
  volumeMinor: bigint;
}

/** Of all members that match. */
export async function sumMembers(on: Queryable, filter: MemberConditions): Promise<MemberSums> {
  const { rows } = await sql<SumTexts<keyof MemberSums>>`
    select coalesce(sum(m.balance), 0) as "balanceMinor", coalesce(sum(m.frozen), 0) as "frozenMinor",
      coalesce(sum(m.closed_amount + m.recent_amount), 0) as "volumeMinor"
    from member_sums m where ${memberConditions(filter, sql`m.upline_no`)}`.execute(on);
  return readSums(rows[0], { balanceMinor: BigInt, frozenMinor: BigInt, volumeMinor: BigInt });
}
