/**
 * What upstreams owe. Our books say it by the clearing legs of all members' journals; a closed day never changes, so each
 * is summed once and kept.
 */
import { firstSystemNo } from '#foundation/core/system-number.ts';
import { sum } from '#foundation/core/money.ts';
import { addDays, startOfDay } from '#foundation/core/time-zone.ts';
import type { Database, Queryable } from '#foundation/server/postgres/database.ts';
import { owedSince } from '../../matching-rules.ts';
import { isWhole } from './bookings.ts';
import {
  insertClearingDay,
  moveProgress,
  selectClearingDays,
  selectProgress,
  selectSettlements,
  selectTheirBalances,
} from './clearing-store.ts';

/** Rolls up every day that has closed since the last time, one transaction each. */
export async function rollUpClosedDays(
  db: Pick<Database, 'query' | 'transaction'>,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<void> {
  for (;;) {
    const last = await selectProgress(db, timeZone);
    if (!last) return;
    const day = addDays(last.day, 1);
    if (!isWhole(day, timeZone, now)) return;
    const ends = startOfDay(addDays(day, 1), timeZone);
    // A day begins where the one before ended, also where the platform's time zone changed in between.
    const from = last.until ?? startOfDay(day, timeZone);
    const to = ends > from ? ends : from;
    await db.transaction(async (tx) => {
      if (await moveProgress(tx, last.day, day, to)) await insertClearingDay(tx, { day, from, to }, firstSystemNo(to));
    });
  }
}

export interface ClearingBalance {
  upstreamId: number;
  owedMinor: bigint;
  takenInMinor: bigint;
  paidOutMinor: bigint;
  settledMinor: bigint;
  /** The first day whose money is not settled. */
  since: string | null;
  theirs: { day: string; closingMinor: bigint; oursMinor: bigint; feesMinor: bigint; differenceMinor: bigint } | null;
}

/** At the end of `day`, the last one that is rolled up. */
export async function clearingBalances(
  on: Queryable,
  { currency, timeZone, upstreamIds }: { currency: string; timeZone: string; upstreamIds: readonly number[] },
): Promise<{ day: string | null; balances: ClearingBalance[] }> {
  const [progress, days, settlements, theirs] = await Promise.all([
    selectProgress(on, timeZone),
    selectClearingDays(on, currency),
    selectSettlements(on, currency),
    selectTheirBalances(on),
  ]);
  const balances = upstreamIds.map((upstreamId): ClearingBalance => {
    const ofUpstream = <Row extends { upstreamId: number }>(rows: readonly Row[]): Row[] =>
      rows.filter((row) => row.upstreamId === upstreamId);
    const [own, paid] = [ofUpstream(days), ofUpstream(settlements)];
    const takenIn = (until?: string): bigint =>
      sum(own.filter((one) => until === undefined || one.day <= until).map(({ takenInMinor }) => takenInMinor));
    const paidOut = (until?: string): bigint =>
      sum(own.filter((one) => until === undefined || one.day <= until).map(({ paidOutMinor }) => paidOutMinor));
    const settled = (until?: string): bigint =>
      sum(paid.filter((one) => until === undefined || one.day <= until).map(({ amountMinor }) => amountMinor));
    const [their] = ofUpstream(theirs);
    const oursMinor = their ? takenIn(their.day) - paidOut(their.day) - settled(their.day) : 0n;
    return {
      upstreamId,
      owedMinor: takenIn() - paidOut() - settled(),
      takenInMinor: takenIn(),
      paidOutMinor: paidOut(),
      settledMinor: settled(),
      since: owedSince(own, paidOut() + settled()) ?? null,
      theirs: their ? { ...their, oursMinor, differenceMinor: oursMinor - their.feesMinor - their.closingMinor } : null,
    };
  });
  return { day: progress?.day ?? null, balances };
}
