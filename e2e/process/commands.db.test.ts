import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { run } from './program-for-tests.ts';

const VERIFY = 'apps/server/verify-books.ts';
const OPERATOR = 'apps/server/create-operator.ts';
const CORRECT = 'apps/server/correct-statement.ts';
const RESET = 'apps/server/reset-operator.ts';
const MIGRATE = 'database/migrate-command.ts';

let db: TestDatabase;
let env: Record<string, string>;
let dataDir: string;

beforeAll(async () => {
  db = await testDatabase({ size: 2 });
  dataDir = await mkdtemp(join(tmpdir(), 'countinghouse-commands-'));
  env = { DATABASE_URL: db.connectionString, DATA_DIR: dataDir };
  await db.pool.query(
    `insert into members (member_no, kind, name, created_at) values (30000001, 'merchant', 'Shop', now())`,
  );
  await db.pool.query(`insert into wallets (member_no, currency) values (30000001, 'CNY')`);
});
afterAll(async () => {
  await db.close();
  await rm(dataDir, { recursive: true });
});

describe('verify-books', () => {
  test('reports check by check that the books are right, and exits with 0', async () => {
    const { code, output, errors } = await run(VERIFY, env);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^right +1 wallets +each member's accounts sum to zero$/m);
    expect(output.trimEnd().split('\n').at(-1)).toBe('The books are right.');
  });

  test('exits with 1 at the first violation, and names the member and the figures', async () => {
    await db.pool.query('alter table wallets drop constraint wallets_check');
    await db.pool.query('update wallets set wallet = 500');
    const { code, output } = await run(VERIFY, env);
    await db.pool.query('update wallets set wallet = 0');
    expect(code).toBe(1);
    expect(output.split('\n')).toEqual([
      "WRONG               1 wallets              each member's accounts sum to zero",
      '',
      "The books are wrong: it does not hold that each member's accounts sum to zero. Figures are minor units.",
      '  member 30000001, wallet 30000001-CNY: sum 500',
      '',
    ]);
  });

  test('reports stopped payouts, and resumes them only on request and if the books are right', async () => {
    const wrong = {
      foundAt: '2026-11-20T04:00:00.000Z',
      check: 'gross',
      promise: 'x',
      violation: 'member 30000001, order 1: gross 5',
    };
    await db.pool.query('insert into settings (name, value) values ($1, $2)', [
      'sealed_books_wrong',
      JSON.stringify(wrong),
    ]);
    const isStopped = async (): Promise<boolean> =>
      (await db.pool.query("select from settings where name = 'sealed_books_wrong'")).rowCount === 1;
    expect((await run(VERIFY, env)).output).toContain(
      'Payouts are still stopped since 2026-11-20T04:00:00.000Z (member 30000001, order 1: gross 5)',
    );
    await db.pool.query('update wallets set wallet = 500');
    expect((await run(VERIFY, env, { args: ['--lift'] })).code).toBe(1);
    expect(await isStopped()).toBe(true);
    await db.pool.query('update wallets set wallet = 0');
    expect((await run(VERIFY, env, { args: ['--lift'] })).output).toContain('Payouts may go on');
    expect(await isStopped()).toBe(false);
  });

  test('creates no missing database, and rejects another version', async () => {
    const nowhere = join(dataDir, 'nowhere');
    expect(await run(VERIFY, { DATA_DIR: nowhere })).toEqual({
      code: 1,
      output: '',
      errors: `there is no database in ${nowhere}\n`,
    });
    expect(existsSync(nowhere)).toBe(false);
    const url = new URL(db.connectionString);
    url.pathname = '/postgres';
    expect(await run(VERIFY, { ...env, DATABASE_URL: url.toString() })).toMatchObject({
      code: 1,
      errors: 'the database is not of this version: run `npm run migrate` first\n',
    });
  });

  test('rejects an unknown option', async () => {
    expect(await run(VERIFY, env, { args: ['--fix'] })).toMatchObject({ code: 1, errors: "Unknown option '--fix'\n" });
  });
});

describe('correct-statement', () => {
  test('adds a new version of a closed day', async () => {
    const hash = `sha256('x')`;
    await db.pool.query(
      `insert into statement_days (member_no, currency, day, version, starts_at, ends_at, first_seq, last_seq, opening, closing, entries_hash, hash, closed_at)
       values (30000001, 'CNY', '2026-11-20', 1, '2026-11-19T16:00Z', '2026-11-20T16:00Z', 1, 0, 0, 0, ${hash}, ${hash}, now())`,
    );
    const args = ['--member', '30000001', '--from', '2026-11-20', '--reason', 'a test'];
    expect(await run(CORRECT, env, { args })).toEqual({
      code: 0,
      output: '1 days of member 30000001 have a new version, from 2026-11-20 on.\n',
      errors: '',
    });
    const { rows } = await db.pool.query('select version, reason from statement_days order by version');
    expect(rows).toEqual([
      { version: 1, reason: null },
      { version: 2, reason: 'a test' },
    ]);
  });

  test('says what it needs, and which day is not closed', async () => {
    expect(await run(CORRECT, env, { args: ['--member', '30000001'] })).toMatchObject({
      code: 1,
      errors: 'give --member (eight digits), --from (a closed day, YYYY-MM-DD) and --reason\n',
    });
    const args = ['--member', '30000001', '--from', '2026-11-21', '--reason', 'a test'];
    expect(await run(CORRECT, env, { args })).toMatchObject({
      code: 1,
      errors: '2026-11-21 is not closed for member 30000001\n',
    });
  });
});

