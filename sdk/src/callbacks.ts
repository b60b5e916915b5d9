/**
 * Callbacks: forms that the platform signs and POSTs to a merchant's `notifyUrl`, and that the merchant verifies.
 *
 * Verification needs the raw body and the headers, so it works with every Node framework. A body that was parsed and
 * serialized again is not what was signed. Don't use any part of a callback before verification has returned ok.
 */
import { encodeForm, parseForm } from './form.ts';
import {
  type HeaderSource,
  type HeaderSignType,
  readHeader,
  requestPath,
  signedHeaders,
  signHeaders,
} from './messages.ts';
import {
  type PayCallback,
  type PayoutCallback,
  payCallbackShape,
  payoutCallbackShape,
  readShape,
  type ReportCallback,
  reportCallbackShape,
} from './shapes.ts';
import {
  canonicalText,
  isNonce,
  isSignType,
  type RawBody,
  signFields,
  type SigningKey,
  type SignType,
  signWindowS,
  timestampWithin,
  verifyFields,
  verifyText,
} from './signing.ts';
import { SigningError } from './signing-error.ts';

export type { PayCallback, PayoutCallback, ReportCallback } from './shapes.ts';

export interface CallbackCheck {
  readonly headers: HeaderSource;
  /** The body as received, unparsed. */
  readonly rawBody: RawBody;
  /** Path and query of the request line (`request.url`), or the whole `notifyUrl` if a proxy rewrites paths. */
  readonly url: string;
  /** Your merchant number. */
  readonly merchantNo: string;
  /** The sign types to accept: those of your own requests, and none that is weaker. */
  readonly signTypes: readonly SignType[];
  /** For `MD5` and `HMAC-SHA256`: your key. During a rotation, the new and the old one. */
  readonly key?: string | readonly string[] | undefined;
  /** For `RSA-SHA256`: the platform's public key or keys. */
  readonly publicKey?: SigningKey | readonly SigningKey[] | undefined;
  /** Milliseconds since the epoch; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
  /**
   * Stores the nonce until `expiresAtS` (Unix seconds) and returns whether it was stored before. Must do both
   * atomically. Called last, so that only genuine callbacks use up a nonce. If it throws, verifyCallback throws the
   * same.
   */
  readonly seenNonce?: ((nonce: string, expiresAtS: number) => boolean | Promise<boolean>) | undefined;
}

/**
 * Why a callback is rejected. The names are those of the gateway's own errors; `key_missing` means that you passed no
 * key.
 */
export type CallbackFailure =
  | 'bad_request'
  | 'unknown_merchant'
  | 'sign_type_not_allowed'
  | 'key_missing'
  | 'bad_signature'
  | 'timestamp_out_of_window'
  | 'nonce_reused';

export type CallbackResult =
  | { readonly ok: true; readonly kind: 'pay'; readonly callback: PayCallback; readonly signType: SignType }
  | { readonly ok: true; readonly kind: 'payout'; readonly callback: PayoutCallback; readonly signType: SignType }
  | { readonly ok: false; readonly failure: CallbackFailure };

export type ReportResult =
  | { readonly ok: true; readonly callback: ReportCallback; readonly signType: SignType }
  | { readonly ok: false; readonly failure: CallbackFailure };

/**
 * Verifies a callback: sign type, merchant, signature, age, content and nonce. Any of the keys can match either of the
 * two signatures that a key rotation adds. Throws a TypeError if `rawBody` is not raw.
 */
export function verifyCallback(check: CallbackCheck): Promise<CallbackResult> {
  return verified(check, readCallback);
}

/** Verifies the report of a scheduled file, which comes to an address of its own, in the same way. */
export function verifyReport(check: CallbackCheck): Promise<ReportResult> {
  return verified(check, (fields, signType) => {
    const callback = fields['kind'] === 'report' ? readShape(reportCallbackShape, fields) : undefined;
    return callback === undefined ? rejected('bad_request') : { ok: true, callback, signType };
  });
}

async function verified<Result extends { readonly ok: boolean }>(
  check: CallbackCheck,
  read: (fields: Readonly<Record<string, string>>, signType: SignType) => Result | Rejected,
): Promise<Result | Rejected> {
  const { rawBody, now = Date.now } = check;
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new TypeError('rawBody must be the unparsed body: text or bytes');
  }
  const fields = parseForm(rawBody);
  if (fields === undefined || !isNonce(fields['nonce'])) return rejected('bad_request');
  const signType = fields['signType'];
  if (!isSignType(signType)) return rejected('bad_request');
  if (!check.signTypes.includes(signType)) return rejected('sign_type_not_allowed');
  if (fields['merchantNo'] !== check.merchantNo) return rejected('unknown_merchant');

  const keys = keysFor(check, signType);
  if (keys.length === 0) return rejected('key_missing');
  const signed = signType === 'MD5' ? isSignedInBody(fields, keys) : isSignedInHeaders(check, fields, signType, keys);
  if (!signed) return rejected('bad_signature');
  if (!timestampWithin(fields['timestamp'], now() / 1000)) return rejected('timestamp_out_of_window');

  const result = read(fields, signType);
  if (!result.ok) return result;
  const seen = await check.seenNonce?.(fields['nonce'], Number(fields['timestamp']) + signWindowS);
  return seen === true ? rejected('nonce_reused') : result;
}

