/**
 * Tables `platform_rollups`, `platform_payout_days` and `platform_top_members`: what the members' own roll-ups add up to.
 * The copying statements find the members' rows by the indexes of all members, for the time that they are given; the
 * others read these tables alone.
 */
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { readSums, type SumTexts } from '#foundation/server/postgres/sums.ts';

/** The job that copies them. */
export const COPYING = 'figures of all members';

/** From inclusive, to exclusive. */
export interface Span {
  from: Date;
  to: Date;
}

/** Whole days, and hours of the last day if it is not whole. */
export interface HourSpan extends Span {
  /** The start of that day. */
  hoursFrom?: Date;
}

/** Sums the members' rows of all buckets in the span. Rows never vanish, so none has to be deleted here. */
export async function copyRollups(on: Queryable, { from, to }: Span): Promise<void> {
  await sql`
    insert into platform_rollups as p (span, bucket, kind, channel_id, created_count, created_amount, success_count, paid_count, paid_amount, paid_fee,
      costed_count, paid_cost, paid_commission)
    select span, bucket, kind, channel_id, sum(created_count)::bigint, sum(created_amount)::bigint, sum(success_count)::bigint,
      sum(paid_count)::bigint, sum(paid_amount)::bigint, sum(paid_fee)::bigint, sum(costed_count)::bigint, sum(paid_cost)::bigint,
      sum(paid_commission)::bigint
    from order_rollups where span in ('hour', 'day') and bucket >= ${from}::timestamptz and bucket < ${to}::timestamptz
    group by span, bucket, kind, channel_id
    on conflict (span, bucket, kind, channel_id) do update set
      created_count = excluded.created_count, created_amount = excluded.created_amount, success_count = excluded.success_count,
      paid_count = excluded.paid_count, paid_amount = excluded.paid_amount, paid_fee = excluded.paid_fee,
      costed_count = excluded.costed_count, paid_cost = excluded.paid_cost, paid_commission = excluded.paid_commission
    where (p.created_count, p.created_amount, p.success_count, p.paid_count, p.paid_amount, p.paid_fee, p.costed_count, p.paid_cost, p.paid_commission)
      is distinct from (excluded.created_count, excluded.created_amount, excluded.success_count, excluded.paid_count, excluded.paid_amount, excluded.paid_fee,
        excluded.costed_count, excluded.paid_cost, excluded.paid_commission)`.execute(on);
}

/** Whether cost and commission of all orders paid in the span are in its sums. */
export async function selectIsCosted(on: Queryable, { from, to }: Span): Promise<boolean> {
  const { rows } = await sql<{ costed: boolean }>`
    select not exists (
      select from platform_rollups where span in ('hour', 'day') and bucket >= ${from} and bucket < ${to} and costed_count <> paid_count) as costed`.execute(
    on,
  );
  return rows[0]?.costed ?? true;
}

export async function copyPayoutDays(on: Queryable, { from, to }: Span): Promise<void> {
  await sql`
    insert into platform_payout_days as p (day, kind, status, count, amount, fee)
    select day, kind, status, sum(count)::bigint, sum(amount)::bigint, sum(fee)::bigint
    from disbursement_days where day >= ${from}::timestamptz and day < ${to}::timestamptz group by day, kind, status
    on conflict (day, kind, status) do update set count = excluded.count, amount = excluded.amount, fee = excluded.fee
    where (p.count, p.amount, p.fee) is distinct from (excluded.count, excluded.amount, excluded.fee)`.execute(on);
}

/** How many members of a day can be among the largest of a longer time. */
const TOP_OF_DAY = 50;

