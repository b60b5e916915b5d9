import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommand } from '#foundation/server/process/command.ts';
import { readSettings } from '#foundation/server/process/settings.ts';
import { type TestDatabase, testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { freePort } from '#foundation/server/http/port-for-tests.ts';
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
  env = {
    DATABASE_URL: db.connectionString,
    DATA_DIR: dataDir,
    MASTER_KEY: masterKey,
    ROLES: 'console,gateway',
    LOG_LEVEL: 'silent',
    PORT: '0',
  };
  running = await startProcess(readSettings({ ...env, METRICS_PORT: String(metricsPort) }));
});
afterAll(async () => {
  await running.stop();
  await db.close();
  await rm(dataDir, { recursive: true });
});

test('without a reachable database nothing starts, and PostgreSQL’s own message says why', async () => {
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
      msg: 'The service is temporarily unavailable; check whether your request went through before you try again',
      time: expect.any(Number),
    },
  };

  /** Runs in another database of the same server: a session that closes a database must not be in it. */
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

  test('succeeds while the database is reachable and migrated', async () => {
    expect(await ready()).toEqual(yes);
  });

  test('fails in the envelope while the database is unreachable, then succeeds again; /healthz keeps working', async () => {
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

  test('fails in the envelope while a migration is missing, then succeeds again', async () => {
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

describe('the demo’s role switch', () => {
  /** Asks a separate process on the same database. */
  async function requestOnce(settings: Record<string, string>) {
    const started = await startProcess(
      readSettings({ ...env, ROLES: 'console', PORT: String(await freePort()), ...settings }),
    );
    try {
      const post = (path: string) =>
        fetch(`${started.address}/api${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"role":"member"}',
        });
      const [switched, config, openApi] = await Promise.all([
        post('/demo/switchRole').then(async (response) => ({
          status: response.status,
          ...((await response.json()) as { error: string }),
        })),
        fetch(`${started.address}/api/config`).then(
          async (response) => ((await response.json()) as { data: { demo?: string[] } }).data,
        ),
        fetch(`${started.address}/api/openapi.json`).then((response) => response.text()),
      ]);
      return {
        switched,
        demo: 'demo' in config ? config.demo : 'absent',
        documented: openApi.includes('/demo/switchRole'),
      };
    } finally {
      await started.stop();
    }
  }
  const absent = { switched: { status: 404, error: 'not_found' }, demo: 'absent', documented: false };

  test('does not exist without the demo, without its data, or in production', async () => {
    expect(await requestOnce({ DEMO: 'off' })).toMatchObject(absent);
    await db.pool.query(
      `insert into members (member_no, kind, name, settlement_mode, settlement_days, created_at) values (30000001, 'merchant', 'Real', 'D', 1, now())`,
    );
    try {
      expect(await requestOnce({ DEMO: 'on' })).toMatchObject(absent);
    } finally {
      await db.pool.query('delete from members where member_no = 30000001');
    }
    await db.pool.query(
      `insert into settings (name, value) values ('sealed_mark_demo_seeded', '"2026-11-20T04:00:00.000Z"')`,
    );
    expect(await requestOnce({ DEMO: 'off' })).toMatchObject(absent);
    // A process that wrongly gets both settings has no switch either.
    const production = {
      ...readSettings({ ...env, ROLES: 'console', DEMO: 'on', PORT: String(await freePort()) }),
      production: true,
    };
    const started = await startProcess(production);
    const status = await fetch(`${started.address}/api/demo/switchRole`, { method: 'POST' }).then(
      (response) => response.status,
    );
    await started.stop();
    expect(status).toBe(404);
  });

  test('exists with the demo and its data, and opens nothing when its user does not exist', async () => {
    expect(await requestOnce({ DEMO: 'on' })).toMatchObject({
      switched: { status: 200, error: 'demo_role_closed' },
      demo: ['member', 'agency', 'operator'],
      documented: true,
    });
  });
});

describe('/metrics', () => {
  const metrics = (path = '/metrics') => fetch(`http://127.0.0.1:${metricsPort}${path}`);

  test('is served on its own port, as Prometheus reads it', async () => {
    const response = await metrics();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    expect(text).toMatch(/^# TYPE process_cpu_seconds_total counter$/m);
    for (const state of ['idle', 'busy', 'waited_for'])
      expect(text).toMatch(new RegExp(`^database_connections\\{state="${state}"\\} \\d+$`, 'm'));
  });

  test('is not served on the public port, and its own port serves nothing else', async () => {
    const response = await fetch(`${running.address}/metrics`);
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 404,
      body: { code: 0, error: 'not_found' },
    });
    expect((await metrics('/readyz')).status).toBe(404);
    expect((await metrics('/')).status).toBe(404);
  });

  test('ends with the process', async () => {
    const port = await freePort();
    const second = await startProcess(readSettings({ ...env, ROLES: 'gateway', METRICS_PORT: String(port) }));
    const request = () => fetch(`http://127.0.0.1:${port}/metrics`).then(({ status }) => status);
    expect(await request()).toBe(200);
    await second.stop();
    await expect(request()).rejects.toThrow('fetch failed');
  });
});
