/**
 * Monthly partitions of every table that is partitioned by system number, created well ahead, so that an insert never
 * misses one.
 */
import type pg from 'pg';

const MONTHS_BEHIND = 4;
const MONTHS_AHEAD = 3;
const LOCK_KEY = 7_305_119_422;

/**
 * Creates the missing partitions around `now` and returns how many. A second process that starts at the same time waits
 * for the first: without the lock both would create the same partition, and one start would fail.
 */
export async function ensurePartitions(pool: pg.Pool, now: Date): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    const { rows } = await client.query<{ made: bigint | null }>(
      `select sum(create_month_partitions(c.relname::text, ($1::timestamptz - make_interval(months => $2))::date, ($1::timestamptz + make_interval(months => $3))::date)) as made
       from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
       where c.relnamespace = 'public'::regnamespace`,
      [now, MONTHS_BEHIND, MONTHS_AHEAD],
    );
    await client.query('commit');
    return Number(rows[0]?.made ?? 0);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
