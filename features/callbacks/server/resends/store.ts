/** SQL of what people send again: plans, runs and their items. */
import { sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { CallbackKey, CallbackSubject, RunState } from '../../rules.ts';
import { type CallbackFilter, matchingCallbacks } from '../listing.ts';

export interface RunKey {
  memberNo: bigint;
  runId: string;
}

export async function insertItems(
  tx: Tx,
  { memberNo, runId }: RunKey,
  filter: CallbackFilter,
  paused: readonly string[],
  limit: number,
): Promise<number> {
  const columns = sql`c.member_no, ${runId}::uuid as run_id, c.system_no, c.subject`;
  const { rowCount } = await sql`
    insert into callback_run_items (member_no, run_id, system_no, subject)
    select found.member_no, found.run_id, found.system_no, found.subject from (${matchingCallbacks(filter, paused, columns, limit)}) found
    where found.member_no = ${memberNo}`.execute(tx);
  return rowCount;
}

export async function selectItemNumbers(
  tx: Tx,
  { memberNo, runId }: RunKey,
  subject: CallbackSubject,
): Promise<bigint[]> {
  const { rows } = await sql<{ systemNo: bigint }>`
    select system_no as "systemNo" from callback_run_items
    where member_no = ${memberNo} and run_id = ${runId} and subject = ${subject}`.execute(tx);
  return rows.map(({ systemNo }) => systemNo);
}

/** Returns how many there were. */
export async function deleteItems(
  tx: Tx,
  { memberNo, runId }: RunKey,
  subject: CallbackSubject,
  systemNos: readonly bigint[],
): Promise<number> {
  const { rowCount } = await sql`
    delete from callback_run_items where member_no = ${memberNo} and run_id = ${runId} and subject = ${subject}
      and system_no = any(${arrayLiteral(systemNos)}::bigint[])`.execute(tx);
  return rowCount;
}

export interface PlannedSums {
  amountMinor: bigint;
  hosts: string[];
  oldest: Date;
  newest: Date;
}

export async function selectPlannedSums(tx: Tx, { memberNo, runId }: RunKey): Promise<PlannedSums | undefined> {
  const { rows } = await sql<PlannedSums>`
    select sum(c.amount)::bigint as "amountMinor", array_agg(distinct c.receiver) as hosts, min(c.created_at) as oldest, max(c.created_at) as newest
    from callback_run_items i join callbacks c on c.member_no = i.member_no and c.system_no = i.system_no and c.subject = i.subject
    where i.member_no = ${memberNo} and c.member_no = ${memberNo} and i.run_id = ${runId} having count(*) > 0`.execute(
    tx,
  );
  return rows[0];
}

export async function insertPlan(
  tx: Tx,
  { memberNo, runId }: RunKey,
  { total, madeBy, now }: { total: number; madeBy: string; now: Date },
): Promise<void> {
  await sql`
    insert into callback_runs (member_no, run_id, state, total, made_by, created_at)
    values (${memberNo}, ${runId}, 'planned', ${total}, ${madeBy}, ${now})`.execute(tx);
}

interface Run extends RunKey {
  state: RunState | 'planned';
  total: number;
  createdAt: Date;
}

/** Locks the run until the transaction ends. */
export async function lockRun(tx: Tx, { memberNo, runId }: RunKey): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    select ${runFields} from callback_runs where member_no = ${memberNo} and run_id = ${runId} for update`.execute(tx);
  return rows[0];
}

const runFields = sql.raw(`member_no as "memberNo", run_id as "runId", state, total, created_at as "createdAt"`);

export async function existsRunning(on: Queryable, memberNo: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from callback_runs where member_no = ${memberNo} and state = 'running' limit 1`.execute(on);
  return rows.length > 0;
}

/** One at a time for each member, until the transaction ends. */
export async function lockRunsOf(tx: Tx, memberNo: bigint): Promise<void> {
  await sql`
    select from callback_runs where member_no = ${memberNo} and state in ('planned', 'running') order by run_id for update`.execute(
    tx,
  );
}

export async function updateStarted(
  tx: Tx,
  { memberNo, runId }: RunKey,
  { perSecond, now }: { perSecond: number; now: Date },
): Promise<void> {
  await sql`
    update callback_runs set state = 'running', per_second = ${perSecond}, paced_until = ${now}
    where member_no = ${memberNo} and run_id = ${runId} and state = 'planned'`.execute(tx);
}

export async function updateEnded(
  on: Queryable,
  { memberNo, runId }: RunKey,
  state: 'done' | 'cancelled',
  now: Date,
): Promise<boolean> {
  const { rowCount } = await sql`
    update callback_runs set state = ${state}, ended_at = ${now}
    where member_no = ${memberNo} and run_id = ${runId} and state = 'running'`.execute(on);
  return rowCount === 1;
}

