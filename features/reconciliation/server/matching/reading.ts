/** SQL of what operators read: days, one day's two sides, differences. */
import { createHash } from 'node:crypto';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import { type Currency, parseAmountOrZero } from '#foundation/core/money.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { ParsedDifferenceFilter } from '../../matching-contract.ts';
import type { BookingKind, DifferenceKind, DifferenceState, MatchRule } from '../../matching-rules.ts';
import { SUGGESTED_WITHIN_MS } from '../../matching-rules.ts';

const unresolved = sql`('open', 'assigned')`;

export interface DayCell {
  day: string;
  upstreamId: number;
  /** Null: no statement. */
  fileState: 'read' | 'matched' | null;
  lines: number;
  bookings: number;
  open: number;
  waiting: number;
  atRiskMinor: bigint;
}

/** Days of upstreams with a statement, bookings or differences. */
export async function selectDayCells(on: Queryable, from: string, to: string): Promise<DayCell[]> {
  const { rows } = await sql<DayCell>`
    select coalesce(f.day, c.day, d.day)::text as day, coalesce(f.upstream_id, c.upstream_id, d.upstream_id) as "upstreamId", f.state as "fileState",
      coalesce(f.rows, 0) as lines, coalesce(c.bookings, 0) as bookings, coalesce(d.open, 0)::integer as open, coalesce(d.waiting, 0)::integer as waiting,
      coalesce(d.at_risk, 0)::bigint as "atRiskMinor"
    from (select upstream_id, day, state, rows from upstream_files where day between ${from}::date and ${to}::date and state <> 'replaced') f
    full join (
      select upstream_id, day, sum(bookings)::integer as bookings from clearing_days where day between ${from}::date and ${to}::date group by upstream_id, day) c using (upstream_id, day)
    full join (
      select upstream_id, day, count(*) filter (where state <> 'waiting') as open, count(*) filter (where state = 'waiting') as waiting,
        sum(at_risk) filter (where state <> 'waiting') as at_risk
      from upstream_differences where day between ${from}::date and ${to}::date and state in ('waiting', 'open', 'assigned') group by upstream_id, day) d using (upstream_id, day)`.execute(
    on,
  );
  return rows;
}

export interface DaySides {
  fileId: string | null;
  lineNo: number | null;
  lineDay: string | null;
  lineKind: string | null;
  lineUpstreamNo: string | null;
  lineOurNo: string | null;
  lineAmountMinor: bigint | null;
  lineFeeMinor: bigint | null;
  lineAt: Date | null;
  lineStatus: string | null;
  memberNo: bigint | null;
  reference: bigint | null;
  kind: BookingKind | null;
  day: string | null;
  at: Date | null;
  upstreamNo: string | null;
  ourNo: string | null;
  amountMinor: bigint | null;
  feeMinor: bigint | null;
  rule: MatchRule | null;
  differenceId: bigint | null;
  differenceKind: DifferenceKind | null;
  differenceState: DifferenceState | null;
}

export interface DayView {
  upstreamId: number;
  day: string;
  show: 'all' | 'paired' | 'unpaired';
}

const theDay = ({ upstreamId, day }: DayView): { lines: Sql; bookings: Sql } => ({
  lines: sql`
    upstream_files f join upstream_lines l using (upstream_id, file_id)
    left join upstream_matches m on m.upstream_id = l.upstream_id and m.file_id = l.file_id and m.line_no = l.line_no
    where f.upstream_id = ${upstreamId}::integer and f.day = ${day}::date and f.state <> 'replaced'`,
  // Those that are paired with a line of the day are next to it.
  bookings: sql`
    upstream_bookings b
    left join upstream_matches m on (m.upstream_id, m.day, m.member_no, m.reference, m.kind) = (b.upstream_id, b.day, b.member_no, b.reference, b.kind)
    where b.upstream_id = ${upstreamId}::integer and b.day = ${day}::date
      and not exists (select from upstream_files f where f.upstream_id = m.upstream_id and f.file_id = m.file_id and f.day = b.day)`,
});

function shown({ show }: DayView): Sql {
  if (show === 'all') return sql`true`;
  return show === 'paired' ? sql`m.rule is not null` : sql`m.rule is null`;
}

export async function selectDay(
  on: Queryable,
  view: DayView,
  { limit, offset }: { limit: number; offset: number },
): Promise<DaySides[]> {
  const { rows } = await daySides(view, sql`limit ${limit} offset ${offset}`).execute(on);
  return rows;
}

