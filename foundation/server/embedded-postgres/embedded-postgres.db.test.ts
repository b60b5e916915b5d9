import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { chmod, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openHome } from './embedded-home.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { EmbeddedTestFolder, query } from './embedded-for-tests.ts';

const here = new EmbeddedTestFolder();

describe('start and stop', () => {
  test('data written before a stop is there after the next start', async () => {
    const first = await here.start();
    await query(first, 'create table kept (n int)');
    await query(first, 'insert into kept select generate_series(1, 100)');
    await first.stop();
    expect(first.state()).toBe('stopped');
    const second = await here.start();
    expect(await query(second, 'select count(*)::int from kept')).toEqual([[100]]);
  });

  test('the server is durable, sorts the same everywhere, and does not listen on the network', async () => {
    const server = await here.start();
    const settings = await query(
      server,
      `select name, setting from pg_settings where name = any($1) order by name collate "C"`,
      [
        [
          'fsync',
          'full_page_writes',
          'synchronous_commit',
          'listen_addresses',
          'TimeZone',
          'data_checksums',
          'server_encoding',
        ],
      ],
    );
    expect(settings).toEqual([
      ['TimeZone', 'UTC'],
      ['data_checksums', 'on'],
      ['fsync', 'on'],
      ['full_page_writes', 'on'],
      ['listen_addresses', ''],
      ['server_encoding', 'UTF8'],
      ['synchronous_commit', 'on'],
    ]);
    expect(await query(server, `select lower('ÄÖ')`)).toEqual([['äö']]);
    for (const path of [here.cluster, join(here.home, 'socket')]) expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  test("a failed statement leaves neither its text nor a row's values in the server's log", async () => {
    const server = await here.start();
    await query(server, `create table people (mobile text primary key)`);
    await query(server, `insert into people values ('13812345678')`);
    await expect(query(server, `insert into people values ('13812345678')`)).rejects.toThrow('duplicate key');
    await server.stop();
    const log = readFileSync(join(here.home, 'server.log'), 'utf8');
    expect(log).toContain('ready to accept connections');
    expect(log).not.toContain('13812345678');
    expect(log).not.toContain('people');
  });

  test('the given settings apply, and the PG* environment variables change nothing', async () => {
    const strange = {
      PGPORT: '1',
      PGDATA: '/nowhere',
      PGUSER: 'someone',
      PGDATABASE: 'elsewhere',
      PGSSLMODE: 'require',
    };
    Object.assign(process.env, strange);
    const server = await here.start({ settings: { max_connections: 33 } }).finally(() => {
      for (const name of Object.keys(strange)) delete process.env[name];
    });
    expect(await query(server, `select current_setting('max_connections'), current_database(), current_user`)).toEqual([
      ['33', 'countinghouse', 'postgres'],
    ]);
  });

  test('a data folder with a long path and special characters works, with its socket elsewhere', async () => {
    await chmod(here.dataDir, 0o755);
    const folder = join(here.dataDir, `o'dd "folder", ${'x'.repeat(100)} ü`);
    const server = await here.start({ dataDir: folder });
    expect(await query(server, 'select 1')).toEqual([[1]]);
    await server.stop();
    const { socket } = await openHome(folder, silentLog);
    expect(socket).toMatch(/^\/tmp\/countinghouse-/);
    rmSync(socket, { recursive: true });
  });

  test('a start that fails says why in one sentence and frees the folder', async () => {
    await expect(here.start({ settings: { no_such_setting: 1 } })).rejects.toThrow(
      /did not start \(exit code 1\).*no_such_setting/s,
    );
    expect(readdirSync(join(here.home, 'claims'))).toEqual([]);
    await here.start();
  });

  test('data of another major version, or no database at all, is refused and left as it is', async () => {
    await (await here.start()).stop();
    writeFileSync(join(here.cluster, 'PG_VERSION'), '17\n');
    await expect(here.start()).rejects.toThrow('was created by PostgreSQL 17, this version runs PostgreSQL 18');
    await rename(join(here.cluster, 'PG_VERSION'), join(here.cluster, 'PG_VERSION.moved'));
    await expect(here.start()).rejects.toThrow('holds no PostgreSQL database');
    await rename(join(here.cluster, 'PG_VERSION.moved'), join(here.cluster, 'PG_VERSION'));
    writeFileSync(join(here.cluster, 'PG_VERSION'), '18\n');
    await here.start();
  });
});

describe('two starts', () => {
  test('four starts at the same moment on an empty folder: one runs the server, all use it', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => here.supervisor().answer));
    expect(answers.filter(({ attached }) => !attached)).toHaveLength(1);
    const starts = await Promise.all(answers.map((each) => query(each, 'select pg_postmaster_start_time()::text')));
    expect(new Set(starts.map((rows) => rows[0]?.[0])).size).toBe(1);
  });

  test('the second start leaves the server running and sees when it ends', async () => {
    const first = await here.start();
    const second = await here.start();
    expect([first.attached, second.attached]).toEqual([false, true]);
    const third = await here.start();
    await third.stop();
    expect([third.state(), second.state(), first.state()]).toEqual(['stopped', 'ready', 'ready']);
    expect(() => second.kill()).toThrow('Only the process that runs the database');
    await first.stop();
    expect(second.state()).toBe('stopped');
    await expect(second.ready()).rejects.toThrow('ended');
  });

  test('a start while the server stops gets its own server', async () => {
    const first = await here.start();
    const [, second] = await Promise.all([first.stop(), here.start()]);
    expect(second.attached).toBe(false);
    expect(await query(second, 'select 1')).toEqual([[1]]);
  });
});
