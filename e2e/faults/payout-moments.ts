/**
 * Kills a worker at the critical moments between writing an attempt, sending it and storing its answer. A lock on the
 * table of the next step holds the worker there, so the moment does not depend on timing.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { again, type Environment, restart } from './environment.ts';
import type { MomentKind } from './payout-plan.ts';

export async function strikeAt(env: Environment, kind: MomentKind, pick: number): Promise<void> {
  const victim = env.servers[Math.floor(pick * env.servers.length)] ?? env.servers[0];
  if (!victim) throw new Error('no server to kill');
  const sending = await again(() => env.db.pool.connect());
  const storing = await again(() => env.db.pool.connect());
  try {
    // These two connections wait for a worker as long as it takes, however slow the machine is.
    for (const client of [sending, storing]) await client.query('set idle_in_transaction_session_timeout = 0');
    await sending.query('begin; lock table sandbox_payouts in exclusive mode');
    await untilHeld(storing, 'sandbox_payouts');
    if (kind === 'SIGKILL before storing') {
      // An attempt that is being started is let through, because the lock waits for it.
      await storing.query('begin; lock table disbursement_attempts in share mode');
      await sending.query('rollback');
      await untilHeld(sending, 'disbursement_attempts');
    }
    await victim.kill();
    // A statement that a killed worker has sent still runs, unless its connection is ended too.
    if (kind !== 'SIGKILL while sending') await endHeld(sending);
    await storing.query('rollback');
    await sending.query('rollback');
  } finally {
    storing.release(true);
    sending.release(true);
  }
  await restart(victim);
}

/** Waits until some session waits for a lock on the table. */
async function untilHeld(client: pg.PoolClient, table: string): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query('select from pg_locks where relation = $1::regclass and not granted', [
      table,
    ]);
    if (rowCount) return;
    await pause(20);
  }
}

async function endHeld(client: pg.PoolClient): Promise<void> {
  await client.query('select pg_terminate_backend(pid) from pg_locks where not granted and relation is not null');
}
