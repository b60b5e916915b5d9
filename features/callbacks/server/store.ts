/**
 * SQL of the callbacks and their attempts. Claims and outcomes are plain named statements over arrays, because this is
 * a hot path.
 *
 * A lease is a fence: an outcome changes a callback only if `leased_until` is still the lease it was claimed with.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import type pg from 'pg';
import { arrayLiteral, columnLiteral, rowsLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Database, Queryable, Write } from '#foundation/server/postgres/database.ts';
import { cutByShard, memberNosOf } from '#foundation/server/postgres/shards.ts';
import {
  type AfterAttempt,
  type CallbackKey,
  type CallbackStatus,
  type CallbackSubject,
  type ErrorClass,
  errorClassOf,
} from '../rules.ts';

export interface NewCallback extends CallbackKey {
  /** `host:port` of the notify URL. */
  receiver: string;
  /** The amount of the order or payout, for the sums of lists. */
  amountMinor: bigint;
  feeMinor: bigint;
  createdAt: Date;
}

export interface Lane {
  memberNo: bigint;
  receiver: string;
}

export interface PendingLane extends Lane {
  /** When its first callback is due. The driver returns the number Infinity if all are kept. */
  nextAt: Date;
  /** While its receiver is paused: when one callback can be sent to probe it. The number Infinity while it is resumed. */
  probeAt: Date | null;
}

export interface ClaimedCallback extends CallbackKey, Lane {
  attempts: number;
  leasedUntil: Date;
  /** It probes a paused receiver, so a failure does not count in its schedule. */
  isProbe?: boolean;
}

export interface AttemptRecord {
  attemptId: string;
  at: Date;
  url: string;
  request: string;
  replyStatus: number | null;
  /** One `name: value` a line. */
  replyHeaders: string | null;
  reply: string | null;
  /** A stable name; null if delivered. */
  error: string | null;
  durationMs: number;
  delivered: boolean;
}

export interface StoredAttempt extends AttemptRecord {
  errorClass: ErrorClass | null;
  /** The user who sent it by hand; null if the schedule did. */
  madeBy: string | null;
}

export interface Outcome {
  claimed: ClaimedCallback;
  attempt: AttemptRecord;
  after: AfterAttempt;
}

/** Inserts callbacks; existing ones stay unchanged. */
export function callbackWrites(rows: readonly NewCallback[]): Write[] {
  if (rows.length === 0) return [];
  const literal = rowsLiteral(
    rows.map(({ memberNo, systemNo, subject, receiver, amountMinor, feeMinor, createdAt }) => [
      memberNo,
      systemNo,
      subject,
      receiver,
      amountMinor,
      feeMinor,
      createdAt,
    ]),
  );
  const insertion = sql`
    insert into callbacks (member_no, system_no, subject, receiver, status, amount, fee, created_at, next_at)
    select member_no, system_no, subject, receiver, 'pending', amount, fee, created_at, created_at
    from unnest(${literal}::new_callback[])
    on conflict do nothing`;
  return [insertion];
}

/**
 * Returns the next lanes with pending callbacks, after `after` in key order. On one server that is one index probe per
 * lane, however many callbacks it has. At most `MEMBER_LANES` lanes per member are returned, so that a member with a
 * receiver for each order cannot crowd out the others. Lanes of paused receivers come on top of these.
 */
export async function selectPendingLanes(db: Database, after: Lane, limit: number): Promise<PendingLane[]> {
  const { rows } = await db.pool.query<PendingLane>(
    (await db.isSpread()) ? lanesOfAllShards(after, limit) : lanesByProbes(after, limit),
  );
  return rows;
}

function lanesByProbes(after: Lane, limit: number): pg.QueryConfig {
  return {
    name: 'callbacks-pending-lanes',
    text: `with recursive lane as (
        (select c.member_no, c.receiver, c.next_at, r.probe_at, case when r.probe_at is null then 1 else 0 end as nth
         from (select member_no, receiver, next_at from callbacks
           where status = 'pending' and (member_no, receiver) > ($1::bigint, $2::text collate "C")
           order by member_no, receiver, next_at limit 1) c
         left join callback_receivers r on r.member_no = c.member_no and r.receiver = c.receiver)
        union all
        select next.member_no, next.receiver, next.next_at, r.probe_at,
          case when next.member_no = lane.member_no then lane.nth else 0 end + case when r.probe_at is null then 1 else 0 end
        from lane cross join lateral (
          select member_no, receiver, next_at from callbacks
          where status = 'pending' and (member_no, receiver) > (lane.member_no, case when lane.nth < ${MEMBER_LANES} then lane.receiver else '~' collate "C" end)
          order by member_no, receiver, next_at limit 1) next
        left join callback_receivers r on r.member_no = next.member_no and r.receiver = next.receiver
      )
      select member_no as "memberNo", receiver, next_at as "nextAt", probe_at as "probeAt" from lane limit $3`,
    values: [after.memberNo, after.receiver, limit],
  };
}

