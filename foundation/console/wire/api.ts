/**
 * The client through which screens call the server. Sends a contract's call, reads the envelope and throws one of
 * `api-errors.ts` on failure. The token is sent in a header, and once in the body of `/user/info`. Screens never call `fetch` themselves.
 */
import type { CallTable, InputOf, OutputOf } from '#foundation/core/calls.ts';
import { Code, type Envelope } from '#foundation/core/envelope.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import {
  CallFailed,
  CallRefused,
  CaptchaNeeded,
  FieldErrors,
  LoggedOut,
  OtherSession,
  type SecondStepMethod,
  SecondStepNeeded,
} from './api-errors.ts';
import { type ApiResponse, CALL_TIMEOUT_MS, headersOf, sendRequest, takeEarly } from './early-calls.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { language } from '#foundation/console/page/language.ts';
import { presenceHeaders } from './presence.ts';
import { cell, signal } from './signal.ts';
import { checkTab } from './tab-session.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { readToken } from './token.ts';
import type { PathOf, TypedCalls } from './typed-calls.ts';

export interface CallOptions {
  /** Aborts the call; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Shows no toast on failure and no loading overlay. */
  quiet?: boolean | undefined;
  /** Shows no loading overlay, as no user waits for the result. Defaults to `quiet`. */
  background?: boolean | undefined;
}

/** Emitted when the server no longer accepts the token (code 50008). */
export const loggedOut = signal<void>();
/** Emitted when a call is refused until the operator has bound an authenticator. */
export const authenticatorNeeded = signal<void>();
/** The number of calls in progress that the user waits for. */
export const pendingCalls = cell(0);

/** `const { list } = await callApi(orderCalls, '/order/list', { page: 2 })`. Calls without input take `undefined`. */
export function callApi<Table extends CallTable, Path extends PathOf<Table>>(
  _calls: TypedCalls<Table>,
  path: Path,
  input: InputOf<Table[Path]>,
  options?: CallOptions,
): Promise<OutputOf<Table[Path]>> {
  return sendCall<OutputOf<Table[Path]>>('POST', path, input, options);
}

/** Like `callApi`, with either method; the caller gives the type of the data. */
export async function sendCall<Data>(
  method: 'GET' | 'POST',
  path: string,
  input: unknown,
  options: CallOptions = {},
): Promise<Data> {
  const { quiet = false, background = quiet } = options;
  if (!background) pendingCalls.set(pendingCalls.get() + 1);
  try {
    return (await answerWithRetry(method, path, input, options.signal)) as Data;
  } catch (error) {
    if (error instanceof CallRefused && error.error === 'authenticator_needed') authenticatorNeeded.emit();
    if (!quiet) reportError(error);
    throw error;
  } finally {
    if (!background) pendingCalls.set(pendingCalls.get() - 1);
  }
}

/** Counts `work` as a pending call while it runs. */
export async function waitedFor<Result>(work: Promise<Result>): Promise<Result> {
  pendingCalls.set(pendingCalls.get() + 1);
  try {
    return await work;
  } finally {
    pendingCalls.set(pendingCalls.get() - 1);
  }
}

/**
 * The headers of every API request, with this tab's token. Throws if the tab's session is not the browser's current
 * one, so that nothing is sent.
 */
export function apiHeaders(): Record<string, string> {
  const status = checkTab();
  if (status === 'other') throw new OtherSession(translate('other_session'));
  if (status === 'ended') throw new LoggedOut(translate('session_over'));
  return { ...headersOf(language.get(), readToken()), ...presenceHeaders() };
}

/**
 * Sends the call. Repeats it once if the same user logged in again elsewhere while it was in progress, as the server
 * then rejected the old token without carrying out the call.
 */
async function answerWithRetry(
  method: 'GET' | 'POST',
  path: string,
  input: unknown,
  aborted: AbortSignal | undefined,
): Promise<unknown> {
  const token = readToken();
  try {
    return await answerOf(method, path, input, aborted);
  } catch (error) {
    const isTokenReplaced =
      error instanceof LoggedOut &&
      token !== undefined &&
      checkTab() === 'own' &&
      readToken() !== undefined &&
      readToken() !== token;
    if (!isTokenReplaced) throw error;
    return answerOf(method, path, input, aborted);
  }
}

async function answerOf(
  method: 'GET' | 'POST',
  path: string,
  input: unknown,
  aborted: AbortSignal | undefined,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const request = { method, path, input, headers: apiHeaders() };
  let response: ApiResponse;
  try {
    response = await (takeEarly(request) ??
      sendRequest(request, aborted ? AbortSignal.any([aborted, timeout]) : timeout));
  } catch (error) {
    if (aborted?.aborted) throw error;
    throw new CallFailed(translate(timeout.aborted ? 'timed_out' : 'network_failed'), 0);
  }
  return readAnswer(response);
}

/** Returns the response's data, or throws the error that it reports. */
export function readAnswer({ ok, status, text }: ApiResponse): unknown {
  const answer = envelopeIn(text);
  if (!ok || !answer) throw new CallFailed(answer?.msg || translate('server_failed'), status);
  return dataOf(answer);
}

function envelopeIn(text: string): Partial<Envelope> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the envelope's data, or throws the error for its code. A missing code is success. */
function dataOf(answer: Partial<Envelope>): unknown {
  const { code = Code.success, msg = '', data, error = '', fields } = answer;
  switch (code) {
    case Code.success:
      return data;
    case Code.fieldsWrong:
      throw new FieldErrors(msg, fields ?? {});
    case Code.secondStepNeeded:
      throw new SecondStepNeeded(msg, methodsIn(data));
    case Code.captchaNeeded:
      throw new CaptchaNeeded(msg);
    case Code.loggedOut:
      throw new LoggedOut(msg);
    default:
      throw new CallRefused(msg, code, error, fields);
  }
}

function methodsIn(data: unknown): readonly SecondStepMethod[] {
  const methods =
    typeof data === 'object' && data !== null && 'methods' in data && Array.isArray(data.methods) ? data.methods : [];
  return methods.filter((method): method is SecondStepMethod => method === 'google' || method === 'sms');
}

/** Reports the errors that are shown the same way for every call. The caller handles all others. */
export function reportError(error: unknown): void {
  if (error instanceof LoggedOut) reportLoggedOut();
  else if (error instanceof CallFailed || (error instanceof CallRefused && error.code === Code.refused))
    showToast(error.message, 'bad');
}

/** Does nothing while another user is logged in, as the page reports that instead. */
function reportLoggedOut(): void {
  if (checkTab() !== 'other') loggedOut.emit();
}

export function translate(
  name: 'timed_out' | 'network_failed' | 'server_failed' | 'other_session' | 'session_over',
): string {
  return formatPhrase(kitWords[name], language.get());
}
