import type { IncomingMessage, ServerResponse } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { cleanups, failureOf, get, http, kindOf, outgoing, tcp, tls } from './outgoing-for-tests.ts';
import { testCertificatePem } from './receiver-for-tests.ts';

const secretUrlPart = '/notify/path-secret?key=query-secret';
describe('an exchange', () => {
  it('sends method, headers and body, and returns status, headers and text', async () => {
    const echo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      response.writeHead(201, {
        'X-Seen': `${request.method} ${request.url} ${request.headers['content-type']}`,
        'set-cookie': ['a=1', 'b=2'],
      });
      response.end(`\uFEFFgot ${Buffer.concat(chunks).toString()} ✓`);
    };
    const { port } = await http((request, response) => void echo(request, response));
    const reply = await outgoing([`127.0.0.1:${port}`]).request({
      method: 'POST',
      url: `http://127.0.0.1:${port}/a%20b?c=d#e`,
      headers: { 'Content-Type': 'text/plain' },
      body: '支付',
    });
    expect(reply).toMatchObject({ status: 201, body: 'got 支付 ✓', truncated: false });
    expect(reply.headers).toMatchObject({ 'x-seen': 'POST /a%20b?c=d text/plain', 'set-cookie': 'a=1, b=2' });
    expect(reply.durationMs).toBeGreaterThanOrEqual(0);
  });

  it('returns an error status as a reply, not as an error', async () => {
    const { port } = await http((_, response) => response.writeHead(503).end('later'));
    expect(await get(outgoing([`127.0.0.1:${port}`]), port)).toMatchObject({ status: 503, body: 'later' });
  });

  it('returns a redirect unchanged and does not follow it, not even to an allowed address', async () => {
    const target = await http((_, response) => response.end('reached'));
    for (const location of ['http://169.254.169.254/latest/meta-data/', `http://127.0.0.1:${target.port}/`]) {
      const { port } = await http((_, response) => response.writeHead(302, { location }).end());
      const reply = await get(outgoing([`127.0.0.1:${port}`, `127.0.0.1:${target.port}`]), port);
      expect(reply).toMatchObject({ status: 302, headers: { location } });
    }
    expect(target.connections()).toBe(0);
  });

  it('keeps connections and opens no more than the limit to one origin', async () => {
    const held: ServerResponse[] = [];
    const { port, connections } = await http((_, response) => {
      held.push(response);
      if (held.length === 3) for (const ready of held.splice(0)) ready.end('ok');
    });
    const calls = outgoing([`127.0.0.1:${port}`], { connectionsPerOrigin: 3 });
    const replies = await Promise.all(Array.from({ length: 30 }, () => get(calls, port)));
    expect(replies.map(({ body }) => body)).toEqual(Array(30).fill('ok'));
    expect(connections()).toBe(3);
  });

  it('refuses headers that set the target or the framing', async () => {
    const { port, connections } = await http((_, response) => response.end());
    for (const name of ['Host', 'content-length', 'Transfer-Encoding', 'connection']) {
      await expect(get(outgoing([`127.0.0.1:${port}`]), port, { headers: { [name]: '1' } })).rejects.toThrow(TypeError);
    }
    expect(connections()).toBe(0);
  });

  it('uses TLS with a receiver whose certificate is trusted and matches its name', async () => {
    const { port } = await tls((_, response) => response.end('sealed'));
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, testCertificatePem]);
    cleanups.push(async () => setDefaultCACertificates(before));
    const calls = outgoing([`receiver.test:${port}`, `other.test:${port}`], { lookup: async () => ['127.0.0.1'] });
    expect(await calls.request({ method: 'GET', url: `https://receiver.test:${port}/` })).toMatchObject({
      status: 200,
      body: 'sealed',
    });
    expect(await kindOf(calls.request({ method: 'GET', url: `https://other.test:${port}/` }))).toBe('tls');
  });
});

