/**
 * The errors of a call, and what each means for the order. GatewayError: the gateway refused; the order doesn't exist,
 * or is as the error's name says. GatewaySignatureError: the reply is unverified; query the order.
 * GatewayTransportError: the request may or may not have arrived; repeating it is safe. No message contains a key or a
 * signature.
 */
import type { ReplyFault } from './replies.ts';

/** The names of the gateway's refusals. `/gateway/v1` never gets another one. */
export const refusalNames = [
  'bad_request',
  'unknown_merchant',
  'merchant_disabled',
  'not_certified',
  'ip_not_allowed',
  'bad_signature',
  'key_ended',
  'sign_type_not_allowed',
  'timestamp_out_of_window',
  'nonce_reused',
  'notify_host_not_allowed',
  'order_conflict',
  'channel_unknown',
  'channel_closed',
  'amount_out_of_range',
  'channel_limit_reached',
  'balance_insufficient',
  'payout_not_enabled',
  'rate_limited',
  'upstream_unavailable',
  'not_found',
] as const;
export type RefusalName = (typeof refusalNames)[number];

export function isRefusalName(name: unknown): name is RefusalName {
  return refusalNames.some((one) => one === name);
}

/** The gateway refused the request. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  /** The refusal's name, such as `balance_insufficient`. */
  readonly error: RefusalName;
  /** The gateway's message. */
  readonly msg: string;
  /** For `bad_request`: what is wrong with each field, by its name. */
  readonly fields: Readonly<Record<string, string>>;
  /** False for the few errors that occur before the gateway knows the merchant. */
  readonly signed: boolean;

  constructor(refusal: { error: RefusalName; msg: string; fields: Readonly<Record<string, string>>; signed: boolean }) {
    super(refusal.msg === '' ? refusal.error : `${refusal.error}: ${refusal.msg}`);
    this.error = refusal.error;
    this.msg = refusal.msg;
    this.fields = refusal.fields;
    this.signed = refusal.signed;
  }
}

/** `wrong_order`: the reply is signed, but for another order. */
export type SignatureFault = ReplyFault | 'wrong_order';

/** The reply could not be verified as the platform's reply to this request. Don't trust any part of it. */
export class GatewaySignatureError extends Error {
  override readonly name = 'GatewaySignatureError';
  readonly reason: SignatureFault;

  constructor(reason: SignatureFault) {
    super(signatureFaults[reason]);
    this.reason = reason;
  }
}

export type TransportFault = 'network' | 'timeout' | 'http' | 'malformed';

/** No usable reply: no connection, a timeout, an HTTP status other than 200, or a body that is not a gateway reply. */
export class GatewayTransportError extends Error {
  override readonly name = 'GatewayTransportError';
  readonly reason: TransportFault;
  /** The HTTP status, if there was one. */
  readonly status: number | undefined;
  /** The error's name in the body, if there was one (`rate_limited`). */
  readonly error: string | undefined;
  /** How long the gateway asks to wait, in seconds. */
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
   * True if the same call can succeed a moment later. Repeating it is safe, because the order number is the idempotency
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
  mismatch: 'the signature does not match the reply',
  stale: 'the signature of the reply is outside the time window',
  foreign: 'the reply is signed for another merchant or sign type',
  wrong_order: 'the reply is for another order',
};
