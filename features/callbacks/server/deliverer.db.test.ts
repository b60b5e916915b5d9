import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberVerbs } from '#features/members/server/verbs.ts';
import { platformKeyVerbs } from '#features/merchant-keys/server/platform-keys.ts';
import { merchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import { silentLog } from '#foundation/server/log.ts';
import { createOutgoing, type Outgoing } from '#foundation/server/outgoing.ts';
import { Sealer } from '#foundation/server/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/test-database.ts';
import { parseForm } from '#sdk/src/form.ts';
import { verifyCallback } from '#sdk/src/callbacks.ts';
import type { SignType } from '#sdk/src/signing.ts';
import type { CallbackContent } from './attempt.ts';
import { createDeliverer, type Deliverer, type DelivererDeps } from './deliverer.ts';
import { callbackVerbs } from './verbs.ts';

const WAITS_S = [15, 60, 300, 1800, 7200, 21_600, 43_200, 86_400];
const START = new Date();
const sealer = new Sealer(Buffer.alloc(32, 7));

let db: TestDatabase;
let clock: SettableClock;
let nextNumber = 0n;
const contents = new Map<bigint, CallbackContent>();
const cleanups: (() => Promise<unknown> | unknown)[] = [];

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(() => {
  clock = new SettableClock(START);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  contents.clear();
  await db.pool.query('delete from callbacks');
  await db.pool.query('delete from callback_attempts');
});

const keys = () => {
  const { platformKeys } = platformKeyVerbs({ db, sealer });
  return merchantKeyVerbs({ db, clock, sealer, platformKeys, log: silentLog });
};

async function merchant(key = 'merchant-key-0123456789'): Promise<bigint> {
  return db.transaction(async (tx) => {
    const { memberNo } = await memberVerbs({ db }).add(tx, {
      kind: 'merchant', name: 'Shop', settlement: { mode: 'D', days: 0, sameDayRatioE4: 1_000_000 }, createdAt: START,
    });
    await keys().create(tx, memberNo, { key, signTypes: ['MD5', 'HMAC-SHA256', 'RSA-SHA256'], requestIps: ['127.0.0.1'] });
    return memberNo;
  });
}

interface Received {
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  notifyId: string;
}

interface Receiver {
  host: string;
  url: string;
  received: Received[];
  /** Resolves once so many have come. */
  came(count: number): Promise<void>;
  /** Breaks every connection. */
  hangUp(): void;
}

async function receiver(answer: (response: ServerResponse, received: Received) => unknown = (response) => response.end('success')): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const one = { url: request.url ?? '', headers: request.headers, body, notifyId: parseForm(body)?.['notifyId'] ?? '' };
    received.push(one);
    answer(response, one);
    for (const { resolve } of waiting.filter(({ count }) => received.length >= count)) resolve();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host, url: `http://${host}/notify?shop=1`, received,
    hangUp: () => server.closeAllConnections(),
    came: (count) => (received.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve }))),
  };
}

function deliverer(receivers: readonly Receiver[], options: Partial<DelivererDeps> = {}): Deliverer {
  const outgoing: Outgoing = createOutgoing({ allow: receivers.map(({ host }) => host) });
  const made = createDeliverer({
    db, clock, outgoing, signer: keys(), waitsS: WAITS_S, log: silentLog,
    content: { payin: async (_, systemNos) => new Map(systemNos.flatMap((systemNo) => { const found = contents.get(systemNo); return found ? [[systemNo, found]] : []; })) },
    ...options,
  });
  cleanups.push(async () => {
    await made.stop();
    await outgoing.close();
  });
  return made;
}

