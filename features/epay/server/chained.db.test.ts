import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { created, newOrder, paymentOf, reversed, SANDBOX } from '#features/orders/server/orders-for-tests.ts';
import { serveUpstreamReports } from '#features/orders/server/upstream-reports.ts';
import { UpstreamError } from '#features/upstreams/server/connector.ts';
import { type UpstreamVerbs, upstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { orderVerbs, type OrderVerbs } from '#features/orders/server/verbs.ts';
import { gatewayApp, type GatewayApp } from '#features/gateway/server/gateway-for-tests.ts';
import { freePort } from '#foundation/server/http/port-for-tests.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { createOutgoing, type Outgoing } from '#foundation/server/outgoing/outgoing.ts';
import type { FastifyInstance } from 'fastify';
import { EPAY_KEY, type EpayApp, epayApp } from './epay-for-tests.ts';

/** The platform with the ePay door, and ours, which is one of its merchants and pays through it. */
let theirs: EpayApp;
let ours: GatewayApp;
let pid: string;
let member: bigint;
let reports: FastifyInstance;
let outgoing: Outgoing;
let upstreams: UpstreamVerbs;
let orders: OrderVerbs;
const UPSTREAM = 81;

beforeAll(async () => {
  ours = await gatewayApp();
  const reportUrl = `http://127.0.0.1:${await freePort()}`;
  theirs = await epayApp([new URL(reportUrl).host]);
  pid = await theirs.addShop();
  const theirUrl = await theirs.server.listen({ port: 0, host: '127.0.0.1' });
  outgoing = createOutgoing({ allow: [new URL(theirUrl).host] });
  upstreams = upstreamVerbs({ ...ours, outgoing, publicUrl: reportUrl, log: silentLog });
  orders = orderVerbs({ ...ours, upstreams, log: silentLog });
  reports = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  await serveUpstreamReports(reports, { log: silentLog, upstreams, orders });
  await reports.listen({ port: Number(new URL(reportUrl).port), host: '127.0.0.1' });
  const settings = { baseUrl: `${theirUrl}/epay/`, pid, key: EPAY_KEY, currency: 'CNY', types: { qr: 'alipay' } };
  await ours.db.transaction(async (tx) => {
    await upstreams.addUpstream(tx, { upstreamId: UPSTREAM, connector: 'epay', name: 'Next door', settings });
    await upstreams.addUpstream(tx, {
      upstreamId: UPSTREAM + 1,
      connector: 'epay',
      name: 'Wrong key',
      settings: { ...settings, key: 'x'.repeat(32) },
    });
    await upstreams.addUpstream(tx, {
      upstreamId: UPSTREAM + 2,
      connector: 'epay',
      name: 'Nowhere',
      settings: { ...settings, baseUrl: 'http://10.0.0.1/' },
    });
    for (const [index, code] of ['next_door', 'wrong_key', 'nowhere'].entries())
      await ours.channels.addChannel(tx, {
        channelId: UPSTREAM + index,
        code,
        mode: 'qr',
        name: { en: code, zh: code, es: code, th: code },
        minAmountMinor: 100n,
        maxAmountMinor: 5_000_000n,
        dailyLimitMinor: null,
        recharge: false,
        rate: { percentE4: 0, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null },
        routes: [{ upstreamId: UPSTREAM + index, position: 1, weight: 1 }],
      });
  });
  member = await ours.addMerchant();
});
afterAll(async () => {
  await upstreams.idle();
  await reports.close();
  await theirs.close();
  await outgoing.close();
  await ours.close();
});

const make = (changes = {}) => created(orders, newOrder(member, { channelCode: 'next_door', ...changes }));
const atTheirs = async (systemNo: bigint) => theirs.orderOf(pid, `${member}-${systemNo}`);

async function payThere(systemNo: bigint): Promise<void> {
  await theirs.orders.confirmPayment(SANDBOX, paymentOf(await atTheirs(systemNo)));
}

describe('with another ePay server as the upstream', () => {
  it('an order is created there, paid there, reported to us and credited here', async () => {
    const order = await make({
      subject: 'Tea & cake\\',
      returnUrl: 'https://shop.example/back',
      clientIp: '203.0.113.9',
    });
    const there = await atTheirs(order.systemNo);
    expect(there).toMatchObject({
      amountMinor: 10_000n,
      signType: 'EPAY',
      payUrl: order.payUrl,
      qrContent: order.qrContent,
    });
    expect(there.returnUrl).toMatch(/\/return\/\d{8}-\d{19}\./);
    await payThere(order.systemNo);
    await theirs.deliver();
    expect(await orders.find(member, { systemNo: order.systemNo }, 'payin')).toMatchObject({ status: 'success' });
    expect(await theirs.callbacks.stateOf(BigInt(pid), there.systemNo, 'payin')).toMatchObject({ status: 'delivered' });
  });

  it('a repeated request is the same payment', async () => {
    const wanted = newOrder(member, { channelCode: 'next_door' });
    const first = await created(orders, wanted);
    const request = { ...first, mode: 'qr', subject: wanted.subject, clientIp: null } as const;
    expect(await upstreams.createPayment(UPSTREAM, request)).toMatchObject({ payUrl: first.payUrl });
  });

  it('a query returns unpaid, paid, reversed, or that there is none', async () => {
    const order = await make();
    const ref = { memberNo: member, systemNo: order.systemNo, upstreamNo: null, currency: 'CNY' };
    expect(await upstreams.queryPayment(UPSTREAM, ref)).toMatchObject({ status: 'unpaid', amountMinor: 10_000n });
    await payThere(order.systemNo);
    expect(await upstreams.queryPayment(UPSTREAM, ref)).toMatchObject({
      status: 'paid',
      amountMinor: 10_000n,
      upstreamNo: (await atTheirs(order.systemNo)).systemNo.toString(),
    });
    await reversed(theirs, await atTheirs(order.systemNo));
    expect(await upstreams.queryPayment(UPSTREAM, ref)).toMatchObject({ status: 'failed' });
    const none = ours.systemNumbers.next();
    expect(await upstreams.queryPayment(UPSTREAM, { ...ref, systemNo: none })).toMatchObject({
      status: 'unpaid',
      upstreamNo: '',
    });
  });

  it('a repeated notification is acknowledged again, a forged one is refused', async () => {
    const order = await make();
    await payThere(order.systemNo);
    const { systemNo } = await atTheirs(order.systemNo);
    await theirs.deliver();
    ours.clock.advance(10_001);
    await theirs.callbacks.resend(BigInt(pid), [systemNo], 'payin');
    await theirs.deliver();
    expect(await theirs.callbacks.stateOf(BigInt(pid), systemNo, 'payin')).toMatchObject({ status: 'delivered' });
    const forged = {
      pid,
      trade_no: '1',
      out_trade_no: `${member}-${order.systemNo}`,
      money: '100',
      trade_status: 'TRADE_SUCCESS',
      sign: 'x',
    };
    const reply = await reports.inject({
      url: `/upstream/${UPSTREAM}/notify?${new URLSearchParams(forged).toString()}`,
    });
    expect([reply.statusCode, reply.body]).toEqual([401, 'bad_signature']);
    const twice = await reports.inject({ url: `/upstream/${UPSTREAM}/notify?pid=1&pid=2` });
    expect(twice.statusCode).toBe(400);
    expect((await reports.inject({ method: 'HEAD', url: `/upstream/${UPSTREAM}/notify` })).statusCode).toBe(404);
  });

  it.each([
    ['wrong_key', UPSTREAM + 1, 'refused', 'rejected'],
    ['nowhere', UPSTREAM + 2, 'unreachable', 'address_refused'],
  ])('the channel %s takes no order', async (channelCode, upstreamId, kind, reason) => {
    expect(await orders.create(newOrder(member, { channelCode }))).toEqual({
      outcome: 'refused',
      error: 'upstream_unavailable',
    });
    const ref = { memberNo: member, systemNo: ours.systemNumbers.next(), upstreamNo: null, currency: 'CNY' };
    const failed = await upstreams.queryPayment(upstreamId, ref).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(UpstreamError);
    expect(failed).toMatchObject(kind === 'refused' ? { kind: 'unknown', reason } : { kind, reason });
  });

  it('payouts are not supported, and it says so', async () => {
    const ref = { memberNo: member, systemNo: ours.systemNumbers.next(), reference: 'P-1', currency: 'CNY' };
    await expect(upstreams.queryPayout(UPSTREAM, ref)).rejects.toMatchObject({
      kind: 'refused',
      reason: 'payouts_not_served',
    });
  });
});