/** Those that were among the largest at any time of the day stay: they are read as candidates only. */
export async function copyTopMembers(on: Queryable, day: Date): Promise<void> {
  await sql`
    insert into platform_top_members as p (day, member_no, paid_amount)
    select ${day}::timestamptz, member_no, sum(paid_amount)::bigint
    from order_rollups where span = 'day' and bucket = ${day}::timestamptz
    group by member_no having sum(paid_amount) > 0 order by sum(paid_amount) desc, member_no limit ${sql.lit(TOP_OF_DAY)}
    on conflict (day, member_no) do update set paid_amount = excluded.paid_amount where p.paid_amount <> excluded.paid_amount`.execute(
    on,
  );
}

/** The start of the latest day before `before` that has orders of any member. */
export async function selectDayBefore(on: Queryable, before: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ bucket: Date }>`
    select bucket from order_rollups where span = 'day' and bucket < ${before} order by bucket desc limit 1`.execute(
    on,
  );
  return rows[0]?.bucket;
}

/** The first day that was copied. */
export async function selectFirstCopied(on: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ bucket: Date }>`
    select bucket from platform_rollups where span = 'day' order by bucket limit 1`.execute(on);
  return rows[0]?.bucket;
}

/** What paid orders earn. Cost and commission are known if `costedCount` is the number of orders paid. */
export interface Earned {
  paidCount: number;
  paidMinor: bigint;
  paidFeeMinor: bigint;
  costedCount: number;
  costMinor: bigint;
  commissionMinor: bigint;
}

export interface OrderSums extends Earned {
  createdCount: number;
  createdMinor: bigint;
  successCount: number;
}

const sumReaders = {
  createdCount: Number,
  createdMinor: BigInt,
  successCount: Number,
  paidCount: Number,
  paidMinor: BigInt,
  paidFeeMinor: BigInt,
  costedCount: Number,
  costMinor: BigInt,
  commissionMinor: BigInt,
};
type SumsRow = SumTexts<keyof OrderSums>;

const sums = sql`coalesce(sum(created_count), 0) as "createdCount", coalesce(sum(created_amount), 0) as "createdMinor",
  coalesce(sum(success_count), 0) as "successCount", coalesce(sum(paid_count), 0) as "paidCount", coalesce(sum(paid_amount), 0) as "paidMinor",
  coalesce(sum(paid_fee), 0) as "paidFeeMinor", coalesce(sum(costed_count), 0) as "costedCount", coalesce(sum(paid_cost), 0) as "costMinor",
  coalesce(sum(paid_commission), 0) as "commissionMinor"`;

export type Unit = 'hour' | 'day';

export async function selectSums(on: Queryable, { from, to, hoursFrom = to }: HourSpan): Promise<OrderSums> {
  const { rows } = await sql<SumsRow>`
    select ${sums} from platform_rollups
    where (span = 'day' and bucket >= ${from} and bucket < ${hoursFrom}) or (span = 'hour' and bucket >= ${hoursFrom} and bucket < ${to})`.execute(
    on,
  );
  return readSums(rows[0], sumReaders);
}

/** By the time of the bucket's start; omits those without orders. */
export async function selectPoints(
  on: Queryable,
  unit: Unit,
  { from, to }: Span,
): Promise<Map<number, Pick<OrderSums, 'paidCount' | 'paidMinor'>>> {
  const { rows } = await sql<{ bucket: Date } & SumTexts<'paidCount' | 'paidMinor'>>`
    select bucket, sum(paid_count) as "paidCount", sum(paid_amount) as "paidMinor"
    from platform_rollups where span = ${unit} and bucket >= ${from} and bucket < ${to} group by bucket`.execute(on);
  return new Map(rows.map((row) => [row.bucket.getTime(), readSums(row, { paidCount: Number, paidMinor: BigInt })]));
}

