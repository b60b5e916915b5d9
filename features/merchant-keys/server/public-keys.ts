/**
 * A merchant's RSA public key as people paste it: PEM or bare base64, SPKI or PKCS#1. What it returns is SPKI. A private
 * key is recognized and never kept.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

export type PublicKeyFault = 'public_key_form' | 'key_is_private' | 'key_weak' | 'key_too_long';

export interface PublicKeyFacts {
  readonly bits: number;
  /** SHA-256 of the SPKI in hexadecimal, as `openssl pkey -pubin -outform DER | openssl dgst -sha256` prints it. */
  readonly fingerprint: string;
}

export interface ReadPublicKey extends PublicKeyFacts {
  readonly key: KeyObject;
  readonly pem: string;
}

const MIN_BITS = 2048;
const MAX_BITS = 8192;
/** Every check of a signature takes time in proportion to it, also of a stranger's. */
const MAX_EXPONENT = 2n ** 64n;

/** Returns the key, or the name of what is wrong with it. */
export function readPublicKey(text: string): ReadPublicKey | PublicKeyFault {
  if (/PRIVATE KEY-----/.test(text)) return 'key_is_private';
  const der = derOf(text);
  if (!der) return 'public_key_form';
  // First, because a public key can be derived from a private one.
  if (isPrivateKey(der)) return 'key_is_private';
  const key = publicKeyOf(der);
  if (!key) return 'public_key_form';
  const { modulusLength: bits = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  // With an exponent of 1 everyone can forge signatures, and an even one belongs to no RSA key.
  const isUsual = publicExponent >= 3n && publicExponent < MAX_EXPONENT && publicExponent % 2n === 1n;
  if (bits < MIN_BITS || !isUsual) return 'key_weak';
  if (bits > MAX_BITS) return 'key_too_long';
  return { key, pem: key.export({ type: 'spki', format: 'pem' }), ...factsOf(key) };
}

export function factsOf(key: KeyObject): PublicKeyFacts {
  const spki = key.export({ type: 'spki', format: 'der' });
  return {
    bits: key.asymmetricKeyDetails?.modulusLength ?? 0,
    fingerprint: createHash('sha256').update(spki).digest('hex'),
  };
}

/** The bytes of a single PEM block of a public key, or of bare base64. */
function derOf(text: string): Buffer | undefined {
  const [, pem] = /^\s*-----BEGIN ((?:RSA )?PUBLIC) KEY-----([^-]*)-----END \1 KEY-----\s*$/.exec(text)?.slice(1) ?? [];
  const base64 = (pem ?? text).replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  const der = Buffer.from(base64, 'base64');
  return isOneValue(der) ? der : undefined;
}

/** Whether the bytes are one DER sequence with nothing after it. */
function isOneValue(der: Buffer): boolean {
  if (der.length < 4 || der[0] !== 0x30) return false;
  const first = der[1] ?? 0;
  if (first < 0x80) return der.length === 2 + first;
  const lengthBytes = first & 0x7f;
  if (lengthBytes === 0 || lengthBytes > 3) return false;
  return der.length === 2 + lengthBytes + der.readUIntBE(2, lengthBytes);
}

function publicKeyOf(der: Buffer): KeyObject | undefined {
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      const key = createPublicKey({ key: der, format: 'der', type });
      return key.asymmetricKeyType === 'rsa' ? key : undefined;
    } catch {
      // The other form is tried next.
    }
  }
  return undefined;
}

function isPrivateKey(der: Buffer): boolean {
  return (['pkcs8', 'pkcs1'] as const).some((type) => {
    try {
      createPrivateKey({ key: der, format: 'der', type });
      return true;
    } catch {
      return false;
    }
  });
}