export interface RunProgress {
  state: RunState | 'planned';
  total: number;
  sent: number;
  delivered: number;
  failed: number;
}

/** Items taken before `lostBefore` without an outcome were lost with their process, and count as failed. */
export async function selectProgress(
  on: Queryable,
  { memberNo, runId }: RunKey,
  lostBefore: Date,
): Promise<RunProgress | undefined> {
  const { rows } = await sql<RunProgress>`
    select r.state, r.total, i.sent, i.delivered, i.failed
    from callback_runs r cross join (
      select count(taken_at)::integer as sent, (count(*) filter (where delivered))::integer as delivered,
        (count(*) filter (where not delivered or delivered is null and taken_at <= ${lostBefore}))::integer as failed
      from callback_run_items where member_no = ${memberNo} and run_id = ${runId}) i
    where r.member_no = ${memberNo} and r.run_id = ${runId}`.execute(on);
  return rows[0];
}

/** Of all members. */
export async function selectRunning(on: Queryable): Promise<RunKey[]> {
  const { rows } = await sql<RunKey>`
    select member_no as "memberNo", run_id as "runId" from callback_runs where state = 'running' order by member_no, run_id limit 1000`.execute(
    on,
  );
  return rows;
}

interface Pace {
  perSecond: number;
  pacedUntil: Date;
  madeBy: string;
}

/** Undefined if the run has ended, or another process is taking from it. */
export async function lockPace(tx: Tx, { memberNo, runId }: RunKey): Promise<Pace | undefined> {
  const { rows } = await sql<Pace>`
    select per_second as "perSecond", paced_until as "pacedUntil", made_by as "madeBy" from callback_runs
    where member_no = ${memberNo} and run_id = ${runId} and state = 'running' for update skip locked`.execute(tx);
  return rows[0];
}

export async function updatePaced(tx: Tx, { memberNo, runId }: RunKey, pacedUntil: Date): Promise<void> {
  await sql`
    update callback_runs set paced_until = ${pacedUntil} where member_no = ${memberNo} and run_id = ${runId}`.execute(
    tx,
  );
}

/** Takes up to `count` items, oldest first. What is taken once is never taken again. The run must be locked. */
export async function updateToTaken(
  tx: Tx,
  { memberNo, runId }: RunKey,
  count: number,
  now: Date,
): Promise<(CallbackKey & { receiver: string })[]> {
  const { rows } = await sql<CallbackKey & { receiver: string }>`
    update callback_run_items i set taken_at = ${now}
    from callbacks c
    where i.member_no = ${memberNo} and i.run_id = ${runId} and c.member_no = ${memberNo} and c.system_no = i.system_no and c.subject = i.subject
      and i.taken_at is null and (i.system_no, i.subject) in (
        select system_no, subject from callback_run_items
        where member_no = ${memberNo} and run_id = ${runId} and taken_at is null order by system_no, subject limit ${count})
    returning i.member_no as "memberNo", i.system_no as "systemNo", i.subject, c.receiver`.execute(tx);
  return rows;
}

export async function updateItemOutcome(
  on: Queryable,
  { memberNo, runId }: RunKey,
  { systemNo, subject }: { systemNo: bigint; subject: CallbackSubject },
  delivered: boolean,
): Promise<void> {
  await sql`
    update callback_run_items set delivered = ${delivered}
    where member_no = ${memberNo} and run_id = ${runId} and system_no = ${systemNo} and subject = ${subject}`.execute(
    on,
  );
}

/** Whether items are left to be taken, or were taken lately and have no outcome yet. */
export async function existsOpenItem(on: Queryable, { memberNo, runId }: RunKey, lostBefore: Date): Promise<boolean> {
  const { rows } = await sql`
    select from callback_run_items where member_no = ${memberNo} and run_id = ${runId}
      and delivered is null and (taken_at is null or taken_at > ${lostBefore}) limit 1`.execute(on);
  return rows.length > 0;
}

/** Returns the runs that are older, of all members. */
export async function selectOldRuns(
  db: Database,
  { plannedBefore, startedBefore }: { plannedBefore: Date; startedBefore: Date },
): Promise<RunKey[]> {
  const { rows } = await sql<RunKey>`
    select member_no as "memberNo", run_id as "runId" from callback_runs
    where created_at < ${startedBefore} and state in ('done', 'cancelled') or created_at < ${plannedBefore} and state = 'planned'
    order by created_at limit 100`.execute(db);
  return rows;
}

export async function deleteRun(tx: Tx, { memberNo, runId }: RunKey): Promise<void> {
  await sql`delete from callback_run_items where member_no = ${memberNo} and run_id = ${runId}`.execute(tx);
  await sql`delete from callback_runs where member_no = ${memberNo} and run_id = ${runId}`.execute(tx);
}
