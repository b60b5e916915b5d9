/**
 * Monthly partitions of every table that is partitioned by system number: made well ahead, so that an insert never
 * misses one.
 */
import type pg from 'pg';

const MONTHS_BEHIND = 4;
const MONTHS_AHEAD = 3;

/** Makes the missing partitions around `now`; how many were made. */
export async function ensurePartitions(pool: pg.Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<{ made: bigint | null }>(
    `select sum(create_month_partitions(c.relname::text, ($1::timestamptz - make_interval(months => $2))::date, ($1::timestamptz + make_interval(months => $3))::date)) as made
     from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
     where c.relnamespace = 'public'::regnamespace`,
    [now, MONTHS_BEHIND, MONTHS_AHEAD],
  );
  return Number(rows[0]?.made ?? 0);
}
