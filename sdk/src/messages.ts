/**
 * Signed messages in both directions: writing and reading the headers of HMAC-SHA256 and RSA-SHA256, and the path that
 * they sign. Reading never guesses: a header that occurs twice counts as missing.
 */
import { canonicalText, type Message, type SigningKey, type SignType, signText } from './signing.ts';

/** Sign types whose signature is in headers and covers the raw body. */
export type HeaderSignType = Exclude<SignType, 'MD5'>;

export const signHeaders = {
  merchantNo: 'X-Merchant-No',
  timestamp: 'X-Timestamp',
  nonce: 'X-Nonce',
  signType: 'X-Sign-Type',
  sign: 'X-Sign',
  /** Only on callbacks during a key rotation: the same text signed with the old key. */
  signPrevious: 'X-Sign-Previous',
} as const;

/** Headers as received by Node's http, as a fetch `Headers` object or as a plain record, with names in any case. */
export type HeaderSource =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the single value of a header, or undefined if it is missing, empty or occurs more than once. */
export function readHeader(headers: HeaderSource, name: string): string | undefined {
  const values = isFetchHeaders(headers) ? [headers.get(name)] : valuesOf(headers, name.toLowerCase());
  const [value] = values;
  return values.length === 1 && typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the headers that sign a message, with a second signature if `previousKey` is given. */
export function signedHeaders(
  message: Message,
  by: {
    readonly merchantNo: string;
    readonly signType: HeaderSignType;
    readonly key: SigningKey;
    readonly previousKey?: SigningKey | undefined;
  },
): Record<string, string> {
  const text = canonicalText(message);
  const headers: Record<string, string> = {
    [signHeaders.merchantNo]: by.merchantNo,
    [signHeaders.timestamp]: message.timestamp,
    [signHeaders.nonce]: message.nonce,
    [signHeaders.signType]: by.signType,
    [signHeaders.sign]: signText(text, by.signType, by.key),
  };
  if (by.previousKey !== undefined) headers[signHeaders.signPrevious] = signText(text, by.signType, by.previousKey);
  return headers;
}

/**
 * Returns the signed PATH: path and query without the fragment. A whole URL is normalized as browsers and Node do
 * before sending. Text that starts with `/` is taken as the request line's path and not changed. Throws a TypeError for
 * anything else.
 */
export function requestPath(url: string | URL): string {
  if (typeof url === 'string' && url.startsWith('/')) return url.split('#', 1)[0] ?? url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function isFetchHeaders(headers: HeaderSource): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}

function valuesOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>, name: string): unknown[] {
  return Object.entries(headers)
    .filter(([candidate, value]) => candidate.toLowerCase() === name && value !== undefined)
    .flatMap(([, value]) => value);
}
