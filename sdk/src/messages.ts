/**
 * Signed messages in both directions: the headers of HMAC-SHA256 and RSA-SHA256, how they are written and read,
 * and the path that they sign. Reading never guesses: a header that comes twice counts as missing.
 */
import { canonicalText, type Message, type SigningKey, type SignType, signText } from './signing.ts';

/** Sign types that travel in headers and sign the raw body. */
export type HeaderSignType = Exclude<SignType, 'MD5'>;

export const signHeaders = {
  merchantNo: 'X-Merchant-No',
  timestamp: 'X-Timestamp',
  nonce: 'X-Nonce',
  signType: 'X-Sign-Type',
  sign: 'X-Sign',
  /** Only on callbacks during a key rotation: the same text signed with the key that is on its way out. */
  signPrevious: 'X-Sign-Previous',
} as const;

/** Headers as Node's http gives them, as a fetch `Headers`, or as any plain record; names in any case. */
export type HeaderSource =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The one value of a header; undefined when it is absent, empty, or there more than once. */
export function readHeader(headers: HeaderSource, name: string): string | undefined {
  const values = isFetchHeaders(headers) ? [headers.get(name)] : valuesOf(headers, name.toLowerCase());
  const [value] = values;
  return values.length === 1 && typeof value === 'string' && value !== '' ? value : undefined;
}

/** The headers that sign a message, with a second signature when `previousKey` is given. */
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
 * The PATH that is signed: path and query without the fragment. A whole address is read as a browser or Node reads it
 * before sending; what starts with `/` is taken to be the request line's own and stays as it is. Throws a TypeError
 * for what is neither.
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
