/** SQL of what operators decide about differences. The trigger keeps each state in the history. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral, columnLiteral } from '#foundation/server/postgres/array-literals.ts';
import { isMemberOf } from '#foundation/server/postgres/shards.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { DifferenceState } from '../../matching-rules.ts';
import { type Difference, type DifferenceQuery, differenceRows } from './reading.ts';

/** Locks what is to be decided until the transaction ends. */
export async function lockDifferences(tx: Tx, query: DifferenceQuery, limit: number): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    ${differenceRows(query)} order by d.difference_id limit ${limit} for update of d`.execute(tx);
  return rows;
}

export interface DecidedRow {
  differenceId: bigint;
  state: DifferenceState;
  outcome: string | null;
  reason: string;
  /** The journal that did it. */
  act: JournalName | null;
}

/** However many they are, one statement. */
export async function updateDecided(
  tx: Tx,
  rows: readonly DecidedRow[],
  { userId, now }: { userId: bigint; now: Date },
): Promise<void> {
  const column = (of: (row: DecidedRow) => bigint | string | null | undefined) => columnLiteral(rows.map(of));
  await sql`
    update upstream_differences d set state = case when r.state = 'open' and d.owner_id is not null then 'assigned' else r.state end, outcome = r.outcome, reason = r.reason,
      act_member_no = r.act_member_no, act_reference = r.act_reference, version = d.version + 1, changed_at = ${now}, changed_by = ${userId}
    from unnest(${column(({ differenceId }) => differenceId)}::bigint[], ${column(({ state }) => state)}::text[], ${column(({ outcome }) => outcome)}::text[],
      ${column(({ reason }) => reason)}::text[], ${column(({ act }) => act?.memberNo)}::bigint[], ${column(({ act }) => act?.reference)}::bigint[])
      as r (difference_id, state, outcome, reason, act_member_no, act_reference)
    where d.difference_id = r.difference_id`.execute(tx);
}

/** `ownerId` null: no owner. `note` undefined: as it is. */
export async function updateAssigned(
  tx: Tx,
  ids: readonly bigint[],
  { ownerId, note, userId, now }: { ownerId: bigint | null; note: string | undefined; userId: bigint; now: Date },
): Promise<void> {
  await sql`
    update upstream_differences set owner_id = ${ownerId}, note = coalesce(${note ?? null}::text, note),
      state = case when state = 'waiting' then state when ${ownerId}::bigint is null then 'open' else 'assigned' end,
      version = version + 1, changed_at = ${now}, changed_by = ${userId}
    where difference_id = any(${arrayLiteral(ids)}::bigint[])`.execute(tx);
}

/** A journal; without a member one of the platform's own. */
export interface JournalName {
  memberNo: bigint | null;
  reference: bigint;
}

export interface BookedAct extends JournalName {
  memberNo: bigint;
  /** Through which upstream, and how much; null: whatever the journal says. */
  upstreamId: number | null;
  amountMinor: bigint | null;
}

/** Which of the acts are in the books: a journal of one of the kinds. */
export async function selectBookedActs(
  on: Queryable,
  acts: readonly BookedAct[],
  kinds: readonly string[],
): Promise<Set<string>> {
  const column = (of: (act: BookedAct) => bigint | number | null) => arrayLiteral(acts.map(of));
  const { rows } = await sql<BookedAct>`
    select distinct j.member_no as "memberNo", j.reference, a.upstream_id as "upstreamId", a.amount as "amountMinor"
    from unnest(${column(({ memberNo }) => memberNo)}::bigint[], ${column(({ reference }) => reference)}::bigint[], ${column(({ upstreamId }) => upstreamId)}::integer[],
      ${column(({ amountMinor }) => amountMinor)}::bigint[]) as a (member_no, reference, upstream_id, amount)
    join journals j using (member_no, reference)
    where j.kind = any(${arrayLiteral(kinds)}::text[]) and ${isMemberOf(sql`j.member_no`, acts)}
      and (a.upstream_id is null or j.upstream_id = a.upstream_id) and (a.amount is null or abs(j.clearing) = a.amount)`.execute(
    on,
  );
  return new Set(rows.map(actKey));
}

/** Which of the acts have a line already: they answer no other one. */
export async function selectPairedActs(on: Queryable, acts: readonly BookedAct[]): Promise<Set<string>> {
  const column = (of: (act: BookedAct) => bigint | number | null) => arrayLiteral(acts.map(of));
  const { rows } = await sql<BookedAct>`
    select distinct a.member_no as "memberNo", a.reference, a.upstream_id as "upstreamId", a.amount as "amountMinor"
    from unnest(${column(({ memberNo }) => memberNo)}::bigint[], ${column(({ reference }) => reference)}::bigint[], ${column(({ upstreamId }) => upstreamId)}::integer[],
      ${column(({ amountMinor }) => amountMinor)}::bigint[]) as a (member_no, reference, upstream_id, amount)
    join upstream_bookings b on (b.upstream_id, b.member_no, b.reference) = (a.upstream_id, a.member_no, a.reference) and b.kind in ('payin', 'payout')
    join upstream_matches m on (m.upstream_id, m.day, m.member_no, m.reference, m.kind) = (b.upstream_id, b.day, b.member_no, b.reference, b.kind)`.execute(
    on,
  );
  return new Set(rows.map(actKey));
}

export function actKey({ memberNo, reference, upstreamId, amountMinor }: BookedAct): string {
  return [memberNo, reference, upstreamId, amountMinor].join('-');
}

/** Which of these numbers are settlements, and of which upstream. */
export async function selectSettled(on: Queryable, references: readonly bigint[]): Promise<Map<bigint, number>> {
  const { rows } = await sql<{ reference: bigint; upstreamId: number }>`
    select reference, upstream_id as "upstreamId" from platform_journals where reference = any(${arrayLiteral(references)}::bigint[])`.execute(
    on,
  );
  return new Map(rows.map(({ reference, upstreamId }) => [reference, upstreamId]));
}

/** Keeps others from answering differences with the same journals until the transaction ends. */
export async function lockActs(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('acts of upstream differences'))`.execute(tx);
}