/** Notes callbacks as a posting does; answers their system numbers. */
async function noted(memberNo: bigint, { url }: { url: string }, { count = 1, signType = 'HMAC-SHA256' as SignType } = {}): Promise<bigint[]> {
  const systemNos = Array.from({ length: count }, () => firstSystemNo(START) + (nextNumber += 1n));
  for (const systemNo of systemNos) {
    contents.set(systemNo, {
      url, signType,
      fields: {
        orderNo: `A-${systemNo}`, systemNo: systemNo.toString(), amount: '100.00', fee: '0.60', obtained: '99.40', status: 'success',
        paidAt: START.toISOString(), attach: '订单',
      },
    });
  }
  await db.transaction((tx) => callbackVerbs({ db, clock }).insertMany(tx, systemNos.map((systemNo) => ({
    memberNo, systemNo, subject: 'payin' as const, receiver: new URL(url).host, createdAt: clock.now(),
  }))));
  return systemNos;
}

const stateOf = (memberNo: bigint, systemNo: bigint) => callbackVerbs({ db, clock }).stateOf(memberNo, systemNo, 'payin');
const attemptsOf = (memberNo: bigint, systemNo: bigint) => callbackVerbs({ db, clock }).attemptsOf(memberNo, systemNo, 'payin');

describe('a callback', () => {
  it.each(['MD5', 'HMAC-SHA256', 'RSA-SHA256'] as const)('is signed with %s, and the merchant\'s own check accepts it', async (signType) => {
    const memberNo = await merchant();
    // MD5 can't sign an address with a query, but signs no address either.
    const shop = await receiver();
    const [systemNo = 0n] = await noted(memberNo, shop, { signType });
    await deliverer([shop]).idle();

    const [got] = shop.received;
    const { publicKeyPem } = await keys().platformKeys();
    const result = await verifyCallback({
      headers: got?.headers ?? {}, rawBody: got?.body ?? '', url: got?.url ?? '', merchantNo: memberNo.toString(), signTypes: [signType],
      key: 'merchant-key-0123456789', publicKey: publicKeyPem, now: () => START.getTime(),
    });
    expect(result).toMatchObject({
      ok: true, kind: 'pay',
      callback: { merchantNo: memberNo.toString(), systemNo: systemNo.toString(), amount: '100.00', obtained: '99.40', attach: '订单', notifyId: `payin-${systemNo}` },
    });
    expect(await stateOf(memberNo, systemNo)).toEqual({ status: 'delivered', attempts: 1, nextAt: null });
    expect(await attemptsOf(memberNo, systemNo)).toMatchObject([{ url: shop.url, replyStatus: 200, reply: 'success', error: null, delivered: true, at: START }]);
  });

  it.each(['MD5', 'HMAC-SHA256'] as const)('carries both signatures of %s during a key rotation, and only the new one afterwards', async (signType) => {
    const memberNo = await merchant('the-old-key-0123456789');
    const newKey = await db.transaction((tx) => keys().rotate(tx, memberNo, 24));
    const shop = await receiver();
    const check = async (key: string, index: number): Promise<boolean> => {
      const { headers, body, url } = shop.received[index] as Received;
      const result = await verifyCallback({ headers, rawBody: body, url, merchantNo: memberNo.toString(), signTypes: [signType], key, now: () => clock.now().getTime() });
      return result.ok;
    };
    await noted(memberNo, shop, { signType });
    await deliverer([shop]).idle();
    expect([await check('the-old-key-0123456789', 0), await check(newKey, 0)]).toEqual([true, true]);

    clock.advance(24 * 3_600_000 + 1);
    await noted(memberNo, shop, { signType });
    await deliverer([shop]).idle();
    expect([await check('the-old-key-0123456789', 1), await check(newKey, 1)]).toEqual([false, true]);
  });

  it('is noted once, however often the posting notes it', async () => {
    const memberNo = await merchant();
    const shop = await receiver();
    const [systemNo = 0n] = await noted(memberNo, shop);
    await db.transaction((tx) => callbackVerbs({ db, clock }).insertMany(tx, [{ memberNo, systemNo, subject: 'payin', receiver: shop.host, createdAt: START }]));
    await deliverer([shop]).idle();
    expect(shop.received).toHaveLength(1);
  });

  it('that has nothing to say fails with its reason and calls nobody', async () => {
    const memberNo = await merchant();
    const shop = await receiver();
    const [systemNo = 0n] = await noted(memberNo, shop);
    contents.clear();
    await deliverer([shop], { waitsS: [] }).idle();
    expect(await attemptsOf(memberNo, systemNo)).toMatchObject([{ error: 'no_content', delivered: false }]);
    expect(await stateOf(memberNo, systemNo)).toMatchObject({ status: 'failed' });
    expect(shop.received).toEqual([]);
  });
});

