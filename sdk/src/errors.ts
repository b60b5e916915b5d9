/**
 * The three ways in which a call can fail, and what each says about the order: refused (it does not exist, or as the
 * name says), unproven (ask again by query), undecided (the call may or may not have arrived; asking again is safe).
 * No message holds a key or a signature.
 */
import type { ReplyFault } from './replies.ts';

/** The gateway answered and said no. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  /** The stable name, such as `balance_insufficient`. */
  readonly error: string;
  /** The gateway's own words. */
  readonly msg: string;
  /** For `bad_request`: what is wrong, by field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** False for the few errors that come before the gateway knows who asks. */
  readonly signed: boolean;

  constructor(refusal: { error: string; msg: string; fields: Readonly<Record<string, string>>; signed: boolean }) {
    super(refusal.msg === '' ? refusal.error : `${refusal.error}: ${refusal.msg}`);
    this.error = refusal.error;
    this.msg = refusal.msg;
    this.fields = refusal.fields;
    this.signed = refusal.signed;
  }
}

/** `wrong_order`: signed, but about another order than the one asked for. */
export type SignatureFault = ReplyFault | 'wrong_order';

/** A reply came that the platform has not provably signed for this request. Nothing of it may be believed. */
export class GatewaySignatureError extends Error {
  override readonly name = 'GatewaySignatureError';
  readonly reason: SignatureFault;

  constructor(reason: SignatureFault) {
    super(signatureFaults[reason]);
    this.reason = reason;
  }
}

export type TransportFault = 'network' | 'timeout' | 'http' | 'malformed';

/**
 * No usable answer: no connection, no answer in time, an HTTP status other than 200, or no gateway reply in the body.
 */
export class GatewayTransportError extends Error {
  override readonly name = 'GatewayTransportError';
  readonly reason: TransportFault;
  /** HTTP status, when there was one. */
  readonly status: number | undefined;
  /** The error name in the body, when there was one (`rate_limited`). */
  readonly error: string | undefined;
  /** Seconds that the gateway asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(
    reason: TransportFault,
    message: string,
    details: {
      status?: number | undefined;
      error?: string | undefined;
      retryAfter?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.reason = reason;
    this.status = details.status;
    this.error = details.error;
    this.retryAfter = details.retryAfter;
  }

  /**
   * True when the same call may succeed a moment later. It may be repeated safely: the order number is the idempotency
   * key.
   */
  get retryable(): boolean {
    if (this.reason === 'network' || this.reason === 'timeout') return true;
    return (
      this.reason === 'http' &&
      this.status !== undefined &&
      (this.status >= 500 || this.status === 429 || this.status === 408)
    );
  }
}

const signatureFaults: Record<SignatureFault, string> = {
  missing: 'the reply is not signed',
  mismatch: 'the signature does not fit the reply',
  stale: 'the signature of the reply is outside the time window',
  foreign: 'the reply is signed for another merchant or sign type',
  wrong_order: 'the reply is about another order',
};
