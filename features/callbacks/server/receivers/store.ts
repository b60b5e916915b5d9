/** SQL of receivers' health, and of the callbacks that are kept while a receiver is paused. */
import { sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral, columnLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { memberNosOf } from '#foundation/server/postgres/shards.ts';
import type { ReceiverHealth, ReceiverState } from '../../rules.ts';
import type { Lane } from '../store.ts';

/** What some attempts in a row say about a receiver. */
export interface Fared extends Lane {
  /** Since the last success among them, or all of them. */
  failures: number;
  /** The first of those failures. */
  failingSince: Date | null;
  succeeded: boolean;
  lastAt: Date;
}

export interface KnownReceiver extends Lane, ReceiverHealth {
  lastAt: Date;
  /**
   * A person has decided about it: to send what waits, which workers are making due, or to pause it. No attempt changes its
   * state.
   */
  isDecided: boolean;
}

interface Receiver extends KnownReceiver {
  since: Date;
  asks: boolean;
  /** The last notice about it. */
  notifiedAt: Date | null;
}

const isDecided = `coalesce(probe_at = 'infinity' or stopped_at is not null, false)`;
/** After every probe that there will be. */
const NEVER = sql.lit('9999-01-01T00:00:00Z');

/** Those that have had an attempt. */
export async function selectReceivers(db: Database, lanes: readonly Lane[]): Promise<KnownReceiver[]> {
  const { rows } = await db.pool.query<KnownReceiver>({
    name: 'callbacks-receivers',
    text: `select r.member_no as "memberNo", r.receiver, r.state, r.failures, r.failing_since as "failingSince", r.last_at as "lastAt",
        ${isDecided} as "isDecided"
      from unnest($1::bigint[], $2::text[]) as lane (member_no, receiver)
      join callback_receivers r on r.member_no = lane.member_no and r.receiver = lane.receiver collate "C" and r.member_no = any($3::bigint[])`,
    values: [
      arrayLiteral(lanes.map(({ memberNo }) => memberNo)),
      arrayLiteral(lanes.map(({ receiver }) => receiver)),
      memberNosOf(lanes),
    ],
  });
  return rows;
}

/** Adds attempts to what is known; returns the receivers with their new counts. They must be in the order of the key. */
export async function upsertFared(db: Database, fared: readonly Fared[]): Promise<KnownReceiver[]> {
  return [
    ...(await upsert(
      db,
      'callbacks-fared-well',
      replacing,
      fared.filter(({ succeeded }) => succeeded),
    )),
    ...(await upsert(
      db,
      'callbacks-fared-badly',
      adding,
      fared.filter(({ succeeded }) => !succeeded),
    )),
  ];
}

/** After a success, only later failures count. */
const replacing = `failures = excluded.failures, failing_since = excluded.failing_since`;
const adding = `failures = r.failures + excluded.failures, failing_since = coalesce(r.failing_since, excluded.failing_since)`;

async function upsert(
  db: Database,
  name: string,
  change: typeof replacing | typeof adding,
  fared: readonly Fared[],
): Promise<KnownReceiver[]> {
  if (fared.length === 0) return [];
  const { rows } = await db.pool.query<KnownReceiver>({
    name,
    text: `insert into callback_receivers as r (member_no, receiver, state, since, failures, failing_since, last_at)
      select member_no, receiver, 'ok', last_at, failures, failing_since, last_at
      from unnest($1::bigint[], $2::text[], $3::integer[], $4::timestamptz[], $5::timestamptz[]) as fared (member_no, receiver, failures, failing_since, last_at)
      on conflict (member_no, receiver) do update set ${change}, last_at = greatest(r.last_at, excluded.last_at)
      returning member_no as "memberNo", receiver, state, failures, failing_since as "failingSince", last_at as "lastAt", ${isDecided} as "isDecided"`,
    values: [
      arrayLiteral(fared.map(({ memberNo }) => memberNo)),
      arrayLiteral(fared.map(({ receiver }) => receiver)),
      arrayLiteral(fared.map(({ failures }) => failures)),
      columnLiteral(fared.map(({ failingSince }) => failingSince)),
      arrayLiteral(fared.map(({ lastAt }) => lastAt)),
    ],
  });
  return rows;
}

export async function selectReceiver(on: Queryable, { memberNo, receiver }: Lane): Promise<Receiver | undefined> {
  const { rows } = await sql<Receiver>`
    select ${receiverFields} from callback_receivers where member_no = ${memberNo} and receiver = ${receiver} collate "C"`.execute(
    on,
  );
  return rows[0];
}

export async function lockReceiver(tx: Tx, { memberNo, receiver }: Lane): Promise<Receiver | undefined> {
  const { rows } = await sql<Receiver>`
    select ${receiverFields} from callback_receivers where member_no = ${memberNo} and receiver = ${receiver} collate "C" for update`.execute(
    tx,
  );
  return rows[0];
}

export async function updateReceiverState(
  tx: Tx,
  { memberNo, receiver }: Lane,
  {
    state,
    since,
    probeAt,
    notifiedAt,
  }: { state: ReceiverState; since: Date; probeAt: Date | null; notifiedAt: Date | null },
): Promise<void> {
  await sql`
    update callback_receivers set state = ${state}, since = ${since}, probe_at = ${probeAt}, notified_at = ${notifiedAt}
    where member_no = ${memberNo} and receiver = ${receiver} collate "C"`.execute(tx);
}

export async function updateAsks(on: Queryable, { memberNo, receiver }: Lane, asks: boolean): Promise<void> {
  await sql`
    update callback_receivers set asks = ${asks} where member_no = ${memberNo} and receiver = ${receiver} collate "C"`.execute(
    on,
  );
}

/** Stores the decision to send what waits. Until then nothing more is sent, and no attempt changes the state. */
export async function updateToResuming(on: Queryable, { memberNo, receiver }: Lane, now: Date): Promise<void> {
  await sql`
    update callback_receivers set since = case when state = 'paused' then since else ${now} end, state = 'paused', probe_at = 'infinity', asks = false, stopped_at = null
    where member_no = ${memberNo} and receiver = ${receiver} collate "C"`.execute(on);
}

/** Ends a pause without waiting for a success. */
export async function updateResumed(on: Queryable, { memberNo, receiver }: Lane, now: Date): Promise<void> {
  await sql`
    update callback_receivers set asks = false, failures = case when state = 'paused' then 0 else failures end,
      failing_since = case when state = 'paused' then null else failing_since end, since = case when state = 'paused' then ${now} else since end,
      probe_at = null, stopped_at = null, state = case when state = 'paused' then 'ok' else state end
    where member_no = ${memberNo} and receiver = ${receiver} collate "C"`.execute(on);
}

/** Pauses it until a person resumes it: nothing is sent, and nothing probes it. */
export async function upsertStopped(tx: Tx, { memberNo, receiver }: Lane, now: Date): Promise<void> {
  await sql`
    insert into callback_receivers as r (member_no, receiver, state, since, failures, last_at, probe_at, stopped_at)
    values (${memberNo}, ${receiver}, 'paused', ${now}, 0, ${now}, ${NEVER}::timestamptz, ${now})
    on conflict (member_no, receiver) do update set state = 'paused', since = excluded.since, asks = false,
      probe_at = excluded.probe_at, stopped_at = excluded.stopped_at`.execute(tx);
}

/** Whether callbacks go there, or went there. */
export async function existsReceiver(on: Queryable, { memberNo, receiver }: Lane): Promise<boolean> {
  const { rows } = await sql`
    select 1 from callback_receivers where member_no = ${memberNo} and receiver = ${receiver} collate "C"
    union all (select 1 from callbacks where member_no = ${memberNo} and receiver = ${receiver} collate "C" and status = 'pending' limit 1)`.execute(
    on,
  );
  return rows.length > 0;
}

export interface ReceiverQuery {
  memberNo: bigint | undefined;
  /** The beginning of the host. */
  host: string | undefined;
  /** `waiting`: with a backlog, whatever its state. */
  state: ReceiverState | 'waiting' | undefined;
}

export interface ReceiverOfAll extends Lane {
  memberName: string;
  state: ReceiverState;
  since: Date | null;
  failures: number;
  failingSince: Date | null;
  lastAt: Date | null;
  stopped: boolean;
  asks: boolean;
  waiting: number;
  oldestAt: Date | null;
  total: number;
}

/**
 * Receivers of all members that fail, are paused or have a backlog; of one member all. Reads what waits and what is in
 * trouble, by their own indexes, and no callback that was delivered or given up.
 */
export async function selectReceiversOfAll(
  on: Queryable,
  { memberNo, host, state }: ReceiverQuery,
  { sort, limit, offset }: { sort: 'waiting' | 'failures' | 'since'; limit: number; offset: number },
): Promise<ReceiverOfAll[]> {
  const ofMember = memberNo === undefined ? sql`true` : sql`member_no = ${memberNo}`;
  const known = memberNo === undefined ? sql`(state <> 'ok' or asks)` : sql`true`;
  const parts = [sql`true`];
  if (host !== undefined) parts.push(sql`starts_with(k.receiver, ${host})`);
  if (state === 'waiting') parts.push(sql`w.waiting > 0`);
  else if (state !== undefined) parts.push(sql`coalesce(r.state, 'ok') = ${state}`);
  const order = {
    waiting: sql`coalesce(w.waiting, 0) desc`,
    failures: sql`coalesce(r.failures, 0) desc`,
    since: sql`r.since desc nulls last`,
  }[sort];
  const { rows } = await sql<ReceiverOfAll>`
    with waiting as (
      select member_no, receiver, count(*)::integer as waiting, min(created_at) as oldest from (
        select member_no, receiver, created_at from callbacks where status = 'pending' and ${ofMember} limit ${sql.lit(MAX_BACKLOG)}) p
      group by member_no, receiver),
    keys as (
      select member_no, receiver from callback_receivers where ${ofMember} and ${known} union select member_no, receiver from waiting)
    select k.member_no as "memberNo", k.receiver, m.name as "memberName", coalesce(r.state, 'ok') as state, r.since, coalesce(r.failures, 0) as failures,
      r.failing_since as "failingSince", r.last_at as "lastAt", r.stopped_at is not null as stopped, coalesce(r.asks, false) as asks,
      coalesce(w.waiting, 0) as waiting, w.oldest as "oldestAt", count(*) over ()::integer as total
    from keys k join members m on m.member_no = k.member_no
    left join callback_receivers r on r.member_no = k.member_no and r.receiver = k.receiver
    left join waiting w on w.member_no = k.member_no and w.receiver = k.receiver
    where ${sql.join(parts, ' and ')} order by ${order}, k.member_no, k.receiver limit ${limit} offset ${offset}`.execute(
    on,
  );
  return rows;
}

/** The backlog of all receivers together is counted up to this. */
const MAX_BACKLOG = 200_000;

export interface ListedReceiver extends Receiver {
  /** Callbacks that wait to be sent, up to a cap. */
  waiting: number;
}

/** All receivers of a member: those that need attention first, then the latest. */
export async function selectReceiverList(on: Queryable, memberNo: bigint, limit: number): Promise<ListedReceiver[]> {
  const { rows } = await sql<ListedReceiver>`
    select r.*, coalesce((select count(*) from (
        select from callbacks c where c.member_no = ${memberNo} and c.receiver = r.receiver and c.status = 'pending' limit ${sql.lit(MAX_WAITING)}) w), 0)::integer as waiting
    from (select ${receiverFields} from callback_receivers where member_no = ${memberNo}
      order by case state when 'paused' then 0 when 'failing' then 1 else 2 end, asks desc, last_at desc limit ${limit}) r`.execute(
    on,
  );
  return rows;
}

const MAX_WAITING = 100_000;
const receiverFields = sql.raw(
  `member_no as "memberNo", receiver, state, since, failures, failing_since as "failingSince", last_at as "lastAt", asks, notified_at as "notifiedAt",
    ${isDecided} as "isDecided"`,
);

/** Counts the receivers that fail, are paused or ask what to do. */
export async function countTroubled(on: Queryable, memberNo: bigint): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from callback_receivers where member_no = ${memberNo} and (state <> 'ok' or asks)`.execute(
    on,
  );
  return Number(rows[0]?.count ?? 0n);
}

export async function selectPausedReceivers(on: Queryable, memberNo: bigint): Promise<string[]> {
  const { rows } = await sql<{ receiver: string }>`
    select receiver from callback_receivers where member_no = ${memberNo} and state = 'paused'`.execute(on);
  return rows.map(({ receiver }) => receiver);
}

/** How many callbacks one statement keeps, sends or gives up. */
export const MAX_CHANGED = 5_000;

/** Counts the callbacks that a decision is about, up to a cap: those kept, and of a paused receiver all that wait. */
export async function countDecided(on: Queryable, { memberNo, receiver }: Lane, isPaused: boolean): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select from callbacks c where c.member_no = ${memberNo} and c.receiver = ${receiver} collate "C" and c.status = 'pending'
        ${isPaused ? sql`` : sql`and c.next_at = 'infinity'`} limit ${sql.lit(MAX_WAITING)}) w`.execute(on);
  return Number(rows[0]?.count ?? 0n);
}

