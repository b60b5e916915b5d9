/**
 * One HTTP exchange with the gateway, and the patience between several. A redirect is never followed: a signed request
 * is for one address. Every exchange ends, by its time limit or by its size limit.
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
  /** For the whole exchange, the body included. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The longest body that is read; replies are some hundred bytes long. */
const maxReplyBytes = 1_048_576;

/** POSTs and reads the answer. Throws a GatewayTransportError, or the reason of `signal` when that is what ended it. */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  { fetch, timeoutMs, signal }: PostOptions,
): Promise<Exchange> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: either });
    return { status: response.status, headers: response.headers, body: await readBody(response) };
  } catch (cause) {
    if (signal?.aborted === true) throw signal.reason;
    if (cause instanceof GatewayTransportError) throw cause;
    if (timeout.aborted) throw new GatewayTransportError('timeout', `no answer within ${timeoutMs} ms`, { cause });
    throw new GatewayTransportError('network', 'the gateway could not be reached, or broke off', { cause });
  }
}

/** What `Retry-After` says, seconds or a date, in seconds from now. */
export function retryAfterS(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}

/**
 * Milliseconds before retry number `retry` (from 0): doubling, capped, the upper half of it left to chance so that many
 * clients spread.
 */
export function backoffMs(retry: number, chance: number): number {
  const fullMs = Math.min(firstWaitMs * 2 ** retry, longestWaitMs);
  return Math.round(fullMs / 2 + (fullMs / 2) * chance);
}

const firstWaitMs = 300;
const longestWaitMs = 5_000;

/** Waits, or throws the reason of `signal` as soon as that ends it. */
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
