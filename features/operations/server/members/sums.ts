/** The sums of the operators' list of members, and the job's part that keeps what they are read from. */
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Database, Queryable } from '#foundation/server/postgres/database.ts';
import type { OperatorMemberSums } from '../../member-contract.ts';
import { COPYING, selectSums } from '../overview/figures-store.ts';
import { selectTurn } from '../overview/health-store.ts';
import type { MemberConditions } from './listing.ts';
import { copyClosedDays, copyMemberSums, selectClosedDays, sumMembers, type VolumeDays } from './sums-store.ts';

const VOLUME_DAYS = 30;
/** Payments of a day are still being booked when the next one begins. */
const RECENT_DAYS = 2;

/** The platform's days of which the list shows each member's volume: the last thirty, with today. */
export function volumeDays(now: Date, timeZone: string): VolumeDays {
  const today = dayOf(now, timeZone);
  const [first, recentFrom, last] = [VOLUME_DAYS, RECENT_DAYS, 1].map((days) =>
    startOfDay(addDays(today, 1 - days), timeZone),
  ) as [Date, Date, Date];
  return { first, recentFrom, last };
}

/**
 * Brings the members' figures up to date. The closed days are summed when a day begins, and when they are not what the
 * platform's roll-ups have, which must be copied before.
 */
export async function copySums(
  db: Pick<Database, 'query' | 'transaction'>,
  { currency, timeZone, now }: { currency: Currency; timeZone: string; now: Date },
): Promise<void> {
  const days = volumeDays(now, timeZone);
  const [closed, all] = await Promise.all([
    selectClosedDays(db),
    selectSums(db, { from: days.first, to: days.recentFrom }),
  ]);
  const hasClosedDays = closed.last?.getTime() === days.last.getTime() && closed.amountMinor === all.paidMinor;
  await db.transaction(async (tx) => {
    if (!hasClosedDays) await copyClosedDays(tx, days, currency);
    await copyMemberSums(tx, days, { currency, now });
  });
}

export interface MemberSumDeps {
  db: Queryable;
  platform: Pick<PlatformVerbs, 'settings'>;
}

export async function sumsOfMembers(
  { db, platform }: MemberSumDeps,
  filter: MemberConditions,
): Promise<OperatorMemberSums> {
  const [{ currency }, turn, sums] = await Promise.all([
    platform.settings(),
    selectTurn(db, COPYING),
    sumMembers(db, filter),
  ]);
  const asOf = turn?.succeededAt ?? null;
  if (asOf === null) return { asOf: null, sums: null };
  return {
    asOf: asOf.toISOString(),
    sums: {
      balance: formatAmount(sums.balanceMinor, currency),
      frozen: formatAmount(sums.frozenMinor, currency),
      amount30d: formatAmount(sums.volumeMinor, currency),
    },
  };
}
