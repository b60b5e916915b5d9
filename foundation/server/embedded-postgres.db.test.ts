import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import pg from 'pg';
import { accountFor, mayEnter, spawnAs } from './embedded-account.ts';
import { installedPackage } from './embedded-binaries.ts';
import { openHome } from './embedded-home.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { allWorkingIn, processIdentity } from './embedded-process.ts';
import { silentLog } from './log.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const mayRunHere = isRoot && (await mayEnter({ name: 'nobody', uid: nobody, gid: nobody }, import.meta.dirname));

let dataDir: string;
let cluster: string;
const running: { stop(): Promise<unknown> }[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ch-embedded-'));
  cluster = join(dataDir, 'postgres', 'cluster');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
  await expect.poll(() => allWorkingIn(cluster), { timeout: 30_000 }).toEqual([]);
  rmSync(dataDir, { recursive: true });
});

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, ...options });
  running.push(server);
  return server;
}

async function query(server: Pick<EmbeddedPostgres, 'connectionString'>, sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => {});
  await client.connect();
  return client.query({ text: sql, values, rowMode: 'array' }).finally(() => client.end());
}

/** A process of its own that starts the server and holds it; `answer` is what it says when it has. */
function supervisor(folder: string, account: { uid?: number; gid?: number } = {}) {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(folder)}, log });
    console.log(JSON.stringify({ connectionString: server.connectionString, attached: server.attached }));
    process.once('SIGTERM', async () => { await server.stop(); process.exit(); });
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { ...account, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const line = once(createInterface({ input: child.stdout }), 'line');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  running.push({ stop: () => end('SIGTERM') });
  return {
    answer: line.then(([text]): { connectionString: string; attached: boolean } => JSON.parse(String(text))),
    end,
  };
}