/**
 * Makes callbacks due that were tried and not kept, with a fresh schedule, in the order of their times. Returns where the
 * next piece begins; undefined if there is none.
 */
export async function updateRepeatedToDue(
  on: Queryable,
  { memberNo, receiver }: Lane,
  from: Date,
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ last: Date | null; count: bigint }>`
    with chosen as (
      select c.system_no, c.subject, c.next_at from callbacks c
      where c.member_no = ${memberNo} and c.receiver = ${receiver} collate "C" and c.status = 'pending' and c.attempts > 0
        and c.next_at >= ${from} and c.next_at < 'infinity'
      order by c.next_at limit ${sql.lit(MAX_CHANGED)} for update skip locked
    ), changed as (
      update callbacks c set next_at = ${now}, attempts = 0 from chosen
      where c.member_no = ${memberNo} and c.system_no = chosen.system_no and c.subject = chosen.subject
      returning chosen.next_at
    )
    select max(next_at) as last, count(*) as count from changed`.execute(on);
  const [{ last, count } = { last: null, count: 0n }] = rows;
  return count < BigInt(MAX_CHANGED) ? undefined : (last ?? undefined);
}

/** Keeps callbacks of a paused receiver; returns how many. */
export function updateToKept(on: Queryable, lane: Lane): Promise<number> {
  return updateWaiting(on, lane, sql`c.next_at < 'infinity'`, sql`next_at = 'infinity'`);
}

