import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPublicKey } from './public-keys.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const spki = pair.publicKey.export({ type: 'spki', format: 'pem' });
const pkcs1 = pair.publicKey.export({ type: 'pkcs1', format: 'pem' });
const bare = (pem: string): string => pem.replace(/-----[A-Z ]+-----/g, '').trim();

/** A public key of this size and exponent. The modulus is random: no one can sign with it, and it is read like any. */
function keyOf(bits: number, exponent: number): string {
  const modulus = randomBytes(Math.ceil(bits / 8));
  modulus[0] = 2 ** ((bits - 1) % 8);
  modulus[modulus.length - 1] = (modulus.at(-1) ?? 0) | 1;
  const e = Buffer.from(exponent.toString(16).padStart(6, '0'), 'hex');
  const key = {
    kty: 'RSA',
    n: modulus.toString('base64url'),
    e: e.subarray(e.findIndex((byte) => byte > 0)).toString('base64url'),
  };
  return createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
}

describe('a public key', () => {
  it.each([
    ['SPKI as PEM', spki],
    ['PKCS#1 as PEM', pkcs1],
    ['SPKI as base64', bare(spki)],
    ['PKCS#1 as base64', bare(pkcs1)],
    ['base64 in one line', bare(spki).replaceAll('\n', '')],
    ['with Windows line ends and space around', `\r\n ${spki.replaceAll('\n', '\r\n')} `],
  ])('is read as %s, and kept as SPKI with its fingerprint', (_, text) => {
    expect(readPublicKey(text)).toMatchObject({
      pem: spki,
      bits: 2048,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each([
    ['PKCS#8 as PEM', pair.privateKey.export({ type: 'pkcs8', format: 'pem' })],
    ['PKCS#1 as PEM', pair.privateKey.export({ type: 'pkcs1', format: 'pem' })],
    ['encrypted', pair.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })],
    ['PKCS#8 as base64', bare(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))],
    ['PKCS#1 as base64', bare(pair.privateKey.export({ type: 'pkcs1', format: 'pem' }))],
    ['together with the public one', `${spki}${pair.privateKey.export({ type: 'pkcs8', format: 'pem' })}`],
    [
      'of a curve',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ],
  ])('that is private is recognized: %s', (_, text) => {
    expect(readPublicKey(text)).toBe('key_is_private');
  });

  it.each([
    [1024, 65_537, 'key_weak'],
    [2047, 65_537, 'key_weak'],
    [2048, 1, 'key_weak'],
    [2048, 65_536, 'key_weak'],
    [8193, 65_537, 'key_too_long'],
    [16_384, 65_537, 'key_too_long'],
  ] as const)('of %s bits with the exponent %s is %s', (bits, exponent, fault) => {
    expect(readPublicKey(keyOf(bits, exponent))).toBe(fault);
  });

  it('whose exponent makes every check slow is refused', () => {
    const jwk = generateKeyPairSync('rsa', { modulusLength: 3072 }).publicKey.export({ format: 'jwk' });
    const withExponent = (e: Buffer) =>
      createPublicKey({ key: { ...jwk, e: e.toString('base64url') }, format: 'jwk' }).export({
        type: 'spki',
        format: 'pem',
      });
    expect(readPublicKey(withExponent(Buffer.alloc(380, 0x7f)))).toBe('key_weak');
    expect(readPublicKey(withExponent(Buffer.from('010000000000000001', 'hex')))).toBe('key_weak');
    expect(readPublicKey(withExponent(Buffer.alloc(8, 0xff)))).toMatchObject({ bits: 3072 });
  });

  it.each([
    [2048, 3],
    [3072, 65_537],
    [8192, 65_537],
  ])('of %s bits with the exponent %s is read', (bits, exponent) => {
    expect(readPublicKey(keyOf(bits, exponent))).toMatchObject({ bits });
  });

  it.each([
    ['nothing', ''],
    ['a word', 'key'],
    ['an OpenSSH key', 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAB'],
    [
      'a key of a curve',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }),
    ],
    ['two keys', spki + spki],
    ['a key with something after it', `${bare(spki).replaceAll('\n', '').replace(/=+$/, '')}AAAA`],
    ['the wrong label', spki.replaceAll('PUBLIC KEY', 'CERTIFICATE')],
    ['a PEM that is cut off', spki.slice(0, 200)],
  ])('is not read from %s', (_, text) => {
    expect(readPublicKey(text)).toBe('public_key_form');
  });

  it('never throws, whatever the text, and reads nothing but the key from a changed one', () => {
    const base64 = bare(spki).replaceAll('\n', '');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
        ),
        (text) => {
          expect(typeof readPublicKey(text)).toBe('string');
        },
      ),
    );
    fc.assert(
      fc.property(fc.nat(base64.length - 1), fc.constantFrom(...'ABCabc019+/='), (at, letter) => {
        const read = readPublicKey(base64.slice(0, at) + letter + base64.slice(at + 1));
        if (typeof read === 'string') return;
        expect(read.key.asymmetricKeyType).toBe('rsa');
        // The modulus begins with a byte of zeros, and a change of that makes it a few bits longer.
        expect(read.bits).toBeGreaterThanOrEqual(2048);
        expect(read.bits).toBeLessThan(2056);
      }),
    );
  });
});
