/**
 * Replies of the gateway: signed by the platform, verified by the client.
 *
 * HMAC-SHA256 and RSA-SHA256 sign the raw body in headers. MD5 signs only the fields of `data`, not `code` and `error`.
 * So an MD5 error repeats its name as `data.error`, and `data` of a success never has that field. Therefore no signed
 * success can be turned into an error, or the other way round.
 */
import { type HeaderSignType, type HeaderSource, readHeader, signedHeaders, signHeaders } from './messages.ts';
import {
  canonicalText,
  isNonce,
  signMd5,
  type SigningKey,
  type SignType,
  timestampWithin,
  verifyMd5,
  verifyText,
} from './signing.ts';
import { SigningError } from './signing-error.ts';

/**
 * The content of a reply: code 1 with data, or code 0 with the error's stable name and, for `bad_request`, the invalid
 * fields.
 */
export type Reply =
  | { readonly code: 1; readonly msg: string; readonly data: ReplyData }
  | {
      readonly code: 0;
      readonly msg: string;
      readonly error: string;
      readonly fields?: Readonly<Record<string, string>>;
    };

/** Text only. With MD5, undefined and null values are left out. */
export type ReplyData = Readonly<Record<string, string | null | undefined>>;

/** The request that a reply belongs to. `path` is its path and query as sent. */
export interface ReplyTo {
  readonly method: string;
  readonly path: string;
  readonly merchantNo: string;
  readonly signType: SignType;
}

/**
 * Errors that occur before the platform knows the merchant and so have no signature. Any other error, and every
 * success, must be signed.
 */
export const unsignedErrors: readonly string[] = [
  'bad_request',
  'unknown_merchant',
  'bad_signature',
  'key_ended',
  'sign_type_not_allowed',
  'timestamp_out_of_window',
  'rate_limited',
];

/**
 * For the platform: returns body and headers of a signed reply. Throws a SigningError for values that MD5 can't sign.
 */
export function signReply(
  reply: Reply,
  to: ReplyTo & { readonly key: SigningKey; readonly timestamp: string; readonly nonce: string },
): { body: string; headers: Record<string, string> } {
  const { method, path, merchantNo, signType, key, timestamp, nonce } = to;
  const contentType = { 'Content-Type': 'application/json; charset=utf-8' };
  if (signType === 'MD5') {
    if (typeof key !== 'string') throw new SigningError('MD5 needs the key as text');
    const fields = reply.code === 1 ? reply.data : { error: reply.error };
    const present = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
    const data = { ...Object.fromEntries(present), timestamp, nonce, signType };
    return { body: JSON.stringify({ ...reply, data: { ...data, sign: signMd5(data, key) } }), headers: contentType };
  }
  const body = JSON.stringify(reply);
  const headers = signedHeaders({ method, path, timestamp, nonce, body }, { merchantNo, signType, key });
  return { body, headers: { ...contentType, ...headers } };
}

/**
 * What is wrong with a reply's signature: it is missing, doesn't match, is outside the time window, or is for another
 * merchant or sign type.
 */
export type ReplyFault = 'missing' | 'mismatch' | 'stale' | 'foreign';

export interface ReplyCheck extends ReplyTo {
  readonly headers: HeaderSource;
  readonly rawBody: Uint8Array;
  /** `code`, `error` and `data` as parsed from `rawBody`. */
  readonly reply: { readonly code: unknown; readonly error: unknown; readonly data: Readonly<Record<string, unknown>> };
  readonly keys: readonly SigningKey[];
  readonly nowS: number;
}

/** For the client: returns undefined if the reply is signed, recent and for this merchant and sign type. */
export function replyFault(check: ReplyCheck): ReplyFault | undefined {
  return check.signType === 'MD5' ? md5Fault(check) : headerFault(check, check.signType);
}

function md5Fault({ reply: { code, error, data }, keys, nowS }: ReplyCheck): ReplyFault | undefined {
  if (data['sign'] === undefined) return 'missing';
  if (data['signType'] !== 'MD5' || !isNonce(data['nonce'])) return 'foreign';
  if (!keys.some((key) => typeof key === 'string' && verifyMd5(data, key))) return 'mismatch';
  if (code === 1 ? data['error'] !== undefined : data['error'] !== error) return 'mismatch';
  return timestampWithin(data['timestamp'], nowS) ? undefined : 'stale';
}

function headerFault(check: ReplyCheck, signType: HeaderSignType): ReplyFault | undefined {
  const { headers, rawBody, method, path, merchantNo, keys, nowS } = check;
  const signature = readHeader(headers, signHeaders.sign);
  if (signature === undefined) return 'missing';
  if (readHeader(headers, signHeaders.signType) !== signType) return 'foreign';
  if (readHeader(headers, signHeaders.merchantNo) !== merchantNo) return 'foreign';
  const timestamp = readHeader(headers, signHeaders.timestamp);
  const nonce = readHeader(headers, signHeaders.nonce);
  if (!timestampWithin(timestamp, nowS)) return 'stale';
  if (timestamp === undefined || !isNonce(nonce)) return 'mismatch';
  const text = canonicalText({ method, path, timestamp, nonce, body: rawBody });
  return keys.some((key) => verifyText(text, signType, signature, key)) ? undefined : 'mismatch';
}
