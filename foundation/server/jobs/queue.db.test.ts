import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '#foundation/server/postgres/sql.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { type JobQueue, openJobQueue, type Queue } from './queue.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ size: 10 });
});
afterAll(() => db.close());

const opened: JobQueue[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((queue) => queue.stop()));
});
function queueOf(): JobQueue {
  const queue = openJobQueue({ pool: db.pool, log: silentLog });
  opened.push(queue);
  return queue;
}

interface Sum {
  n: number;
}
const queueNamed = (name: string, retries = 3): Queue<Sum> => ({ name, retries, expiresAfterMs: 600_000 });

test('a queue without a user asks the database nothing', async () => {
  queueOf();
  const { rows } = await db.pool.query<{ count: bigint }>('select count(*) from pgboss.queue');
  expect(rows).toEqual([{ count: 0n }]);
});

test('a job that is sent in a transaction is done after its commit, and never after its rollback', async () => {
  const queue = queueNamed('sums');
  const sender = queueOf();
  const kept = randomUUID();
  const lost = randomUUID();
  const done: [string, number][] = [];
  await queueOf().work(queue, { atOnce: 2 }, async ({ id, data }) => void done.push([id, data.n]));
  await expect(
    db.transaction(async (tx) => {
      await sender.send(queue, { n: 1 }, { id: lost, tx });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await db.transaction(async (tx) => {
    await sender.send(queue, { n: 2 }, { id: kept, tx });
    await sql`select pg_sleep(0.2)`.execute(tx);
  });
  await expect.poll(() => sender.stateOf(queue, kept)).toBe('done');
  expect(done).toEqual([[kept, 2]]);
  expect(await sender.stateOf(queue, lost)).toBeUndefined();
});

test('jobs with the same key run one at a time, those with another key beside them', async () => {
  const queue = queueNamed('keys');
  const sender = queueOf();
  const events: string[] = [];
  const running = new Map<string, number>();
  let most = 0;
  let together = 0;
  for (const [n, singletonKey] of [
    [1, 'a'],
    [2, 'a'],
    [3, 'b'],
    [4, 'b'],
  ] as const)
    await sender.send(queue, { n }, { singletonKey });
  await queueOf().work(queue, { atOnce: 3 }, async ({ data: { n } }) => {
    const key = n <= 2 ? 'a' : 'b';
    running.set(key, (running.get(key) ?? 0) + 1);
    most = Math.max(most, running.get(key) ?? 0);
    together = Math.max(together, (running.get('a') ?? 0) + (running.get('b') ?? 0));
    await db.pool.query('select pg_sleep(0.5)');
    running.set(key, (running.get(key) ?? 0) - 1);
    events.push(`${key}${n}`);
  });
  await expect.poll(() => events.length).toBe(4);
  expect([most, together]).toEqual([1, 2]);
  expect(events.toSorted()).toEqual(['a1', 'a2', 'b3', 'b4']);
});

test('a job without a key does not wait for others', async () => {
  const queue = queueNamed('no-keys');
  const sender = queueOf();
  let running = 0;
  let most = 0;
  for (const n of [1, 2]) await sender.send(queue, { n });
  await queueOf().work(queue, { atOnce: 2 }, async () => {
    most = Math.max(most, (running += 1));
    await db.pool.query('select pg_sleep(2)');
    running -= 1;
  });
  await expect.poll(() => most).toBe(2);
});

test('a fault is repeated, and the last run knows that it is the last', async () => {
  const queue = queueNamed('faults', 1);
  const sender = queueOf();
  const id = randomUUID();
  const runs: boolean[] = [];
  await sender.send(queue, { n: 1 }, { id });
  await queueOf().work(queue, { atOnce: 1 }, async ({ isLastRun }) => {
    runs.push(isLastRun);
    throw new Error('no luck');
  });
  await expect.poll(() => sender.stateOf(queue, id)).toBe('failed');
  expect(runs).toEqual([false, true]);
});

test('a process that stops gives its job back, and another process repeats it', async () => {
  const queue = queueNamed('given-back');
  const first = queueOf();
  const id = randomUUID();
  await first.send(queue, { n: 1 }, { id });
  let began = 0;
  await first.work(queue, { atOnce: 1 }, async ({ signal }) => {
    began += 1;
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
  });
  await expect.poll(() => began).toBe(1);
  await first.stop();
  const second = queueOf();
  expect(await second.stateOf(queue, id)).toBe('waiting');
  let done = 0;
  await second.work(queue, { atOnce: 1 }, async () => void (done += 1));
  await expect.poll(() => second.stateOf(queue, id)).toBe('done');
  expect([began, done]).toEqual([1, 1]);
});

test('a cancelled job never runs', async () => {
  const queue = queueNamed('cancelled');
  const sender = queueOf();
  const [id, later] = [randomUUID(), randomUUID()];
  const done: string[] = [];
  await sender.send(queue, { n: 1 }, { id });
  await sender.send(queue, { n: 2 }, { id: later, startAfter: new Date(Date.now() + 1_000) });
  await sender.cancel(queue, id);
  await queueOf().work(queue, { atOnce: 1 }, async (job) => void done.push(job.id));
  await expect.poll(() => sender.stateOf(queue, later)).toBe('done');
  expect(await sender.stateOf(queue, id)).toBe('cancelled');
  expect(done).toEqual([later]);
});
