/** The log: JSON lines on standard output. Secrets never reach it, because log calls name each field. */
import pino from 'pino';

export type Logger = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export function createLog(level: LogLevel): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: plainError } });
}

/** The error without what a library attached to it: a driver's error carries its connection, keys included. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    name,
    message,
    ...(typeof code === 'string' ? { code } : {}),
    stack,
    ...(cause === undefined ? {} : { cause: plainError(cause) }),
  };
}

/** @internal For tests. */
export const silentLog: Logger = createLog('silent');
