import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditVerbs } from '#features/audit/server/verbs.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { run } from './program-for-tests.ts';

const VERIFY = 'apps/server/verify-audit.ts';
const KEY = Buffer.alloc(32, 9);

let db: TestDatabase;
let env: Record<string, string>;
let dataDir: string;

beforeAll(async () => {
  db = await testDatabase({ size: 2 });
  dataDir = await mkdtemp(join(tmpdir(), 'countinghouse-audit-'));
  env = { DATABASE_URL: db.connectionString, DATA_DIR: dataDir, MASTER_KEY: KEY.toString('base64') };
  const audit = auditVerbs({ sealer: new Sealer(KEY) });
  for (const userId of [null, 7n, 7n, 8n])
    await db.transaction((tx) =>
      audit.record(tx, { userId, memberNo: null, action: 'login', ip: null, device: 'unknown', at: new Date() }),
    );
});
afterAll(async () => {
  await db.close();
  await rm(dataDir, { recursive: true });
});

describe('verify-audit', () => {
  test('reports an intact audit log and exits with 0', async () => {
    expect(await run(VERIFY, env)).toEqual({
      code: 0,
      errors: '',
      output: '4 rows in 3 chains were read.\nThe audit log is whole.\n',
    });
  });

  test('exits with 1 at the first break, and names the chain, the row and the problem', async () => {
    await db.pool.query(
      "alter table audit_log disable trigger user; update audit_log set object = 'x' where chain = 7 and seq = 2",
    );
    const { code, output } = await run(VERIFY, env);
    await db.pool.query("update audit_log set object = '' where chain = 7 and seq = 2");
    expect(code).toBe(1);
    expect(output).toContain('The audit log is broken: the chain of user 7, row 2: row changed.');
    expect((await run(VERIFY, env)).code).toBe(0);
  });

  test('creates neither a missing database nor a missing key', async () => {
    const nowhere = join(dataDir, 'nowhere');
    expect(await run(VERIFY, { DATA_DIR: nowhere })).toEqual({
      code: 1,
      output: '',
      errors: `there is no database in ${nowhere}\n`,
    });
    expect(existsSync(nowhere)).toBe(false);
    const { MASTER_KEY: _, ...keyless } = env;
    expect(await run(VERIFY, keyless)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`there is no master key in ${dataDir}`),
    });
    expect(existsSync(join(dataDir, 'master.key'))).toBe(false);
  });

  test('rejects a database of another version', async () => {
    const url = new URL(db.connectionString);
    url.pathname = '/postgres';
    expect(await run(VERIFY, { ...env, DATABASE_URL: url.toString() })).toMatchObject({
      code: 1,
      errors: 'the database is not of this version: run `npm run migrate` first\n',
    });
  });
});
