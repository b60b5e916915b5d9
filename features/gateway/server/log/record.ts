/**
 * What the gateway log keeps of a request. It contains only fields of the protocol, because a key sent by mistake must
 * not end up here, and no merchant's key in any other place. Accounts and holders are masked.
 */
import { maskAccount } from '#features/cards/beneficiary.ts';
import type { MerchantKeys } from '#features/merchant-keys/server/verbs.ts';
import { type Sealer, sha256 } from '#foundation/server/secrets/sealing.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import { GATEWAY_BASE, gatewayFields } from '../../contract.ts';
import { isOrderNo } from '../../rules.ts';
import type { Answered, ForeignRequest } from './answered.ts';
import { newRequestId } from './request-id.ts';
import type { RequestRecord } from './store.ts';

/** The column `request`. Rows of former releases have only `fields` and `wrong`. */
export interface KeptRequest {
  fields: Record<string, string>;
  /** Field → what was wrong, as a word of `gatewayFieldTexts`. */
  wrong: Record<string, string>;
  /** The words' values, where they have any. */
  values?: Record<string, PhraseValues>;
  headers?: Record<string, string>;
  /** Path and query, where they differ from the call's own. */
  target?: string;
  timestamp?: string;
  nonce?: string;
  signature?: string;
  /** Hex SHA-256 of the body, where that was signed. */
  bodyHash?: string;
  /** Of another protocol; see `ForeignRequest`. */
  facts?: Readonly<Record<string, string | number>>;
}

const MAX_FIELDS = 20;
const MAX_CHARACTERS = 255;
/** Of another protocol, whose addresses are short enough to be kept whole. */
const MAX_FOREIGN_FIELDS = 60;
const MAX_FOREIGN_CHARACTERS = 512;
/** An RSA signature of 8,192 bits in base64. */
const MAX_SIGNATURE = 1_400;
const MAX_REPLY = 8_192;
const MAX_SEALED_BODY = 16_384;
const keptHeaders = ['host', 'content-type', 'content-length', 'user-agent', 'accept', 'accept-language'] as const;

export function recordOf(answered: Answered, sealer: Pick<Sealer, 'seal'>): RequestRecord {
  const {
    memberNo,
    at,
    path,
    ip,
    result,
    httpStatus,
    durationMs,
    signed,
    key,
    received,
    foreign,
    read,
    reply,
    secrets,
  } = answered;
  const body = received?.body ?? foreign?.body;
  const requestId = newRequestId(at);
  const orderNo = without(secrets, foreign?.orderNo ?? read.fields['orderNo'] ?? '');
  const isUnfit = !signed && read.signType !== undefined && unfitResults.has(result);
  return {
    memberNo,
    requestId,
    at,
    path,
    result,
    httpStatus,
    durationMs: Math.round(durationMs),
    signType: read.signType ?? null,
    key,
    ip,
    orderNo: isOrderNo(orderNo) ? orderNo : null,
    signed,
    request: JSON.stringify(keptOf(answered)),
    bodySealed:
      isUnfit && body && body.length > 0 && body.length <= MAX_SEALED_BODY
        ? sealer.seal(body, bodyPlace(memberNo, requestId))
        : null,
    reply: reply === null ? null : storable(without([...secrets, ...secrets.map(inJson)], reply), MAX_REPLY),
  };
}

/** The results for which the signing mistake is looked for. */
export const unfitResults: ReadonlySet<string> = new Set(['bad_signature', 'key_ended', 'sign_type_not_allowed']);

export function bodyPlace(memberNo: bigint, requestId: string): { table: string; column: string; row: string } {
  return { table: 'gateway_requests', column: 'body_sealed', row: `${memberNo}/${requestId}` };
}

function keptOf({ path, received, foreign, read, faults, secrets }: Answered): KeptRequest {
  // A key is hidden in each text before that is cut or written as JSON: part of a key, or a key with escapes, is not found.
  const shown = (text: string, max?: number): string => storable(without(secrets, text), max);
  const { fields, notText, signType } = read;
  const names = [...Object.keys(fields), ...notText].slice(0, foreign ? MAX_FOREIGN_FIELDS : MAX_FIELDS);
  const maxCharacters = foreign ? MAX_FOREIGN_CHARACTERS : MAX_CHARACTERS;
  const isShown = foreign ? (name: string) => foreign.fieldNames.includes(name) : isField;
  // Takes the first fault of a field, like the answer.
  const firsts = faults.slice(0, MAX_FIELDS).reverse();
  const values = firsts.flatMap((fault) => (fault.values ? [[shown(fault.field), fault.values] as const] : []));
  const common = {
    fields: Object.fromEntries(
      names.map((name) => [
        shown(name),
        isShown(name) ? shown(masked(name, fields[name] ?? HIDDEN), maxCharacters) : HIDDEN,
      ]),
    ),
    wrong: Object.fromEntries(firsts.map(({ field, word }) => [shown(field), word])),
    ...(values.length > 0 ? { values: Object.fromEntries(values) } : {}),
  };
  if (foreign) {
    const { headers, signature, facts } = foreign;
    return { ...common, headers: shownHeaders(headers, shown), signature: shown(signature), facts };
  }
  if (!received) return common;
  const { target, headers, body, timestamp, nonce, sign } = received;
  return {
    ...common,
    headers: shownHeaders(headers, shown),
    ...(target === GATEWAY_BASE + path ? {} : { target: shown(target) }),
    timestamp: shown(timestamp),
    nonce: shown(nonce),
    signature: shown(sign, MAX_SIGNATURE),
    ...(signType === undefined || signType === 'MD5' ? {} : { bodyHash: sha256(body).toString('hex') }),
  };
}

function shownHeaders(headers: ForeignRequest['headers'], shown: (text: string) => string): Record<string, string> {
  const known = keptHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, shown(value)] as const] : [];
  });
  return Object.fromEntries(known);
}

export const HIDDEN = '…';
const MIN_SHOWN = 12;

/** Shows only the ends of a beneficiary's account, even of an invalid one, and the first character of its holder. */
export function masked(name: string, value: string): string {
  if (name === 'holder') return value === '' ? '' : `${[...value][0] ?? ''}${HIDDEN}`;
  if (name !== 'account' || value === '') return value;
  return value.length < MIN_SHOWN ? HIDDEN : maskAccount(value);
}

export function isField(name: string): boolean {
  return (gatewayFields as readonly string[]).includes(name);
}

/** The shared keys that the merchant has or had, the current one first. */
export function secretsOf({ key, former }: Pick<MerchantKeys, 'key' | 'former'>): string[] {
  return [key, ...former.map((one) => one.key)];
}

/** The text as a JSON string contains it. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The text with every occurrence of a secret hidden. */
export function without(secrets: readonly string[], text: string): string {
  return secrets.reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, HIDDEN)), text);
}

/** PostgreSQL's JSON and text cannot contain NUL, nor UTF-8 half a surrogate pair. */
function storable(text: string, maxCharacters = MAX_CHARACTERS): string {
  return text.slice(0, maxCharacters).toWellFormed().replaceAll('\0', '\uFFFD');
}
