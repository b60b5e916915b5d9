/**
 * Reads a request's body, or reports why it can't be read. Refuses what can be read in two ways: a name that comes
 * twice, bytes that are not UTF-8, a body that is compressed or in another character set.
 */
import type { FastifyRequest } from 'fastify';
import { type BodyFaultName, bodyTexts } from '#foundation/core/body-words.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import { pickLanguage } from './negotiation.ts';

/** Thrown when an endpoint can't read a body. Answered with 400, or with 415 if the headers are the reason. */
export class UnreadableBody extends Error {
  override name = 'UnreadableBody';
  readonly statusCode: 400 | 415;
  readonly #values: PhraseValues;
  readonly #word: BodyFaultName;

  constructor(statusCode: 400 | 415, word: BodyFaultName, values: PhraseValues = {}) {
    super(word);
    this.statusCode = statusCode;
    this.#word = word;
    this.#values = values;
  }

  msg(acceptLanguage: string | undefined): string {
    return formatPhrase(bodyTexts[this.#word], pickLanguage(acceptLanguage), this.#values);
  }
}

/** Refuses a body with a content encoding; none is ever decoded here. */
export function refuseEncoded({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity')
    throw new UnreadableBody(415, 'body_encoded', { encoding: shown(encoding) });
}

/** Refuses a content type whose charset is not UTF-8; ASCII is UTF-8 too. */
export function refuseOtherCharsets({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '') ?? [];
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new UnreadableBody(415, 'body_charset', { charset: shown(charset) });
}

/** Returns the text of a valid JSON body, without a byte order mark. Throws `UnreadableBody`. */
export function jsonText(body: Uint8Array): string {
  const text = utf8(body)?.replace(/^\uFEFF/, '');
  if (text === undefined) throw new UnreadableBody(400, 'body_not_utf8');
  if (!isJson(text)) throw new UnreadableBody(400, 'body_not_json');
  const name = duplicateName(text);
  if (name !== undefined) throw new UnreadableBody(400, 'name_twice', { name: shown(name) });
  return text;
}

/** Returns undefined for bytes that are not UTF-8. A byte order mark stays. */
export function utf8(body: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(body);
  } catch {
    return undefined;
  }
}

/**
 * Returns the first name that comes twice in one object of `json`, which is valid JSON; escapes do not hide it. Walks
 * over the text once: a regular expression with a repeated choice overflows the stack in a string of several MB.
 */
export function duplicateName(json: string): string | undefined {
  /** The names of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === OPEN_OBJECT) open.push(new Set());
    else if (code === OPEN_LIST) open.push(undefined);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) open.pop();
    if (code !== QUOTE) continue;
    const start = at;
    at = endOfString(json, start);
    if (!isBeforeColon(json, at)) continue;
    const name = nameIn(json.slice(start, at + 1));
    const names = open.at(-1);
    if (names?.has(name)) return name;
    names?.add(name);
  }
  return undefined;
}

/** Counts the strings in `json`, names included. */
export function stringsIn(json: string): number {
  let count = 0;
  for (let at = json.indexOf('"'); at >= 0; at = json.indexOf('"', endOfString(json, at) + 1)) count += 1;
  return count;
}

/** Returns the index of the closing quote of the string that starts at `start`: the first after an even number of backslashes. */
function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = at;
    while (json.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1;
    if ((at - escapes) % 2 === 0) return at;
  }
  return json.length;
}

/** Whether the string that ends at `end` is a name. */
function isBeforeColon(json: string, end: number): boolean {
  let at = end + 1;
  while (JSON_BLANKS.has(json.charCodeAt(at))) at += 1;
  return json.charCodeAt(at) === COLON;
}

function nameIn(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

const codeOf = (character: string): number => character.charCodeAt(0);
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [codeOf('{'), codeOf('}'), codeOf('['), codeOf(']')];
const [QUOTE, BACKSLASH, COLON] = [codeOf('"'), codeOf('\\'), codeOf(':')];
const JSON_BLANKS = new Set([' ', '\t', '\n', '\r'].map(codeOf));

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const MAX_SHOWN = 64;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Shortens the client's text to a part of our sentence. */
function shown(text: string): string {
  return text.slice(0, MAX_SHOWN).toWellFormed();
}
