/**
 * The client's connection: every call ends, a failure is retried only where that is safe, and no redirect is followed.
 */
import { expect, test } from 'vitest';

import { GatewaySignatureError, GatewayTransportError } from '../src/errors.ts';
import { pause } from '../src/transport.ts';
import { atMs, clientFor, made, order, startGateway, success } from './gateway-server.ts';

const signType = 'HMAC-SHA256';

test('a timeout is retried, then thrown', async () => {
  await using gateway = await startGateway(signType, () => undefined);
  const client = clientFor(signType, gateway.baseUrl, { timeoutMs: 100, retries: 1 });
  await expect(client.balance()).rejects.toMatchObject({
    name: 'GatewayTransportError',
    reason: 'timeout',
    retryable: true,
  });
  expect(client.waitsMs).toHaveLength(1);
});

test('a response that never ends is a timeout too', async () => {
  await using gateway = await startGateway(
    signType,
    (_asked, response) => void response.writeHead(200).write('{"code":1,'),
  );
  await expect(clientFor(signType, gateway.baseUrl, { timeoutMs: 100, retries: 0 }).balance()).rejects.toMatchObject({
    reason: 'timeout',
  });
});

test('a response that is too long is cut off', async () => {
  await using gateway = await startGateway(signType, () => ({ ...success(made), msg: 'x'.repeat(1_048_577) }));
  await expect(clientFor(signType, gateway.baseUrl).payCreate(order)).rejects.toMatchObject({
    reason: 'malformed',
    retryable: false,
  });
});

test('a refused connection is a network failure with its cause', async () => {
  const gateway = await startGateway(signType, () => undefined);
  await gateway[Symbol.asyncDispose]();
  const failure = await clientFor(signType, gateway.baseUrl)
    .balance()
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(GatewayTransportError);
  expect(failure).toMatchObject({ reason: 'network', status: undefined, cause: expect.any(Error) });
});

test('other HTTP errors are thrown immediately, with the error name in the body', async () => {
  for (const status of [400, 401, 403, 404, 405, 413, 415]) {
    await using gateway = await startGateway(signType, () => ({
      status,
      headers: {},
      body: '{"code":0,"error":"bad_request","msg":""}',
    }));
    await expect(clientFor(signType, gateway.baseUrl).balance()).rejects.toMatchObject({
      reason: 'http',
      status,
      error: 'bad_request',
      retryable: false,
    });
    expect(gateway.asked).toHaveLength(1);
  }
});

test('a success with an HTTP error status is rejected', async () => {
  await using gateway = await startGateway(
    signType,
    () => success(made),
    (answer) => void (answer.status = 500),
  );
  await expect(clientFor(signType, gateway.baseUrl, { retries: 0 }).payCreate(order)).rejects.toMatchObject({
    reason: 'http',
    status: 500,
  });
});

test('a redirect is not followed, because a signed request is for one address', async () => {
  await using elsewhere = await startGateway(signType, () => success(made));
  for (const status of [301, 302, 307, 308]) {
    await using gateway = await startGateway(signType, () => ({
      status,
      headers: { Location: `${elsewhere.baseUrl}/pay/create` },
      body: '',
    }));
    await expect(clientFor(signType, gateway.baseUrl).payCreate(order)).rejects.toMatchObject({
      reason: 'http',
      status,
    });
  }
  expect(elsewhere.asked).toEqual([]);
});

test('Retry-After can be seconds or a date; a long one is left to the caller', async () => {
  for (const header of ['31', new Date(atMs + 31_000).toUTCString()]) {
    await using gateway = await startGateway(signType, () => ({
      status: 429,
      headers: { 'Retry-After': header },
      body: '',
    }));
    const client = clientFor(signType, gateway.baseUrl);
    await expect(client.balance()).rejects.toMatchObject({ status: 429, retryAfter: 31 });
    expect(gateway.asked).toHaveLength(1);
  }
  await using unclear = await startGateway(signType, () => ({
    status: 429,
    headers: { 'Retry-After': 'soon' },
    body: '',
  }));
  await expect(clientFor(signType, unclear.baseUrl).balance()).rejects.toMatchObject({
    status: 429,
    retryAfter: undefined,
  });
  expect(unclear.asked).toHaveLength(3);
});

test.each([
  '<html>ok</html>',
  '',
  'null',
  '[]',
  '"x"',
  '{}',
  '{"code":"1","data":{}}',
  '{"code":0}',
  '{"code":2,"error":"x"}',
  '\ufeff{"code":1',
  '{"code":1,"data":[]}',
])('the body %j is not a success', async (body) => {
  await using gateway = await startGateway(signType, () => ({ status: 200, headers: {}, body }));
  const failure = await clientFor(signType, gateway.baseUrl)
    .balance()
    .catch((error: unknown) => error);
  expect(failure instanceof GatewayTransportError || failure instanceof GatewaySignatureError).toBe(true);
});

test('the caller can abort a call while it waits for the response and while it waits to retry', async () => {
  const waiting = new AbortController();
  await using silent = await startGateway(signType, () => {
    waiting.abort(new Error('enough'));
  });
  await expect(clientFor(signType, silent.baseUrl).balance({ signal: waiting.signal })).rejects.toThrow('enough');
  expect(silent.asked).toHaveLength(1);

  const pausing = new AbortController();
  await using busy = await startGateway(signType, () => ({ status: 429, headers: { 'Retry-After': '30' }, body: '' }));
  const wait = (ms: number, signal: AbortSignal | undefined) => {
    const paused = pause(ms, signal);
    pausing.abort(new Error('enough'));
    return paused;
  };
  const client = clientFor(signType, busy.baseUrl, { wait });
  await expect(client.balance({ signal: pausing.signal })).rejects.toThrow('enough');
  expect(busy.asked).toHaveLength(1);

  await expect(client.balance({ signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  expect(busy.asked).toHaveLength(1);
});

test('a custom fetch is used, and the chosen language is sent', async () => {
  await using gateway = await startGateway(signType, () => success(made));
  let used = 0;
  const client = clientFor(signType, `${gateway.baseUrl}/`, {
    language: 'th',
    fetch: (input, init) => {
      used += 1;
      return fetch(input, init);
    },
  });
  await client.payCreate(order);
  expect(used).toBe(1);
  expect(gateway.asked[0]?.headers['accept-language']).toBe('th');
  expect(gateway.asked[0]?.path).toBe('/gateway/v1/pay/create');
});