describe('an address that is not public', () => {
  it('is refused as a literal without a connection', async () => {
    const { port, connections } = await http((_, response) => response.end('reached'));
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0.0.0.0']) {
      const failure = await failureOf(outgoing([]).request({ method: 'GET', url: `http://${host}:${port}/` }));
      expect(failure).toMatchObject({ kind: 'address_refused', reason: 'address_refused' });
    }
    expect(connections()).toBe(0);
  });

  it('is refused when a harmless name resolves to it', async () => {
    const { port, connections } = await http((_, response) => response.end('reached'));
    for (const address of [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '10.0.0.8',
      '169.254.169.254',
      'fd00:ec2::254',
      '64:ff9b::7f00:1',
    ]) {
      const calls = outgoing([], { lookup: async () => [address] });
      expect(await calls.resolveAndCheck(`http://shop.example:${port}/`)).toEqual({
        ok: false,
        reason: 'address_refused',
      });
      expect(await kindOf(calls.request({ method: 'GET', url: `http://shop.example:${port}/` }))).toBe(
        'address_refused',
      );
      expect(await kindOf(calls.request({ method: 'GET', url: `https://shop.example:${port}/` }))).toBe(
        'address_refused',
      );
    }
    expect(connections()).toBe(0);
  });

  it('is refused when the name also has public addresses, in either order', async () => {
    const { port, connections } = await http((_, response) => response.end('reached'));
    for (const addresses of [
      ['127.0.0.1', '93.184.216.34'],
      ['93.184.216.34', '127.0.0.1'],
      ['2606:4700::1111', '93.184.216.34', '::1'],
    ]) {
      const calls = outgoing([], { lookup: async () => addresses });
      expect(await calls.resolveAndCheck(`http://shop.example:${port}/`)).toEqual({
        ok: false,
        reason: 'address_refused',
      });
      expect(await kindOf(calls.request({ method: 'GET', url: `http://shop.example:${port}/` }))).toBe(
        'address_refused',
      );
    }
    expect(connections()).toBe(0);
  });

  it('is refused when the name changes its address after it was checked', async () => {
    const { port, connections } = await http((_, response) => response.end('reached'));
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const calls = outgoing([], { lookup: async () => answers.shift() ?? [] });
    expect(await calls.resolveAndCheck(`http://shop.example:${port}/`)).toMatchObject({ ok: true });
    expect(await kindOf(calls.request({ method: 'GET', url: `http://shop.example:${port}/` }))).toBe('address_refused');
    expect({ connections: connections(), left: answers.length }).toEqual({ connections: 0, left: 0 });
  });

  it('cannot slip in between check and connect, because a connection resolves the name once', async () => {
    const { port } = await http((_, response) => response.end('reached'));
    let asked = 0;
    const calls = outgoing([`shop.example:${port}`], {
      lookup: async () => ((asked += 1) === 1 ? ['127.0.0.1'] : ['127.0.0.2']),
    });
    expect(await calls.request({ method: 'GET', url: `http://shop.example:${port}/` })).toMatchObject({
      body: 'reached',
    });
    expect(asked).toBe(1);
  });

  it('is reached only by the exact host and port of the allow list', async () => {
    const [listed, unlisted] = [
      await http((_, response) => response.end('listed')),
      await http((_, response) => response.end('unlisted')),
    ];
    const calls = outgoing([`127.0.0.1:${listed.port}`, `localhost:${unlisted.port}`]);
    expect(await get(calls, listed.port)).toMatchObject({ body: 'listed' });
    expect(await kindOf(get(calls, unlisted.port))).toBe('address_refused');
    expect(unlisted.connections()).toBe(0);
    expect(await calls.request({ method: 'GET', url: `http://localhost:${unlisted.port}/` })).toMatchObject({
      body: 'unlisted',
    });
  });
});

