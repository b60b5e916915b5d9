import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardVerbs } from '#features/cards/server/verbs.ts';
import { certificationVerbs } from '#features/certifications/server/verbs.ts';
import { disbursementVerbs } from '#features/disbursements/server/verbs.ts';
import { fileVerbs } from '#features/files/server/verbs.ts';
import { noteHealth } from '#features/callbacks/server/receivers/health.ts';
import { platformHandlers } from '#features/platform/server/calls.ts';
import {
  created,
  newOrder,
  ordersApp,
  type OrdersApp,
  paymentOf,
  SANDBOX,
} from '#features/orders/server/orders-for-tests.ts';
import { type People, people, type Person } from '#features/accounts/server/people-for-tests.ts';
import { COUNTED_STATUSES } from '#features/orders/server/filter.ts';
import { selectOrderPage } from '#features/orders/server/listing.ts';
import type { Overview } from '../contract.ts';
import { dashboardHandlers } from './calls.ts';

let app: OrdersApp;
let crowd: People;
let shop: Person;
let operator: Person;
let memberNo: bigint;

beforeAll(async () => {
  // 23:30 on the 19th in Shanghai.
  app = await ordersApp({ at: '2026-11-19T15:30:00.000Z' });
  crowd = await people({
    sharing: app,
    more: ({ users }) => [
      dashboardHandlers({
        ...app,
        users,
        cards: cardVerbs(app),
        certifications: certificationVerbs({ ...app, files: fileVerbs(app) }),
        disbursements: disbursementVerbs({ ...app, users }),
      }),
      platformHandlers({
        db: app.db,
        platform: app.platform,
        publicUrl: 'https://pay.example',
        captchaProvider: 'none',
        platformPublicKey: async () => 'PEM',
      }),
    ],
  });
  await app.addChannel();
  const { member } = await crowd.addMember({ username: 'shop' });
  memberNo = member.memberNo;
  await crowd.addOperator('boss');
  const before = await created(app.orders, newOrder(member.memberNo, { amountMinor: 5_000n }));
  const late = await created(app.orders, newOrder(member.memberNo, { amountMinor: 7_000n, expireMinutes: 600 }));
  await app.orders.confirmPayment(SANDBOX, paymentOf(before));
  // Past midnight, so the second of yesterday's orders is paid today.
  app.clock.advance(60 * 60_000);
  await created(app.orders, newOrder(member.memberNo, { amountMinor: 20_000n }));
  const today = await created(app.orders, newOrder(member.memberNo, { amountMinor: 10_000n }));
  await app.orders.confirmPayment(SANDBOX, paymentOf(late));
  await app.orders.confirmPayment(SANDBOX, paymentOf(today));
  [shop, operator] = [crowd.person(), crowd.person()];
  await shop.logIn('shop');
  await operator.logIn('boss');
  await app.db.transaction(async (tx) => {
    await app.platform.announce(tx, {
      announcementId: 1n,
      title: 'Old',
      body: '**Hello**',
      translations: { es: { title: 'Viejo', body: '**Hola**' } },
      publishedAt: new Date('2026-11-01T00:00:00Z'),
    });
    await app.platform.announce(tx, {
      announcementId: 2n,
      title: 'New',
      body: '',
      publishedAt: new Date('2026-11-18T00:00:00Z'),
    });
    await app.platform.announce(tx, {
      announcementId: 3n,
      title: 'Not yet',
      body: '',
      publishedAt: new Date('2026-12-01T00:00:00Z'),
    });
  });
});
afterAll(async () => {
  await crowd.close();
  await app.close();
});

test("/dashboard/summary counts by the platform's day: created today, paid today, yesterday, and the next release", async () => {
  expect(await shop.post('/dashboard/summary')).toMatchObject({
    code: 1,
    data: {
      balance: '218.68',
      frozen: '168.98',
      available: '49.70',
      today: {
        trade: '300.00',
        successAmount: '170.00',
        orders: 2,
        successOrders: 2,
        successRate: '50.0',
        income: '168.98',
      },
      yesterday: { orders: 2, successOrders: 1, amount: '50.00', income: '49.70' },
      nextRelease: { at: '2026-11-20T16:00:00.000Z', amount: '168.98' },
      days: { today: '2026-11-20', yesterday: '2026-11-19' },
      releases: [{ at: '2026-11-20T16:00:00.000Z', amount: '168.98' }],
      releasesLater: '0.00',
      riskHold: '0.00',
      setup: { payPassword: false, certification: 'none', card: 'none', firstPayment: true },
      todo: [
        { what: 'pay_password', count: 1 },
        { what: 'second_factor', count: 1 },
        { what: 'certification', count: 1 },
      ],
    },
  });
});

