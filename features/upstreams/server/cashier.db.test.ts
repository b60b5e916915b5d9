import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { createHttpServer } from '#foundation/server/http.ts';
import { silentLog } from '#foundation/server/log.ts';
import { createOutgoing, type Outgoing } from '#foundation/server/outgoing.ts';
import { Sealer } from '#foundation/server/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/test-database.ts';
import type { PaymentRequest } from '../connector.ts';
import { upstreamJobs } from './jobs.ts';
import { ReturnAddresses } from './returns.ts';
import { serveCashier } from './sandbox-cashier.ts';
import { type UpstreamVerbs, upstreamVerbs } from './verbs.ts';

const sealer = new Sealer(Buffer.alloc(32, 7));
const clock = new SettableClock('2026-11-20T04:15:30Z');
const returnLinks = new Map<bigint, string>();
const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

let db: TestDatabase;
let server: FastifyInstance;
let outgoing: Outgoing;
let upstreams: UpstreamVerbs;
let platform: Platform;
let deps: Parameters<typeof serveCashier>[1];
let systemNo = 2_611_200_415_300_000_000n;

beforeAll(async () => {
  db = await testDatabase();
  platform = await Platform.start();
  outgoing = createOutgoing({ allow: [platform.host] });
  const returnLink = async (_memberNo: bigint, number: bigint): Promise<string | null> => returnLinks.get(number) ?? null;
  deps = { db, clock, sealer, outgoing, publicUrl: platform.url, log: silentLog, returnLink };
  upstreams = upstreamVerbs(deps);
  await db.transaction((tx) => upstreams.addUpstream(tx, { upstreamId: 1, connector: 'sandbox', name: 'Sandbox', settings: { key: 'a-sandbox-key-of-the-tests' } }));
  server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  await serveCashier(server, deps);
});
beforeEach(() => {
  clock.set('2026-11-20T04:15:30Z');
  platform.answers = [];
  platform.received = [];
});
afterEach(async () => {
  await told();
  await sql`truncate sandbox_payments`.execute(db.kysely);
});
afterAll(async () => {
  await server.close();
  await upstreams.idle();
  await outgoing.close();
  await platform.stop();
  await db.close();
});

