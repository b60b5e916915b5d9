/**
 * Keeps the health of receivers up to date with the outcomes of attempts. Any number of processes can do this at once:
 * counts are added in the database, and a change of state is decided under the receiver's lock. What a payment writes
 * does not know about it.
 */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { errorClassOf, NOTIFIED_EVERY_MS, PROBED_EVERY_MS, type ReceiverState, receiverStateAt } from '../../rules.ts';
import type { AttemptRecord, Lane } from '../store.ts';
import {
  type Fared,
  type KnownReceiver,
  lockReceiver,
  selectReceivers,
  updateAsks,
  updateReceiverState,
  updateToKept,
  upsertFared,
} from './store.ts';

/**
 * Called in the transaction that makes a receiver `failing` or `paused`, once per change. One that fails and works by
 * turns is reported once an hour.
 */
export type ReceiverChanged = (
  tx: Tx,
  change: Lane & { state: Exclude<ReceiverState, 'ok'>; at: Date },
) => Promise<void>;

export interface HealthDeps {
  db: Database;
  clock: Clock;
  receiverChanged?: ReceiverChanged | undefined;
}

interface Attempted {
  lane: Lane;
  attempt: Pick<AttemptRecord, 'at' | 'delivered' | 'error' | 'replyStatus'>;
}

/** How old the last attempt of a healthy receiver can be before it is written again. */
const LAST_WRITTEN_EVERY_MS = 10_000;

/** Adds attempts, in the order in which they ended. */
export async function noteHealth(deps: HealthDeps, attempted: readonly Attempted[]): Promise<void> {
  const fared = faredOf(attempted);
  if (fared.length === 0) return;
  const known = new Map((await selectReceivers(deps.db, fared)).map((one) => [keyOf(one), one]));
  const news = fared.filter((one) => isNews(one, known.get(keyOf(one))));
  if (news.length === 0) return;
  const now = deps.clock.now();
  for (const receiver of await upsertFared(deps.db, news)) {
    if (!receiver.isDecided && receiverStateAt(receiver, now) !== receiver.state) await changeState(deps, receiver);
  }
}

function isNews(fared: Fared, known: KnownReceiver | undefined): boolean {
  return (
    known === undefined ||
    fared.failures > 0 ||
    known.failures > 0 ||
    known.state !== 'ok' ||
    fared.lastAt.getTime() - known.lastAt.getTime() >= LAST_WRITTEN_EVERY_MS
  );
}

/** One line per receiver, in the order of the key. Attempts whose failure the receiver did not cause say nothing. */
function faredOf(attempted: readonly Attempted[]): Fared[] {
  const fared = new Map<string, Fared>();
  for (const { lane, attempt } of attempted) {
    const { at, delivered, error, replyStatus } = attempt;
    if (!delivered && errorClassOf(error, replyStatus) === null) continue;
    const { memberNo, receiver } = lane;
    const key = keyOf(lane);
    const one = fared.get(key) ?? {
      memberNo,
      receiver,
      failures: 0,
      failingSince: null,
      succeeded: false,
      lastAt: at,
    };
    if (delivered) Object.assign(one, { failures: 0, failingSince: null, succeeded: true });
    else Object.assign(one, { failures: one.failures + 1, failingSince: one.failingSince ?? at });
    if (at > one.lastAt) one.lastAt = at;
    fared.set(key, one);
  }
  return [...fared.values()].sort((a, b) =>
    a.memberNo === b.memberNo ? (a.receiver < b.receiver ? -1 : 1) : a.memberNo < b.memberNo ? -1 : 1,
  );
}

async function changeState({ db, clock, receiverChanged }: HealthDeps, known: KnownReceiver): Promise<void> {
  // The receiver stays paused while this runs, so that no callback leaves before it is kept.
  let kept = 0;
  if (known.state === 'paused' && known.failures === 0)
    for (let count = 1; count > 0; kept += count) count = await updateToKept(db, known);
  await db.transaction(async (tx) => {
    const receiver = await lockReceiver(tx, known);
    if (!receiver || receiver.isDecided) return;
    const now = clock.now();
    const state = receiverStateAt(receiver, now);
    if (state === receiver.state) return;
    const probeAt = state === 'paused' ? new Date(now.getTime() + PROBED_EVERY_MS) : null;
    const isReported = state === 'paused' || (state === 'failing' && isReportedAgain(receiver.notifiedAt, now));
    const notifiedAt = isReported ? now : receiver.notifiedAt;
    await updateReceiverState(tx, receiver, { state, since: now, probeAt, notifiedAt });
    if (kept > 0 && state === 'ok') await updateAsks(tx, receiver, true);
    if (isReported) await receiverChanged?.(tx, { ...known, state, at: now });
  });
}

function isReportedAgain(notifiedAt: Date | null, now: Date): boolean {
  return notifiedAt === null || now.getTime() - notifiedAt.getTime() >= NOTIFIED_EVERY_MS;
}

function keyOf({ memberNo, receiver }: Lane): string {
  return `${memberNo} ${receiver}`;
}