describe('the schedule', () => {
  it('is kept to the second, survives a restart before each attempt, and ends in failed', async () => {
    const memberNo = await merchant();
    const shop = await receiver((response) => response.writeHead(500).end('down'));
    const [systemNo = 0n] = await noted(memberNo, shop);
    await deliverer([shop]).idle();
    for (const [index, waitS] of WAITS_S.entries()) {
      expect(await stateOf(memberNo, systemNo)).toEqual({ status: 'pending', attempts: index + 1, nextAt: new Date(clock.now().getTime() + waitS * 1000) });
      clock.advance(waitS * 1000 - 1);
      await deliverer([shop]).idle();
      expect(shop.received).toHaveLength(index + 1);
      clock.advance(1);
      await deliverer([shop]).idle();
      expect(shop.received).toHaveLength(index + 2);
    }
    expect(await stateOf(memberNo, systemNo)).toEqual({ status: 'failed', attempts: 9, nextAt: null });
    expect(await attemptsOf(memberNo, systemNo)).toHaveLength(9);
    clock.advance(90 * 86_400_000);
    await deliverer([shop]).idle();
    expect(shop.received).toHaveLength(9);
    expect(new Set(shop.received.map(({ notifyId }) => notifyId))).toEqual(new Set([`payin-${systemNo}`]));
    expect(new Set(shop.received.map(({ headers }) => headers['x-nonce'])).size).toBe(9);
  });

  it('begins anew when it is sent again by hand, with the same notifyId, one or many', async () => {
    const memberNo = await merchant();
    let answer = 'fail';
    const shop = await receiver((response) => response.end(answer));
    const systemNos = await noted(memberNo, shop, { count: 3 });
    const [first = 0n] = systemNos;
    await deliverer([shop], { waitsS: [] }).idle();
    expect(await stateOf(memberNo, first)).toMatchObject({ status: 'failed' });

    const { resend } = callbackVerbs({ db, clock });
    answer = 'success';
    expect(await resend(memberNo, [first], 'payin')).toBe(1);
    expect(await stateOf(memberNo, first)).toEqual({ status: 'pending', attempts: 0, nextAt: clock.now() });
    await deliverer([shop]).idle();
    expect(await stateOf(memberNo, first)).toMatchObject({ status: 'delivered' });
    expect(await resend(memberNo, systemNos, 'payin')).toBe(3);
    expect(await resend(memberNo, [1n], 'payin')).toBe(0);
    expect(await resend(memberNo + 1n, systemNos, 'payin')).toBe(0);
    await deliverer([shop]).idle();
    expect(shop.received.filter(({ notifyId }) => notifyId === `payin-${first}`)).toHaveLength(3);
    expect(await attemptsOf(memberNo, first)).toMatchObject([{ error: 'not_acknowledged' }, { delivered: true }, { delivered: true }]);
  });
});

