/** What the terminal commands share: their options, their output, their exit. A known error is reported in one line. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UnsafeDurabilityError } from '#foundation/server/postgres/durability.ts';
import { EmbeddedPostgresError } from '#foundation/server/embedded-postgres/embedded-postgres.ts';
import { MasterKeyError } from '#foundation/server/secrets/master-keys.ts';
import { SettingsError } from './settings.ts';

/** A request that can't be fulfilled, in words for the person at the terminal. */
export class CommandError extends Error {
  override name = 'CommandError';
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Taken extends Options> = ReturnType<typeof parseArgs<{ options: Taken }>>['values'];

/** Sets the exit code: the result of `work`, 0 for none, 1 if it throws. */
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

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/**
 * Returns the message alone for our own errors and for refusals by the machine or PostgreSQL. Adds the stack for any
 * other error.
 */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = [CommandError, SettingsError, MasterKeyError, EmbeddedPostgresError, UnsafeDurabilityError].some(
    (one) => error instanceof one,
  );
  const code = 'code' in error ? String(error.code) : '';
  // A name with several addresses has one error for each and no own error.
  if (refusals.has(code) && error instanceof AggregateError)
    return error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ');
  return known || code.startsWith('ERR_PARSE_ARGS_') || refusals.has(code)
    ? error.message
    : (error.stack ?? error.message);
}

/**
 * Codes of settings that only turn out wrong in use: a port, a host, a folder; by PostgreSQL's codes a user, a
 * password, a database.
 */
const refusals: ReadonlySet<string> = new Set(
  'EADDRINUSE EADDRNOTAVAIL ECONNREFUSED EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ETIMEDOUT EACCES EROFS 28000 28P01 3D000'.split(
    ' ',
  ),
);
