/**
 * `npm run verify-books`: checks every promise about money in the database that the settings name, also while the
 * server runs, one line per check. Exits with 1 at the first broken one, and names whose books, which journal and which
 * figures. `--lift` lifts the stop of payouts that the checking job has set, if everything is right.
 */
import { clearingChecks } from '#features/reconciliation/server/matching/checks.ts';
import { agentChecks } from '#features/agents/server/projection/checks.ts';
import { liftBooksStop, selectBooksWrong } from '#features/ledger/server/books-job.ts';
import { checkBooks, describeViolation, type Finding } from '#features/ledger/server/checking.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { statementChecks } from '#features/statements/server/checks.ts';
import { systemClock } from '#foundation/core/clock.ts';
import { printLine, runCommand } from '#foundation/server/process/command.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { withDatabase } from './with-database.ts';

await runCommand(({ lift }) => withDatabase((db) => verify(db, lift)), { lift: { type: 'boolean', default: false } });

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
  const stop = await selectBooksWrong(db);
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
