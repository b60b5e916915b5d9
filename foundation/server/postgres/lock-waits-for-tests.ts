/** Waits for the moment of a race in which a transaction waits for another. Only tests import this. */
import type pg from 'pg';
import { expect } from 'vitest';

/** On a cluster a transaction can wait on any machine. */
const activity = process.env['CITUS_URL'] ? 'citus_stat_activity' : 'pg_stat_activity';

/** Resolves when exactly `count` transactions of the database wait for a lock. */
export async function untilLocksAwaited(pool: pg.Pool, count = 1): Promise<void> {
  const waiting = async (): Promise<number | null> => {
    const { rowCount } = await pool.query(
      `select 1 from ${activity} where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount;
  };
  await expect.poll(waiting).toBe(count);
}
