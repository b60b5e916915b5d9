import { afterAll, beforeAll, expect, test } from 'vitest';
import { UpstreamError, type UpstreamStatement } from '#features/upstreams/server/connector.ts';
import { sandboxStatement } from '#features/upstreams/server/sandbox-statement.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import { addDays, startOfDay, type TimeRange } from '#foundation/core/time-zone.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { type TestDatabase, testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { compareRead, fetchStatements, type MatchingJobDeps } from './jobs.ts';
import { addBooked, addStatement, numbersFrom, timeZone } from './statements-for-tests.ts';

const MEMBER = 10_000_001n;
const day = '2026-11-18';
const clock = new SettableClock(new Date(startOfDay(addDays(day, 1), timeZone).getTime() + 3_600_000));
let db: TestDatabase;
let deps: MatchingJobDeps;
let isDown = false;
const fetched: string[] = [];

beforeAll(async () => {
  db = await testDatabase();
  deps = {
    db,
    clock,
    log: silentLog,
    platform: { settings: async () => ({ currency: 'CNY', timeZone }) as never },
    upstreams: {
      names: async () => [
        { id: 1, name: 'Sandbox' },
        { id: 2, name: 'Without statements' },
      ],
      async statement(upstreamId: number, range: TimeRange): Promise<UpstreamStatement | undefined> {
        if (isDown) throw new UpstreamError('unreachable', 'timeout');
        fetched.push(`${upstreamId} ${range.from.toISOString()}`);
        return upstreamId === 1 ? sandboxStatement(db, upstreamId, range) : undefined;
      },
    },
  };
});
afterAll(() => db.close());

test('the statement of an upstream that has one is fetched after the day, once, and compared', async () => {
  const nextNo = numbersFrom(startOfDay(day, timeZone));
  const at = new Date(startOfDay(day, timeZone).getTime() + 7_200_000);
  const [order, other] = [nextNo(), nextNo()];
  const payment = { memberNo: MEMBER, kind: 'payin' as const, at, amountMinor: 1000n, costMinor: 0n };
  await addBooked(db, 1, [
    { ...payment, reference: order, upstreamNo: `SB1-${MEMBER}-${order}` },
    { ...payment, reference: other, upstreamNo: `SB1-${MEMBER}-${other}` },
  ]);
  await db.pool.query(
    `insert into sandbox_payments (upstream_no, upstream_id, member_no, system_no, amount, currency, status, created_at, settled_at)
     values ('SB1-' || $1 || '-' || $2, 1, $1::bigint, $2::bigint, 1000, 'CNY', 'paid', $3, $3), ('SB1-failed', 1, $1::bigint, 1, 5, 'CNY', 'failed', $3, $3)`,
    [MEMBER.toString(), order.toString(), at],
  );
  await db.pool.query(
    `insert into sandbox_payouts (upstream_id, reference, amount, currency, created_at)
     values (1, 'unknown-payout', 700, 'CNY', $1), (1, 'refused-payout', 744, 'CNY', $1), (9, 'of another', 1, 'CNY', $1)`,
    [at],
  );

  isDown = true;
  await fetchStatements(deps);
  isDown = false;
  await fetchStatements(deps);
  expect(fetched.filter((one) => one.startsWith('1 '))).toHaveLength(7);
  expect(fetched.filter((one) => one.startsWith('2 '))).toHaveLength(1);
  await fetchStatements(deps);
  expect(fetched.filter((one) => one.startsWith('1 '))).toHaveLength(7);

  await compareRead(deps);
  const { rows } = await db.pool.query(
    `select kind, state, coalesce(upstream_no, our_no) as about from upstream_differences order by kind`,
  );
  expect(rows).toEqual([
    { kind: 'missing_here', state: 'open', about: 'SBP-unknown-payout' },
    { kind: 'missing_there', state: 'waiting', about: `SB1-${MEMBER}-${other}` },
  ]);
  const { rows: matched } = await db.pool.query(`select state, rows from upstream_files where day = $1::date`, [day]);
  expect(matched).toEqual([{ state: 'matched', rows: 3 }]);
});

test('an upstream whose statement can’t be filed does not keep those of the others back', async () => {
  const asked: number[] = [];
  const failing: MatchingJobDeps = {
    ...deps,
    upstreams: {
      names: async () => [5, 6, 7].map((id) => ({ id, name: String(id) })),
      async statement(upstreamId) {
        asked.push(upstreamId);
        if (upstreamId === 5) throw new TypeError('a field that is not there');
        if (upstreamId === 6) throw new UpstreamError('unreachable', 'timeout');
        return undefined;
      },
    },
  };
  await expect(fetchStatements(failing)).rejects.toThrow('a field that is not there');
  expect(asked).toEqual([5, 6, 7]);
});

test('a comparison that fails does not keep those of other upstreams back, and is tried again', async () => {
  for (const upstreamId of [11, 12]) await addStatement(db, upstreamId, day, []);
  let tries = 0;
  const failing: typeof db = {
    ...db,
    transaction: (work) => ((tries += 1) === 1 ? Promise.reject(new Error('it was killed')) : db.transaction(work)),
  };
  const states = async () =>
    (
      await db.pool.query<{ state: string }>(
        'select state from upstream_files where upstream_id in (11, 12) order by upstream_id',
      )
    ).rows.map(({ state }) => state);
  await expect(compareRead({ ...deps, db: failing })).rejects.toThrow('it was killed');
  expect(await states()).toEqual(['read', 'matched']);
  await compareRead(deps);
  expect(await states()).toEqual(['matched', 'matched']);
});
