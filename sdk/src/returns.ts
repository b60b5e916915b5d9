/**
 * The way back of the payer: the platform adds signed fields to the query of `returnUrl`, the merchant checks them.
 *
 * The payer sees and can repeat this address: it may decide what a page shows, never whether goods leave. That is what
 * callbacks and queries are for.
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
  /** The fields of a pay-in callback; undefined, null and unknown ones are left out. */
  readonly fields: Readonly<Record<string, string | null | undefined>>;
  readonly signType: SignType;
  readonly key: SigningKey;
  readonly previousKey?: SigningKey | undefined;
  readonly timestamp: string;
  readonly nonce: string;
}

/**
 * The address that the payer is sent to. The merchant's own parameters stay, unsigned, except where one has a signed
 * name.
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
    // delete() alone would write the merchant's whole query anew, in another spelling.
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
  /** The address as it came, or its path and query. */
  readonly url: string;
  readonly merchantNo: string;
  readonly signTypes: readonly SignType[];
  readonly key?: string | readonly string[] | undefined;
  readonly publicKey?: SigningKey | readonly SigningKey[] | undefined;
  /** Milliseconds since the epoch; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
  /** How old the address may be, in seconds; 300 by default. A page that may be reloaded later wants more. */
  readonly windowS?: number | undefined;
}

/** What the returning payer's address says; undefined unless it is whole, signed by the platform and recent. */
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

// A fixed list, since a returnUrl may have parameters of the merchant's own beside them.
const signedNames: readonly string[] = [...Object.keys(payReturnShape), 'signType'];

/** The signed names with their values; undefined when one comes twice, as then nobody can say which was signed. */
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
