/** The master key's rotation as run from a terminal: killed in the middle several times, and resumed. */
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AuditChain, type AuditContent, CHAIN_START, type ChainEnd } from '#features/audit/server/chain.ts';
import { checkAudit } from '#features/audit/server/verify.ts';
import { recoveryCodeHashes, secretOf } from '#features/factors/server/secrets.ts';
import { openSettings } from '#features/upstreams/server/configured.ts';
import { ReturnAddresses } from '#features/upstreams/server/returns.ts';
import { SandboxBills } from '#features/upstreams/server/sandbox.ts';
import { retainedPurposes, sealedColumns } from '#apps/server/sealed-columns.ts';
import { type Database, openDatabase } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { exchangeMasterKey, readSealer } from '#foundation/server/secrets/master-keys.ts';
import { resealColumn } from '#foundation/server/secrets/resealing.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { run, start } from './program-for-tests.ts';
import {
  AUTHENTICATOR,
  bill,
  verbsOn,
  pictureId,
  PICTURES,
  plantSealed,
  SETTINGS,
  SHOP,
  type PlantedSecrets,
  TOTP,
  USER,
} from './sealed-app-for-tests.ts';

const ROTATE = 'apps/server/rotate-key.ts';
const VERIFY = 'apps/server/verify-audit.ts';
const SERVER = 'apps/server/main.ts';
const [OLD, NEW, WRONG] = [11, 22, 33].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];

let closed: TestDatabase;
let db: Database;
let dataDir: string;
let env: Record<string, string>;
let plain: PlantedSecrets;

const text = (key: Buffer): string => key.toString('base64');
const both = (previous: Buffer, current: Buffer) => ({
  MASTER_KEY: text(current),
  MASTER_KEY_PREVIOUS: text(previous),
});
const rotate = (keys: Record<string, string>, args: string[] = []) => run(ROTATE, { ...env, ...keys }, { args });

/** Only the exchange step, which is expected to be refused. */
const exchange = (previous: Buffer, current: Buffer) =>
  exchangeMasterKey(
    db,
    { current, previous },
    {
      columns: sealedColumns,
      retainedPurposes,
      now: new Date(),
      maxWaitMs: 0,
      alongside: () => Promise.reject(new Error('changed')),
    },
  );

beforeAll(async () => {
  closed = await testDatabase();
  // Not the product's application name, which the command looks for.
  db = openDatabase({
    connectionString: closed.connectionString,
    log: silentLog,
    size: 3,
    applicationName: 'rotation test',
  });
  dataDir = await mkdtemp(join(tmpdir(), 'countinghouse-rotation-'));
  env = { DATABASE_URL: closed.connectionString, DATA_DIR: dataDir };
  plain = await plantSealed(db, new Sealer(OLD));
});
afterAll(async () => {
  await db.close();
  await closed.close();
  await rm(dataDir, { recursive: true });
});

/** A checksum of every table that the rotation can touch. */
async function snapshot(): Promise<unknown[]> {
  const tables = [
    'users',
    'audit_heads',
    'audit_log',
    'recovery_codes',
    ...new Set(sealedColumns.map(({ table }) => table)),
  ];
  const sums: unknown[] = [];
  for (const table of tables)
    sums.push(
      (await db.pool.query(`select '${table}' as of, md5(string_agg(t::text, '' order by t::text)) from ${table} t`))
        .rows[0],
    );
  return sums;
}

/** How many of the pictures this key alone can open. */
async function openedPictures(key: Buffer): Promise<number> {
  const { rows } = await db.pool.query<{ id: string; sealed: Buffer }>(
    'select file_id as id, bytes_sealed as sealed from files',
  );
  return rows.filter(({ id, sealed }) =>
    new Sealer(key).opens(sealed, { table: 'files', column: 'bytes_sealed', row: `${id}/${USER}` }),
  ).length;
}