/** The statement's lines in their order, then the bookings that it does not have. */
export function daySides(view: DayView, page: Sql = sql``): Sql<DaySides> {
  const { lines, bookings } = theDay(view);
  return sql<DaySides>`
    select p.file_id as "fileId", p.line_no as "lineNo", l.day::text as "lineDay", l.kind as "lineKind", l.upstream_no as "lineUpstreamNo", l.our_no as "lineOurNo",
      l.amount as "lineAmountMinor", l.fee as "lineFeeMinor", l.at as "lineAt", l.status as "lineStatus",
      b.member_no as "memberNo", b.reference, b.kind, b.day::text as day, b.at, b.upstream_no as "upstreamNo", b.our_no as "ourNo", b.amount as "amountMinor", b.fee as "feeMinor",
      p.rule, d.difference_id as "differenceId", d.kind as "differenceKind", d.state as "differenceState"
    from (
      select 1 as part, l.file_id, l.line_no, m.day, m.member_no, m.reference, m.kind, m.rule, null::timestamptz as at from ${lines} and ${shown(view)}
      union all
      select 2, m.file_id, m.line_no, b.day, b.member_no, b.reference, b.kind, m.rule, b.at from ${bookings} and ${shown(view)}
      order by 1, 3, 9, 5, 6, 7 ${page}) p
    left join upstream_lines l on l.upstream_id = ${view.upstreamId}::integer and l.file_id = p.file_id and l.line_no = p.line_no
    left join upstream_bookings b on (b.upstream_id, b.member_no, b.reference, b.kind) = (${view.upstreamId}::integer, p.member_no, p.reference, p.kind)
    left join lateral (
      select d.difference_id, d.kind, d.state from upstream_differences d
      where d.upstream_id = ${view.upstreamId}::integer and (d.file_id = p.file_id and d.line_no = p.line_no or d.day = p.day and d.member_no = p.member_no and d.reference = p.reference and d.booking_kind = p.kind)
      order by d.state in ('waiting', 'open', 'assigned') desc, d.changed_at desc, d.difference_id desc limit 1) d on true
    order by p.part, p.line_no, p.at, p.member_no, p.reference, p.kind`;
}

/** How many rows `selectDay` has without a limit. */
export async function countDay(on: Queryable, view: DayView): Promise<number> {
  const { lines, bookings } = theDay(view);
  const { rows } = await sql<{ total: number }>`
    select ((select count(*) from ${lines} and ${shown(view)}) + (select count(*) from ${bookings} and ${shown(view)}))::integer as total`.execute(
    on,
  );
  return rows[0]?.total ?? 0;
}

export interface DaySums {
  theirCount: number;
  theirMinor: bigint;
  ourCount: number;
  ourMinor: bigint;
}

export async function selectDaySums(on: Queryable, { upstreamId, day }: DayView): Promise<DaySums> {
  const { rows } = await sql<DaySums>`
    select t.count as "theirCount", t.amount as "theirMinor", o.count as "ourCount", o.amount as "ourMinor"
    from (
      select count(*)::integer as count, coalesce(sum(l.amount), 0)::bigint as amount from upstream_files f join upstream_lines l using (upstream_id, file_id)
      where f.upstream_id = ${upstreamId} and f.day = ${day}::date and f.state <> 'replaced') t
    cross join (
      select count(*)::integer as count, coalesce(sum(case kind when 'payin' then amount else -amount end), 0)::bigint as amount
      from upstream_bookings where upstream_id = ${upstreamId} and day = ${day}::date) o`.execute(on);
  return rows[0] ?? { theirCount: 0, theirMinor: 0n, ourCount: 0, ourMinor: 0n };
}

export async function selectDayRules(
  on: Queryable,
  { upstreamId, day }: DayView,
): Promise<{ rule: MatchRule; lines: number }[]> {
  const { rows } = await sql<{ rule: MatchRule; lines: number }>`
    select m.rule, count(distinct m.line_no)::integer as lines from upstream_files f join upstream_matches m using (upstream_id, file_id)
    where f.upstream_id = ${upstreamId} and f.day = ${day}::date and f.state <> 'replaced' group by m.rule`.execute(on);
  return rows;
}

export interface Comparison {
  fileId: string;
  at: Date;
  lines: number;
  paired: number;
  appeared: number;
  vanished: number;
}

/** The latest twenty, newest first. */
export async function selectComparisons(on: Queryable, { upstreamId, day }: DayView): Promise<Comparison[]> {
  const { rows } = await sql<Comparison>`
    select file_id as "fileId", at, lines, paired, appeared, vanished from upstream_comparisons
    where upstream_id = ${upstreamId} and day = ${day}::date order by at desc limit 20`.execute(on);
  return rows;
}

/** A filter of differences in the terms of the database. */
export interface DifferenceQuery {
  upstreamId?: number | undefined;
  /** Only of these. */
  upstreamIds?: readonly number[] | undefined;
  kind?: DifferenceKind | undefined;
  state: DifferenceState | 'unresolved' | 'all';
  from?: string | undefined;
  to?: string | undefined;
  /** Null: without an owner. */
  ownerId?: bigint | null | undefined;
  foundBefore?: Date | undefined;
  atRiskFromMinor?: bigint | undefined;
  q?: string | undefined;
  ids?: readonly bigint[] | undefined;
}

