/**
 * Sends text messages: to the outbox file (development, demo, tests) or to a provider over HTTP. A message contains a
 * code, so neither the log nor an error ever contains its text, its code, the full number or the provider's address.
 */
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '#foundation/core/clock.ts';
import { OutgoingError, type Outgoing } from '#foundation/server/outgoing/outgoing.ts';

export interface SmsMessage {
  /** The number in the provider's format. */
  readonly to: string;
  /** The purpose of the code: `register`, `bindphone`, …; `notice` for a message without a code. */
  readonly event: string;
  /** Empty in a notice. */
  readonly code: string;
  /** The whole message, including the code. */
  readonly text: string;
}

export interface SmsTransport {
  /**
   * Resolves when the message has been handed over; throws `SmsError`. Never retries: a retry could send a second
   * message.
   */
  send(message: SmsMessage): Promise<void>;
}

/**
 * `refused`: the provider rejects this message (4xx), so retrying changes nothing. `unavailable`: the message was not
 * handed over, or its fate is unknown (no answer, 5xx, 408, 429, the file cannot be written).
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
 * Appends one JSON line per message: `at`, `channel` ("sms"), `to`, `event`, `code`, `text`. The file and its folder
 * are created with the first message, accessible only to this OS user. Any number of processes can share the file.
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
  // One write after another, so that this process's lines are in the order of sending.
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
 * Posts `{"to": …, "text": …}` as JSON to the provider; any 2xx answer means that it accepted the message.
 *
 * `urlTemplate` (setting `SMS_URL`) is an absolute http or https address, such as
 * `https://provider.example/send?key=abc`. `{to}`, `{text}`, `{code}` and `{event}` in its path or query are replaced
 * by the message's fields, percent-encoded, for a provider that needs them there:
 * `https://provider.example/send/{event}?to={to}&code={code}`. Throws immediately on any other template.
 */
export function httpTransport({
  urlTemplate,
  outgoing,
}: {
  readonly urlTemplate: string;
  readonly outgoing: Pick<Outgoing, 'checkUrl' | 'request'>;
}): SmsTransport {
  const [scheme = ''] = /^[^:]*:\/\/[^/?#]*/.exec(urlTemplate) ?? [];
  if (/[{}]/.test(scheme)) throw new Error('SMS_URL can have placeholders in its path and query only');
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
      // An existing file can have wider permissions.
      await handle.chmod(0o600);
      const bytes = Buffer.from(line);
      // One write in append mode, so that lines of several processes never interleave.
      const { bytesWritten } = await handle.write(bytes);
      if (bytesWritten < bytes.length)
        throw new SmsError('unavailable', 'Only part of the message was written to the outbox');
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof SmsError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new SmsError('unavailable', `The outbox cannot be written to: ${code}`);
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
