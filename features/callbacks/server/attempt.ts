/**
 * One attempt to deliver a callback: sign, send, evaluate the reply. It never throws because of what a receiver does.
 * If it throws, the error is ours and nothing was sent.
 */
import { randomUUIDv7 } from 'node:crypto';
import { SigningError } from '@countinghouse/sdk';
import type { Clock } from '#foundation/core/clock.ts';
import { type Outgoing, OutgoingError } from '#foundation/server/outgoing/outgoing.ts';
import type { CallbackFault } from '../fault-words.ts';
import { type CallbackKey, notifyIdOf } from '../rules.ts';
import {
  type CallbackFormat,
  type CallbackRequest,
  type CallbackSigners,
  formatOf,
  type WritableContent,
} from './formats.ts';
import type { AttemptRecord } from './store.ts';

export type CallbackContent = WritableContent;

export interface AttemptDeps extends CallbackSigners {
  clock: Clock;
  outgoing: Pick<Outgoing, 'request'>;
  timeoutMs: number;
}

const MAX_REPLY_BYTES = 65_536;

export async function attemptDelivery(
  claimed: CallbackKey,
  content: CallbackContent | undefined,
  deps: AttemptDeps,
): Promise<AttemptRecord> {
  const at = deps.clock.now();
  const record = (url: string, request: string, result: Result): AttemptRecord => ({
    attemptId: randomUUIDv7(),
    at,
    url,
    request,
    ...result,
  });
  if (!content) return record('', '', failed('no_content'));
  const format = formatOf(content, deps);
  let written: CallbackRequest;
  try {
    written = await format.write({
      memberNo: claimed.memberNo,
      notifyId: notifyIdOf(claimed.subject, claimed.systemNo),
      content,
    });
  } catch (error) {
    if (error instanceof SigningError) return record(content.url, '', failed('unsignable'));
    throw error;
  }
  return record(content.url, requestText(written), await send(written, format, deps));
}

type Result = Omit<AttemptRecord, 'attemptId' | 'at' | 'url' | 'request'>;

async function send(
  { method, url, headers, fields }: CallbackRequest,
  format: CallbackFormat,
  { outgoing, timeoutMs }: AttemptDeps,
): Promise<Result> {
  const startedAt = performance.now();
  try {
    const reply = await outgoing.request({
      method,
      url,
      headers,
      ...(method === 'POST' ? { body: fields } : {}),
      timeoutMs,
      maxReplyBytes: MAX_REPLY_BYTES,
    });
    const delivered = format.isAcknowledged(reply);
    const error: CallbackFault | null = delivered
      ? null
      : reply.status >= 200 && reply.status <= 299
        ? 'not_acknowledged'
        : 'http_status';
    // PostgreSQL's text cannot hold NUL.
    return {
      replyStatus: reply.status,
      replyHeaders: headerText(reply.headers).replaceAll('\0', '\uFFFD'),
      reply: reply.body.replaceAll('\0', '\uFFFD'),
      error,
      durationMs: reply.durationMs,
      delivered,
    };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return failed(error.kind, Math.round(performance.now() - startedAt));
  }
}

function failed(error: CallbackFault, durationMs = 0): Result {
  return { replyStatus: null, replyHeaders: null, reply: null, error, durationMs, delivered: false };
}

/** The request as it was sent: headers, an empty line, the form or the query. */
function requestText({ headers, fields }: CallbackRequest): string {
  return `${headerText(headers)}\n${fields}`;
}

function headerText(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
