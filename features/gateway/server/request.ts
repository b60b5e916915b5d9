/**
 * Reads a request: who says it asks, how it is signed, what it asks. It believes nothing: what it returns is not verified.
 * A request has one reading only; what could be read in two ways is a fault.
 */
import { parseForm } from '@countinghouse/sdk/form';
import { isNonce, isSignType, type SignType, unsignableFields } from '@countinghouse/sdk/signing';
import type { FieldFault } from '../rules.ts';

export interface GatewayRequest {
  /** Path and query as they came, from the first `/`: what header signatures cover. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
  readonly ip: string;
}

export interface ReadRequest {
  /** Undefined where the merchant number could be nobody's. */
  readonly memberNo: bigint | undefined;
  readonly signType: SignType | undefined;
  readonly timestamp: string;
  readonly nonce: string;
  readonly sign: string;
  /** The business fields that are text. */
  readonly fields: Readonly<Record<string, string>>;
  /** The business fields that are not. */
  readonly notText: readonly string[];
  /** With MD5: everything that `sign` covers. */
  readonly signedFields: Readonly<Record<string, string>>;
  /** What keeps it from being checked at all. */
  readonly faults: readonly FieldFault[];
  /** The body is no JSON object and no form. */
  readonly malformed: boolean;
}

const headerNames = {
  merchantNo: 'X-Merchant-No',
  timestamp: 'X-Timestamp',
  nonce: 'X-Nonce',
  signType: 'X-Sign-Type',
  sign: 'X-Sign',
} as const;
type SignaturePart = keyof typeof headerNames;
const parts = Object.keys(headerNames) as SignaturePart[];
/** As Node gives them. */
const receivedNames = Object.fromEntries(parts.map((part) => [part, headerNames[part].toLowerCase()])) as Record<SignaturePart, string>;

export function readRequest({ target, headers, body }: GatewayRequest): ReadRequest {
  const parsed = parseBody(body, headers['content-type']);
  const { texts, notText } = parsed ?? { texts: noFields(), notText: [] };
  const inHeaders = parts.some((part) => headers[receivedNames[part]] !== undefined);
  const read = inHeaders ? readHeaders(headers, texts, notText) : readFields(texts, notText);
  const faults = [...read.faults, ...(target.includes('?') ? [{ field: 'query', word: 'no_query' }] : [])];
  return { ...read, faults, malformed: parsed === undefined };
}

function readHeaders(headers: GatewayRequest['headers'], fields: Record<string, string>, notText: readonly string[]): Omit<ReadRequest, 'malformed'> {
  const valueOf = (part: SignaturePart): string => {
    // Node joins a header that came twice with a comma, which fits no part's form.
    const value = headers[receivedNames[part]];
    return typeof value === 'string' ? value : '';
  };
  const read = readParts(
    valueOf,
    (signType) => signType !== 'MD5',
    (part) => headerNames[part],
  );
  return { ...read, fields, notText, signedFields: noFields() };
}

function readFields(texts: Record<string, string>, notText: readonly string[]): Omit<ReadRequest, 'malformed'> {
  const read = readParts(
    (part) => texts[part] ?? '',
    (signType) => signType === 'MD5',
    (part) => part,
  );
  const fields = noFields();
  for (const [name, value] of Object.entries(texts)) {
    if (!(parts as readonly string[]).includes(name)) fields[name] = value;
  }
  const faults = [
    ...notText.map((field) => ({ field, word: 'text_only' })),
    ...read.faults,
    ...unsignableFields(texts).map((field) => ({ field, word: /^\w+$/.test(field) ? 'md5_value' : 'unknown_field' })),
  ];
  return { ...read, fields, notText, signedFields: texts, faults };
}

function readParts(valueOf: (part: SignaturePart) => string, isPlace: (signType: SignType) => boolean, nameOf: (part: SignaturePart) => string) {
  const [merchantNo, timestamp, nonce, signType, sign] = [valueOf('merchantNo'), valueOf('timestamp'), valueOf('nonce'), valueOf('signType'), valueOf('sign')];
  const faults: FieldFault[] = parts.filter((part) => valueOf(part) === '').map((part) => ({ field: nameOf(part), word: 'required' }));
  const known = isSignType(signType) && isPlace(signType) ? signType : undefined;
  if (signType !== '' && known === undefined) faults.push({ field: nameOf('signType'), word: 'sign_type_form' });
  if (timestamp !== '' && !/^(?:0|[1-9]\d{0,11})$/.test(timestamp)) faults.push({ field: nameOf('timestamp'), word: 'timestamp_form' });
  if (nonce !== '' && !isNonce(nonce)) faults.push({ field: nameOf('nonce'), word: 'nonce_form' });
  return { memberNo: /^[1-9]\d{7}$/.test(merchantNo) ? BigInt(merchantNo) : undefined, signType: known, timestamp, nonce, sign, faults };
}

interface ParsedBody {
  texts: Record<string, string>;
  notText: string[];
}

function parseBody(body: Uint8Array, contentType: string | string[] | undefined): ParsedBody | undefined {
  if (body.length === 0) return { texts: noFields(), notText: [] };
  if (String(contentType).toLowerCase().startsWith('application/x-www-form-urlencoded')) {
    const texts = parseForm(body);
    return texts && { texts, notText: [] };
  }
  let json: string;
  let value: unknown;
  try {
    json = strictUtf8.decode(body);
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const [texts, notText]: [Record<string, string>, string[]] = [noFields(), []];
  for (const [name, one] of Object.entries(value)) {
    if (typeof one === 'string') texts[name] = one;
    else notText.push(name);
  }
  return notText.length === 0 && namesTwice(json, Object.keys(texts).length) ? undefined : { texts, notText };
}

/** A name that comes twice leaves one value only, and MD5 would sign only that one. Names and values here are all text. */
function namesTwice(json: string, names: number): boolean {
  return (json.match(/"(?:[^"\\]|\\.)*"/g)?.length ?? 0) !== 2 * names;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Without a prototype, so that a field named `__proto__` is a field like any other. */
function noFields(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}