/** Citus has no recursion over several shards. This reads every pending callback, on all machines at once. */
function lanesOfAllShards(after: Lane, limit: number): pg.QueryConfig {
  return {
    name: 'callbacks-pending-lanes-of-all-shards',
    text: `select member_no as "memberNo", receiver, next_at as "nextAt", probe_at as "probeAt" from (
        select c.member_no, c.receiver, c.next_at, r.probe_at,
          count(*) filter (where r.probe_at is null) over (partition by c.member_no order by c.receiver) as nth
        from (select member_no, receiver, min(next_at) as next_at from callbacks
          where status = 'pending' and (member_no, receiver) > ($1::bigint, $2::text collate "C")
          group by member_no, receiver) c
        left join callback_receivers r on r.member_no = c.member_no and r.receiver = c.receiver) lane
      where nth <= ${MEMBER_LANES} order by member_no, receiver limit $3`,
    values: [after.memberNo, after.receiver, limit],
  };
}

/**
 * Leases up to `room` due callbacks of each lane until `until`, oldest first. Callbacks that another worker holds and
 * those of paused receivers are skipped.
 */
export async function claimDue(
  db: Database,
  lanes: readonly (Lane & { room: number })[],
  now: Date,
  until: Date,
): Promise<ClaimedCallback[]> {
  return cutByShard(db, lanes, (lanes) => claimTogether(db, lanes, now, until));
}

async function claimTogether(
  db: Database,
  lanes: readonly (Lane & { room: number })[],
  now: Date,
  until: Date,
): Promise<ClaimedCallback[]> {
  const { rows } = await db.pool.query<ClaimedCallback>({
    name: 'callbacks-claim',
    text: `with due as materialized (
        select found.member_no, found.system_no, found.subject
        from unnest($1::bigint[], $2::text[], $3::integer[]) as lane (member_no, receiver, room)
        cross join lateral (
          select c.member_no, c.system_no, c.subject from callbacks c
          where c.status = 'pending' and c.member_no = lane.member_no and c.member_no = any($6::bigint[]) and c.receiver = lane.receiver collate "C"
            and c.next_at <= $4 and (c.leased_until is null or c.leased_until <= $4)
          order by c.next_at limit lane.room for update skip locked) found
        where not exists (select from callback_receivers r where r.member_no = lane.member_no and r.member_no = any($6::bigint[])
          and r.receiver = lane.receiver collate "C" and r.state = 'paused')
      )
      update callbacks c set leased_until = $5 from due
      where c.member_no = due.member_no and c.system_no = due.system_no and c.subject = due.subject and c.member_no = any($6::bigint[])
      returning c.member_no as "memberNo", c.system_no as "systemNo", c.subject, c.receiver, c.attempts, c.leased_until as "leasedUntil"`,
    values: [
      arrayLiteral(lanes.map(({ memberNo }) => memberNo)),
      arrayLiteral(lanes.map(({ receiver }) => receiver)),
      arrayLiteral(lanes.map(({ room }) => room)),
      now,
      until,
      memberNosOf(lanes),
    ],
  });
  return rows;
}

/**
 * Leases one callback of each of these lanes whose paused receiver is due to be probed, and sets when the next probe is.
 * Of several processes one gets it.
 */
export async function claimProbes(
  db: Database,
  lanes: readonly Lane[],
  { now, until, nextProbeAt }: { now: Date; until: Date; nextProbeAt: Date },
): Promise<ClaimedCallback[]> {
  const claimed: ClaimedCallback[] = [];
  for (const { memberNo, receiver } of lanes) {
    if (!(await updateProbed(db, { memberNo, receiver }, now, nextProbeAt))) continue;
    const { rows } = await sql<ClaimedCallback>`
      update callbacks c set leased_until = ${until}
      where c.member_no = ${memberNo} and c.status = 'pending' and (c.system_no, c.subject) = (
        select due.system_no, due.subject from callbacks due
        where due.member_no = ${memberNo} and due.status = 'pending' and due.receiver = ${receiver} collate "C"
          and (due.leased_until is null or due.leased_until <= ${now})
        order by due.next_at limit 1 for update skip locked)
      returning c.member_no as "memberNo", c.system_no as "systemNo", c.subject, c.receiver, c.attempts, c.leased_until as "leasedUntil", true as "isProbe"`.execute(
      db,
    );
    claimed.push(...rows);
  }
  return claimed;
}