/** The filter in the terms of the database. An unknown operator owns nothing. `wrongAmount`: it has more decimals than the currency. */
export async function queryOf(
  on: Queryable,
  { owner, minDays, atRiskFrom, ...rest }: ParsedDifferenceFilter,
  { currency, now }: { currency: Currency; now: Date },
  wrongAmount: () => never,
): Promise<DifferenceQuery> {
  return {
    ...rest,
    ownerId: owner === undefined ? undefined : owner === '' ? null : ((await selectOperator(on, owner)) ?? -1n),
    foundBefore: minDays === undefined ? undefined : new Date(now.getTime() - minDays * 86_400_000),
    atRiskFromMinor: atRiskFrom === undefined ? undefined : (parseAmountOrZero(atRiskFrom, currency) ?? wrongAmount()),
  };
}

function differencesWhere(query: DifferenceQuery): Sql {
  const { upstreamId, upstreamIds, kind, state, from, to, ownerId, foundBefore, atRiskFromMinor, q, ids } = query;
  const conditions: Sql[] = [sql`true`];
  if (ids !== undefined) conditions.push(sql`d.difference_id = any(${arrayLiteral(ids)}::bigint[])`);
  if (upstreamId !== undefined) conditions.push(sql`d.upstream_id = ${upstreamId}`);
  if (upstreamIds !== undefined) conditions.push(sql`d.upstream_id = any(${arrayLiteral(upstreamIds)}::integer[])`);
  if (kind !== undefined) conditions.push(sql`d.kind = ${kind}`);
  if (state === 'unresolved') conditions.push(sql`d.state in ${unresolved}`);
  else if (state !== 'all') conditions.push(sql`d.state = ${state}`);
  if (from !== undefined) conditions.push(sql`d.day >= ${from}::date`);
  if (to !== undefined) conditions.push(sql`d.day <= ${to}::date`);
  if (ownerId !== undefined) conditions.push(ownerId === null ? sql`d.owner_id is null` : sql`d.owner_id = ${ownerId}`);
  if (foundBefore !== undefined) conditions.push(sql`d.found_at <= ${foundBefore}`);
  if (atRiskFromMinor !== undefined) conditions.push(sql`d.at_risk >= ${atRiskFromMinor}`);
  if (q !== undefined && q !== '')
    conditions.push(sql`(d.upstream_no = ${q} or d.our_no = ${q} or d.reference::text = ${q})`);
  return sql`where ${sql.join(conditions, ' and ')}`;
}

export interface Difference {
  differenceId: bigint;
  version: number;
  upstreamId: number;
  upstream: string;
  day: string;
  kind: DifferenceKind;
  state: DifferenceState;
  atRiskMinor: bigint;
  oursMinor: bigint | null;
  theirsMinor: bigint | null;
  ourFeeMinor: bigint | null;
  theirFeeMinor: bigint | null;
  theirStatus: string | null;
  upstreamNo: string | null;
  ourNo: string | null;
  memberNo: bigint | null;
  reference: bigint | null;
  bookingKind: BookingKind | null;
  fileId: string | null;
  lineNo: number | null;
  at: Date | null;
  owner: string;
  note: string;
  outcome: string | null;
  reason: string;
  foundAt: Date;
  changedAt: Date;
}

/** All columns, for a page, a lock and the export. */
export function differenceRows(query: DifferenceQuery): Sql<Difference> {
  return sql<Difference>`
    select d.difference_id as "differenceId", d.version, d.upstream_id as "upstreamId", coalesce((select u.name from upstreams u where u.upstream_id = d.upstream_id), '') as upstream,
      d.day::text as day, d.kind, d.state, d.at_risk as "atRiskMinor", d.ours as "oursMinor", d.theirs as "theirsMinor", d.our_fee as "ourFeeMinor", d.their_fee as "theirFeeMinor",
      d.their_status as "theirStatus", d.upstream_no as "upstreamNo", d.our_no as "ourNo", d.member_no as "memberNo", d.reference, d.booking_kind as "bookingKind",
      d.file_id as "fileId", d.line_no as "lineNo", d.at, coalesce((select o.username from users o where o.user_id = d.owner_id), '') as owner, d.note, d.outcome, d.reason,
      d.found_at as "foundAt", d.changed_at as "changedAt"
    from upstream_differences d ${differencesWhere(query)}`;
}

export type DifferenceSort = 'foundAt' | 'atRisk' | 'day';
const sortColumns: Readonly<Record<DifferenceSort, string>> = {
  foundAt: 'd.found_at',
  atRisk: 'd.at_risk',
  day: 'd.day',
};

