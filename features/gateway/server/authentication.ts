/**
 * Verifies that a request is its merchant's. Every refusal takes the same work, whether the merchant exists or not and
 * whatever keys it has: the signature is always checked, against a decoy where there is no key.
 */
import type { KeyObject } from 'node:crypto';
import {
  type AcceptedKey,
  acceptedKeys,
  endedKeys,
  MAX_FORMER_KEYS,
  type MerchantKeys,
} from '#features/merchant-keys/server/verbs.ts';
import { canonicalText, type SigningKey, verifyMd5, verifyText } from '@countinghouse/sdk/signing';
import type { GatewayRefusal } from '../contract.ts';
import type { GatewayRequest, ReadRequest } from './request.ts';

export type Authentication =
  /** `key`: the key that the request was signed with, or for RSA checked with. */
  | ({ ok: true; keys: MerchantKeys } & AcceptedKey)
  /** `signed`: the signature is right, but of a type that the merchant does not allow. */
  | {
      ok: false;
      signed: boolean;
      error: Extract<GatewayRefusal, 'unknown_merchant' | 'sign_type_not_allowed' | 'bad_signature' | 'key_ended'>;
    };

/** `decoy`: an RSA key that no merchant's signature matches. */
export function authenticate(
  { target, body, ip }: Pick<GatewayRequest, 'target' | 'body' | 'ip'>,
  read: ReadRequest & { signType: NonNullable<ReadRequest['signType']> },
  keys: MerchantKeys | undefined,
  { now, decoy }: { now: Date; decoy: KeyObject },
): Authentication {
  const { signType, timestamp, nonce, sign, signedFields } = read;
  const accepted = keys ? acceptedKeys(keys, signType, now) : [];
  const ended = keys ? endedKeys(keys, signType, now) : [];
  const known: SigningKey[] = [...accepted.map(({ key }) => key), ...ended];
  const decoys: SigningKey[] =
    signType === 'RSA-SHA256' ? [decoy] : Array.from({ length: 1 + MAX_FORMER_KEYS }, () => DECOY_TEXT);
  const tried = [...known, ...decoys.slice(known.length)];
  const text = signType === 'MD5' ? '' : canonicalText({ method: 'POST', path: target, timestamp, nonce, body });
  const fits = (key: SigningKey): boolean =>
    signType === 'MD5'
      ? typeof key === 'string' && verifyMd5(signedFields, key, sign)
      : verifyText(text, signType, sign, key);
  // An accepted key ends the search. Every refusal tries them all, also when an ended key fits.
  const found = accepted.find(({ key }) => fits(key));
  const fitting = found ? undefined : tried.slice(accepted.length).filter(fits)[0];
  if (!keys) return { ok: false, signed: false, error: 'unknown_merchant' };
  if (!keys.signTypes.includes(signType))
    return { ok: false, signed: found !== undefined, error: 'sign_type_not_allowed' };
  if (found) return { ok: true, keys, ...found };
  // A stranger can have an ended key, so only an address of the merchant learns that it was right once.
  const isOwnAddress = keys.isAddressAllowed(ip);
  const isTold = isOwnAddress && fitting !== undefined && ended.includes(fitting);
  return { ok: false, signed: false, error: isTold ? 'key_ended' : 'bad_signature' };
}

const DECOY_TEXT = 'decoy: what this key fits is refused all the same';
