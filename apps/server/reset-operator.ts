/**
 * `npm run reset-operator`: resets an operator's credentials in the database that the settings name, also while the
 * server runs: the password, the second factors (authenticator, recovery codes, bound number), or reenables a disabled
 * operator. For an operator whom no two others can help. Its acts are recorded in the audit log as acts of the
 * platform. All of the operator's sessions end, and the operator cannot confirm anything for a day. Name, what to reset
 * and password are read from the terminal, or from OPERATOR_USERNAME, OPERATOR_RESET and OPERATOR_PASSWORD; never from
 * the command line, which other users of the machine can read.
 */
import type { AuditEntry } from '#features/audit/server/verbs.ts';
import { userTexts } from '#features/accounts/words.ts';
import { systemClock } from '#foundation/core/clock.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { typedLogin } from '#foundation/core/typed-text.ts';
import { CommandError, runCommand, printLine } from '#foundation/server/process/command.ts';
import { createLog } from '#foundation/server/process/log.ts';
import { readSettings } from '#foundation/server/process/settings.ts';
import { Terminal } from '#foundation/server/process/terminal.ts';
import { promptTwice, checkedPassword } from './operator-prompts.ts';
import { openMigrated } from './process.ts';
import { composeVerbs } from './verbs.ts';

const parts = ['password', 'factor', 'enable'] as const;
type Part = (typeof parts)[number];

interface Wanted {
  username: string;
  reset: readonly Part[];
  password: string | undefined;
}

/** An act of the platform, since no user is logged in. */
const act = {
  userId: null,
  memberNo: null,
  action: 'operator_reset',
  ip: null,
  device: 'reset-operator',
} as const satisfies Omit<AuditEntry, 'at'>;

const done: Readonly<Record<Part, string>> = {
  password: 'has a new password',
  factor: 'has no second factor any more',
  enable: 'is enabled',
};

await runCommand(async () => {
  const settings = readSettings(process.env);
  const { username, reset, password } = await wanted();
  const log = createLog('error');
  const { db, sealer, close } = await openMigrated(settings, log);
  const { users, audit, outgoing } = composeVerbs({
    settings,
    db,
    clock: systemClock,
    log,
    sealer,
    publish: () => undefined,
  });
  try {
    const passwordHash = password === undefined ? undefined : await users.hashPassword(password);
    const at = systemClock.now();
    await db.transaction(async (tx) => {
      const found = await users.resetOperator(tx, {
        username,
        passwordHash,
        factor: reset.includes('factor'),
        enable: reset.includes('enable'),
        at,
      });
      if (!found)
        throw new CommandError(`${formatPhrase(userTexts.username_unknown, 'en')}: there is no operator ${username}.`);
      await audit.record(tx, { ...act, object: `${found.username} ${reset.join(' ')}`, at });
    });
    for (const part of reset) printLine(`Operator ${username} ${done[part]}.`);
    printLine('All sessions of this operator have ended, and this operator cannot confirm proposals for 24 hours.');
  } finally {
    await outgoing.close();
    await close();
  }
}, {});

async function wanted(): Promise<Wanted> {
  const { OPERATOR_USERNAME: username, OPERATOR_RESET: what, OPERATOR_PASSWORD: password } = process.env;
  const terminal = new Terminal();
  try {
    const name = typedLogin(username ?? (await terminal.prompt('Username: ')));
    const reset = partsOf(what ?? (await terminal.prompt(`What to reset (${parts.join(', ')}): `)));
    const isPassword = reset.includes('password');
    return {
      username: name,
      reset,
      password: isPassword ? checkedPassword(password ?? (await promptTwice(terminal))) : undefined,
    };
  } finally {
    terminal.close();
  }
}

function partsOf(text: string): readonly Part[] {
  const named = text.split(/[\s,]+/).filter((word) => word !== '');
  const unknown = named.find((word) => !parts.some((part) => part === word));
  if (unknown !== undefined || named.length === 0)
    throw new CommandError(`Say what to reset: one or more of ${parts.join(', ')}.`);
  return parts.filter((part) => named.includes(part));
}
