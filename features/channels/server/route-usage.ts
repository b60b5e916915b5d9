/**
 * What each upstream has been given of a channel's orders today, for the daily limits of routes. Each process counts its
 * own orders at once and adds them to `route_usage` about once a second, when it also reads what the others have added.
 * So no order waits for a row that all share, and a limit can be passed by what the processes accept within a second.
 */
import type { Clock } from '#foundation/core/clock.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { type RouteDay, selectRouteDays, upsertRouteDays } from './route-usage-store.ts';

export interface RouteUsage {
  /** A negative amount gives back. */
  count(days: readonly RouteDay[]): void;
  usedMinor(key: Omit<RouteDay, 'amountMinor'>): bigint;
  /** Adds what was counted, and reads what all processes have counted on the last two days. */
  sync(): Promise<void>;
}

const SYNC_MS = 1_000;
/** Before any day of the platform that an open order can be of. */
const READ_MS = 3 * 86_400_000;

/** A few rows: looked through, so that an order makes no text as a key (docs/posting-path.md). */
type Sums = RouteDay[];

export function routeUsage({ db, clock }: { db: Queryable; clock: Clock }): RouteUsage {
  /** What the database had at the last sync; what is being added to it; what was counted since. */
  let stored: Sums = [];
  let adding: Sums = [];
  let counted: Sums = [];
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    adding = counted;
    counted = [];
    try {
      if (adding.length > 0) await upsertRouteDays(db, adding);
    } catch (error) {
      addAll(counted, adding);
      adding = [];
      throw error;
    }
    const since = new Date(clock.now().getTime() - READ_MS).toISOString().slice(0, 10);
    stored = await selectRouteDays(db, since);
    adding = [];
  };
  const sync = (): Promise<void> =>
    (running ??= run().finally(() => {
      running = undefined;
    }));

  return {
    sync,
    count(days) {
      addAll(counted, days);
      timer ??= setTimeout(() => {
        timer = undefined;
        // What could not be added is counted again, and the next sync adds it.
        sync().catch(() => undefined);
      }, SYNC_MS).unref();
    },
    usedMinor(day) {
      return [stored, adding, counted].reduce((sum, days) => sum + (dayIn(days, day)?.amountMinor ?? 0n), 0n);
    },
  };
}

function addAll(sums: Sums, days: readonly RouteDay[]): void {
  for (const day of days) {
    const known = dayIn(sums, day);
    if (known) known.amountMinor += day.amountMinor;
    else sums.push({ ...day });
  }
}

function dayIn(days: Sums, key: Omit<RouteDay, 'amountMinor'>): RouteDay | undefined {
  return days.find(
    ({ channelId, upstreamId, day }) => channelId === key.channelId && upstreamId === key.upstreamId && day === key.day,
  );
}
