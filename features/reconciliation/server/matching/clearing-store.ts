/** SQL of what upstreams owe: closed days rolled up from journals, and the platform's own journals. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { SettlementDirection } from '../../matching-rules.ts';

/** The last day that is rolled up, and when it ended; the day before the first member's if none is. */
export async function selectProgress(
  on: Queryable,
  timeZone: string,
): Promise<{ day: string; until: Date | null } | undefined> {
  const { rows } = await sql<{ day: string; until: Date | null }>`
    select day::text as day, until from clearing_progress
    union all
    select ((min(created_at) at time zone ${timeZone})::date - 1)::text, null from members
    where not exists (select from clearing_progress) having count(*) > 0`.execute(on);
  return rows[0];
}

/** Rolls one day up. All members' journals of the day, found by their time. */
export async function insertClearingDay(
  tx: Tx,
  { day, from, to }: { day: string; from: Date; to: Date },
  below: bigint,
): Promise<void> {
  await sql`
    insert into clearing_days (upstream_id, currency, day, bookings, taken_in, paid_out, starts_at, ends_at)
    select upstream_id, currency, ${day}::date, count(*), coalesce(sum(-clearing) filter (where clearing < 0), 0), coalesce(sum(clearing) filter (where clearing > 0), 0),
      ${from}::timestamptz, ${to}::timestamptz
    from journals where clearing <> 0 and created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz and reference < ${below}::bigint
    group by upstream_id, currency`.execute(tx);
}

