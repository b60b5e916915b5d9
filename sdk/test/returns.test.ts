/** Return URLs: genuine ones are read, every change of a signed field is detected. */
import { expect, test } from 'vitest';

import { platformTestKeys } from '../scripts/keys-for-tests.ts';
import { signReturnUrl, verifyReturnUrl } from '../src/returns.ts';
import { signHmac, type SignType, signTypes } from '../src/signing.ts';

const merchantNo = '100001';
const key = 'test-key-0123456789abcdef0123456789';
const oldKey = 'test-old-key-0123456789abcdef01234';
const atS = 1_795_165_200;
const paid = {
  merchantNo,
  orderNo: 'A-1',
  systemNo: '2611201214000001234',
  amount: '100.00',
  fee: '0.60',
  obtained: '99.40',
  status: 'success',
  paidAt: '2026-11-20T09:00:00Z',
  attach: 'ชำระ 🧾',
  notifyId: 'n-1',
};

const keys = { MD5: key, 'HMAC-SHA256': key, 'RSA-SHA256': platformTestKeys.privateKey };
const address = (signType: SignType, returnUrl = 'https://shop.example/thanks', more = {}) =>
  signReturnUrl({
    returnUrl,
    fields: paid,
    signType,
    key: keys[signType],
    timestamp: String(atS),
    nonce: 'a1b2c3d4e5f60718',
    ...more,
  });
const read = (url: string, more = {}) =>
  verifyReturnUrl({
    url,
    merchantNo,
    signTypes,
    key,
    publicKey: platformTestKeys.publicKey,
    now: () => atS * 1000,
    ...more,
  });

test.each(signTypes)('%s: a genuine URL is read, whole or as path and query', (signType) => {
  const url = address(signType);
  expect(read(url)).toEqual({ ...paid, timestamp: String(atS), nonce: 'a1b2c3d4e5f60718' });
  expect(read(new URL(url).pathname + new URL(url).search)).toEqual(read(url));
});

test.each(signTypes)('%s: every field is signed', (signType) => {
  for (const name of [...Object.keys(paid), 'timestamp', 'nonce', 'signType', 'sign']) {
    const url = new URL(address(signType));
    url.searchParams.set(name, `${url.searchParams.get(name)}1`);
    expect(read(url.href)).toBeUndefined();
    url.searchParams.delete(name);
    expect(read(url.href)).toBeUndefined();
  }
});

test('the merchant’s own parameters keep their spelling', () => {
  const url = address('HMAC-SHA256', 'https://shop.example/thanks?utm-x=%20a&utm-x=b&flag#top');
  expect(url).toMatch(/^https:\/\/shop\.example\/thanks\?utm-x=%20a&utm-x=b&flag&merchantNo=/);
  expect(url).toMatch(/#top$/);
  expect(read(url)?.orderNo).toBe('A-1');
});

test('a signed name cannot be injected into the merchant’s URL or given twice', () => {
  const url = address('HMAC-SHA256', 'https://shop.example/thanks?status=success&x=1', {
    fields: { ...paid, status: 'unpaid' },
  });
  expect(read(url)?.status).toBe('unpaid');
  expect(read(url.replace('?', '?status=success&'))).toBeUndefined();
  expect(read(`${url}&status=success`)).toBeUndefined();
});

test('an old URL is rejected, unless the page allows it', () => {
  const late = { now: () => (atS + 3600) * 1000 };
  expect(read(address('HMAC-SHA256'), late)).toBeUndefined();
  expect(read(address('HMAC-SHA256'), { ...late, windowS: 7200 })?.orderNo).toBe('A-1');
});

test('both keys of a rotation verify; another merchant and a weaker sign type are rejected', () => {
  const url = address('HMAC-SHA256', undefined, { previousKey: oldKey });
  expect(
    [key, oldKey, [oldKey, 'x'], 'third', undefined].map((known) => read(url, { key: known }) !== undefined),
  ).toEqual([true, true, true, false, false]);
  expect(read(url, { merchantNo: '100002' })).toBeUndefined();
  expect(read(address('MD5'), { signTypes: ['HMAC-SHA256'] })).toBeUndefined();
});

test('a signature of a message does not verify a URL', () => {
  const url = new URL(address('HMAC-SHA256'));
  url.searchParams.set('sign', signHmac('POST\n/\n1795165200\na1b2c3d4e5f60718\n', key));
  expect(read(url.href)).toBeUndefined();
});
