/**
 * A member's callbacks, newest first, by a filter. Each statement walks one index in the order of the list, for a
 * bounded number of callbacks, so that it is quick however many the member has.
 */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { CallbackKey, CallbackStatus, CallbackSubject, ErrorClass } from '../rules.ts';

export interface CallbackFilter {
  memberNo: bigint;
  subjects: readonly CallbackSubject[];
  /**
   * `paused`: waits for a paused receiver, or is kept until its member decides. `pending`: waits for its time. `retrying`:
   * pending, and it has failed before.
   */
  state?: CallbackStatus | 'paused' | 'retrying' | undefined;
  receiver?: string | undefined;
  errorClass?: ErrorClass | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  /** Only these. */
  systemNos?: readonly bigint[] | undefined;
}

export interface ListedCallback extends CallbackKey {
  receiver: string;
  state: CallbackStatus | 'paused';
  attempts: number;
  lastAt: Date | null;
  /** Of the last attempt; null if it was a delivery or there was none. */
  lastError: string | null;
  nextAt: Date | null;
}

/** Counts stop here, and no page begins later. */
export const MAX_COUNTED = 10_000;
/** A filter without an index of its own looks at so many callbacks. */
const MAX_LOOKED_AT = 100_000;

/** `paused`: the member's paused receivers. */
export async function selectCallbackPage(
  on: Queryable,
  filter: CallbackFilter,
  paused: readonly string[],
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedCallback[]> {
  if (offset >= MAX_COUNTED) return [];
  const { rows } = await sql<ListedCallback>`
    select c.member_no as "memberNo", c.system_no as "systemNo", c.subject, c.receiver,
      case when c.status = 'pending' and ${isPaused(paused)} then 'paused' else c.status end as state,
      greatest(c.tries, c.attempts) as attempts, coalesce(c.last_at, case when c.status <> 'pending' then c.next_at end) as "lastAt",
      c.last_error as "lastError", case when c.status = 'pending' and not ${isPaused(paused)} then c.next_at end as "nextAt"
    from ${lookedAt(filter)} c where ${conditions(filter, paused)}
    order by c.system_no desc, c.subject desc limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

export async function countCallbacks(
  on: Queryable,
  filter: CallbackFilter,
  paused: readonly string[],
): Promise<{ count: number; capped: boolean }> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select from ${lookedAt(filter)} c where ${conditions(filter, paused)} limit ${sql.lit(MAX_COUNTED + 1)}) found`.execute(
    on,
  );
  const count = Number(rows[0]?.count ?? 0n);
  return { count: Math.min(count, MAX_COUNTED), capped: count > MAX_COUNTED };
}

/**
 * The number of the last callback that the filter looks at, if there are more; undefined if it looks at all. For a
 * filter with an index of its own this is as far away as for the others.
 */
export async function selectLookedFrom(on: Queryable, filter: CallbackFilter): Promise<bigint | undefined> {
  const { rows } = await sql<{ systemNo: bigint }>`
    select c.system_no as "systemNo" from ${walked(filter)} c order by c.system_no desc offset ${sql.lit(MAX_LOOKED_AT)} limit 1`.execute(
    on,
  );
  return rows[0]?.systemNo;
}

/** The newest callbacks of the filter, as rows of a statement that inserts them elsewhere. */
export function matchingCallbacks(filter: CallbackFilter, paused: readonly string[], columns: Sql, limit: number): Sql {
  return sql`select ${columns} from ${lookedAt(filter)} c where ${conditions(filter, paused)}
    order by c.system_no desc, c.subject desc limit ${sql.lit(limit)}`;
}

/** The callbacks that a filter looks at, in the order of the list. */
function lookedAt(filter: CallbackFilter): Sql {
  return sql`(select * from ${walked(filter)} walked order by system_no desc, subject desc limit ${sql.lit(MAX_LOOKED_AT)})`;
}

/** The callbacks of one index, the narrowest for the filter. */
function walked(filter: CallbackFilter): Sql {
  const { state, errorClass, systemNos, subjects } = filter;
  const where = (more: Sql): Sql =>
    sql`select * from callbacks where member_no = ${filter.memberNo} ${within(filter)} ${more}`;
  if (systemNos) return sql`(${where(sql`and system_no = any(${[...systemNos]}::bigint[])`)})`;
  // Literals, so that the planner uses the partial indexes.
  if (errorClass !== undefined) return sql`(${where(sql`and error_class = ${sql.lit(errorClass)}`)})`;
  if (state === undefined || state === 'delivered') return sql`(${where(sql``)})`;
  if (state !== 'failed') return sql`(${where(sql`and status = 'pending'`)})`;
  // One walk for each subject, which the index names before the number.
  const ofSubjects = subjects.map(
    (subject) =>
      sql`(${where(sql`and subject = ${sql.lit(subject)} and status = 'failed'`)} order by system_no desc limit ${sql.lit(MAX_LOOKED_AT + 1)})`,
  );
  return sql`(${sql.join(ofSubjects, ' union all ')})`;
}

function within({ from, to }: CallbackFilter): Sql {
  return sql`${from ? sql`and system_no >= ${firstSystemNo(from)}` : sql``} ${to ? sql`and system_no < ${firstSystemNo(to)}` : sql``}`;
}

function conditions({ subjects, state, receiver, errorClass }: CallbackFilter, paused: readonly string[]): Sql {
  const all: Sql[] = [sql`c.subject = any(${[...subjects]}::text[])`];
  if (state === 'pending' || state === 'paused' || state === 'retrying')
    all.push(sql`c.status = 'pending'`, state === 'paused' ? isPaused(paused) : sql`not ${isPaused(paused)}`);
  if (state === 'retrying') all.push(sql`greatest(c.tries, c.attempts) > 0`);
  if (state === 'delivered' || state === 'failed') all.push(sql`c.status = ${state}`);
  if (receiver !== undefined) all.push(sql`c.receiver = ${receiver}`);
  if (errorClass !== undefined) all.push(sql`c.error_class = ${errorClass}`);
  return sql.join(all, ' and ');
}

function isPaused(paused: readonly string[]): Sql {
  return sql<boolean>`(c.next_at = 'infinity' or c.receiver = any(${[...paused]}::text[]))`;
}
