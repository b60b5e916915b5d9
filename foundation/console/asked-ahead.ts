/** Questions of a screen that does not stand yet, and their answers until the reader's client takes them over. */
import type { Language } from '#foundation/core/words.ts';
import { sendCall } from './api.ts';
import { language } from './language.ts';
import { readToken } from './token.ts';
import type { Question } from './typed-calls.ts';

/** What an answer is kept by. Answers carry names in the reader's language, so that the language belongs to it. */
export function callKey(path: string, language: Language, input: unknown): readonly unknown[] {
  return [path, language, input ?? null];
}

/** What is kept can not be `undefined`. */
export function kept<Data>(data: Data): Data {
  return (data === undefined ? null : data) as Data;
}

interface AskedAhead {
  token: string | undefined;
  queryKey: readonly unknown[];
  /** Once it has come. */
  answered: unknown;
  answer(signal: AbortSignal): Promise<unknown>;
}
let ahead: readonly AskedAhead[] = [];
/** Whose client there is: what stands, or is about to, asks for itself. */
let served: { token: string | undefined } | undefined;

/**
 * For a screen that does not stand yet: the reader's client takes the answer over when it is made, and nobody else's;
 * later nothing is asked. Resolves when it came, or failed.
 */
export async function askAhead({ path, input }: Question): Promise<void> {
  const token = readToken();
  if (served && served.token === token) return;
  // A failure is told when it is asked anew; the wait is somebody's all the same.
  const first = sendCall('POST', path, input, { quiet: true, background: false }).then(kept);
  // What was asked in vain is asked once more, and then told.
  const answer = (signal: AbortSignal) => first.catch(() => sendCall('POST', path, input, { signal }).then(kept));
  const asked: AskedAhead = { token, queryKey: callKey(path, language.get(), input), answered: undefined, answer };
  ahead = [...ahead.filter((other) => other.token === token), asked];
  await first.then(
    (answered) => (asked.answered = answered),
    () => undefined,
  );
}

/** What was asked with the reader's token, for the client that is being made: from now on it asks for itself. */
export function takeAhead(): readonly AskedAhead[] {
  const token = readToken();
  const taken = ahead.filter((asked) => asked.token === token);
  ahead = [];
  served = { token };
  return taken;
}
