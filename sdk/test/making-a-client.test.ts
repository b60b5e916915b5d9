/** An invalid client is never created, and a client does not reveal its key. */
import { format, inspect } from 'node:util';

import { describe, expect, test } from 'vitest';

import { merchantTestKeys, platformTestKeys, weakTestKeys } from '../scripts/keys-for-tests.ts';
import { createClient } from '../src/client.ts';
import { key, merchantNo, order } from './gateway-server.ts';

describe('createClient', () => {
  const good = { baseUrl: 'https://pay.example/gateway/v1', merchantNo, signType: 'HMAC-SHA256', key } as const;

  test.each([
    ['an invalid URL', { baseUrl: 'pay.example' }],
    ['another scheme', { baseUrl: 'file:///gateway' }],
    ['a user in the URL', { baseUrl: 'https://u:p@pay.example/' }],
    ['a query in the URL', { baseUrl: 'https://pay.example/?x=1' }],
    ['no merchant number', { merchantNo: '' }],
    ['an empty key', { key: '' }],
    ['a time limit of 0', { timeoutMs: 0 }],
    ['a time limit that is not a number', { timeoutMs: Number.NaN }],
    ['negative retries', { retries: -1 }],
  ])('rejects %s immediately', (_case, wrong) => {
    expect(() => createClient({ ...good, ...wrong })).toThrow(TypeError);
  });

  test('rejects an RSA key of either side that is too short', () => {
    const rsa = {
      ...good,
      signType: 'RSA-SHA256',
      privateKey: merchantTestKeys.privateKey,
      platformPublicKey: platformTestKeys.publicKey,
    } as const;
    expect(() => createClient({ ...rsa, privateKey: weakTestKeys.privateKey })).toThrow('1024 bits');
    expect(() => createClient({ ...rsa, platformPublicKey: weakTestKeys.publicKey })).toThrow('1024 bits');
    expect(() => createClient({ ...rsa, platformPublicKey: [] })).toThrow('platformPublicKey');
  });

  test('rejects an amount that is a number before anything is sent', async () => {
    let sent = 0;
    const client = createClient({ ...good, fetch: () => Promise.reject(new Error(String((sent += 1)))) });
    const amount: string = JSON.parse('100');
    await expect(client.payCreate({ ...order, amount })).rejects.toThrow('amount must be text');
    expect(sent).toBe(0);
  });

  test('returns a client that does not reveal its key', () => {
    const client = createClient(good);
    expect(
      JSON.stringify(client) +
        inspect(client, { depth: null, showHidden: true }) +
        format('%s', client) +
        Object.values(client).map(String).join(''),
    ).not.toContain(key);
  });
});
