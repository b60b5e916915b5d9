import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { httpTransport, outboxTransport, SmsError, type SmsMessage, type SmsTransport } from './transport.ts';

const message: SmsMessage = {
  to: '13800138000',
  event: 'bindphone',
  code: '482913',
  text: '【台账】您的验证码是 482913',
};
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe('the outbox', () => {
  it('writes one JSON line per message, with the documented fields', async () => {
    const { file, transport } = await outbox();
    await transport.send(message);
    await transport.send({ ...message, text: 'two\nlines' });
    const lines = (await readFile(file, 'utf8')).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(
      '{"at":"2026-11-20T12:00:00.000Z","channel":"sms","to":"13800138000","event":"bindphone","code":"482913","text":"【台账】您的验证码是 482913"}',
    );
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ text: 'two\nlines' });
    expect(lines[2]).toBe('');
  });

  it('is created with the first message, readable only by its owner', async () => {
    const { file, transport } = await outbox();
    await expect(stat(file)).rejects.toThrow(/ENOENT/);
    await transport.send(message);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('restricts the permissions of an existing file before it writes a code', async () => {
    const { folder } = await outbox();
    const file = join(folder, 'open.jsonl');
    await writeFile(file, '', { mode: 0o644 });
    await transportTo(file).send(message);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("keeps one process's order and every line of several processes", async () => {
    const { file, transport } = await outbox();
    const [own, others, each] = ['own', ['a', 'b', 'c'], 150];
    const script = `
      import { outboxTransport } from ${JSON.stringify(new URL('./transport.ts', import.meta.url).href)};
      const transport = outboxTransport({ file: process.argv[1], log: { info() {} }, clock: { now: () => new Date() } });
      await Promise.all(Array.from({ length: ${each} }, (_, index) => transport.send({ to: '1', event: process.argv[2], code: String(index), text: 'x'.repeat(300) })));`;
    const processes = others.map((name) =>
      once(spawn(process.execPath, ['--input-type=module', '-e', script, file, name], { stdio: 'inherit' }), 'exit'),
    );
    await Promise.all(
      Array.from({ length: each }, (_, index) => transport.send({ ...message, event: own, code: String(index) })),
    );
    expect((await Promise.all(processes)).map(([code]) => code)).toEqual([0, 0, 0]);
    const lines = (await readFile(file, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as SmsMessage);
    for (const name of [own, ...others]) {
      expect(lines.filter(({ event }) => event === name).map(({ code }) => Number(code))).toEqual(
        Array.from({ length: each }, (_, index) => index),
      );
    }
  });

  it('logs that a message was sent, but neither its code nor its text nor the full number', async () => {
    const { transport, logged } = await outbox();
    await transport.send(message);
    expect(logged).toEqual([[{ to: '138****8000', event: 'bindphone' }, expect.any(String)]]);
  });

  it('throws an SmsError if the file cannot be written, and recovers afterwards', async () => {
    const { folder, transport: unrelated } = await outbox();
    await unrelated.send(message);
    const blocker = join(folder, 'blocker');
    await writeFile(blocker, '');
    const transport = transportTo(join(blocker, 'outbox.jsonl'));
    const failure = await failureOf(transport.send(message));
    expect(failure.kind).toBe('unavailable');
    expect(failure.message).not.toMatch(/482913|138/);
    await rm(blocker);
    await transport.send(message);
  });
});

describe('a provider over HTTP', () => {
  it('receives number and text as JSON at the configured address', async () => {
    const { url, requests, outgoing } = await provider(200);
    await httpTransport({ urlTemplate: `${url}/send?key=abc`, outgoing }).send(message);
    expect(requests).toEqual([
      { method: 'POST', url: '/send?key=abc', type: 'application/json', body: { to: message.to, text: message.text } },
    ]);
  });

  it("receives the placeholders' values, percent-encoded", async () => {
    const { url, requests, outgoing } = await provider(202);
    const odd = { to: '+66 81', event: 'a/b', code: '1&2', text: '验证码 ?#{to}' };
    await httpTransport({ urlTemplate: `${url}/{event}?to={to}&c={code}&t={text}`, outgoing }).send(odd);
    expect(requests[0]?.url).toBe('/a%2Fb?to=%2B66%2081&c=1%262&t=%E9%AA%8C%E8%AF%81%E7%A0%81%20%3F%23%7Bto%7D');
    expect(requests[0]?.body).toEqual({ to: odd.to, text: odd.text });
  });

  it.each([
    [400, 'refused'],
    [401, 'refused'],
    [404, 'refused'],
    [408, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [302, 'unavailable'],
  ] as const)('that responds with %i results in: %s', async (status, kind) => {
    const { url, outgoing } = await provider(status);
    const failure = await failureOf(
      httpTransport({ urlTemplate: `${url}/send?key=provider-secret`, outgoing }).send(message),
    );
    expect(failure.kind).toBe(kind);
    expect(failure.message).not.toMatch(/secret|482913|138/);
  });

  it('that cannot be reached results in: unavailable', async () => {
    const { url, outgoing, close } = await provider(200);
    await close();
    const failure = await failureOf(
      httpTransport({ urlTemplate: `${url}/send?key=provider-secret`, outgoing }).send(message),
    );
    expect(failure).toMatchObject({ kind: 'unavailable', message: 'The SMS provider could not be reached: connect' });
  });

  it.each([
    ['', /SMS_URL cannot be used: malformed/],
    ['provider.example/send', /malformed/],
    ['ftp://provider.example/', /not_http/],
    ['http://127.0.0.1:1/send', /address_refused/],
    ['https://u:p@provider.example/', /credentials_in_url/],
    ['https://{to}.provider.example/', /path and query only/],
    ['https://provider.example:{code}/', /path and query only/],
    ['https://provider.example/{number}', /placeholder other than/],
    ['https://provider.example/{}', /placeholder other than/],
    ['https://provider.example/{__proto__}', /placeholder other than/],
  ])('prevents the start if its address is %j', async (urlTemplate, problem) => {
    const outgoing = createOutgoing({ allow: [] });
    cleanups.push(() => outgoing.close());
    expect(() => httpTransport({ urlTemplate, outgoing })).toThrow(problem);
  });
});

async function outbox() {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'data', 'outbox.jsonl');
  const logged: unknown[][] = [];
  return { folder, file, logged, transport: transportTo(file, logged) };
}

function transportTo(file: string, logged: unknown[][] = []): SmsTransport {
  return outboxTransport({
    file,
    log: { info: (...entry: unknown[]) => void logged.push(entry) },
    clock: new SettableClock('2026-11-20T12:00:00Z'),
  });
}

async function provider(status: number) {
  const requests: { method: string | undefined; url: string | undefined; type: string | undefined; body: unknown }[] =
    [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    requests.push({
      method: request.method,
      url: request.url,
      type: request.headers['content-type'],
      body: JSON.parse(body),
    });
    response.writeHead(status, status === 302 ? { location: 'http://169.254.169.254/' } : {}).end('{}');
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const outgoing = createOutgoing({ allow: [`127.0.0.1:${port}`] });
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  cleanups.push(close, () => outgoing.close());
  return { url: `http://127.0.0.1:${port}`, requests, outgoing, close };
}

async function failureOf(sending: Promise<void>): Promise<SmsError> {
  const failure = await sending.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof SmsError)) throw new Error(`Expected an SmsError, got ${String(failure)}`);
  return failure;
}
