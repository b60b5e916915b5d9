/** The database that the settings name, for a command in a terminal. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFolder } from '#database/migrations-folder.ts';
import { CommandError } from '#foundation/server/process/command.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { createLog } from '#foundation/server/process/log.ts';
import { isMigrated } from '#foundation/server/postgres/migrate.ts';
import { openSettingsDatabase } from '#foundation/server/postgres/settings-database.ts';
import { readSettings, type Settings } from '#foundation/server/process/settings.ts';

/** Makes no database, and works with none of another version. `check` throws before one is opened. Closes it at the end. */
export async function withDatabase<Result>(
  work: (db: Database, settings: Settings) => Promise<Result>,
  check: (settings: Settings) => void = () => undefined,
): Promise<Result> {
  const settings = readSettings(process.env);
  if (settings.databaseUrl === undefined && !existsSync(join(settings.dataDir, 'postgres')))
    throw new CommandError(`there is no database in ${settings.dataDir}`);
  check(settings);
  const { db, close } = await openSettingsDatabase(settings, createLog('error'));
  try {
    if (!(await isMigrated(db.pool, migrationsFolder).catch(() => false)))
      throw new CommandError('the database is not of this version: run `npm run migrate` first');
    return await work(db, settings);
  } finally {
    await close();
  }
}
