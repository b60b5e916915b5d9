/**
 * What went wrong in this browser, for who has to tell support about it. Everything goes the way of the browser's own
 * error event, so that it stands in the browser's console as well. How a call ended is no error of the program: screens
 * tell that.
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
  /** Where it arose: what kind of place, and which one, as the browser or React says it. */
  readonly place: ErrorPlace;
  readonly info: string;
  /** The page's address at that moment. */
  readonly url: string;
  readonly stack: string;
  readonly at: Date;
}

/** Older ones make room. */
export const KEPT_ERRORS = 100;

/** Oldest first. */
export const errorLog = cell<readonly LoggedError[]>([]);

export function clearErrors(): void {
  errorLog.set([]);
}

/** Call once. Returns the way to stop. */
export function watchErrors(): () => void {
  window.addEventListener('error', keepError);
  window.addEventListener('unhandledrejection', keepRejection);
  return () => {
    window.removeEventListener('error', keepError);
    window.removeEventListener('unhandledrejection', keepRejection);
  };
}

/** For React's root: what a component throws says which component. */
export const rootErrorHandlers = { onCaughtError: reportComponentError, onUncaughtError: reportComponentError };

const components = new WeakMap<Error, string>();

function reportComponentError(error: unknown, { componentStack }: { componentStack?: string | undefined }): void {
  const reported = error instanceof Error ? error : new Error(String(error), { cause: error });
  components.set(reported, componentStack?.trim() ?? '');
  window.reportError(reported);
}

function keepError({ error, message, filename, lineno, colno }: ErrorEvent): void {
  // The browser's note that a layout took two rounds: nothing is wrong, and nothing can be done about it.
  if (error == null && message.startsWith('ResizeObserver loop')) return;
  const component = error instanceof Error ? components.get(error) : undefined;
  if (component === undefined)
    keep(error ?? message, 'script', filename === '' ? '' : `${filename}:${lineno}:${colno}`);
  else keep(error, 'component', component.split('\n')[0] ?? '', component);
}

function keepRejection({ reason }: PromiseRejectionEvent): void {
  keep(reason, 'promise', '');
}

function keep(error: unknown, place: ErrorPlace, info: string, componentStack = ''): void {
  if (isEndOfCall(error)) return;
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
  errorLog.set([...errorLog.get(), entry].slice(-KEPT_ERRORS));
}
let lastId = 0;

const endsOfCalls = [CallFailed, CallRefused, CaptchaNeeded, FieldErrors, LoggedOut, OtherSession, SecondStepNeeded];

function isEndOfCall(error: unknown): boolean {
  return endsOfCalls.some((end) => error instanceof end);
}
