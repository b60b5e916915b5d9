/**
 * `npm run create-operator`: adds an operator to the database that the settings name, while it runs or not. Name and password
 * are asked on the terminal, or taken from OPERATOR_USERNAME and OPERATOR_PASSWORD; never from the command line, which others
 * of the machine can read.
 */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { z } from 'zod';
import { Password, Username } from '#features/users/contract.ts';
import { userTexts } from '#features/users/words.ts';
import { systemClock } from '#foundation/core/clock.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Words } from '#foundation/core/words.ts';
import { CommandError, runCommand, say } from '#foundation/server/command.ts';
import { createLog } from '#foundation/server/log.ts';
import { masterKeyOf, readSettings } from '#foundation/server/settings.ts';
import { openMigrated } from './process.ts';
import { composeVerbs } from './verbs.ts';

await runCommand(async () => {
  const settings = readSettings(process.env);
  const log = createLog('error');
  const username = checked(Username, 'username', process.env['OPERATOR_USERNAME'] ?? (await ask('Username: ')));
  const password = checked(Password, 'password', process.env['OPERATOR_PASSWORD'] ?? (await askTwice()));
  const { db, close } = await openMigrated(settings, log);
  const verbs = composeVerbs({ settings, db, clock: systemClock, log, masterKey: await masterKeyOf(settings), publish: () => undefined });
  try {
    const passwordHash = await verbs.users.hashPassword(password);
    await db.transaction((tx) => verbs.users.addUser(tx, { role: 'operator', memberNo: null, username, nickname: username, passwordHash, createdAt: systemClock.now() }));
    say(`Operator ${username} may log in now.`);
  } catch (error) {
    throw error instanceof Error && error.message.endsWith('username_taken') ? new CommandError(`There is a user ${username} already: choose another name.`) : error;
  } finally {
    await verbs.outgoing.close();
    await close();
  }
}, {});

function checked(schema: z.ZodType<string>, what: string, text: string): string {
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  const phrase = (userTexts as Words)[parsed.error.issues[0]?.message ?? ''];
  throw new CommandError(`This ${what} can't be used.${phrase ? ` ${formatPhrase(phrase, 'en')}.` : ''}`);
}

async function askTwice(): Promise<string> {
  const password = await ask('Password: ', true);
  // What is piped in has no fingers that slip.
  if (process.stdin.isTTY && (await ask('The same once more: ', true)) !== password) throw new CommandError('The two passwords differ.');
  return password;
}

/** One line of the terminal, or of what is piped in; what is hidden is not shown while it is typed. */
async function ask(question: string, hidden = false): Promise<string> {
  process.stderr.write(question);
  const echo = new Writable({ write: (chunk, _encoding, done) => (hidden ? done() : process.stderr.write(chunk as Uint8Array, () => done())) });
  const lines = createInterface({ input: process.stdin, output: echo, terminal: process.stdin.isTTY });
  try {
    const line = await new Promise<string | undefined>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(undefined));
      lines.once('SIGINT', () => resolve(undefined));
    });
    if (line === undefined) throw new CommandError('\nNothing was done.');
    return line;
  } finally {
    lines.close();
    if (hidden) process.stderr.write('\n');
  }
}
