/**
 * Sends API requests. The page's first code sends some of them before `api.ts` is loaded, which then takes the
 * responses over. Must not import anything that renders.
 */
import type { Language } from '#foundation/core/words.ts';

export const API_BASE = '/api';
export const CALL_TIMEOUT_MS = 180_000;

export interface ApiRequest {
  method: 'GET' | 'POST';
  /** Relative to `API_BASE`. */
  path: string;
  /** The body of a POST; `undefined` is sent as `{}`. */
  input?: unknown;
  headers: Record<string, string>;
}

/** The headers of every API request. */
export function headersOf(language: Language, token: string | undefined): Record<string, string> {
  return { 'Accept-Language': language, ...(token === undefined ? {} : { 'X-Token': token }) };
}

export interface ApiResponse {
  ok: boolean;
  status: number;
  text: string;
  /** For a later request with `If-None-Match`. */
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

/** Reads a response to the end. */
export async function whole(response: Response): Promise<ApiResponse> {
  return {
    ok: response.ok,
    status: response.status,
    text: await response.text(),
    etag: response.headers.get('etag') ?? undefined,
  };
}

/** Older responses are not taken over, as their data may have changed. */
const FRESH_MS = 10_000;
const early = new Map<string, { sentMs: number; answer: Promise<ApiResponse> }>();

/**
 * Sends a request ahead of `api.ts`. Resolves with the response's data, or undefined on failure; the code that takes
 * the response over reports the error.
 */
export async function sendEarly<Data>(request: ApiRequest): Promise<Data | undefined> {
  const answer = sendRequest(request, AbortSignal.timeout(CALL_TIMEOUT_MS));
  early.set(keyOf(request), { sentMs: performance.now(), answer });
  try {
    const { ok, text } = await answer;
    return ok ? (JSON.parse(text) as { data?: Data }).data : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the response to exactly this request, once. The token is part of the request. */
export function takeEarly(request: ApiRequest): Promise<ApiResponse> | undefined {
  if (early.size === 0) return undefined;
  const key = keyOf(request);
  const sent = early.get(key);
  early.delete(key);
  return sent && performance.now() - sent.sentMs < FRESH_MS ? sent.answer : undefined;
}

function keyOf({ method, path, input = {}, headers }: ApiRequest): string {
  return JSON.stringify([method, path, input, headers]);
}
