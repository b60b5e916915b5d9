import { afterAll, beforeAll, expect, test } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { SystemNumbers } from '#foundation/core/system-number.ts';
import { ensurePartitions } from './partitions.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await db.pool.query('create table numbered (member_no bigint, system_no bigint) partition by range (system_no)');
});
afterAll(() => db.close());

const monthsOf = async (): Promise<string[]> => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'numbered'::regclass order by 1`,
  );
  return rows.map(({ name }) => name.replace('numbered_', ''));
};

test('there are months for every number until numbers end, and a start in the last of them is a start', async () => {
  expect(await ensurePartitions(db.pool, new Date('2092-12-31T23:59:59.999Z'))).toBeGreaterThan(0);
  expect(await monthsOf()).toEqual(['209208', '209209', '209210', '209211', '209212']);
  const last = new SystemNumbers(new SettableClock('2092-12-31T23:59:59.999Z'), () => 0.9999).next();
  for (const number of [last, 2n ** 63n - 1n]) await db.pool.query('insert into numbered values (1, $1)', [number]);
  expect(await ensurePartitions(db.pool, new Date('2092-12-31T23:59:59.999Z'))).toBe(0);
  expect(await ensurePartitions(db.pool, new Date('2093-02-01T00:00:00Z'))).toBe(0);
});
