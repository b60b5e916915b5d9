/**
 * SQL of a comparison: candidates, pairs, differences. Every statement is over the platform's own tables, and names the
 * upstream.
 */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { TimeRange } from '#foundation/core/time-zone.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import { type Queryable, sqlState, type Tx } from '#foundation/server/postgres/database.ts';
import { DAYS_TO_WAIT, foundOutcomes } from '../../matching-rules.ts';

/** One run: a statement and the days whose bookings it may have. */
export interface Run {
  upstreamId: number;
  fileId: string;
  day: string;
  /** Its own and the neighbouring days, and those before it without a statement. */
  days: readonly string[];
  feeToleranceMinor: bigint;
  now: Date;
}

/** The statements of an upstream that count, by day. */
const current = sql`f.state <> 'replaced'`;

/**
 * Each transaction that changes differences or pairs of an upstream holds this lock, and takes it before any row: comparisons
 * and operators wait for each other, and never both at once.
 */
export async function lockUpstream(tx: Tx, upstreamId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('upstream comparisons'), ${upstreamId}::integer)`.execute(tx);
}

const LOCK_NOT_AVAILABLE = '55P03';
/** A person waits no longer for a comparison. */
const LOCK_WAIT = '5s';

/** The same for several upstreams, in the order of their ids. Returns false if one of them is being compared for long. */
export async function lockUpstreams(tx: Tx, upstreamIds: readonly number[]): Promise<boolean> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(tx);
  try {
    for (const upstreamId of upstreamIds.toSorted((one, other) => one - other)) await lockUpstream(tx, upstreamId);
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
  await sql`set local lock_timeout = 0`.execute(tx);
  return true;
}

export interface ReadFile {
  upstreamId: number;
  fileId: string;
  day: string;
}

/** Statements that are read and not compared yet, the oldest day first. */
export async function selectUncompared(on: Queryable): Promise<ReadFile[]> {
  const { rows } = await sql<ReadFile>`
    select upstream_id as "upstreamId", file_id as "fileId", day::text as day from upstream_files where state = 'read' order by day, upstream_id`.execute(
    on,
  );
  return rows;
}

/** Returns false if another statement has replaced it meanwhile. */
export async function markCompared(tx: Tx, { upstreamId, fileId }: Run): Promise<boolean> {
  const { rows } = await sql`
    update upstream_files set state = 'matched' where upstream_id = ${upstreamId} and file_id = ${fileId} and state <> 'replaced' returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** The first day with a statement, and the days from `from` on that have one. */
export async function selectFileDays(
  on: Queryable,
  upstreamId: number,
  from: string,
): Promise<{ first: string | null; days: string[] }> {
  const { rows } = await sql<{ first: string | null; days: string[] }>`
    select min(day)::text as first, coalesce(array_agg(day::text) filter (where day >= ${from}::date), '{}') as days
    from upstream_files f where upstream_id = ${upstreamId} and ${current}`.execute(on);
  return rows[0] ?? { first: null, days: [] };
}

/** Pairs that persons made with statements of the day that were replaced go over to the same lines of this one. */
export async function movePersonPairs(tx: Tx, { upstreamId, fileId, day }: Run): Promise<void> {
  await sql`
    update upstream_matches m set file_id = ${fileId}::uuid, line_no = n.line_no
    from (
      select distinct on (o.file_id, o.line_no) o.file_id, o.line_no as old_line_no, l.line_no
      from upstream_matches p join upstream_files f using (upstream_id, file_id) join upstream_lines o using (upstream_id, file_id, line_no)
      join upstream_lines l on l.upstream_id = ${upstreamId}::integer and l.file_id = ${fileId}::uuid and l.kind = o.kind and l.amount = o.amount
        and coalesce(l.upstream_no, '') = coalesce(o.upstream_no, '') and coalesce(l.our_no, '') = coalesce(o.our_no, '')
      where p.upstream_id = ${upstreamId}::integer and p.rule = 'person' and f.day = ${day}::date and f.state = 'replaced'
      order by o.file_id, o.line_no, l.line_no) n
    where m.upstream_id = ${upstreamId}::integer and m.rule = 'person' and m.file_id = n.file_id and m.line_no = n.old_line_no`.execute(
    tx,
  );
}

