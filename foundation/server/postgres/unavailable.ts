/** What can't be done now and perhaps can a moment later: every door answers it with 503. */

export class UnavailableError extends Error {
  override name = 'UnavailableError';
  /** The HTTP server's convention. */
  readonly statusCode = 503;
}

/** The HTTP status that a door answers a failure with. */
export function statusOfFailure(error: unknown): number {
  if (isUnavailable(error)) return 503;
  return hasNumber(error, 'statusCode') ? error.statusCode : 500;
}

/**
 * Whether the database is not there, or has no connection left: it starts, stops, restarts, was cut off. Also where
 * another error has it as its cause. Whether the statement that it happened to was carried out is unknown then.
 */
export function isUnavailable(error: unknown): boolean {
  for (
    let each: unknown = error, depth = 0;
    each instanceof Error && depth < MAX_CAUSES;
    each = each.cause, depth += 1
  ) {
    if (hasNumber(each, 'statusCode')) return each.statusCode === 503;
    if (isLostConnection(each) || (each instanceof AggregateError && each.errors.some(isUnavailable))) return true;
  }
  return false;
}

const MAX_CAUSES = 10;

/** By PostgreSQL's own code, the system's, or the words of the driver, which gives some of its errors no code. */
function isLostConnection(error: Error): boolean {
  const code: unknown = 'code' in error ? error.code : undefined;
  // The socket file of a database of this machine is not there.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  if (typeof code === 'string') return LOST.has(code) || /^08[0-9A-Z]{3}$/.test(code);
  return /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect)/.test(
    error.message,
  );
}

const LOST: ReadonlySet<string> = new Set(
  // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout, too_many_connections;
  // and the system's.
  '57P01 57P02 57P03 57P04 57P05 53300 ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH'.split(
    ' ',
  ),
);

function hasNumber<Name extends string>(error: unknown, name: Name): error is Record<Name, number> {
  return (
    typeof error === 'object' &&
    error !== null &&
    name in error &&
    typeof (error as Record<Name, unknown>)[name] === 'number'
  );
}
