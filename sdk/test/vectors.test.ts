/**
 * The published vectors: up to date, correct by a second implementation of the specification, and accepted by
 * verification.
 */
import { createHash, createHmac, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { makeVectors, vectorsFile, type Vectors } from '../scripts/make-vectors.ts';
import { verifyCallback, verifyReport } from '../src/callbacks.ts';
import { encodeForm, parseForm } from '../src/form.ts';
import { verifyReturnUrl } from '../src/returns.ts';
import {
  canonicalText,
  md5Text,
  signHmac,
  signMd5,
  signRsa,
  unsignableFields,
  verifyHmac,
  verifyMd5,
  verifyRsa,
} from '../src/signing.ts';
import { SigningError } from '../src/signing-error.ts';

const vectors: Vectors = JSON.parse(readFileSync(vectorsFile, 'utf8'));
const { key, previousKey, merchant, platform, merchantNo } = vectors;
const now = () => vectors.now * 1000;

test('vectors.json is up to date with make-vectors', () => {
  expect(vectors).toEqual(JSON.parse(JSON.stringify(makeVectors())));
});

test('other tools give the same signatures', () => {
  // Made with printf '%s' '<text>&key=<key>' | md5sum and openssl dgst -sha256 -hmac, without this project's code.
  expect(signMd5({ f2: 'two', f10: 'ten', f1: 'one' }, key)).toBe('B43C4BFE4C1DF75E86CB1AA9F6CEF566');
  const text =
    'POST\n/gateway/v1/balance\n1795165200\na1b2c3d4e5f60718293a4b5c6d7e8f90\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect(
    canonicalText({
      method: 'POST',
      path: '/gateway/v1/balance',
      timestamp: '1795165200',
      nonce: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
      body: '',
    }),
  ).toBe(text);
  expect(signHmac(text, key)).toBe('02d1ed05d258cbc03c5eddf3461034415948c2e99939d530969648b340cf2ed8');
});

describe('MD5', () => {
  test.each(vectors.md5)('$name', ({ fields, text, sign, form }) => {
    const expected = Object.entries(fields)
      .filter(([, value]) => value !== '')
      .toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    expect(text).toBe(expected);
    expect(sign).toBe(
      createHash('md5')
        .update(Buffer.from(`${expected}&key=${key}`, 'utf8'))
        .digest('hex')
        .toUpperCase(),
    );
    expect(md5Text(fields)).toBe(text);
    expect(signMd5(fields, key)).toBe(sign);
    expect(verifyMd5({ ...fields, sign }, key)).toBe(true);
    expect(encodeForm({ ...fields, sign })).toBe(form);
    expect({ ...parseForm(form) }).toEqual({ ...fields, sign });
  });

  test.each(vectors.md5Refused)('rejects $name', ({ fields, fault }) => {
    expect(unsignableFields(fields)).toEqual([fault]);
    expect(() => signMd5(fields, key)).toThrow(SigningError);
    expect(verifyMd5({ ...fields, sign: '0'.repeat(32) }, key)).toBe(false);
  });
});

describe('HMAC-SHA256 and RSA-SHA256', () => {
  test.each(vectors.messages)('$name', (vector) => {
    const { method, path, timestamp, nonce, body, bodySha256, text, hmacSha256, rsaSha256 } = vector;
    expect(bodySha256).toBe(createHash('sha256').update(Buffer.from(body, 'utf8')).digest('hex'));
    expect(text).toBe([method, path, timestamp, nonce, bodySha256].join('\n'));
    expect(hmacSha256).toBe(createHmac('sha256', key).update(text).digest('hex'));
    expect(verify('sha256', Buffer.from(text), merchant.publicKey, Buffer.from(rsaSha256, 'base64'))).toBe(true);

    expect(canonicalText(vector)).toBe(text);
    expect(canonicalText({ ...vector, body: Buffer.from(body) })).toBe(text);
    expect(signHmac(text, key)).toBe(hmacSha256);
    expect(signRsa(text, merchant.privateKey)).toBe(rsaSha256);
    expect(verifyHmac(text, hmacSha256, key)).toBe(true);
    expect(verifyRsa(text, rsaSha256, merchant.publicKey)).toBe(true);
  });
});

describe('callbacks', () => {
  test.each(vectors.callbacks)('$name', async ({ path, headers, body, signType }) => {
    const result = await verifyCallback({
      url: path,
      headers,
      rawBody: body,
      merchantNo,
      signTypes: [signType],
      key,
      publicKey: platform.publicKey,
      now,
    });
    expect(result).toMatchObject({ ok: true, signType, callback: { merchantNo } });
  });

  test.each(vectors.reports)('$name', async ({ path, headers, body, signType }) => {
    const check = {
      url: path,
      headers,
      rawBody: body,
      merchantNo,
      signTypes: [signType],
      key,
      publicKey: platform.publicKey,
      now,
    };
    expect(await verifyReport(check)).toMatchObject({
      ok: true,
      signType,
      callback: { name: 'moneylog-2026-11-19.csv' },
    });
    expect(await verifyCallback(check)).toEqual({ ok: false, failure: 'bad_request' });
  });

  test.each(vectors.callbacks.filter(({ name }) => name.endsWith('rotation')))(
    'the old key still verifies $name',
    async ({ path, headers, body, signType }) => {
      const result = await verifyCallback({
        url: path,
        headers,
        rawBody: body,
        merchantNo,
        signTypes: [signType],
        key: previousKey,
        now,
      });
      expect(result.ok).toBe(true);
    },
  );
});

describe('return URLs', () => {
  test.each(vectors.returns)('$name', ({ url, signType }) => {
    const back = verifyReturnUrl({ url, merchantNo, signTypes: [signType], key, publicKey: platform.publicKey, now });
    expect(back).toMatchObject({ orderNo: 'A-1001', status: 'success', obtained: '99.40' });
  });
});
