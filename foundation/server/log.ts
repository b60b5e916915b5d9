/** The log: JSON lines on standard output. Secrets never reach it: what is logged is named field by field. */
import pino from 'pino';

export type Logger = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export function createLog(level: LogLevel): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

export const silentLog: Logger = createLog('silent');
