/**
 * What a person decides about a receiver that was paused: its callbacks are sent, or given up. A decision to send is
 * stored with the receiver, so that workers can carry it out in pieces, and go on if one of them dies.
 */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Lane } from '../store.ts';
import {
  countDecided,
  MAX_CHANGED,
  selectReceiver,
  updateKeptToDue,
  updateKeptToFailed,
  updateRepeatedToDue,
  updateResumed,
  updateToKept,
  updateToResuming,
} from './store.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

/**
 * Ends the pause, if it has not ended by a success, and sends what was kept with a fresh schedule, or gives it up. If that
 * is more than one statement changes, workers do it. Returns how many callbacks that are, to send counted up to a cap;
 * undefined for an unknown receiver.
 */
export async function resumeReceiver(deps: Deps, lane: Lane, send: boolean): Promise<number | undefined> {
  const { db, clock } = deps;
  const receiver = await selectReceiver(db, lane);
  if (!receiver) return undefined;
  const isPaused = receiver.state === 'paused';
  if (send) {
    const count = await countDecided(db, lane, isPaused);
    await updateToResuming(db, lane, clock.now());
    if (count <= MAX_CHANGED) await sendWaiting(deps, lane);
    return count;
  }
  // While the receiver is paused nothing is sent, so all that waits is decided together.
  if (isPaused) await repeat(() => updateToKept(db, lane));
  const decided = await repeat(() => updateKeptToFailed(db, lane, clock.now()));
  await updateResumed(db, lane, clock.now());
  return decided;
}

/**
 * Carries out a decision to send. Several processes can do this at once, and any of them can stop after each piece.
 * Nothing of the receiver is sent until the end.
 */
export async function sendWaiting(
  { db, clock }: Deps,
  lane: Lane,
  isStopping: () => boolean = () => false,
): Promise<void> {
  let from: Date | undefined = new Date(0);
  while (from && !isStopping()) from = await updateRepeatedToDue(db, lane, from, clock.now());
  let count = 1;
  while (count > 0 && !isStopping()) count = await updateKeptToDue(db, lane, clock.now());
  if (!isStopping()) await updateResumed(db, lane, clock.now());
}

/** Repeats a bounded change until nothing is left; returns how much there was. */
async function repeat(change: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let count = await change(); count > 0; count = await change()) all += count;
  return all;
}
