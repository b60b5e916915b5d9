/** What of a member's callbacks needs a person, counted up to a cap through partial indexes. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { CallbackSubject } from '../rules.ts';

/** Counts stop here. */
const MAX_IN_TROUBLE = 999;

export interface TroubledCallbacks {
  /** At most `MAX_IN_TROUBLE`. */
  count: number;
  capped: boolean;
  /** Of the orders that were counted. */
  amountMinor: bigint;
  /** The most failures that one of them has had in its schedule. */
  attempts: number;
  /** The one that failed last. */
  latest: LatestFailure | null;
}

interface LatestFailure {
  at: Date;
  /** A stable name; null if it is not known. */
  error: string | null;
  /** The status of the reply, if there was one. */
  replyStatus: number | null;
  receiver: string;
  /** Since when its receiver has failed without one success; null if it has not. */
  since: Date | null;
}

/** `retrying`: they have failed and are tried again. `failed`: they were given up. */
export async function selectTroubled(
  on: Queryable,
  memberNo: bigint,
  subject: CallbackSubject,
  what: 'retrying' | 'failed',
): Promise<TroubledCallbacks> {
  const { rows } = await sql<{ count: number; amountMinor: string; attempts: number; systemNo: bigint | null }>`
    select count(*)::integer as count, coalesce(sum(amount) filter (where place <= ${sql.lit(MAX_IN_TROUBLE)}), 0) as "amountMinor",
      coalesce(max(attempts), 0) as attempts, (array_agg(system_no order by failed_at desc nulls last, system_no desc))[1] as "systemNo"
    from (select amount, attempts, system_no, coalesce(last_at, case when status = 'failed' then next_at end) as failed_at,
        row_number() over (order by system_no desc) as place
      from callbacks where member_no = ${memberNo} and subject = ${sql.lit(subject)} and ${conditions[what]}
      order by system_no desc limit ${sql.lit(MAX_IN_TROUBLE + 1)}) c`.execute(on);
  const [{ count, amountMinor, attempts, systemNo } = NOTHING] = rows;
  return {
    count: Math.min(count, MAX_IN_TROUBLE),
    capped: count > MAX_IN_TROUBLE,
    amountMinor: BigInt(amountMinor),
    attempts,
    latest: systemNo === null ? null : await selectFailure(on, memberNo, systemNo, subject),
  };
}

const NOTHING = { count: 0, amountMinor: '0', attempts: 0, systemNo: null };

// Literals, so that the planner uses the partial indexes.
const conditions: Readonly<Record<'retrying' | 'failed', Sql>> = {
  retrying: sql`status = 'pending' and attempts > 0`,
  failed: sql`status = 'failed'`,
};

async function selectFailure(
  on: Queryable,
  memberNo: bigint,
  systemNo: bigint,
  subject: CallbackSubject,
): Promise<LatestFailure | null> {
  const { rows } = await sql<LatestFailure>`
    select coalesce(c.last_at, c.next_at) as at, c.last_error as error, c.receiver, r.failing_since as since,
      (select a.reply_status from callback_attempts a
        where a.member_no = ${memberNo} and a.system_no = ${systemNo} and a.subject = ${subject} order by a.at desc limit 1) as "replyStatus"
    from callbacks c left join callback_receivers r on r.member_no = ${memberNo} and r.receiver = c.receiver
    where c.member_no = ${memberNo} and c.system_no = ${systemNo} and c.subject = ${subject}`.execute(on);
  return rows[0] ?? null;
}
