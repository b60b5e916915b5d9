/** Makes changes that the database refuses, as a role that can do everything with it. Only tests import this. */
import type pg from 'pg';
import { roles } from '#foundation/server/embedded-postgres/embedded-roles.ts';

/** Turns every trigger off until the transaction ends. On a cluster the workers hold the rows, so they need it too. */
export const triggersOff: readonly string[] = [
  ...(process.env['CITUS_URL'] ? [`set local citus.propagate_set_commands = 'local'`] : []),
  'set local session_replication_role = replica',
];

/** Runs the statements in one transaction with every trigger off; foreign keys are not checked either. */
export async function tamper(pool: pg.Pool, ...statements: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const statement of ['begin', ...triggersOff, ...statements]) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Connects to the same database of an embedded server as its superuser. */
export function asSuperuser(connectionString: string): string {
  return connectionString.replace(`user=${roles.server}`, `user=${roles.superuser}`);
}
