/**
 * Corrects closed days after the books themselves were corrected, which only a database administrator can do: a new
 * version of the day, and of each closed day after it, whose hashes and balances follow from it. The old versions stay.
 */
import type { Clock } from '#foundation/core/clock.ts';
import { addDays } from '#foundation/core/time-zone.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { calendarDays, writeDays } from './closing.ts';
import { type Owner, selectClosedDays, selectLastClosed } from './store.ts';

export interface CorrectingDeps {
  db: Database;
  clock: Clock;
  platform: Pick<PlatformVerbs, 'settings'>;
}

/** The day is after the last closed one. */
export class NotClosed extends Error {
  override name = 'NotClosed';
}

/** Returns how many days got a new version. */
export async function correctDays(
  { db, clock, platform }: CorrectingDeps,
  owner: Owner,
  { from, reason }: { from: string; reason: string },
): Promise<number> {
  if (reason.trim() === '') throw new RangeError('a correction has a reason');
  const { timeZone } = await platform.settings();
  return db.transaction(async (tx) => {
    const lastClosed = await selectLastClosed(tx, owner);
    if (!lastClosed || lastClosed.day < from) throw new NotClosed(`${from} is not closed for member ${owner.memberNo}`);
    const closed = await selectClosedDays(tx, owner, from, lastClosed.day);
    const known = new Map(closed.map((day) => [day.day, day]));
    const last = await selectLastClosed(tx, owner, from);
    const days = calendarDays(from, addDays(lastClosed.day, 1), timeZone, last).map((span) => ({
      ...span,
      startsAt: known.get(span.day)?.startsAt ?? span.startsAt,
      endsAt: known.get(span.day)?.endsAt ?? span.endsAt,
    }));
    await writeDays(tx, owner, {
      days,
      last,
      closedAt: clock.now(),
      versions: new Map(closed.map(({ day, version }) => [day, version])),
      reason,
    });
    return closed.length;
  });
}
