/**
 * `npm run create-operator`: adds an operator to the database that the settings name, also while the server runs, and
 * records it in the audit log as an act of the platform, since no user is logged in. Name and password are read from
 * the terminal, or from OPERATOR_USERNAME and OPERATOR_PASSWORD; never from the command line, which other users of the
 * machine can read.
 */
import type { AuditAction } from '#features/audit-actions.ts';
import type { AuditEntry } from '#features/audit/server/verbs.ts';
import { systemClock } from '#foundation/core/clock.ts';
import { CommandError, runCommand, printLine } from '#foundation/server/process/command.ts';
import { createLog } from '#foundation/server/process/log.ts';
import { readSettings } from '#foundation/server/process/settings.ts';
import { Terminal } from '#foundation/server/process/terminal.ts';
import { promptTwice, checkedPassword, checkedUsername } from './operator-prompts.ts';
import { openMigrated } from './process.ts';
import { composeVerbs } from './verbs.ts';

/** An act of the platform, since no user is logged in. */
const act = {
  userId: null,
  memberNo: null,
  action: 'operator_added' satisfies AuditAction,
  ip: null,
  device: 'create-operator',
} as const satisfies Omit<AuditEntry, 'at'>;

await runCommand(async () => {
  const settings = readSettings(process.env);
  const { username, password } = await credentials();
  const log = createLog('error');
  const { db, sealer, close } = await openMigrated(settings, log);
  const verbs = composeVerbs({ settings, db, clock: systemClock, log, sealer, publish: () => undefined });
  try {
    const passwordHash = await verbs.users.hashPassword(password);
    const at = systemClock.now();
    await db.transaction(async (tx) => {
      await verbs.users.addUser(tx, {
        role: 'operator',
        memberNo: null,
        username,
        nickname: username,
        passwordHash,
        createdAt: at,
      });
      await verbs.audit.record(tx, { ...act, object: username, at });
    });
    printLine(`Operator ${username} can log in now.`);
  } catch (error) {
    throw error instanceof Error && error.message.endsWith('username_taken')
      ? new CommandError(`There is a user ${username} already: choose another name.`)
      : error;
  } finally {
    await verbs.outgoing.close();
    await close();
  }
}, {});

async function credentials(): Promise<{ username: string; password: string }> {
  const { OPERATOR_USERNAME: username, OPERATOR_PASSWORD: password } = process.env;
  const terminal = new Terminal();
  try {
    return {
      username: checkedUsername(username ?? (await terminal.prompt('Username: '))),
      password: checkedPassword(password ?? (await promptTwice(terminal))),
    };
  } finally {
    terminal.close();
  }
}
