/**
 * The one door from the screens to the server: sends a contract's call, reads the envelope, and turns every bad end
 * into one of `api-errors.ts`. The token goes in the header and nowhere else. No screen calls `fetch` itself.
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
import { kitWords } from './kit-words.ts';
import { language } from './language.ts';
import { presenceHeaders } from './presence.ts';
import { cell, signal } from './signal.ts';
import { checkTab } from './tab-session.ts';
import { showToast } from './toasts.ts';
import { readToken } from './token.ts';
import type { PathOf, TypedCalls } from './typed-calls.ts';

export interface CallOptions {
  /** Aborts the call; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Works in the background: no toast, no loading overlay. */
  quiet?: boolean | undefined;
  /** Nobody waits for it: no loading overlay. Default: as `quiet`. */
  background?: boolean | undefined;
}

/** Somebody asked with a token that no longer counts (code 50008). */
export const loggedOut = signal<void>();
/** Calls on their way that somebody waits for. */
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

/** As `callApi`, by either method: the caller names the type of the data. */
export async function sendCall<Data>(
  method: 'GET' | 'POST',
  path: string,
  input: unknown,
  options: CallOptions = {},
): Promise<Data> {
  const { quiet = false, background = quiet } = options;
  if (!background) pendingCalls.set(pendingCalls.get() + 1);
  try {
    return (await answerToUser(method, path, input, options.signal)) as Data;
  } catch (error) {
    if (!quiet) tell(error);
    throw error;
  } finally {
    if (!background) pendingCalls.set(pendingCalls.get() - 1);
  }
}

/** Counts as a call that somebody waits for. */
export async function waitedFor<Result>(work: Promise<Result>): Promise<Result> {
  pendingCalls.set(pendingCalls.get() + 1);
  try {
    return await work;
  } finally {
    pendingCalls.set(pendingCalls.get() - 1);
  }
}

/**
 * The headers that every request to the API carries, with the token of this tab. Throws while the tab's session is not
 * the browser's: nothing is sent then.
 */
export function apiHeaders(): Record<string, string> {
  const standing = checkTab();
  if (standing === 'other') throw new OtherSession(say('other_session'));
  if (standing === 'ended') throw new LoggedOut(say('session_over'));
  return { ...headersOf(language.get(), readToken()), ...presenceHeaders() };
}

/**
 * Asks once more when the same user logged in again elsewhere while the request was under way: the server refused it
 * unread.
 */
async function answerToUser(
  method: 'GET' | 'POST',
  path: string,
  input: unknown,
  aborted: AbortSignal | undefined,
): Promise<unknown> {
  const token = readToken();
  try {
    return await answerOf(method, path, input, aborted);
  } catch (error) {
    const isAdopted =
      error instanceof LoggedOut &&
      token !== undefined &&
      checkTab() === 'own' &&
      readToken() !== undefined &&
      readToken() !== token;
    if (!isAdopted) throw error;
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
    throw new CallFailed(say(timeout.aborted ? 'timed_out' : 'network_failed'), 0);
  }
  return readAnswer(response);
}

/** What the text of an answer holds: its data, or the error that it stands for. */
export function readAnswer({ ok, status, text }: ApiResponse): unknown {
  const answer = envelopeIn(text);
  if (!ok || !answer) throw new CallFailed(answer?.msg || say('server_failed'), status);
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

/** The answer's data, or the error that its code stands for; a missing code is success. */
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
      throw new CallRefused(msg, code, error);
  }
}

function methodsIn(data: unknown): readonly SecondStepMethod[] {
  const methods =
    typeof data === 'object' && data !== null && 'methods' in data && Array.isArray(data.methods) ? data.methods : [];
  return methods.filter((method): method is SecondStepMethod => method === 'google' || method === 'sms');
}

/** What everybody must see, wherever the call was made; other codes are the asking screen's own business. */
export function tell(error: unknown): void {
  if (error instanceof LoggedOut) tellLoggedOut();
  else if (error instanceof CallFailed || (error instanceof CallRefused && error.code === Code.refused))
    showToast(error.message, 'bad');
}

/** While somebody else is logged in, the page says that instead. */
function tellLoggedOut(): void {
  if (checkTab() !== 'other') loggedOut.emit();
}

export function say(name: 'timed_out' | 'network_failed' | 'server_failed' | 'other_session' | 'session_over'): string {
  return formatPhrase(kitWords[name], language.get());
}
