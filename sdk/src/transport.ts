/**
 * One HTTP exchange with the gateway, and the waits between retries. Redirects are never followed, because a signed
 * request is for one address. Time and size limits end every exchange.
 */
import { GatewayTransportError } from './errors.ts';
import type { HeaderSource } from './messages.ts';

export interface Exchange {
  readonly status: number;
  readonly headers: HeaderSource;
  readonly body: Uint8Array;
}

export interface PostOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Time limit of the whole exchange, including the body. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Maximum size of a body. Replies have a few hundred bytes. */
const maxReplyBytes = 1_048_576;

/** POSTs and reads the response. Throws a GatewayTransportError, or the reason of `signal` if it was aborted. */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  { fetch, timeoutMs, signal }: PostOptions,
): Promise<Exchange> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  timeout.addEventListener('abort', stop);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  const combined = ending.signal;
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: combined });
    return { status: response.status, headers: response.headers, body: await readBody(response) };
  } catch (cause) {
    if (signal?.aborted === true) throw signal.reason;
    if (cause instanceof GatewayTransportError) throw cause;
    if (timeout.aborted) throw new GatewayTransportError('timeout', `no response within ${timeoutMs} ms`, { cause });
    throw new GatewayTransportError('network', 'the gateway could not be reached or the connection broke', { cause });
  } finally {
    timeout.removeEventListener('abort', stop);
    signal?.removeEventListener('abort', stop);
  }
}

/** Returns `Retry-After` (seconds or a date) as seconds from now. */
export function retryAfterS(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}

/**
 * Returns the milliseconds before retry number `retry` (from 0). Doubles up to a maximum; the upper half is random, so
 * that clients don't retry together. `chance` is from 0 to 1.
 */
export function backoffMs(retry: number, chance: number): number {
  const fullMs = Math.min(firstWaitMs * 2 ** retry, maxWaitMs);
  return Math.round(fullMs / 2 + (fullMs / 2) * chance);
}

const firstWaitMs = 300;
const maxWaitMs = 5_000;

/** Waits, or throws the reason of `signal` as soon as it is aborted. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

async function readBody(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxReplyBytes) {
      throw new GatewayTransportError('malformed', `the reply is longer than ${maxReplyBytes} bytes`, {
        status: response.status,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
