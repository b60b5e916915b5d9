/** Callbacks: genuine ones are accepted at every stage of a key rotation, all others are rejected by name. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { merchantTestKeys, platformTestKeys, weakTestKeys } from '../scripts/keys-for-tests.ts';
import { parseForm } from '../src/form.ts';
import { signedHeaders } from '../src/messages.ts';
import { signReturnUrl } from '../src/returns.ts';
import { signMd5, signTypes } from '../src/signing.ts';
import { SigningError } from '../src/signing-error.ts';
import { atS, check, key, merchantNo, notifyUrl, oldKey, paid, paidOut, signed } from './signed-callbacks.ts';

describe.each(signTypes)('%s', (signType) => {
  test('a pay-in callback is returned with all its fields', async () => {
    expect(await check(signed(signType))).toEqual({
      ok: true,
      kind: 'pay',
      signType,
      callback: { ...paid, timestamp: String(atS), nonce: 'a1b2c3d4e5f60718' },
    });
  });

  test('a payout callback is returned with all its fields, absent ones as null', async () => {
    expect(await check(signed(signType, { fields: paidOut }))).toEqual({
      ok: true,
      kind: 'payout',
      signType,
      callback: { ...paidOut, timestamp: String(atS), nonce: 'a1b2c3d4e5f60718' },
    });
  });

  test('the body can be text, Buffer or Uint8Array', async () => {
    const callback = signed(signType);
    for (const rawBody of [callback.body, Buffer.from(callback.body), new TextEncoder().encode(callback.body)]) {
      expect((await check(callback, { rawBody })).ok).toBe(true);
    }
  });

  test('a parsed body throws a TypeError', async () => {
    const parsed: string = JSON.parse('{"orderNo":"A-1"}');
    await expect(check(signed(signType), { rawBody: parsed })).rejects.toThrow('rawBody must be the unparsed body');
  });

  test('any change of one byte of the body is rejected, or changes no field', async () => {
    const callback = signed(signType);
    const genuine = await check(callback);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: callback.body.length - 1 }),
        fc.integer({ min: 0x20, max: 0x7e }),
        async (at, code) => {
          const letter = String.fromCharCode(code);
          fc.pre(callback.body[at] !== letter);
          const result = await check({
            ...callback,
            body: callback.body.slice(0, at) + letter + callback.body.slice(at + 1),
          });
          // MD5 signs the decoded fields, so `%2b` for `%2B` and `+` for a space are the same callback.
          expect(result.ok && signType !== 'MD5').toBe(false);
          expect(result.ok ? result : genuine).toEqual(genuine);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('another merchant, sign type, key, age or nonce is rejected by name', async () => {
    const callback = signed(signType);
    expect(await check(callback, { merchantNo: '100002' })).toEqual({ ok: false, failure: 'unknown_merchant' });
    expect(await check(callback, { signTypes: signTypes.filter((other) => other !== signType) })).toEqual({
      ok: false,
      failure: 'sign_type_not_allowed',
    });
    expect(await check(callback, { key: 'another key', publicKey: merchantTestKeys.publicKey })).toEqual({
      ok: false,
      failure: 'bad_signature',
    });
    for (const none of [undefined, '', []]) {
      expect(await check(callback, { key: none, publicKey: none })).toEqual({ ok: false, failure: 'key_missing' });
    }
    expect(await check(callback, { now: () => (atS + 301) * 1000 })).toEqual({
      ok: false,
      failure: 'timestamp_out_of_window',
    });
    expect(await check(callback, { now: () => (atS - 301) * 1000 })).toEqual({
      ok: false,
      failure: 'timestamp_out_of_window',
    });
    expect(await check(callback, { seenNonce: () => true })).toEqual({ ok: false, failure: 'nonce_reused' });
  });

  test('only a genuine callback uses up its nonce, which is kept as long as it could be replayed', async () => {
    const asked: [string, number][] = [];
    const seenNonce = async (nonce: string, expiresAtS: number) => {
      asked.push([nonce, expiresAtS]);
      return asked.length > 1;
    };
    await check(signed(signType), { seenNonce, key: 'another key', publicKey: merchantTestKeys.publicKey });
    await check(signed(signType), { seenNonce, now: () => (atS + 301) * 1000 });
    await check(signed(signType, { fields: { ...paid, status: 'unheard' } }), { seenNonce });
    expect(asked).toEqual([]);
    expect((await check(signed(signType), { seenNonce })).ok).toBe(true);
    expect(await check(signed(signType), { seenNonce })).toEqual({ ok: false, failure: 'nonce_reused' });
    expect(asked).toEqual([
      ['a1b2c3d4e5f60718', atS + 300],
      ['a1b2c3d4e5f60718', atS + 300],
    ]);
  });

  test('verification throws when the nonce store fails', async () => {
    const seenNonce = () => Promise.reject(new Error('store is down'));
    await expect(check(signed(signType), { seenNonce })).rejects.toThrow('store is down');
  });

  test('a signed callback that lacks a field or has an unknown status is rejected', async () => {
    for (const fields of [
      { ...paid, notifyId: '' },
      { ...paid, status: 'paid' },
      { ...paid, orderNo: undefined },
      { ...paidOut, fee: null },
      { ...paidOut, status: 'success' },
    ]) {
      expect(await check(signed(signType, { fields }))).toEqual({ ok: false, failure: 'bad_request' });
    }
  });

  test('fields with the names of signature fields cannot be signed', () => {
    for (const name of ['sign', 'signPrevious', 'nonce', 'timestamp', 'signType']) {
      expect(() => signed(signType, { fields: { ...paid, [name]: 'x' } })).toThrow(SigningError);
    }
  });
});

describe('during a key rotation', () => {
  const rotations = [
    { signType: 'MD5', previousKey: oldKey },
    { signType: 'HMAC-SHA256', previousKey: oldKey },
  ] as const;

  test.each(rotations)(
    '$signType: the new key, the old key or both verify it; another does not',
    async ({ signType, previousKey }) => {
      const callback = signed(signType, { previousKey });
      for (const known of [key, oldKey, [key, oldKey], [oldKey, key], ['', oldKey]])
        expect((await check(callback, { key: known })).ok).toBe(true);
      expect(await check(callback, { key: ['third', 'fourth'] })).toEqual({ ok: false, failure: 'bad_signature' });
    },
  );

  test.each(rotations)(
    '$signType: a merchant with both keys can verify callbacks from before, during and after the rotation',
    async ({ signType, previousKey }) => {
      for (const callback of [signed(signType, { key: oldKey }), signed(signType, { previousKey }), signed(signType)]) {
        expect((await check(callback, { key: [key, oldKey] })).ok).toBe(true);
      }
    },
  );

  test('RSA: either of the platform keys verifies it', async () => {
    const callback = signed('RSA-SHA256', { previousKey: merchantTestKeys.privateKey });
    for (const publicKey of [
      platformTestKeys.publicKey,
      merchantTestKeys.publicKey,
      [merchantTestKeys.publicKey, platformTestKeys.publicKey],
    ]) {
      expect((await check(callback, { publicKey })).ok).toBe(true);
    }
    expect(await check(callback, { publicKey: weakTestKeys.publicKey })).toEqual({
      ok: false,
      failure: 'bad_signature',
    });
  });

  test('an MD5 signature moved to signPrevious does not verify other fields', async () => {
    const callback = signed('MD5');
    expect((await check({ ...callback, body: `${callback.body}&signPrevious=${'0'.repeat(32)}` })).ok).toBe(true);
    expect(
      await check({
        ...callback,
        body: callback.body.replace('&sign=', '&signPrevious=').replace('amount=100.00', 'amount=900.00'),
      }),
    ).toEqual({
      ok: false,
      failure: 'bad_signature',
    });
  });
});

describe('signed in headers', () => {
  const headerTypes = ['HMAC-SHA256', 'RSA-SHA256'] as const;

  test.each(headerTypes)('%s: the body contains no signature', (signType) => {
    const fields = { ...parseForm(signed(signType).body) };
    expect(fields).toEqual({ ...paid, timestamp: String(atS), nonce: 'a1b2c3d4e5f60718', signType });
  });

  test.each(
    headerTypes.flatMap((signType) =>
      ['X-Merchant-No', 'X-Timestamp', 'X-Nonce', 'X-Sign-Type', 'X-Sign'].map((name) => ({ signType, name })),
    ),
  )('$signType: a missing, changed or duplicate $name is rejected', async ({ signType, name }) => {
    const callback = signed(signType);
    const value = callback.headers[name] ?? '';
    expect(value).not.toBe('');
    for (const other of [undefined, '', `${value}0`, value.slice(1), 'MD5', [value, value]]) {
      expect(await check({ ...callback, headers: { ...callback.headers, [name]: other } })).toEqual({
        ok: false,
        failure: 'bad_signature',
      });
    }
  });

  test.each(headerTypes)('%s: another path or query is rejected', async (signType) => {
    const callback = signed(signType, { notifyUrl: 'https://shop.example/notify?shop=7' });
    expect((await check(callback, { url: 'https://inner.example/notify?shop=7' })).ok).toBe(true);
    for (const url of ['/notify', '/notify?shop=8', '/notify?shop=7&x', '/', '*', '']) {
      expect(await check(callback, { url })).toEqual({ ok: false, failure: 'bad_signature' });
    }
  });

  test('a signed body whose timestamp or nonce differs from the headers is rejected', async () => {
    const callback = signed('HMAC-SHA256');
    const message = {
      method: 'POST',
      path: callback.path,
      timestamp: String(atS),
      nonce: 'a1b2c3d4e5f60718',
      body: callback.body,
    };
    const by = { merchantNo, signType: 'HMAC-SHA256', key } as const;
    expect((await check({ ...callback, headers: signedHeaders(message, by) })).ok).toBe(true);
    for (const other of [{ timestamp: String(atS + 1) }, { nonce: 'b1b2c3d4e5f60718' }]) {
      const headers = signedHeaders({ ...message, ...other }, by);
      expect(await check({ ...callback, headers })).toEqual({ ok: false, failure: 'bad_signature' });
    }
  });

  test('HMAC carries values that MD5 cannot', async () => {
    const fields = { ...paid, attach: 'a=1&b=2' };
    expect(await check(signed('HMAC-SHA256', { fields }))).toMatchObject({ callback: { attach: 'a=1&b=2' } });
    expect(() => signed('MD5', { fields })).toThrow(expect.objectContaining({ fields: ['attach'] }));
  });
});

describe('no downgrade, no reflection', () => {
  test('a callback with an MD5 signature made without the key is rejected', async () => {
    const fields = { ...parseForm(signed('MD5').body), sign: signMd5(paid, 'guess') };
    expect(await check({ path: '/', headers: {}, body: new URLSearchParams(fields).toString() })).toEqual({
      ok: false,
      failure: 'bad_signature',
    });
  });

  test('an empty field added to an MD5 callback does not turn a payout into a pay-in', async () => {
    const callback = signed('MD5', { fields: paidOut });
    const result = await check({ ...callback, body: `${callback.body}&obtained=&paidAt=` });
    expect(result).toMatchObject({ ok: true, kind: 'payout', callback: { status: 'paid' } });
  });

  test('a signed return URL is not accepted as a callback', async () => {
    const address = signReturnUrl({
      returnUrl: notifyUrl,
      fields: { ...paid, notifyId: undefined },
      signType: 'MD5',
      key,
      timestamp: String(atS),
      nonce: 'a1b2c3d4e5f60718',
    });
    expect(await check({ path: '/notify/7', headers: {}, body: address.split('?')[1] ?? '' })).toEqual({
      ok: false,
      failure: 'bad_request',
    });
  });

  test.each([
    ['', 'bad_request'],
    ['%', 'bad_request'],
    ['a=1&a=2', 'bad_request'],
    ['{"json":true}', 'bad_request'],
    ['nonce=short&signType=MD5', 'bad_request'],
    ['nonce=a1b2c3d4e5f60718&signType=SHA1', 'bad_request'],
  ] as const)('the body %j is rejected', async (body, failure) => {
    expect(await check({ path: '/', headers: {}, body })).toEqual({ ok: false, failure });
  });
});

describe('over a real connection', () => {
  test.each(signTypes)('%s: a callback received by node:http is verified', async (signType) => {
    const results: unknown[] = [];
    const server = createServer((request, response) => {
      void (async () => {
        const rawBody = Buffer.concat(await Array.fromAsync(request));
        const result = await check({ path: request.url ?? '', headers: request.headers, body: '' }, { rawBody });
        results.push(result);
        response.writeHead(result.ok ? 200 : 400).end(result.ok ? 'success' : result.failure);
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const url = `http://127.0.0.1:${port}/通知?shop=7`;
      const { method, headers, body } = signed(signType, { notifyUrl: url });
      const answer = await fetch(url, { method, headers, body });
      expect([answer.status, await answer.text()]).toEqual([200, 'success']);
      expect(results).toMatchObject([{ ok: true, callback: { attach: 'ชำระ 🧾' } }]);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
