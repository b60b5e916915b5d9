/** Asking another installation's gateway: through the guarded way out, with the client's errors in our words. */
import { GatewayError, GatewaySignatureError, GatewayTransportError, SigningError } from '@countinghouse/sdk';
import { type Outgoing, OutgoingError } from '#foundation/server/outgoing.ts';
import { UpstreamError, type UpstreamErrorKind } from '../connector.ts';

export const TIMEOUT_MS = 10_000;

/** The client's errors → ours. What may have arrived is unknown, never refused. */
export async function asked<T>(call: () => Promise<T>): Promise<T> {
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

/** A connection that never came about, or a gateway that turned us away at the door, has done nothing. */
function transportKind({ cause, status }: GatewayTransportError): UpstreamErrorKind {
  if (cause instanceof OutgoingError && ['address_refused', 'dns', 'connect', 'tls'].includes(cause.kind))
    return 'unreachable';
  return status === 429 ? 'unreachable' : 'unknown';
}

export function notFoundIsNothing(error: unknown): undefined {
  if (error instanceof UpstreamError && error.reason === 'not_found') return undefined;
  throw error;
}

/** The client's way out is the guarded one. */
export function outgoingFetch(outgoing: Outgoing): typeof fetch {
  return async (input, { method, headers, body, signal } = {}) => {
    if (typeof input !== 'string' || method !== 'POST' || typeof body !== 'string')
      throw new TypeError('only what the client sends is supported');
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