describe('create-operator', () => {
  const add = (username: string, password: string) =>
    run(OPERATOR, { ...env, OPERATOR_USERNAME: username, OPERATOR_PASSWORD: password });

  test('adds an operator from the environment and stores the password as a hash', async () => {
    expect(await add('boss', 'Secret-123')).toEqual({ code: 0, output: 'Operator boss can log in now.\n', errors: '' });
    const { rows } = await db.pool.query<{ role: string; member_no: bigint | null; password_hash: string }>(
      `select role, member_no, password_hash from users where username = 'boss'`,
    );
    expect(rows).toEqual([
      { role: 'operator', member_no: null, password_hash: expect.stringMatching(/^\$argon2id\$/) },
    ]);
  });

  test('records it in the platform’s audit chain, which stays intact', async () => {
    const { rows } = await db.pool.query('select chain, seq, action, object, result, member_no, ip from audit_log');
    expect(rows).toEqual([
      { chain: 0n, seq: 1n, action: 'operator_added', object: 'boss', result: 'done', member_no: null, ip: null },
    ]);
    expect(await run('apps/server/verify-audit.ts', env)).toMatchObject({ code: 0, errors: '' });
  });

  test('rejects an existing name in any letter case, changes no password and records nothing', async () => {
    const before = await db.pool.query('select * from users order by username');
    expect(await add('BOSS', 'Another-123')).toEqual({
      code: 1,
      output: '',
      errors: 'There is a user BOSS already: choose another name.\n',
    });
    expect((await db.pool.query('select * from users order by username')).rows).toEqual(before.rows);
    expect((await db.pool.query('select from audit_log')).rowCount).toBe(1);
  });

  test.each([
    ['a name', 'b', 'Secret-123', "This username can't be used. Enter 3 to 12 letters, digits or underscores.\n"],
    [
      'a password',
      'boss2',
      'short',
      "This password can't be used. Enter 6 to 16 characters without spaces\n".replace('\n', '.\n'),
    ],
  ])('rejects %s that the contract rejects', async (_, username, password, errors) => {
    expect(await add(username, password)).toEqual({ code: 1, output: '', errors });
  });

  test('prompts for what the environment does not set, and never prints the password', async () => {
    const { code, output, errors } = await run(OPERATOR, env, { input: 'boss3\nSecret-123\n' });
    expect({ code, output }).toEqual({ code: 0, output: 'Operator boss3 can log in now.\n' });
    expect(errors).toMatch(/^Username: Password: /);
    expect(errors).not.toContain('Secret-123');
  });

  test('does nothing without input', async () => {
    expect(await run(OPERATOR, env)).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringContaining('Nothing was done.'),
    });
  });
});

