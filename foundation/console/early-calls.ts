/**
 * Requests as the API takes them, and those that the page's first code sends before the code is there that understands
 * the answers: `api.ts` takes these over. Must import nothing that draws.
 */
import type { Language } from '#foundation/core/words.ts';

export const API_BASE = '/api';
export const CALL_TIMEOUT_MS = 180_000;

export interface ApiRequest {
  method: 'GET' | 'POST';
  /** Below `API_BASE`. */
  path: string;
  /** Of a POST; `undefined` is sent as `{}`. */
  input?: unknown;
  headers: Record<string, string>;
}

/** The headers that every request to the API carries. */
export function headersOf(language: Language, token: string | undefined): Record<string, string> {
  return { 'Accept-Language': language, ...(token === undefined ? {} : { 'X-Token': token }) };
}

export interface ApiResponse {
  ok: boolean;
  status: number;
  text: string;
  /** Of an answer that may be asked for again with `If-None-Match`. */
  etag?: string | undefined;
}

export async function sendRequest(
  { method, path, input, headers }: ApiRequest,
  signal: AbortSignal,
): Promise<ApiResponse> {
  const own =
    method === 'GET'
      ? { headers }
      : { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(input ?? {}) };
  return whole(await fetch(API_BASE + path, { method, ...own, credentials: 'same-origin', cache: 'no-store', signal }));
}

/** An answer with its text, read to the end. */
export async function whole(response: Response): Promise<ApiResponse> {
  return {
    ok: response.ok,
    status: response.status,
    text: await response.text(),
    etag: response.headers.get('etag') ?? undefined,
  };
}

/** Older answers are not taken over: what they tell may have changed. */
const FRESH_MS = 10_000;
const early = new Map<string, { askedMs: number; answer: Promise<ApiResponse> }>();

/**
 * Resolves with the answer's data, as far as it can be read here: who takes the answer over tells what is wrong with
 * it.
 */
export async function askEarly<Data>(request: ApiRequest): Promise<Data | undefined> {
  const answer = sendRequest(request, AbortSignal.timeout(CALL_TIMEOUT_MS));
  early.set(keyOf(request), { askedMs: performance.now(), answer });
  try {
    const { ok, text } = await answer;
    return ok ? (JSON.parse(text) as { data?: Data }).data : undefined;
  } catch {
    return undefined;
  }
}

/** The answer to the very same request of the same reader, once. */
export function takeEarly(request: ApiRequest): Promise<ApiResponse> | undefined {
  // As nearly always.
  if (early.size === 0) return undefined;
  const key = keyOf(request);
  const asked = early.get(key);
  early.delete(key);
  return asked && performance.now() - asked.askedMs < FRESH_MS ? asked.answer : undefined;
}

function keyOf({ method, path, input = {}, headers }: ApiRequest): string {
  return JSON.stringify([method, path, input, headers]);
}