export async function selectDifferences(
  on: Queryable,
  query: DifferenceQuery,
  { sort, order, limit, offset }: { sort: DifferenceSort; order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<Difference[]> {
  const direction = sql.raw(order);
  const { rows } = await sql<Difference>`
    ${differenceRows(query)} order by ${sql.raw(sortColumns[sort])} ${direction}, d.difference_id ${direction} limit ${limit} offset ${offset}`.execute(
    on,
  );
  return rows;
}

export interface DifferenceSums {
  total: number;
  atRiskMinor: bigint;
  /** Of ids and versions: whether the same differences would be found again. */
  plan: string;
}

/** The plan of differences in the order of their ids. */
export function planOf(differences: readonly Pick<Difference, 'differenceId' | 'version'>[]): string {
  const text = differences.map(({ differenceId, version }) => `${differenceId}:${version}`).join(',');
  return createHash('md5').update(text).digest('hex');
}

export async function sumDifferences(on: Queryable, query: DifferenceQuery): Promise<DifferenceSums> {
  const { rows } = await sql<DifferenceSums>`
    select count(*)::integer as total, coalesce(sum(d.at_risk), 0)::bigint as "atRiskMinor",
      md5(coalesce(string_agg(d.difference_id || ':' || d.version, ',' order by d.difference_id), '')) as plan
    from upstream_differences d ${differencesWhere(query)}`.execute(on);
  return rows[0] ?? { total: 0, atRiskMinor: 0n, plan: '' };
}

/** The upstreams of what a query finds. */
export async function selectUpstreamsOf(on: Queryable, query: DifferenceQuery): Promise<number[]> {
  const { rows } = await sql<{ upstreamId: number }>`
    select distinct d.upstream_id as "upstreamId" from upstream_differences d ${differencesWhere(query)}`.execute(on);
  return rows.map(({ upstreamId }) => upstreamId);
}

export async function countOpen(on: Queryable): Promise<{ open: number; waiting: number }> {
  const { rows } = await sql<{ open: number; waiting: number }>`
    select (count(*) filter (where state in ${unresolved}))::integer as open, (count(*) filter (where state = 'waiting'))::integer as waiting
    from upstream_differences where state in ('waiting', 'open', 'assigned')`.execute(on);
  return rows[0] ?? { open: 0, waiting: 0 };
}

export interface Suggestion {
  /** Of the line. */
  lineId: bigint;
  differenceId: bigint;
  memberNo: bigint;
  reference: bigint;
  kind: BookingKind;
  at: Date;
}

/** For lines without a booking: bookings without a line, of the same kind and amount within ten minutes; the nearest three. */
export async function selectSuggestions(on: Queryable, ids: readonly bigint[]): Promise<Suggestion[]> {
  const { rows } = await sql<Suggestion>`
    select d.difference_id as "lineId", s.difference_id as "differenceId", s.member_no as "memberNo", s.reference, s.booking_kind as kind, s.at
    from upstream_differences d
    cross join lateral (
      select o.* from upstream_differences o
      where o.upstream_id = d.upstream_id and o.kind = 'missing_there' and o.state in ('waiting', 'open', 'assigned') and o.ours = d.theirs
        and o.booking_kind = split_part(d.subject, ':', 3)
        and o.day between d.day - 1 and d.day + 1 and abs(extract(epoch from o.at - d.at)) * 1000 <= ${SUGGESTED_WITHIN_MS}::bigint
      order by abs(extract(epoch from o.at - d.at)), o.difference_id limit 3) s
    where d.difference_id = any(${arrayLiteral(ids)}::bigint[]) and d.kind = 'missing_here' and d.state in ${unresolved}`.execute(
    on,
  );
  return rows;
}

export interface DifferenceEvent {
  differenceId: bigint;
  state: DifferenceState;
  outcome: string | null;
  reason: string;
  owner: string;
  note: string;
  at: Date;
  by: string;
}

/** The oldest first. */
export async function selectHistory(on: Queryable, ids: readonly bigint[]): Promise<DifferenceEvent[]> {
  const { rows } = await sql<DifferenceEvent>`
    select e.difference_id as "differenceId", e.state, e.outcome, e.reason, coalesce((select o.username from users o where o.user_id = e.owner_id), '') as owner, e.note, e.at,
      coalesce((select u.username from users u where u.user_id = e.user_id), '') as by
    from upstream_difference_events e where e.difference_id = any(${arrayLiteral(ids)}::bigint[]) order by e.difference_id, e.version`.execute(
    on,
  );
  return rows;
}

/** Of an operator's login. */
export async function selectOperator(on: Queryable, username: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ userId: bigint }>`
    select user_id as "userId" from users where lower(username) = lower(${username}) and role = 'operator'`.execute(on);
  return rows[0]?.userId;
}
