/**
 * How long the database itself is at work, as `pg_stat_statements` counts it: planning and running, without the way
 * there and back.
 */
import type pg from 'pg';

/** For a server that the bench starts; another one must have them. */
export const countingSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};

/**
 * Answers the milliseconds that all statements of `work` took together; nothing else may be asked of the server
 * meanwhile.
 */
export async function counterOf(pool: pg.Pool): Promise<(work: () => Promise<unknown>) => Promise<number>> {
  await pool.query('create extension if not exists pg_stat_statements');
  const counted = `select coalesce(sum(total_plan_time + total_exec_time), 0) as ms from pg_stat_statements where query not like '%pg_stat_statements%'`;
  return async (work) => {
    await pool.query('select pg_stat_statements_reset()');
    await work();
    const { rows } = await pool.query<{ ms: number }>(counted);
    return rows[0]?.ms ?? Number.NaN;
  };
}
