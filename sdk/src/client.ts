/**
 * The merchant's client: the gateway's five calls, signed, with every reply verified before it is returned.
 *
 * A returned value is always signed by the platform for this order. A failed call can be repeated with the same order
 * number, which is the idempotency key. `retries` does that, with a new nonce and timestamp for each attempt.
 */
import { GatewayError, GatewaySignatureError, GatewayTransportError, isRefusalName } from './errors.ts';
import { readHeader, requestPath, signedHeaders } from './messages.ts';
import { replyFault, unsignedErrors } from './replies.ts';
import { rsaPrivateKey, rsaPublicKey } from './rsa-keys.ts';
import {
  type Balance,
  balanceShape,
  type PayOrder,
  payOrderShape,
  type PayOrderState,
  payOrderStateShape,
  type PayoutOrder,
  payoutOrderShape,
  type PayoutOrderState,
  payoutOrderStateShape,
  readShape,
  type Shape,
} from './shapes.ts';
import { newNonce, signMd5, type SigningKey, type SignType } from './signing.ts';
import { backoffMs, type Exchange, pause, post, retryAfterS } from './transport.ts';

export { GatewayError, GatewaySignatureError, GatewayTransportError } from './errors.ts';
export type { RefusalName } from './errors.ts';
export { SigningError } from './signing-error.ts';
export type {
  Balance,
  PayOrder,
  PayOrderState,
  PayoutOrder,
  PayoutOrderState,
  PayStatus,
  PayoutStatus,
} from './shapes.ts';

