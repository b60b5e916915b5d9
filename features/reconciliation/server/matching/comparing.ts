/**
 * Compares one statement with our books: pairs its lines with bookings, and writes down what differs. One transaction,
 * in statements over whole days; the same statement again changes nothing.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import { addDays } from '#foundation/core/time-zone.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { DAYS_WITHOUT_FILE, NEIGHBOUR_DAYS } from '../../matching-rules.ts';
import { copyBookings, isWhole } from './bookings.ts';
import {
  analyzeBookings,
  analyzePairs,
  type Compared,
  countCompared,
  deleteReplacedPairs,
  endFound,
  insertComparison,
  insertMissingHere,
  insertMissingThere,
  insertPairDifferences,
  lockUpstream,
  markCompared,
  movePersonPairs,
  openWaited,
  pairByOurNo,
  pairBySum,
  pairByUpstreamNo,
  type ReadFile,
  type Run,
  selectFileDays,
} from './store.ts';

export interface Comparing extends ReadFile {
  timeZone: string;
  feeToleranceMinor: bigint;
  now: Date;
}

/**
 * Returns undefined if the day is not over yet, or the statement was replaced meanwhile. The statement must be read
 * completely.
 */
export async function compare(db: Pick<Database, 'transaction'>, comparing: Comparing): Promise<Compared | undefined> {
  const { upstreamId, day, timeZone, now } = comparing;
  if (!isWhole(day, timeZone, now)) return undefined;
  return db.transaction(async (tx) => {
    // A million lines take longer than a statement of the console may.
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local work_mem = '64MB'`.execute(tx);
    await lockUpstream(tx, upstreamId);
    const { days, ended } = await daysOf(tx, comparing);
    const run: Run = { ...comparing, days };
    if (!(await markCompared(tx, run))) return undefined;
    for (const one of days) await copyBookings(tx, { upstreamId, day: one, timeZone, now });
    await movePersonPairs(tx, run);
    const freed = await deleteReplacedPairs(tx, run);
    await analyzeBookings(tx);
    await pairByUpstreamNo(tx, run);
    await analyzePairs(tx);
    await pairByOurNo(tx, run);
    await pairBySum(tx, run);
    await insertPairDifferences(tx, run);
    await insertMissingHere(tx, run);
    await insertMissingThere(tx, run, [...new Set([...ended, ...freed])]);
    await endFound(tx, run);
    await openWaited(tx, run);
    const compared = await countCompared(tx, run);
    await insertComparison(tx, run, compared);
    return compared;
  });
}

/**
 * `days`: whose bookings the statement may have. `ended`: those of them whose bookings no statement of their own will
 * have: the statement's day, and the days before it without one, from the first statement on.
 */
async function daysOf(
  tx: Tx,
  { upstreamId, day, timeZone, now }: Comparing,
): Promise<{ days: string[]; ended: string[] }> {
  const { first, days: withFile } = await selectFileDays(tx, upstreamId, addDays(day, -DAYS_WITHOUT_FILE));
  const before = Array.from({ length: DAYS_WITHOUT_FILE }, (_, index) => addDays(day, -index - 1));
  const without = before.filter((one) => first !== null && one >= first && !withFile.includes(one));
  const neighbours = Array.from({ length: 2 * NEIGHBOUR_DAYS + 1 }, (_, index) => addDays(day, index - NEIGHBOUR_DAYS));
  const ended = [day, ...without].filter((one) => isWhole(one, timeZone, now));
  return { days: [...new Set([...neighbours, ...without])].sort(), ended };
}
