/**
 * What a signature covers, computed in the browser: nothing that is typed here is sent. It works on pages without TLS
 * too, where browsers have no cryptography of their own, but for RSA.
 */
import {
  findSigningMistakes,
  type Hashing,
  type SignedRequest,
  type SigningMistake,
  timestampMistake,
  type TimestampMistake,
} from '#features/gateway/signing-mistakes.ts';
import { hmac } from '@noble/hashes/hmac.js';
import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Reads fields as they are pasted: a JSON object, a form or query, or one `name=value` in each line. Undefined if the
 * text is none of these, or has a value that is not text.
 */
export function fieldsIn(pasted: string): Record<string, string> | undefined {
  const text = pasted.trim();
  if (text.startsWith('{')) return fieldsInJson(text);
  if (text === '') return {};
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.length > 1)
    return fieldsInPairs(
      lines.filter((line) => line !== ''),
      (part) => part,
    );
  return fieldsInPairs(text.replace(/^\?/, '').split('&'), decoded);
}

function fieldsInJson(text: string): Record<string, string> | undefined {
  try {
    const entries = Object.entries(JSON.parse(text) as object);
    return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
      ? Object.fromEntries(entries)
      : undefined;
  } catch {
    return undefined;
  }
}

function fieldsInPairs(pairs: readonly string[], read: (part: string) => string): Record<string, string> | undefined {
  const fields: Record<string, string> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals <= 0) return undefined;
    fields[read(pair.slice(0, equals))] = read(pair.slice(equals + 1));
  }
  return fields;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}

/** All non-empty fields except the signatures, sorted by name in ASCII order, with the key at the end. */
export function md5TextOf(fields: Readonly<Record<string, string>>, key: string): string {
  const names = Object.keys(fields)
    .filter((name) => name !== 'sign' && name !== 'signPrevious' && fields[name] !== '')
    .toSorted((a, b) => (a < b ? -1 : 1));
  return [...names.map((name) => `${name}=${fields[name]}`), `key=${key}`].join('&');
}

export interface SignedMessage {
  readonly path: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: string;
}

export function headerTextOf({ path, timestamp, nonce, body }: SignedMessage): string {
  return ['POST', path, timestamp, nonce, bytesToHex(sha256(utf8ToBytes(body)))].join('\n');
}

/** Upper-case hex. */
export function md5Of(text: string): string {
  return bytesToHex(md5(utf8ToBytes(text))).toUpperCase();
}

/** Lower-case hex. */
export function hmacOf(text: string, key: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)));
}

/** Whether the public key's owner signed the text; undefined where the browser can't tell, or the key can't be read. */
export async function isRsaSignature(text: string, signature: string, publicPem: string): Promise<boolean | undefined> {
  const verify = await rsaVerifier(publicPem);
  try {
    return await verify?.(utf8ToBytes(text), bytesIn(signature));
  } catch {
    return false;
  }
}

/** Undefined on pages without TLS, where browsers have no `subtle`, and for what is no key. */
async function rsaVerifier(
  publicPem: string,
): Promise<((text: Uint8Array, signature: Uint8Array) => Promise<boolean>) | undefined> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return undefined;
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  try {
    const spki = bytesIn(publicPem.replaceAll(/-----[^-]+-----/g, ''));
    const key = await subtle.importKey('spki', spki, algorithm, false, ['verify']);
    return (text, signature) => subtle.verify(algorithm, key, signature.slice(), text.slice());
  } catch {
    return undefined;
  }
}

function bytesIn(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (letter) => letter.charCodeAt(0));
}

export interface Md5Question {
  readonly signType: 'MD5';
  readonly fields: Readonly<Record<string, string>>;
  readonly key: string;
}

export interface HeaderQuestion extends SignedMessage {
  readonly signType: 'HMAC-SHA256' | 'RSA-SHA256';
  /** The key, or with RSA the PEM of the public key. */
  readonly key: string;
}

export type Question = Md5Question | HeaderQuestion;

/** What the developer has: their text, their signature, or both. An empty one counts as absent. */
export interface Own {
  readonly text: string;
  readonly signature: string;
}

