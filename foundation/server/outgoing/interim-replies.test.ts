/** What receivers send before their answer (HTTP 1xx), byte by byte, from our own servers. */
import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { cleanups, get, kindOf, outgoing, tcp, tls } from './outgoing-for-tests.ts';
import { testCertificatePem } from './receiver-for-tests.ts';

const FINAL = 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nsuccess';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n';

/** Answers each request on a connection with these pieces, one write for each. */
function answering(pieces: readonly string[]): (socket: Socket) => void {
  return (socket) =>
    socket.setNoDelay(true).on('data', () => {
      void (async () => {
        for (const piece of pieces) {
          await new Promise((resolve) => socket.write(piece, resolve));
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
    });
}

const post = (port: number) =>
  outgoing([`127.0.0.1:${port}`]).request({ method: 'POST', url: `http://127.0.0.1:${port}/`, body: 'a=1' });

describe('an answer is read', () => {
  it.each([
    ['after an unasked 100 Continue', [CONTINUE + FINAL]],
    ['after a 100 Continue in a packet of its own', [CONTINUE, FINAL]],
    ['after a 100 Continue cut at every byte', [...CONTINUE, FINAL]],
    [
      'after a 100 Continue with fields',
      ['HTTP/1.1 100 Continue\r\nX-A: HTTP/1.1 100\r\nContent-Length: 3\r\n\r\n', FINAL],
    ],
    ['after a 100 Continue behind an empty line', [`\r\n${CONTINUE}`, FINAL]],
    ['after 102 Processing', ['HTTP/1.1 102 Processing\r\n\r\n', FINAL]],
    ['after 103 Early Hints', [EARLY_HINTS, FINAL]],
    [
      'after several of all kinds',
      [CONTINUE, EARLY_HINTS, CONTINUE, 'HTTP/1.1 102 Processing\r\n\r\n', CONTINUE + EARLY_HINTS, FINAL],
    ],
  ])('%s', async (_, pieces) => {
    const { port } = await tcp(answering(pieces));
    expect(await post(port)).toMatchObject({ status: 200, body: 'success', truncated: false });
  });

  it('on a kept connection each time, and a body that looks like an interim answer is unchanged', async () => {
    const body = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 x';
    const { port, connections } = await tcp(
      answering([CONTINUE, `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`, ...body]),
    );
    const calls = outgoing([`127.0.0.1:${port}`], { connectionsPerOrigin: 1 });
    for (let time = 0; time < 3; time += 1) expect(await get(calls, port)).toMatchObject({ status: 200, body });
    expect(connections()).toBe(1);
  });

  it('through TLS', async () => {
    const { port } = await tls((_, response) => {
      response.writeContinue();
      response.writeProcessing();
      response.end('sealed');
    });
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, testCertificatePem]);
    cleanups.push(async () => setDefaultCACertificates(before));
    const calls = outgoing([`receiver.test:${port}`], { lookup: async () => ['127.0.0.1'] });
    expect(await calls.request({ method: 'POST', url: `https://receiver.test:${port}/`, body: 'x' })).toMatchObject({
      status: 200,
      body: 'sealed',
    });
  });
});

describe('a receiver that answers with nothing else', () => {
  it('holds a call no longer than its time', async () => {
    const { port, closed } = await tcp((socket) => {
      const drip = setInterval(() => socket.write(CONTINUE), 5);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await kindOf(get(outgoing([`127.0.0.1:${port}`]), port, { timeoutMs: 150 }))).toBe('timeout');
    await closed();
  });

  it('and ends the connection is reported as reset', async () => {
    const { port } = await tcp((socket) => socket.once('data', () => socket.end(CONTINUE)));
    expect(await kindOf(get(outgoing([`127.0.0.1:${port}`]), port))).toBe('reset');
  });

  it.each([
    ['with the field', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['without it', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    ['after a 100', `${CONTINUE}HTTP/1.1 101 Switching Protocols\r\n\r\n`],
  ])('switches to a protocol that was not requested, %s, is reported as protocol', async (_, bytes) => {
    const { port, closed } = await tcp(answering([bytes]));
    expect(await kindOf(get(outgoing([`127.0.0.1:${port}`]), port))).toBe('protocol');
    await closed();
  });
});
