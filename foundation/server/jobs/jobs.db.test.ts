import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Job, type JobRunner, startJobs } from './jobs.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ size: 20 });
});
afterAll(() => db.close());

const runners: JobRunner[] = [];
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});

/** A process with these jobs. `lines` are the messages that it logs. */
function processWith(jobs: Job[]): { runner: JobRunner; lines: string[] } {
  const lines: string[] = [];
  const note = (details: unknown, message?: string): void => void lines.push(message ?? String(details));
  const log = { debug: note, info: note, warn: note, error: note } as unknown as Logger;
  const runner = startJobs(jobs, { connectionString: db.connectionString, log });
  runners.push(runner);
  return { runner, lines };
}

/** Resolves for all callers once `count` have arrived. */
function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived === count) resolve();
    return promise;
  };
}

/** Breaks the lock connections of every process in this test. */
async function breakLockConnections(): Promise<number> {
  const { rowCount } = await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'countinghouse jobs'`,
  );
  return rowCount ?? 0;
}

/** Job locks that any process of this test holds. */
async function heldLocks(): Promise<number> {
  const { rowCount } = await db.pool.query(
    `select from pg_locks l join pg_database d on d.oid = l.database
     where d.datname = current_database() and l.locktype = 'advisory' and l.granted`,
  );
  return rowCount ?? 0;
}

const databaseName = (): string => new URL(db.connectionString).pathname.slice(1);

/** Runs in another database of the same server: this one cannot be closed to new connections from within. */
async function fromOutside(statement: string): Promise<void> {
  const url = new URL(db.connectionString);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

test('25 jobs that run at the same time leave a pool of 20 connections free for their work', async () => {
  const together = barrier(25);
  const worked: string[] = [];
  const jobs = Array.from({ length: 25 }, (_, index): Job => {
    const name = `job ${index}`;
    return {
      name,
      everyMs: 60_000,
      async run() {
        await together();
        await db.pool.query('select 1');
        worked.push(name);
      },
    };
  });
  const { lines } = processWith(jobs);
  await expect.poll(() => worked.toSorted(), { timeout: 30_000 }).toEqual(jobs.map(({ name }) => name).toSorted());
  expect(lines).toEqual([]);
  const { rows } = await db.pool.query<{ count: bigint }>(
    `select count(*) from pg_stat_activity where datname = current_database() and application_name = 'countinghouse jobs'`,
  );
  expect(rows).toEqual([{ count: 1n }]);
});

test('the first runs of a start are spread evenly, frequent jobs early', async () => {
  const startedAt = performance.now();
  const beganMs = new Map<string, number>();
  const jobOf = (name: string, everyMs: number): Job => ({
    name,
    everyMs,
    run: async () => void (beganMs.has(name) || beganMs.set(name, performance.now() - startedAt)),
  });
  const rare = Array.from({ length: 9 }, (_, index) => jobOf(`rare ${index}`, 3_600_000));
  processWith([...rare, jobOf('frequent', 1_000)]);
  await expect.poll(() => beganMs.size, { timeout: 30_000 }).toBe(10);
  // A timer never fires early, so these bounds depend on the schedule and not on this machine.
  const earliest = rare.map(({ name }, index) => [name, (beganMs.get(name) ?? 0) >= 500 * (index + 1) - 1]);
  expect(earliest).toEqual(rare.map(({ name }) => [name, true]));
  expect([...beganMs.keys()].indexOf('frequent')).toBeLessThan(9);
});

test('two processes never run one job at the same time, and both get turns', async () => {
  let running = 0;
  let most = 0;
  const turns = [0, 0];
  const jobIn = (at: 0 | 1): Job => ({
    name: 'alone',
    everyMs: 10,
    async run() {
      running += 1;
      most = Math.max(most, running);
      turns[at] = (turns[at] ?? 0) + 1;
      // Gives the other process time to ask for the lock.
      await db.pool.query('select pg_sleep(0.03)');
      running -= 1;
    },
  });
  const processes = [processWith([jobIn(0)]), processWith([jobIn(1)])];
  await expect.poll(() => turns.every((count) => count >= 5)).toBe(true);
  expect(most).toBe(1);
  expect(processes.flatMap(({ lines }) => lines)).toEqual([]);
});

describe('a job that throws', () => {
  test('is logged, runs again, and does not stop other jobs', async () => {
    let failed = 0;
    let fine = 0;
    const { lines } = processWith([
      {
        name: 'broken',
        everyMs: 10,
        async run() {
          failed += 1;
          throw new Error('no luck');
        },
      },
      { name: 'fine', everyMs: 10, run: async () => void (fine += 1) },
    ]);
    await expect.poll(() => failed >= 3 && fine >= 3).toBe(true);
    expect(new Set(lines)).toEqual(new Set(['a job failed']));
  });

  test('releases its lock, and another process runs the job next', async () => {
    let ran = false;
    const first = processWith([{ name: 'handed on', everyMs: 10, run: () => Promise.reject(new Error('no luck')) }]);
    await expect.poll(() => first.lines.length).toBeGreaterThan(0);
    processWith([{ name: 'handed on', everyMs: 10, run: async () => void (ran = true) }]);
    await expect.poll(() => ran).toBe(true);
  });
});

describe('a lock connection that breaks', () => {
  test('frees the job for another process, is logged with the running job, and reconnects', async () => {
    const release = Promise.withResolvers<void>();
    let mine = 0;
    let others = 0;
    const { lines } = processWith([
      {
        name: 'long',
        everyMs: 10,
        async run() {
          mine += 1;
          if (mine === 1) await release.promise;
        },
      },
    ]);
    await expect.poll(() => mine).toBe(1);
    let ticks = 0;
    processWith([
      { name: 'long', everyMs: 10, run: async () => void (others += 1) },
      { name: 'tick', everyMs: 10, run: async () => void (ticks += 1) },
    ]);
    await expect.poll(() => ticks).toBeGreaterThan(5);
    expect(others).toBe(0);

    await breakLockConnections();
    await expect.poll(() => others).toBeGreaterThan(0);
    expect(mine).toBe(1);
    release.resolve();
    await expect.poll(() => mine).toBeGreaterThan(1);
    expect(lines).toEqual(['the connection of the job locks broke: these jobs run on without a lock']);
  });

  test('does not start a second run of a job in the same process', async () => {
    const release = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    let ticks = 0;
    processWith([
      {
        name: 'slow',
        everyMs: 10,
        async run() {
          running += 1;
          most = Math.max(most, running);
          await release.promise;
          running -= 1;
        },
      },
      { name: 'tick', everyMs: 10, run: async () => void (ticks += 1) },
    ]);
    await expect.poll(() => running === 1 && ticks > 0).toBe(true);
    expect(await breakLockConnections()).toBe(1);
    const before = ticks;
    await expect.poll(() => ticks > before + 5).toBe(true);
    expect([running, most]).toEqual([1, 1]);
    release.resolve();
    await expect.poll(() => running).toBe(0);
  });

  test('between two runs goes unnoticed', async () => {
    let ran = 0;
    const { lines } = processWith([{ name: 'sometimes', everyMs: 200, run: async () => void (ran += 1) }]);
    await expect.poll(() => ran).toBe(1);
    await expect.poll(() => heldLocks()).toBe(0);
    expect(await breakLockConnections()).toBe(1);
    await expect.poll(() => ran).toBeGreaterThan(1);
    expect(lines).toEqual([]);
  });

  test('and cannot reconnect makes jobs wait, logs it once, and lets them run when the database is back', async () => {
    let first = 0;
    let second = 0;
    const { lines } = processWith([
      { name: 'patient', everyMs: 50, run: async () => void (first += 1) },
      { name: 'patient too', everyMs: 50, run: async () => void (second += 1) },
    ]);
    await expect.poll(() => first > 0 && second > 0).toBe(true);
    await fromOutside(`alter database ${databaseName()} with allow_connections false`);
    try {
      await breakLockConnections();
      await expect.poll(() => lines).toContain('jobs wait for the database');
      // Several turns of both jobs, none of which runs.
      const before = first + second;
      await db.pool.query('select pg_sleep(0.5)');
      expect(first + second).toBe(before);
    } finally {
      await fromOutside(`alter database ${databaseName()} with allow_connections true`);
    }
    const before = [first, second];
    await expect.poll(() => first > (before[0] ?? 0) && second > (before[1] ?? 0)).toBe(true);
    const outageLines = lines.filter((line) => !line.startsWith('the connection'));
    expect(outageLines).toEqual(['jobs wait for the database', 'jobs can run again: the database is back']);
  });
});

test('stop waits for running jobs, starts no more, and leaves no connection', async () => {
  const release = Promise.withResolvers<void>();
  let began = 0;
  let ended = 0;
  const { runner } = processWith([
    {
      name: 'unhurried',
      everyMs: 10,
      async run() {
        began += 1;
        await release.promise;
        await db.pool.query('select 1');
        ended += 1;
      },
    },
  ]);
  await expect.poll(() => began).toBe(1);
  let isStopped = false;
  const stopped = runner.stop().then(() => (isStopped = true));
  await db.pool.query('select pg_sleep(0.1)');
  expect(isStopped).toBe(false);
  release.resolve();
  await stopped;
  expect([began, ended]).toEqual([1, 1]);
  await expect.poll(() => breakLockConnections()).toBe(0);
});

test('two jobs with one name are refused, because they would share a lock', () => {
  const job: Job = { name: 'twin', everyMs: 1_000, run: async () => undefined };
  expect(() => processWith([job, job])).toThrow('two jobs have the same name');
});