describe('a receiver that misbehaves', () => {
  it('cannot hold a call by dripping its body', async () => {
    const { port, closed } = await http((_, response) => {
      const drip = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(drip));
    });
    expect(await kindOf(get(outgoing([`127.0.0.1:${port}`]), port, { timeoutMs: 120 }))).toBe('timeout');
    await closed();
  });

  it('cannot hold a call by dripping its headers or by saying nothing', async () => {
    const dripping = await tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('X-A: b\r\n'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    const silent = await tcp(() => undefined);
    for (const { port, closed } of [dripping, silent]) {
      expect(await kindOf(get(outgoing([`127.0.0.1:${port}`]), port, { timeoutMs: 120 }))).toBe('timeout');
      await closed();
    }
  });

  it('cannot hold a call by never answering a TLS handshake', async () => {
    const { port } = await tcp(() => undefined);
    expect(
      await kindOf(
        outgoing([`127.0.0.1:${port}`]).request({ method: 'GET', url: `https://127.0.0.1:${port}/`, timeoutMs: 120 }),
      ),
    ).toBe('timeout');
  });

  it('cannot make other calls to the same origin wait beyond their own time', async () => {
    const { port } = await http(() => undefined);
    const calls = outgoing([`127.0.0.1:${port}`], { connectionsPerOrigin: 1 });
    const giveUp = new AbortController();
    const first = get(calls, port, { signal: giveUp.signal, timeoutMs: 60_000 });
    expect(await kindOf(get(calls, port, { timeoutMs: 60 }))).toBe('timeout');
    giveUp.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
  });

  it('cannot hold a call with a name that its name server never answers', async () => {
    const calls = outgoing([], { lookup: () => new Promise(() => undefined) });
    expect(await kindOf(calls.request({ method: 'GET', url: 'http://shop.example/', timeoutMs: 60 }))).toBe('timeout');
  });

  it('cannot fill memory with an endless body, because the reply is cut and the connection closed', async () => {
    const { port, closed } = await http((_, response) => {
      const block = 'x'.repeat(16_384);
      const pour = (): void => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', pour);
      pour();
    });
    const reply = await get(outgoing([`127.0.0.1:${port}`]), port, { maxReplyBytes: 1000 });
    expect(reply).toMatchObject({ status: 200, body: 'x'.repeat(1000), truncated: true });
    await closed();
  });

  it.each([
    [4, 'ok', true],
    [5, 'ok支', false],
  ])('has its text cut at whole characters: %i bytes of five', async (maxReplyBytes, body, truncated) => {
    const { port } = await http((_, response) => response.end('ok支'));
    expect(await get(outgoing([`127.0.0.1:${port}`]), port, { maxReplyBytes })).toMatchObject({ body, truncated });
  });

  it.each([
    ['too_large', `HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['too_large', `HTTP/1.1 200 OK\r\n${'X-Many: a\r\n'.repeat(3_000)}\r\n`],
    ['protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['protocol', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'],
    ['protocol', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'],
    ['reset', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'],
    ['reset', ''],
  ])('is named %s when its reply is broken (case %$)', async (kind, bytes) => {
    const { port } = await tcp((socket) => socket.once('data', () => socket.end(bytes)));
    expect(await kindOf(get(outgoing([`127.0.0.1:${port}`]), port))).toBe(kind);
  });

  it('is reported as connect when nothing listens, dns for an unknown name, tls for a wrong certificate or handshake', async () => {
    const gone = await http(() => undefined);
    await gone.stop();
    const plain = await http((_, response) => response.end());
    const sealed = await tls((_, response) => response.end());
    const calls = outgoing([`127.0.0.1:${gone.port}`, `127.0.0.1:${plain.port}`, `receiver.test:${sealed.port}`], {
      lookup: async (name) => {
        if (name === 'receiver.test') return ['127.0.0.1'];
        if (name === 'empty.example') return [];
        throw new Error('ENOTFOUND');
      },
    });
    const kind = (url: string): Promise<string> => kindOf(calls.request({ method: 'GET', url }));
    expect(await kind(`http://127.0.0.1:${gone.port}/`)).toBe('connect');
    expect(await kind(`https://127.0.0.1:${gone.port}/`)).toBe('connect');
    expect(await kind('http://unknown.example/')).toBe('dns');
    expect(await kind('http://empty.example/')).toBe('dns');
    expect(await calls.resolveAndCheck('http://unknown.example/')).toEqual({ ok: false, reason: 'unresolvable' });
    expect(await kind(`https://127.0.0.1:${plain.port}/`)).toBe('tls');
    expect(await kind(`https://receiver.test:${sealed.port}/`)).toBe('tls');
  });
});

describe('a failure', () => {
  it('puts no path, query, header or body into its message or the log', async () => {
    const logged: unknown[] = [];
    const dead = await tcp((socket) => socket.once('data', () => socket.end('garbage reply-secret\r\n')));
    const silent = await tcp(() => undefined);
    const calls = outgoing([`127.0.0.1:${dead.port}`, `127.0.0.1:${silent.port}`], {
      lookup: async () => ['10.0.0.1'],
      log: { warn: (fields, message) => logged.push(fields, message) },
    });
    const [local, unreachable] = [
      `127.0.0.1:${dead.port}`,
      ['http://shop.example', 'http://10.0.0.1', 'http://user:url-secret@shop.example', 'ftp://x'],
    ];
    const origins = [`http://${local}`, `https://${local}`, `http://127.0.0.1:${silent.port}`, ...unreachable];
    for (const origin of origins) {
      const failure = await failureOf(
        calls.request({
          method: 'POST',
          url: origin + secretUrlPart,
          headers: { authorization: 'header-secret' },
          body: 'body-secret',
          timeoutMs: 120,
        }),
      );
      expect(`${failure.message} ${JSON.stringify(failure)} ${String(failure.cause)}`).not.toMatch(/secret/);
    }
    expect(logged).toHaveLength(2 * origins.length);
    expect(JSON.stringify(logged)).not.toMatch(/secret/);
  });

  it("is the caller's own reason when the caller aborts", async () => {
    const { port } = await tcp(() => undefined);
    const calls = outgoing([`127.0.0.1:${port}`]);
    const giveUp = new AbortController();
    const waiting = get(calls, port, { signal: giveUp.signal });
    giveUp.abort(new Error('shutting down'));
    await expect(waiting).rejects.toThrow('shutting down');
    await expect(get(calls, port, { signal: giveUp.signal })).rejects.toThrow('shutting down');
  });
});
