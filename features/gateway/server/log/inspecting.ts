/**
 * Looks at one request of the log: the text that the platform signed, what the merchant's program signed instead, and
 * what to do about it. Mistakes are tried only here, for the member that the request names, and never while a request is
 * answered. No part of the result contains a key or a signature that would have been right.
 */
import { createHash, createHmac, type KeyObject, verify } from 'node:crypto';
import type { MerchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import { isSignType, unsignableFields } from '@countinghouse/sdk/signing';
import { fieldMessage } from '#foundation/core/field-errors.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Language, PhraseValues } from '#foundation/core/words.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { GATEWAY_BASE } from '../../contract.ts';
import { diagnosisTexts, isDiagnosis } from '../../diagnosis-words.ts';
import type { LoggedRequest, LogRow } from '../../log-contract.ts';
import { signingMistakeTexts, timestampMistakeTexts } from '../../signing-mistake-words.ts';
import {
  findSigningMistakes,
  firstDifference,
  type FoundMistakes,
  type Hashing,
  type SignedRequest,
  textToSign,
  timestampMistake,
} from '../../signing-mistakes.ts';
import { gatewayFieldTexts } from '../../words.ts';
import { readRequest } from '../request.ts';
import { bodyPlace, HIDDEN, isField, type KeptRequest, masked, secretsOf, unfitResults, without } from './record.ts';
import type { FoundRequest } from './store.ts';

export interface InspectionDeps {
  keys: Pick<MerchantKeyVerbs, 'find'>;
  sealer: Pick<Sealer, 'openBytes'>;
  /** Explains the requests of its protocol. */
  epay?: RequestExplainer;
}

/** What another protocol's endpoint says about one of its requests. */
export interface RequestExplainer {
  explain(request: ExplainedRequest, language: Language): Promise<Explanation>;
}

export interface ExplainedRequest {
  memberNo: bigint;
  path: string;
  result: string;
  key: 'new' | 'old' | null;
  /** What was kept of it; see `ForeignRequest`. */
  kept: KeptRequest;
  /** The whole request, if it was kept. */
  body: Uint8Array | undefined;
}

export interface Explanation {
  /** With `SHOWN_KEY` in place of the key. Undefined if the request is not signed. */
  signedText: string | undefined;
  /** The text that seems to have been signed instead. */
  sentText: string | undefined;
  diagnosis: { name: string; text: string } | null;
  /** The values of unknown fields, which no text may contain. */
  hidden: Readonly<Record<string, string>>;
  /** The protocol's own keys, which no text may contain. */
  secrets: readonly string[];
}

type Inspected = Omit<LoggedRequest, keyof LogRow>;

export async function inspected(
  { keys, sealer, epay }: InspectionDeps,
  found: FoundRequest,
  language: Language,
): Promise<Inspected> {
  const kept = found.request as KeptRequest;
  const known = await keys.find(found.memberNo);
  const secrets = known ? secretsOf(known) : [];
  if (epay && kept.facts) return inspectedElsewhere({ sealer, epay }, { found, kept, secrets, language });
  const { request, hidden } = receivedOf(sealer, found, kept);
  const signedText = request && (await signedTextOf(request, kept));
  const mistakes =
    request?.body && unfitResults.has(found.result)
      ? await findSigningMistakes(request, { key: known?.key, former: secrets.slice(1) }, hashingWith(known?.publicKey))
      : undefined;
  const show = (text: string): string => without(secrets, hidden(text));
  const sentText = mistakes && mistakes.mistakes.length > 0 ? show(mistakes.text) : null;
  const shownText = signedText === undefined ? null : show(signedText);
  return {
    signed: found.signed,
    fields: fieldsOf(kept, language),
    headers: headersOf(found, kept),
    signature: kept.signature || null,
    signedText: shownText,
    sentText,
    differsAt: sentText === null || shownText === null ? null : (firstDifference(shownText, sentText) ?? null),
    diagnosis: diagnosisOf(found, kept, mistakes, language),
    reply: found.reply,
  };
}

interface Elsewhere {
  found: FoundRequest;
  kept: KeptRequest;
  secrets: readonly string[];
  language: Language;
}

async function inspectedElsewhere(
  { sealer, epay }: Pick<InspectionDeps, 'sealer'> & { epay: RequestExplainer },
  { found, kept, secrets, language }: Elsewhere,
): Promise<Inspected> {
  const { memberNo, requestId, path, result, key, bodySealed } = found;
  const body = bodySealed ? sealer.openBytes(bodySealed, bodyPlace(memberNo, requestId)) : undefined;
  const explained = await epay.explain({ memberNo, path, result, key, kept, body }, language);
  const hidden = hiding(explained.hidden, () => false);
  const show = (text: string | undefined): string | null =>
    text === undefined ? null : without([...secrets, ...explained.secrets], hidden(text));
  const [signedText, sentText] = [show(explained.signedText), show(explained.sentText)];
  return {
    signed: found.signed,
    fields: fieldsOf(kept, language),
    headers: headersOf(found, kept),
    signature: kept.signature || null,
    signedText,
    sentText,
    differsAt: sentText === null || signedText === null ? null : (firstDifference(signedText, sentText) ?? null),
    diagnosis: explained.diagnosis,
    reply: found.reply,
  };
}

interface Received {
  /** Undefined where the request names no sign type. `body` is there only if it was kept. */
  request: SignedRequest | undefined;
  /** Hides accounts, holders and values of unknown fields in a text. */
  hidden: (text: string) => string;
}

function receivedOf(sealer: Pick<Sealer, 'openBytes'>, found: FoundRequest, kept: KeptRequest): Received {
  const { memberNo, requestId, path, signType, bodySealed } = found;
  const { fields, headers = {}, target = GATEWAY_BASE + path, timestamp = '', nonce = '', signature = '' } = kept;
  const plain = { hidden: (text: string) => text };
  if (!isSignType(signType) || kept.signature === undefined) return { request: undefined, ...plain };
  const parts = { merchantNo: memberNo.toString(), timestamp, nonce, signType };
  const common = {
    signType,
    sign: signature,
    method: 'POST',
    path: target,
    host: headers['host'] ?? '',
    timestamp,
    nonce,
  };
  if (!bodySealed)
    return { request: { ...common, fields: signType === 'MD5' ? { ...fields, ...parts } : fields }, ...plain };
  const body = sealer.openBytes(bodySealed, bodyPlace(memberNo, requestId));
  const inHeaders = signType === 'MD5' ? {} : { ...receivedParts(parts), 'x-sign': signature };
  const read = readRequest({
    target,
    headers: { 'content-type': headers['content-type'], ...inHeaders },
    body,
    ip: found.ip,
  });
  return {
    request: { ...common, fields: signType === 'MD5' ? read.signedFields : read.fields, body },
    hidden: hiding(read.fields),
  };
}

function receivedParts({
  merchantNo,
  timestamp,
  nonce,
  signType,
}: Record<string, string>): Record<string, string | undefined> {
  return { 'x-merchant-no': merchantNo, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-sign-type': signType };
}

/** Hides private values in every spelling in which a mistaken program can have put them into the text. */
function hiding(
  fields: Readonly<Record<string, string>>,
  isShown: (name: string) => boolean = isField,
): (text: string) => string {
  const replacements = Object.entries(fields).flatMap(([name, value]) => {
    const shown = isShown(name) ? masked(name, value) : HIDDEN;
    if (shown === value || value.length < (isShown(name) ? 1 : MIN_HIDDEN)) return [];
    const encoded = encodeURIComponent(value.toWellFormed());
    const spellings = [
      value,
      encoded,
      encoded.replaceAll('%20', '+'),
      encoded.toLowerCase(),
      value.toLowerCase(),
      value.toUpperCase(),
      value.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ];
    return spellings.map((spelling) => [spelling, shown] as const);
  });
  return (text) => replacements.reduce((hidden, [spelling, shown]) => hidden.replaceAll(spelling, shown), text);
}

/** Shorter values of unknown fields would hide parts of other values. */
const MIN_HIDDEN = 6;

async function signedTextOf(request: SignedRequest, { bodyHash }: KeptRequest): Promise<string | undefined> {
  const { signType, fields, path, timestamp, nonce } = request;
  if (signType === 'MD5') return unsignableFields(fields).length > 0 ? undefined : textToSign(request, nodeHashing);
  return bodyHash === undefined ? undefined : ['POST', path, timestamp, nonce, bodyHash].join('\n');
}

const nodeHashing: Hashing = {
  md5: (bytes) => createHash('md5').update(bytes).digest(),
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmacSha256: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
};

function hashingWith(publicKey: KeyObject | undefined): Hashing {
  if (!publicKey) return nodeHashing;
  return { ...nodeHashing, verifyRsa: (text, signature) => verify('sha256', text, publicKey, signature) };
}

function headersOf({ memberNo, signType }: FoundRequest, kept: KeptRequest): { name: string; value: string }[] {
  const { headers = {}, timestamp = '', nonce = '', signature = '' } = kept;
  const all: Record<string, string | undefined> = { ...headers };
  if (signType !== null && signType !== 'MD5')
    Object.assign(all, receivedParts({ merchantNo: memberNo.toString(), timestamp, nonce, signType }), {
      'x-sign': signature,
    });
  return Object.entries(all).map(([name, value = '']) => ({ name, value }));
}

/** The fields as received, then the parts that are missing or wrong and no field of the body. */
function fieldsOf(kept: KeptRequest, language: Language): LoggedRequest['fields'] {
  const { fields, timestamp = '', nonce = '' } = kept;
  const parts: Readonly<Record<string, string>> = { timestamp, nonce, 'X-Timestamp': timestamp, 'X-Nonce': nonce };
  const others = namesOf(kept).filter((name) => fields[name] === undefined);
  return [...Object.entries(fields), ...others.map((name) => [name, parts[name] ?? ''] as const)].map(
    ([name, value]) => ({ name, value, wrong: wrongOf(kept, name, language) }),
  );
}

function wrongOf({ wrong, values = {} }: KeptRequest, name: string, language: Language): string | null {
  const word = wrong[name];
  return word === undefined ? null : fieldMessage(word, { ...anyBound, ...values[name] }, gatewayFieldTexts, language);
}

/** The wrong fields in the order of the answer; they are kept in the reverse order. */
function namesOf({ wrong }: KeptRequest): string[] {
  return Object.keys(wrong).toReversed();
}

/** For rows of former releases, which don't have the values. */
const anyBound: PhraseValues = { maximum: 255, currency: '', name: '' };

function diagnosisOf(
  { result, key, at }: FoundRequest,
  kept: KeptRequest,
  mistakes: FoundMistakes | undefined,
  language: Language,
): LoggedRequest['diagnosis'] {
  const say = (name: keyof typeof diagnosisTexts, values: PhraseValues = {}) => ({
    name,
    text: formatPhrase(diagnosisTexts[name], language, values),
  });
  if (result === 'ok') return key === 'old' ? say('served_by_old_key') : null;
  const [first, ...others] = mistakes?.mistakes ?? [];
  if (first !== undefined) {
    const text = [first, ...others].map((one) => formatPhrase(signingMistakeTexts[one], language)).join(' ');
    return { name: first, text };
  }
  const isTimestampWrong = ['timestamp', 'X-Timestamp'].some((name) => kept.wrong[name] === 'timestamp_form');
  if ((result === 'timestamp_out_of_window' || isTimestampWrong) && kept.timestamp !== undefined) {
    const { mistake, seconds } = timestampMistake(kept.timestamp, at.getTime());
    const values = { seconds: Math.abs(seconds), hours: Math.round(Math.abs(seconds) / 900) / 4 };
    return { name: mistake, text: formatPhrase(timestampMistakeTexts[mistake], language, values) };
  }
  const word = Object.values(kept.wrong).find((one) => one === 'body_not_utf8');
  if (word !== undefined) return say('body_not_utf8');
  return isDiagnosis(result) ? say(result, { fields: namesOf(kept).join(', ') }) : null;
}
