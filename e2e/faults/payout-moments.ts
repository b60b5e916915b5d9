/**
 * Kills a worker at the narrow moments between writing an attempt, sending it and storing its answer. A lock on the
 * table that the next step writes holds the worker there for as long as it takes to strike; nothing is left to luck.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { again, type Ground, restart } from './ground.ts';
import type { MomentKind } from './payout-plan.ts';

export async function strikeAt(ground: Ground, kind: MomentKind, pick: number): Promise<void> {
  const victim = ground.servers[Math.floor(pick * ground.servers.length)] ?? ground.servers[0];
  if (!victim) throw new Error('nobody to kill');
  const sending = await again(() => ground.db.pool.connect());
  const storing = await again(() => ground.db.pool.connect());
  try {
    // However slow the machine is: these two wait for a worker as long as it takes.
    for (const client of [sending, storing]) await client.query('set idle_in_transaction_session_timeout = 0');
    await sending.query('begin; lock table sandbox_payouts in exclusive mode');
    await untilHeld(storing, 'sandbox_payouts');
    if (kind === 'SIGKILL before storing') {
      // An attempt that is being begun just now is let through: the lock waits for it.
      await storing.query('begin; lock table disbursement_attempts in share mode');
      await sending.query('rollback');
      await untilHeld(sending, 'disbursement_attempts');
    }
    await victim.kill();
    // What a dead worker had asked of the database is done all the same, unless its connection dies as well.
    if (kind !== 'SIGKILL while sending') await endHeld(sending);
    await storing.query('rollback');
    await sending.query('rollback');
  } finally {
    storing.release(true);
    sending.release(true);
  }
  await restart(victim);
}

/** Until somebody waits for a lock on the table. */
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
