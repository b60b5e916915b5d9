/** Signing and verifying: whatever is signed is accepted, any difference is rejected, and verifying never throws. */
import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { merchantTestKeys } from '../scripts/keys-for-tests.ts';
import { rsaPrivateKey, rsaPublicKey } from '../src/rsa-keys.ts';
import {
  canonicalText,
  type Fields,
  md5Text,
  signFields,
  signHmac,
  signMd5,
  signRsa,
  signTypes,
  verifyFields,
  verifyHmac,
  verifyMd5,
  verifyRsa,
} from '../src/signing.ts';
import { SigningError } from '../src/signing-error.ts';
import { changedAt } from './changed-at.ts';

const key = 'test-key-0123456789abcdef0123456789';
const publicKey = rsaPublicKey(merchantTestKeys.publicKey);
const privateKey = rsaPrivateKey(merchantTestKeys.privateKey);

const name = fc
  .stringMatching(/^[A-Za-z0-9_]{1,12}$/)
  .filter((candidate) => !['sign', 'signPrevious', '__proto__'].includes(candidate));
const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const plainText = anyText.map((text) => text.replace(/[&=\p{Cc}]/gu, ''));
const plainFields = fc.dictionary(name, plainText, { maxKeys: 12 });
const secret = fc.stringMatching(/^[!-%'-~]{1,64}$/);

/** The fields that are signed. */
const presentFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

describe('MD5', () => {
  test('signed fields are accepted in any order', () => {
    fc.assert(
      fc.property(plainFields, secret, (fields, anyKey) => {
        const signature = signMd5(fields, anyKey);
        expect(signature).toMatch(/^[0-9A-F]{32}$/);
        const reversed = Object.fromEntries(Object.entries(fields).toReversed());
        expect(verifyMd5({ sign: signature, ...reversed }, anyKey)).toBe(true);
      }),
    );
  });

  test('different field sets never give the same text', () => {
    fc.assert(
      fc.property(plainFields, plainFields, (one, other) => {
        expect(md5Text(one) === md5Text(other)).toBe(isDeepStrictEqual(presentFields(one), presentFields(other)));
      }),
    );
  });

  test('the text parses back to its fields, so no value can look like another field', () => {
    fc.assert(
      fc.property(plainFields, (fields) => {
        const text = md5Text(fields);
        const back = text === '' ? [] : text.split('&').map((pair) => pair.split('='));
        expect(back.every((pair) => pair.length === 2)).toBe(true);
        expect(Object.fromEntries(back)).toEqual(presentFields(fields));
      }),
    );
  });

  test('any change of a field, the signature or the key is rejected', () => {
    fc.assert(
      fc.property(
        plainFields.filter((fields) => Object.keys(fields).length > 0),
        plainText,
        fc.nat(),
        secret,
        (fields, value, at, otherKey) => {
          fc.pre(otherKey !== key);
          const signature = signMd5(fields, key);
          const changed = Object.keys(fields)[at % Object.keys(fields).length] ?? '';
          fc.pre(fields[changed] !== value);
          expect(verifyMd5({ ...fields, [changed]: value, sign: signature }, key)).toBe(false);
          expect(verifyMd5({ ...fields, sign: changedAt(signature, at) }, key)).toBe(false);
          expect(verifyMd5({ ...fields, sign: signature }, otherKey)).toBe(false);
        },
      ),
    );
  });

  test('an additional, a missing and a renamed field are rejected', () => {
    const fields = { orderNo: 'A-1', amount: '1.00' };
    const sign = signMd5(fields, key);
    expect(verifyMd5({ ...fields, sign, attach: 'x' }, key)).toBe(false);
    expect(verifyMd5({ orderNo: 'A-1', sign }, key)).toBe(false);
    expect(verifyMd5({ orderno: 'A-1', amount: '1.00', sign }, key)).toBe(false);
    expect(verifyMd5({ ...fields, sign, attach: '' }, key)).toBe(true);
  });

  test.each([
    ['one value that reads as two fields', { a: '1', b: '2' }, { a: '1&b=2' }],
    ['a name that reads as a field', { a: '1', b: '2' }, { 'a=1&b': '2' }],
    ['the equals sign moved from between to inside', { a: 'b' }, { 'a=b': '' }],
    ['half a surrogate pair that becomes U+FFFD when sent', { a: '\ufffd' }, { a: '\ud800' }],
    ['a list that JavaScript joins to the same text', { a: '1,2' }, { a: ['1', '2'] }],
    ['a number that JavaScript prints to the same text', { a: '100' }, { a: 100 }],
    ['an object with a text of its own', { a: 'x' }, { a: { toString: () => 'x' } }],
  ] as const)('a genuine signature is rejected for %s', (_case, genuine, forged) => {
    const sign = signMd5(genuine, key);
    expect(verifyMd5({ ...genuine, sign }, key)).toBe(true);
    expect(verifyMd5({ ...forged, sign }, key)).toBe(false);
    expect(() => signMd5(forged, key)).toThrow(SigningError);
  });

  test('a key that could be read as a field is rejected', () => {
    expect(() => signMd5({ a: '1' }, 'x&b=2')).toThrow(SigningError);
    expect(verifyMd5({ a: '1', sign: '0'.repeat(32) }, 'x&b=2')).toBe(false);
  });

  test('an error names the field, not its value', () => {
    expect(() => signMd5({ attach: 'secret&value' }, key)).toThrow(/^fields that cannot be signed: attach$/);
  });

  test('names sort by code unit in every locale', () => {
    expect(md5Text({ b: '1', B: '2', a_b: '3', aB: '4', a1: '5', _: '6', 9: '7', ab: '8' })).toBe(
      '9=7&B=2&_=6&a1=5&aB=4&a_b=3&ab=8&b=1',
    );
  });

  test('a field named like an object property is an ordinary field', () => {
    const fields: Fields = JSON.parse('{"__proto__":"x","constructor":"y","toString":"z"}');
    expect(md5Text(fields)).toBe('__proto__=x&constructor=y&toString=z');
    expect(verifyMd5({ ...fields, sign: signMd5(fields, key) }, key)).toBe(true);
  });

  test('a signature in lower case is rejected', () => {
    const signature = signMd5({ a: '1' }, key);
    expect(verifyMd5({ a: '1', sign: signature.toLowerCase() }, key)).toBe(false);
  });
});

const message = {
  method: 'POST',
  path: '/gateway/v1/pay/create',
  timestamp: '1795165200',
  nonce: 'a1b2c3d4e5f60718',
  body: '{"amount":"1.00"}',
};

describe('the canonical text', () => {
  const messages = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT'),
    path: fc.stringMatching(/^\/[!-~]{0,30}$/),
    timestamp: fc.stringMatching(/^[1-9][0-9]{0,11}$/),
    nonce: fc.stringMatching(/^[!-~]{16,64}$/),
    body: fc.uint8Array({ maxLength: 64 }),
  });

  test('differs if any part or one byte of the body differs', () => {
    fc.assert(
      fc.property(
        messages,
        messages,
        fc.constantFrom('method', 'path', 'timestamp', 'nonce', 'body'),
        (one, other, part) => {
          const mixed = { ...one, [part]: other[part] };
          fc.pre(Buffer.compare(Buffer.from(String(one[part])), Buffer.from(String(other[part]))) !== 0);
          expect(canonicalText(mixed)).not.toBe(canonicalText(one));
        },
      ),
    );
  });

  test.each([
    ['a lower-case method', { method: 'post' }, 'method'],
    ['a line feed in the method', { method: 'POST\n/x' }, 'method'],
    ['a path without a slash', { path: 'gateway' }, 'path'],
    ['a line feed in the path', { path: '/x\n1' }, 'path'],
    ['a space in the path', { path: '/x y' }, 'path'],
    ['a timestamp with a sign', { timestamp: '+1795165200' }, 'timestamp'],
    ['a timestamp with a line feed', { timestamp: '1795165200\n' }, 'timestamp'],
    ['an empty timestamp', { timestamp: '' }, 'timestamp'],
    ['a nonce of 15', { nonce: 'x'.repeat(15) }, 'nonce'],
    ['a nonce of 65', { nonce: 'x'.repeat(65) }, 'nonce'],
    ['a nonce with a line feed', { nonce: `${'x'.repeat(16)}\n` }, 'nonce'],
  ])('rejects %s, so that no part can extend into the next', (_case, part, at) => {
    expect(() => canonicalText({ ...message, ...part })).toThrow(
      expect.objectContaining({ name: 'SigningError', fields: [at] }),
    );
  });
});