/**
 * Deletes the pairs of statements of the day that were replaced. Returns the days whose bookings lost theirs and which no
 * statement of their own will look for again.
 */
export async function deleteReplacedPairs(tx: Tx, { upstreamId, day }: Run): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with gone as (
      delete from upstream_matches m using upstream_files f
      where m.upstream_id = ${upstreamId} and f.upstream_id = m.upstream_id and f.file_id = m.file_id and f.day = ${day}::date and f.state = 'replaced'
      returning m.day)
    select distinct g.day::text as day from gone g
    where g.day < ${day}::date or exists (select from upstream_files f where f.upstream_id = ${upstreamId} and f.day = g.day and f.state = 'matched')`.execute(
    tx,
  );
  return rows.map((row) => row.day);
}

/** A line as matching sees it: `side` is the kind of booking that it can be, the amount is positive in that direction. */
const lineColumns = sql`
  l.file_id, l.line_no, l.day, l.upstream_no, l.our_no, l.fee, l.at, l.status, l.raw,
  case when l.kind <> 'other' then l.kind when l.amount < 0 then 'payout' else 'payin' end as side,
  case when l.kind = 'payin' or (l.kind = 'other' and l.amount >= 0) then l.amount else -l.amount end as amount,
  coalesce(l.status, 'success') = 'success' as is_paid`;
const hasBooking = sql`l.kind in ('payin', 'payout', 'reversal', 'other')`;
const unpairedLine = sql`
  not exists (select from upstream_matches m where m.upstream_id = l.upstream_id and m.file_id = l.file_id and m.line_no = l.line_no)`;
const unpairedBooking = sql`
  not exists (select from upstream_matches m where m.upstream_id = b.upstream_id and m.day = b.day and m.member_no = b.member_no and m.reference = b.reference and m.kind = b.kind)`;

/** Within the days: so that no other day's pairs are read. */
function unpairedBookingOf(run: Run): Sql {
  return sql`not exists (
    select from upstream_matches m where m.upstream_id = b.upstream_id and m.day = b.day and m.day = any(${ofDays(run)})
      and m.member_no = b.member_no and m.reference = b.reference and m.kind = b.kind)`;
}

function ofDays({ days }: Run): Sql {
  return sql`${arrayLiteral(days)}::date[]`;
}

/**
 * What can still be paired: the statement's lines and those of other statements without a pair; the bookings of
 * the days and those that were missing there.
 */
function candidates(run: Run): Sql {
  const { upstreamId, fileId } = run;
  return sql`
    lines as (
      select ${lineColumns} from upstream_lines l
      where l.upstream_id = ${upstreamId}::integer and l.file_id = ${fileId}::uuid and ${hasBooking} and ${unpairedLine}
      union all
      select ${lineColumns} from upstream_differences d join upstream_lines l using (upstream_id, file_id, line_no) join upstream_files f using (upstream_id, file_id)
      where d.upstream_id = ${upstreamId}::integer and d.kind in ('missing_here', 'duplicate') and d.file_id <> ${fileId}::uuid and ${current} and ${unpairedLine}),
    bookings as (
      select b.* from upstream_bookings b where b.upstream_id = ${upstreamId}::integer and b.day = any(${ofDays(run)}) and ${unpairedBookingOf(run)}
      union all
      select b.* from upstream_differences d join upstream_bookings b on (b.upstream_id, b.member_no, b.reference, b.kind) = (d.upstream_id, d.member_no, d.reference, d.booking_kind)
      where d.upstream_id = ${upstreamId}::integer and d.kind = 'missing_there' and b.day <> all(${ofDays(run)}) and ${unpairedBooking})`;
}

const placeOfLine = sql`row_number() over (partition by l.number, l.side order by not l.is_paid, l.day, l.line_no)`;
const placeOfBooking = sql`row_number() over (partition by b.number, b.kind order by b.day, b.at, b.member_no, b.reference)`;

/**
 * Pairs by the upstream's number. A number that is there several times on both sides is paired one by one, in the order
 * of time.
 */
export async function pairByUpstreamNo(tx: Tx, run: Run): Promise<void> {
  await sql`
    with ${candidates(run)}
    insert into upstream_matches (upstream_id, file_id, line_no, day, member_no, reference, kind, rule, at)
    select ${run.upstreamId}::integer, l.file_id, l.line_no, b.day, b.member_no, b.reference, b.kind, 'upstream_no', ${run.now}::timestamptz
    from (select l.*, ${placeOfLine} as place from (select *, upstream_no collate "C" as number from lines where upstream_no is not null) l) l
    join (select b.*, ${placeOfBooking} as place from (select *, upstream_no collate "C" as number from bookings where upstream_no is not null) b) b
      on b.number = l.number and b.kind = l.side and b.place = l.place`.execute(tx);
}

/** Pairs by our reference: as the upstream was given it, or by the system number where only one booking has it. */
export async function pairByOurNo(tx: Tx, run: Run): Promise<void> {
  await sql`
    with ${candidates(run)},
    named as (
      select b.*, n.number from (select *, count(*) over (partition by reference, kind) as times from bookings) b
      cross join lateral (values (b.our_no collate "C", true), (b.reference::text collate "C", b.times = 1)) as n (number, is_own)
      where n.is_own)
    insert into upstream_matches (upstream_id, file_id, line_no, day, member_no, reference, kind, rule, at)
    select ${run.upstreamId}::integer, l.file_id, l.line_no, b.day, b.member_no, b.reference, b.kind, 'our_no', ${run.now}::timestamptz
    from (select l.*, ${placeOfLine} as place from (select *, our_no collate "C" as number from lines where our_no is not null) l) l
    join (select b.*, ${placeOfBooking} as place from named b) b on b.number = l.number and b.kind = l.side and b.place = l.place
    on conflict do nothing`.execute(tx);
}

/**
 * Pairs a settlement with all bookings of one day, if they are its sum: before fees, or after the agreed ones within the
 * tolerance. Only for statements that list settlements and nothing else, for whole days without a pair, and where no
 * other day or settlement fits.
 */
export async function pairBySum(tx: Tx, run: Run): Promise<void> {
  const { upstreamId, fileId, feeToleranceMinor, now } = run;
  await sql`
    with sums as (
      select b.day, sum(case b.kind when 'payin' then b.amount else -b.amount end) as gross, coalesce(sum(b.fee), 0) as fees
      from upstream_bookings b where b.upstream_id = ${upstreamId}::integer and b.day = any(${ofDays(run)}) and b.day <= ${run.day}::date
      group by b.day having bool_and(${unpairedBooking})),
    found as (
      select l.file_id, l.line_no, s.day, count(*) over (partition by l.line_no) as days, count(*) over (partition by s.day) as settlements
      from upstream_lines l
      join sums s on -l.amount = s.gross or abs(s.gross + l.amount - s.fees) <= ${feeToleranceMinor}::bigint
      where l.upstream_id = ${upstreamId}::integer and l.file_id = ${fileId}::uuid and l.kind = 'settlement' and coalesce(l.status, 'success') = 'success' and ${unpairedLine}
        and not exists (
          select from upstream_lines o where o.upstream_id = l.upstream_id and o.file_id = l.file_id and o.kind in ('payin', 'payout', 'reversal', 'other')))
    insert into upstream_matches (upstream_id, file_id, line_no, day, member_no, reference, kind, rule, at)
    select b.upstream_id, l.file_id, l.line_no, b.day, b.member_no, b.reference, b.kind, 'sum', ${now}::timestamptz
    from found l join upstream_bookings b on b.upstream_id = ${upstreamId}::integer and b.day = l.day
    where l.days = 1 and l.settlements = 1`.execute(tx);
}

const differenceColumns = sql`
  upstream_id, day, kind, subject, file_id, line_no, member_no, reference, booking_kind, upstream_no, our_no, at,
  ours, theirs, our_fee, their_fee, their_status, at_risk, state, outcome, found_at, changed_at`;

const found = sql.join(foundOutcomes.map((outcome) => sql.lit(outcome)));
const figures = (of: string): Sql =>
  sql.raw(`(${['ours', 'theirs', 'our_fee', 'their_fee', 'their_status'].map((name) => `${of}.${name}`).join(', ')})`);
/**
 * Whether a known difference is another one now: its figures changed, a comparison had seen it end, or a person had paired
 * its booking with a line that is gone.
 */
const isNew = sql`(${figures('d')} is distinct from ${figures('excluded')} or coalesce(d.outcome in (${found}), false)
  or d.kind = 'missing_there' and coalesce(d.outcome = 'paired', false))`;

/**
 * A difference that is known keeps what was decided, unless it is another one now. It follows its line into the
 * statement that replaced the old one.
 */
const knownOnes = sql`
  on conflict (upstream_id, kind, subject) do update set
    file_id = excluded.file_id, line_no = excluded.line_no, at = excluded.at,
    ours = excluded.ours, theirs = excluded.theirs, our_fee = excluded.our_fee, their_fee = excluded.their_fee, their_status = excluded.their_status, at_risk = excluded.at_risk,
    state = case when ${isNew} and (d.state in ('waiting', 'resolved', 'ignored') or excluded.state = 'resolved') then excluded.state else d.state end,
    outcome = case when ${isNew} and (d.state in ('waiting', 'resolved', 'ignored') or excluded.state = 'resolved') then excluded.outcome else d.outcome end,
    version = d.version + ${isNew}::integer,
    changed_at = case when ${isNew} then excluded.changed_at else d.changed_at end,
    changed_by = case when ${isNew} then null else d.changed_by end
  where (d.file_id, d.line_no) is distinct from (excluded.file_id, excluded.line_no) or ${isNew}`;

/** What differs within the pairs of this run; of several things, the one that weighs most. */
export async function insertPairDifferences(tx: Tx, run: Run): Promise<void> {
  const { upstreamId, feeToleranceMinor, now } = run;
  await sql`
    insert into upstream_differences as d (${differenceColumns})
    select p.upstream_id, p.day, p.kind, 'booking:' || p.member_no || '-' || p.reference || '-' || p.side, p.file_id, p.line_no, p.member_no, p.reference, p.side,
      p.upstream_no, p.our_no, p.at, p.ours, p.theirs, p.our_fee, p.their_fee, p.status,
      case p.kind when 'status_differs' then p.ours when 'amount_differs' then abs(p.theirs - p.ours) when 'fee_differs' then abs(p.their_fee - p.our_fee) else 0 end,
      case p.kind when 'late' then 'resolved' else 'open' end, case p.kind when 'late' then 'matched_there' end, ${now}::timestamptz, ${now}::timestamptz
    from (
      select b.upstream_id, b.day, b.member_no, b.reference, b.amount as ours, b.fee as our_fee, b.at, l.file_id, l.line_no, l.side, l.amount as theirs, l.fee as their_fee, l.status,
        coalesce(l.upstream_no, b.upstream_no) as upstream_no, b.our_no,
        case when not l.is_paid then 'status_differs' when l.amount <> b.amount then 'amount_differs'
          when abs(l.fee - b.fee) > ${feeToleranceMinor}::bigint then 'fee_differs' when l.day <> b.day then 'late' end as kind
      from upstream_matches m
      join (select l.upstream_id, ${lineColumns} from upstream_lines l where l.upstream_id = ${upstreamId}::integer) l on l.file_id = m.file_id and l.line_no = m.line_no
      join upstream_bookings b on (b.upstream_id, b.member_no, b.reference, b.kind) = (m.upstream_id, m.member_no, m.reference, m.kind)
      where m.upstream_id = ${upstreamId}::integer and m.at = ${now}::timestamptz and m.rule in ('upstream_no', 'our_no')) p
    where p.kind is not null
    ${knownOnes}`.execute(tx);
}

/** The statement's paid lines without a booking. A number that another line or a paired booking has is a duplicate. */
export async function insertMissingHere(tx: Tx, run: Run): Promise<void> {
  const { upstreamId, fileId, now } = run;
  const sameNumber = (other: string): Sql =>
    sql.raw(`(${other}.upstream_no = l.upstream_no or l.upstream_no is null and ${other}.our_no = l.our_no)`);
  await sql`
    with lines as materialized (
      select ${lineColumns} from upstream_lines l
      where l.upstream_id = ${upstreamId}::integer and l.file_id = ${fileId}::uuid and ${hasBooking} and ${unpairedLine} and coalesce(l.status, 'success') = 'success'),
    others as materialized (
      select l.line_no, l.upstream_no, l.our_no, l.kind,
        exists (select from upstream_matches m where m.upstream_id = l.upstream_id and m.file_id = l.file_id and m.line_no = l.line_no) as is_paired
      from upstream_lines l
      where l.upstream_id = ${upstreamId}::integer and l.file_id = ${fileId}::uuid and exists (select from lines) and coalesce(l.status, 'success') = 'success'
        and coalesce(l.upstream_no, l.our_no) in (select coalesce(upstream_no, our_no) from lines)),
    booked as materialized (
      select b.upstream_no, b.our_no, b.kind from upstream_bookings b
      where b.upstream_id = ${upstreamId}::integer and b.day = any(${ofDays(run)}) and exists (select from lines) and not ${unpairedBooking}
        and (b.upstream_no in (select upstream_no from lines) or b.our_no in (select our_no from lines)))
    insert into upstream_differences as d (${differenceColumns})
    select ${upstreamId}::integer, l.day, l.kind, 'line:' || l.day || ':' || l.side || ':' || l.name || ':' || l.place, l.file_id, l.line_no, null, null, null,
      l.upstream_no, l.our_no, l.at, null, l.amount, null, l.fee, l.status, abs(l.amount), 'open', null, ${now}::timestamptz, ${now}::timestamptz
    from (
      select l.*, coalesce(l.upstream_no, l.our_no, md5(l.raw)) as name,
        row_number() over (partition by l.side, coalesce(l.upstream_no, l.our_no, md5(l.raw)) order by l.line_no) as place,
        case when exists (select from others o where o.line_no <> l.line_no and o.kind in (l.side, 'other') and ${sameNumber('o')} and (o.is_paired or o.line_no < l.line_no))
          or exists (select from booked b where b.kind = l.side and ${sameNumber('b')}) then 'duplicate' else 'missing_here' end as kind
      from lines l) l
    ${knownOnes}`.execute(tx);
}

/** The bookings without a line, of the days that no other statement will look for. */
export async function insertMissingThere(tx: Tx, run: Run, days: readonly string[]): Promise<void> {
  const { upstreamId, now } = run;
  await sql`
    insert into upstream_differences as d (${differenceColumns})
    select b.upstream_id, b.day, 'missing_there', 'booking:' || b.member_no || '-' || b.reference || '-' || b.kind, null, null, b.member_no, b.reference, b.kind,
      b.upstream_no, b.our_no, b.at, b.amount, null, b.fee, null, null, b.amount,
      case when ${filesAfter(sql`b.day`, upstreamId)} < ${DAYS_TO_WAIT}::integer then 'waiting' else 'open' end, null, ${now}::timestamptz, ${now}::timestamptz
    from upstream_bookings b
    where b.upstream_id = ${upstreamId}::integer and b.day = any(${arrayLiteral(days)}::date[]) and ${unpairedBooking}
    ${knownOnes}`.execute(tx);
}

/** For how many later days statements are in. */
function filesAfter(day: Sql, upstreamId: number): Sql {
  return sql`(select count(*) from upstream_files f where f.upstream_id = ${upstreamId}::integer and ${current} and f.day > ${day})`;
}

/** Differences that wait no longer: the statements of two more days are in. */
export async function openWaited(tx: Tx, { upstreamId, now }: Run): Promise<void> {
  await sql`
    update upstream_differences d set state = 'open', version = version + 1, changed_at = ${now}, changed_by = null
    where d.upstream_id = ${upstreamId}::integer and d.state = 'waiting' and ${filesAfter(sql`d.day`, upstreamId)} >= ${DAYS_TO_WAIT}::integer`.execute(
    tx,
  );
}

/** Unresolved differences whose line or booking has a pair now, or whose statement was replaced by one without them. */
export async function endFound(tx: Tx, { upstreamId, now }: Run): Promise<void> {
  await sql`
    update upstream_differences d set state = 'resolved', outcome = e.outcome, version = version + 1, changed_at = ${now}, changed_by = null
    from (
      select d.difference_id, 'matched_later' as outcome from upstream_differences d join upstream_matches m using (upstream_id, file_id, line_no)
      where d.upstream_id = ${upstreamId}::integer and d.kind in ('missing_here', 'duplicate') and d.state in ('open', 'assigned')
      union all
      select d.difference_id, 'matched_later' from upstream_differences d
      join upstream_matches m on (m.upstream_id, m.day, m.member_no, m.reference, m.kind) = (d.upstream_id, d.day, d.member_no, d.reference, d.booking_kind)
      where d.upstream_id = ${upstreamId}::integer and d.kind = 'missing_there' and d.state in ('waiting', 'open', 'assigned')
      union all
      select d.difference_id, 'file_replaced' from upstream_differences d join upstream_files f using (upstream_id, file_id)
      where d.upstream_id = ${upstreamId}::integer and (d.state in ('open', 'assigned') or d.outcome = 'matched_there') and f.state = 'replaced') e
    where d.difference_id = e.difference_id and d.upstream_id = ${upstreamId}::integer`.execute(tx);
}

/** Counts what a comparison has just written, so that its next statements are planned for a million rows and not for none. */
export async function analyzeBookings(tx: Tx): Promise<void> {
  await sql`select analyze_upstream_bookings()`.execute(tx);
}

/** The same for pairs. */
export async function analyzePairs(tx: Tx): Promise<void> {
  await sql`select analyze_upstream_matches()`.execute(tx);
}

export interface Compared {
  lines: number;
  paired: number;
  appeared: number;
  vanished: number;
}

/** What the run found: lines, lines with a pair, differences that appeared and that ended. */
export async function countCompared(tx: Tx, { upstreamId, fileId, now }: Run): Promise<Compared> {
  const { rows } = await sql<Compared>`
    select (select count(*) from upstream_lines where upstream_id = ${upstreamId} and file_id = ${fileId})::integer as lines,
      (select count(distinct line_no) from upstream_matches where upstream_id = ${upstreamId} and file_id = ${fileId})::integer as paired,
      (count(*) filter (where state in ('waiting', 'open') or outcome = 'matched_there'))::integer as appeared,
      (count(*) filter (where outcome in ('file_replaced', 'matched_later')))::integer as vanished
    from upstream_differences where upstream_id = ${upstreamId} and changed_at = ${now} and changed_by is null`.execute(
    tx,
  );
  return rows[0] ?? { lines: 0, paired: 0, appeared: 0, vanished: 0 };
}

/** Only where something changed: the same statement again is no news. */
export async function insertComparison(tx: Tx, { upstreamId, fileId, day, now }: Run, found: Compared): Promise<void> {
  await sql`
    insert into upstream_comparisons (upstream_id, day, file_id, at, lines, paired, appeared, vanished)
    values (${upstreamId}, ${day}::date, ${fileId}, ${now}, ${found.lines}, ${found.paired}, ${found.appeared}, ${found.vanished})
    on conflict do nothing`.execute(tx);
}

/** Whether a statement of the day is in: uploaded, or fetched and the upstream has sent no other one since. */
export async function selectFetched(
  on: Queryable,
  upstreamId: number,
  day: string,
  { from, to }: TimeRange,
): Promise<boolean> {
  const { rows } = await sql`
    select from upstream_files f where upstream_id = ${upstreamId} and day = ${day}::date and f.state <> 'replaced'
      and (f.user_id is not null or not exists (
        select from upstream_reports r
        where r.upstream_id = ${upstreamId} and r.period_from < ${to} and r.period_to > ${from} and r.source_sealed is not null
          and not (${from}::timestamptz = any(r.filed_for))))`.execute(on);
  return rows.length > 0;
}
