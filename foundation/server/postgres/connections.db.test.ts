import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS, poolSizesOf, reportConnections } from './connections.ts';
import { openDatabase } from './database.ts';
import { silentLog, type Logger } from '#foundation/server/process/log.ts';
import { sql } from './sql.ts';
import { testDatabase, type TestDatabase } from './database-for-tests.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ size: 2 });
});
afterAll(() => db.close());

/** What the start logs for a process with this many connections: level, then fields or message. */
async function linesFor(connections: number): Promise<unknown[][]> {
  const lines: unknown[][] = [];
  const note =
    (level: string) =>
    (...line: unknown[]) =>
      void lines.push([level, ...line]);
  const log = { info: note('info'), warn: note('warn') } as unknown as Logger;
  await reportConnections(db.pool, connections, log);
  return lines;
}

test.each([
  [DEFAULT_CONNECTIONS, { general: 20, planned: 4, batches: 8 }],
  [MIN_CONNECTIONS, { general: 5, planned: 1, batches: 2 }],
  [100, { general: 60, planned: 12, batches: 24 }],
])('%i connections are divided, and four are left for live updates, job locks and files', (connections, sizes) => {
  expect(poolSizesOf(connections)).toEqual(sizes);
  expect(sizes.general + sizes.planned + sizes.batches + 4).toBe(connections);
});

test('no pool opens more connections than its size', async () => {
  const sized = openDatabase({
    connectionString: db.connectionString,
    log: silentLog,
    sizes: { general: 5, planned: 1, batches: 2 },
    applicationName: 'sized',
  });
  const openAfter = async (work: () => Promise<unknown>): Promise<bigint | undefined> => {
    await Promise.all(Array.from({ length: 12 }, work));
    const { rows } = await db.pool.query<{ count: bigint }>(
      `select count(*) from pg_stat_activity where application_name = 'sized'`,
    );
    return rows[0]?.count;
  };
  const sleep = sql`select pg_sleep(0.1)`;
  try {
    expect(await openAfter(() => sleep.execute(sized))).toBe(5n);
    expect(await openAfter(() => sleep.execute(sized.planned))).toBe(5n + 1n);
    const batch = () => sized.batch(async (tx) => ({ result: await sleep.execute(tx), writes: [] }));
    expect(await openAfter(batch)).toBe(5n + 1n + 2n);
  } finally {
    await sized.close();
  }
});

async function serverAllows(): Promise<number> {
  const { rows } = await db.pool.query<{ allowed: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
  );
  return rows[0]?.allowed ?? 0;
}

test('the start logs the number of connections and how they are divided', async () => {
  const fields = { connections: 36, general: 20, planned: 4, batches: 8, live: 1, jobs: 1, files: 2 };
  expect(await linesFor(36)).toEqual([['info', { ...fields, allowed: await serverAllows() }, 'database connections']]);
});

test('the start warns in one line when the server or the database allows fewer', async () => {
  const warning = (connections: number, allowed: number) => [
    'warn',
    `DATABASE_CONNECTIONS is ${connections}, but the database allows ${allowed} for all processes together: lower it, or raise max_connections`,
  ];
  const most = await serverAllows();
  expect((await linesFor(most + 1)).slice(1)).toEqual([warning(most + 1, most)]);
  expect((await linesFor(most)).slice(1)).toEqual([]);

  const name = new URL(db.connectionString).pathname.slice(1);
  await db.pool.query(`alter database ${name} connection limit 20`);
  expect((await linesFor(34)).slice(1)).toEqual([warning(34, 20)]);
});
