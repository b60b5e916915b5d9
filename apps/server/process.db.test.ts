import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommand } from '#foundation/server/command.ts';
import { readSettings } from '#foundation/server/settings.ts';
import { type TestDatabase, testDatabase } from '#foundation/server/test-database.ts';
import { freePort } from '#foundation/server/test-port.ts';
import { type RunningProcess, startProcess } from './process.ts';

let db: TestDatabase;
let dataDir: string;
let env: Record<string, string>;
let metricsPort: number;
let running: RunningProcess;
beforeAll(async () => {
  db = await testDatabase({ size: 1 });
  dataDir = await mkdtemp(join(tmpdir(), 'countinghouse-process-'));
  metricsPort = await freePort();
  const masterKey = Buffer.alloc(32, 7).toString('base64');
  env = { DATABASE_URL: db.connectionString, DATA_DIR: dataDir, MASTER_KEY: masterKey, ROLES: 'console,gateway', LOG_LEVEL: 'silent', PORT: '0' };
  running = await startProcess(readSettings({ ...env, METRICS_PORT: String(metricsPort) }));
});
afterAll(async () => {
  await running.stop();
  await db.close();
  await rm(dataDir, { recursive: true });
});

test('on a database that is not there nothing starts, and PostgreSQL’s own line says why', async () => {
  const exitCode = process.exitCode;
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const url = new URL(env['DATABASE_URL'] ?? '');
  url.pathname = '/nowhere';
  try {
    await runCommand(async () => void (await startProcess(readSettings({ ...env, DATABASE_URL: url.toString() }))), {});
    expect(process.exitCode).toBe(1);
    expect(errors.mock.calls).toEqual([['database "nowhere" does not exist\n']]);
  } finally {
    errors.mockRestore();
    process.exitCode = exitCode;
  }
});

describe('/readyz', () => {
  const ready = async (language = 'en') => {
    const response = await fetch(`${running.address}/readyz`, { headers: { 'accept-language': language } });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() };
  };
  const yes = { status: 200, retryAfter: null, body: { status: 'ready' } };
  const no = {
    status: 503,
    retryAfter: '1',
    body: {
      code: 0,
      error: 'unavailable',
      msg: 'The service is briefly unavailable; before you try again, please check whether your request went through',
      time: expect.any(Number),
    },
  };

  /** On another database of the same server: who shuts one out of a database must not be in it. */
  async function fromOutside(...statements: string[]): Promise<void> {
    const url = new URL(db.connectionString);
    url.pathname = '/postgres';
    const client = new pg.Client({ connectionString: url.toString() });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }
  const name = () => new URL(db.connectionString).pathname.slice(1);

  afterEach(async () => {
    await expect.poll(() => ready()).toEqual(yes);
  });

  test('says yes while the database is reached and migrated', async () => {
    expect(await ready()).toEqual(yes);
  });

  test('says no in the envelope while the database is not reached, and yes again afterwards; /healthz lives on', async () => {
    await fromOutside(
      `alter database ${name()} with allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`,
    );
    try {
      expect(await ready()).toEqual(no);
      expect((await ready('zh')).body).toMatchObject({ code: 0, msg: '服务暂时不可用，重试前请先核对操作是否已完成' });
      expect((await fetch(`${running.address}/healthz`)).status).toBe(200);
    } finally {
      await fromOutside(`alter database ${name()} with allow_connections true`);
    }
  });

  test('says no in the envelope while a migration is missing, and yes again afterwards', async () => {
    const { rows } = await db.pool.query<{ name: string; checksum: string }>(
      'delete from migrations where name = (select max(name) from migrations) returning name, checksum',
    );
    const [last] = rows;
    expect(rows).toHaveLength(1);
    try {
      expect(await ready()).toEqual(no);
    } finally {
      await db.pool.query('insert into migrations (name, checksum) values ($1, $2)', [last?.name, last?.checksum]);
    }
  });
});

describe('/metrics', () => {
  const metrics = (path = '/metrics') => fetch(`http://127.0.0.1:${metricsPort}${path}`);

  test('is served on the port of its own, as Prometheus reads it', async () => {
    const response = await metrics();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    expect(text).toMatch(/^# TYPE process_cpu_seconds_total counter$/m);
    for (const state of ['idle', 'busy', 'waited_for']) expect(text).toMatch(new RegExp(`^database_connections\\{state="${state}"\\} \\d+$`, 'm'));
  });

  test('is not served where everybody asks, and its own port serves nothing else', async () => {
    const response = await fetch(`${running.address}/metrics`);
    expect({ status: response.status, body: await response.json() }).toMatchObject({ status: 404, body: { code: 0, error: 'not_found' } });
    expect((await metrics('/readyz')).status).toBe(404);
    expect((await metrics('/')).status).toBe(404);
  });

  test('ends with the process', async () => {
    const port = await freePort();
    const second = await startProcess(readSettings({ ...env, ROLES: 'gateway', METRICS_PORT: String(port) }));
    const ask = () => fetch(`http://127.0.0.1:${port}/metrics`).then(({ status }) => status);
    expect(await ask()).toBe(200);
    await second.stop();
    await expect(ask()).rejects.toThrow('fetch failed');
  });
});
