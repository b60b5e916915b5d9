/**
 * Another installation's gateway as the upstream: this side is one of its merchants and speaks the public protocol through
 * the same client that merchants use. Our order is named there by member and system number, so that a repeated request
 * is the same payment.
 */
import {
  createClient,
  GatewayError,
  type GatewayClient,
  GatewaySignatureError,
  GatewayTransportError,
  type PayOrderState,
  SigningError,
} from '@countinghouse/sdk';
import { type CallbackFailure, verifyCallback } from '@countinghouse/sdk/callbacks';
import { z } from 'zod';
import { formatAmount, parseAmount } from '#foundation/core/money.ts';
import { type Outgoing, OutgoingError } from '#foundation/server/outgoing.ts';
import {
  type Account,
  type Connector,
  type NotificationDoubt,
  type PaymentRequest,
  UpstreamError,
  type UpstreamErrorKind,
  type UpstreamPayment,
} from '../connector.ts';
import { ReturnAddresses } from './returns.ts';
import type { ConnectorDeps } from './sandbox.ts';

const common = {
  /** Their gateway address, `https://…/gateway/v1`. */
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** Ours, there. */
  merchantNo: z.string().min(1).max(32),
  /** Of their platform: their answers do not name it. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Our call code or, for all others, the mode → their call code. */
  channels: z.record(z.string(), z.string().min(1)),
};

export const CountinghouseSettings = z
  .discriminatedUnion('signType', [
    z.strictObject({ ...common, signType: z.literal('MD5'), key: z.string().min(1) }),
    z.strictObject({ ...common, signType: z.literal('HMAC-SHA256'), key: z.string().min(1) }),
    z.strictObject({ ...common, signType: z.literal('RSA-SHA256'), privateKey: z.string().min(1), platformPublicKey: z.string().min(1) }),
  ])
  .refine(isUsable);
export type CountinghouseSettings = z.infer<typeof CountinghouseSettings>;

const TIMEOUT_MS = 10_000;