describe('HMAC-SHA256', () => {
  test('a signed text is accepted; any other text, signature or key is rejected', () => {
    fc.assert(
      fc.property(anyText, anyText, secret, secret, fc.nat(), (text, otherText, oneKey, otherKey, at) => {
        fc.pre(text.isWellFormed() && otherText.isWellFormed() && text !== otherText && oneKey !== otherKey);
        const signature = signHmac(text, oneKey);
        expect(verifyHmac(text, signature, oneKey)).toBe(true);
        expect(verifyHmac(otherText, signature, oneKey)).toBe(false);
        expect(verifyHmac(text, signature, otherKey)).toBe(false);
        expect(verifyHmac(text, changedAt(signature, at), oneKey)).toBe(false);
      }),
    );
  });

  test('a non-ASCII character with the same low byte is rejected', () => {
    const signature = signHmac('x', key);
    const look = [...signature].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0x100)).join('');
    expect(verifyHmac('x', look, key)).toBe(false);
    expect(signature).toMatch(/[a-f]/);
    expect(verifyHmac('x', signature.toUpperCase(), key)).toBe(false);
  });
});

describe('missing and malformed values', () => {
  const strange = [
    undefined,
    null,
    '',
    0,
    1,
    true,
    [],
    {},
    ['0'.repeat(64)],
    '0',
    '\u0000',
    '0'.repeat(32),
    '0'.repeat(64),
    '0'.repeat(344),
    '\ud800'.repeat(32),
    'Ā'.repeat(64),
  ];

  test('a missing or empty key is rejected, even with the signature that it would give', () => {
    const emptyMd5 = 'D41D8CD98F00B204E9800998ECF8427E';
    expect(verifyMd5({ sign: emptyMd5 }, '')).toBe(false);
    expect(verifyMd5({ sign: emptyMd5 }, undefined)).toBe(false);
    expect(() => signMd5({}, '')).toThrow(SigningError);
    expect(() => signHmac('x', '')).toThrow(SigningError);
    // The HMAC-SHA256 of an empty text with an empty key.
    const emptyHmac = 'b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad';
    expect(verifyHmac('', emptyHmac, '')).toBe(false);
    expect(verifyHmac('', emptyHmac, undefined)).toBe(false);
    expect(verifyRsa('x', signRsa('x', privateKey), undefined)).toBe(false);
    expect(verifyRsa('x', signRsa('x', privateKey), '')).toBe(false);
  });

  test.each(strange.map((signature) => [signature]))(
    'the signature %j is rejected without an exception',
    (signature) => {
      expect(verifyMd5({ a: '1', sign: signature }, key)).toBe(false);
      expect(verifyHmac('x', signature, key)).toBe(false);
      expect(verifyRsa('x', signature, publicKey)).toBe(false);
      for (const signType of signTypes)
        expect(verifyFields({ a: '1' }, signType, signType === 'RSA-SHA256' ? publicKey : key, signature)).toBe(false);
    },
  );

  test('verifying arbitrary JSON never throws', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (fields, signature) => {
        expect(verifyMd5({ ...fields, sign: signature }, key)).toBe(false);
        expect(verifyFields({ ...fields, sign: signature }, 'HMAC-SHA256', key)).toBe(false);
      }),
    );
  });
});