/** Which of the journals answer a difference already. */
export async function selectUsedActs(
  on: Queryable,
  acts: readonly JournalName[],
  outcome: 'adjusted' | 'settled',
): Promise<Set<string>> {
  const { rows } = await sql<JournalName>`
    select a.member_no as "memberNo", a.reference
    from unnest(${columnLiteral(acts.map(({ memberNo }) => memberNo))}::bigint[], ${arrayLiteral(acts.map(({ reference }) => reference))}::bigint[]) as a (member_no, reference)
    where exists (
      select from upstream_differences d
      where d.act_reference = a.reference and (a.member_no is null or d.act_member_no = a.member_no) and d.state = 'resolved' and d.outcome = ${outcome})`.execute(
    on,
  );
  return new Set(rows.map(journalKey));
}

export function journalKey({ memberNo, reference }: JournalName): string {
  return `${memberNo}-${reference}`;
}

/** Pairs a line with a booking, as a person decided. Returns false if one of them has a pair already, or they are of two kinds. */
export async function insertPersonPair(
  tx: Tx,
  line: Difference,
  booking: Difference,
  { userId, now }: { userId: bigint; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into upstream_matches (upstream_id, file_id, line_no, day, member_no, reference, kind, rule, at, user_id)
    select ${line.upstreamId}::integer, ${line.fileId}::uuid, ${line.lineNo}::integer, ${booking.day}::date, ${booking.memberNo}::bigint, ${booking.reference}::bigint, ${booking.bookingKind}::text,
      'person', ${now}::timestamptz, ${userId}::bigint
    where exists (
        select from upstream_lines l where l.upstream_id = ${line.upstreamId} and l.file_id = ${line.fileId} and l.line_no = ${line.lineNo}
          and ${booking.bookingKind}::text = case when l.kind <> 'other' then l.kind when l.amount < 0 then 'payout' else 'payin' end)
      and not exists (select from upstream_matches where upstream_id = ${line.upstreamId} and file_id = ${line.fileId} and line_no = ${line.lineNo})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Takes back the pairs that persons made of these differences. Returns the difference of each pair's other side. */
export async function deletePersonPairs(
  tx: Tx,
  ids: readonly bigint[],
): Promise<{ differenceId: bigint; otherId: bigint }[]> {
  const isOf = (pair: 'm' | 'g'): Sql =>
    sql.raw(`${pair}.upstream_id = d.upstream_id and (d.kind = 'missing_here' and ${pair}.file_id = d.file_id and ${pair}.line_no = d.line_no
      or d.kind = 'missing_there' and (${pair}.day, ${pair}.member_no, ${pair}.reference, ${pair}.kind) = (d.day, d.member_no, d.reference, d.booking_kind))`);
  const { rows } = await sql<{ differenceId: bigint; otherId: bigint }>`
    with g as (
      delete from upstream_matches m using upstream_differences d
      where d.difference_id = any(${arrayLiteral(ids)}::bigint[]) and d.outcome = 'paired' and m.rule = 'person' and ${isOf('m')}
      returning m.*, d.difference_id as of_id)
    select g.of_id as "differenceId", d.difference_id as "otherId" from upstream_differences d join g on ${isOf('g')}
    where d.outcome = 'paired' and d.difference_id <> all(${arrayLiteral(ids)}::bigint[])`.execute(tx);
  return rows;
}
