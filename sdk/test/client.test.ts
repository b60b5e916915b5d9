/**
 * The client against a gateway on a real port: nothing unverified is returned, nothing is lost, nothing is done twice.
 */
import { describe, expect, test } from 'vitest';

import { merchantTestKeys, platformTestKeys } from '../scripts/keys-for-tests.ts';
import { createClient } from '../src/client.ts';
import { GatewayError, GatewaySignatureError } from '../src/errors.ts';
import { signedHeaders, signHeaders } from '../src/messages.ts';
import { unsignedErrors } from '../src/replies.ts';
import { canonicalText, signHmac, signMd5, signTypes } from '../src/signing.ts';
import { SigningError } from '../src/signing-error.ts';
import {
  type Answer,
  type Asked,
  atMs,
  clientFor,
  key,
  made,
  merchantNo,
  order,
  startGateway,
  success,
} from './gateway-server.ts';

describe.each(signTypes)('%s', (signType) => {
  test('the five calls send signed requests and return verified, typed replies', async () => {
    const answers: Record<string, Record<string, string | null>> = {
      '/gateway/v1/pay/create': made,
      '/gateway/v1/pay/query': {
        orderNo: 'A-1',
        systemNo: '26',
        amount: '100.00',
        fee: '0.60',
        obtained: '99.40',
        status: 'success',
        channel: 'sandbox_qr',
        createdAt: '2026-11-20T09:00:00Z',
        paidAt: '2026-11-20T09:01:00Z',
        attach: '',
      },
      '/gateway/v1/payout/create': { orderNo: 'P-1', systemNo: '27', amount: '5.00', fee: '1.00', status: 'applying' },
      '/gateway/v1/payout/query': {
        orderNo: 'P-1',
        systemNo: '27',
        amount: '5.00',
        fee: '1.00',
        status: 'cancelled',
        failReason: '户名不符',
        finishedAt: '2026-11-20T09:00:00Z',
        bankReference: null,
      },
      '/gateway/v1/balance': { balance: '10.00', frozen: '1.00', available: '9.00', currency: 'CNY' },
    };
    await using gateway = await startGateway(signType, ({ path }) => success(answers[path] ?? {}));
    const client = clientFor(signType, gateway.baseUrl);
    expect(await client.payCreate({ ...order, expireMinutes: 5 })).toEqual({ ...made, qrContent: null });
    expect(await client.payQuery({ orderNo: 'A-1' })).toEqual({ ...answers['/gateway/v1/pay/query'], attach: null });
    expect(
      await client.payoutCreate({
        orderNo: 'P-1',
        amount: '5.00',
        type: 'bank',
        holder: '张三',
        account: '6222020200000000000',
        bank: 'ICBC',
      }),
    ).toEqual(answers['/gateway/v1/payout/create']);
    expect(await client.payoutQuery({ systemNo: '27' })).toEqual(answers['/gateway/v1/payout/query']);
    expect(await client.balance()).toEqual(answers['/gateway/v1/balance']);
    expect(gateway.asked).toHaveLength(5);
    expect(gateway.asked[0]?.fields).toMatchObject({ orderNo: 'A-1', amount: '100.00', expireMinutes: '5' });
    expect(gateway.asked[0]?.fields).not.toHaveProperty('attach');
  });

  test('a refusal is thrown with its name, message and fields', async () => {
    await using gateway = await startGateway(signType, () => ({
      code: 0,
      error: 'bad_request',
      msg: '金额有误',
      fields: { amount: '最低 1.00' },
    }));
    const refusal = await clientFor(signType, gateway.baseUrl)
      .payCreate(order)
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(GatewayError);
    expect(refusal).toMatchObject({
      error: 'bad_request',
      msg: '金额有误',
      fields: { amount: '最低 1.00' },
      signed: true,
      message: 'bad_request: 金额有误',
    });
    expect(gateway.asked).toHaveLength(1);
  });

  test('a badly signed request is an unsigned refusal and is not retried', async () => {
    await using gateway = await startGateway(signType, () => success(made));
    const wrong = clientFor(signType, gateway.baseUrl, { merchantNo: '100002' });
    await expect(wrong.payCreate(order)).rejects.toMatchObject({
      name: 'GatewayError',
      error: 'bad_signature',
      signed: false,
    });
    expect(gateway.asked).toHaveLength(1);
  });

  test('an unsigned refusal is accepted only for errors before the gateway knows the merchant', async () => {
    for (const error of [...unsignedErrors, 'balance_insufficient', 'order_conflict', 'not_found']) {
      const body = JSON.stringify({ code: 0, error, msg: '' });
      await using gateway = await startGateway(signType, () => ({ status: 200, headers: {}, body }));
      await expect(clientFor(signType, gateway.baseUrl).payCreate(order)).rejects.toMatchObject(
        unsignedErrors.includes(error)
          ? { name: 'GatewayError', error, signed: false }
          : { name: 'GatewaySignatureError', reason: 'missing' },
      );
    }
  });

  test('an unsigned success is rejected', async () => {
    await using gateway = await startGateway(signType, () => ({
      status: 200,
      headers: {},
      body: JSON.stringify(success(made)),
    }));
    await expect(clientFor(signType, gateway.baseUrl).payCreate(order)).rejects.toMatchObject({
      name: 'GatewaySignatureError',
      reason: 'missing',
    });
  });

  test('a refusal turned into a success, or the other way round, is detected', async () => {
    const toSuccess = (answer: Answer) => void (answer.body = answer.body.replace('"code":0', '"code":1'));
    await using refusing = await startGateway(
      signType,
      () => ({ code: 0, error: 'balance_insufficient', msg: '' }),
      toSuccess,
    );
    await expect(clientFor(signType, refusing.baseUrl).balance()).rejects.toBeInstanceOf(GatewaySignatureError);
    for (const error of ['balance_insufficient', 'bad_signature']) {
      const toRefusal = (answer: Answer) =>
        void (answer.body = answer.body.replace('"code":1', `"code":0,"error":"${error}"`));
      await using agreeing = await startGateway(signType, () => success(made), toRefusal);
      await expect(clientFor(signType, agreeing.baseUrl).payCreate(order)).rejects.toMatchObject({
        name: 'GatewaySignatureError',
        reason: 'mismatch',
      });
    }
    const otherName = (answer: Answer) =>
      void (answer.body = answer.body.replace('"error":"not_found"', '"error":"order_conflict"'));
    await using renaming = await startGateway(signType, () => ({ code: 0, error: 'not_found', msg: '' }), otherName);
    await expect(clientFor(signType, renaming.baseUrl).payCreate(order)).rejects.toBeInstanceOf(GatewaySignatureError);
  });

  test.each([
    ['another amount', '"amount":"100.00"', '"amount":"900.00"'],
    ['another pay address', 'pay.example', 'evil.example'],
    ['another status', '"unpaid"', '"success"'],
    ['an additional field', '"status":', '"qrContent":"evil","status":'],
  ])('a reply with %s is detected', async (_case, from, to) => {
    await using gateway = await startGateway(
      signType,
      () => success(made),
      (answer) => void (answer.body = answer.body.replace(from, to)),
    );
    await expect(clientFor(signType, gateway.baseUrl).payCreate(order)).rejects.toMatchObject({
      name: 'GatewaySignatureError',
      reason: 'mismatch',
    });
  });

  test('a reply for another order, a reply outside the time window and a reflected request are rejected', async () => {
    await using other = await startGateway(signType, () => success({ ...made, orderNo: 'A-2' }));
    await expect(clientFor(signType, other.baseUrl).payCreate(order)).rejects.toMatchObject({ reason: 'wrong_order' });

    // The gateway's clock is fixed. The client's clock moves five minutes and a second ahead during the call.
    let now = atMs;
    await using late = await startGateway(signType, () => {
      now = atMs + 301_000;
      return success(made);
    });
    await expect(clientFor(signType, late.baseUrl, { now: () => now }).payCreate(order)).rejects.toMatchObject({
      reason: 'stale',
    });

    const reflect = ({ headers, body }: Asked): Answer => ({
      status: 200,
      body,
      headers: Object.fromEntries(
        Object.values(signHeaders).flatMap((name) =>
          headers[name.toLowerCase()] === undefined ? [] : [[name, String(headers[name.toLowerCase()])]],
        ),
      ),
    });
    await using mirror = await startGateway(signType, reflect);
    await expect(clientFor(signType, mirror.baseUrl).payCreate(order)).rejects.toMatchObject({
      name: 'GatewayTransportError',
      reason: 'malformed',
    });
  });

  test('a genuine reply that lacks a field or has an unknown status is not returned', async () => {
    for (const data of [
      { ...made, payUrl: '' },
      { ...made, expiresAt: null },
      { ...made, status: 'maybe' },
    ]) {
      await using gateway = await startGateway(signType, () => success(data));
      await expect(clientFor(signType, gateway.baseUrl).payCreate(order)).rejects.toMatchObject({
        name: 'GatewayTransportError',
        reason: 'malformed',
      });
      expect(gateway.asked).toHaveLength(1);
    }
  });

  test('a broken connection, HTTP 503 and 429 are retried with the same order and a new nonce each time', async () => {
    let calls = 0;
    await using gateway = await startGateway(signType, (_asked, response) => {
      calls += 1;
      if (calls === 1) return void response.destroy();
      if (calls === 2) return { status: 503, headers: {}, body: 'busy' };
      if (calls === 3)
        return {
          status: 429,
          headers: { 'Retry-After': '7' },
          body: JSON.stringify({ code: 0, error: 'rate_limited', msg: '' }),
        };
      return success(made);
    });
    const client = clientFor(signType, gateway.baseUrl, { retries: 3 });
    expect(await client.payCreate(order)).toMatchObject({ systemNo: made.systemNo });
    expect(new Set(gateway.asked.map(({ nonce }) => nonce)).size).toBe(4);
    expect(new Set(gateway.asked.map(({ fields }) => fields['orderNo']))).toEqual(new Set(['A-1']));
    expect(client.waitsMs).toHaveLength(3);
    expect(client.waitsMs[0]).toBeGreaterThanOrEqual(150);
    expect(client.waitsMs[0]).toBeLessThanOrEqual(300);
    expect(client.waitsMs[1]).toBeGreaterThanOrEqual(300);
    expect(client.waitsMs[2]).toBe(7000);
  });

  test('each attempt has its own timestamp', async () => {
    let calls = 0;
    let now = atMs;
    await using gateway = await startGateway(signType, () => {
      calls += 1;
      now += 60_000;
      return calls === 1 ? { status: 502, headers: {}, body: '' } : success(made);
    });
    await clientFor(signType, gateway.baseUrl, { now: () => now }).payCreate(order);
    expect(gateway.asked.map(({ timestamp }) => Number(timestamp) - atMs / 1000)).toEqual([0, 60]);
  });
});

