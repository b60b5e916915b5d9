/** RSA-SHA256: each signature has one encoding, and only RSA keys of a safe size are accepted. */
import { createPrivateKey, createPublicKey, createSecretKey, generateKeyPairSync } from 'node:crypto';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { merchantTestKeys, platformTestKeys, weakTestKeys } from '../scripts/keys-for-tests.ts';
import { rsaPrivateKey, rsaPublicKey } from '../src/rsa-keys.ts';
import { signRsa, verifyRsa } from '../src/signing.ts';
import { SigningError } from '../src/signing-error.ts';
import { changedAt } from './changed-at.ts';

const publicKey = rsaPublicKey(merchantTestKeys.publicKey);
const privateKey = rsaPrivateKey(merchantTestKeys.privateKey);
const anyText = fc.string({ unit: 'binary', maxLength: 40 });

test('a signed text is accepted; any other text, signature or key is rejected', () => {
  const otherPublicKey = rsaPublicKey(platformTestKeys.publicKey);
  fc.assert(
    fc.property(anyText, anyText, fc.nat(), (text, otherText, at) => {
      fc.pre(text.isWellFormed() && otherText.isWellFormed() && text !== otherText);
      const signature = signRsa(text, privateKey);
      expect(verifyRsa(text, signature, publicKey)).toBe(true);
      expect(verifyRsa(otherText, signature, publicKey)).toBe(false);
      expect(verifyRsa(text, signature, otherPublicKey)).toBe(false);
      expect(verifyRsa(text, changedAt(signature, at), publicKey)).toBe(false);
    }),
    { numRuns: 40 },
  );
});

test('PEM and KeyObject work the same', () => {
  expect(signRsa('x', merchantTestKeys.privateKey)).toBe(signRsa('x', privateKey));
  expect(verifyRsa('x', signRsa('x', privateKey), merchantTestKeys.publicKey)).toBe(true);
});

test('base64 with white space, without padding or in the URL alphabet is rejected', () => {
  const signature = signRsa('x', privateKey);
  // So each spelling below differs from the signature.
  expect(signature).toMatch(/[+/].*==$/);
  for (const spelling of [
    `${signature}\n`,
    ` ${signature}`,
    signature.slice(0, -2),
    signature.slice(0, -1),
    `${signature}AAAA`,
    signature.replaceAll('+', '-').replaceAll('/', '_'),
    '!!!!',
    '====',
  ]) {
    expect(verifyRsa('x', spelling, publicKey)).toBe(false);
  }
});

test('a key under 2048 bits neither signs nor verifies', () => {
  expect(() => signRsa('x', weakTestKeys.privateKey)).toThrow('1024 bits');
  expect(() => rsaPublicKey(weakTestKeys.publicKey)).toThrow('1024 bits');
  expect(() => rsaPublicKey(createPublicKey(weakTestKeys.publicKey))).toThrow('1024 bits');
});

test('other keys are rejected: EC, RSA-PSS, a secret, a private key as the public one', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pss = generateKeyPairSync('rsa-pss', { modulusLength: 2048 });
  for (const wrong of [
    ec.publicKey,
    pss.publicKey,
    createSecretKey(Buffer.alloc(32, 1)),
    privateKey,
    merchantTestKeys.privateKey,
    ec.publicKey.export({ type: 'spki', format: 'pem' }),
    '',
    'not a PEM',
    '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n',
  ]) {
    expect(() => rsaPublicKey(wrong)).toThrow(SigningError);
    expect(verifyRsa('x', signRsa('x', privateKey), wrong)).toBe(false);
  }
  for (const wrong of [ec.privateKey, pss.privateKey, publicKey, merchantTestKeys.publicKey, '']) {
    expect(() => signRsa('x', wrong)).toThrow(SigningError);
  }
  // The test's PSS key is valid, so it is rejected for its type.
  expect(createPrivateKey(pss.privateKey.export({ type: 'pkcs8', format: 'pem' })).asymmetricKeyType).toBe('rsa-pss');
});

test('a public key with exponent 1, for which any signature can be forged, is rejected', () => {
  const { n } = publicKey.export({ format: 'jwk' });
  const forgeable = createPublicKey({ format: 'jwk', key: { kty: 'RSA', n: n ?? '', e: 'AQ' } });
  expect(() => rsaPublicKey(forgeable)).toThrow('exponent');
});

test('an error does not reveal the key', () => {
  const pem = merchantTestKeys.privateKey.replace('MII', 'XXX');
  expect(() => signRsa('x', pem)).toThrow(/^the PEM of the RSA private key cannot be read$/);
});