/** Returns false if another process was faster. */
export async function moveProgress(tx: Tx, from: string, to: string, until: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into clearing_progress (single, day, until) values (true, ${to}::date, ${until})
    on conflict (single) do update set day = excluded.day, until = excluded.until where clearing_progress.day = ${from}::date returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export interface ClearingDay {
  upstreamId: number;
  day: string;
  takenInMinor: bigint;
  paidOutMinor: bigint;
}

/** In order of days. */
export async function selectClearingDays(on: Queryable, currency: string): Promise<ClearingDay[]> {
  const { rows } = await sql<ClearingDay>`
    select upstream_id as "upstreamId", day::text as day, taken_in as "takenInMinor", paid_out as "paidOutMinor"
    from clearing_days where currency = ${currency} order by upstream_id, day`.execute(on);
  return rows;
}

export interface Settlement {
  upstreamId: number;
  day: string;
  /** Positive: received. */
  amountMinor: bigint;
}

export async function selectSettlements(on: Queryable, currency: string): Promise<Settlement[]> {
  const { rows } = await sql<Settlement>`
    select upstream_id as "upstreamId", day::text as day, sum(clearing)::bigint as "amountMinor"
    from platform_journals where currency = ${currency} group by upstream_id, day`.execute(on);
  return rows;
}

export interface TheirBalance {
  upstreamId: number;
  day: string;
  closingMinor: bigint;
  /** Of all its statements until then. */
  feesMinor: bigint;
}

/** The latest statement with a closing balance of each upstream. */
export async function selectTheirBalances(on: Queryable): Promise<TheirBalance[]> {
  const { rows } = await sql<TheirBalance>`
    select f.upstream_id as "upstreamId", f.day::text as day, f.closing as "closingMinor",
      (select coalesce(sum(case l.kind when 'reversal' then -coalesce(l.fee, 0) when 'fee' then -l.amount else coalesce(l.fee, 0) end), 0)::bigint
       from upstream_lines l join upstream_files o using (upstream_id, file_id)
       where o.upstream_id = f.upstream_id and o.day <= f.day and o.state <> 'replaced' and coalesce(l.status, 'success') = 'success') as "feesMinor"
    from (
      select distinct on (upstream_id) upstream_id, day, closing from upstream_files
      where state <> 'replaced' and closing is not null order by upstream_id, day desc) f`.execute(on);
  return rows;
}

export interface SettlementLine {
  upstreamId: number;
  fileId: string;
  lineNo: number;
  day: string;
  direction: SettlementDirection;
  amountMinor: bigint;
  number: string;
}

/**
 * Settlements that statements name and that are not booked, the oldest first; at most a hundred of each upstream. What was
 * booked from a statement that was replaced meanwhile stays booked. An upstream's own statement takes from its debt what it
 * paid to us; the statement of our bank, whose credits are settlements, adds it to the account.
 */
export async function selectUnbooked(on: Queryable): Promise<SettlementLine[]> {
  const { rows } = await sql<SettlementLine>`
    with settlements as (
      select l.*, j.reference, (l.amount < 0) <> coalesce(m.mapping ->> 'credits' = 'settlement', false) as is_received,
        row_number() over (partition by l.upstream_id, l.file_id, l.kind, l.upstream_no, l.our_no, l.amount order by j.reference is null, l.line_no) as place_alike
      from upstream_lines l join upstream_files f using (upstream_id, file_id)
      left join platform_journals j on (j.line_upstream_id, j.line_file_id, j.line_no) = (l.upstream_id, l.file_id, l.line_no)
      left join upstream_mappings m on m.upstream_id = f.upstream_id and m.version = f.mapping_version and f.format in ('camt053', 'mt940')
      where l.kind = 'settlement' and f.state <> 'replaced' and coalesce(l.status, 'success') = 'success'),
    unbooked as (
      select s.*, row_number() over (partition by s.upstream_id order by s.day, s.line_no) as place
      from settlements s
      where s.reference is null and s.place_alike > (
        select count(*) from platform_journals j join upstream_lines o on (o.upstream_id, o.file_id, o.line_no) = (j.line_upstream_id, j.line_file_id, j.line_no)
        where j.line_upstream_id = s.upstream_id and ${isAlike('o', 's')}))
    select upstream_id as "upstreamId", file_id as "fileId", line_no as "lineNo", day::text as day, case when is_received then 'received' else 'paid' end as direction, abs(amount) as "amountMinor", coalesce(upstream_no, our_no, '') as number
    from unbooked where place <= 100 order by upstream_id, place`.execute(on);
  return rows;
}

/** Whether a line of the same day is the other one in the statement that replaced its own. */
function isAlike(one: 'o', other: 's' | 'l'): Sql {
  return sql.raw(
    `${one}.day = ${other}.day and (${one}.kind, ${one}.upstream_no, ${one}.our_no, ${one}.amount) is not distinct from (${other}.kind, ${other}.upstream_no, ${other}.our_no, ${other}.amount)`,
  );
}

type LineName = Pick<SettlementLine, 'upstreamId' | 'fileId' | 'lineNo'>;

/** Keeps the statement from being replaced, and others from booking its lines, until the transaction ends. */
export async function lockStatement(tx: Tx, { upstreamId, fileId }: LineName): Promise<void> {
  await sql`select from upstream_files where upstream_id = ${upstreamId} and file_id = ${fileId} for update`.execute(
    tx,
  );
}

/** A line of a statement that counts and that can be a settlement. */
export async function selectLine(
  on: Queryable,
  { upstreamId, fileId, lineNo }: LineName,
): Promise<{ amountMinor: bigint; isOfBank: boolean; isBooked: boolean } | undefined> {
  const { rows } = await sql<{ amountMinor: bigint; isOfBank: boolean; isBooked: boolean }>`
    select l.amount as "amountMinor", f.format in ('camt053', 'mt940') as "isOfBank",
      (select count(*) from upstream_lines o where o.upstream_id = l.upstream_id and o.file_id = l.file_id and ${isAlike('o', 'l')}) <=
      (select count(*) from platform_journals j join upstream_lines o on (o.upstream_id, o.file_id, o.line_no) = (j.line_upstream_id, j.line_file_id, j.line_no)
       where j.line_upstream_id = l.upstream_id and ${isAlike('o', 'l')}) as "isBooked"
    from upstream_lines l join upstream_files f using (upstream_id, file_id)
    where l.upstream_id = ${upstreamId} and l.file_id = ${fileId} and l.line_no = ${lineNo} and f.state <> 'replaced'
      and l.kind in ('settlement', 'other') and coalesce(l.status, 'success') = 'success'`.execute(on);
  return rows[0];
}

export interface PlatformJournal {
  reference: bigint;
  upstreamId: number;
  currency: string;
  createdAt: Date;
  /** Positive: the upstream owes less. */
  clearingMinor: bigint;
  day: string;
  bankReference: string;
  remark: string;
  requestId: string;
  line: { upstreamId: number; fileId: string; lineNo: number } | null;
  userId: bigint;
}

/** Keeps other settlements out until the transaction ends. */
export async function lockSettlements(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('upstream settlements'))`.execute(tx);
}

/**
 * Whether the same payment, by the bank's reference, is booked and not taken back. Of two that each have a line, the lines
 * decide.
 */
export async function selectStanding(
  on: Queryable,
  { upstreamId, currency, day, bankReference, clearingMinor, line }: PlatformJournal,
): Promise<boolean> {
  const { rows } = await sql<{ stands: boolean }>`
    select coalesce(sum(sign(clearing)), 0) * sign(${clearingMinor}::bigint) > 0 as stands from platform_journals
    where upstream_id = ${upstreamId} and currency = ${currency} and day = ${day}::date and bank_reference = ${bankReference} and abs(clearing) = abs(${clearingMinor}::bigint)
      and (${line === null} or line_no is null)`.execute(on);
  return rows[0]?.stands ?? false;
}

/** Clearing ± · bank. */
export async function insertPlatformJournal(tx: Tx, journal: PlatformJournal): Promise<void> {
  const {
    reference,
    upstreamId,
    currency,
    createdAt,
    clearingMinor,
    day,
    bankReference,
    remark,
    requestId,
    line,
    userId,
  } = journal;
  await sql`
    insert into platform_journals (reference, kind, upstream_id, currency, created_at, clearing, bank, day, bank_reference, remark, request_id,
      line_upstream_id, line_file_id, line_no, user_id)
    values (${reference}, 'upstream_settlement', ${upstreamId}, ${currency}, ${createdAt}, ${clearingMinor}, ${-clearingMinor}, ${day}::date, ${bankReference}, ${remark}, ${requestId},
      ${line?.upstreamId ?? null}, ${line?.fileId ?? null}, ${line?.lineNo ?? null}, ${userId})`.execute(tx);
}

export type BookedSettlement = Pick<
  PlatformJournal,
  'reference' | 'upstreamId' | 'clearingMinor' | 'day' | 'bankReference'
> & { lineFileId: string | null; lineNo: number | null };

export async function selectByRequest(on: Queryable, requestId: string): Promise<BookedSettlement | undefined> {
  const { rows } = await sql<BookedSettlement>`
    select reference, upstream_id as "upstreamId", clearing as "clearingMinor", day::text as day, bank_reference as "bankReference",
      line_file_id as "lineFileId", line_no as "lineNo"
    from platform_journals where request_id = ${requestId}`.execute(on);
  return rows[0];
}
