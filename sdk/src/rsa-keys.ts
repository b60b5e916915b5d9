/**
 * RSA keys for the gateway: parsed and checked for type and size. Parsing a PEM costs more than verifying a signature,
 * so a caller that verifies many should keep the KeyObject. A private key is never accepted as a public one.
 */
import { createPrivateKey, createPublicKey, KeyObject } from 'node:crypto';

import { SigningError } from './signing-error.ts';

/** PEM text or a KeyObject. */
export type RsaKey = string | KeyObject;

export const minimumRsaBits = 2048;

/** Reads a private key: PEM (PKCS#8 or PKCS#1, not encrypted) or KeyObject. Throws a SigningError if it is invalid. */
export function rsaPrivateKey(key: RsaKey): KeyObject {
  return checked(typeof key === 'string' ? parsed('private', key) : key, 'private');
}

/** Reads a public key: PEM (SPKI or PKCS#1) or KeyObject. Throws a SigningError if it is invalid. */
export function rsaPublicKey(key: RsaKey): KeyObject {
  return checked(typeof key === 'string' ? parsed('public', key) : key, 'public');
}

type KeyKind = 'private' | 'public';

const pemLabel = {
  private: /^\s*-----BEGIN (?:RSA )?PRIVATE KEY-----/,
  // Node would derive a public key from a private one, but a partner's private key must not be in the settings.
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
  if (!(key instanceof KeyObject) || key.type !== kind) throw new SigningError(`an RSA ${kind} key is required`);
  if (key.asymmetricKeyType !== 'rsa') throw new SigningError(`the ${kind} key is not an RSA key`);
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < minimumRsaBits) {
    throw new SigningError(`the RSA key has ${modulusLength} bits, but at least ${minimumRsaBits} are required`);
  }
  // With an exponent of 1 anyone could forge signatures.
  if (publicExponent < 3n) throw new SigningError('the RSA key has an unsafe exponent');
  return key;
}
