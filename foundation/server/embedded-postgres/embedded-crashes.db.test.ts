import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import pg from 'pg';
import { accountFor, spawnAs } from './embedded-account.ts';
import { allWorkingIn, processIdentity } from './embedded-process.ts';
import { EmbeddedTestFolder, query } from './embedded-for-tests.ts';
import { asSuperuser } from '#foundation/server/postgres/tampering-for-tests.ts';

const here = new EmbeddedTestFolder();

describe('crashes', () => {
  test.each(['SIGKILL', 'SIGQUIT'] as const)(
    'after %s under inserts the server comes back with all that it acknowledged',
    async (signal) => {
      const crashes: string[] = [];
      const server = await here.start({ onCrash: ({ how }) => crashes.push(how) });
      await query(server, 'create table paid (n int primary key)');
      const acknowledged: number[] = [];
      const pool = new pg.Pool({ connectionString: asSuperuser(server.connectionString), max: 8 });
      pool.on('error', () => {});
      let n = 0;
      const writers = Array.from({ length: 8 }, async () => {
        // Each writes until the crash takes its connection, or until we notice the crash.
        while (crashes.length === 0) {
          const mine = ++n;
          await pool.query('insert into paid values ($1)', [mine]);
          acknowledged.push(mine);
          if (acknowledged.length !== 500) continue;
          server.kill(signal);
          expect(server.state()).toBe('restarting');
        }
      });
      await Promise.allSettled(writers);
      await server.ready();
      await pool.end();
      const stored = new Set((await query(server, 'select n from paid')).flat());
      expect(acknowledged.length).toBeGreaterThanOrEqual(500);
      expect(acknowledged.filter((each) => !stored.has(each))).toEqual([]);
      expect(crashes).toHaveLength(1);
    },
  );

  test('a backend that is too busy to notice the end of its server does not prevent the restart', async () => {
    const server = await here.start();
    const busy = query(server, 'select count(*) from generate_series(1, 10000000000)').catch(() => 'cut');
    await expect
      .poll(() =>
        query(server, `select count(*)::int from pg_stat_activity where query like 'select count(*) from gen%'`),
      )
      .toEqual([[1]]);
    server.kill();
    await server.ready();
    expect(await busy).toBe('cut');
  });

  test('a stop during the pause before a restart ends it', async () => {
    const { promise: crashed, resolve } = Promise.withResolvers<void>();
    const server = await here.start({ onCrash: () => resolve() });
    server.kill();
    await crashed;
    await server.stop();
    expect(server.state()).toBe('stopped');
    await expect(server.ready()).rejects.toThrow('stopped');
    expect(allWorkingIn(here.cluster)).toEqual([]);
  });

  test('the server ends soon after its supervisor is killed', async () => {
    const lost = here.supervisor();
    await lost.answer;
    const pid = here.postmasterPid();
    await lost.end('SIGKILL');
    await expect.poll(() => processIdentity(pid), { timeout: 30_000 }).toBeUndefined();
    expect(readFileSync(join(here.home, 'server.log'), 'utf8')).toContain('database system is shut down');
  });

  test('a start right after the supervisor is killed takes over every time and loses nothing', async () => {
    for (let round = 1; round <= 5; round++) {
      const lost = here.supervisor();
      const server = await lost.answer;
      expect(server.attached).toBe(false);
      await query(server, 'create table if not exists rounds (n int)');
      await query(server, 'insert into rounds values ($1)', [round]);
      await lost.end('SIGKILL');
    }
    expect(await query(await here.start(), 'select count(*)::int from rounds')).toEqual([[5]]);
  });
});

describe('process numbers repeat', () => {
  test('a postmaster.pid that names a living unrelated process does not prevent a start', async () => {
    await (await here.start()).stop();
    // Under the same account: PostgreSQL itself recognizes a process of another account as unrelated.
    const otherProcess = spawn('sleep', ['600'], spawnAs(accountFor(here.cluster)));
    const lock = `${otherProcess.pid}\n${here.cluster}\n1700000000\n5432\n${join(here.home, 'socket')}\n\n  5432001    999999\nready   \n`;
    const files = [join(here.cluster, 'postmaster.pid'), join(here.home, 'socket', '.s.PGSQL.5432.lock')];
    for (const file of files) {
      writeFileSync(file, lock);
      const { uid, gid } = statSync(here.cluster);
      await chown(file, uid, gid);
    }
    await here.start();
    expect(here.postmasterPid()).not.toBe(otherProcess.pid);
    expect(processIdentity(otherProcess.pid ?? 0)).toBeTypeOf('string');
    otherProcess.kill();
  });

  test('does not start over a server in another container on the same volume, which shows no process here', async () => {
    await (await here.start()).stop();
    const unseen = createServer().listen(join(here.home, 'socket', '.s.PGSQL.5432'));
    await once(unseen, 'listening');
    await expect(here.start()).rejects.toThrow('that this machine does not show as a process is using');
    unseen.close();
    await once(unseen, 'close');
    await here.start();
  });

  test('an empty postmaster.pid, as a full disk leaves it, does not prevent a start', async () => {
    await (await here.start()).stop();
    writeFileSync(join(here.cluster, 'postmaster.pid'), '');
    expect((await here.start()).state()).toBe('ready');
  });
});
