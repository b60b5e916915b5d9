import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allWorkingIn } from '#foundation/server/embedded-postgres/embedded-process.ts';
import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { startServer, type TestServer } from '../server-for-tests.ts';
import { run, start, untilOutput } from './program-for-tests.ts';

const MAIN = 'apps/server/main.ts';
const operator = { OPERATOR_USERNAME: 'boss', OPERATOR_PASSWORD: 'Secret-123' };

describe('the server with its own database', () => {
  let server: TestServer;
  let cluster: string;

  beforeEach(async () => {
    server = await startServer({ env: { CAPTCHA_PROVIDER: 'none' } });
    cluster = join(server.dataDir, 'postgres', 'cluster');
  });
  afterEach(() => server.remove());

  async function loggedIn(): Promise<number> {
    const body = JSON.stringify({ account: operator.OPERATOR_USERNAME, password: operator.OPERATOR_PASSWORD });
    const reply = await fetch(`${server.baseUrl}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return ((await reply.json()) as { code: number }).code;
  }

  test('shares the database with the commands, which leave it running', async () => {
    expect(await run('apps/server/create-operator.ts', { ...server.env, ...operator })).toMatchObject({ code: 0 });
    expect(await loggedIn()).toBe(1);
    const verified = await run('apps/server/verify-books.ts', server.env);
    expect({ ...verified, output: verified.output.trimEnd().split('\n').at(-1) }).toEqual({
      code: 0,
      errors: '',
      output: 'The books are right.',
    });
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
  });

  test('restarts after several kills with everything that it had acknowledged', async () => {
    await run('apps/server/create-operator.ts', { ...server.env, ...operator });
    for (let round = 0; round < 3; round += 1) {
      await server.kill();
      await server.start();
      expect(await loggedIn()).toBe(1);
    }
  });

  test('stops the database when it stops, and a later command starts its own', async () => {
    await server.stop();
    expect(allWorkingIn(cluster)).toEqual([]);
    expect((await run('apps/server/verify-books.ts', server.env)).code).toBe(0);
    expect(allWorkingIn(cluster)).toEqual([]);
  });

  test('stops cleanly on Ctrl-C: the database shuts down, no process is left, and the exit code is 0', async () => {
    await server.stop();
    const child = start(MAIN, server.env);
    await untilOutput(child, 'is ready at');
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(allWorkingIn(cluster)).toEqual([]);
    expect(
      readFileSync(join(server.dataDir, 'postgres', 'server.log'), 'utf8')
        .trimEnd()
        .split('\n')
        .at(-1),
    ).toContain('database system is shut down');
  });
});

describe('the server does not start and gives the reason in one line', () => {
  test('on a database that can lose what it acknowledged', async () => {
    const db = await testDatabase({ size: 1 });
    await db.pool.query(
      `alter database ${new URL(db.connectionString).pathname.slice(1)} set synchronous_commit = off`,
    );
    const { code, errors } = await run(MAIN, { DATABASE_URL: db.connectionString, PORT: '0', LOG_LEVEL: 'error' });
    await db.close();
    expect({ code, errors }).toEqual({
      code: 1,
      errors: 'the database may lose what it acknowledged: switch synchronous_commit on\n',
    });
  });

  test('with an unknown setting', async () => {
    const { code, errors } = await run(MAIN, { NOTIFY_WAIT_S: '1' });
    expect(code).toBe(1);
    expect(errors).toMatch(/^NOTIFY_WAIT_S is not a setting; .+\n$/);
  });
});
