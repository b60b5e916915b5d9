import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyCallback } from '@countinghouse/sdk/callbacks';
import { type People, people, type Person } from '#features/accounts/server/people-for-tests.ts';
import { createDeliverer } from '#features/callbacks/server/deliverer.ts';
import type { SendingDeps } from '#features/callbacks/server/resends/sending.ts';
import { gatewayApp, type GatewayApp, KEY } from '#features/gateway/server/gateway-for-tests.ts';
import { created, newOrder, paymentOf, SANDBOX } from '#features/orders/server/orders-for-tests.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import type { CallbackDetail, CallbackRow, ReceiverRow, RunProgress, SimulatedCall } from '../../callbacks-contract.ts';
import { callbackHandlers } from './calls.ts';

interface Received {
  headers: IncomingMessage['headers'];
  url: string;
  body: string;
  tookMs: number;
}

const received: Received[] = [];
let answer = (response: ServerResponse): unknown => response.end('success');
const server = createServer((request, response) => void receive(request, response));
let host: string;
let url: string;
let app: GatewayApp;
let crowd: People;
let shop: Person;
let stranger: Person;
let memberNo: bigint;
let delivery: SendingDeps;
let orders: { orderNo: string; systemNo: bigint }[];

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const startedAt = performance.now();
  const body = await text(request);
  received.push({ headers: request.headers, url: request.url ?? '', body, tookMs: performance.now() - startedAt });
  answer(response);
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  url = `http://${host}/notify`;
  app = await gatewayApp(undefined, [host]);
  const content = { payin: app.orders.callbackContent, payout: app.disbursements.callbackContent };
  delivery = { ...app, signer: app.keys, log: silentLog, timeoutMs: 10_000, content };
  crowd = await people({ sharing: app, more: () => [callbackHandlers({ ...app, delivery })] });
  const [{ member }] = [await crowd.addMember({ username: 'shop' }), await crowd.addMember({ username: 'stranger' })];
  memberNo = member.memberNo;
  await app.giveKeys(memberNo);
  await app.addChannel();
  [shop, stranger] = [crowd.person(), crowd.person()];
  await shop.logIn('shop');
  await stranger.logIn('stranger');

  answer = (response) => response.writeHead(301, { location: `https://${host}/notify` }).end('moved');
  orders = [];
  for (const orderNo of ['C-1', 'C-2', 'C-3']) {
    app.clock.advance(1000);
    const order = await created(app.orders, newOrder(memberNo, { orderNo, amountMinor: 10_000n, notifyUrl: url }));
    await app.orders.confirmPayment(SANDBOX, paymentOf(order));
    orders.push({ orderNo, systemNo: order.systemNo });
  }
  await createDeliverer({ ...delivery, waitsS: [] }).idle();
  answer = (response) => response.end('success');
});
beforeEach(() => {
  received.length = 0;
  // Each test gets the limits of a new minute.
  app.clock.advance(61_000);
});
afterAll(async () => {
  await crowd.close();
  await app.close();
  server.close();
});

const idOf = (index: number): string => `payin-${orders[index]?.systemNo}`;
const log = async (filter: object): Promise<CallbackRow[]> =>
  (await shop.post<{ list: CallbackRow[] }>('/apisettings/callbackLog', filter)).data?.list ?? [];

