import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { refuseUnsafeDurability, UnsafeDurabilityError } from './durability.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { EmbeddedTestFolder } from '#foundation/server/embedded-postgres/embedded-for-tests.ts';
import { testDatabase, type TestDatabase } from './database-for-tests.ts';

const folder = new EmbeddedTestFolder();
let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase({ size: 2 });
});
afterAll(() => db.close());

async function withPool<T>(connectionString: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ connectionString, log: silentLog, size: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Returns the refusal that the next process would get. */
async function refusal(connectionString: string): Promise<string | undefined> {
  return withPool(connectionString, async ({ pool }) => {
    try {
      await refuseUnsafeDurability(pool);
      return undefined;
    } catch (error) {
      if (error instanceof UnsafeDurabilityError) return error.message;
      throw error;
    }
  });
}

async function setForDatabase(setting: string): Promise<void> {
  const name = new URL(db.connectionString).pathname.slice(1);
  await withPool(db.connectionString, ({ pool }) => pool.query(`alter database ${name} ${setting}`));
}

describe('a database that may lose what it acknowledged is refused', () => {
  test('when synchronous_commit is off for it, and not when it only waits for fewer copies', async () => {
    expect(await refusal(db.connectionString)).toBeUndefined();
    await setForDatabase('set synchronous_commit = off');
    expect(await refusal(db.connectionString)).toBe(
      'the database may lose what it acknowledged: switch synchronous_commit on',
    );
    await setForDatabase('set synchronous_commit = local');
    expect(await refusal(db.connectionString)).toBeUndefined();
    await setForDatabase('reset synchronous_commit');
  });

  test.each(['fsync', 'full_page_writes'])('when %s is off for the server', async (setting) => {
    const server = await folder.start({ settings: { [setting]: 'off' } });
    expect(await refusal(server.connectionString)).toBe(
      `the database may lose what it acknowledged: switch ${setting} on`,
    );
  });

  test('with all three reported at once, and our own server is accepted', async () => {
    const unsafe = await folder.start({
      settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
    });
    expect(await refusal(unsafe.connectionString)).toMatch(
      /^the database may lose what it acknowledged: switch (?=.*fsync)(?=.*full_page_writes)(?=.*synchronous_commit).+ on$/,
    );
    await unsafe.stop();
    expect(await refusal((await folder.start()).connectionString)).toBeUndefined();
  });
});