interface CommonOptions {
  /** The gateway address from the API settings screen: `https://…/gateway/v1`. */
  readonly baseUrl: string;
  readonly merchantNo: string;
  /** Language of `msg` in errors. */
  readonly language?: 'en' | 'zh' | 'es' | 'th' | undefined;
  /** Time limit of one attempt, in milliseconds. The default is 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries after a transport failure. The default is 2. */
  readonly retries?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds since the epoch; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
  /** Returns a new nonce of 16–64 visible ASCII characters for each attempt. */
  readonly nonce?: (() => string) | undefined;
  /** Waits between attempts. */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

export type ClientOptions = CommonOptions &
  (
    | { readonly signType: 'MD5' | 'HMAC-SHA256'; readonly key: string }
    | {
        readonly signType: 'RSA-SHA256';
        /** PEM or KeyObject, at least 2048 bits. */
        readonly privateKey: SigningKey;
        /** The platform public key from the API settings screen. Two while the platform rotates it. */
        readonly platformPublicKey: SigningKey | readonly SigningKey[];
      }
  );

export interface PayCreate {
  /** 1–64 of `A-Za-z0-9._|-`, unique per merchant: the idempotency key. */
  readonly orderNo: string;
  /** Decimal text in major units: `100.00`. Never a number. */
  readonly amount: string;
  /** The channel's code. */
  readonly channel: string;
  readonly notifyUrl: string;
  readonly subject?: string | undefined;
  readonly returnUrl?: string | undefined;
  readonly clientIp?: string | undefined;
  /** At most 255 characters, returned in queries and callbacks. */
  readonly attach?: string | undefined;
  /** Whole minutes; 30 by default. */
  readonly expireMinutes?: number | undefined;
  readonly currency?: string | undefined;
}

export interface PayoutCreate {
  readonly orderNo: string;
  readonly amount: string;
  readonly type: 'bank' | 'alipay';
  readonly holder: string;
  /** A card number, or the mobile number or e-mail address of an Alipay account. */
  readonly account: string;
  /** The bank's code or name. Required for a bank card. */
  readonly bank?: string | undefined;
  readonly branch?: string | undefined;
  readonly notifyUrl?: string | undefined;
  readonly attach?: string | undefined;
  readonly remark?: string | undefined;
}

/** One of the two numbers. */
export type OrderReference =
  | { readonly orderNo: string; readonly systemNo?: never }
  | { readonly systemNo: string; readonly orderNo?: never };

export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Every call can throw GatewayError, GatewaySignatureError and GatewayTransportError, and SigningError for fields that
 * can't be signed.
 */
export interface GatewayClient {
  payCreate(order: PayCreate, options?: CallOptions): Promise<PayOrder>;
  payQuery(order: OrderReference, options?: CallOptions): Promise<PayOrderState>;
  payoutCreate(payout: PayoutCreate, options?: CallOptions): Promise<PayoutOrder>;
  payoutQuery(payout: OrderReference, options?: CallOptions): Promise<PayoutOrderState>;
  balance(options?: CallOptions): Promise<Balance>;
}

/** Creates a client. Throws immediately if the address, a key or a limit is invalid. */
export function createClient(options: ClientOptions): GatewayClient {
  const settings = readSettings(options);
  return {
    payCreate: ({ expireMinutes, ...order }, { signal } = {}) =>
      call(settings, '/pay/create', { ...order, expireMinutes: expireMinutes?.toString() }, payOrderShape, signal),
    payQuery: (order, { signal } = {}) => call(settings, '/pay/query', { ...order }, payOrderStateShape, signal),
    payoutCreate: (payout, { signal } = {}) =>
      call(settings, '/payout/create', { ...payout }, payoutOrderShape, signal),
    payoutQuery: (payout, { signal } = {}) =>
      call(settings, '/payout/query', { ...payout }, payoutOrderStateShape, signal),
    balance: ({ signal } = {}) => call(settings, '/balance', {}, balanceShape, signal),
  };
}

type Settings = Keys & {
  readonly baseUrl: string;
  readonly merchantNo: string;
  readonly language: string | undefined;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly fetch: NonNullable<CommonOptions['fetch']>;
  readonly now: NonNullable<CommonOptions['now']>;
  readonly nonce: NonNullable<CommonOptions['nonce']>;
  readonly wait: NonNullable<CommonOptions['wait']>;
};

/** MD5 takes only text keys. */
type Keys = { readonly replyKeys: readonly SigningKey[] } & (
  | { readonly signType: 'MD5'; readonly signKey: string }
  | { readonly signType: Exclude<SignType, 'MD5'>; readonly signKey: SigningKey }
);

function readSettings(options: ClientOptions): Settings {
  const { baseUrl, merchantNo, timeoutMs = 30_000, retries = 2 } = options;
  const url = new URL(baseUrl);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must be an http(s) URL without user, query or fragment');
  }
  if (typeof merchantNo !== 'string' || merchantNo === '') throw new TypeError('merchantNo is missing');
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs <= 0)
    throw new TypeError('timeoutMs must be a whole number above 0');
  if (!Number.isSafeInteger(retries) || retries < 0) throw new TypeError('retries must be a whole number, 0 or more');
  return {
    baseUrl: url.href.replace(/\/+$/, ''),
    merchantNo,
    timeoutMs,
    retries,
    language: options.language,
    ...readKeys(options),
    fetch: options.fetch ?? globalThis.fetch,
    now: options.now ?? Date.now,
    nonce: options.nonce ?? newNonce,
    wait: options.wait ?? pause,
  };
}

function readKeys(options: ClientOptions): Keys {
  const { signType } = options;
  if (signType === 'RSA-SHA256') {
    const replyKeys = [options.platformPublicKey].flat().map(rsaPublicKey);
    if (replyKeys.length === 0) throw new TypeError('platformPublicKey is missing');
    return { signType, signKey: rsaPrivateKey(options.privateKey), replyKeys };
  }
  if (signType !== 'MD5' && signType !== 'HMAC-SHA256')
    throw new TypeError('signType must be MD5, HMAC-SHA256 or RSA-SHA256');
  if (typeof options.key !== 'string' || options.key === '') throw new TypeError('key is missing');
  return { signType, signKey: options.key, replyKeys: [options.key] };
}

type Values = Readonly<Record<string, string | undefined>>;

async function call<T>(
  settings: Settings,
  path: string,
  values: Values,
  shape: Shape<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const fields = presentFields(values);
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt(settings, settings.baseUrl + path, fields, shape, signal);
    } catch (error) {
      if (!(error instanceof GatewayTransportError) || !error.retryable || retry >= settings.retries) throw error;
      const retryAfterMs = (error.retryAfter ?? 0) * 1000;
      if (retryAfterMs > maxRetryAfterMs) throw error;
      await settings.wait(Math.max(backoffMs(retry, Math.random()), retryAfterMs), signal);
    }
  }
}