describe('signed in headers', () => {
  test.each(['X-Merchant-No', 'X-Timestamp', 'X-Nonce', 'X-Sign-Type', 'X-Sign'])(
    'a reply whose %s is changed or missing is detected',
    async (name) => {
      for (const change of [
        (value: string) => `${value.slice(0, -1)}${value.endsWith('1') ? '2' : '1'}`,
        () => undefined,
      ]) {
        await using gateway = await startGateway(
          'HMAC-SHA256',
          () => success(made),
          ({ headers }) => {
            const changed = change(headers[name] ?? '');
            if (changed === undefined) delete headers[name];
            else headers[name] = changed;
          },
        );
        await expect(clientFor('HMAC-SHA256', gateway.baseUrl).payCreate(order)).rejects.toBeInstanceOf(
          GatewaySignatureError,
        );
      }
    },
  );

  test('a number in place of text is not returned, even if it is signed', async () => {
    await using gateway = await startGateway('HMAC-SHA256', ({ path, nonce }) => {
      const body = JSON.stringify({ code: 1, msg: '', data: { ...made, amount: 100 } });
      const message = { method: 'POST', path, timestamp: String(atMs / 1000), nonce, body };
      return { status: 200, headers: signedHeaders(message, { merchantNo, signType: 'HMAC-SHA256', key }), body };
    });
    await expect(clientFor('HMAC-SHA256', gateway.baseUrl).payCreate(order)).rejects.toMatchObject({
      name: 'GatewayTransportError',
      reason: 'malformed',
    });
  });

  test('a reply to one call is not accepted for another', async () => {
    await using gateway = await startGateway(
      'HMAC-SHA256',
      () => success(made),
      (answer, { path, nonce }) => {
        expect(path).toBe('/gateway/v1/pay/create');
        const text = canonicalText({
          method: 'POST',
          path: '/gateway/v1/payout/create',
          timestamp: String(atMs / 1000),
          nonce: `reply-${nonce}`,
          body: answer.body,
        });
        answer.headers['X-Sign'] = signHmac(text, key);
      },
    );
    await expect(clientFor('HMAC-SHA256', gateway.baseUrl).payCreate(order)).rejects.toMatchObject({
      reason: 'mismatch',
    });
  });

  test('RSA: while the platform rotates its key, either public key verifies replies', async () => {
    await using gateway = await startGateway('RSA-SHA256', () => success(made));
    const common = {
      baseUrl: gateway.baseUrl,
      merchantNo,
      signType: 'RSA-SHA256',
      privateKey: merchantTestKeys.privateKey,
      now: () => atMs,
    } as const;
    const both = createClient({
      ...common,
      platformPublicKey: [merchantTestKeys.publicKey, platformTestKeys.publicKey],
    });
    expect(await both.payCreate(order)).toMatchObject({ orderNo: 'A-1' });
    const wrong = createClient({ ...common, platformPublicKey: merchantTestKeys.publicKey });
    await expect(wrong.payCreate(order)).rejects.toMatchObject({ reason: 'mismatch' });
  });
});