describe('a receiver\'s answer', () => {
  it.each([
    [200, 'OK', true, null], [200, 'Success \r\n', true, null], [204, '', false, 'not_acknowledged'], [200, 'error', false, 'not_acknowledged'],
    [500, 'success', false, 'http_status'], [404, 'ok', false, 'http_status'],
  ])('%i %j: delivered %s', async (status, body, delivered, error) => {
    const memberNo = await merchant();
    const shop = await receiver((response) => response.writeHead(status).end(body));
    const [systemNo = 0n] = await noted(memberNo, shop);
    await deliverer([shop]).idle();
    expect(await attemptsOf(memberNo, systemNo)).toMatchObject([{ replyStatus: status, reply: body, delivered, error }]);
  });

  it('that redirects is no delivery, and nothing is sent to where it points', async () => {
    const memberNo = await merchant();
    const target = await receiver();
    const shop = await receiver((response) => response.writeHead(307, { location: target.url }).end('success'));
    const [systemNo = 0n] = await noted(memberNo, shop);
    await deliverer([shop, target]).idle();
    expect(await attemptsOf(memberNo, systemNo)).toMatchObject([{ replyStatus: 307, error: 'http_status', delivered: false }]);
    expect(target.received).toEqual([]);
  });

  it('is kept up to 64 KiB, and one that is longer confirms nothing', async () => {
    const memberNo = await merchant();
    const shop = await receiver((response) => response.end(`success${' '.repeat(200_000)}`));
    const [systemNo = 0n] = await noted(memberNo, shop);
    await deliverer([shop]).idle();
    const [attempt] = await attemptsOf(memberNo, systemNo);
    expect(attempt).toMatchObject({ delivered: false, error: 'not_acknowledged' });
    expect(attempt?.reply).toHaveLength(65_536);
  });

  it('may hold anything: NUL, quotes, bytes that are no text', async () => {
    const memberNo = await merchant();
    const shop = await receiver((response) => response.end(Buffer.from([0x00, 0x22, 0x5c, 0x27, 0x7b, 0x7d, 0xff, 0xfe, 0x0a])));
    const [systemNo = 0n] = await noted(memberNo, shop);
    await deliverer([shop]).idle();
    expect(await attemptsOf(memberNo, systemNo)).toMatchObject([{ reply: '\uFFFD"\\\'{}\uFFFD\uFFFD\n' }]);
  });
});

it('an address that is not public is refused at connect time, and that is the attempt\'s error', async () => {
  const memberNo = await merchant();
  const [literal = 0n] = await noted(memberNo, { url: 'http://169.254.169.254/latest' });
  const [named = 0n] = await noted(memberNo, { url: 'http://inside.example/notify' });
  const outgoing = createOutgoing({ allow: [], lookup: async () => ['10.0.0.8'] });
  await deliverer([], { outgoing }).idle();
  for (const systemNo of [literal, named]) {
    expect(await attemptsOf(memberNo, systemNo)).toMatchObject([{ error: 'address_refused', replyStatus: null, delivered: false }]);
    expect(await stateOf(memberNo, systemNo)).toMatchObject({ status: 'pending', attempts: 1 });
  }
});

describe('one dead receiver', () => {
  it('delays nobody else\'s callbacks, not even those of the same merchant to another receiver', async () => {
    const [one, other] = [await merchant(), await merchant()];
    const dead = await Promise.all(Array.from({ length: 12 }, () => receiver(() => undefined)));
    const live = await receiver();
    for (const shop of dead) await noted(one, shop, { count: 20 });
    const ownLive = await noted(one, live, { count: 50 });
    const otherLive = await noted(other, live, { count: 50 });
    // Far fewer places than dead calls want, so that they'd all be taken if they could be.
    const running = deliverer([...dead, live], { concurrency: 8, slowAfterMs: 100 });
    running.start();
    await live.came(100);
    expect((await db.pool.query('select 1 from callback_attempts where error is not null')).rowCount).toBe(0);
    const stopped = running.stop();
    for (const shop of dead) shop.hangUp();
    await stopped;
    for (const [memberNo, systemNos] of [[one, ownLive], [other, otherLive]] as const) {
      for (const systemNo of systemNos) expect(await stateOf(memberNo, systemNo)).toMatchObject({ status: 'delivered' });
    }
    expect((await db.pool.query("select 1 from callback_attempts where error = 'reset'")).rowCount).toBeGreaterThan(0);
  });

  it('hides no fresh callback behind its backlog of thousands', async () => {
    const [one, other] = [await merchant(), await merchant()];
    const dead = await receiver(() => undefined);
    const live = await receiver();
    await noted(one, dead, { count: 5000 });
    const running = deliverer([dead, live], { concurrency: 8, slowAfterMs: 100 });
    running.start();
    await dead.came(4);
    await noted(one, live);
    await noted(other, live);
    await live.came(2);
    expect((await db.pool.query('select 1 from callback_attempts where error is not null')).rowCount).toBe(0);
    const stopped = running.stop();
    dead.hangUp();
    await stopped;
  });
});

