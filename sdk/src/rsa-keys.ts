/**
 * RSA keys for the gateway: read once, checked for kind and size. Parsing a PEM costs more than checking a signature,
 * so a caller that checks many keeps the KeyObject. A private key is never accepted where a public one belongs.
 */
import { createPrivateKey, createPublicKey, KeyObject } from 'node:crypto';

import { SigningError } from './signing-error.ts';

/** PEM text or a KeyObject. Where a sign type works with a shared key, the key as text. */
export type RsaKey = string | KeyObject;

export const minimumRsaBits = 2048;

/**
 * The private key: PEM (PKCS#8 or PKCS#1, not encrypted) or KeyObject. Throws a SigningError that says what is wrong.
 */
export function rsaPrivateKey(key: RsaKey): KeyObject {
  return checked(typeof key === 'string' ? parsed('private', key) : key, 'private');
}

/** The public key: PEM (SPKI or PKCS#1) or KeyObject. Throws a SigningError that says what is wrong. */
export function rsaPublicKey(key: RsaKey): KeyObject {
  return checked(typeof key === 'string' ? parsed('public', key) : key, 'public');
}

type KeyKind = 'private' | 'public';

const pemLabel = {
  private: /^\s*-----BEGIN (?:RSA )?PRIVATE KEY-----/,
  // Node would read a public key out of a private one, which has no place in a partner's settings.
  public: /^\s*-----BEGIN (?:RSA )?PUBLIC KEY-----/,
};

function parsed(kind: KeyKind, pem: string): KeyObject {
  if (!pemLabel[kind].test(pem)) throw new SigningError(`not a PEM of an RSA ${kind} key`);
  try {
    return kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
  } catch {
    throw new SigningError(`the PEM of the RSA ${kind} key cannot be read`);
  }
}

function checked(key: KeyObject, kind: KeyKind): KeyObject {
  if (!(key instanceof KeyObject) || key.type !== kind) throw new SigningError(`an RSA ${kind} key is needed`);
  if (key.asymmetricKeyType !== 'rsa') throw new SigningError(`the ${kind} key is not an RSA key`);
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < minimumRsaBits) {
    throw new SigningError(`the RSA key has ${modulusLength} bits, at least ${minimumRsaBits} are needed`);
  }
  // With the exponent 1 everybody could sign.
  if (publicExponent < 3n) throw new SigningError('the RSA key has an unsafe exponent');
  return key;
}