describe('the log', () => {
  test("shows the member's callbacks, newest first, with the result of the last attempt", async () => {
    const answered = await shop.post('/apisettings/callbackLog', {});
    expect(answered).toMatchObject({
      code: 1,
      data: {
        total: 3,
        list: [
          {
            notifyId: idOf(2),
            kind: 'payin',
            orderNo: 'C-3',
            systemNo: orders[2]?.systemNo.toString(),
            host,
            state: 'failed',
            attempts: 1,
            lastResult: 'http_status',
            nextAt: null,
          },
          { orderNo: 'C-2' },
          { orderNo: 'C-1' },
        ],
        extend: { capped: false, lookedFrom: null },
      },
    });
  });

  test.each<[string, () => object, string[]]>([
    ['a kind', () => ({ kind: 'payin' }), ['C-3', 'C-2', 'C-1']],
    ['payouts', () => ({ kind: 'payout' }), []],
    ['reports, which have none', () => ({ kind: 'report' }), []],
    ['a state', () => ({ state: 'failed' }), ['C-3', 'C-2', 'C-1']],
    ['another state', () => ({ state: 'paused' }), []],
    ['those that are tried again', () => ({ state: 'retrying' }), []],
    ['an order number', () => ({ q: 'C-2' }), ['C-2']],
    ['a system number', () => ({ q: orders[0]?.systemNo.toString() }), ['C-1']],
    ['a notify number', () => ({ q: idOf(1) }), ['C-2']],
    ['a notify number of the other kind', () => ({ q: idOf(1), kind: 'payout' }), []],
    ['a host', () => ({ host }), ['C-3', 'C-2', 'C-1']],
    ['a host with its usual port', () => ({ host: 'shop.example' }), []],
    ['a class of errors', () => ({ errorClass: 'redirect' }), ['C-3', 'C-2', 'C-1']],
    ['another class', () => ({ errorClass: 'timeout' }), []],
    ['a range', () => ({ range: { to: '2026-11-01T00:00:00.000Z' } }), []],
  ])('filters by %s', async (_, filter, orderNos) => {
    expect((await log(filter())).map(({ orderNo }) => orderNo)).toEqual(orderNos);
  });

  test('refuses a number that no callback can have', async () => {
    expect(await shop.post('/apisettings/callbackLog', { q: 'a b&c' })).toMatchObject({ code: -1 });
  });

  test('shows nothing to another member', async () => {
    expect(await stranger.post('/apisettings/callbackLog', {})).toMatchObject({ data: { total: 0, list: [] } });
  });
});

describe('the details', () => {
  test('show each attempt, and say in the reader’s language what to mend', async () => {
    const { data } = await shop.post<CallbackDetail>('/apisettings/callbackDetail', { notifyId: idOf(0) });
    const [attempt] = data?.list ?? [];
    expect(attempt).toMatchObject({
      address: url,
      status: 301,
      reply: 'moved',
      error: 'http_status',
      errorClass: 'redirect',
      delivered: false,
      manual: false,
      by: null,
      advice: `Your server redirects http to https. Callbacks don’t follow redirects: use https://${host}/notify as the callback URL.`,
    });
    expect(attempt?.replyHeaders).toContain(`location: https://${host}/notify`);
    expect(attempt?.request.headers).toContain('X-Sign: ');
    expect(attempt?.request.body).toContain('orderNo=C-1');
    const inChinese = crowd.person({ language: 'zh' });
    await inChinese.logIn('shop');
    const read = await inChinese.post<CallbackDetail>('/apisettings/callbackDetail', { notifyId: idOf(0) });
    expect(read.data?.list[0]?.advice).toContain('通知不跟随跳转');
  });

  test.each(['payin-1', 'nothing', 'payin-2611200400000000001'])('of %s are not found', async (notifyId) => {
    expect(await shop.post('/apisettings/callbackDetail', { notifyId })).toMatchObject({ error: 'not_found' });
    expect(await shop.post('/apisettings/resend', { notifyId })).toMatchObject({ error: 'not_found' });
  });

  test('of another member are not found', async () => {
    expect(await stranger.post('/apisettings/callbackDetail', { notifyId: idOf(0) })).toMatchObject({
      error: 'not_found',
    });
    expect(await stranger.post('/apisettings/resend', { notifyId: idOf(0) })).toMatchObject({ error: 'not_found' });
    expect(received).toEqual([]);
  });
});

