/**
 * The gateway's signatures: canonical texts, signing and verifying, one implementation for merchant and platform.
 *
 * Functions on node:crypto without state. Signing throws a SigningError for what can't be signed. Verifying returns
 * true or false, never throws, and compares secrets in constant time. No error message contains a key, a signature or a
 * value.
 */
import { createHash, createHmac, type KeyObject, randomBytes, sign, timingSafeEqual, verify } from 'node:crypto';

import { type RsaKey, rsaPrivateKey, rsaPublicKey } from './rsa-keys.ts';
import { SigningError } from './signing-error.ts';

/** The three sign types, weakest first. `MD5` exists only for compatibility. */
export const signTypes = ['MD5', 'HMAC-SHA256', 'RSA-SHA256'] as const;
export type SignType = (typeof signTypes)[number];

/** The merchant's key as text (`MD5`, `HMAC-SHA256`), or an RSA key: the private one signs, the public one verifies. */
export type SigningKey = string | KeyObject;

/** How far a timestamp can be before or after the receiver's clock, in seconds. */
export const signWindowS = 300;

/**
 * Field names and values as received. Only text can be signed. For anything else signing throws and verifying returns
 * false.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** A body exactly as sent: bytes, or text that is sent as UTF-8. Never a parsed object. */
export type RawBody = string | Uint8Array;

/**
 * What HMAC-SHA256 and RSA-SHA256 sign. A reply has the method and path of its request, and its own timestamp and
 * nonce.
 */
export interface Message {
  /** Upper case: `POST`. */
  readonly method: string;
  /** Path and query as sent, without scheme and host: `/gateway/v1/pay/create`. */
  readonly path: string;
  /** Unix seconds as text. */
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: RawBody;
}

export function isSignType(value: unknown): value is SignType {
  return signTypes.some((signType) => signType === value);
}

/** Returns a new nonce: 32 lower-case hex characters, 128 random bits. */
export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

/** True for 16–64 visible ASCII characters, which fit in a header and in a field. */
export function isNonce(value: unknown): value is string {
  return typeof value === 'string' && noncePattern.test(value);
}

/**
 * True if `timestamp` (Unix seconds as text) is at most `windowS` seconds before or after `nowS`. Anything except plain
 * digits, including numbers, is rejected.
 */
export function timestampWithin(timestamp: unknown, nowS: number, windowS: number = signWindowS): boolean {
  return isTimestamp(timestamp) && Math.abs(Number(timestamp) - Math.floor(nowS)) <= windowS;
}

/**
 * Returns the names of fields, except `sign`, that can't be signed: the value is not text or contains `&`, `=`, a
 * control character or half a surrogate pair, or the name has other characters than letters, digits and underscores.
 */
export function unsignableFields(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => name !== 'sign' && !isSignable(name, fields[name]));
}

/**
 * Returns the text that MD5 signs, without the key: all non-empty fields except `sign`, sorted by name in ASCII order,
 * as `name=value` joined with `&`. Different field sets never give the same text.
 */
export function md5Text(fields: Fields): string {
  const faulty = unsignableFields(fields);
  if (faulty.length > 0) throw new SigningError(`fields that cannot be signed: ${faulty.join(', ')}`, faulty);
  return joinFields(fields);
}

/** Returns the MD5 of the fields' text and `&key=<key>`: 32 upper-case hex characters. */
export function signMd5(fields: Fields, key: string): string {
  if (!isMd5Key(key)) throw new SigningError('the MD5 key is missing or contains a & or a control character');
  return md5Digest(md5Text(fields), key).toString('hex').toUpperCase();
}

/** Verifies `signature` (by default the field `sign`) over the other fields. */
export function verifyMd5(fields: Fields, key: string | undefined, signature: unknown = fields['sign']): boolean {
  if (typeof signature !== 'string' || !md5Pattern.test(signature)) return false;
  if (unsignableFields(fields).length > 0) return false;
  const usable = isMd5Key(key);
  const expected = md5Digest(joinFields(fields), usable ? key : decoyKey);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) && usable;
}

/** `METHOD\nPATH\nTIMESTAMP\nNONCE\nhex(SHA-256(body))`, the digest in lower case. */
export function canonicalText({ method, path, timestamp, nonce, body }: Message): string {
  if (!methodPattern.test(method)) throw new SigningError('the method must be upper-case letters', ['method']);
  if (!pathPattern.test(path))
    throw new SigningError('the path must start with / and contain no space or control character', ['path']);
  if (!isTimestamp(timestamp)) throw new SigningError('the timestamp must be Unix seconds as text', ['timestamp']);
  if (!isNonce(nonce)) throw new SigningError('the nonce must be 16 to 64 visible ASCII characters', ['nonce']);
  return `${method}\n${path}\n${timestamp}\n${nonce}\n${createHash('sha256').update(body).digest('hex')}`;
}

/** Returns the HMAC-SHA256 of the text: 64 lower-case hex characters. */
export function signHmac(text: string, key: string): string {
  if (!isHmacKey(key)) throw new SigningError('the HMAC key is missing');
  return createHmac('sha256', key).update(text).digest('hex');
}

export function verifyHmac(text: string, signature: unknown, key: string | undefined): boolean {
  if (typeof signature !== 'string' || !hmacPattern.test(signature)) return false;
  const usable = isHmacKey(key);
  const expected = createHmac('sha256', usable ? key : decoyKey)
    .update(text)
    .digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) && usable;
}

