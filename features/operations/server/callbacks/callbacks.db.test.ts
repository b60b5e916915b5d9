import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialsOf } from '#features/accounts/server/credentials-for-tests.ts';
import { type People, people, type Person } from '#features/accounts/server/people-for-tests.ts';
import { createDeliverer } from '#features/callbacks/server/deliverer.ts';
import type { SendingDeps } from '#features/callbacks/server/resends/sending.ts';
import { gatewayApp, type GatewayApp } from '#features/gateway/server/gateway-for-tests.ts';
import { created, newOrder, paymentOf, SANDBOX } from '#features/orders/server/orders-for-tests.ts';
import type { CallbackDetail, CallbackRow } from '#features/portal/callbacks-contract.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import type { OperatorReceiverRow } from '../../callback-contract.ts';
import { operatorCallbackHandlers } from './calls.ts';

let answers = 500;
let received = 0;
const server = createServer((request, response) => {
  void text(request).then(() => {
    received += 1;
    response.writeHead(answers).end(answers === 200 ? 'success' : 'broken');
  });
});
let host: string;
let app: GatewayApp;
let crowd: People;
let boss: Person;
let bossId: bigint;
let memberNo: string;
let deliver: () => Promise<void>;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await gatewayApp(undefined, [host]);
  const content = { payin: app.orders.callbackContent, payout: app.disbursements.callbackContent };
  const delivery: SendingDeps = { ...app, signer: app.keys, log: silentLog, timeoutMs: 10_000, content };
  crowd = await people({
    sharing: app,
    more: (built) => [operatorCallbackHandlers({ ...app, audit: built.audit, members: built.members, delivery })],
  });
  const { member } = await crowd.addMember({ username: 'shop' });
  memberNo = member.memberNo.toString();
  bossId = await crowd.addOperator('boss');
  boss = crowd.person();
  await boss.logIn('boss');
  await app.giveKeys(member.memberNo);
  await app.addChannel();
  for (const orderNo of ['C-1', 'C-2', 'C-3']) {
    app.clock.advance(1000);
    const order = await created(
      app.orders,
      newOrder(member.memberNo, { orderNo, amountMinor: 10_000n, notifyUrl: `http://${host}/notify` }),
    );
    await app.orders.confirmPayment(SANDBOX, paymentOf(order));
  }
  deliver = () => createDeliverer({ ...delivery, waitsS: [60] }).idle();
  await deliver();
});
afterAll(async () => {
  await crowd.close();
  await app.close();
  server.close();
});

const receivers = async (filter: object = {}) =>
  (await boss.post<{ total: number; list: OperatorReceiverRow[] }>('/operator/callback/receivers', filter)).data;
const callbacks = async (filter: object = {}) =>
  (
    await boss.post<{ total: number; list: CallbackRow[]; extend: { capped: boolean } }>('/operator/callback/list', {
      memberNo,
      ...filter,
    })
  ).data;
const act = (name: 'pause' | 'resume', more: object = {}) =>
  boss.post<{ count: number }>(`/operator/callback/${name}`, { memberNo, host, reason: 'asked by phone', ...more });
const lastAction = async () => (await credentialsOf(crowd).auditOf(bossId)).at(-1);

