/** The roll-up of closed days, and the check that finds where it is not what the journals say. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '#features/ledger/server/checking.ts';
import { addDays, startOfDay } from '#foundation/core/time-zone.ts';
import { type TestDatabase, testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { tamper } from '#foundation/server/postgres/tampering-for-tests.ts';
import { clearingChecks } from './checks.ts';
import { rollUpClosedDays } from './clearing.ts';
import { addBooked, type Booked, numbersFrom, timeZone } from './statements-for-tests.ts';

const MEMBER = 10_000_001n;
const [first, second, third] = ['2026-11-16', '2026-11-17', '2026-11-18'] as const;
/** Noon in Shanghai, and still night in New York. */
const noon = (day: string): Date => new Date(startOfDay(day, timeZone).getTime() + 43_200_000);
const nextNo = numbersFrom(startOfDay(first, timeZone));
let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
  await db.pool.query(`insert into members (member_no, kind, name, created_at) values ($1, 'merchant', 'M', $2)`, [
    MEMBER,
    noon(first),
  ]);
});
afterAll(() => db.close());

function booked(day: string, amountMinor: bigint, more: Partial<Booked> = {}): Booked {
  const reference = nextNo();
  const upstreamNo = `U${reference}`;
  return { memberNo: MEMBER, reference, kind: 'payin', at: noon(day), amountMinor, costMinor: 0n, upstreamNo, ...more };
}

const wrong = async (): Promise<string[]> =>
  (await checkBooks(db, { more: clearingChecks }))
    .filter(({ check }) => clearingChecks.includes(check))
    .flatMap(({ violations }) => violations.map(({ subject }) => subject))
    .sort();

test('a day that does not agree with its journals is named, also where the totals agree', async () => {
  const moved = booked(first, 100n);
  await addBooked(db, 1, [moved, booked(first, 200n), booked(second, 300n)]);
  await addBooked(db, 2, [booked(second, 400n, { kind: 'payout', upstreamNo: null })]);
  await rollUpClosedDays(db, { timeZone, now: noon(third) });
  expect(await wrong()).toEqual([]);

  const shift = (amount: number) =>
    tamper(
      db.pool,
      `update clearing_days set taken_in = taken_in + ${amount} where upstream_id = 1 and day = '${first}'`,
      `update clearing_days set taken_in = taken_in - ${amount} where upstream_id = 1 and day = '${second}'`,
    );
  await shift(1);
  expect(await wrong()).toEqual([`upstream 1 CNY day ${first}`, `upstream 1 CNY day ${second}`]);
  await shift(-1);

  const moveTo = (day: string) =>
    tamper(
      db.pool,
      `update journals set created_at = '${noon(day).toISOString()}' where member_no = ${MEMBER} and reference = ${moved.reference}`,
    );
  await moveTo(addDays(first, 1));
  expect(await wrong()).toEqual([`upstream 1 CNY day ${first}`, `upstream 1 CNY day ${second}`]);
  // Before any day that is rolled up.
  await moveTo(addDays(first, -9));
  expect(await wrong()).toEqual(['upstream 1 CNY before any day', `upstream 1 CNY day ${first}`]);
  await moveTo(first);
  expect(await wrong()).toEqual([]);
});

test('a day begins where the one before ended, also when the time zone changes', async () => {
  await addBooked(db, 1, [booked(third, 500n), booked(addDays(third, 1), 600n)]);
  const newZone = 'America/New_York';
  await rollUpClosedDays(db, { timeZone: newZone, now: noon(addDays(third, 3)) });
  const { rows } = await db.pool.query<{ day: string; bookings: number; starts: Date; ends: Date }>(
    `select day::text as day, bookings, starts_at as starts, ends_at as ends from clearing_days where upstream_id = 1 and day >= $1::date order by day`,
    [third],
  );
  expect(rows).toMatchObject([
    { day: third, bookings: 2, starts: startOfDay(third, timeZone), ends: startOfDay(addDays(third, 1), newZone) },
  ]);
  expect(await wrong()).toEqual([]);
});
