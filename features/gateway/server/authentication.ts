/**
 * Verifies that a request is its merchant's. Every refusal takes the same work, whether the merchant exists or not and
 * whatever keys it has: the signature is always checked, against a decoy where there is no key.
 */
import type { KeyObject } from 'node:crypto';
import { acceptedKeys, type MerchantKeys } from '#features/merchant-keys/server/verbs.ts';
import { canonicalText, type SigningKey, verifyMd5, verifyText } from '@countinghouse/sdk/signing';
import type { GatewayRefusal } from '../contract.ts';
import type { GatewayRequest, ReadRequest } from './request.ts';

export type Authentication =
  /** `key`: the key that the request was signed with, or for RSA checked with. */
  | { ok: true; keys: MerchantKeys; key: SigningKey }
  /** `signed`: the signature is right, but of a type that the merchant does not allow. */
  | {
      ok: false;
      signed: boolean;
      error: Extract<GatewayRefusal, 'unknown_merchant' | 'sign_type_not_allowed' | 'bad_signature'>;
    };

/** `decoy`: an RSA key that no merchant's signature matches. */
export function authenticate(
  { target, body }: Pick<GatewayRequest, 'target' | 'body'>,
  read: ReadRequest & { signType: NonNullable<ReadRequest['signType']> },
  keys: MerchantKeys | undefined,
  { now, decoy }: { now: Date; decoy: KeyObject },
): Authentication {
  const { signType, timestamp, nonce, sign, signedFields } = read;
  const accepted = keys ? acceptedKeys(keys, signType, now) : [];
  const decoys: SigningKey[] = signType === 'RSA-SHA256' ? [decoy] : [DECOY_TEXT, DECOY_TEXT];
  const tried = [...accepted, ...decoys.slice(accepted.length)];
  const text = signType === 'MD5' ? '' : canonicalText({ method: 'POST', path: target, timestamp, nonce, body });
  const fits = (key: SigningKey): boolean =>
    signType === 'MD5'
      ? typeof key === 'string' && verifyMd5(signedFields, key, sign)
      : verifyText(text, signType, sign, key);
  const found = tried.findIndex(fits);
  if (!keys) return { ok: false, signed: false, error: 'unknown_merchant' };
  const key = accepted[found];
  if (!keys.signTypes.includes(signType))
    return { ok: false, signed: key !== undefined, error: 'sign_type_not_allowed' };
  return key === undefined ? { ok: false, signed: false, error: 'bad_signature' } : { ok: true, keys, key };
}

const DECOY_TEXT = 'decoy: what this key fits is refused all the same';
