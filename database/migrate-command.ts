/**
 * `npm run migrate`: migrates the database from the settings to this version, creates monthly partitions, and reports
 * what it did. `--serve-as ROLE` grants another role of DATABASE_URL's server exactly the rights that the product
 * needs.
 */
import { runCommand, printLine } from '#foundation/server/process/command.ts';
import { createLog } from '#foundation/server/process/log.ts';
import { migrateQueue } from '#foundation/server/jobs/queue.ts';
import { migrate } from '#foundation/server/postgres/migrate.ts';
import { ensurePartitions } from '#foundation/server/postgres/partitions.ts';
import { openSettingsDatabase } from '#foundation/server/postgres/settings-database.ts';
import { readSettings } from '#foundation/server/process/settings.ts';
import { migrationsFolder } from './migrations-folder.ts';

await runCommand(
  async ({ 'serve-as': serveAs }) => {
    const log = createLog('error');
    const { db, asOwner, close } = await openSettingsDatabase(readSettings(process.env), log);
    try {
      const applied = await asOwner(async (owner, servingRole) => {
        const role = serveAs === '' ? servingRole : serveAs;
        const names = await migrate(owner.pool, migrationsFolder, log, role);
        await migrateQueue(owner.pool, role);
        return names;
      });
      for (const name of applied) printLine(`applied ${name}`);
      const partitions = await ensurePartitions(db.pool, new Date());
      if (serveAs !== '') printLine(`The server can now run as ${serveAs}: use that role in DATABASE_URL.`);
      printLine(
        applied.length === 0 && partitions === 0
          ? 'Nothing to do: the database is up to date.'
          : `Done: ${applied.length} migrations applied, ${partitions} partitions created.`,
      );
    } finally {
      await close();
    }
  },
  { 'serve-as': { type: 'string', default: '' } },
);