test('one callback is sent at once, and the attempt says by whom', async () => {
  expect(await shop.post('/apisettings/resend', { notifyId: idOf(0) })).toMatchObject({
    code: 1,
    data: { delivered: true, status: 200, error: null, advice: null },
  });
  expect(received).toHaveLength(1);
  const { data } = await shop.post<CallbackDetail>('/apisettings/callbackDetail', { notifyId: idOf(0) });
  expect(data).toMatchObject({ state: 'delivered', lastResult: 'delivered' });
  expect(data?.list.at(-1)).toMatchObject({ manual: true, by: 'shop', delivered: true });
  answer = (response) => response.writeHead(500).end();
  expect(await shop.post('/apisettings/resend', { notifyId: idOf(0) })).toMatchObject({
    data: { delivered: false, status: 500, error: 'http_status' },
  });
  answer = (response) => response.end('success');
  expect(await log({ q: idOf(0) })).toMatchObject([{ state: 'delivered', lastResult: 'http_status' }]);
});

test('more than thirty a minute by hand are refused', async () => {
  for (let count = 0; count < 30; count += 1) await shop.post('/apisettings/resend', { notifyId: idOf(1) });
  expect(await shop.post('/apisettings/resend', { notifyId: idOf(1) })).toMatchObject({ error: 'rate_limited' });
});

describe('a plan', () => {
  test('says how many, how much and where to, and its run sends them', async () => {
    const filter = { errorClass: 'redirect' };
    const { data: plan } = await shop.post<{ planId: string }>('/apisettings/resendPlan', { filter });
    expect(plan).toMatchObject({ count: 1, amount: '100.00', hosts: [host] });
    const planId = plan?.planId ?? '';
    expect(await stranger.post('/apisettings/resendRun', { planId, perSecond: 10 })).toMatchObject({
      error: 'not_found',
    });
    expect(await shop.post('/apisettings/resendState', { runId: planId })).toMatchObject({ error: 'not_found' });
    expect(await shop.post('/apisettings/resendRun', { planId, perSecond: 51 })).toMatchObject({ code: -1 });
    expect(await shop.post('/apisettings/resendRun', { planId, perSecond: 10 })).toMatchObject({
      data: { runId: planId },
    });
    const other = await shop.post<{ planId: string }>('/apisettings/resendPlan', { filter });
    expect(
      await shop.post('/apisettings/resendRun', { planId: other.data?.planId ?? '', perSecond: 10 }),
    ).toMatchObject({ error: 'resend_running' });
    const worker = createDeliverer({ ...delivery, waitsS: [] });
    worker.start();
    app.clock.advance(2000);
    await expect
      .poll(async () => (await shop.post<RunProgress>('/apisettings/resendState', { runId: planId })).data, {
        timeout: 10_000,
      })
      .toEqual({ state: 'done', total: 1, sent: 1, delivered: 1, failed: 0 });
    await worker.stop();
    expect(received.map(({ body }) => new URLSearchParams(body).get('notifyId'))).toEqual([idOf(2)]);
    expect(await stranger.post('/apisettings/resendState', { runId: planId })).toMatchObject({ error: 'not_found' });
    expect(await shop.post('/apisettings/resendState', { runId: 'nothing' })).toMatchObject({ error: 'not_found' });
  });

  test('of nothing is refused', async () => {
    for (const filter of [{ errorClass: 'dns' }, { kind: 'report' }])
      expect(await shop.post('/apisettings/resendPlan', { filter })).toMatchObject({ error: 'nothing_to_resend' });
  });

  test('that runs can be cancelled, by its member only', async () => {
    const { data } = await shop.post<{ planId: string }>('/apisettings/resendPlan', { filter: {} });
    const runId = data?.planId ?? '';
    await shop.post('/apisettings/resendRun', { planId: runId, perSecond: 1 });
    expect(await stranger.post('/apisettings/resendCancel', { runId })).toMatchObject({ error: 'not_found' });
    expect(await shop.post('/apisettings/resendCancel', { runId })).toMatchObject({
      data: { state: 'cancelled', total: 3, sent: 0 },
    });
    expect(received).toEqual([]);
  });
});

test('receivers show their health, and only their member decides about them', async () => {
  const { data } = await shop.post<{ list: ReceiverRow[] }>('/apisettings/receivers');
  expect(data?.list).toMatchObject([{ host, state: 'ok', failures: 0, waiting: 0, asks: false }]);
  expect(await shop.post('/apisettings/resumeReceiver', { host, send: true })).toMatchObject({ data: { count: 0 } });
  expect(await stranger.post('/apisettings/receivers')).toMatchObject({ data: { list: [] } });
  expect(await stranger.post('/apisettings/resumeReceiver', { host, send: true })).toMatchObject({
    error: 'not_found',
  });
});

