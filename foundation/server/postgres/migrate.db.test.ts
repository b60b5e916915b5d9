import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrationsFolder } from '#database/migrations-folder.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { isMigrated, migrate } from './migrate.ts';
import { testDatabase, type TestDatabase } from './database-for-tests.ts';

let db: TestDatabase;
let folder: URL;
beforeEach(async () => {
  db = await testDatabase({ size: 3 });
  folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'migrations-'))}/`);
});
afterEach(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string): Promise<void> => writeFile(new URL(name, folder), text);
const migrateNow = (): Promise<string[]> => migrate(db.pool, folder, silentLog);

describe('isMigrated', () => {
  test('is true for a database that has every file of the folder', async () => {
    expect(await isMigrated(db.pool, migrationsFolder)).toBe(true);
  });

  test('is false while one file is not applied, the last or one in between', async () => {
    const { rows } = await db.pool.query<{ name: string }>('select name from migrations order by name');
    for (const name of [rows.at(0)?.name, rows.at(10)?.name, rows.at(-1)?.name]) {
      const { rows: taken } = await db.pool.query<{ checksum: string }>(
        'delete from migrations where name = $1 returning checksum',
        [name],
      );
      expect(await isMigrated(db.pool, migrationsFolder)).toBe(false);
      await db.pool.query('insert into migrations (name, checksum) values ($1, $2)', [name, taken[0]?.checksum]);
    }
    expect(await isMigrated(db.pool, migrationsFolder)).toBe(true);
  });

  test('is true for a database that is ahead, so that the old process stays ready during an update', async () => {
    await db.pool.query(`insert into migrations (name, checksum) values ('9999-of-a-newer-version.sql', 'x')`);
    expect(await isMigrated(db.pool, migrationsFolder)).toBe(true);
  });

  test('turns true with the migration, and not when it fails', async () => {
    await write('0001-first.sql', 'create table first (id int)');
    expect(await isMigrated(db.pool, folder)).toBe(false);
    expect(await migrateNow()).toEqual(['0001-first.sql']);
    expect(await isMigrated(db.pool, folder)).toBe(true);

    await write('0002-broken.sql', 'create table second (id int); select 1 / 0');
    await expect(migrateNow()).rejects.toThrow('migration 0002-broken.sql failed');
    expect(await isMigrated(db.pool, folder)).toBe(false);
    expect((await db.pool.query(`select to_regclass('second') as second`)).rows).toEqual([{ second: null }]);
  });

  test('rejects when no migration ever ran', async () => {
    await db.pool.query('drop table migrations');
    await expect(isMigrated(db.pool, migrationsFolder)).rejects.toThrow('relation "migrations" does not exist');
  });
});

describe('migrate', () => {
  test('applies each file once and in order, also when two processes start together', async () => {
    await write('0002-second.sql', 'insert into steps values (2)');
    await write('0001-first.sql', 'create table steps (step int); select pg_sleep(0.2)');
    await write('readme.txt', 'not a migration');
    const applied = await Promise.all([migrateNow(), migrateNow()]);
    expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([[], ['0001-first.sql', '0002-second.sql']]);
    expect((await db.pool.query('select step from steps')).rows).toEqual([{ step: 2 }]);
    expect(await migrateNow()).toEqual([]);
  });

  test('refuses a file that changed after it was applied', async () => {
    await write('0001-first.sql', 'create table first (id int)');
    await migrateNow();
    await write('0001-first.sql', 'create table first (id bigint)');
    await expect(migrateNow()).rejects.toThrow('migration 0001-first.sql was changed after it had been applied');
  });
});