/** The request that the platform sends for one delivery. */
export interface SignedCallback {
  readonly method: 'POST';
  /** The signed path and query. The request must use exactly these. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface CallbackToSign {
  readonly notifyUrl: string | URL;
  /** The fields of the notification, including `merchantNo` and `notifyId`. Undefined and null fields are left out. */
  readonly fields: Readonly<Record<string, string | null | undefined>> & { readonly merchantNo: string };
  readonly signType: SignType;
  readonly key: SigningKey;
  /** The old key during a rotation. Adds a second signature. */
  readonly previousKey?: SigningKey | undefined;
  readonly timestamp: string;
  readonly nonce: string;
}

/**
 * Signs one delivery of a callback. `MD5` puts `sign` (and `signPrevious`) into the body. The other two sign the raw
 * body in headers, because a body can't contain a signature of itself. Throws a SigningError for fields that MD5 can't
 * sign.
 */
export function signCallback({
  notifyUrl,
  fields,
  signType,
  key,
  previousKey,
  timestamp,
  nonce,
}: CallbackToSign): SignedCallback {
  const unsigned: Record<string, string> = { timestamp, nonce, signType };
  for (const [name, value] of Object.entries(fields)) {
    if (signatureFields.has(name)) throw new SigningError('this field is reserved for the signature', [name]);
    if (value !== undefined && value !== null) unsigned[name] = value;
  }
  const path = requestPath(notifyUrl);
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  if (signType === 'MD5') {
    const body = encodeForm({
      ...unsigned,
      sign: signFields(unsigned, signType, key),
      signPrevious: previousKey === undefined ? undefined : signFields(unsigned, signType, previousKey),
    });
    return { method: 'POST', path, headers, body };
  }
  const body = encodeForm(unsigned);
  const message = { method: 'POST', path, timestamp, nonce, body };
  const by = { merchantNo: fields.merchantNo, signType, key, previousKey };
  return { method: 'POST', path, headers: { ...headers, ...signedHeaders(message, by) }, body };
}

const signatureFields: ReadonlySet<string> = new Set(['timestamp', 'nonce', 'signType', 'sign', 'signPrevious']);

interface Rejected {
  readonly ok: false;
  readonly failure: CallbackFailure;
}

function rejected(failure: CallbackFailure): Rejected {
  return { ok: false, failure };
}

function keysFor({ key, publicKey }: CallbackCheck, signType: SignType): SigningKey[] {
  const keys: (SigningKey | undefined)[] = [signType === 'RSA-SHA256' ? publicKey : key].flat();
  return keys.filter((candidate): candidate is SigningKey => candidate !== undefined && candidate !== '');
}

function isSignedInBody(fields: Readonly<Record<string, string>>, keys: readonly SigningKey[]): boolean {
  const signatures = [fields['sign'], fields['signPrevious']];
  return signatures.some((signature) =>
    keys.some((key) => signature !== undefined && verifyFields(fields, 'MD5', key, signature)),
  );
}

function isSignedInHeaders(
  { headers, rawBody, url, merchantNo }: CallbackCheck,
  fields: Readonly<Record<string, string>>,
  signType: HeaderSignType,
  keys: readonly SigningKey[],
): boolean {
  const [timestamp, nonce] = [readHeader(headers, signHeaders.timestamp), readHeader(headers, signHeaders.nonce)];
  const headersMatch =
    timestamp !== undefined &&
    timestamp === fields['timestamp'] &&
    nonce !== undefined &&
    nonce === fields['nonce'] &&
    readHeader(headers, signHeaders.signType) === signType &&
    readHeader(headers, signHeaders.merchantNo) === merchantNo;
  const text = headersMatch ? postedText(url, timestamp, nonce, rawBody) : undefined;
  if (text === undefined) return false;
  const signatures = [readHeader(headers, signHeaders.sign), readHeader(headers, signHeaders.signPrevious)];
  return signatures.some((signature) => keys.some((key) => verifyText(text, signType, signature, key)));
}

/** Returns the signed text, or undefined if the URL or a header could not have been signed. */
function postedText(url: string, timestamp: string, nonce: string, body: RawBody): string | undefined {
  try {
    return canonicalText({ method: 'POST', path: requestPath(url), timestamp, nonce, body });
  } catch {
    return undefined;
  }
}

/**
 * Reads the fields. A pay-in always has `obtained`, a payout never does. An empty field is not signed, so it counts as
 * missing.
 */
function readCallback(fields: Readonly<Record<string, string>>, signType: SignType): CallbackResult {
  if ((fields['obtained'] ?? '') !== '') {
    const callback = readShape(payCallbackShape, fields);
    return callback === undefined ? rejected('bad_request') : { ok: true, kind: 'pay', callback, signType };
  }
  const callback = readShape(payoutCallbackShape, fields);
  return callback === undefined ? rejected('bad_request') : { ok: true, kind: 'payout', callback, signType };
}