export function countinghouseConnector({ clock, sealer, outgoing, publicUrl }: ConnectorDeps): Connector<CountinghouseSettings> {
  const returns = new ReturnAddresses({ publicUrl, sealer });
  const clients = new WeakMap<CountinghouseSettings, GatewayClient>();
  const now = (): number => clock.now().getTime();
  const clientOf = (settings: CountinghouseSettings): GatewayClient => {
    let client = clients.get(settings);
    if (!client) clients.set(settings, (client = createClient({ ...settings, timeoutMs: TIMEOUT_MS, retries: 1, fetch: outgoingFetch(outgoing), now })));
    return client;
  };

  return {
    name: 'countinghouse',
    settings: CountinghouseSettings,
    acknowledgement: 'success',

    async createPayment(request, { settings, notifyUrl }) {
      const { memberNo, systemNo, amountMinor, currency, mode, channelCode } = request;
      const channel = settings.channels[channelCode] ?? settings.channels[mode];
      if (currency !== settings.currency) throw new UpstreamError('refused', 'currency_not_served');
      if (channel === undefined) throw new UpstreamError('refused', 'channel_not_served');
      const order = {
        orderNo: orderNoOf(request),
        amount: formatAmount(amountMinor, currency),
        channel,
        notifyUrl,
        currency,
        subject: subjectFor(settings, request.subject),
        returnUrl: request.returnUrl === null ? undefined : returns.of(memberNo, systemNo),
        clientIp: request.clientIp ?? undefined,
        expireMinutes: Math.max(1, Math.floor((request.expiresAt.getTime() - now()) / 60_000)),
      };
      const { systemNo: upstreamNo, amount, payUrl, qrContent } = await asked(() => clientOf(settings).payCreate(order));
      if (parseAmount(amount, currency) !== amountMinor) throw new UpstreamError('unknown', 'amount_differs');
      if (!/^https?:\/\//i.test(payUrl)) throw new UpstreamError('unknown', 'malformed');
      return { upstreamNo, payUrl, qrContent };
    },

    async queryPayment({ memberNo, systemNo }, { settings }) {
      const state = await asked(() => clientOf(settings).payQuery({ orderNo: orderNoOf({ memberNo, systemNo }) })).catch(notFoundIsNothing);
      if (!state) return { memberNo, systemNo, upstreamNo: '', amountMinor: 0n, currency: settings.currency, status: 'unpaid', paidAt: null };
      return paymentOf({ memberNo, systemNo }, state, settings.currency);
    },

    async readNotification({ settings, notifyUrl }: Account<CountinghouseSettings>, { headers, rawBody }) {
      const keys = settings.signType === 'RSA-SHA256' ? { publicKey: settings.platformPublicKey } : { key: settings.key };
      const checked = await verifyCallback({ headers, rawBody, url: notifyUrl, merchantNo: settings.merchantNo, signTypes: [settings.signType], now, ...keys });
      if (!checked.ok) return { ok: false, failure: doubts[checked.failure] };
      const order = checked.kind === 'pay' ? orderOf(checked.callback.orderNo) : undefined;
      if (checked.kind !== 'pay' || !order || parseAmount(checked.callback.amount, settings.currency) === undefined) return { ok: false, failure: 'malformed' };
      const { systemNo, amount, status, paidAt, nonce, notifyId } = checked.callback;
      return {
        ok: true,
        payment: paymentOf(order, checked.callback, settings.currency),
        nonce,
        said: { upstreamNo: systemNo, amount, currency: settings.currency, status, paidAt, notifyId },
      };
    },
  };
}

/** The client itself knows best which addresses and keys it can work with. */
function isUsable(settings: Parameters<typeof createClient>[0]): boolean {
  try {
    createClient(settings);
    return true;
  } catch {
    return false;
  }
}

/** The callback check's words → ours. */
const doubts: Record<CallbackFailure, NotificationDoubt> = {
  bad_request: 'malformed',
  unknown_merchant: 'wrong_account',
  sign_type_not_allowed: 'bad_signature',
  key_missing: 'bad_signature',
  bad_signature: 'bad_signature',
  timestamp_out_of_window: 'stale',
  nonce_reused: 'stale',
};

type OrderName = Pick<PaymentRequest, 'memberNo' | 'systemNo'>;

function orderNoOf({ memberNo, systemNo }: OrderName): string {
  return `${memberNo}-${systemNo}`;
}

function orderOf(orderNo: string): OrderName | undefined {
  const [, memberNo, systemNo] = /^(\d{8})-(\d{19})$/.exec(orderNo) ?? [];
  if (memberNo === undefined || systemNo === undefined || BigInt(systemNo) >= 2n ** 63n) return undefined;
  return { memberNo: BigInt(memberNo), systemNo: BigInt(systemNo) };
}

type Told = Pick<PayOrderState, 'systemNo' | 'amount' | 'status' | 'paidAt'>;

/** Expired there is unpaid: it may still be paid late. */
const statuses: Record<Told['status'], UpstreamPayment['status']> = { unpaid: 'unpaid', expired: 'unpaid', success: 'paid', reversed: 'failed' };

function paymentOf(order: OrderName, { systemNo, amount, status, paidAt }: Told, currency: string): UpstreamPayment {
  const amountMinor = parseAmount(amount, currency);
  if (amountMinor === undefined) throw new UpstreamError('unknown', 'malformed');
  const paidAtMs = Date.parse(paidAt ?? '');
  return { ...order, upstreamNo: systemNo, amountMinor, currency, status: statuses[status], paidAt: Number.isNaN(paidAtMs) ? null : new Date(paidAtMs) };
}

/** MD5 can't sign these characters; a subject is not worth refusing a payment for. */
function subjectFor({ signType }: CountinghouseSettings, subject: string | null): string | undefined {
  return (signType === 'MD5' ? subject?.replace(/[&=\p{Cc}\p{Cs}]/gu, ' ') : subject) ?? undefined;
}

/** The client's errors → ours. What may have arrived is unknown, never refused. */
async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof GatewayError) throw new UpstreamError('refused', error.error, { cause: error });
    if (error instanceof GatewaySignatureError) throw new UpstreamError('unknown', `reply_${error.reason}`, { cause: error });
    if (error instanceof GatewayTransportError) throw new UpstreamError(transportKind(error), error.reason, { cause: error });
    if (error instanceof SigningError) throw new UpstreamError('refused', 'unsignable', { cause: error });
    throw error;
  }
}

/** A connection that never came about, or a gateway that turned us away at the door, has done nothing. */
function transportKind({ cause, status }: GatewayTransportError): UpstreamErrorKind {
  if (cause instanceof OutgoingError && ['address_refused', 'dns', 'connect', 'tls'].includes(cause.kind)) return 'unreachable';
  return status === 429 ? 'unreachable' : 'unknown';
}

function notFoundIsNothing(error: unknown): undefined {
  if (error instanceof UpstreamError && error.reason === 'not_found') return undefined;
  throw error;
}

/** The client's way out is the guarded one. */
function outgoingFetch(outgoing: Outgoing): typeof fetch {
  return async (input, { method, headers, body, signal } = {}) => {
    if (typeof input !== 'string' || method !== 'POST' || typeof body !== 'string') throw new TypeError('only what the client sends is supported');
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
    return new Response(hasBody ? reply.body : null, { status: Math.max(200, reply.status), headers: { ...reply.headers } });
  };
}