/** The sums of all channels, and of each: the largest paid amount first. */
export async function selectByChannel(
  on: Queryable,
  { from, to }: Span,
): Promise<{ all: OrderSums; channels: (OrderSums & { channelId: number })[] }> {
  const { rows } = await sql<SumsRow & { channelId: number | null }>`
    select channel_id as "channelId", ${sums} from platform_rollups where span = 'day' and bucket >= ${from} and bucket < ${to}
    group by rollup (channel_id) order by sum(paid_amount) desc, channel_id`.execute(on);
  const all = rows.find(({ channelId }) => channelId === null);
  return {
    all: readSums(all, sumReaders),
    channels: rows.flatMap(({ channelId, ...row }) =>
      channelId === null ? [] : [{ channelId, ...readSums(row, sumReaders) }],
    ),
  };
}

export async function selectPaidOut(
  on: Queryable,
  { from, to }: Span,
): Promise<{ count: number; amountMinor: bigint; feeMinor: bigint }> {
  const { rows } = await sql<SumTexts<'count' | 'amountMinor' | 'feeMinor'>>`
    select coalesce(sum(count), 0) as count, coalesce(sum(amount), 0) as "amountMinor", coalesce(sum(fee), 0) as "feeMinor"
    from platform_payout_days where day >= ${from} and day < ${to} and status = 'paid'`.execute(on);
  return readSums(rows[0], { count: Number, amountMinor: BigInt, feeMinor: BigInt });
}

/** Who can be among the largest of the span: `most` members, those with the largest days first. */
export async function selectCandidates(on: Queryable, { from, to }: Span, most: number): Promise<bigint[]> {
  const { rows } = await sql<{ memberNo: bigint }>`
    select member_no as "memberNo" from platform_top_members where day >= ${from} and day < ${to}
    group by member_no order by sum(paid_amount) desc, member_no limit ${most}`.execute(on);
  return rows.map(({ memberNo }) => memberNo);
}

export interface TopMember extends OrderSums {
  memberNo: bigint;
  name: string;
  kind: 'merchant' | 'agent';
}

/** The largest of these members, by their own days. */
export async function selectTop(
  on: Queryable,
  memberNos: readonly bigint[],
  { from, to }: Span,
  most: number,
): Promise<TopMember[]> {
  const { rows } = await sql<Omit<TopMember, keyof OrderSums> & SumsRow>`
    select r.member_no as "memberNo", m.name, m.kind, ${sums}
    from order_rollups r join members m using (member_no)
    where r.member_no = any(${memberNos}::bigint[]) and r.span = 'day' and r.bucket >= ${from} and r.bucket < ${to}
    group by r.member_no, m.name, m.kind having sum(r.paid_amount) > 0
    order by sum(r.paid_amount) desc, r.member_no limit ${most}`.execute(on);
  return rows.map((row) => ({ ...row, ...readSums(row, sumReaders) }));
}

export interface UpstreamSums {
  id: number;
  name: string;
  bookings: number;
  takenInMinor: bigint;
  paidOutMinor: bigint;
}

/** Closed days only, which are summed once and kept. Those that moved nothing are left out. */
export async function selectByUpstream(
  on: Queryable,
  { currency, from, to }: { currency: string; from: string; to: string },
): Promise<UpstreamSums[]> {
  const { rows } = await sql<
    Pick<UpstreamSums, 'id' | 'name'> & SumTexts<'bookings' | 'takenInMinor' | 'paidOutMinor'>
  >`
    select u.upstream_id as id, u.name, sum(c.bookings) as bookings, sum(c.taken_in) as "takenInMinor", sum(c.paid_out) as "paidOutMinor"
    from clearing_days c join upstreams u using (upstream_id)
    where c.currency = ${currency} and c.day >= ${from}::date and c.day <= ${to}::date
    group by u.upstream_id, u.name order by sum(c.taken_in) desc, u.upstream_id`.execute(on);
  return rows.map((row) => ({
    ...row,
    ...readSums(row, { bookings: Number, takenInMinor: BigInt, paidOutMinor: BigInt }),
  }));
}

export async function selectClosedUntil(on: Queryable): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`select day::text as day from clearing_progress`.execute(on);
  return rows[0]?.day ?? null;
}
