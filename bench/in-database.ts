/** Measures the database's own work with `pg_stat_statements`: planning and execution, without round trips. */
import type pg from 'pg';

/** Settings for a server that the bench starts. Any other server must have them already. */
export const countingSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};

/**
 * Returns a function that runs `work` and returns the total milliseconds of all its statements. Nothing else can use
 * the server meanwhile.
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