test('a receiver of callbacks that fails is something to do', async () => {
  const attempt = { at: app.clock.now(), delivered: false, error: 'dns', replyStatus: null };
  const lane = { memberNo, receiver: 'shop.example:443' };
  const failed = { lane, attempt };
  await noteHealth(app, [failed, failed]);
  expect(JSON.stringify((await shop.post('/dashboard/summary')).data)).not.toContain('receivers');
  await noteHealth(app, [failed]);
  const { data } = await shop.post<{ todo: object[] }>('/dashboard/summary');
  expect(data?.todo).toContainEqual({ what: 'receivers', count: 1 });
  await noteHealth(app, [{ lane, attempt: { ...attempt, delivered: true, error: null, replyStatus: 200 } }]);
  expect(JSON.stringify((await shop.post('/dashboard/summary')).data)).not.toContain('receivers');
});

describe('/dashboard/chart', () => {
  test('returns every day, also days without orders, and the channels by amount', async () => {
    const answer = await shop.post<{ days: { date: string; amount: string; orders: number }[]; channels: unknown[] }>(
      '/dashboard/chart',
      { days: 7 },
    );
    expect(answer.data?.days.map(({ date }) => date)).toEqual([
      '2026-11-14',
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
    ]);
    expect(answer.data?.days.slice(-3)).toEqual([
      { date: '2026-11-18', amount: '0.00', orders: 0 },
      { date: '2026-11-19', amount: '50.00', orders: 1 },
      { date: '2026-11-20', amount: '170.00', orders: 2 },
    ]);
    expect(answer.data?.channels).toEqual([{ code: 'qr', name: 'qr', amount: '220.00', orders: 3 }]);
    expect(await shop.post('/dashboard/chart', { days: 30, channel: 'nothing' })).toMatchObject({
      data: { channels: [] },
    });
  });

  test('accepts only the two periods', async () => {
    expect(await shop.post('/dashboard/chart', { days: 8 })).toMatchObject({
      code: -1,
      fields: { days: expect.any(String) },
    });
  });
});

