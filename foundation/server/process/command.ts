/**
 * What the commands of the terminal have in common: their options, their words, their end. A known mistake is told in
 * one line.
 */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UnsafeDurabilityError } from '#foundation/server/postgres/durability.ts';
import { EmbeddedPostgresError } from '#foundation/server/embedded-postgres/embedded-postgres.ts';
import { MasterKeyError } from '#foundation/server/secrets/master-keys.ts';
import { SettingsError } from './settings.ts';

/** A wish that can't be fulfilled, in words for the person at the terminal. */
export class CommandError extends Error {
  override name = 'CommandError';
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Taken extends Options> = ReturnType<typeof parseArgs<{ options: Taken }>>['values'];

/** Sets the exit code: what `work` answers, 0 for nothing, 1 for what it throws. */
export async function runCommand<const Taken extends Options>(
  work: (options: Values<Taken>) => Promise<number | undefined | void>,
  options: Taken,
): Promise<void> {
  try {
    process.exitCode = (await work(parseArgs({ options }).values)) ?? 0;
  } catch (error) {
    process.stderr.write(`${failureText(error)}\n`);
    process.exitCode = 1;
  }
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/**
 * Our own words are enough, and so are those of the machine and of PostgreSQL for what is refused; of anything else the
 * place is told too.
 */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = [CommandError, SettingsError, MasterKeyError, EmbeddedPostgresError, UnsafeDurabilityError].some(
    (one) => error instanceof one,
  );
  const code = 'code' in error ? String(error.code) : '';
  // Of a name with several addresses: one error for each, and none of its own.
  if (refusals.has(code) && error instanceof AggregateError)
    return error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ');
  return known || code.startsWith('ERR_PARSE_ARGS_') || refusals.has(code)
    ? error.message
    : (error.stack ?? error.message);
}

/**
 * Settings that only using them can show to be wrong: a port, a host, a folder; by PostgreSQL's codes a user, a
 * password, a database.
 */
const refusals: ReadonlySet<string> = new Set(
  'EADDRINUSE EADDRNOTAVAIL ECONNREFUSED EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ETIMEDOUT EACCES EROFS 28000 28P01 3D000'.split(
    ' ',
  ),
);