async function updateProbed(
  db: Database,
  { memberNo, receiver }: Lane,
  now: Date,
  nextProbeAt: Date,
): Promise<boolean> {
  const { rowCount } = await sql`
    update callback_receivers set probe_at = ${nextProbeAt}
    where member_no = ${memberNo} and receiver = ${receiver} collate "C" and state = 'paused' and probe_at <= ${now}`.execute(
    db,
  );
  return rowCount === 1;
}

/** Stores the attempts and updates the callbacks. Idempotent. */
export async function writeOutcomes(db: Database, outcomes: readonly Outcome[]): Promise<void> {
  const column = (value: (outcome: Outcome) => bigint | number | boolean | string | Date | null): string =>
    columnLiteral(outcomes.map(value));
  await db.pool.query({
    name: 'callbacks-outcomes',
    text: `with outcome as materialized (
        select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[], $6::integer[], $7::timestamptz[], $8::uuid[],
          $9::timestamptz[], $10::text[], $11::text[], $12::integer[], $13::text[], $14::text[], $15::integer[], $16::boolean[], $18::text[], $19::text[])
          as row (member_no, system_no, subject, lease, status, attempts, next_at, attempt_id, at, url, request, reply_status, reply, error, duration_ms, delivered,
            reply_headers, error_class)
      ), kept as (
        insert into callback_attempts (member_no, system_no, subject, attempt_id, at, url, request, reply_status, reply_headers, reply, error, error_class, duration_ms, delivered)
        select member_no, system_no, subject, attempt_id, at, url, request, reply_status, reply_headers, reply, error, error_class, duration_ms, delivered from outcome
        on conflict do nothing
      )
      update callbacks c set status = outcome.status, attempts = outcome.attempts, next_at = coalesce(outcome.next_at, outcome.at), leased_until = null,
        tries = greatest(c.tries, c.attempts) + 1, last_at = outcome.at, last_error = outcome.error, error_class = outcome.error_class
      from outcome
      where c.member_no = outcome.member_no and c.system_no = outcome.system_no and c.subject = outcome.subject and c.leased_until = outcome.lease
        and c.member_no = any($17::bigint[])`,
    values: [
      column(({ claimed }) => claimed.memberNo),
      column(({ claimed }) => claimed.systemNo),
      column(({ claimed }) => claimed.subject),
      column(({ claimed }) => claimed.leasedUntil),
      column(({ after }) => after.status),
      column(({ after }) => after.attempts),
      column(({ after }) => after.nextAt),
      column(({ attempt }) => attempt.attemptId),
      column(({ attempt }) => attempt.at),
      column(({ attempt }) => attempt.url),
      column(({ attempt }) => attempt.request),
      column(({ attempt }) => attempt.replyStatus),
      column(({ attempt }) => attempt.reply),
      column(({ attempt }) => attempt.error),
      column(({ attempt }) => attempt.durationMs),
      column(({ attempt }) => attempt.delivered),
      memberNosOf(outcomes.map(({ claimed }) => claimed)),
      column(({ attempt }) => attempt.replyHeaders),
      column(({ attempt }) => errorClassOf(attempt.error, attempt.replyStatus)),
    ],
  });
}

/**
 * Stores an attempt that a person made. A success makes the callback delivered, whatever the schedule is doing; a
 * failure leaves the schedule as it is.
 */
