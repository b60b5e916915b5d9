/**
 * The one door from the screens to the server: sends a contract's call, reads the envelope, and turns every bad end into
 * one of `api-errors.ts`. The token goes in the header and nowhere else. No screen calls `fetch` itself.
 */
import type { CallTable, InputOf, OutputOf } from '#foundation/core/calls.ts';
import { Code, type Envelope } from '#foundation/core/envelope.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { CallFailed, CallRefused, CaptchaNeeded, FieldErrors, LoggedOut, type SecondStepMethod, SecondStepNeeded } from './api-errors.ts';
import { kitWords } from './kit-words.ts';
import { language } from './language.ts';
import { cell, signal } from './signal.ts';
import { showToast } from './toasts.ts';
import { readToken } from './token.ts';

export const API_BASE = '/api';
export const CALL_TIMEOUT_MS = 180_000;

export interface CallOptions {
  /** Aborts the call; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Works in the background: no toast, no loading sign. */
  quiet?: boolean | undefined;
}

/** A contract by its types alone: which calls there are, what they take and give. */
export interface TypedCalls<Table extends CallTable> {
  /** Not needed, and left out by `callsOf`. */
  readonly calls?: Table;
}

/** `callsOf<typeof orderCalls>()`: to ask by, without the schemas, which only forms need. */
export function callsOf<Contract extends { readonly calls: CallTable }>(): TypedCalls<Contract['calls']> {
  return {};
}

/** Of calls by POST: those by GET are `/config`, and files. */
export type PathOf<Table extends CallTable> = { [Path in keyof Table]: Table[Path] extends { method: 'GET' } ? never : Path }[keyof Table] & `/${string}`;

/** Somebody asked with a token that no longer counts (code 50008). */
export const loggedOut = signal<void>();
/** Calls on their way, quiet ones left out. */
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
export async function sendCall<Data>(method: 'GET' | 'POST', path: string, input: unknown, options: CallOptions = {}): Promise<Data> {
  const { quiet = false } = options;
  if (!quiet) pendingCalls.set(pendingCalls.get() + 1);
  try {
    const answer = await answerOf(method, path, input, options.signal);
    return dataOf(answer) as Data;
  } catch (error) {
    if (!quiet) tell(error);
    throw error;
  } finally {
    if (!quiet) pendingCalls.set(pendingCalls.get() - 1);
  }
}

/** The headers that every request to the API carries. */
export function apiHeaders(): Record<string, string> {
  const token = readToken();
  return { 'Accept-Language': language.get(), ...(token === undefined ? {} : { 'X-Token': token }) };
}

async function answerOf(method: 'GET' | 'POST', path: string, input: unknown, aborted: AbortSignal | undefined): Promise<Partial<Envelope>> {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const signal = aborted ? AbortSignal.any([aborted, timeout]) : timeout;
  const body = method === 'GET' ? {} : { body: JSON.stringify(input ?? {}) };
  const headers = { ...apiHeaders(), ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }) };
  let response: Response;
  let answer: Partial<Envelope> | undefined;
  try {
    response = await fetch(API_BASE + path, { method, headers, ...body, credentials: 'same-origin', cache: 'no-store', signal });
    answer = envelopeIn(await response.text());
  } catch (error) {
    if (aborted?.aborted) throw error;
    throw new CallFailed(say(timeout.aborted ? 'timed_out' : 'network_failed'), 0);
  }
  if (!response.ok || !answer) throw new CallFailed(answer?.msg || say('server_failed'), response.status);
  return answer;
}

/** What the text of an answer holds: its data, or the error that it stands for. */
export function readAnswer(text: string, { ok, status }: { ok: boolean; status: number }): unknown {
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
  const methods = typeof data === 'object' && data !== null && 'methods' in data && Array.isArray(data.methods) ? data.methods : [];
  return methods.filter((method): method is SecondStepMethod => method === 'google' || method === 'sms');
}

/** What everybody must see, wherever the call was made; other codes are the asking screen's own business. */
export function tell(error: unknown): void {
  if (error instanceof LoggedOut) loggedOut.emit();
  else if (error instanceof CallFailed || (error instanceof CallRefused && error.code === Code.refused)) showToast(error.message, 'bad');
}

export function say(name: 'timed_out' | 'network_failed' | 'server_failed'): string {
  return formatPhrase(kitWords[name], language.get());
}
