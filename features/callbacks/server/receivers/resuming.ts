/** What a person decides about a receiver that was paused: its callbacks are sent, or given up. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database, Queryable } from '#foundation/server/postgres/database.ts';
import type { Lane } from '../store.ts';
import { selectReceiver, updateKeptToDue, updateKeptToFailed, updateResumed, updateToKept } from './store.ts';

/**
 * Ends the pause, if it has not ended by a success, and sends what was kept with a fresh schedule, or gives it up.
 * Returns how many callbacks that were; undefined for an unknown receiver.
 */
export async function resumeReceiver(
  { db, clock }: { db: Database; clock: Clock },
  lane: Lane,
  send: boolean,
): Promise<number | undefined> {
  const receiver = await selectReceiver(db.kysely, lane);
  if (!receiver) return undefined;
  // While the receiver is paused nothing is sent, so all that waits is decided together.
  if (receiver.state === 'paused') await repeat(() => updateToKept(db.kysely, lane));
  const decided = await repeat(() => decide(db.kysely, lane, send, clock.now()));
  await updateResumed(db.kysely, lane, clock.now());
  return decided;
}

function decide(on: Queryable, lane: Lane, send: boolean, now: Date): Promise<number> {
  return send ? updateKeptToDue(on, lane, now) : updateKeptToFailed(on, lane, now);
}

/** Repeats a bounded change until nothing is left; returns how much there was. */
async function repeat(change: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let count = await change(); count > 0; count = await change()) all += count;
  return all;
}