describe('reset-operator', () => {
  const reset = (username: string, what: string, more: object = {}) =>
    run(RESET, { ...env, OPERATOR_USERNAME: username, OPERATOR_RESET: what, ...more });
  const boss = async () =>
    (
      await db.pool.query<{
        user_id: bigint;
        password_hash: string;
        mobile: string | null;
        state: string;
        isReset: boolean;
      }>(
        `select user_id, password_hash, mobile, state, credentials_reset_at > now() - interval '1 minute' as "isReset" from users where username = 'boss'`,
      )
    ).rows[0];
  const openSessions = async () => (await db.pool.query('select from sessions where ended_at is null')).rowCount;

  test('resets password and factors, enables the user, ends the sessions, and stores the time', async () => {
    const before = await boss();
    await db.pool.query(`update users set mobile = '13800000001', state = 'disabled' where user_id = $1`, [
      before?.user_id,
    ]);
    await db.pool.query(
      `insert into authenticators (user_id, authenticator_id, secret, last_step, bound_at) values ($1, gen_random_uuid(), '\\x01', 0, now())`,
      [before?.user_id],
    );
    await db.pool.query(
      `insert into sessions (token_hash, session_id, user_id, created_at, last_seen_at, expires_at, ip, device)
       values ('\\x01', gen_random_uuid(), $1, now(), now(), now() + interval '1 day', '203.0.113.1', 'x')`,
      [before?.user_id],
    );
    expect(before?.isReset).toBeNull();
    expect(await reset('BOSS', 'password, factor enable', { OPERATOR_PASSWORD: 'Another-123' })).toEqual({
      code: 0,
      errors: '',
      output: [
        'Operator BOSS has a new password.',
        'Operator BOSS has no second factor any more.',
        'Operator BOSS is enabled.',
        'All sessions of this operator have ended, and this operator cannot confirm proposals for 24 hours.',
        '',
      ].join('\n'),
    });
    const after = await boss();
    expect(after).toMatchObject({ mobile: null, state: 'active', isReset: true });
    expect(after?.password_hash).not.toBe(before?.password_hash);
    expect((await db.pool.query('select from authenticators')).rowCount).toBe(0);
    expect((await db.pool.query('select factor from factor_removals order by factor')).rows).toEqual([
      { factor: 'authenticator' },
      { factor: 'phone' },
    ]);
    expect(await openSessions()).toBe(0);
    const { rows } = await db.pool.query('select kind, sms_to from notices where user_id = $1 order by notice_id', [
      before?.user_id,
    ]);
    expect(rows).toEqual([
      { kind: 'authenticator_removed', sms_to: '13800000001' },
      { kind: 'phone_removed', sms_to: '13800000001' },
      { kind: 'password_changed', sms_to: null },
    ]);
  });

  test('is recorded in the platform’s audit chain, without the password', async () => {
    const { rows } = await db.pool.query<{ text: string }>(
      `select to_jsonb(l)::text as text from audit_log l where action = 'operator_reset'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).toContain('"object": "boss password factor enable"');
    expect(rows[0]?.text).toContain('"chain": 0');
    expect(rows[0]?.text).not.toContain('Another-123');
    expect(await run('apps/server/verify-audit.ts', env)).toMatchObject({ code: 0, errors: '' });
  });

  test('leaves everything else unchanged', async () => {
    const before = await boss();
    expect(await reset('boss', 'factor')).toMatchObject({ code: 0, errors: '' });
    expect((await boss())?.password_hash).toBe(before?.password_hash);
  });

  test('takes the name of an operator that no new one may have', async () => {
    const rename = (from: string, to: string) =>
      db.pool.query('update users set username = $2 where username = $1', [from, to]);
    await rename('boss', 'one.of-the-first');
    try {
      expect(await reset(' One.of-the-first ', 'factor')).toMatchObject({ code: 0, errors: '' });
    } finally {
      await rename('one.of-the-first', 'boss');
    }
  });

  test('rejects a user who is not an operator, an unknown part, and a password that the contract rejects', async () => {
    const what = 'Say what to reset: one or more of password, factor, enable.\n';
    expect(await reset('nobody', 'factor')).toEqual({
      code: 1,
      output: '',
      errors: 'This username does not exist: there is no operator nobody.\n',
    });
    expect(await reset('boss', 'phone')).toEqual({ code: 1, output: '', errors: what });
    expect(await reset('boss', ' ')).toEqual({ code: 1, output: '', errors: what });
    expect(await reset('boss', 'password', { OPERATOR_PASSWORD: 'short' })).toMatchObject({
      code: 1,
      errors: expect.stringContaining("This password can't be used"),
    });
  });

  test('prompts for what the environment does not set, and never prints the password', async () => {
    const { code, errors } = await run(RESET, env, { input: 'boss\npassword\nThird-12345\n' });
    expect(code).toBe(0);
    expect(errors).toMatch(/^Username: What to reset \(password, factor, enable\): Password: /);
    expect(errors).not.toContain('Third-12345');
  });
});

describe('migrate', () => {
  test('reports what it applied, and the second time that there was nothing to do', async () => {
    const name = `test_migrate_${process.pid}`;
    await db.pool.query(`create database ${name}`);
    const url = new URL(db.connectionString);
    url.pathname = `/${name}`;
    try {
      const first = await run(MIGRATE, { ...env, DATABASE_URL: url.toString() });
      expect(first).toMatchObject({ code: 0, errors: '' });
      expect(first.output).toMatch(
        /^applied 0001_platform\.sql\n(applied \d{4}_\w+\.sql\n)+Done: \d+ migrations applied, \d+ partitions created\.\n$/,
      );
      expect(await run(MIGRATE, { ...env, DATABASE_URL: url.toString() })).toEqual({
        code: 0,
        errors: '',
        output: 'Nothing to do: the database is up to date.\n',
      });
      const client = new pg.Client({ connectionString: url.toString() });
      await client.connect();
      expect((await client.query('select from audit.wallets')).rowCount).toBe(0);
      await client.end();
    } finally {
      await db.pool.query(`drop database ${name} with (force)`);
    }
  });
});