/** Returns the RSA PKCS#1 v1.5 signature of the text with SHA-256, in base64. The key must have at least 2048 bits. */
export function signRsa(text: string, privateKey: RsaKey): string {
  return sign('sha256', Buffer.from(text), rsaPrivateKey(privateKey)).toString('base64');
}

export function verifyRsa(text: string, signature: unknown, publicKey: RsaKey | undefined): boolean {
  if (typeof signature !== 'string' || signature === '' || publicKey === undefined) return false;
  const bytes = Buffer.from(signature, 'base64');
  // Buffer ignores characters that are not base64. Only text that encodes back to itself is accepted.
  if (bytes.toString('base64') !== signature) return false;
  try {
    return verify('sha256', Buffer.from(text), rsaPublicKey(publicKey), bytes);
  } catch {
    return false;
  }
}

/**
 * Signs fields that have no body of their own, such as the query of a `returnUrl`. `sign` and `signPrevious` are left
 * out. `MD5` signs as everywhere else. The other two sign the same joined text without the key. In it, `%`, `&`, `=`
 * and control characters of values are percent-encoded (`%26`), so that such values are allowed and unambiguous.
 */
export function signFields(fields: Fields, signType: SignType, key: SigningKey): string {
  const signed = withoutSignatures(fields);
  if (signType === 'MD5') return signMd5(signed, secretOf(key));
  const text = escapedText(signed);
  if (text === undefined)
    throw new SigningError('only text fields whose names are letters, digits and underscores can be signed');
  return signType === 'HMAC-SHA256' ? signHmac(text, secretOf(key)) : signRsa(text, key);
}

/** Verifies `signature` (by default the field `sign`) as made by signFields. */
export function verifyFields(
  fields: Fields,
  signType: SignType,
  key: SigningKey | undefined,
  signature: unknown = fields['sign'],
): boolean {
  const signed = withoutSignatures(fields);
  if (signType === 'MD5') return verifyMd5(signed, typeof key === 'string' ? key : undefined, signature);
  const text = escapedText(signed);
  return text !== undefined && verifyText(text, signType, signature, key);
}

/** Signs a canonical text with one of the two sign types that use one. */
export function signText(text: string, signType: Exclude<SignType, 'MD5'>, key: SigningKey): string {
  return signType === 'HMAC-SHA256' ? signHmac(text, secretOf(key)) : signRsa(text, key);
}

export function verifyText(
  text: string,
  signType: Exclude<SignType, 'MD5'>,
  signature: unknown,
  key: SigningKey | undefined,
): boolean {
  if (signType === 'RSA-SHA256') return verifyRsa(text, signature, key);
  return verifyHmac(text, signature, typeof key === 'string' ? key : undefined);
}

// Used in place of a missing key, so that the check takes the same time; its result is discarded. Random in each
// process, so that no one can sign with it.
const decoyKey = randomBytes(32).toString('hex');

const noncePattern = /^[\x21-\x7e]{16,64}$/;
const timestampPattern = /^(?:0|[1-9][0-9]{0,11})$/;
const methodPattern = /^[A-Z]+$/;
// oxlint-disable-next-line no-control-regex -- it rejects control characters
const pathPattern = /^\/[^\x00-\x20\x7f]*$/;
const md5Pattern = /^[0-9A-F]{32}$/;
const hmacPattern = /^[0-9a-f]{64}$/;
const namePattern = /^[A-Za-z0-9_]+$/;
const forbiddenInValue = /[&=\p{Cc}]/u;
const escapedInValue = /[%&=\p{Cc}]/gu;
// The text ends with the key, so a & in the key could be read as another field.
const forbiddenInKey = /[&\p{Cc}]/u;

function isTimestamp(value: unknown): value is string {
  return typeof value === 'string' && timestampPattern.test(value);
}

function isSignable(name: string, value: unknown): boolean {
  return isTextField(name, value) && !forbiddenInValue.test(value);
}

function isTextField(name: string, value: unknown): value is string {
  // Half a surrogate pair becomes U+FFFD in UTF-8, the same bytes as a real U+FFFD: two field sets would give the same
  // text.
  return namePattern.test(name) && typeof value === 'string' && value.isWellFormed();
}

function joinFields(fields: Fields): string {
  let text = '';
  // sort() without a comparison sorts by code unit, which for these names is ASCII order in every locale.
  for (const name of Object.keys(fields).sort()) {
    if (name === 'sign' || fields[name] === '') continue;
    text += `${text === '' ? '' : '&'}${name}=${String(fields[name])}`;
  }
  return text;
}

function escapedText(fields: Fields): string | undefined {
  const escaped: Record<string, string> = Object.create(null);
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (!isTextField(name, value)) return undefined;
    escaped[name] = value.replace(escapedInValue, encodeURIComponent);
  }
  return joinFields(escaped);
}

function withoutSignatures({ sign: _sign, signPrevious: _signPrevious, ...signed }: Fields): Fields {
  return signed;
}

function md5Digest(text: string, key: string): Buffer {
  return createHash('md5')
    .update(text === '' ? `key=${key}` : `${text}&key=${key}`)
    .digest();
}

function isMd5Key(key: unknown): key is string {
  return isHmacKey(key) && !forbiddenInKey.test(key);
}

function isHmacKey(key: unknown): key is string {
  return typeof key === 'string' && key !== '' && key.isWellFormed();
}

function secretOf(key: SigningKey): string {
  if (typeof key !== 'string') throw new SigningError('this sign type needs the key as text');
  return key;
}
