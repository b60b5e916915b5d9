import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import { sqlState, type Tx } from '#foundation/server/postgres/database.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { insertWallet, lockWallets } from './store.ts';

const memberNos = Array.from({ length: 12 }, (_, index) => 30_000_001n + BigInt(index));
const WORKERS = 8;
const ROUNDS = 50;
const DEADLOCK = '40P01';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
  await db.pool.query(
    `insert into members (member_no, kind, name, created_at) select no, 'merchant', 'Shop', now() from unnest($1::bigint[]) no`,
    [memberNos],
  );
  await db.transaction(async (tx) => {
    for (const memberNo of memberNos) await insertWallet(tx, memberNo, 'CNY');
  });
});
afterAll(() => db.close());

/** A cluster refuses a statement that locks rows of several members. */
const isCluster = Boolean(process.env['CITUS_URL']);

test.skipIf(isCluster)('without a lock order, batches that share members deadlock', async () => {
  const inAnyOrder = (tx: Tx, members: readonly bigint[]) =>
    sql`select * from wallets where member_no = any(${arrayLiteral(members)}::bigint[]) and currency = 'CNY' order by random() for update`.execute(
      tx,
    );
  expect(await outcomesOf(inAnyOrder)).toContain('deadlock');
});

test.skipIf(isCluster)('lockWallets never deadlocks, in whatever order the members are given', async () => {
  expect(new Set(await outcomesOf((tx, members) => lockWallets(tx, members, 'CNY')))).toEqual(new Set(['locked']));
});

test('lockWallets never deadlocks one by one either', async () => {
  const lock = (tx: Tx, members: readonly bigint[]) => lockWallets(tx, members, 'CNY', true);
  expect(new Set(await outcomesOf(lock))).toEqual(new Set(['locked']));
});

/**
 * Runs concurrent workers, each of which locks another part of the wallets in another order and holds the locks for a
 * moment.
 */
async function outcomesOf(lock: (tx: Tx, members: readonly bigint[]) => Promise<unknown>): Promise<string[]> {
  const outcomes = await Promise.all(
    Array.from({ length: WORKERS }, async (_, worker) => {
      const found: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const members = memberNos
          .map((_member, index) => memberNos[(index * (worker % 2 ? 5 : 7) + worker + round) % memberNos.length] ?? 0n)
          .slice(0, 8);
        found.push(
          await outcomeOf(async (tx) => {
            await lock(tx, members);
            await sql`select pg_sleep(0.001)`.execute(tx);
          }),
        );
      }
      return found;
    }),
  );
  return outcomes.flat();
}

async function outcomeOf(work: (tx: Tx) => Promise<void>): Promise<'locked' | 'deadlock'> {
  try {
    await db.transaction(async (tx) => {
      await sql`set local deadlock_timeout = '20ms'`.execute(tx);
      await work(tx);
    });
    return 'locked';
  } catch (error) {
    if (sqlState(error) === DEADLOCK) return 'deadlock';
    throw error;
  }
}
