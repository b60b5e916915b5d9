/**
 * How a text message leaves the house: into the outbox file (development, demo, tests) or to a provider over HTTP. A
 * message holds a code, so neither the log nor an error ever repeats its text, its code, the whole number or the
 * provider's address.
 */
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '#foundation/core/clock.ts';
import { OutgoingError, type Outgoing } from '#foundation/server/outgoing.ts';

export interface SmsMessage {
  /** The number as the provider takes it. */
  readonly to: string;
  /** What the code is for: `register`, `bindphone`, …; `notice` for a message without one. */
  readonly event: string;
  /** Empty in a notice. */
  readonly code: string;
  /** The whole message, code included. */
  readonly text: string;
}

export interface SmsTransport {
  /**
   * Resolves when the message was handed over; throws `SmsError`. Tries once: a repetition could be a second message.
   */
  send(message: SmsMessage): Promise<void>;
}

/**
 * `refused`: the provider will not take this message (its answer was 4xx), asking again changes nothing. `unavailable`:
 * it was not handed over now, or nobody knows (no answer, 5xx, 408, 429, the file cannot be written).
 */
export class SmsError extends Error {
  override readonly name = 'SmsError';
  readonly kind: 'refused' | 'unavailable';

  constructor(kind: 'refused' | 'unavailable', message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface SmsLog {
  info(fields: object, message: string): void;
}

/**
 * Appends one JSON line a message: `at`, `channel` ("sms"), `to`, `event`, `code`, `text`. The file and its folder are
 * made with the first message, for this user alone. Any number of processes may share the file.
 */
export function outboxTransport({
  file,
  log,
  clock,
}: {
  readonly file: string;
  readonly log: SmsLog;
  readonly clock: Clock;
}): SmsTransport {
  // One after the other, so that the lines of this process stand in the order in which they were sent.
  let last: Promise<void> = Promise.resolve();
  return {
    send({ to, event, code, text }) {
      const line = `${JSON.stringify({ at: clock.now().toISOString(), channel: 'sms', to, event, code, text })}\n`;
      const written = last.then(() => appendLine(file, line));
      last = written.catch(() => undefined);
      return written.then(() => log.info({ to: masked(to), event }, 'text message written to the outbox'));
    },
  };
}

/**
 * Posts `{"to": …, "text": …}` as JSON to the provider; any 2xx answer means that it took the message.
 *
 * `urlTemplate` (setting `SMS_URL`) is an absolute http or https address, such as
 * `https://provider.example/send?key=abc`. `{to}`, `{text}`, `{code}` and `{event}` in its path or query stand for the
 * message's parts, percent-encoded, for a provider that wants them there:
 * `https://provider.example/send/{event}?to={to}&code={code}`. Throws at once on any other template.
 */
export function httpTransport({
  urlTemplate,
  outgoing,
}: {
  readonly urlTemplate: string;
  readonly outgoing: Pick<Outgoing, 'checkUrl' | 'request'>;
}): SmsTransport {
  const [scheme = ''] = /^[^:]*:\/\/[^/?#]*/.exec(urlTemplate) ?? [];
  if (/[{}]/.test(scheme)) throw new Error('SMS_URL may have placeholders in its path and query only');
  const check = outgoing.checkUrl(filled(urlTemplate, { to: '0', event: 'x', code: '0', text: 'x' }));
  if (!check.ok) throw new Error(`SMS_URL cannot be used: ${check.reason}`);
  return {
    async send(message) {
      const url = filled(urlTemplate, message);
      const body = JSON.stringify({ to: message.to, text: message.text });
      const headers = { 'content-type': 'application/json' };
      const { status } = await outgoing
        .request({ method: 'POST', url, headers, body, maxReplyBytes: 1024 })
        .catch((error: unknown) => {
          if (error instanceof OutgoingError)
            throw new SmsError('unavailable', `The SMS provider could not be reached: ${error.kind}`);
          throw error;
        });
      if (status >= 200 && status < 300) return;
      const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
      throw new SmsError(isRefused ? 'refused' : 'unavailable', `The SMS provider answered with status ${status}`);
    },
  };
}

async function appendLine(file: string, line: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(file, 'a', 0o600);
    try {
      // A file from elsewhere may be open to others.
      await handle.chmod(0o600);
      const bytes = Buffer.from(line);
      // One write in append mode: lines of several processes never run into each other.
      const { bytesWritten } = await handle.write(bytes);
      if (bytesWritten < bytes.length) throw new SmsError('unavailable', 'The outbox took only a part of the message');
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof SmsError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new SmsError('unavailable', `The outbox cannot be written: ${code}`);
  }
}

function filled(urlTemplate: string, parts: SmsMessage): string {
  const values: Readonly<Record<string, string>> = {
    to: parts.to,
    event: parts.event,
    code: parts.code,
    text: parts.text,
  };
  return urlTemplate.replace(/[{]([^{}]*)[}]/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error('SMS_URL has a placeholder other than {to}, {text}, {code} and {event}');
    return encodeURIComponent(value);
  });
}

function masked(number: string): string {
  return number.length > 7 ? `${number.slice(0, 3)}****${number.slice(-4)}` : '****';
}
