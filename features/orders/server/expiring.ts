/**
 * Expires unpaid orders after asking their upstream once more, so that a payment whose report was lost is booked
 * instead. An order is expired even if its upstream can't be reached; a payment that arrives afterwards is a late
 * payment.
 */
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { combineWrites, type Database } from '#foundation/server/postgres/database.ts';
import type { Buckets } from '#foundation/server/process/day-buckets.ts';
import { cutByShard } from '#foundation/server/postgres/shards.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { orderExpired, rollupWrites } from './rollups.ts';
import { lockDue, type OrderRecord, selectDue, updateExpired } from './store.ts';

export interface ExpiringDeps {
  db: Database;
  clock: Clock;
  platform: PlatformVerbs;
  channels: ChannelVerbs;
  buckets(): Promise<Buckets>;
  /** Asks the upstream and books what it reports as paid; never throws. */
  queryUpstream(order: OrderRecord): Promise<void>;
}

const BATCH = 500;

export function expireJob(deps: ExpiringDeps): Job {
  return {
    name: 'expire orders',
    everyMs: 5_000,
    async run() {
      while ((await expireDue(deps)) === BATCH);
    },
  };
}

/** Returns the number of orders it expired. */
export async function expireDue(deps: ExpiringDeps): Promise<number> {
  const now = deps.clock.now();
  const due = await selectDue(deps.db, now, BATCH);
  if (due.length === 0) return 0;
  for (let first = 0; first < due.length; first += 16)
    await Promise.all(due.slice(first, first + 16).map((order) => deps.queryUpstream(order)));
  const [{ timeZone }, buckets] = await Promise.all([deps.platform.settings(), deps.buckets()]);
  const expired = await cutByShard(deps.db, due, (due) =>
    deps.db.transaction(async (tx) => {
      const orders = await lockDue(tx, now, due);
      if (orders.length === 0) return [];
      await updateExpired(tx, orders);
      await deps.channels.release(
        tx,
        orders.map(({ memberNo, channelId, createdAt, amountMinor }) => ({
          memberNo,
          channelId,
          day: dayOf(createdAt, timeZone),
          amountMinor,
        })),
      );
      await combineWrites(tx, rollupWrites(orders.map(orderExpired), buckets));
      return orders;
    }),
  );
  deps.channels.countRoutes(
    expired.map(({ channelId, upstreamId, createdAt, amountMinor }) => ({
      channelId,
      upstreamId,
      day: dayOf(createdAt, timeZone),
      amountMinor: -amountMinor,
    })),
  );
  return due.length;
}