describe('the page', () => {
  test('shows subject, amount, number, time left and its three buttons, and runs nothing but its own script', async () => {
    const reply = await ask(await payUrl({ subject: 'Tea <b>&</b> "cake"' }), { headers: { 'accept-language': 'en' } });
    expect([reply.statusCode, reply.headers['cache-control'], reply.headers['x-frame-options']]).toEqual([200, 'no-store', 'DENY']);
    expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(reply.body).toContain('Tea &lt;b&gt;&amp;&lt;/b&gt; &quot;cake&quot;');
    for (const shown of ['¥128.50', 'CNY', systemNo.toString(), '29:30', '>Pay ¥128.50</button>', '>Fail</button>', '>Leave</button>']) expect(reply.body).toContain(shown);
    expect(reply.body).not.toMatch(/<script(?! src="\/cashier\/assets\/)|\son\w+=|style="/);
  });

  test.each([
    ['en', 'Pay ¥128.50'],
    ['zh-CN', '支付 ¥128.50'],
    ['es', 'Pagar 128,50'],
    ['th', 'ชำระ ¥128.50'],
  ])('speaks the payer’s language: %s', async (language, button) => {
    const url = await payUrl();
    expect((await ask(url, { headers: { 'accept-language': language } })).body).toContain(button);
    const chosen = await ask(`${url}?lang=${language.slice(0, 2)}`, { headers: { 'accept-language': 'de' } });
    expect(chosen.body).toContain(button);
    expect(chosen.body).toContain(`<html lang="${language.slice(0, 2)}`);
  });

  test('has a code to scan only where paying goes by scanning', async () => {
    expect((await ask(await payUrl({ mode: 'qr' }))).body).toContain('<figure class="code">');
    expect((await ask(await payUrl({ mode: 'bank' }))).body).not.toContain('<figure');
  });

  test('gives its style sheet and script by names that change with their content', async () => {
    const { body } = await ask(await payUrl());
    const assets = [...body.matchAll(/(?:href|src)="(\/cashier\/assets\/[^"]+)"/g)].map(([, path]) => String(path));
    expect(assets).toHaveLength(2);
    for (const path of assets) {
      const asset = await server.inject(path);
      expect([asset.statusCode, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  test.each(['', '/leave', '/status', '/pay', '/fail'])('of an address that was changed by one letter is none: %s', async (action) => {
    const url = await payUrl();
    const changed = `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}${action}`;
    const post = action === '/pay' || action === '/fail';
    const reply = await ask(changed, { method: post ? 'POST' : 'GET', headers: { accept: 'application/json' } });
    expect(reply.statusCode).toBe(404);
    expect(await settled()).toEqual([]);
  });
});

describe('paying', () => {
  test('by two clicks at once is one payment, and the platform is told once', async () => {
    const url = await payUrl();
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => ask(`${url}/pay?lang=es`, { method: 'POST', headers: form })));
    expect(replies.map((reply) => [reply.statusCode, reply.headers.location])).toEqual(replies.map(() => [303, `${new URL(url).pathname}?lang=es`]));
    await told();
    expect(await settled()).toEqual([{ systemNo, status: 'paid' }]);
    expect(platform.received).toHaveLength(1);
    expect((await ask(url, { headers: { 'accept-language': 'en' } })).body).toContain('Payment received');
  });

  test('by a program is answered in the envelope, the second time too', async () => {
    const url = await payUrl();
    for (const headers of [{ accept: 'application/json' }, { 'content-type': 'application/json' }, {}, { 'content-type': 'text/plain' }] as const) {
      const reply = await ask(`${url}/pay`, { method: 'POST', headers, ...('content-type' in headers ? { payload: '{}' } : {}) });
      expect([reply.statusCode, reply.json()]).toMatchObject([200, { code: 1, data: { status: 'paid', amount: '128.50', currency: 'CNY', systemNo: systemNo.toString() } }]);
    }
    expect(await settled()).toHaveLength(1);
  });

  test('and failing: the first word stands', async () => {
    const url = await payUrl();
    expect((await post(`${url}/fail`)).data.status).toBe('failed');
    expect((await post(`${url}/pay`)).data.status).toBe('failed');
    expect(await settled()).toEqual([{ systemNo, status: 'failed' }]);
    expect((await ask(url, { headers: { 'accept-language': 'en' } })).body).toContain('Payment failed');
  });

  test('is no more possible on the page when the time is over', async () => {
    const url = await payUrl();
    clock.set('2026-11-20T04:45:00Z');
    expect((await ask(url, { headers: { 'accept-language': 'en' } })).body).toContain('The time to pay is over');
    expect((await ask(`${url}/pay`, { method: 'POST', headers: form })).statusCode).toBe(303);
    expect(await settled()).toEqual([]);
  });

  test('by a program counts late too, as with real upstreams', async () => {
    const url = await payUrl();
    clock.set('2026-11-20T05:00:00Z');
    expect((await post(`${url}/pay`)).data.status).toBe('paid');
    const payment = await upstreams.queryPayment(1, { memberNo: 20_000_001n, systemNo, upstreamNo: null, currency: 'CNY' });
    expect(payment).toMatchObject({ status: 'paid', amountMinor: 12_850n, currency: 'CNY', paidAt: new Date('2026-11-20T05:00:00Z') });
  });

  test('shows on the page that waits elsewhere', async () => {
    const url = await payUrl();
    const status = async (): Promise<string> => (await ask(`${url}/status`)).json<{ data: { status: string } }>().data.status;
    expect(await status()).toBe('open');
    await post(`${url}/pay`);
    expect(await status()).toBe('paid');
  });
});

describe('leaving', () => {
  test('goes to the shop with the signed address of that moment', async () => {
    const url = await payUrl();
    returnLinks.set(systemNo, 'https://shop.example/done?sign=1');
    const reply = await ask(`${url}/leave`);
    expect([reply.statusCode, reply.headers.location]).toEqual([303, 'https://shop.example/done?sign=1']);
    await post(`${url}/pay`);
    expect((await ask(url, { headers: { 'accept-language': 'en' } })).body).toMatch(/href="[^"]+\/leave\?lang=en">Return to the shop</);
  });

  test('without a shop to return to says so, and leads back while there is time', async () => {
    const url = await payUrl();
    const { body } = await ask(`${url}/leave`, { headers: { 'accept-language': 'en' } });
    expect(body).toContain('You have left the payment');
    expect(body).toContain('>Back to the payment</a>');
    expect(await settled()).toEqual([]);
  });

  test('never goes to an address that is not of the web', async () => {
    const url = await payUrl();
    returnLinks.set(systemNo, 'javascript:alert(1)');
    expect((await ask(`${url}/leave`)).statusCode).toBe(200);
  });

  test('from an upstream that knows no merchants works by an address of ours that nobody can make up', async () => {
    returnLinks.set(systemNo, 'https://shop.example/done');
    const address = new URL(new ReturnAddresses({ publicUrl: platform.url, sealer }).of(20_000_001n, systemNo));
    const reply = await server.inject(`${address.pathname}?orderNo=theirs&sign=x`);
    expect([reply.statusCode, reply.headers.location]).toEqual([303, 'https://shop.example/done']);
    expect((await server.inject(address.pathname.replace('20000001', '20000002'))).statusCode).toBe(404);
    expect((await server.inject('/return/20000001')).statusCode).toBe(404);
  });
});

describe('the notification', () => {
  test('is what the upstream endpoint takes for true', async () => {
    await post(`${await payUrl()}/pay`);
    await told();
    const [notification] = platform.received;
    if (!notification) throw new Error('nothing received');
    const outcome = await upstreams.readNotification(1, { method: 'POST', query: {}, ...notification });
    expect(outcome).toMatchObject({ ok: true, acknowledgement: 'success', payment: { memberNo: 20_000_001n, systemNo, amountMinor: 12_850n, currency: 'CNY', status: 'paid', paidAt: clock.now() } });
  });

  test('is sent again, ever later, until it is acknowledged, though the platform was down and this process too', async () => {
    platform.answers = ['down', [500, 'oops'], [200, 'not quite'], [302, 'success']];
    await post(`${await payUrl()}/pay`);
    await vi.waitFor(() => expect(platform.answers).toHaveLength(3));
    await vi.waitFor(async () => expect(await attempts()).toBe(1));
    // Another process: it knows only what the database knows.
    const [job] = upstreamJobs({ ...deps });
    await job?.run();
    expect(await attempts()).toBe(1);
    for (const waitMs of [1_000, 2_000, 4_000, 8_000]) {
      clock.advance(waitMs - 1);
      await job?.run();
      const before = await attempts();
      clock.advance(1);
      await job?.run();
      expect(await attempts()).toBe((before ?? 0) + 1);
    }
    expect(platform.received.map(({ answer }) => answer)).toEqual(['down', 500, 200, 302, 200]);
    expect(new Set(platform.received.map(({ headers }) => headers['x-sandbox-nonce'])).size).toBe(5);
    clock.advance(3_600_000);
    await job?.run();
    expect(platform.received).toHaveLength(5);
  });

  test('that a dying process had in hand is taken over', async () => {
    const url = await payUrl();
    await sql`
      insert into sandbox_payments (upstream_no, upstream_id, member_no, system_no, amount, currency, status, created_at, settled_at, next_notify_at)
      values ('SB1-x', 1, 20000001, ${systemNo}, 12850, 'CNY', 'paid', ${clock.now()}, ${clock.now()}, ${new Date(clock.now().getTime() + 30_000)})`.execute(db.kysely);
    const jobs = [...upstreamJobs({ ...deps }), ...upstreamJobs({ ...deps })];
    await Promise.all(jobs.map((job) => job.run()));
    expect(platform.received).toHaveLength(0);
    clock.advance(30_000);
    await Promise.all(jobs.map((job) => job.run()));
    expect(platform.received).toHaveLength(1);
    expect(url).toContain('/cashier/');
  });
});

/** Stands for the platform's public address: takes notifications and answers as told, else `success`. */
class Platform {
  readonly #server: Server;
  answers: ('down' | [status: number, body: string])[] = [];
  received: { headers: IncomingHttpHeaders; rawBody: Buffer; path: string; answer: 'down' | number }[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Platform> {
    const platform = new Platform(
      createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const answer = platform.answers.shift() ?? [200, ' success\n'];
          platform.received.push({ headers: request.headers, rawBody: Buffer.concat(chunks), path: request.url ?? '', answer: answer === 'down' ? 'down' : answer[0] });
          if (answer === 'down') request.socket.destroy();
          else response.writeHead(answer[0], { location: '/elsewhere' }).end(answer[1]);
        });
      }),
    );
    await new Promise<void>((resolve) => platform.#server.listen(0, '127.0.0.1', resolve));
    return platform;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The address of a new payment's page. */
async function payUrl(given: Partial<PaymentRequest> = {}): Promise<string> {
  systemNo += 1n;
  const created = await upstreams.createPayment(1, {
    memberNo: 20_000_001n, systemNo, amountMinor: 12_850n, currency: 'CNY', mode: 'qr', channelCode: 'sandbox_qr', subject: 'Two tickets',
    returnUrl: null, clientIp: null, expiresAt: new Date('2026-11-20T04:45:00Z'), ...given,
  });
  return created.payUrl;
}

async function ask(url: string, options: InjectOptions = {}): Promise<LightMyRequestResponse> {
  return server.inject({ ...options, url: url.slice(platform.url.length) });
}

async function post(url: string): Promise<{ data: { status: string } }> {
  return (await ask(url, { method: 'POST' })).json();
}

async function settled(): Promise<{ systemNo: bigint; status: string }[]> {
  return (await sql<{ systemNo: bigint; status: string }>`select system_no as "systemNo", status from sandbox_payments`.execute(db.kysely)).rows;
}

async function told(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from sandbox_payments where notified_at is null`.execute(db.kysely);
    expect(rows).toHaveLength(0);
  });
}

async function attempts(): Promise<number | undefined> {
  return (await sql<{ attempts: number }>`select notify_attempts as attempts from sandbox_payments`.execute(db.kysely)).rows[0]?.attempts;
}
