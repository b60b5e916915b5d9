import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { clientOf } from './client.ts';
import { HEALTH_PATH, createHttpServer } from './http.ts';
import { silentLog } from '#foundation/server/process/log.ts';

let server: FastifyInstance;
afterEach(() => server.close());

test.each([{ trustedProxies: [] }, { trustedProxies: ['10.0.0.0/8'] }])(
  'who has hung up still has the address that he came from (proxies: $trustedProxies)',
  async ({ trustedProxies }) => {
    server = await createHttpServer({ log: silentLog, trustedProxies, secure: false });
    const arrived = Promise.withResolvers<void>();
    const address = Promise.withResolvers<string>();
    server.get('/slow', (request) => {
      arrived.resolve();
      return once(request.raw.socket, 'close').then(() =>
        address.resolve(Promise.try(() => clientOf(request, false).ip)),
      );
    });
    const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await arrived.promise;
    socket.destroy();
    expect(await address.promise).toBe('127.0.0.1');
  },
);

test.each([
  {
    name: 'an address that can not be decoded',
    request: 'GET /api/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    status: 400,
    error: 'malformed',
  },
  {
    name: 'a part of an address that is too long',
    request: `GET /file/${'a'.repeat(201)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    status: 414,
    error: 'too_large',
  },
  {
    name: 'headers that are too long',
    request: `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    status: 431,
    error: 'too_large',
  },
  { name: 'no request at all', request: 'what is this\r\n\r\n', status: 400, error: 'malformed' },
])('$name is answered by our envelope and headers', async ({ request, status, error }) => {
  const port = await listening();
  const { head, body } = await exchange(port, request);
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/^x-content-type-options: nosniff\r?$/im);
  expect(head).toMatch(/^content-security-policy: .*frame-ancestors 'none'/im);
  expect(JSON.parse(body)).toEqual({
    code: 0,
    msg: expect.stringMatching(/^The request/),
    time: expect.any(Number),
    error,
  });
});

test('a request that comes while the server closes is answered by our envelope', async () => {
  // Other shutdown work delays the close.
  const closing = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  const port = await listening(() => {
    closing.resolve();
    return rest.promise;
  });
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const closed = server.close();
  await closing.promise;
  socket.write('GET /file/a HTTP/1.1\r\nHost: x\r\nAccept-Language: es\r\n\r\n');
  const { head, body } = parts(await text(socket));
  rest.resolve();
  await closed;
  expect(head).toMatch(/^HTTP\/1.1 503 [\s\S]*^retry-after: 1\r?$/im);
  expect(JSON.parse(body)).toMatchObject({ code: 0, error: 'unavailable' });
});

test('until it serves, everything but the liveness check is answered 503', async () => {
  let serves = false;
  server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false, serving: () => serves });
  for (const url of [HEALTH_PATH, '/file']) server.get(url, () => 'here');
  const statuses = async () => [
    (await server.inject(HEALTH_PATH)).statusCode,
    (await server.inject('/file')).statusCode,
    (await server.inject('/none')).statusCode,
  ];
  expect(await statuses()).toEqual([200, 503, 503]);
  expect((await server.inject('/file')).json()).toMatchObject({ code: 0, error: 'unavailable' });
  serves = true;
  expect(await statuses()).toEqual([200, 200, 404]);
});

async function listening(beforeClose: () => Promise<void> = async () => undefined): Promise<number> {
  server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  server.addHook('preClose', beforeClose);
  server.get('/file/:id', () => 'here');
  return Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port);
}

async function exchange(port: number, request: string): Promise<{ head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.write(request);
  return parts(await text(socket));
}

function parts(answer: string): { head: string; body: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  return { head, body };
}

describe('a JSON body', () => {
  const JSON_TYPE = 'application/json';
  const sent = async (headers: Record<string, string>, payload: string | Buffer): Promise<[number, unknown]> => {
    server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
    server.post('/echo', (request) => ({ got: request.body }));
    const reply = await server.inject({ method: 'POST', url: '/echo', headers, payload });
    return [reply.statusCode, reply.json()];
  };

  test.each([
    [
      'a name twice',
      { 'content-type': JSON_TYPE },
      '{"amount":"1","amount":"2"}',
      400,
      'malformed',
      'amount appears more than once; send each field only once',
    ],
    [
      'a name twice, deep and escaped',
      { 'content-type': JSON_TYPE },
      '{"rows":[{"a":1},{"a":{"b":1,"\\u0062":2}}]}',
      400,
      'malformed',
      'b appears more than once; send each field only once',
    ],
    [
      'bytes that are no UTF-8',
      { 'content-type': JSON_TYPE },
      Buffer.from([0x22, 0xd6, 0xd0, 0x22]),
      400,
      'malformed',
      'The body isn’t valid UTF-8',
    ],
    ['no JSON', { 'content-type': JSON_TYPE }, '{"a":', 400, 'malformed', 'The body isn’t valid JSON'],
    [
      'compressed',
      { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' },
      gzipSync('{}'),
      415,
      'media_type',
      'The body is sent with content encoding gzip; send it without one',
    ],
    [
      'of another character set',
      { 'content-type': `${JSON_TYPE}; charset=gb18030` },
      '{}',
      415,
      'media_type',
      'The content type declares the character set gb18030; use UTF-8',
    ],
  ])('is refused with the reason: %s', async (_, headers, payload, status, error, msg) => {
    expect(await sent(headers as Record<string, string>, payload)).toEqual([
      status,
      { code: 0, msg, time: expect.any(Number), error },
    ]);
  });

  test('with a byte order mark, in UTF-8 by name, and with equal names in different objects is read', async () => {
    const headers = { 'content-type': `${JSON_TYPE}; charset=UTF-8` };
    expect(await sent(headers, '\uFEFF{"a":{"a":1},"b":[{"a":"{\\"a\\":1}"},{"a":3}],"":0}')).toEqual([
      200,
      { got: { a: { a: 1 }, b: [{ a: '{"a":1}' }, { a: 3 }], '': 0 } },
    ]);
    expect((await sent(headers, '{"__proto__":{"a":1}}'))[0]).toBe(400);
    expect((await sent(headers, ''))[0]).toBe(400);
  });

  test('of megabytes in one text is read', async () => {
    const long = 'x"\\'.repeat(400_000);
    expect(await sent({ 'content-type': JSON_TYPE }, JSON.stringify({ long }))).toEqual([200, { got: { long } }]);
  });
});
