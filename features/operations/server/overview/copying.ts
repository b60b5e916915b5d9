/**
 * Adds the members' roll-ups up to those of the platform, in one process at a time. Each turn copies today and yesterday,
 * and one older day: an order can be paid long after its creation, which changes a past day, so the days are gone through
 * again and again. A turn reads the rows of three days, however long the history is.
 */
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import {
  copyPayoutDays,
  copyRollups,
  copyTopMembers,
  selectDayBefore,
  selectFirstCopied,
  selectIsCosted,
  type Span,
} from './figures-store.ts';

export interface CopyingDeps {
  db: Queryable;
  clock: Clock;
  platform: Pick<PlatformVerbs, 'settings'>;
  orders: Pick<OrderVerbs, 'addCosts'>;
}

export const COPYING = 'figures of all members';

export function copyingJob({ db: on, clock, platform, orders }: CopyingDeps): Job {
  const copySpan = spanCopier(on, orders);
  /** The last older day that was copied again. */
  let again: Date | undefined;
  return {
    name: COPYING,
    everyMs: 30_000,
    async run() {
      const { timeZone } = await platform.settings();
      const today = dayOf(clock.now(), timeZone);
      const [yesterday, middle, tomorrow] = [-1, 0, 1].map((days) => startOfDay(addDays(today, days), timeZone)) as [
        Date,
        Date,
        Date,
      ];
      await copySpan({ from: yesterday, to: tomorrow }, [yesterday, middle]);
      await copyUncopied(on, yesterday, copySpan);
      const until = again ?? yesterday;
      again = await selectDayBefore(on, until);
      if (again) await copySpan({ from: again, to: until }, [again]);
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
function spanCopier(on: Queryable, orders: CopyingDeps['orders']): CopySpan {
  return async (span, days) => {
    const hours = { ...span, from: new Date(Math.floor(span.from.getTime() / HOUR_MS) * HOUR_MS) };
    await copyRollups(on, hours);
    if (!(await selectIsCosted(on, hours))) {
      await orders.addCosts(hours);
      await copyRollups(on, hours);
    }
    await copyPayoutDays(on, span);
    for (const day of days) await copyTopMembers(on, day);
  };
}
