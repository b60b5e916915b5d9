/**
 * Finds what a merchant's program did wrong when its signature does not fit: it repeats the usual mistakes until one of
 * them, or two together, gives the signature that was received. Pure and without a hash of its own, so it runs on the
 * server and in the browser. What it returns never contains the key or the signature that would have been right.
 */

export const signingMistakes = [
  'empties_kept',
  'values_encoded',
  'part_missing',
  'key_missing',
  'key_twice',
  'key_joined_wrongly',
  'key_other_case',
  'key_with_newline',
  'old_key',
  'letters_other_case',
  'not_utf8',
  'not_sorted',
  'sorted_ignoring_case',
  'body_written_again',
  'body_not_hashed',
  'body_hash_other_case',
  'path_without_base',
  'path_with_host',
  'method_other_case',
  'method_wrong',
  'newlines_wrong',
  'hex_other_case',
  'base64_for_hex',
  'signature_not_base64',
] as const;
export type SigningMistake = (typeof signingMistakes)[number];

/** Stands for the key in a text that people see. */
export const SHOWN_KEY = '<key>';

/** A request whose signature does not fit, as it was received. */
export interface SignedRequest {
  readonly signType: 'MD5' | 'HMAC-SHA256' | 'RSA-SHA256';
  readonly sign: string;
  /** MD5: all fields of the body in the order in which they came. Otherwise the body's fields, as far as they are text. */
  readonly fields: Readonly<Record<string, string>>;
  /** The remaining parts are for the two sign types in headers. */
  readonly method?: string;
  /** Path and query as sent. */
  readonly path?: string;
  /** The value of the header `Host`. */
  readonly host?: string;
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly body?: Uint8Array;
}

export interface KeysToTry {
  /** For MD5 and HMAC-SHA256. */
  readonly key?: string | undefined;
  /** Keys that were replaced. */
  readonly former?: readonly string[];
}

type Computed<Value> = Value | Promise<Value>;

export interface Hashing {
  md5(bytes: Uint8Array): Computed<Uint8Array>;
  sha256(bytes: Uint8Array): Computed<Uint8Array>;
  hmacSha256(key: Uint8Array, bytes: Uint8Array): Computed<Uint8Array>;
  /** Whether the merchant's public key accepts the signature. Without it, RSA signatures are not examined. */
  verifyRsa?(text: Uint8Array, signature: Uint8Array): Computed<boolean>;
}

export interface FoundMistakes {
  /** One or two; empty when the signature fits after all. */
  readonly mistakes: readonly SigningMistake[];
  /** The text that was signed by mistake, with `SHOWN_KEY` in place of the key. */
  readonly text: string;
}

/** Returns undefined when no usual mistake explains the signature: then the key is probably another one. */
export async function findSigningMistakes(
  request: SignedRequest,
  keys: KeysToTry,
  hashing: Hashing,
): Promise<FoundMistakes | undefined> {
  const signatures = readingsOf(request);
  if (signatures.length === 0) return undefined;
  const slips = request.signType === 'MD5' ? md5Slips(keys) : await messageSlips(request, keys, hashing);
  const right: Draft = { ...(await draftOf(request, hashing)), key: keys.key ?? '' };
  for (const chosen of choices(slips)) {
    const draft = chosen.reduce<Draft>((made, { change }) => change(made), right);
    const text = textOf(request, draft, draft.key);
    const bytes = draft.charset === 'gbk' ? gbkBytes(text) : utf8Bytes(text);
    if (bytes === undefined) continue;
    const reading = await readingThatFits(request, { bytes, key: draft.key }, signatures, hashing);
    if (!reading) continue;
    const mistakes = [...new Set([...chosen.map(({ mistake }) => mistake), ...reading.mistakes])];
    return { mistakes, text: textOf(request, draft, SHOWN_KEY) };
  }
  return undefined;
}

/** The text that the request must sign, with `SHOWN_KEY` in place of the key. */
export async function textToSign(request: SignedRequest, hashing: Pick<Hashing, 'sha256'>): Promise<string> {
  return textOf(request, await draftOf(request, hashing), SHOWN_KEY);
}