/** Makes kept callbacks due, with a fresh schedule; returns how many. */
export function updateKeptToDue(on: Queryable, lane: Lane, now: Date): Promise<number> {
  return updateWaiting(on, lane, sql`c.next_at = 'infinity'`, sql`next_at = ${now}, attempts = 0`);
}

/** Gives kept callbacks up. They can still be sent by hand. */
export function updateKeptToFailed(on: Queryable, lane: Lane, now: Date): Promise<number> {
  return updateWaiting(on, lane, sql`c.next_at = 'infinity'`, sql`status = 'failed', next_at = ${now}`);
}

async function updateWaiting(
  on: Queryable,
  { memberNo, receiver }: Lane,
  which: ReturnType<typeof sql>,
  change: ReturnType<typeof sql>,
): Promise<number> {
  const { rowCount } = await sql`
    with chosen as (
      select c.system_no, c.subject from callbacks c
      where c.member_no = ${memberNo} and c.receiver = ${receiver} collate "C" and c.status = 'pending' and ${which}
      limit ${sql.lit(MAX_CHANGED)} for update skip locked
    )
    update callbacks c set ${change} from chosen
    where c.member_no = ${memberNo} and c.system_no = chosen.system_no and c.subject = chosen.subject`.execute(on);
  return rowCount;
}
