/** Errors for what can't be done now and may work a moment later. Every endpoint answers them with 503. */

export class UnavailableError extends Error {
  override name = 'UnavailableError';
  /** The HTTP server's convention. */
  readonly statusCode = 503;
}

/** Returns the HTTP status that an endpoint answers a failure with. */
export function statusOfFailure(error: unknown): number {
  if (isUnavailable(error)) return 503;
  return hasNumber(error, 'statusCode') ? error.statusCode : 500;
}

/**
 * Whether the database is unreachable or has no connection left: it starts, stops, restarts, or the connection was cut.
 * Also looks at the causes of other errors. It is then unknown whether the failed statement was executed.
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

/** Judges by PostgreSQL's code, the system's code, or the driver's message, since some of its errors have no code. */
function isLostConnection(error: Error): boolean {
  const code: unknown = 'code' in error ? error.code : undefined;
  // The socket file of a local database is missing.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  if (typeof code === 'string') return LOST.has(code) || /^08[0-9A-Z]{3}$/.test(code);
  return /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect)/.test(
    error.message,
  );
}

const LOST: ReadonlySet<string> = new Set(
  // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout, too_many_connections;
  // then the system's codes.
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