const postmasterPid = (folder = cluster) => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('start and stop', () => {
  test('what was written before a stop is there after the next start', async () => {
    const first = await start();
    await query(first, 'create table kept (n int)');
    await query(first, 'insert into kept select generate_series(1, 100)');
    await first.stop();
    expect(first.state()).toBe('stopped');
    const second = await start();
    expect((await query(second, 'select count(*)::int from kept')).rows).toEqual([[100]]);
  });

  test('the server is durable, sorts alike everywhere, and has no way in by network', async () => {
    const server = await start();
    const settings: unknown = (await query(server, `select name, setting from pg_settings where name = any($1)`, [
      ['fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'TimeZone', 'data_checksums', 'server_encoding'],
    ])).rows.toSorted();
    expect(settings).toEqual([
      ['TimeZone', 'UTC'],
      ['data_checksums', 'on'],
      ['fsync', 'on'],
      ['full_page_writes', 'on'],
      ['listen_addresses', ''],
      ['server_encoding', 'UTF8'],
      ['synchronous_commit', 'on'],
    ]);
    expect((await query(server, `select lower('ÄÖ')`)).rows).toEqual([['äö']]);
    for (const folder of [cluster, join(dataDir, 'postgres', 'socket')]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test("a failed statement leaves neither its text nor a row's values in the server's log", async () => {
    const server = await start();
    await query(server, `create table people (mobile text primary key)`);
    await query(server, `insert into people values ('13812345678')`);
    await expect(query(server, `insert into people values ('13812345678')`)).rejects.toThrow('duplicate key');
    await server.stop();
    const log = readFileSync(join(dataDir, 'postgres', 'server.log'), 'utf8');
    expect(log).toContain('ready to accept connections');
    expect(log).not.toContain('13812345678');
    expect(log).not.toContain('people');
  });

  test('given settings hold, and the PG* variables of the environment change nothing', async () => {
    const strange = { PGPORT: '1', PGDATA: '/nowhere', PGUSER: 'someone', PGDATABASE: 'elsewhere', PGSSLMODE: 'require' };
    Object.assign(process.env, strange);
    const server = await start({ settings: { max_connections: 33 } }).finally(() => {
      for (const name of Object.keys(strange)) delete process.env[name];
    });
    expect((await query(server, `select current_setting('max_connections'), current_database(), current_user`)).rows).toEqual([
      ['33', 'countinghouse', 'postgres'],
    ]);
  });

  test('a data folder with a long path and odd characters works, over a socket elsewhere', async () => {
    await chmod(dataDir, 0o755);
    const folder = join(dataDir, `o'dd "folder", ${'x'.repeat(100)} ü`);
    const server = await start({ dataDir: folder });
    expect((await query(server, 'select 1')).rows).toEqual([[1]]);
    await server.stop();
    const { socket } = await openHome(folder, silentLog);
    expect(socket).toMatch(/^\/tmp\/countinghouse-/);
    rmSync(socket, { recursive: true });
  });

  test('a start that cannot work says why in one sentence and frees the folder', async () => {
    await expect(start({ settings: { no_such_setting: 1 } })).rejects.toThrow(/did not start \(exit code 1\).*no_such_setting/s);
    expect(readdirSync(join(dataDir, 'postgres', 'claims'))).toEqual([]);
    await start();
  });

  test('data of another major version, or no database at all, is refused and left as it is', async () => {
    await (await start()).stop();
    writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow('was made by PostgreSQL 17, this version runs PostgreSQL 18');
    await rename(join(cluster, 'PG_VERSION'), join(cluster, 'PG_VERSION.moved'));
    await expect(start()).rejects.toThrow('holds no PostgreSQL database');
    await rename(join(cluster, 'PG_VERSION.moved'), join(cluster, 'PG_VERSION'));
    writeFileSync(join(cluster, 'PG_VERSION'), '18\n');
    await start();
  });
});

describe('crashes', () => {
  test.each(['SIGKILL', 'SIGQUIT'] as const)('after %s under inserts the server comes back with all that it acknowledged', async (signal) => {
    const crashes: string[] = [];
    const server = await start({ onCrash: ({ how }) => crashes.push(how) });
    await query(server, 'create table paid (n int primary key)');
    const acknowledged: number[] = [];
    const pool = new pg.Pool({ connectionString: server.connectionString, max: 8 });
    pool.on('error', () => {});
    let n = 0;
    const writers = Array.from({ length: 8 }, async () => {
      // Each writes until the crash takes its connection.
      for (;;) {
        const mine = ++n;
        await pool.query('insert into paid values ($1)', [mine]);
        acknowledged.push(mine);
        if (acknowledged.length === 500) server.kill(signal);
      }
    });
    await Promise.allSettled(writers);
    expect(server.state()).not.toBe('ready');
    await server.ready();
    await pool.end();
    const stored = new Set((await query(server, 'select n from paid')).rows.flat());
    expect(acknowledged.length).toBeGreaterThanOrEqual(500);
    expect(acknowledged.filter((each) => !stored.has(each))).toEqual([]);
    expect(crashes).toHaveLength(1);
  });

  test('a backend that is too busy to notice the end of its server does not keep it from coming back', async () => {
    const server = await start();
    const busy = query(server, 'select count(*) from generate_series(1, 10000000000)').catch(() => 'cut');
    await expect.poll(async () => (await query(server, `select count(*)::int from pg_stat_activity where query like 'select count(*) from gen%'`)).rows).toEqual([[1]]);
    server.kill();
    await server.ready();
    expect(await busy).toBe('cut');
  });

  test('a stop during the pause before a restart ends it', async () => {
    const { promise: crashed, resolve } = Promise.withResolvers<void>();
    const server = await start({ onCrash: () => resolve() });
    server.kill();
    await crashed;
    await server.stop();
    expect(server.state()).toBe('stopped');
    await expect(server.ready()).rejects.toThrow('stopped');
    expect(allWorkingIn(cluster)).toEqual([]);
  });

  test('the server ends soon after its supervisor was killed', async () => {
    const lost = supervisor(dataDir);
    await lost.answer;
    const pid = postmasterPid();
    await lost.end('SIGKILL');
    await expect.poll(() => processIdentity(pid), { timeout: 30_000 }).toBeUndefined();
    expect(readFileSync(join(dataDir, 'postgres', 'server.log'), 'utf8')).toContain('database system is shut down');
  });

  test('a start right after the supervisor was killed takes over, again and again, and loses nothing', async () => {
    for (let round = 1; round <= 5; round++) {
      const lost = supervisor(dataDir);
      const server = await lost.answer;
      expect(server.attached).toBe(false);
      await query(server, 'create table if not exists rounds (n int)');
      await query(server, 'insert into rounds values ($1)', [round]);
      await lost.end('SIGKILL');
    }
    expect((await query(await start(), 'select count(*)::int from rounds')).rows).toEqual([[5]]);
  });
});

describe('two starts', () => {
  test('four starts at the same moment on an empty folder: one runs the server, all use it', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => supervisor(dataDir).answer));
    expect(answers.map(({ attached }) => attached).toSorted()).toEqual([false, true, true, true]);
    const starts = await Promise.all(answers.map((each) => query(each, 'select pg_postmaster_start_time()::text')));
    expect(new Set(starts.map(({ rows }) => rows[0]?.[0])).size).toBe(1);
  });

  test('who came second leaves the server running, and sees when it ends', async () => {
    const first = await start();
    const second = await start();
    expect([first.attached, second.attached]).toEqual([false, true]);
    const third = await start();
    await third.stop();
    expect([third.state(), second.state(), first.state()]).toEqual(['stopped', 'ready', 'ready']);
    expect(() => second.kill()).toThrow('Only the process that runs the database');
    await first.stop();
    expect(second.state()).toBe('stopped');
    await expect(second.ready()).rejects.toThrow('ended');
  });

  test('a start while the server is being stopped gets a server of its own', async () => {
    const first = await start();
    const [, second] = await Promise.all([first.stop(), start()]);
    expect(second.attached).toBe(false);
    expect((await query(second, 'select 1')).rows).toEqual([[1]]);
  });
});

describe('numbers of processes repeat', () => {
  test("a postmaster.pid with a stranger's living process does not keep the server from starting", async () => {
    await (await start()).stop();
    // Of the same account: of any other account's process PostgreSQL itself knows that it is a stranger.
    const stranger = spawn('sleep', ['600'], spawnAs(accountFor(cluster)));
    const lock = `${stranger.pid}\n${cluster}\n1700000000\n5432\n${join(dataDir, 'postgres', 'socket')}\n\n  5432001    999999\nready   \n`;
    const files = [join(cluster, 'postmaster.pid'), join(dataDir, 'postgres', 'socket', '.s.PGSQL.5432.lock')];
    for (const file of files) {
      writeFileSync(file, lock);
      const { uid, gid } = statSync(cluster);
      await chown(file, uid, gid);
    }
    await start();
    expect(postmasterPid()).not.toBe(stranger.pid);
    expect(processIdentity(stranger.pid ?? 0)).toBeTypeOf('string');
    stranger.kill();
  });

  test('a server in another container on the same volume, which shows no process here, is not run over', async () => {
    await (await start()).stop();
    const unseen = createServer().listen(join(dataDir, 'postgres', 'socket', '.s.PGSQL.5432'));
    await once(unseen, 'listening');
    await expect(start()).rejects.toThrow('that this machine does not show as a process is using');
    unseen.close();
    await once(unseen, 'close');
    await start();
  });

  test('an empty postmaster.pid, as a full disk leaves it, does not keep the server from starting', async () => {
    await (await start()).stop();
    writeFileSync(join(cluster, 'postmaster.pid'), '');
    await start();
  });
});

describe('accounts and programs', () => {
  test('a package without its symbolic links is completed', async () => {
    const copy = join(dataDir, 'package');
    await copyWithoutLinks(copy);
    const server = await start({ binaryPackage: copy });
    expect(existsSync(join(copy, 'native', 'lib', process.platform === 'linux' ? 'libpq.so.5' : 'libpq.5.dylib'))).toBe(true);
    expect(existsSync(join(dataDir, 'postgres', `binaries-${versionOf(copy)}`))).toBe(false);
    expect((await query(server, 'select 1')).rows).toEqual([[1]]);
  });

  test.runIf(isRoot)('root runs the server under an unprivileged account that alone can read the data', async () => {
    await start();
    const { uid, mode } = statSync(cluster);
    expect(uid).not.toBe(0);
    expect(mode & 0o077).toBe(0);
    expect(readFileSync(`/proc/${postmasterPid()}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}$`, 'm'));
  });

  test.runIf(isRoot)('root in a clone under a closed home folder: programs and data are where the account reaches them', async () => {
    const closed = join(dataDir, 'home');
    await mkdir(join(closed, 'clone'), { recursive: true });
    await chmod(closed, 0o700);
    await copyWithoutLinks(join(closed, 'clone', 'package'));
    const before = existsSync('/var/lib/countinghouse') ? readdirSync('/var/lib/countinghouse') : [];
    const options = { dataDir: join(closed, 'clone', '.data'), binaryPackage: join(closed, 'clone', 'package') };
    const server = await start(options);
    await query(server, 'create table kept ()');
    await server.stop();
    const again = await start(options);
    expect((await query(again, 'select from kept')).rowCount).toBe(0);
    await again.stop();
    const { folder } = await openHome(options.dataDir, silentLog);
    expect(folder).toMatch(/^\/var\/lib\/countinghouse\//);
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    rmSync(folder, { recursive: true });
    if (before.length === 0) rmSync('/var/lib/countinghouse', { recursive: true });
    await expect(start(options)).rejects.toThrow('points to a folder that does not exist');
  });

  test.runIf(isRoot)('a data folder brought by root as its own is given to the account', async () => {
    const first = await start();
    await query(first, 'create table kept ()');
    await first.stop();
    const brought = join(dataDir, 'brought');
    await cp(join(dataDir, 'postgres'), join(brought, 'postgres'), { recursive: true });
    expect(statSync(join(brought, 'postgres', 'cluster')).uid).toBe(0);
    expect((await query(await start({ dataDir: brought }), 'select from kept')).rowCount).toBe(0);
  });

  // Needs root to become somebody else, and a checkout that somebody else may read.
  test.runIf(mayRunHere)('an ordinary user runs the server as itself; root then uses it without taking it away', async () => {
    await chown(dataDir, nobody, nobody);
    const user = supervisor(dataDir, { uid: nobody, gid: nobody });
    const answer = await user.answer;
    expect(statSync(`/proc/${postmasterPid()}`).uid).toBe(nobody);
    await query(answer, 'create table kept ()');
    expect((await start()).attached).toBe(true);
    await user.end('SIGTERM');
    const asRoot = await start();
    expect(asRoot.attached).toBe(false);
    await asRoot.stop();
    const userAgain = supervisor(dataDir, { uid: nobody, gid: nobody });
    expect((await query(await userAgain.answer, 'select from kept')).rowCount).toBe(0);
    await userAgain.end('SIGTERM');
  });

  test('a machine without a package is told to set DATABASE_URL', () => {
    expect(() => installedPackage('plan9', 'mips')).toThrow('set DATABASE_URL');
  });
});

const versionOf = (folder: string): string => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

async function copyWithoutLinks(to: string): Promise<void> {
  const from = installedPackage();
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
  const links: { target: string }[] = JSON.parse(readFileSync(join(from, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const { target } of links) rmSync(join(to, target), { force: true });
}