/** The usual mistakes that explain the developer's signature, or their text. */
export async function mistakesIn(question: Question, own: Own, host: string): Promise<readonly SigningMistake[]> {
  const { signType, key } = question;
  const asked: Omit<SignedRequest, 'sign'> =
    question.signType === 'MD5'
      ? { signType, fields: question.fields }
      : {
          signType,
          fields: fieldsIn(question.body) ?? {},
          method: 'POST',
          path: question.path,
          host,
          timestamp: question.timestamp,
          nonce: question.nonce,
          body: utf8ToBytes(question.body),
        };
  const hashing: Hashing = { md5, sha256, hmacSha256: (secret, bytes) => hmac(sha256, secret, bytes) };
  const verifyRsa = signType === 'RSA-SHA256' ? await rsaVerifier(key) : undefined;
  const bySignature =
    own.signature === ''
      ? undefined
      : await findSigningMistakes(
          { ...asked, sign: own.signature },
          { key },
          verifyRsa ? { ...hashing, verifyRsa } : hashing,
        );
  if (bySignature) return bySignature.mistakes;
  if (own.text === '') return [];
  // What their text would give if it were signed rightly: the mistakes are then those of the text alone.
  const byText =
    signType === 'RSA-SHA256'
      ? await findSigningMistakes(
          { ...asked, sign: ANY_RSA_SIGNATURE },
          {},
          {
            ...hashing,
            verifyRsa: (text) => new TextDecoder().decode(text) === own.text,
          },
        )
      : await findSigningMistakes(
          { ...asked, sign: signType === 'MD5' ? md5Of(own.text) : hmacOf(own.text, key) },
          { key },
          hashing,
        );
  return byText?.mistakes ?? [];
}

/** As long as a signature by the smallest key. */
const ANY_RSA_SIGNATURE = btoa('\0'.repeat(256));

/** What is wrong with a timestamp whatever the time is now; a pasted request may be old. */
export function formOfTimestamp(timestamp: string, nowMs: number): TimestampMistake | undefined {
  if (timestamp === '') return undefined;
  const { mistake } = timestampMistake(timestamp, nowMs);
  return mistake === 'milliseconds' || mistake === 'not_a_timestamp' ? mistake : undefined;
}

export interface Difference {
  /** Position of the first byte that differs, from 1. */
  readonly byte: number;
  /** The text before it, which is equal. */
  readonly before: string;
  /** What follows in the right text and in the other one; empty where a text ends. */
  readonly right: string;
  readonly other: string;
}

/** Compares two texts by their UTF-8 bytes. Undefined if they are equal. */
export function firstDifference(right: string, other: string): Difference | undefined {
  if (right === other) return undefined;
  const letters = [[...right], [...other]] as const;
  let at = 0;
  while (letters[0][at] !== undefined && letters[0][at] === letters[1][at]) at += 1;
  const before = letters[0].slice(0, at).join('');
  return {
    byte: utf8ToBytes(before).length + 1,
    before: [...before].slice(-SHOWN).join(''),
    right: letters[0].slice(at, at + SHOWN).join(''),
    other: letters[1].slice(at, at + SHOWN).join(''),
  };
}

/** How many letters of a text are shown before and after a difference. */
const SHOWN = 24;

export interface Piece {
  readonly text: string;
  /** A sign that separates, or one that can't be seen. */
  readonly kind: 'plain' | 'separator' | 'hidden';
}

/** Splits a text into pieces for display: line ends, spaces at odd places and invisible signs get a visible form. */
export function piecesOf(text: string): Piece[] {
  return text
    .split(/([&=\n\r\t\u00a0\u200b-\u200f\ufeff]| {2,}|^ | $)/u)
    .filter((piece) => piece !== '')
    .map((piece): Piece => {
      if (piece === '&' || piece === '=') return { text: piece, kind: 'separator' };
      if (piece === '\n') return { text: '⏎\n', kind: 'separator' };
      if (/^ +$/.test(piece)) return { text: '·'.repeat(piece.length), kind: 'hidden' };
      return /^[\r\t\u00a0\u200b-\u200f\ufeff]$/u.test(piece)
        ? { text: `U+${piece.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`, kind: 'hidden' }
        : { text: piece, kind: 'plain' };
    });
}
