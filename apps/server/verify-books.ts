/**
 * `npm run verify-books`: checks every promise about money in the database that the settings name, also while the
 * server runs, one line per check. Exits with 1 at the first broken one, and names whose books, which journal and which
 * figures. `--lift` lifts the stop of payouts that the checking job has set, if everything is right.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clearingChecks } from '#features/reconciliation/server/matching/checks.ts';
import { agentChecks } from '#features/agents/server/projection/checks.ts';
import { liftBooksStop, selectBooksWrong } from '#features/ledger/server/books-job.ts';
import { checkBooks, describeViolation, type Finding } from '#features/ledger/server/checking.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { statementChecks } from '#features/statements/server/checks.ts';
import { migrationsFolder } from '#database/migrations-folder.ts';
import { systemClock } from '#foundation/core/clock.ts';
import { CommandError, runCommand, printLine } from '#foundation/server/process/command.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { createLog } from '#foundation/server/process/log.ts';
import { isMigrated } from '#foundation/server/postgres/migrate.ts';
import { openSettingsDatabase } from '#foundation/server/postgres/settings-database.ts';
import { readSettings } from '#foundation/server/process/settings.ts';

await runCommand(
  async ({ lift }) => {
    const settings = readSettings(process.env);
    if (settings.databaseUrl === undefined && !existsSync(join(settings.dataDir, 'postgres')))
      throw new CommandError(`there is no database in ${settings.dataDir}`);
    const { db, close } = await openSettingsDatabase(settings, createLog('error'));
    try {
      if (!(await isMigrated(db.pool, migrationsFolder).catch(() => false)))
        throw new CommandError('the database is not of this version: run `npm run migrate` first');
      return await verify(db, lift);
    } finally {
      await close();
    }
  },
  { lift: { type: 'boolean', default: false } },
);

/** Returns the exit code. */
async function verify(db: Database, lift: boolean): Promise<number> {
  const found = await checkBooks(db, {
    more: [...agentChecks, ...statementChecks, ...clearingChecks],
    until: 'first',
    onChecked: ({ check: { promise, over }, violations }, looked) =>
      printLine(
        `${violations.length === 0 ? 'right' : 'WRONG'}  ${looked.toLocaleString('en').padStart(14)} ${over.padEnd(20)} ${promise}`,
      ),
  });
  if (found[0]) return report(found[0]);
  const stop = await selectBooksWrong(db.kysely);
  if (stop && lift) await liftBooksStop({ db, platform: platformVerbs({ db, clock: systemClock }) });
  printLine('The books are right.');
  if (stop)
    printLine(
      lift
        ? `Payouts may go on; they were stopped at ${stop.foundAt} because of ${stop.violation}`
        : `Payouts are still stopped since ${stop.foundAt} (${stop.violation}); \`npm run verify-books -- --lift\` lets them go on.`,
    );
  return 0;
}

function report({ check, violations }: Finding): number {
  printLine(`\nThe books are wrong: it does not hold that ${check.promise}. Figures are minor units.`);
  for (const violation of violations) printLine(`  ${describeViolation(violation)}`);
  return 1;
}