export async function insertManualAttempt(
  db: Database,
  { memberNo, systemNo, subject }: CallbackKey,
  attempt: AttemptRecord,
  madeBy: string,
): Promise<void> {
  const { attemptId, at, url, request, replyStatus, replyHeaders, reply, error, durationMs, delivered } = attempt;
  const errorClass = errorClassOf(error, replyStatus);
  await sql`
    with kept as (
      insert into callback_attempts (member_no, system_no, subject, attempt_id, at, url, request, reply_status, reply_headers, reply, error, error_class,
        duration_ms, delivered, made_by)
      values (${memberNo}, ${systemNo}, ${subject}, ${attemptId}, ${at}, ${url}, ${request}, ${replyStatus}, ${replyHeaders}, ${reply}, ${error}, ${errorClass},
        ${durationMs}, ${delivered}, ${madeBy})
    )
    update callbacks set tries = greatest(tries, attempts) + 1, last_at = ${at}, last_error = ${error}, error_class = ${errorClass},
      status = case when ${delivered} then 'delivered' else status end,
      next_at = case when ${delivered} then ${at}::timestamptz else next_at end,
      leased_until = case when ${delivered} then null else leased_until end
    where member_no = ${memberNo} and system_no = ${systemNo} and subject = ${subject}`.execute(db);
}

/** Releases callbacks that were claimed but not started, so that other workers need not wait until the lease lapses. */
export async function releaseLeases(db: Database, claimed: readonly ClaimedCallback[]): Promise<void> {
  await db.pool.query(
    `update callbacks c set leased_until = null
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[]) as row (member_no, system_no, subject, lease)
     where c.member_no = row.member_no and c.system_no = row.system_no and c.subject = row.subject and c.leased_until = row.lease
       and c.member_no = any($5::bigint[])`,
    [
      arrayLiteral(claimed.map(({ memberNo }) => memberNo)),
      arrayLiteral(claimed.map(({ systemNo }) => systemNo)),
      arrayLiteral(claimed.map(({ subject }) => subject)),
      arrayLiteral(claimed.map(({ leasedUntil }) => leasedUntil)),
      memberNosOf(claimed),
    ],
  );
}

/** Makes callbacks pending and due, with a fresh schedule. A callback in flight is sent once more. */
export async function updateToPending(
  on: Queryable,
  memberNo: bigint,
  systemNos: readonly bigint[],
  subject: CallbackSubject,
  now: Date,
): Promise<number> {
  const { rowCount } = await sql`
    with chosen as (
      select member_no, system_no, subject from callbacks
      where member_no = ${memberNo} and system_no = any(${arrayLiteral(systemNos)}::bigint[]) and subject = ${subject}
      order by system_no for update
    )
    update callbacks c set status = 'pending', attempts = 0, next_at = ${now}, leased_until = null
    from chosen where c.member_no = ${memberNo} and c.member_no = chosen.member_no and c.system_no = chosen.system_no and c.subject = chosen.subject`.execute(
    on,
  );
  return rowCount;
}

/**
 * `attempts` counts since the callback was created, or since it was last resent with a fresh schedule. A pending one
 * that is kept until its member decides has no next attempt.
 */
export type CallbackState =
  | { status: 'pending'; attempts: number; nextAt: Date | null }
  | { status: Exclude<CallbackStatus, 'pending'>; attempts: number; nextAt: null };

export async function selectState(
  on: Queryable,
  { memberNo, systemNo, subject }: CallbackKey,
): Promise<CallbackState | undefined> {
  const { rows } = await sql<CallbackState>`
    select status, attempts, case when status = 'pending' then nullif(next_at, 'infinity') end as "nextAt" from callbacks
    where member_no = ${memberNo} and system_no = ${systemNo} and subject = ${subject}`.execute(on);
  return rows[0];
}

/** The latest ones, oldest first. */
export async function selectAttempts(
  on: Queryable,
  { memberNo, systemNo, subject }: CallbackKey,
): Promise<StoredAttempt[]> {
  const { rows } = await sql<StoredAttempt>`
    select attempt_id as "attemptId", at, url, request, reply_status as "replyStatus", reply_headers as "replyHeaders", reply, error, error_class as "errorClass",
      duration_ms as "durationMs", delivered, made_by as "madeBy"
    from (select * from callback_attempts where member_no = ${memberNo} and system_no = ${systemNo} and subject = ${subject}
      order by at desc, attempt_id desc limit ${sql.lit(MAX_ATTEMPTS_SHOWN)}) a
    order by at, attempt_id`.execute(on);
  return rows;
}

/** An attempt can hold 64 KiB, and people can add any number by hand. */
const MAX_ATTEMPTS_SHOWN = 200;

const MEMBER_LANES = 32;

/** A finished callback's `next_at` is the time of its last attempt. */
export async function countFailed(
  on: Queryable,
  memberNo: bigint,
  subject: CallbackSubject,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from callbacks
    where member_no = ${memberNo} and subject = ${subject} and status = 'failed' and next_at >= ${since}`.execute(on);
  return Number(rows[0]?.count ?? 0);
}
