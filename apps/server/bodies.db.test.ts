/**
 * Sends every route of the running server far more than it accepts. It must answer at once, receive a bounded part, and
 * close.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_UNREAD_BYTES } from '#foundation/server/http/bodies.ts';
import { type Person, stage, type Stage } from './access-stage-for-tests.ts';

const DECLARED = 400 * 1_048_576;
/** The longest body that any call accepts, plus what is received after the answer. */
const MAX_RECEIVED = 8 * 1_048_576 + MAX_UNREAD_BYTES + 1_048_576;

let at: Stage;
let port: number;
let owner: Person;
let operator: Person;
/** The server's side of each connection, by the client's port. */
const accepted = new Map<number, Socket>();

beforeAll(async () => {
  at = await stage();
  at.server.server.on('connection', (socket: Socket) => void accepted.set(socket.remotePort ?? 0, socket));
  port = Number(new URL(await at.server.listen({ host: '127.0.0.1', port: 0 })).port);
  operator = await at.add('operator', 'boss');
  owner = await at.add('merchant', 'zorina');
});
afterAll(() => at.close());

interface Sent {
  status: number;
  /** Bytes of the body sent before the answer arrived. */
  sentBefore: number;
  received: number;
}

const PIECE = Buffer.alloc(64 * 1024, 'a');
const CHUNK = Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, Buffer.from('\r\n')]);

/** Sends without end, and reads the answer only when the connection is closed. */
async function sendForEver(head: string, first: string, piece: Buffer): Promise<Sent> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const local = socket.localPort ?? 0;
  let answer = '';
  let sent = 0;
  let sentBefore = -1;
  socket.on('data', (data: Buffer) => {
    if (sentBefore < 0) sentBefore = sent;
    answer += data.toString('latin1');
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`${head}\r\n\r\n${first}`);
  const send = (): void => {
    while (socket.writable && sent < DECLARED) {
      sent += piece.length;
      if (!socket.write(piece)) return void socket.once('drain', send);
    }
  };
  // Requests that need no body are answered before any is sent.
  setImmediate(send);
  await closed;
  return {
    status: Number(/^HTTP\/1\.1 (?!100)(\d{3})/m.exec(answer)?.[1] ?? 0),
    sentBefore,
    received: accepted.get(local)?.bytesRead ?? Infinity,
  };
}

const headOf = (url: string, headers: readonly string[], method = 'POST'): string =>
  [`${method} ${url} HTTP/1.1`, 'Host: x', ...headers].join('\r\n');
const tokenOf = (who: Person): string => `X-Token: ${who.token}`;
const CHUNKED = 'Transfer-Encoding: chunked';
const FORM_HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';

test('every route that takes a body, with and without a declared length, for every caller', async () => {
  const urls = [
    ...new Set(at.routes.filter(({ method }) => method === 'POST').map(({ url }) => url.replace(/:\w+/g, '1'))),
  ];
  expect(urls.length).toBeGreaterThan(60);
  const faults: string[] = [];
  const onlyFiles = ['/api/user/upload', '/api/reconciliation/check', '/api/operator/reconciliation/upload'];
  for (const url of urls) {
    const who = url.includes('/operator/') ? operator : owner;
    const types = [
      'application/json',
      ...(url.startsWith('/cashier') || url.startsWith('/gateway') ? ['application/x-www-form-urlencoded'] : []),
    ];
    for (const type of types) {
      const declared = await sendForEver(
        headOf(url, [tokenOf(who), `Content-Type: ${type}`, `Content-Length: ${DECLARED}`]),
        '',
        PIECE,
      );
      if (declared.status !== (onlyFiles.includes(url) ? 415 : 413) || declared.received > MAX_UNREAD_BYTES + 1_048_576)
        faults.push(`${url} declared ${type}: ${JSON.stringify(declared)}`);
    }
    const [type = ''] = types;
    const chunked = await sendForEver(headOf(url, [tokenOf(who), `Content-Type: ${type}`, CHUNKED]), '', CHUNK);
    if (chunked.status < 400 || chunked.received > MAX_RECEIVED)
      faults.push(`${url} chunked: ${JSON.stringify(chunked)}`);
  }
  expect(faults).toEqual([]);
}, 240_000);

describe.each(['/api/user/upload', '/api/batch/validate'])('a file for %s', (url) => {
  const multipart = 'Content-Type: multipart/form-data; boundary=x';

  test('with a far too large declared length gets 413 before any of it is received', async () => {
    const { status, received } = await sendForEver(
      headOf(url, [tokenOf(owner), multipart, `Content-Length: ${DECLARED}`]),
      FORM_HEAD,
      PIECE,
    );
    expect(status).toBe(413);
    expect(received).toBeLessThan(MAX_UNREAD_BYTES + 1_048_576);
  });

  test.each([
    ['the file', FORM_HEAD, 200],
    ['text before the first part', '', 413],
    ['text after the last part', `${FORM_HEAD}x\r\n--x--\r\n`, 413],
    ['a field', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n', 413],
    ['the head of a part', '--x\r\nContent-Disposition: form-data; name="', 413],
  ])('without an end in %s', async (_, first, status) => {
    const sent = await sendForEver(
      headOf(url, [tokenOf(owner), multipart, CHUNKED]),
      first === '' ? '' : `${first.length.toString(16)}\r\n${first}\r\n`,
      CHUNK,
    );
    expect(sent.received).toBeLessThan(1_048_576 + MAX_UNREAD_BYTES + 1_048_576);
    expect(sent.status).toBe(status);
  });

  test('from a caller without a session', async () => {
    const sent = await sendForEver(headOf(url, [multipart, CHUNKED]), '', CHUNK);
    expect(sent.received).toBeLessThan(MAX_UNREAD_BYTES + 1_048_576);
    expect(sent.status).toBe(200);
  });
});

test.each([
  ['an address that is none', 'POST', '/api/nothing', 404],
  ['an address that can not be decoded', 'POST', '/api/%zz', 400],
  ['a call that is read', 'GET', '/api/config', 200],
  ['a page', 'GET', '/healthz', 200],
  ['another type', 'POST', '/api/user/login', 415],
])('a body without an end for %s', async (_, method, url, status) => {
  const sent = await sendForEver(headOf(url, ['Content-Type: image/png', CHUNKED], method), '', CHUNK);
  expect(sent).toMatchObject({ status });
  expect(sent.received).toBeLessThan(MAX_UNREAD_BYTES + 1_048_576);
});