/** Kills it at a given row: another transaction holds the row, so the command waits there. */
async function killedAt(row: string, keys: Record<string, string>): Promise<void> {
  const waiting = async (): Promise<number[]> => {
    const { rows } = await db.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'countinghouse' and wait_event_type = 'Lock'`,
    );
    return rows.map(({ pid }) => pid);
  };
  const holder = await db.pool.connect();
  await holder.query('begin');
  expect((await holder.query(`select from ${row} for update`)).rowCount).toBe(1);
  const child = start(ROTATE, { ...env, ...keys });
  await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1);
  const [pid] = await waiting();
  child.kill('SIGKILL');
  await once(child, 'close');
  await holder.query('rollback');
  holder.release();
  // The database's end of the connection holds its locks until it notices; the next process would wait for those.
  const left = async () => (await db.pool.query('select from pg_stat_activity where pid = $1', [pid])).rowCount;
  await expect.poll(left).toBe(0);
}

/** Checks that everything can be opened with this sealer alone. */
async function expectAllReadable(sealer: Sealer): Promise<void> {
  const { keys, platformKeys, users, passwords, outgoing } = verbsOn(db, sealer);
  const found = await keys.find(SHOP);
  expect([found?.key, found?.former[0]?.key]).toEqual([plain.key, plain.previousKey]);
  expect((await platformKeys.platformKeys()).publicKeyPem).toBe(plain.pem);
  const [upstream] = (await db.pool.query<{ sealed: Buffer }>('select settings_sealed as sealed from upstreams')).rows;
  expect(upstream && openSettings(sealer, { upstreamId: 1, settingsSealed: upstream.sealed }, silentLog)).toEqual(
    SETTINGS,
  );
  const { rows } = await db.pool.query<{ secret: Buffer }>('select secret from authenticators');
  expect(secretOf(sealer, { authenticatorId: AUTHENTICATOR, secret: rows[0]?.secret ?? Buffer.alloc(0) })).toBe(TOTP);
  const codes = await db.pool.query('select from recovery_codes where code_hash = any($1::bytea[])', [
    recoveryCodeHashes(sealer, USER, 'ABCDE FGHJK'),
  ]);
  expect(codes.rowCount).toBe(1);
  const hashes = await db.pool.query<{ hash: string; pay: string }>(
    `select password_hash as hash, pay_password_hash as pay from users where user_id = ${USER}`,
  );
  for (const hash of [hashes.rows[0]?.hash, hashes.rows[0]?.pay]) {
    expect(await passwords.verify(hash, 'Secret-123')).toBe(true);
    expect(await passwords.verify(hash, 'Secret-124')).toBe(false);
    expect(passwords.isOutdated(hash ?? '')).toBe(true);
  }
  expect(passwords.isOutdated(await users.hashPassword('Secret-123'))).toBe(false);
  expect((await checkAudit(db, sealer)).broken).toBeUndefined();
  expect(new ReturnAddresses({ publicUrl: '', sealer }).read(plain.returnAddress)).toEqual({
    memberNo: SHOP,
    systemNo: bill.systemNo,
  });
  expect(new SandboxBills(sealer).open(plain.bill)).toEqual(bill);
  for (const column of sealedColumns) {
    const { read, resealed, unreadable } = await resealColumn(db, new Sealer(NEW, { previous: OLD }), column);
    expect([column.table, resealed, unreadable]).toEqual([column.table, 0, []]);
    expect(read).toBeGreaterThan(0);
  }
  await outgoing.close();
}

describe('rotate-key', () => {
  test('knows every sealed column of the database', async () => {
    const { rows } = await db.pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' and table_name !~ '_\\d' order by 1`,
    );
    const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    const hashes = rows.map(({ name }) => name).filter((name) => /\.\w*hash$/.test(name));
    expect(rows.map(({ name }) => name).filter((name) => !hashes.includes(name))).toEqual(
      // Files hold what the database holds in plain text as well, and the logo is public.
      [...known, 'audit_heads.seal', 'download_pieces.bytes', 'platform_logos.bytes'].sort(),
    );
  });

  test('rejects a wrong previous key, the same key twice, and a single wrong key, and changes nothing', async () => {
    const before = await snapshot();
    const refused = async (keys: Record<string, string>, args: string[] = []) => {
      const { code, output, errors } = await rotate(keys, args);
      expect({ code, output, after: await snapshot() }).toEqual({ code: 1, output: '', after: before });
      return errors;
    };
    expect(await refused(both(WRONG, NEW))).toBe(
      'MASTER_KEY_PREVIOUS is not the key that this database is sealed with: nothing was changed\n',
    );
    expect(await refused({ MASTER_KEY: text(WRONG) })).toBe(
      'MASTER_KEY is not the key that this database is sealed with\n',
    );
    expect(await refused({ MASTER_KEY: text(OLD) }, ['--new'])).toContain('draw one yourself');
    expect(await refused({})).toBe(
      `there is no master key in ${dataDir}: give both as MASTER_KEY and MASTER_KEY_PREVIOUS\n`,
    );
    await expect(exchange(OLD, OLD)).rejects.toThrow('MASTER_KEY and MASTER_KEY_PREVIOUS are the same');
  });

  test('refuses to change the key while a server is running, because that knows only the old key', async () => {
    const before = await snapshot();
    const server = openDatabase({
      connectionString: closed.connectionString,
      log: silentLog,
      size: 1,
      applicationName: 'countinghouse live',
    });
    await server.pool.query('select 1');
    const { code, errors } = await rotate(both(OLD, NEW));
    await server.close();
    expect({ code, after: await snapshot() }).toEqual({ code: 1, after: before });
    expect(errors).toMatch(/^another process is using this database .+: stop it first; .+\n$/);
  });

  test('killed during the key exchange, leaves the key unchanged', async () => {
    const before = await snapshot();
    await killedAt(`users where user_id = ${USER}`, both(OLD, NEW));
    expect(await snapshot()).toEqual(before);
    await expect(readSealer(db, { current: OLD, previous: undefined })).resolves.toBeInstanceOf(Sealer);
  });

  test('killed in the middle several times, has re-sealed what it passed, and both keys together open everything', async () => {
    await killedAt(`authenticators where user_id = ${USER}`, both(OLD, NEW));
    expect([await openedPictures(OLD), await openedPictures(NEW)]).toEqual([PICTURES, 0]);
    await killedAt(`files where file_id = '${pictureId(75)}'`, both(OLD, NEW));
    expect([await openedPictures(OLD), await openedPictures(NEW)]).toEqual([PICTURES - 50, 50]);
    await killedAt(`audit_heads where chain = 8`, both(OLD, NEW));
    expect(await openedPictures(NEW)).toBe(PICTURES);

    const sealer = await readSealer(db, { current: NEW, previous: OLD });
    expect((await checkAudit(db, sealer)).broken).toBeUndefined();
    // The server can run meanwhile with both keys.
    await db.transaction((tx) =>
      verbsOn(db, sealer).audit.record(tx, {
        userId: USER,
        memberNo: null,
        action: 'logout',
        ip: null,
        device: 'unknown',
        at: new Date(),
      }),
    );
    plain.previousKey = plain.key;
    plain.key = await db.transaction((tx) => verbsOn(db, sealer).keys.rotate(tx, SHOP, 24));
  });

  test('until it is done, neither key alone starts a server or a command', async () => {
    expect(await run(SERVER, { ...env, MASTER_KEY: text(NEW), PORT: '0', DEMO: 'off' })).toMatchObject({
      code: 1,
      errors:
        'the change of the master key is not finished: the previous key is needed as MASTER_KEY_PREVIOUS until `npm run rotate-key` is done\n',
    });
    await expect(readSealer(db, { current: OLD, previous: undefined })).rejects.toThrow(
      'not the one that this database is sealed with',
    );
    await expect(exchange(NEW, WRONG)).rejects.toThrow('the previous change is not finished');
  });

  test('finishes, reports its work, and leaves everything to the new key and nothing to the old one', async () => {
    const { code, output, errors } = await rotate(both(OLD, NEW));
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^The key was changed before\.\n/);
    expect(output).toMatch(/^files\.bytes_sealed +120 read +0 resealed$/m);
    expect(output).toMatch(/^audit_heads\.seal +3 read +1 resealed$/m);
    expect(output).toMatch(/^Done: nothing needs the previous key any more/m);

    await expectAllReadable(await readSealer(db, { current: NEW, previous: undefined }));
    for (const column of sealedColumns) {
      const { read, unreadable } = await resealColumn(db, new Sealer(OLD), column);
      expect([column.table, unreadable.length]).toEqual([column.table, read]);
    }
    expect((await checkAudit(db, new Sealer(OLD))).broken).toBeDefined();
    await expect(readSealer(db, { current: OLD, previous: undefined })).rejects.toThrow(
      'not the one that this database is sealed with',
    );
    expect((await run(VERIFY, { ...env, MASTER_KEY: text(NEW) })).output).toContain('The audit log is whole.');
  });

  test('does nothing the second time, and never returns to an old key', async () => {
    const before = await snapshot();
    for (const keys of [both(OLD, NEW), { MASTER_KEY: text(NEW) }]) {
      const { code, output } = await rotate(keys);
      expect(code).toBe(0);
      expect(output.trimEnd().split('\n').at(-1)).toBe('Nothing to do: everything is sealed with the master key.');
      expect(output).not.toMatch(/[1-9]\d* resealed/);
    }
    await expect(exchange(NEW, OLD)).rejects.toThrow('MASTER_KEY was in use before and was replaced: use a new one');
    expect(await snapshot()).toEqual(before);
  });

  test('an owner of the old key cannot change earlier rows of the audit log', async () => {
    const sealer = await readSealer(db, { current: NEW, previous: undefined });
    const former = new AuditChain(new Sealer(OLD));
    const write = (table: string, change: string) =>
      db.pool.query(
        `begin; alter table ${table} disable trigger user; update ${table} set ${change} where chain = 8; alter table ${table} enable trigger user; commit`,
      );
    const hex = (bytes: Buffer | undefined) => `'\\x${bytes?.toString('hex') ?? ''}'`;
    const only = async <Row>(from: string) =>
      (await db.pool.query(`select * from ${from} where chain = 8`)).rows[0] as Row | undefined;
    const row = await only<AuditContent & { hash: Buffer }>(
      `(select chain, seq, member_no as "memberNo", action, object, result, ip, device, created_at as "createdAt", hash from audit_log) as rows`,
    );
    const end = await only<ChainEnd & { seal: Buffer }>('audit_heads');
    if (!row || !end) throw new Error('there is no chain of user 8');
    const forged = former.hashOf(CHAIN_START, { ...row, object: 'x' });
    await write('audit_log', `object = 'x', hash = ${hex(forged)}`);
    expect((await checkAudit(db, sealer)).broken).toEqual({ chain: 8n, seq: 2n, what: 'tail cut off' });
    await write('audit_heads', `hash = ${hex(forged)}, seal = ${hex(former.sealOf({ ...end, hash: forged }))}`);
    expect((await checkAudit(db, sealer)).broken).toEqual({ chain: 8n, seq: 1n, what: 'end forged' });
    await write('audit_log', `object = '', hash = ${hex(row.hash)}`);
    await write('audit_heads', `hash = ${hex(end.hash)}, seal = ${hex(end.seal)}`);
    expect((await checkAudit(db, sealer)).broken).toBeUndefined();
  });

  test('generates the new key itself if the key is in the data folder, and keeps the old one in another file', async () => {
    await writeFile(join(dataDir, 'master.key'), `${text(NEW)}\n`, { mode: 0o600 });
    const { code, output, errors } = await rotate({}, ['--new']);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^files\.bytes_sealed +120 read +120 resealed$/m);
    const aside = `master.key.former-${new Sealer(NEW).id}`;
    expect(output).toContain(`The previous key is in ${join(dataDir, aside)}.`);
    expect((await readdir(dataDir)).sort()).toEqual(['master.key', aside]);
    expect(await openedPictures(NEW)).toBe(0);
    expect(await run(VERIFY, env)).toMatchObject({ code: 0 });
  });
});
