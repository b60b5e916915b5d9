/**
 * One attempt to deliver a callback: sign, send, evaluate the reply. It never throws because of what a receiver does.
 * If it throws, the error is ours and nothing was sent.
 */
import { randomUUIDv7 } from 'node:crypto';
import type { SignedCallback } from '@countinghouse/sdk/callbacks';
import type { SignType } from '@countinghouse/sdk/signing';
import { SigningError } from '@countinghouse/sdk';
import type { Clock } from '#foundation/core/clock.ts';
import { type Outgoing, OutgoingError } from '#foundation/server/outgoing/outgoing.ts';
import type { CallbackFault } from '../fault-words.ts';
import { type CallbackKey, isAcknowledged, notifyIdOf } from '../rules.ts';
import type { AttemptRecord } from './store.ts';

/** A callback's content and its address. */
export interface CallbackContent {
  url: string;
  signType: SignType;
  /**
   * The notification's own fields; null ones are omitted. merchantNo, notifyId and the signature's fields are added.
   */
  fields: Readonly<Record<string, string | null>>;
}

export interface CallbackSigner {
  signCallback(
    memberNo: bigint,
    callback: {
      notifyUrl: string;
      fields: Readonly<Record<string, string | null>> & { readonly merchantNo: string };
      signType: SignType;
    },
  ): Promise<SignedCallback>;
}

export interface AttemptDeps {
  clock: Clock;
  outgoing: Pick<Outgoing, 'request'>;
  signer: CallbackSigner;
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
  let signed: SignedCallback;
  try {
    signed = await deps.signer.signCallback(claimed.memberNo, {
      notifyUrl: content.url,
      signType: content.signType,
      fields: {
        ...content.fields,
        merchantNo: claimed.memberNo.toString(),
        notifyId: notifyIdOf(claimed.subject, claimed.systemNo),
      },
    });
  } catch (error) {
    if (error instanceof SigningError) return record(content.url, '', failed('unsignable'));
    throw error;
  }
  return record(content.url, requestText(signed), await send(content.url, signed, deps));
}

type Result = Omit<AttemptRecord, 'attemptId' | 'at' | 'url' | 'request'>;

async function send(
  url: string,
  { headers, body }: SignedCallback,
  { outgoing, timeoutMs }: AttemptDeps,
): Promise<Result> {
  const startedAt = performance.now();
  try {
    const reply = await outgoing.request({
      method: 'POST',
      url,
      headers,
      body,
      timeoutMs,
      maxReplyBytes: MAX_REPLY_BYTES,
    });
    const delivered = isAcknowledged(reply);
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

/** The request as it was sent: headers, an empty line, the form. */
function requestText({ headers, body }: SignedCallback): string {
  return `${headerText(headers)}\n${body}`;
}

function headerText(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