describe('/dashboard/overview', () => {
  const read = async (input: object) => (await shop.post<Overview>('/dashboard/overview', input)).data;

  test('compares today with yesterday up to the same time, hour by hour', async () => {
    const overview = await read({ period: 'today' });
    expect(overview).toMatchObject({
      days: { from: '2026-11-20', to: '2026-11-20' },
      figures: {
        trade: '300.00',
        orders: 2,
        successRate: '50.0',
        successAmount: '170.00',
        successOrders: 2,
        income: '168.98',
      },
      before: {
        days: { from: '2026-11-19', to: '2026-11-19' },
        // 00:30, before yesterday's orders.
        until: '2026-11-18T16:30:00.000Z',
        figures: { orders: 0, successAmount: '0.00', successRate: null },
      },
      changes: { trade: null, orders: null, successRate: null, successAmount: null },
      unit: 'hour',
      channels: [{ code: 'qr', amount: '170.00', orders: 2, created: 2, successRate: '50.0', change: '-50.0' }],
    });
    expect(overview?.points).toHaveLength(24);
    expect(overview?.points[0]).toEqual({
      at: '2026-11-19T16:00:00.000Z',
      date: '2026-11-20',
      amount: '170.00',
      orders: 2,
      before: { date: '2026-11-19', amount: '0.00', orders: 0 },
    });
    expect(overview?.points[23]?.before).toMatchObject({ amount: '50.00', orders: 1 });
  });

  test('has each day of a longer period, and equals the sums of the order list', async () => {
    const overview = await read({ period: { from: '2026-11-19', to: '2026-11-20' } });
    expect(overview).toMatchObject({
      figures: { trade: '420.00', orders: 4, successAmount: '220.00', successOrders: 3 },
      unit: 'day',
      points: [
        { date: '2026-11-19', amount: '50.00', orders: 1, before: { date: '2026-11-17' } },
        { date: '2026-11-20', amount: '170.00', orders: 2, before: { date: '2026-11-18' } },
      ],
    });
    const { totals } = await selectOrderPage(
      app.db,
      {
        memberNo,
        page: 1,
        limit: 1,
        sort: 'createdAt',
        order: 'desc',
        statuses: COUNTED_STATUSES,
        createdFrom: new Date('2026-11-18T16:00:00Z'),
        createdTo: new Date('2026-11-20T16:00:00Z'),
      },
      { timeZone: 'Asia/Shanghai', now: app.clock.now() },
    );
    expect(totals).toMatchObject({ count: 4, amountMinor: 42_000n, successCount: 3 });
  });

  test('shows one channel, and nothing for an unknown one', async () => {
    expect(await read({ period: 'last7', channel: 'qr' })).toMatchObject({ figures: { orders: 4 } });
    expect(await read({ period: 'last7', channel: 'nothing' })).toMatchObject({
      figures: { orders: 0, trade: '0.00' },
    });
  });

  test.each([
    { from: '2026-11-20', to: '2026-11-19' },
    { from: '1999-12-31', to: '2000-01-01' },
    { from: '2025-01-01', to: '2026-11-20' },
    { from: '2026-02-30', to: '2026-03-01' },
    'tomorrow',
  ])('refuses %j', async (period) => {
    expect(await shop.post('/dashboard/overview', { period })).toMatchObject({ code: -1 });
  });
});

test.each(['/dashboard/summary', '/dashboard/chart', '/dashboard/overview', '/dashboard/attention'])(
  '%s is refused to operators',
  async (path) => {
    expect(await operator.post(path, {})).toMatchObject({ code: 0, error: 'not_found' });
  },
);

test('/announcement/list returns published announcements, and /announcement/read marks one as read, once', async () => {
  expect(await shop.post('/announcement/list', {})).toMatchObject({
    data: {
      total: 2,
      list: [
        { id: '2', title: 'New', read: false },
        { id: '1', body: '**Hello**', read: false },
      ],
      extend: { unread: 2 },
    },
  });
  expect(await shop.post('/announcement/read', { id: '2' })).toMatchObject({ code: 1 });
  expect(await shop.post('/announcement/read', { id: '2' })).toMatchObject({ code: 1 });
  for (const id of ['3', '99', '9223372036854775808'])
    expect(await shop.post('/announcement/read', { id })).toMatchObject({ code: 0, error: 'not_found' });
  expect(await shop.post('/announcement/list', { page: 1, limit: 1 })).toMatchObject({
    data: { list: [{ id: '2', read: true }], extend: { unread: 1 } },
  });
  expect(await operator.post('/announcement/list', {})).toMatchObject({ data: { extend: { unread: 2 } } });
});

test('an announcement is read in the reader’s language, and as it was written where that is missing', async () => {
  const titles = async (language: string) => {
    const reader = crowd.person({ language });
    await reader.logIn('shop');
    const { data } = await reader.post('/announcement/list', {});
    return (data as { list: { title: string; body: string }[] }).list.map(({ title, body }) => [title, body]);
  };
  expect(await titles('es')).toEqual([
    ['New', ''],
    ['Viejo', '**Hola**'],
  ]);
  expect(await titles('th')).toEqual([
    ['New', ''],
    ['Old', '**Hello**'],
  ]);
});

test('/config returns what the console needs before login', async () => {
  const reply = await crowd.server.inject({ method: 'GET', url: '/api/config' });
  expect(reply.json()).toMatchObject({
    code: 1,
    data: {
      name: 'Countinghouse',
      currency: 'CNY',
      timeZone: 'Asia/Shanghai',
      registrationOpen: true,
      minRecharge: '100.00',
      gateway: 'https://pay.example/gateway/v1',
      platformPublicKey: 'PEM',
      captcha: { provider: 'none' },
      languages: ['en', 'zh', 'es', 'th'],
    },
  });
});
