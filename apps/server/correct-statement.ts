/**
 * `npm run correct-statement -- --member 10000002 --from 2026-11-20 --reason "…"`: after a database administrator has
 * corrected a member's books for a closed day, adds a new version of that day of the statement and of the closed days
 * after it. The old versions stay.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { correctDays, NotClosed } from '#features/statements/server/correcting.ts';
import { migrationsFolder } from '#database/migrations-folder.ts';
import { systemClock } from '#foundation/core/clock.ts';
import { Day, MemberNo } from '#foundation/core/wire.ts';
import { CommandError, printLine, runCommand } from '#foundation/server/process/command.ts';
import { createLog } from '#foundation/server/process/log.ts';
import { readSettings } from '#foundation/server/process/settings.ts';
import { isMigrated } from '#foundation/server/postgres/migrate.ts';
import { openSettingsDatabase } from '#foundation/server/postgres/settings-database.ts';

const Wanted = z.object({ member: MemberNo, from: Day, reason: z.string().trim().min(1) });

await runCommand(
  async (options) => {
    const wanted = Wanted.safeParse(options);
    if (!wanted.success)
      throw new CommandError('give --member (eight digits), --from (a closed day, YYYY-MM-DD) and --reason');
    const { member: memberNo, from, reason } = wanted.data;
    const settings = readSettings(process.env);
    if (settings.databaseUrl === undefined && !existsSync(join(settings.dataDir, 'postgres')))
      throw new CommandError(`there is no database in ${settings.dataDir}`);
    const { db, close } = await openSettingsDatabase(settings, createLog('error'));
    try {
      if (!(await isMigrated(db.pool, migrationsFolder).catch(() => false)))
        throw new CommandError('the database is not of this version: run `npm run migrate` first');
      const platform = platformVerbs({ db, clock: systemClock });
      const { currency } = await platform.settings();
      const days = await correctDays({ db, clock: systemClock, platform }, { memberNo, currency }, { from, reason });
      printLine(`${days} days of member ${memberNo} have a new version, from ${from} on.`);
    } catch (error) {
      throw error instanceof NotClosed ? new CommandError(error.message) : error;
    } finally {
      await close();
    }
  },
  { member: { type: 'string' }, from: { type: 'string' }, reason: { type: 'string' } },
);