/** Where two texts first differ, in characters; undefined when they are equal. */
export function firstDifference(one: string, other: string): number | undefined {
  if (one === other) return undefined;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

export type TimestampMistake = 'milliseconds' | 'time_zone' | 'clock' | 'not_a_timestamp';

/** Why a timestamp is outside the window: `atMs` is when the request arrived. */
export function timestampMistake(timestamp: string, atMs: number): { mistake: TimestampMistake; seconds: number } {
  if (!/^\d{1,16}$/.test(timestamp)) return { mistake: 'not_a_timestamp', seconds: 0 };
  const value = Number(timestamp);
  if (Math.abs(value - atMs) <= MAX_HOURS_OFF * 3_600_000) return { mistake: 'milliseconds', seconds: 0 };
  const seconds = Math.round(value - atMs / 1000);
  // Every time zone is a whole number of quarters of an hour from every other.
  const zone = Math.round(seconds / 900) * 900;
  const isZone = zone !== 0 && Math.abs(zone) <= MAX_HOURS_OFF * 3600 && Math.abs(seconds - zone) <= 30;
  return { mistake: isZone ? 'time_zone' : 'clock', seconds };
}

const MAX_HOURS_OFF = 26;

/** What is signed, before it becomes text. A slip changes it as a mistaken program would. */
interface Draft {
  readonly key: string;
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly keepsEmpty: boolean;
  readonly sorting: 'ascii' | 'ignoring case' | 'none';
  readonly ending: 'key' | 'none' | 'twice' | 'bare';
  readonly letters: 'as they are' | 'lower' | 'upper';
  readonly charset: 'utf-8' | 'gbk';
  readonly lines: readonly string[];
  readonly separator: string;
  readonly end: string;
}

interface Slip {
  readonly mistake: SigningMistake;
  /** Slips of one kind exclude each other. */
  readonly kind: string;
  change(draft: Draft): Draft;
}

async function draftOf(request: SignedRequest, { sha256 }: Pick<Hashing, 'sha256'>): Promise<Draft> {
  const { signType, fields, method = 'POST', path = '', timestamp = '', nonce = '', body = new Uint8Array() } = request;
  return {
    key: '',
    pairs: Object.entries(fields).filter(([name]) => name !== 'sign'),
    keepsEmpty: false,
    sorting: 'ascii',
    ending: 'key',
    letters: 'as they are',
    charset: 'utf-8',
    lines: signType === 'MD5' ? [] : [method, path, timestamp, nonce, hex(await sha256(body))],
    separator: '\n',
    end: '',
  };
}

function textOf({ signType }: SignedRequest, draft: Draft, key: string): string {
  const { pairs, keepsEmpty, sorting, ending, letters, lines, separator, end } = draft;
  if (signType !== 'MD5') return lines.join(separator) + end;
  const kept = pairs.filter(([, value]) => keepsEmpty || value !== '');
  if (sorting === 'ascii') kept.sort(([a], [b]) => (a < b ? -1 : 1));
  if (sorting === 'ignoring case') kept.sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  const joined = kept.map(([name, value]) => `${name}=${value}`).join('&');
  const endings = {
    key: `${joined === '' ? '' : '&'}key=${key}`,
    none: '',
    twice: `&key=${key}&key=${key}`,
    bare: key,
  };
  const text = joined + endings[ending];
  if (letters === 'as they are') return text;
  return letters === 'lower' ? text.toLowerCase() : text.toUpperCase();
}

function slip(mistake: SigningMistake, kind: string, change: (draft: Draft) => Partial<Draft>): Slip {
  return { mistake, kind, change: (draft) => ({ ...draft, ...change(draft) }) };
}

function keySlips({ former = [] }: KeysToTry): Slip[] {
  return [
    ...former.map((key) => slip('old_key', 'which key', () => ({ key }))),
    ...['\n', '\r\n', ' '].map((end) => slip('key_with_newline', 'key', ({ key }) => ({ key: key + end }))),
    slip('key_with_newline', 'key', ({ key }) => ({ key: `\uFEFF${key}` })),
    slip('key_other_case', 'key', ({ key }) => ({ key: key.toLowerCase() })),
    slip('key_other_case', 'key', ({ key }) => ({ key: key.toUpperCase() })),
  ];
}

function md5Slips(keys: KeysToTry): Slip[] {
  const encoding = (encode: (value: string) => string): Slip =>
    slip('values_encoded', 'values', ({ pairs }) => ({ pairs: pairs.map(([name, value]) => [name, encode(value)]) }));
  const without = (names: readonly string[]): Slip =>
    slip('part_missing', 'parts', ({ pairs }) => ({ pairs: pairs.filter(([name]) => !names.includes(name)) }));
  return [
    slip('empties_kept', 'empties', () => ({ keepsEmpty: true })),
    encoding(encodeURIComponent),
    encoding((value) => formEncoded(value)),
    encoding((value) => encodeURIComponent(value).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
    slip('key_missing', 'ending', () => ({ ending: 'none' })),
    slip('key_twice', 'ending', () => ({ ending: 'twice' })),
    slip('key_joined_wrongly', 'ending', () => ({ ending: 'bare' })),
    slip('not_sorted', 'sorting', () => ({ sorting: 'none' })),
    slip('sorted_ignoring_case', 'sorting', () => ({ sorting: 'ignoring case' })),
    slip('letters_other_case', 'letters', () => ({ letters: 'lower' })),
    slip('letters_other_case', 'letters', () => ({ letters: 'upper' })),
    slip('letters_other_case', 'letters', ({ pairs }) => ({
      pairs: pairs.map(([name, value]) => [name.toLowerCase(), value]),
    })),
    slip('not_utf8', 'charset', () => ({ charset: 'gbk' })),
    without(['signType']),
    without(['nonce']),
    without(['timestamp']),
    without(['merchantNo']),
    without(['timestamp', 'nonce', 'signType']),
    without(['merchantNo', 'timestamp', 'nonce', 'signType']),
    ...keySlips(keys),
  ];
}

async function messageSlips(
  request: SignedRequest,
  keys: KeysToTry,
  { sha256 }: Pick<Hashing, 'sha256'>,
): Promise<Slip[]> {
  const { signType, path = '', host = '', body = new Uint8Array() } = request;
  const line = (mistake: SigningMistake, at: number, value: (now: string) => string): Slip =>
    slip(mistake, `line ${at}`, ({ lines }) => ({
      lines: lines.map((one, index) => (index === at ? value(one) : one)),
    }));
  const received = new TextDecoder().decode(body);
  const bodyHashes: Slip[] = [];
  for (const text of otherBodies(request.fields, received)) {
    const hash = hex(await sha256(utf8Bytes(text)));
    bodyHashes.push(line('body_written_again', BODY_LINE, () => hash));
  }
  const gbk = gbkBytes(received);
  if (gbk) {
    const hash = hex(await sha256(gbk));
    bodyHashes.push(line('not_utf8', BODY_LINE, () => hash));
  }
  return [
    line('path_without_base', PATH_LINE, (now) => now.replace(/^.*\/v1(?=\/)/, '')),
    line('path_without_base', PATH_LINE, (now) => now.replace(/^\/gateway(?=\/)/, '')),
    line('path_with_host', PATH_LINE, () => `https://${host}${path}`),
    line('path_with_host', PATH_LINE, () => `http://${host}${path}`),
    line('path_with_host', PATH_LINE, () => `${host}${path}`),
    line('method_other_case', METHOD_LINE, (now) => now.toLowerCase()),
    line('method_wrong', METHOD_LINE, () => 'GET'),
    line('method_wrong', METHOD_LINE, () => 'PUT'),
    line('body_not_hashed', BODY_LINE, () => received),
    line('body_hash_other_case', BODY_LINE, (now) => now.toUpperCase()),
    ...bodyHashes,
    ...[METHOD_LINE, PATH_LINE, 2, 3, BODY_LINE].map((at) =>
      slip('part_missing', 'parts', ({ lines }) => ({ lines: lines.filter((_, index) => index !== at) })),
    ),
    slip('newlines_wrong', 'separator', () => ({ separator: '\\n' })),
    slip('newlines_wrong', 'separator', () => ({ separator: '\r\n' })),
    slip('newlines_wrong', 'separator', () => ({ separator: '' })),
    slip('newlines_wrong', 'end', () => ({ end: '\n' })),
    ...(signType === 'RSA-SHA256' ? [] : keySlips(keys)),
  ];
}

const METHOD_LINE = 0;
const PATH_LINE = 1;
const BODY_LINE = 4;

/** The bodies that a program can have signed before a library wrote the same fields in another way. */
function otherBodies(fields: SignedRequest['fields'], received: string): string[] {
  const sorted = Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
  const written = [fields, sorted].flatMap((all) => [
    JSON.stringify(all),
    jsonOf(all, { comma: ', ', colon: ': ' }),
    jsonOf(all, { comma: ', ', colon: ': ', ascii: true }),
    jsonOf(all, { ascii: true }),
    jsonOf(all, { ascii: true, slashes: true }),
    jsonOf(all, { slashes: true }),
    JSON.stringify(all, null, 2),
    JSON.stringify(all, null, 4),
    JSON.stringify(all, null, '\t'),
    formOf(all, formEncoded),
    formOf(all, encodeURIComponent),
    formOf(all, (value) => value),
  ]);
  const texts = ['', received.trim(), `${received}\n`, ...written];
  return [...new Set(texts)].filter((text) => text !== received);
}

/** JSON as Python (blanks, ASCII) and PHP (ASCII, `\/`) write it. */
function jsonOf(
  fields: SignedRequest['fields'],
  {
    comma = ',',
    colon = ':',
    ascii = false,
    slashes = false,
  }: { comma?: string; colon?: string; ascii?: boolean; slashes?: boolean },
): string {
  const written = (text: string): string => {
    const json = slashes ? JSON.stringify(text).replaceAll('/', '\\/') : JSON.stringify(text);
    return ascii ? json.replaceAll(/[\u0080-\uffff]/g, escaped) : json;
  };
  const entries = Object.entries(fields).map(([name, value]) => written(name) + colon + written(value));
  return `{${entries.join(comma)}}`;
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function formOf(fields: SignedRequest['fields'], encode: (value: string) => string): string {
  return Object.entries(fields)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

/** As HTML forms, PHP's `urlencode` and Java's `URLEncoder` encode. */
function formEncoded(value: string): string {
  return encodeURIComponent(value)
    .replaceAll(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

/** Nothing changed, each slip alone, then each two that don't exclude each other. */
function* choices(slips: readonly Slip[]): Generator<readonly Slip[]> {
  yield [];
  for (const one of slips) yield [one];
  for (const [index, one] of slips.entries()) {
    for (const other of slips.slice(index + 1)) if (other.kind !== one.kind) yield [one, other];
  }
}

/** The bytes that a received signature can stand for, and the mistake in how it is written. */
interface Reading {
  readonly bytes: Uint8Array;
  readonly mistakes: readonly SigningMistake[];
}

function readingsOf({ signType, sign }: SignedRequest): Reading[] {
  const text = sign.replaceAll(/\s/g, '');
  const fromHex = /^(?:[0-9a-f]{2})+$/i.test(text) ? hexBytes(text) : undefined;
  const fromBase64 = base64Bytes(text);
  if (signType === 'RSA-SHA256') {
    const isPlain = /^[A-Za-z0-9+/]+={0,2}$/.test(sign);
    return [
      ...(fromHex && fromHex.length >= MIN_RSA_BYTES ? [reading(fromHex, 'signature_not_base64')] : []),
      ...(fromBase64 && fromBase64.length >= MIN_RSA_BYTES
        ? [isPlain ? reading(fromBase64) : reading(fromBase64, 'signature_not_base64')]
        : []),
    ];
  }
  const size = signType === 'MD5' ? 16 : 32;
  const isRightCase = sign === (signType === 'MD5' ? text.toUpperCase() : text.toLowerCase());
  return [
    ...(fromHex?.length === size ? [isRightCase ? reading(fromHex) : reading(fromHex, 'hex_other_case')] : []),
    ...(fromBase64?.length === size ? [reading(fromBase64, 'base64_for_hex')] : []),
  ];
}

const MIN_RSA_BYTES = 256;

function reading(bytes: Uint8Array, ...mistakes: SigningMistake[]): Reading {
  return { bytes, mistakes };
}

async function readingThatFits(
  { signType }: SignedRequest,
  { bytes, key }: { bytes: Uint8Array; key: string },
  signatures: readonly Reading[],
  { md5, hmacSha256, verifyRsa }: Hashing,
): Promise<Reading | undefined> {
  if (signType === 'RSA-SHA256') {
    for (const one of signatures) if (await verifyRsa?.(bytes, one.bytes)) return one;
    return undefined;
  }
  const digest = signType === 'MD5' ? await md5(bytes) : await hmacSha256(utf8Bytes(key), bytes);
  return signatures.find((one) => one.bytes.every((byte, at) => byte === digest[at]));
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function hexBytes(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Also in the spelling for addresses, which has `-` and `_`. */
function base64Bytes(text: string): Uint8Array | undefined {
  const digits = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (!/^[A-Za-z0-9+/]+$/.test(digits)) return undefined;
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8));
  let [bits, held, at] = [0, 0, 0];
  for (const digit of digits) {
    bits = ((bits << 6) | BASE64.indexOf(digit)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at] = (bits >> held) & 0xff;
    at += 1;
  }
  return bytes;
}

function utf8Bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

let gbkCodes: Map<string, readonly [number, number]> | undefined;

/** The text in GBK, as older Chinese programs write it; undefined when it is ASCII or holds what GBK can't. */
export function gbkBytes(text: string): Uint8Array | undefined {
  gbkCodes ??= readGbkCodes();
  const bytes: number[] = [];
  let isAscii = true;
  for (const char of text) {
    if (char < '\u0080') {
      bytes.push(char.charCodeAt(0));
      continue;
    }
    const code = gbkCodes.get(char);
    if (!code) return undefined;
    bytes.push(...code);
    isAscii = false;
  }
  return isAscii ? undefined : Uint8Array.from(bytes);
}

/** Platforms decode GBK but don't encode it, so the table is read from the decoder. */
function readGbkCodes(): Map<string, readonly [number, number]> {
  const codes = new Map<string, readonly [number, number]>();
  const decoder = new TextDecoder('gbk');
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const char = decoder.decode(Uint8Array.of(lead, trail));
      if (trail !== 0x7f && [...char].length === 1 && char !== '\uFFFD' && !codes.has(char))
        codes.set(char, [lead, trail]);
    }
  }
  return codes;
}
