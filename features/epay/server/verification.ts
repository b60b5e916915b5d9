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
  let found: { keyNo: number; tried: Try } | undefined;
  for (const { keyNo, key } of keysOf(settings, now)) {
    for (const tried of tries) {
      const fits = timingSafeEqual(Buffer.from(epaySignatureOf(tried.text, key), 'latin1'), sign);
      if (fits && !isLong && keyNo > 0) found ??= { keyNo, tried };
    }
  }
  return found && { keyNo: found.keyNo, oneReading: hasOneReading(found.tried.text, found.tried.fields) };
}

/** Compares the key of an `api.php` request with the accepted ones. */
export function isEpayKey(key: string, settings: EpaySettings | undefined, now: Date): boolean {
  let fits = false;
  for (const one of keysOf(settings, now))
    fits = (equalBytes(Buffer.from(one.key), Buffer.from(key)) && one.keyNo > 0) || fits;
  return fits;
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
