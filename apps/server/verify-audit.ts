/**
 * `npm run verify-audit`: checks the chains of the audit log in the database that the settings name, also while the
 * server runs. Exits with 1 at the first break, and names the chain, the row and what is wrong with it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkAudit, describeBreak } from '#features/audit/server/verify.ts';
import { migrationsFolder } from '#database/migrations-folder.ts';
import { CommandError, runCommand, printLine } from '#foundation/server/process/command.ts';
import { createLog } from '#foundation/server/process/log.ts';
import { masterKeysOf } from '#foundation/server/secrets/master-key-files.ts';
import { readSealer } from '#foundation/server/secrets/master-keys.ts';
import { isMigrated } from '#foundation/server/postgres/migrate.ts';
import { openSettingsDatabase } from '#foundation/server/postgres/settings-database.ts';
import { readSettings } from '#foundation/server/process/settings.ts';

await runCommand(async () => {
  const settings = readSettings(process.env);
  if (settings.databaseUrl === undefined && !existsSync(join(settings.dataDir, 'postgres')))
    throw new CommandError(`there is no database in ${settings.dataDir}`);
  if (settings.masterKey === undefined && !existsSync(join(settings.dataDir, 'master.key')))
    throw new CommandError(
      `there is no master key in ${settings.dataDir}: without the key of the installation no row can be checked`,
    );
  const { db, close } = await openSettingsDatabase(settings, createLog('error'));
  try {
    if (!(await isMigrated(db.pool, migrationsFolder).catch(() => false)))
      throw new CommandError('the database is not of this version: run `npm run migrate` first');
    const { chains, rows, broken } = await checkAudit(db, await readSealer(db.kysely, await masterKeysOf(settings)));
    printLine(`${rows.toLocaleString('en')} rows in ${chains.toLocaleString('en')} chains were read.`);
    if (broken) printLine(`The audit log is broken: ${describeBreak(broken)}.`);
    else printLine('The audit log is whole.');
    return broken ? 1 : 0;
  } finally {
    await close();
  }
}, {});