describe('receivers of all members', () => {
  it('are listed by backlog and failures, and found by member, host and state', async () => {
    expect(await receivers()).toMatchObject({
      total: 1,
      list: [
        { memberNo, memberName: expect.any(String), host, state: 'failing', failures: 3, waiting: 3, stopped: false },
      ],
    });
    for (const found of [
      { memberNo },
      { host: '127.0' },
      { state: 'failing' },
      { state: 'waiting' },
      { sort: 'failures' },
    ])
      expect((await receivers(found))?.total).toBe(1);
    for (const none of [{ memberNo: '99999999' }, { host: 'shop.example' }, { state: 'paused' }])
      expect(await receivers(none)).toMatchObject({ total: 0, list: [] });
    expect(await receivers({ page: 2 })).toMatchObject({ total: 1, list: [] });
  });

  it('have their callbacks, each with its attempts', async () => {
    expect(await callbacks({ host })).toMatchObject({
      total: 3,
      list: [{ orderNo: 'C-3' }, { orderNo: 'C-2' }, { orderNo: 'C-1' }],
      extend: { capped: false },
    });
    expect(await callbacks({ q: 'C-2' })).toMatchObject({ total: 1 });
    const notifyId = (await callbacks())?.list[0]?.notifyId ?? '';
    const detail = await boss.post<CallbackDetail>('/operator/callback/detail', { memberNo, notifyId });
    expect(detail.data).toMatchObject({
      notifyId,
      list: [{ status: 500, delivered: false, advice: expect.any(String), manual: false }],
    });
    for (const missing of [
      { memberNo: '99999999', notifyId },
      { memberNo, notifyId: 'payin-1' },
    ])
      expect(await boss.post('/operator/callback/detail', missing)).toMatchObject({ error: 'not_found' });
  });
});

describe('a receiver', () => {
  it('that is paused gets nothing, not even a probe, until a person resumes it', async () => {
    expect(await act('pause')).toMatchObject({ code: 1 });
    expect(await lastAction()).toBe(`receiver_paused ${host} failing → paused asked by phone`);
    expect(await act('pause')).toMatchObject({ error: 'receiver_paused' });
    expect(await receivers()).toMatchObject({ list: [{ state: 'paused', stopped: true, waiting: 3 }] });
    answers = 200;
    received = 0;
    app.clock.advance(2 * 3_600_000);
    await deliver();
    expect(received).toBe(0);
    // Two hours end every session.
    boss = crowd.person();
    await boss.logIn('boss');
    expect(await act('resume', { send: true })).toMatchObject({ data: { count: 3 } });
    expect(await lastAction()).toBe(`receiver_resumed ${host} sent: 3 asked by phone`);
    await deliver();
    expect(received).toBe(3);
    expect(await receivers()).toMatchObject({ total: 0 });
    expect(await receivers({ memberNo })).toMatchObject({ list: [{ state: 'ok', stopped: false, waiting: 0 }] });
  });

  it('that is not there can be neither paused nor resumed', async () => {
    expect(await act('pause', { host: 'shop.example' })).toMatchObject({ error: 'not_found' });
    expect(await act('resume', { host: 'shop.example', send: false })).toMatchObject({ error: 'not_found' });
  });
});

describe('callbacks of a filter', () => {
  const plan = (filter: object, of = memberNo) =>
    boss.post<{ planId: string; count: number; amount: string }>('/operator/callback/plan', { memberNo: of, filter });
  const run = (planId: string) =>
    boss.post('/operator/callback/run', { memberNo, planId, perSecond: 10, reason: 'lost by the shop' });

  it('are planned, sent once, and written into the audit log once', async () => {
    const { data } = await plan({ host, state: 'delivered' });
    expect(data).toMatchObject({ count: 3, amount: '300.00' });
    const planId = data?.planId ?? '';
    expect(await run(planId)).toMatchObject({ data: { state: 'running', total: 3 } });
    expect(await lastAction()).toBe('callbacks_resent 3 lost by the shop');
    const before = (await credentialsOf(crowd).auditOf(bossId)).length;
    expect(await run(planId)).toMatchObject({ code: 1 });
    expect((await credentialsOf(crowd).auditOf(bossId)).length).toBe(before);
    const another = (await plan({ host })).data?.planId ?? '';
    expect(await run(another)).toMatchObject({ error: 'resend_running' });
  });

  it('are none where nothing matches', async () => {
    expect(await plan({ host: 'shop.example' })).toMatchObject({ error: 'nothing_to_resend' });
    expect(await plan({}, '99999999')).toMatchObject({ error: 'not_found' });
    expect(await run('00000000-0000-4000-8000-000000000000')).toMatchObject({ error: 'not_found' });
    expect(await run('no id')).toMatchObject({ error: 'not_found' });
  });
});
