import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, startOfDay } from '#foundation/core/time-zone.ts';
import { type TestDatabase, testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import type { DifferenceKind } from '../../matching-rules.ts';
import { compare } from './comparing.ts';
import { differenceOf, stateWithoutLine } from './model-for-tests.ts';
import {
  addBooked,
  addStatement,
  type Booked,
  lineOf,
  numbersFrom,
  timeZone,
  type Written,
} from './statements-for-tests.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const first = '2026-11-02';
const days = [0, 1, 2, 3].map((more) => addDays(first, more));
const tolerance = 3n;
const nextNo = numbersFrom(new Date('2026-11-01T00:00:00Z'));
let lastUpstream = 100;
/** Comparisons are named by their moment. */
let clock = Date.parse('2026-11-20T00:00:00Z');

async function compareDay(upstreamId: number, day: string, fileId: string) {
  const now = new Date((clock += 1000));
  return compare(db, { upstreamId, day, fileId, timeZone, feeToleranceMinor: tolerance, now });
}

interface Shown {
  kind: string;
  day: string;
  about: string;
  state: string;
  at_risk: bigint;
}

/** Differences that a comparison has not ended itself, by what they are about. */
async function differencesOf(upstreamId: number): Promise<Shown[]> {
  const { rows } = await db.pool.query<Shown>(
    `select kind, day::text as day, coalesce(upstream_no, our_no) as about, state, at_risk from upstream_differences
     where upstream_id = $1 and coalesce(outcome, '') not in ('matched_later', 'file_replaced') order by kind, about, day`,
    [upstreamId],
  );
  return rows;
}

async function snapshot(upstreamId: number): Promise<unknown[]> {
  const all = [];
  for (const table of ['upstream_matches', 'upstream_differences', 'upstream_bookings'])
    all.push(
      (await db.pool.query(`select * from ${table} where upstream_id = $1 order by 1, 2, 3, 4`, [upstreamId])).rows,
    );
  const { rows: events } = await db.pool.query(
    `select e.* from upstream_difference_events e join upstream_differences using (difference_id) where upstream_id = $1 order by 1, 2`,
    [upstreamId],
  );
  return [...all, events];
}

type Damage =
  | 'none'
  | 'dropped'
  | 'amount'
  | 'fee'
  | 'fee_within'
  | 'failed'
  | 'pending'
  | 'doubled'
  | 'next_day'
  | 'day_before';
const damages: Damage[] = [
  'none',
  'dropped',
  'amount',
  'fee',
  'fee_within',
  'failed',
  'pending',
  'doubled',
  'next_day',
  'day_before',
];

interface Planned {
  booked: Booked;
  dayIndex: number;
  damage: Damage;
  written: Written;
}

const drawn = fc.record({
  dayIndex: fc.integer({ min: 0, max: 3 }),
  second: fc.integer({ min: 0, max: 86_399 }),
  kind: fc.constantFrom('payin', 'payin', 'payin', 'payout', 'reversal'),
  amountMinor: fc.bigInt({ min: 1000n, max: 9_999_999n }),
  costMinor: fc.bigInt({ min: 0n, max: 900n }),
  named: fc.constantFrom('both', 'theirs', 'ours', 'system'),
  damage: fc.constantFrom(...damages, 'none', 'none', 'none'),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer Row> ? Row : never;

/** Each run has numbers of its own. The upstream does not number payouts. */
function planOf({ dayIndex, second, kind, amountMinor, costMinor, named, damage }: Drawn): Planned {
  const reference = nextNo();
  const at = new Date(startOfDay(days[dayIndex] ?? first, timeZone).getTime() + second * 1000);
  const upstreamNo = kind === 'payout' ? null : `U${reference}`;
  const booked: Booked = { memberNo: 10_000_001n, reference, kind, at, amountMinor, costMinor, upstreamNo };
  const line = lineOf(booked);
  const written = {
    ...line,
    upstreamNo: named === 'ours' || named === 'system' ? null : line.upstreamNo,
    ourNo: named === 'theirs' && upstreamNo !== null ? null : named === 'system' ? String(reference) : line.ourNo,
  };
  return { booked, dayIndex, damage, written };
}

const strangers = fc.array(
  fc.record({ dayIndex: fc.integer({ min: 0, max: 3 }), amountMinor: fc.bigInt({ min: 1n, max: 99_999n }) }),
  { maxLength: 3 },
);

/** The lines that the damaged row has in the statements, by the index of their day. */
function damagedLines({ written, dayIndex, damage, booked }: Planned): [number, Written][] {
  const sign = written.amountMinor < 0n ? -1n : 1n;
  switch (damage) {
    case 'dropped':
      return [];
    case 'amount':
      return [[dayIndex, { ...written, amountMinor: written.amountMinor + 100n * sign }]];
    case 'fee':
      return [[dayIndex, { ...written, feeMinor: booked.costMinor + tolerance + 1n }]];
    case 'fee_within':
      return [[dayIndex, { ...written, feeMinor: booked.costMinor + tolerance }]];
    case 'failed':
    case 'pending':
      return [[dayIndex, { ...written, status: damage }]];
    case 'doubled':
      return [
        [dayIndex, written],
        [dayIndex, { ...written, at: new Date(booked.at.getTime() + 1000) }],
      ];
    case 'next_day':
      return [[dayIndex + 1, written]];
    case 'day_before':
      return [[dayIndex - 1, written]];
    case 'none':
      return [[dayIndex, written]];
  }
}

function expectedOf({ damage, dayIndex, booked }: Planned): Omit<Shown, 'about'>[] {
  const day = days[dayIndex] ?? '';
  const one = (kind: DifferenceKind, state: string, atRisk: bigint): Omit<Shown, 'about'>[] => [
    { kind, day, state, at_risk: atRisk },
  ];
  const missing = one('missing_there', stateWithoutLine(days.length - 1 - dayIndex), booked.amountMinor);
  switch (damage) {
    case 'dropped':
      return missing;
    case 'amount':
      return one('amount_differs', 'open', 100n);
    case 'fee':
      return booked.kind === 'payin' ? one('fee_differs', 'open', tolerance + 1n) : [];
    case 'failed':
    case 'pending':
      return one('status_differs', 'open', booked.amountMinor);
    case 'doubled':
      return one('duplicate', 'open', booked.amountMinor);
    case 'next_day':
      return dayIndex === days.length - 1 ? missing : one('late', 'resolved', 0n);
    case 'day_before':
      return dayIndex === 0 ? missing : one('late', 'resolved', 0n);
    default:
      return [];
  }
}

test('of a random history and its damaged statements, exactly the damaged rows come out, each with its kind', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 25 }), strangers, async (all, extra) => {
      const rows = all.map(planOf);
      const upstreamId = (lastUpstream += 1);
      await addBooked(
        db,
        upstreamId,
        rows.map(({ booked }) => booked),
      );
      const statements = days.map((): Written[] => []);
      for (const row of rows) for (const [index, line] of damagedLines(row)) statements[index]?.push(line);
      const unknown = extra.map(({ dayIndex, amountMinor }) => {
        const upstreamNo = `X${nextNo()}`;
        statements[dayIndex]?.push({
          upstreamNo,
          ourNo: null,
          kind: 'payin',
          amountMinor,
          feeMinor: null,
          at: null,
          status: null,
        });
        return {
          kind: 'missing_here',
          day: days[dayIndex] ?? '',
          about: upstreamNo,
          state: 'open',
          at_risk: amountMinor,
        };
      });
      const files: string[] = [];
      for (const [index, day] of days.entries()) {
        files.push(await addStatement(db, upstreamId, day, statements[index] ?? []));
        await compareDay(upstreamId, day, files[index] ?? '');
      }

      const about = ({ booked: { upstreamNo, memberNo, reference } }: Planned): string =>
        upstreamNo ?? `${memberNo}-${reference}`;
      const wanted = rows.flatMap((row) => expectedOf(row).map((one) => ({ ...one, row })));
      const shown = await differencesOf(upstreamId);
      const plain = (list: readonly { kind: string; day: string; state: string; at_risk: bigint }[]): string[] =>
        list.map(({ kind, day, state, at_risk }) => `${day} ${kind} ${state} ${at_risk}`).sort();
      expect(plain(shown)).toEqual(plain([...wanted, ...unknown]));
      // The rows themselves, for those that our books name.
      for (const { row, kind } of wanted.filter(({ kind }) => kind !== 'duplicate'))
        expect(shown.filter((one) => one.kind === kind).map((one) => one.about)).toContain(about(row));

      // Comparing the same statements again changes nothing.
      const before = await snapshot(upstreamId);
      for (const [index, day] of days.entries()) await compareDay(upstreamId, day, files[index] ?? '');
      expect(await snapshot(upstreamId)).toEqual(before);

      // The right statements in their place leave nothing open.
      for (const [index, day] of days.entries()) {
        const right = rows.filter(({ dayIndex }) => dayIndex === index).map(({ written }) => written);
        await compareDay(upstreamId, day, await addStatement(db, upstreamId, day, right));
      }
      expect((await differencesOf(upstreamId)).filter(({ kind }) => kind !== 'late')).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 240_000);

test('the statement of SQL and the pure rule weigh differences alike', async () => {
  const line = {
    lineNo: 1,
    day: first,
    kind: 'payin',
    upstreamNo: 'a',
    ourNo: null,
    amountMinor: 100n,
    feeMinor: 5n,
    isPaid: true,
  };
  const booking = {
    memberNo: 1n,
    reference: 1n,
    kind: 'payin' as const,
    day: first,
    upstreamNo: 'a',
    ourNo: '',
    amountMinor: 100n,
    feeMinor: 5n,
  };
  expect(differenceOf(line, booking, 0n)).toBeUndefined();
  expect(differenceOf({ ...line, isPaid: false, amountMinor: 1n }, booking, 0n)).toEqual({
    kind: 'status_differs',
    atRiskMinor: 100n,
  });
  expect(differenceOf({ ...line, amountMinor: 90n, feeMinor: 9n }, booking, 0n)).toEqual({
    kind: 'amount_differs',
    atRiskMinor: 10n,
  });
  expect(differenceOf({ ...line, feeMinor: 9n }, booking, 3n)).toEqual({ kind: 'fee_differs', atRiskMinor: 4n });
  expect(differenceOf({ ...line, feeMinor: 8n }, booking, 3n)).toBeUndefined();
  expect(differenceOf({ ...line, feeMinor: null }, booking, 0n)).toBeUndefined();
  expect(differenceOf({ ...line, day: days[1] ?? '' }, booking, 0n)).toEqual({ kind: 'late', atRiskMinor: 0n });
});

test('the server’s role, which owns no table, can have the written rows counted', async () => {
  const client = await db.pool.connect();
  const counted = async () =>
    (
      await client.query<{ rows: number }>(
        `select min(reltuples) as rows from pg_class where relname in ('upstream_bookings', 'upstream_matches')`,
      )
    ).rows[0]?.rows;
  try {
    await client.query('begin');
    await client.query('update pg_class set reltuples = -1 where relname in ($1, $2)', [
      'upstream_bookings',
      'upstream_matches',
    ]);
    await client.query('create role serves_only');
    await client.query('set local role serves_only');
    await client.query('select analyze_upstream_bookings(), analyze_upstream_matches()');
    expect(await counted()).toBeGreaterThanOrEqual(0);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a booking of another day that the new statement no longer has is missing again, and no longer late', async () => {
  const upstreamId = (lastUpstream += 1);
  const [before = '', day = ''] = days;
  const { booked, written } = planOf({
    dayIndex: 0,
    second: 86_000,
    kind: 'payin',
    amountMinor: 5000n,
    costMinor: 1n,
    named: 'both',
    damage: 'none',
  });
  await addBooked(db, upstreamId, [booked]);
  const put = async (of: string, lines: readonly Written[]): Promise<void> =>
    void (await compareDay(upstreamId, of, await addStatement(db, upstreamId, of, lines)));
  const shown = async () =>
    (
      await db.pool.query<{ kind: string; state: string; outcome: string | null }>(
        'select kind, state, outcome from upstream_differences where upstream_id = $1 order by kind',
        [upstreamId],
      )
    ).rows.map(({ kind, state, outcome }) => [kind, state, outcome]);

  await put(before, []);
  await put(day, [written]);
  expect(await shown()).toEqual([
    ['late', 'resolved', 'matched_there'],
    ['missing_there', 'resolved', 'matched_later'],
  ]);
  await put(day, []);
  expect(await shown()).toEqual([
    ['late', 'resolved', 'file_replaced'],
    ['missing_there', 'waiting', null],
  ]);
  await put(day, [written]);
  expect(await shown()).toEqual([
    ['late', 'resolved', 'matched_there'],
    ['missing_there', 'resolved', 'matched_later'],
  ]);
});

test('a payout that an operator marked as paid after its attempt failed is paired by the number of the attempt', async () => {
  const upstreamId = (lastUpstream += 1);
  const [day = ''] = days;
  const { booked, written } = planOf({
    dayIndex: 0,
    second: 60,
    kind: 'payout',
    amountMinor: 7000n,
    costMinor: 1n,
    named: 'ours',
    damage: 'none',
  });
  await addBooked(db, upstreamId, [booked]);
  const references = [1, 2].map((attempt) => `${booked.memberNo}-${booked.reference}-${attempt}`);
  await db.pool.query(
    `insert into disbursement_attempts (member_no, system_no, attempt, upstream_id, reference, amount, state, started_at, settled_at)
     select $1, $2, place, $3, reference, $4, 'failed', $5, $5 from unnest($6::text[]) with ordinality as r (reference, place)`,
    [booked.memberNo, booked.reference, upstreamId, booked.amountMinor, booked.at, references],
  );
  const file = await addStatement(db, upstreamId, day, [{ ...written, ourNo: references[1] ?? null }]);
  await compareDay(upstreamId, day, file);
  expect(await differencesOf(upstreamId)).toEqual([]);
});