describe('MD5', () => {
  test('a URL with a query is rejected before anything is sent', async () => {
    await using gateway = await startGateway('MD5', () => success(made));
    await expect(
      clientFor('MD5', gateway.baseUrl).payCreate({ ...order, notifyUrl: 'https://shop.example/n?x=1' }),
    ).rejects.toThrow(SigningError);
    expect(gateway.asked).toEqual([]);
  });

  test('a reply signed with another sign type or without a nonce is detected', async () => {
    for (const wrong of [{ signType: 'HMAC-SHA256' }, { nonce: '' }]) {
      await using gateway = await startGateway('MD5', () => {
        const data = { ...made, timestamp: String(atMs / 1000), nonce: 'a1b2c3d4e5f60718', signType: 'MD5', ...wrong };
        return {
          status: 200,
          headers: {},
          body: JSON.stringify({ code: 1, msg: '', data: { ...data, sign: signMd5(data, key) } }),
        };
      });
      await expect(clientFor('MD5', gateway.baseUrl).payCreate(order)).rejects.toMatchObject({ reason: 'foreign' });
    }
  });

  test('a number in a signed reply is rejected', async () => {
    await using gateway = await startGateway('MD5', () => {
      const data = { ...made, timestamp: String(atMs / 1000), nonce: 'a1b2c3d4e5f60718', signType: 'MD5' };
      const sign = signMd5(data, key);
      return {
        status: 200,
        headers: {},
        body: JSON.stringify({ code: 1, msg: '', data: { ...data, sign, amount: 100 } }),
      };
    });
    await expect(clientFor('MD5', gateway.baseUrl).payCreate(order)).rejects.toMatchObject({ reason: 'mismatch' });
  });
});
