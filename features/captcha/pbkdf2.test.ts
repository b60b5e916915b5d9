import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { describe, expect, it } from 'vitest';
import { pbkdf2Sha256 } from './pbkdf2.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const hex = (key: Uint8Array): string => Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join('');

describe('PBKDF2 without Web Crypto', () => {
  it('produces the keys published in RFC 7914', () => {
    expect(hex(pbkdf2Sha256(bytes('passwd'), bytes('salt'), 1, 64))).toBe(
      '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783',
    );
    expect(hex(pbkdf2Sha256(bytes('Password'), bytes('NaCl'), 80_000, 64))).toBe(
      '4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d',
    );
  });

  it('agrees with the reference implementation for every length of password, salt and key', async () => {
    for (let length = 0; length <= 140; length += 1) {
      const password = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 255);
      const salt = Uint8Array.from({ length: 140 - length }, (_, index) => (index * 11 + length) & 255);
      const parameters = {
        algorithm: 'PBKDF2/SHA-256',
        nonce: '',
        salt: '',
        keyPrefix: '',
        cost: 1 + (length % 5),
        keyLength: 1 + (length % 70),
      };
      const { derivedKey } = await deriveKey(parameters, salt, password);
      expect(hex(pbkdf2Sha256(password, salt, parameters.cost, parameters.keyLength)), `length ${length}`).toBe(
        hex(derivedKey),
      );
    }
  });
});