// Longer waits are left to the caller, who can do other work meanwhile.
const maxRetryAfterMs = 30_000;

function presentFields(values: Values): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') continue;
    if (typeof value !== 'string') throw new TypeError(`${name} must be text; amounts are decimal text, never numbers`);
    fields[name] = value;
  }
  return fields;
}

async function attempt<T>(
  settings: Settings,
  url: string,
  fields: Record<string, string>,
  shape: Shape<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const { headers, body } = signedRequest(settings, url, fields);
  const exchange = await post(url, headers, body, { fetch: settings.fetch, timeoutMs: settings.timeoutMs, signal });
  const data = verifiedData(settings, requestPath(url), exchange);
  for (const name of ['orderNo', 'systemNo']) {
    if (fields[name] !== undefined && data[name] !== fields[name]) throw new GatewaySignatureError('wrong_order');
  }
  const result = readShape(shape, data);
  if (result === undefined) {
    throw new GatewayTransportError('malformed', 'the reply lacks a field or has an unknown value', { status: 200 });
  }
  return result;
}

function signedRequest(
  { merchantNo, signType, signKey, nonce, now, language }: Settings,
  url: string,
  fields: Record<string, string>,
) {
  const timestamp = Math.floor(now() / 1000).toString();
  const headers: Record<string, string> = { 'Content-Type': 'application/json', Accept: 'application/json' };
  if (language !== undefined) headers['Accept-Language'] = language;
  if (signType === 'MD5') {
    const signed = { ...fields, merchantNo, timestamp, nonce: nonce(), signType };
    return { headers, body: JSON.stringify({ ...signed, sign: signMd5(signed, signKey) }) };
  }
  const body = JSON.stringify(fields);
  const message = { method: 'POST', path: requestPath(url), timestamp, nonce: nonce(), body };
  return { headers: { ...headers, ...signedHeaders(message, { merchantNo, signType, key: signKey }) }, body };
}

/** Returns the data of a success that the platform signed. Throws for everything else. */
function verifiedData(
  settings: Settings,
  path: string,
  { status, headers, body }: Exchange,
): Readonly<Record<string, unknown>> {
  const reply = parseReply(body);
  if (status !== 200) {
    const retryAfter = retryAfterS(readHeader(headers, 'Retry-After'), settings.now());
    throw new GatewayTransportError('http', `the gateway responded with HTTP ${status}`, {
      status,
      error: reply?.error,
      retryAfter,
    });
  }
  if (reply === undefined)
    throw new GatewayTransportError('malformed', 'the response is not a gateway reply', { status });
  const { merchantNo, signType, replyKeys } = settings;
  const fault = replyFault({
    reply,
    headers,
    rawBody: body,
    method: 'POST',
    path,
    merchantNo,
    signType,
    keys: replyKeys,
    nowS: settings.now() / 1000,
  });
  if (reply.code === 1 && fault === undefined) return reply.data;
  const { error } = reply;
  if (reply.code === 0 && (fault === undefined || (fault === 'missing' && unsignedErrors.includes(error)))) {
    if (!isRefusalName(error))
      throw new GatewayTransportError('malformed', `the gateway refused with an unknown name: ${error}`, {
        status,
        error,
      });
    throw new GatewayError({ error, msg: reply.msg, fields: reply.fields, signed: fault === undefined });
  }
  throw new GatewaySignatureError(fault ?? 'mismatch');
}

interface ParsedReply {
  readonly code: 0 | 1;
  readonly error: string;
  readonly msg: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, unknown>>;
}

function parseReply(body: Uint8Array): ParsedReply | undefined {
  const reply = parseObject(body);
  const { code, error, msg, fields, data } = reply;
  const hasName = typeof error === 'string' && error !== '';
  if (code !== 1 && !(code === 0 && hasName)) return undefined;
  const texts = Object.entries(objectOf(fields)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    code,
    error: hasName ? error : '',
    msg: typeof msg === 'string' ? msg : '',
    fields: Object.fromEntries(texts),
    data: objectOf(data),
  };
}

function parseObject(body: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(strictUtf8.decode(body)));
  } catch {
    return {};
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
