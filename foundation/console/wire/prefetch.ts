/**
 * Prefetches the calls of a screen that is not rendered yet and keeps the results until the query client takes them.
 */
import type { Language } from '#foundation/core/words.ts';
import { sendCall } from './api.ts';
import { language } from '#foundation/console/page/language.ts';
import { readToken } from './token.ts';
import type { CallRequest } from './typed-calls.ts';

/** The query key of a call. Includes the language, because responses contain names in the user's language. */
export function callKey(path: string, language: Language, input: unknown): readonly unknown[] {
  return [path, language, input ?? null];
}

/** Maps undefined to null, because a query's data can not be undefined. */
export function nullForUndefined<Data>(data: Data): Data {
  return (data === undefined ? null : data) as Data;
}

interface Prefetched {
  token: string | undefined;
  queryKey: readonly unknown[];
  /** The data, once it has arrived. */
  answered: unknown;
  answer(signal: AbortSignal): Promise<unknown>;
}
let prefetched: readonly Prefetched[] = [];
/** The token of the query client that exists. Its screens send their own calls. */
let served: { token: string | undefined } | undefined;

/**
 * Sends a call before its screen is rendered. Only a query client with the same token takes the result over; if one
 * exists already, does nothing. Resolves when the call succeeded or failed.
 */
export async function prefetchQueries({ path, input }: CallRequest): Promise<void> {
  const token = readToken();
  if (served && served.token === token) return;
  // Quiet, because the retry below reports a failure. Not in the background, because the user waits for it.
  const first = sendCall('POST', path, input, { quiet: true, background: false }).then(nullForUndefined);
  // Retries a failed call once and then reports its error.
  const answer = (signal: AbortSignal) =>
    first.catch(() => sendCall('POST', path, input, { signal }).then(nullForUndefined));
  const sent: Prefetched = { token, queryKey: callKey(path, language.get(), input), answered: undefined, answer };
  prefetched = [...prefetched.filter((other) => other.token === token), sent];
  await first.then(
    (answered) => (sent.answered = answered),
    () => undefined,
  );
}

/**
 * Returns the calls sent with the current token, for the query client being created. Ends prefetching for that token.
 */
export function takePrefetched(): readonly Prefetched[] {
  const token = readToken();
  const taken = prefetched.filter((sent) => sent.token === token);
  prefetched = [];
  served = { token };
  return taken;
}
