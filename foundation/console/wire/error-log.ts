/**
 * Logs the errors of this browser, so that users can report them to support. All errors arrive through the browser's
 * error events, so that its console shows them too. Errors of calls are not logged, as screens report them.
 */
import {
  CallFailed,
  CallRefused,
  CaptchaNeeded,
  FieldErrors,
  LoggedOut,
  OtherSession,
  SecondStepNeeded,
} from './api-errors.ts';
import { cell } from './signal.ts';

export type ErrorPlace = 'script' | 'promise' | 'component';

export interface LoggedError {
  readonly id: number;
  readonly message: string;
  /** Where the error was thrown; `info` is the location as the browser or React reports it. */
  readonly place: ErrorPlace;
  readonly info: string;
  /** The page's address at that time. */
  readonly url: string;
  readonly stack: string;
  readonly at: Date;
}

/** The log drops older errors. */
export const MAX_ERRORS = 100;

/** Oldest first. */
export const errorLog = cell<readonly LoggedError[]>([]);

export function clearErrors(): void {
  errorLog.set([]);
}

/** Call once. Returns a function that stops logging. */
export function watchErrors(): () => void {
  window.addEventListener('error', logError);
  window.addEventListener('unhandledrejection', logRejection);
  return () => {
    window.removeEventListener('error', logError);
    window.removeEventListener('unhandledrejection', logRejection);
  };
}

/** Handlers for React's root, which add the component's name to the error. */
export const rootErrorHandlers = { onCaughtError: reportComponentError, onUncaughtError: reportComponentError };

const components = new WeakMap<Error, string>();

function reportComponentError(error: unknown, { componentStack }: { componentStack?: string | undefined }): void {
  const reported = error instanceof Error ? error : new Error(String(error), { cause: error });
  components.set(reported, componentStack?.trim() ?? '');
  window.reportError(reported);
}

function logError({ error, message, filename, lineno, colno }: ErrorEvent): void {
  // The browser reports that a layout took two rounds, which is harmless.
  if (error == null && message.startsWith('ResizeObserver loop')) return;
  const component = error instanceof Error ? components.get(error) : undefined;
  if (component === undefined) log(error ?? message, 'script', filename === '' ? '' : `${filename}:${lineno}:${colno}`);
  else log(error, 'component', component.split('\n')[0] ?? '', component);
}

function logRejection({ reason }: PromiseRejectionEvent): void {
  log(reason, 'promise', '');
}

function log(error: unknown, place: ErrorPlace, info: string, componentStack = ''): void {
  if (isCallError(error)) return;
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) };
  const all = [stack, componentStack].filter((part) => part !== '').join('\n\n');
  const entry: LoggedError = {
    id: (lastId += 1),
    message,
    place,
    info,
    url: window.location.href,
    stack: all,
    at: new Date(),
  };
  errorLog.set([...errorLog.get(), entry].slice(-MAX_ERRORS));
}
let lastId = 0;

const callErrors = [CallFailed, CallRefused, CaptchaNeeded, FieldErrors, LoggedOut, OtherSession, SecondStepNeeded];

function isCallError(error: unknown): boolean {
  return callErrors.some((type) => error instanceof type);
}
