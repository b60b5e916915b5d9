/**
 * Adds the members' roll-ups up to those of the platform, in one process at a time. Each turn copies today and yesterday,
 * and one older day: an order can be paid long after its creation, which changes a past day, so the days are gone through
 * again and again. A turn reads the rows of three days, however long the history is. Orders by upstream are in no member's
 * roll-ups: of the hours whose sums have changed, the orders themselves are read. Last come the figures of each member.
 */
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { copySums } from '../members/sums.ts';
import {
  COPYING,
  copyPayoutDays,
  copyRollups,
  copyTopMembers,
  selectDayBefore,
  selectFirstCopied,
  selectIsCosted,
  type Span,
} from './figures-store.ts';
import {
  addCreatedToSlots,
  deleteSlots,
  insertPaidSlots,
  selectUnsplitHours,
  upsertUpstreamDay,
} from './upstream-store.ts';

export interface CopyingDeps {
  db: Pick<Database, 'query' | 'transaction'>;
  clock: Clock;
  platform: Pick<PlatformVerbs, 'settings'>;
  orders: Pick<OrderVerbs, 'addCosts'>;
}

export function copyingJob({ db, clock, platform, orders }: CopyingDeps): Job {
  const copySpan = spanCopier(db, orders);
  /** The last older day that was copied again. */
  let again: Date | undefined;
  return {
    name: COPYING,
    everyMs: 30_000,
    async run() {
      const { currency, timeZone } = await platform.settings();
      const today = dayOf(clock.now(), timeZone);
      const [yesterday, middle, tomorrow] = [-1, 0, 1].map((days) => startOfDay(addDays(today, days), timeZone)) as [
        Date,
        Date,
        Date,
      ];
      await copySpan({ from: yesterday, to: tomorrow }, [yesterday, middle]);
      await copyUncopied(db, yesterday, copySpan);
      const until = again ?? yesterday;
      again = await selectDayBefore(db, until);
      if (again) await copySpan({ from: again, to: until }, [again]);
      await copySums(db, { currency, timeZone, now: clock.now() });
    },
  };
}

/** The days before the first that was copied: the whole history in the first turn, and none later. */
async function copyUncopied(on: Queryable, yesterday: Date, copySpan: CopySpan): Promise<void> {
  let until = (await selectFirstCopied(on)) ?? yesterday;
  for (let day = await selectDayBefore(on, until); day; day = await selectDayBefore(on, day)) {
    await copySpan({ from: day, to: until }, [day]);
    until = day;
  }
}

const HOUR_MS = 3_600_000;

/** `days` are those in the span that have orders. */
type CopySpan = (span: Span, days: readonly Date[]) => Promise<void>;

/** Hours are of UTC; one in which a day begins is copied with it. */
function spanCopier(db: CopyingDeps['db'], orders: CopyingDeps['orders']): CopySpan {
  return async (span, days) => {
    const hours = { ...span, from: new Date(Math.floor(span.from.getTime() / HOUR_MS) * HOUR_MS) };
    // Together, so that the page never shows fewer orders by upstream than there are.
    await db.transaction(async (tx) => {
      await copyRollups(tx, hours);
      await splitByUpstream(tx, hours, [...days, span.to]);
    });
    if (!(await selectIsCosted(db, hours))) {
      await orders.addCosts(hours);
      await copyRollups(db, hours);
    }
    await copyPayoutDays(db, span);
    for (const day of days) await copyTopMembers(db, day);
  };
}

/** `starts` are those of the days with orders, and of the one that follows them. */
async function splitByUpstream(tx: Tx, hours: Span, starts: readonly Date[]): Promise<void> {
  for (const span of together(await selectUnsplitHours(tx, hours))) {
    await deleteSlots(tx, span);
    await insertPaidSlots(tx, span, starts);
    await addCreatedToSlots(tx, span, starts);
  }
  for (const [at, from] of starts.slice(0, -1).entries()) {
    const to = starts[at + 1];
    if (to) await upsertUpstreamDay(tx, { from, to });
  }
}

/** Hours that follow one another are read at once. */
function together(hours: readonly Date[]): Span[] {
  const spans: Span[] = [];
  for (const from of hours) {
    const to = new Date(from.getTime() + HOUR_MS);
    const last = spans.at(-1);
    if (last?.to.getTime() === from.getTime()) last.to = to;
    else spans.push({ from, to });
  }
  return spans;
}
