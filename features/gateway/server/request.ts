/**
 * Reads a request: the claimed caller, how it is signed, and its fields. Nothing that it returns is verified. A request
 * has only one reading; anything ambiguous is a fault.
 */
import { parseForm } from '@countinghouse/sdk/form';
import { isNonce, isSignType, type SignType, unsignableFields } from '@countinghouse/sdk/signing';
import type { BodyFaultName } from '#foundation/core/body-words.ts';
import { duplicateName, stringsIn, utf8 } from '#foundation/server/http/body-reading.ts';
import type { FieldFault } from '../rules.ts';

export interface GatewayRequest {
  /** Path and query as received, from the first `/`: what header signatures cover. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
  readonly ip: string;
}

export interface ReadRequest {
  /** Undefined if the merchant number cannot exist. */
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
  /** Every part of the signature is present and well-formed, so it can be checked, whatever else is wrong. */
  readonly verifiable: boolean;
  /** What prevents an answer before the signature is checked. */
  readonly faults: readonly FieldFault[];
  /** Why the body can't be read as fields; `field` is the name that comes twice, or `body`. */
  readonly unreadable: FieldFault | undefined;
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
/** In the spelling that Node uses. */
const receivedNames = Object.fromEntries(parts.map((part) => [part, headerNames[part].toLowerCase()])) as Record<
  SignaturePart,
  string
>;

export function readRequest({ target, headers, body }: GatewayRequest): ReadRequest {
  const parsed = parseBody(body, headers['content-type']);
  const { texts, notText } = 'texts' in parsed ? parsed : { texts: noFields(), notText: [] };
  const inHeaders = parts.some((part) => headers[receivedNames[part]] !== undefined);
  const read = inHeaders ? readHeaders(headers, texts, notText) : readFields(texts, notText);
  const hasQuery = target.includes('?');
  const faults = [...read.faults, ...(hasQuery ? [{ field: 'query', word: 'no_query' }] : [])];
  return {
    ...read,
    faults,
    verifiable: read.verifiable && !hasQuery,
    unreadable: 'texts' in parsed ? undefined : parsed,
  };
}

function readHeaders(
  headers: GatewayRequest['headers'],
  fields: Record<string, string>,
  notText: readonly string[],
): Omit<ReadRequest, 'unreadable'> {
  const valueOf = (part: SignaturePart): string => {
    // Node joins a header that came twice with a comma, which matches no part's form.
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

function readFields(texts: Record<string, string>, notText: readonly string[]): Omit<ReadRequest, 'unreadable'> {
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

function readParts(
  valueOf: (part: SignaturePart) => string,
  isPlace: (signType: SignType) => boolean,
  nameOf: (part: SignaturePart) => string,
) {
  const [merchantNo, timestamp, nonce, signType, sign] = [
    valueOf('merchantNo'),
    valueOf('timestamp'),
    valueOf('nonce'),
    valueOf('signType'),
    valueOf('sign'),
  ];
  const faults: FieldFault[] = parts
    .filter((part) => valueOf(part) === '')
    .map((part) => ({ field: nameOf(part), word: 'required' }));
  const known = isSignType(signType) && isPlace(signType) ? signType : undefined;
  if (signType !== '' && known === undefined) faults.push({ field: nameOf('signType'), word: 'sign_type_form' });
  if (timestamp !== '' && !/^(?:0|[1-9]\d{0,11})$/.test(timestamp))
    faults.push({ field: nameOf('timestamp'), word: 'timestamp_form' });
  if (nonce !== '' && !isNonce(nonce)) faults.push({ field: nameOf('nonce'), word: 'nonce_form' });
  return {
    memberNo: /^[1-9]\d{7}$/.test(merchantNo) ? BigInt(merchantNo) : undefined,
    signType: known,
    timestamp,
    nonce,
    sign,
    faults,
    verifiable: faults.length === 0,
  };
}

interface ParsedBody {
  texts: Record<string, string>;
  notText: string[];
}

function parseBody(body: Uint8Array, contentType: string | string[] | undefined): ParsedBody | FieldFault {
  if (body.length === 0) return { texts: noFields(), notText: [] };
  const text = utf8(body);
  if (text === undefined) return unreadable('body_not_utf8');
  if (text.startsWith('\uFEFF')) return unreadable('body_bom');
  return String(contentType).toLowerCase().startsWith('application/x-www-form-urlencoded')
    ? parseFormText(text)
    : parseJson(text);
}

function parseFormText(text: string): ParsedBody | FieldFault {
  const texts = parseForm(text);
  return texts ? { texts, notText: [] } : formFault(text);
}

/** Why the form cannot be read, or can be read in two ways. */
function formFault(text: string): FieldFault {
  if (/%(?![0-9a-f]{2})/i.test(text)) return unreadable('body_not_form');
  const names = new Set<string>();
  for (const pair of text.split('&')) {
    const parsed = parseForm(pair);
    if (parsed === undefined) return unreadable(/^(?:=|$)/.test(pair) ? 'body_not_form' : 'body_not_utf8');
    for (const name of Object.keys(parsed)) {
      if (names.has(name)) return duplicateField(name);
      names.add(name);
    }
  }
  return unreadable('body_not_form');
}

function parseJson(json: string): ParsedBody | FieldFault {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return unreadable('body_not_json');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return unreadable('body_not_object');
  const [texts, notText]: [Record<string, string>, string[]] = [noFields(), []];
  for (const [name, one] of Object.entries(value)) {
    if (typeof one === 'string') texts[name] = one;
    else notText.push(name);
  }
  // If all values are text, as they should be, counting is enough: a name that comes twice leaves only one value, and
  // MD5 would sign only that one.
  const isOnce = notText.length === 0 && stringsIn(json) === 2 * Object.keys(texts).length;
  const name = isOnce ? undefined : duplicateName(json);
  return name === undefined ? { texts, notText } : duplicateField(name);
}

function unreadable(word: BodyFaultName): FieldFault {
  return { field: 'body', word };
}

function duplicateField(name: string): FieldFault {
  const field = name.slice(0, MAX_NAME_CHARACTERS).toWellFormed();
  return { field, word: 'name_twice' satisfies BodyFaultName, values: { name: field } };
}

/** Max names reported, since an outsider chooses them. */
const MAX_NAME_CHARACTERS = 64;

/** Without a prototype, so that a field named `__proto__` is an ordinary field. */
function noFields(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}
