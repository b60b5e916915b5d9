/**
 * The payer's return: the platform adds signed fields to the query of `returnUrl`, and the merchant verifies them.
 *
 * The payer sees this URL and can open it again. Use it to decide what a page shows, never to ship goods: rely on
 * callbacks and queries for that.
 */
import { encodeForm } from './form.ts';
import { type PayReturn, payReturnShape, readShape } from './shapes.ts';
import {
  isSignType,
  signFields,
  type SigningKey,
  type SignType,
  signWindowS,
  timestampWithin,
  verifyFields,
} from './signing.ts';

export type { PayReturn } from './shapes.ts';

export interface ReturnToSign {
  readonly returnUrl: string;
  /** The fields of a pay-in callback. Undefined, null and unknown fields are left out. */
  readonly fields: Readonly<Record<string, string | null | undefined>>;
  readonly signType: SignType;
  readonly key: SigningKey;
  readonly previousKey?: SigningKey | undefined;
  readonly timestamp: string;
  readonly nonce: string;
}

/**
 * Returns the URL to send the payer to. The merchant's own parameters stay unsigned. Any that has a signed field's name
 * is removed.
 */
export function signReturnUrl({
  returnUrl,
  fields,
  signType,
  key,
  previousKey,
  timestamp,
  nonce,
}: ReturnToSign): string {
  const signed = pickSigned({ ...fields, timestamp, nonce, signType });
  const url = new URL(returnUrl);
  for (const name of [...signedNames, 'sign', 'signPrevious']) {
    // has() first, because delete() always re-encodes the merchant's whole query.
    if (url.searchParams.has(name)) url.searchParams.delete(name);
  }
  const added = encodeForm({
    ...signed,
    sign: signFields(signed, signType, key),
    signPrevious: previousKey === undefined ? undefined : signFields(signed, signType, previousKey),
  });
  url.search = url.search === '' ? added : `${url.search}&${added}`;
  return url.href;
}

export interface ReturnCheck {
  /** The URL as received, or its path and query. */
  readonly url: string;
  readonly merchantNo: string;
  readonly signTypes: readonly SignType[];
  readonly key?: string | readonly string[] | undefined;
  readonly publicKey?: SigningKey | readonly SigningKey[] | undefined;
  /** Milliseconds since the epoch; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
  /** Maximum age of the URL, in seconds. The default is 300. Use more for a page that can be reloaded later. */
  readonly windowS?: number | undefined;
}

/**
 * Returns the fields of the payer's return URL, or undefined unless it is complete, signed by the platform and recent.
 */
export function verifyReturnUrl(check: ReturnCheck): PayReturn | undefined {
  const { url, merchantNo, signTypes, key, publicKey, now = Date.now, windowS = signWindowS } = check;
  const queryAt = url.indexOf('?');
  const query = readOnce(new URLSearchParams(queryAt < 0 ? '' : url.slice(queryAt + 1).split('#', 1)[0]));
  if (query === undefined || query['merchantNo'] !== merchantNo) return undefined;
  const signType = query['signType'];
  if (!isSignType(signType) || !signTypes.includes(signType)) return undefined;

  const signed = pickSigned(query);
  const keys: (SigningKey | undefined)[] = [signType === 'RSA-SHA256' ? publicKey : key].flat();
  const signatures = [query['sign'], query['signPrevious']];
  const genuine = signatures.some((signature) =>
    keys.some((candidate) => signature !== undefined && verifyFields(signed, signType, candidate, signature)),
  );
  if (!genuine || !timestampWithin(query['timestamp'], now() / 1000, windowS)) return undefined;
  return readShape(payReturnShape, signed);
}

// A fixed list, because a returnUrl can have the merchant's own parameters as well.
const signedNames: readonly string[] = [...Object.keys(payReturnShape), 'signType'];

/**
 * Returns the values of the signed names, or undefined if one occurs twice: it is then unclear which one was signed.
 */
function readOnce(query: URLSearchParams): Record<string, string> | undefined {
  const fields: Record<string, string> = {};
  for (const name of [...signedNames, 'sign', 'signPrevious']) {
    const [value, ...more] = query.getAll(name);
    if (more.length > 0) return undefined;
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

function pickSigned(fields: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of signedNames) {
    const value = fields[name];
    if (value !== undefined && value !== null) picked[name] = value;
  }
  return picked;
}
