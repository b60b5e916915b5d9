/**
 * The gateway's signatures: canonical texts, signing and checking, one implementation for merchant and platform.
 *
 * Pure functions on node:crypto. Signing throws a SigningError for what cannot be signed; checking answers true or
 * false and never throws, in constant time for the secret part. No error message ever holds a key, a signature or a
 * value.
 */
import { createHash, createHmac, type KeyObject, randomBytes, sign, timingSafeEqual, verify } from 'node:crypto';

import { type RsaKey, rsaPrivateKey, rsaPublicKey } from './rsa-keys.ts';
import { SigningError } from './signing-error.ts';

/** The three sign types, weakest first. `MD5` is there for compatibility only. */
export const signTypes = ['MD5', 'HMAC-SHA256', 'RSA-SHA256'] as const;
export type SignType = (typeof signTypes)[number];

/** The merchant's key as text (`MD5`, `HMAC-SHA256`), or an RSA key: the private one signs, the public one checks. */
export type SigningKey = string | KeyObject;

/** How far a timestamp may be from the receiver's clock, both ways, in seconds. */
export const signWindowS = 300;

/**
 * Field names and values as received. Only text can be signed; anything else makes signing throw and checking refuse.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** A body exactly as it travels: bytes, or text that travels as UTF-8. Never a parsed object. */
export type RawBody = string | Uint8Array;

/**
 * What HMAC-SHA256 and RSA-SHA256 sign. A reply repeats the method and path of its request, with its own timestamp and
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

/** A new nonce: 32 lower-case hex characters, 128 random bits. */
export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

/** True for 16–64 visible ASCII characters: what fits into a header as well as into a field. */
export function isNonce(value: unknown): value is string {
  return typeof value === 'string' && noncePattern.test(value);
}

/**
 * True when `timestamp` (Unix seconds, as text) is at most `windowS` seconds before or after `nowS`.
 * Anything but plain digits is refused, numbers included.
 */
export function timestampWithin(timestamp: unknown, nowS: number, windowS: number = signWindowS): boolean {
  return isTimestamp(timestamp) && Math.abs(Number(timestamp) - Math.floor(nowS)) <= windowS;
}

/**
 * The names of those fields (all but `sign`) that no text can be signed for: a value that is not text, or that holds
 * `&`, `=`, a control character or half a surrogate pair, or a name other than letters, digits and underscores.
 */
export function unsignableFields(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => name !== 'sign' && !isSignable(name, fields[name]));
}

/**
 * The text that MD5 signs, without the key: all fields but `sign`, without the empty ones, sorted by name in ASCII
 * order, `name=value` joined with `&`. Two different field sets never give one text.
 */
export function md5Text(fields: Fields): string {
  const faulty = unsignableFields(fields);
  if (faulty.length > 0) throw new SigningError(`fields that cannot be signed: ${faulty.join(', ')}`, faulty);
  return joinFields(fields);
}

/** MD5 over the fields' text and `&key=<key>`: 32 upper-case hex characters. */
export function signMd5(fields: Fields, key: string): string {
  if (!isMd5Key(key)) throw new SigningError('the MD5 key is missing or holds a & or a control character');
  return md5Digest(md5Text(fields), key).toString('hex').toUpperCase();
}

/** Checks `signature` (by default the field `sign`) over the other fields. */
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
    throw new SigningError('the path must start with / and hold no space or control character', ['path']);
  if (!isTimestamp(timestamp)) throw new SigningError('the timestamp must be Unix seconds as text', ['timestamp']);
  if (!isNonce(nonce)) throw new SigningError('the nonce must be 16 to 64 visible ASCII characters', ['nonce']);
  return `${method}\n${path}\n${timestamp}\n${nonce}\n${createHash('sha256').update(body).digest('hex')}`;
}

/** HMAC-SHA256 over the text: 64 lower-case hex characters. */
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

/** RSA PKCS#1 v1.5 with SHA-256 over the text: base64. The key has at least 2048 bits. */
export function signRsa(text: string, privateKey: RsaKey): string {
  return sign('sha256', Buffer.from(text), rsaPrivateKey(privateKey)).toString('base64');
}

export function verifyRsa(text: string, signature: unknown, publicKey: RsaKey | undefined): boolean {
  if (typeof signature !== 'string' || signature === '' || publicKey === undefined) return false;
  const bytes = Buffer.from(signature, 'base64');
  // Buffer skips what is not base64: only the one spelling that encodes back to itself is a signature.
  if (bytes.toString('base64') !== signature) return false;
  try {
    return verify('sha256', Buffer.from(text), rsaPublicKey(publicKey), bytes);
  } catch {
    return false;
  }
}

/**
 * Signs fields that have no body of their own, such as the query of a `returnUrl`. `sign` and `signPrevious` are left
 * out. `MD5` signs as everywhere else. The other two sign the same joined text without the key, in which `%`, `&`, `=`
 * and control characters of a value stand percent-encoded (`%26`), so that such values are allowed and stay
 * unambiguous.
 */
export function signFields(fields: Fields, signType: SignType, key: SigningKey): string {
  const signed = withoutSignatures(fields);
  if (signType === 'MD5') return signMd5(signed, secretOf(key));
  const text = escapedText(signed);
  if (text === undefined) throw new SigningError('only text fields with plain names can be signed');
  return signType === 'HMAC-SHA256' ? signHmac(text, secretOf(key)) : signRsa(text, key);
}

/** Checks `signature` (by default the field `sign`) as signFields makes it. */
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

/** Signs a canonical text with either of the two sign types that have one. */
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

// A missing key takes the time of a present one: the digest is made with this key, and its result is thrown away.
// Made anew in each process, so that nobody can sign with it.
const decoyKey = randomBytes(32).toString('hex');

const noncePattern = /^[\x21-\x7e]{16,64}$/;
const timestampPattern = /^(?:0|[1-9][0-9]{0,11})$/;
const methodPattern = /^[A-Z]+$/;
// oxlint-disable-next-line no-control-regex -- control characters are what it refuses
const pathPattern = /^\/[^\x00-\x20\x7f]*$/;
const md5Pattern = /^[0-9A-F]{32}$/;
const hmacPattern = /^[0-9a-f]{64}$/;
const namePattern = /^[A-Za-z0-9_]+$/;
const forbiddenInValue = /[&=\p{Cc}]/u;
const escapedInValue = /[%&=\p{Cc}]/gu;
// The text ends with the key: a & in it could pass for one more field.
const forbiddenInKey = /[&\p{Cc}]/u;

function isTimestamp(value: unknown): value is string {
  return typeof value === 'string' && timestampPattern.test(value);
}

function isSignable(name: string, value: unknown): boolean {
  return isTextField(name, value) && !forbiddenInValue.test(value);
}

function isTextField(name: string, value: unknown): value is string {
  // Half a surrogate pair would become U+FFFD in UTF-8, the same bytes as a real U+FFFD: two field sets, one text.
  return namePattern.test(name) && typeof value === 'string' && value.isWellFormed();
}

function joinFields(fields: Fields): string {
  let text = '';
  // sort() without a comparison goes by code unit: for these names ASCII order, whatever the locale.
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
  if (typeof key !== 'string') throw new SigningError('this sign type takes the key as text');
  return key;
}