describe('the simulator', () => {
  const simulated = async (event: string, variant: string): Promise<SimulatedCall[]> =>
    (await shop.post<{ list: SimulatedCall[] }>('/apisettings/simulate', { event, variant, url })).data?.list ?? [];
  const fieldsOf = ({ body }: Received): Record<string, string> => Object.fromEntries(new URLSearchParams(body));
  const isGenuine = async ({ headers, url: path, body }: Received): Promise<boolean> => {
    const checked = await verifyCallback({
      headers,
      url: path,
      rawBody: body,
      merchantNo: memberNo.toString(),
      signTypes: ['MD5', 'HMAC-SHA256', 'RSA-SHA256'],
      key: KEY,
      publicKey: app.platformPublicKey,
      now: () => app.clock.now().getTime(),
    });
    return checked.ok;
  };

  test.each([
    ['payin.success', { status: 'success', obtained: '99.40' }],
    ['payin.late', { status: 'success' }],
    ['payout.paid', { status: 'paid' }],
    ['payout.cancelled', { status: 'cancelled', failReason: 'account closed' }],
  ])('sends %s, signed, under a number that begins with SIM, and stores nothing', async (event, fields) => {
    const calls = await simulated(event, 'once');
    expect(calls).toMatchObject([{ address: url, status: 200, reply: 'success', delivered: true, advice: null }]);
    const [got] = received;
    if (!got) throw new Error('nothing was sent');
    expect(fieldsOf(got)).toMatchObject({ ...fields, orderNo: expect.stringMatching(/^SIM\d{19}$/) as string });
    expect(await isGenuine(got)).toBe(true);
    expect(await log({})).toHaveLength(3);
  });

  test('sends one twice, with the same notify id', async () => {
    expect(await simulated('payin.success', 'twice')).toHaveLength(2);
    expect(new Set(received.map((got) => fieldsOf(got)['notifyId'])).size).toBe(1);
    expect(new Set(received.map((got) => fieldsOf(got)['nonce'])).size).toBe(2);
  });

  test.each([
    ['payin.success', ['reversed', 'success']],
    ['payout.paid', ['paid', 'applying']],
  ])('sends the later state of %s first', async (event, statuses) => {
    await simulated(event, 'out_of_order');
    expect(received.map((got) => fieldsOf(got)['status'])).toEqual(statuses);
  });

  test('shows the wrong signature that it sends, and no merchant accepts it', async () => {
    await app.db.transaction((tx) => app.keys.change(tx, memberNo, { signTypes: ['HMAC-SHA256'] }));
    app.keys.forget(memberNo);
    const [byHeader] = await simulated('payin.success', 'wrong_signature');
    const [got] = received;
    if (!got) throw new Error('nothing was sent');
    expect(await isGenuine(got)).toBe(false);
    expect(byHeader?.request.headers).toContain(String(got.headers['x-sign']));
  });

  test('sends a slow body over eight seconds', async () => {
    await simulated('payin.success', 'slow');
    const [got] = received;
    if (!got) throw new Error('nothing was sent');
    expect(got.tookMs).toBeGreaterThan(7_000);
    expect(await isGenuine(got)).toBe(true);
  }, 30_000);

  test('has the guard of real callbacks, and a limit', async () => {
    const to = (address: string) =>
      shop.post('/apisettings/simulate', { event: 'payin.success', variant: 'once', url: address });
    for (const address of ['http://169.254.169.254/latest', 'ftp://shop.example/', 'nonsense'])
      expect(await to(address)).toMatchObject({ error: 'address_refused' });
    expect(await shop.post('/apisettings/simulate', { event: 'x', variant: 'once', url })).toMatchObject({ code: -1 });
    for (let count = 0; count < 10; count += 1) await to(url);
    expect(await to(url)).toMatchObject({ error: 'rate_limited' });
  });
});