describe('several workers', () => {
  it('deliver each callback once', async () => {
    const memberNo = await merchant();
    const shops = await Promise.all([receiver(), receiver(), receiver()]);
    for (const shop of shops) await noted(memberNo, shop, { count: 300 });
    const workers = [deliverer(shops), deliverer(shops), deliverer(shops)];
    await Promise.all(workers.map((worker) => worker.idle()));
    const ids = shops.flatMap(({ received }) => received.map(({ notifyId }) => notifyId));
    expect(ids).toHaveLength(900);
    expect(new Set(ids).size).toBe(900);
  });

  it('take over from one that was killed in the middle of a delivery, with the same notifyId', async () => {
    const memberNo = await merchant();
    const answers: string[] = [];
    const shop = await receiver((response) => answers.length > 0 && response.end(answers[0]));
    const [systemNo = 0n] = await noted(memberNo, shop);
    clock.set(new Date());
    const child = spawn('node_modules/.bin/node', ['features/callbacks/server/deliverer.fixture.ts', db.connectionString, shop.host], { stdio: 'inherit' });
    await shop.came(1);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;

    await deliverer([shop]).idle();
    expect(shop.received).toHaveLength(1);
    expect(await stateOf(memberNo, systemNo)).toMatchObject({ status: 'pending', attempts: 0 });
    answers.push('success');
    clock.advance(60_000);
    await deliverer([shop]).idle();
    expect(shop.received.map(({ notifyId }) => notifyId)).toEqual([`payin-${systemNo}`, `payin-${systemNo}`]);
    expect(await stateOf(memberNo, systemNo)).toMatchObject({ status: 'delivered' });
  });

  it('whose lease has lapsed keeps its attempt, but leaves the state to who holds it now', async () => {
    const memberNo = await merchant();
    const held: ServerResponse[] = [];
    const shop = await receiver((response) => held.push(response));
    const [systemNo = 0n] = await noted(memberNo, shop);
    const late = deliverer([shop]);
    late.start();
    await shop.came(1);
    clock.advance(60_000);
    const second = deliverer([shop]);
    second.start();
    await shop.came(2);
    held[0]?.writeHead(500).end();
    await late.stop();
    expect(await attemptsOf(memberNo, systemNo)).toHaveLength(1);
    expect(await stateOf(memberNo, systemNo)).toMatchObject({ status: 'pending', attempts: 0 });
    held[1]?.end('ok');
    await second.stop();
    expect(await stateOf(memberNo, systemNo)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  it('that stop wait for what is under way and give back the rest at once', async () => {
    const memberNo = await merchant();
    const held: ServerResponse[] = [];
    const shop = await receiver((response) => held.push(response));
    const systemNos = await noted(memberNo, shop, { count: 10 });
    const stopping = deliverer([shop], { slowAfterMs: 60_000 });
    stopping.start();
    await shop.came(4);
    const stopped = stopping.stop();
    for (const response of held) response.end('success');
    await stopped;
    expect(shop.received).toHaveLength(4);
    const { rows } = await db.pool.query<{ status: string; leased: boolean; count: bigint }>(
      'select status, leased_until is not null as leased, count(*) from callbacks where member_no = $1 group by 1, 2 order by 1', [memberNo]);
    expect(rows).toEqual([{ status: 'delivered', leased: false, count: 4n }, { status: 'pending', leased: false, count: BigInt(systemNos.length - 4) }]);
  });
});

it('10,000 callbacks over 50 merchants are all delivered; the figure is printed', async () => {
  const shops = await Promise.all(Array.from({ length: 5 }, () => receiver()));
  for (let index = 0; index < 50; index += 1) await noted(await merchant(), shops[index % 5] as Receiver, { count: 200 });
  const startedAt = performance.now();
  await deliverer(shops).idle();
  const seconds = (performance.now() - startedAt) / 1000;
  expect((await db.pool.query("select 1 from callbacks where status = 'delivered'")).rowCount).toBe(10_000);
  console.info(`callbacks: ${Math.round(10_000 / seconds)} a second, receivers in the same process`);
});
