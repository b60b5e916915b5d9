/**
 * `npm run rotate-key`: replaces the master key, and reseals what was sealed with the previous one. The change itself
 * is one moment, in which no other process may use the database. Resealing can take long, be stopped at any row and run
 * again; the server can run meanwhile if it has both keys. `--new` generates the new key, if the key is in the data
 * folder.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resealEnds } from '#features/audit/server/resealing.ts';
import { updatePepperMarks } from '#features/accounts/server/resealing.ts';
import { CommandError, runCommand, printLine } from '#foundation/server/process/command.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { drawMasterKey, masterKeysOf, putPreviousAside } from '#foundation/server/secrets/master-key-files.ts';
import {
  exchangeMasterKey,
  finishExchange,
  type MasterKeys,
  openSealer,
  refuseOthers,
} from '#foundation/server/secrets/master-keys.ts';
import { type Resealed, resealColumn } from '#foundation/server/secrets/resealing.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import type { Settings } from '#foundation/server/process/settings.ts';
import { withDatabase } from './with-database.ts';
import { retainedPurposes, sealedColumns } from './sealed-columns.ts';

/** How long the connections of a process that just ended can take to close. */
const MAX_WAIT_MS = 2_000;

await runCommand(
  ({ new: draws }) =>
    withDatabase(
      (db, settings) => rotate(db, settings, draws),
      (settings) => needsKeys(settings, draws),
    ),
  { new: { type: 'boolean', default: false } },
);

function needsKeys({ masterKey, dataDir }: Settings, draws: boolean): void {
  if (masterKey === undefined && !existsSync(join(dataDir, 'master.key')))
    throw new CommandError(`there is no master key in ${dataDir}: give both as MASTER_KEY and MASTER_KEY_PREVIOUS`);
  if (masterKey !== undefined && draws)
    throw new CommandError(
      '--new draws a key in the data folder; as MASTER_KEY is set, draw one yourself and give the one before as MASTER_KEY_PREVIOUS',
    );
}

/** Returns the exit code. */
async function rotate(db: Database, settings: Settings, draws: boolean): Promise<number> {
  const keys = await keysFor(db, settings, draws);
  if (keys.previous) await exchange(db, { ...keys, previous: keys.previous });
  const sealer = await openSealer(db, keys, sealedColumns);
  const { resealed, unreadable } = await resealAll(db, sealer);
  const isNew = await finishExchange(db, sealer, new Date());
  const aside = settings.masterKey === undefined ? await putPreviousAside(settings.dataDir) : undefined;
  for (const place of unreadable) printLine(`Neither key opens ${place}: it stays as it was.`);
  if (resealed === 0 && !isNew) printLine('Nothing to do: everything is sealed with the master key.');
  else
    printLine(
      'Done: nothing needs the previous key any more. Remove MASTER_KEY_PREVIOUS; keep that key as long as you keep backups that need it.',
    );
  if (aside !== undefined) printLine(`The previous key is in ${aside}.`);
  return unreadable.length === 0 ? 0 : 1;
}

async function keysFor(db: Database, settings: Settings, draws: boolean): Promise<MasterKeys> {
  const keys = await masterKeysOf(settings);
  // A rotation that was started before continues with its own two keys.
  if (!draws || keys.previous) return keys;
  // Before any file changes: running processes know only the current key, and it must be the database's.
  await refuseOthers(db, MAX_WAIT_MS);
  await openSealer(db, keys, sealedColumns);
  await drawMasterKey(settings.dataDir);
  return masterKeysOf(settings);
}

async function exchange(db: Database, keys: MasterKeys & { previous: Buffer }): Promise<void> {
  const deal = {
    columns: sealedColumns,
    retainedPurposes,
    now: new Date(),
    alongside: updatePepperMarks,
    maxWaitMs: MAX_WAIT_MS,
  };
  if (await exchangeMasterKey(db, keys, deal)) printLine('The key was changed. The server can start with both keys.');
  else printLine('The key was changed before.');
}

/** Repeats until a pass finds nothing, which proves that nothing is left. */
async function resealAll(db: Database, sealer: Sealer): Promise<{ resealed: number; unreadable: string[] }> {
  let resealed = 0;
  for (;;) {
    const unreadable: string[] = [];
    let found = 0;
    for (const [name, work] of steps(db, sealer)) {
      const done = await work();
      if (done.read > 0)
        printLine(
          `${name.padEnd(36)} ${done.read.toLocaleString('en').padStart(10)} read ${done.resealed.toLocaleString('en').padStart(10)} resealed`,
        );
      found += done.resealed;
      unreadable.push(...done.unreadable.map((row) => `${name} of ${row}`));
    }
    resealed += found;
    if (found === 0) return { resealed, unreadable };
    printLine('Checking that nothing is left:');
  }
}

function steps(db: Database, sealer: Sealer): [name: string, work: () => Promise<Resealed>][] {
  return [
    ...sealedColumns.map((column): [string, () => Promise<Resealed>] => [
      `${column.table}.${column.column}`,
      () => resealColumn(db, sealer, column),
    ]),
    ['audit_heads.seal', () => resealEnds(db, sealer)],
  ];
}
