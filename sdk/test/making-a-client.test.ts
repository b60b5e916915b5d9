/** A client that could not work is never made, and one that is made keeps its key to itself. */
import { format, inspect } from 'node:util';

import { describe, expect, test } from 'vitest';

import { merchantTestKeys, platformTestKeys, weakTestKeys } from '../scripts/test-keys.ts';
import { createClient } from '../src/client.ts';
import { key, merchantNo, order } from './gateway-server.ts';

describe('making a client', () => {
  const good = { baseUrl: 'https://pay.example/gateway/v1', merchantNo, signType: 'HMAC-SHA256', key } as const;

  test.each([
    ['an address that is none', { baseUrl: 'pay.example' }],
    ['another scheme', { baseUrl: 'file:///gateway' }],
    ['a user in the address', { baseUrl: 'https://u:p@pay.example/' }],
    ['a query in the address', { baseUrl: 'https://pay.example/?x=1' }],
    ['no merchant number', { merchantNo: '' }],
    ['an empty key', { key: '' }],
    ['a time limit of nothing', { timeoutMs: 0 }],
    ['a time limit that is no number', { timeoutMs: Number.NaN }],
    ['retries below none', { retries: -1 }],
  ])('refuses %s at once', (_case, wrong) => {
    expect(() => createClient({ ...good, ...wrong })).toThrow(TypeError);
  });

  test('refuses an RSA key that is too short, on either side', () => {
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

  test('an amount that is a number is refused before anything is sent', async () => {
    let sent = 0;
    const client = createClient({ ...good, fetch: () => Promise.reject(new Error(String((sent += 1)))) });
    const amount: string = JSON.parse('100');
    await expect(client.payCreate({ ...order, amount })).rejects.toThrow('amount must be text');
    expect(sent).toBe(0);
  });

  test('the client shows its key to nobody', () => {
    const client = createClient(good);
    expect(
      JSON.stringify(client) +
        inspect(client, { depth: null, showHidden: true }) +
        format('%s', client) +
        Object.values(client).map(String).join(''),
    ).not.toContain(key);
  });
});