describe('fields without a body', () => {
  const keys = { MD5: [key, key], 'HMAC-SHA256': [key, key], 'RSA-SHA256': [privateKey, publicKey] } as const;

  test.each(signTypes)('%s: signed fields are accepted, a changed value is rejected', (signType) => {
    const [signs, checks] = keys[signType];
    const fields = { orderNo: 'A-1', attach: '订单 🧾', empty: '' };
    const sign = signFields(fields, signType, signs);
    expect(verifyFields({ ...fields, sign, signPrevious: 'whatever' }, signType, checks)).toBe(true);
    expect(verifyFields({ ...fields, orderNo: 'A-2', sign }, signType, checks)).toBe(false);
    expect(verifyFields({ ...fields, more: 'x', sign }, signType, checks)).toBe(false);
  });

  test('MD5 rejects separators in values; the other two escape them unambiguously', () => {
    expect(() => signFields({ attach: 'x&b=y' }, 'MD5', key)).toThrow(SigningError);
    const sign = signFields({ attach: 'x&b=y' }, 'HMAC-SHA256', key);
    expect(sign).toBe(signHmac('attach=x%26b%3Dy', key));
    expect(verifyFields({ attach: 'x&b=y', sign }, 'HMAC-SHA256', key)).toBe(true);
    expect(verifyFields({ attach: 'x', b: 'y', sign }, 'HMAC-SHA256', key)).toBe(false);
    expect(verifyFields({ attach: 'x%26b%3Dy', sign }, 'HMAC-SHA256', key)).toBe(false);
  });

  test('a signature of fields never verifies a message, and the other way round', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          name,
          anyText.filter((text) => text.isWellFormed()),
        ),
        (fields) => {
          const text = canonicalText(message);
          expect(verifyFields({ ...fields, sign: signHmac(text, key) }, 'HMAC-SHA256', key)).toBe(false);
          expect(verifyHmac(text, signFields(fields, 'HMAC-SHA256', key), key)).toBe(false);
        },
      ),
    );
    expect(signFields({ a: 'x\ny' }, 'HMAC-SHA256', key)).toBe(signHmac('a=x%0Ay', key));
  });
});
