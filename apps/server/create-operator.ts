/**
 * `npm run create-operator`: adds an operator to the database that the settings name, while it runs or not, and writes it down
 * in the audit log as an act of the platform: nobody is logged in. Name and password are asked on the terminal, or taken from
 * OPERATOR_USERNAME and OPERATOR_PASSWORD; never from the command line, which others of the machine can read.
 */
import type { z } from 'zod';
import type { AuditEntry } from '#features/audit/server/verbs.ts';
import { Username } from '#features/users/contract.ts';
import { Password } from '#features/users/password-fields.ts';
import { userTexts } from '#features/users/words.ts';
import { systemClock } from '#foundation/core/clock.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Words } from '#foundation/core/words.ts';
import { CommandError, runCommand, say } from '#foundation/server/command.ts';
import { createLog } from '#foundation/server/log.ts';
import { readSettings } from '#foundation/server/settings.ts';
import { Terminal } from '#foundation/server/terminal.ts';
import { openMigrated } from './process.ts';
import { composeVerbs } from './verbs.ts';

/** The platform's own: nobody is logged in. */
const act = { userId: null, memberNo: null, action: 'operator_added', ip: null, device: 'create-operator' } as const satisfies Omit<AuditEntry, 'at'>;

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
      await verbs.users.addUser(tx, { role: 'operator', memberNo: null, username, nickname: username, passwordHash, createdAt: at });
      await verbs.audit.record(tx, { ...act, object: username, at });
    });
    say(`Operator ${username} may log in now.`);
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
      username: checked(Username, 'username', username ?? (await terminal.ask('Username: '))),
      password: checked(Password, 'password', password ?? (await askTwice(terminal))),
    };
  } finally {
    terminal.close();
  }
}

function checked(schema: z.ZodType<string>, what: string, text: string): string {
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  const phrase = (userTexts as Words)[parsed.error.issues[0]?.message ?? ''];
  throw new CommandError(`This ${what} can't be used.${phrase ? ` ${formatPhrase(phrase, 'en')}.` : ''}`);
}

async function askTwice(terminal: Terminal): Promise<string> {
  const password = await terminal.ask('Password: ', { hidden: true });
  // What is piped in has no fingers that slip.
  if (process.stdin.isTTY && (await terminal.ask('The same once more: ', { hidden: true })) !== password) throw new CommandError('The two passwords differ.');
  return password;
}
