/**
 * Requests to another installation's gateway: through the guarded outgoing client, with the SDK's errors as
 * `UpstreamError`.
 */
import type { CallbackFailure } from '@countinghouse/sdk/callbacks';
import { GatewayError, GatewaySignatureError, GatewayTransportError, SigningError } from '@countinghouse/sdk';
import { type Outgoing, OutgoingError } from '#foundation/server/outgoing/outgoing.ts';
import { type NotificationFault, UpstreamError, type UpstreamErrorKind } from './connector.ts';

/** Less than `SENDING_MS` in disbursements/server/submitting.ts, until which no worker queries a payout being sent. */
export const TIMEOUT_MS = 10_000;

/** Turns the client's errors into ours. A request that may have arrived is `unknown`, never `refused`. */
export async function mappingErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof GatewayError) throw new UpstreamError('refused', error.error, { cause: error });
    if (error instanceof GatewaySignatureError)
      throw new UpstreamError('unknown', `reply_${error.reason}`, { cause: error });
    if (error instanceof GatewayTransportError)
      throw new UpstreamError(transportKind(error), error.reason, { cause: error });
    if (error instanceof SigningError) throw new UpstreamError('refused', 'unsignable', { cause: error });
    throw error;
  }
}

/** If the connection failed or the gateway rate-limited us, the request had no effect. */
function transportKind({ cause, status }: GatewayTransportError): UpstreamErrorKind {
  if (cause instanceof OutgoingError && cause.neverArrived) return 'unreachable';
  return status === 429 ? 'unreachable' : 'unknown';
}

/** What the check of a callback finds, in our terms. */
export const faultsByFailure: Readonly<Record<CallbackFailure, NotificationFault>> = {
  bad_request: 'malformed',
  unknown_merchant: 'wrong_account',
  sign_type_not_allowed: 'bad_signature',
  key_missing: 'bad_signature',
  bad_signature: 'bad_signature',
  timestamp_out_of_window: 'stale',
  nonce_reused: 'stale',
};

export function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof UpstreamError && error.reason === 'not_found') return undefined;
  throw error;
}

/** A `fetch` for the gateway client that sends through the guarded outgoing client. */
export function outgoingFetch(outgoing: Outgoing): typeof fetch {
  return async (input, { method, headers, body, signal } = {}) => {
    if (typeof input !== 'string' || method !== 'POST' || typeof body !== 'string')
      throw new TypeError('only POST requests with a text body are supported');
    const reply = await outgoing.request({
      method,
      url: input,
      headers: Object.fromEntries(new Headers(headers)),
      body,
      timeoutMs: TIMEOUT_MS,
      maxReplyBytes: 1_048_577,
      ...(signal ? { signal } : {}),
    });
    const hasBody = ![101, 204, 205, 304].includes(reply.status);
    return new Response(hasBody ? reply.body : null, {
      status: Math.max(200, reply.status),
      headers: { ...reply.headers },
    });
  };
}
