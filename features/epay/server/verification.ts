/**
 * Verifies the signature of a request. Plugins disagree on what they sign, so four texts are tried: empty values left out
 * or kept, each also with the backslashes removed that PHP's `stripslashes` removes. Every try is made for every key, and
 * for decoys where a merchant has fewer keys or does not exist, so that all answers take the same work.
 */
import { timingSafeEqual } from 'node:crypto';
import { EPAY_UNSIGNED, epaySignatureOf, epayText } from '#features/callbacks/server/epay-protocol.ts';
import { equalBytes } from '#foundation/server/secrets/sealing.ts';
import { hasOneReading, type ReceivedFields } from '../rules.ts';
import { acceptedKeys, type EpaySettings, type NumberedKey } from './settings.ts';

export interface Verified {
  keyNo: number;
  /** Which of the texts fits; `signedTexts` has them in this order. */
  tried: number;
  /** Whether no other fields have the same signed text. */
  oneReading: boolean;
}

const DECOY: NumberedKey = { keyNo: 0, key: 'decoy: what this key fits is refused' };
const MAX_KEYS = 2;

/** Undefined if no accepted key fits. */
export function verifiedBy(
  fields: ReceivedFields,
  settings: EpaySettings | undefined,
  now: Date,
): Verified | undefined {
  const sign = Buffer.from((fields['sign'] ?? '').toLowerCase().padEnd(SIGN_LENGTH).slice(0, SIGN_LENGTH), 'latin1');
  const isLong = (fields['sign'] ?? '').length !== SIGN_LENGTH;
  const tries = triesOf(fields);
  let found: { keyNo: number; tried: number; by: Try } | undefined;
  for (const { keyNo, key } of keysOf(settings, now)) {
    for (const [tried, by] of tries.entries()) {
      const fits = timingSafeEqual(Buffer.from(epaySignatureOf(by.text, key), 'latin1'), sign);
      if (fits && !isLong && keyNo > 0) found ??= { keyNo, tried, by };
    }
  }
  if (!found) return undefined;
  const { keyNo, tried, by } = found;
  return { keyNo, tried, oneReading: hasOneReading(by.text, by.fields) };
}

/** The texts that a request can have signed, the protocol's own first. Without the key. */
export function signedTexts(fields: ReceivedFields): string[] {
  return triesOf(fields).map(({ text }) => text);
}

/** The number of the accepted key that an `api.php` request names; undefined if it names none. */
export function keyNoOf(key: string, settings: EpaySettings | undefined, now: Date): number | undefined {
  let found: number | undefined;
  for (const one of keysOf(settings, now))
    found = equalBytes(Buffer.from(one.key), Buffer.from(key)) && one.keyNo > 0 ? one.keyNo : found;
  return found;
}

const SIGN_LENGTH = 32;

function keysOf(settings: EpaySettings | undefined, now: Date): NumberedKey[] {
  const accepted = settings ? acceptedKeys(settings, now) : [];
  return [...accepted, ...Array.from({ length: MAX_KEYS - accepted.length }, () => DECOY)];
}

interface Try {
  text: string;
  /** What the text was made of. */
  fields: ReceivedFields;
}

function triesOf(fields: ReceivedFields): Try[] {
  const signed = Object.entries(fields).filter(([name]) => !EPAY_UNSIGNED.includes(name));
  const stripped = signed.map(([name, value]): [string, string] => [name, strippedOf(value)]);
  return [signed, stripped].flatMap((entries) => {
    const filled = fieldsOf(entries.filter(([, value]) => value !== ''));
    const all = fieldsOf(entries);
    return [
      { text: epayText(filled), fields: filled },
      { text: epayText(all, { keepEmpty: true }), fields: all },
    ];
  });
}

function fieldsOf(entries: readonly [string, string][]): ReceivedFields {
  return Object.fromEntries(entries);
}

/** What `stripslashes` makes of a text: one backslash of each pair stays. */
function strippedOf(text: string): string {
  return text.replaceAll(/\\(.?)/gs, '$1');
}
