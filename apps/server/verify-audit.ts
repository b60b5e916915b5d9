/**
 * `npm run verify-audit`: checks the chains of the audit log in the database that the settings name, also while the
 * server runs. Exits with 1 at the first break, and names the chain, the row and what is wrong with it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkAudit, describeBreak } from '#features/audit/server/verify.ts';
import { CommandError, runCommand, printLine } from '#foundation/server/process/command.ts';
import { masterKeysOf } from '#foundation/server/secrets/master-key-files.ts';
import { readSealer } from '#foundation/server/secrets/master-keys.ts';
import type { Settings } from '#foundation/server/process/settings.ts';
import { withDatabase } from './with-database.ts';

await runCommand(
  () =>
    withDatabase(async (db, settings) => {
      const { chains, rows, broken } = await checkAudit(db, await readSealer(db, await masterKeysOf(settings)));
      printLine(`${rows.toLocaleString('en')} rows in ${chains.toLocaleString('en')} chains were read.`);
      if (broken) printLine(`The audit log is broken: ${describeBreak(broken)}.`);
      else printLine('The audit log is whole.');
      return broken ? 1 : 0;
    }, needsMasterKey),
  {},
);

function needsMasterKey({ masterKey, dataDir }: Settings): void {
  if (masterKey === undefined && !existsSync(join(dataDir, 'master.key')))
    throw new CommandError(
      `there is no master key in ${dataDir}: without the key of the installation no row can be checked`,
    );
}
