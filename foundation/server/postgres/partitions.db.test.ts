import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { SystemNumbers } from '#foundation/core/system-number.ts';
import { ensurePartitions } from './partitions.ts';
import { testDatabase, type TestDatabase } from './database-for-tests.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await db.pool.query('create table numbered (member_no bigint, system_no bigint) partition by range (system_no)');
});
afterAll(() => db.close());
afterEach(async () => {
  for (const month of await monthsOf()) await db.pool.query(`drop table numbered_${month}`);
});

const monthsOf = async (): Promise<string[]> => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'numbered'::regclass order by 1`,
  );
  return rows.map(({ name }) => name.replace('numbered_', ''));
};

const partitionedTables = async (): Promise<number> => {
  const { rows } = await db.pool.query<{ count: bigint }>(
    `select count(*) from pg_partitioned_table join pg_class on oid = partrelid where relnamespace = 'public'::regnamespace`,
  );
  return Number(rows[0]?.count);
};

test('there is a month for every number until numbers end, and a start in the last month works', async () => {
  expect(await ensurePartitions(db.pool, new Date('2092-12-31T23:59:59.999Z'))).toBeGreaterThan(0);
  expect(await monthsOf()).toEqual(['209208', '209209', '209210', '209211', '209212']);
  const last = new SystemNumbers(new SettableClock('2092-12-31T23:59:59.999Z'), () => 0.9999).next();
  for (const number of [last, 2n ** 63n - 1n]) await db.pool.query('insert into numbered values (1, $1)', [number]);
  expect(await ensurePartitions(db.pool, new Date('2092-12-31T23:59:59.999Z'))).toBe(0);
  expect(await ensurePartitions(db.pool, new Date('2093-02-01T00:00:00Z'))).toBe(0);
});

test('four past and three coming months exist for every partitioned table, and each new month adds one', async () => {
  const now = new Date('2030-03-15T12:00:00Z');
  expect(await ensurePartitions(db.pool, now)).toBe(8 * (await partitionedTables()));
  const months = ['202911', '202912', '203001', '203002', '203003', '203004', '203005', '203006'];
  expect(await monthsOf()).toEqual(months);
  expect(await ensurePartitions(db.pool, now)).toBe(0);
  await ensurePartitions(db.pool, new Date('2030-04-01T00:00:00Z'));
  expect(await monthsOf()).toEqual([...months, '203007']);
});

test('rows stay in place when partitions are created again', async () => {
  const now = new Date('2031-03-15T12:00:00Z');
  await ensurePartitions(db.pool, now);
  const number = new SystemNumbers(new SettableClock(now), () => 0.5).next();
  await db.pool.query('insert into numbered values (1, $1)', [number]);
  await ensurePartitions(db.pool, now);
  const { rows } = await db.pool.query(
    'select tableoid::regclass::text as partition, system_no as "systemNo" from numbered',
  );
  expect(rows).toEqual([{ partition: 'numbered_203103', systemNo: number }]);
});

test('two processes that start together create each month once', async () => {
  const now = new Date('2032-03-15T12:00:00Z');
  const made = await Promise.all([ensurePartitions(db.pool, now), ensurePartitions(db.pool, now)]);
  expect(made.toSorted((a, b) => a - b)).toEqual([0, 8 * (await partitionedTables())]);
});
