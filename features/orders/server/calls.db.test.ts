import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type People, people, type Person } from '#features/accounts/server/people-for-tests.ts';
import { ledgerHandlers } from '#features/ledger/server/calls.ts';
import type { OrderView } from '../order.ts';
import { orderHandlers } from './calls.ts';
import { created, newOrder, ordersApp, type OrdersApp, paymentOf, SANDBOX } from './orders-for-tests.ts';

let app: OrdersApp;
let crowd: People;
let shop: Person;
let otherMember: Person;
let operator: Person;
let paid: OrderView;
let unpaid: OrderView;
let foreign: OrderView;

beforeAll(async () => {
  app = await ordersApp();
  crowd = await people({
    sharing: app,
    more: () => [orderHandlers(app), ledgerHandlers({ db: app.db, currency: async () => 'CNY', numbers: app.orders })],
  });
  await app.addChannel();
  const [{ member }, other] = [
    await crowd.addMember({ username: 'shop' }),
    await crowd.addMember({ username: 'stranger' }),
  ];
  await crowd.addOperator('boss');
  [shop, otherMember, operator] = [crowd.person(), crowd.person(), crowd.person()];
  await shop.logIn('shop');
  await otherMember.logIn('stranger');
  await operator.logIn('boss');
  paid = await created(
    app.orders,
    newOrder(member.memberNo, { orderNo: 'A-1', amountMinor: 10_000n, attach: 'ticket 7' }),
  );
  app.clock.advance(1_000);
  unpaid = await created(
    app.orders,
    newOrder(member.memberNo, { orderNo: 'A-2', amountMinor: 2_500n, notifyUrl: null }),
  );
  foreign = await created(app.orders, newOrder(other.member.memberNo, { orderNo: 'A-1' }));
  app.clock.advance(60_000);
  await app.orders.confirmPayment(SANDBOX, paymentOf(paid));
});
afterAll(async () => {
  await crowd.close();
  await app.close();
});

describe('/order/list', () => {
  test("shows the member's own orders with the sums of all of them", async () => {
    expect(await shop.post('/order/list', {})).toMatchObject({
      code: 1,
      data: {
        total: 2,
        page: 1,
        limit: 10,
        list: [
          {
            orderNo: 'A-2',
            systemNo: unpaid.systemNo.toString(),
            type: 'payin',
            amount: '25.00',
            fee: '0.15',
            obtained: '24.85',
            status: 'unpaid',
            notifyStatus: 'none',
            paidAt: null,
          },
          {
            orderNo: 'A-1',
            amount: '100.00',
            fee: '0.60',
            obtained: '99.40',
            status: 'success',
            notifyStatus: 'pending',
            channel: { code: 'qr', name: 'qr' },
          },
        ],
        extend: {
          count: 2,
          capped: false,
          successCount: 1,
          amount: '125.00',
          successAmount: '100.00',
          fee: '0.60',
          obtained: '99.40',
          successRate: '50.0',
          lookedFrom: null,
        },
      },
    });
    expect(await otherMember.post('/order/list', {})).toMatchObject({ data: { total: 1 } });
  });

  test('reports how far it looks back with a filter that no roll-up covers', async () => {
    expect(await shop.post('/order/list', { amountFrom: '50', amountTo: '100.00' })).toMatchObject({
      data: { total: 1, list: [{ orderNo: 'A-1' }], extend: { lookedFrom: '2026-10-20T04:01:01.000Z' } },
    });
  });

  test('finds nothing in an unknown channel', async () => {
    expect(await shop.post('/order/list', { channel: 'nothing' })).toMatchObject({
      code: 1,
      data: { total: 0, list: [], extend: { count: 0, successRate: null } },
    });
  });

  test.each([
    [{ limit: 101 }, 'limit'],
    [{ page: 0 }, 'page'],
    [{ sort: 'amount' }, 'sort'],
    [{ q: 'a%b' }, 'q'],
    [{ amountFrom: '1e3' }, 'amountFrom'],
    [{ amountFrom: '1.005' }, 'amountFrom'],
    [{ status: 'gone' }, 'status'],
    [{ status: [] }, 'status'],
    [{ notifyStatus: ['failed', 'gone'] }, 'notifyStatus'],
    [{ createdRange: { from: 'yesterday' } }, 'createdRange.from'],
    [{ createdRange: { from: '2026-11-20T00:00:00Z', to: '2026-11-19T00:00:00Z' } }, 'createdRange'],
    [{ memberNo: '20000001' }, 'memberNo'],
  ])('reports what is wrong with %j', async (input, field) => {
    expect(await shop.post('/order/list', input)).toMatchObject({
      status: 200,
      code: -1,
      fields: { [field]: expect.stringMatching(/./) },
    });
  });
});

describe('/order/detail', () => {
  test("returns an order's whole life", async () => {
    const answer = await shop.post('/order/detail', { systemNo: paid.systemNo.toString() });
    expect(answer).toMatchObject({
      code: 1,
      data: {
        orderNo: 'A-1',
        attach: 'ticket 7',
        currency: 'CNY',
        notifyUrl: 'https://shop.example/notify',
        paidLate: false,
        // Paid on the 20th of the platform's day with D+1: released at its next midnight.
        held: '99.40',
        releaseAt: '2026-11-20T16:00:00.000Z',
        callbacks: [],
        nextCallbackAt: '2026-11-20T04:01:01.000Z',
      },
    });
    expect((answer.data as { timeline: { event: string }[] }).timeline.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['created', 'paid']),
    );
  });

  test.each([
    ["another member's order", () => foreign.systemNo.toString()],
    ['an unknown number', () => '2611200000000000000'],
    ['a number out of the column’s range', () => '9999999999999999999'],
  ])('of %s is not found', async (_, systemNo) => {
    expect(await shop.post('/order/detail', { systemNo: systemNo() })).toMatchObject({
      status: 200,
      code: 0,
      error: 'not_found',
    });
  });
});

describe('/order/notify', () => {
  test('resends one callback, or all that a filter matches', async () => {
    expect(await shop.post('/order/notify', { systemNo: paid.systemNo.toString() })).toMatchObject({
      code: 1,
      data: { queued: 1 },
    });
    expect(await shop.post('/order/notify', { filter: { status: 'success' } })).toMatchObject({
      code: 1,
      data: { queued: 1 },
    });
  });

  test.each([
    ['an order without a callback', () => ({ systemNo: unpaid.systemNo.toString() })],
    ['a filter without paid orders', () => ({ filter: { status: 'unpaid' } })],
  ])('for %s is refused with nothing_to_notify', async (_, input) => {
    expect(await shop.post('/order/notify', input())).toMatchObject({ code: 0, error: 'nothing_to_notify' });
  });

  test("does not find another member's order, and changes nothing", async () => {
    expect(await shop.post('/order/notify', { systemNo: foreign.systemNo.toString() })).toMatchObject({
      code: 0,
      error: 'not_found',
    });
  });
});

describe('/user/moneylog', () => {
  test('shows the payment in the wallet, and finds it by either number', async () => {
    const row = {
      orderNo: 'A-1',
      systemNo: paid.systemNo.toString(),
      type: 'payin',
      amount: '100.00',
      fee: '0.60',
      before: '0.00',
      after: '99.40',
    };
    const extend = { opening: '0.00', closing: '99.40', in: '100.00', out: '0.00', fees: '0.60' };
    for (const filter of [{}, { orderNo: 'A-1' }, { orderNo: paid.systemNo.toString() }, { type: 'payin' }]) {
      expect(await shop.post('/user/moneylog', filter)).toMatchObject({
        code: 1,
        data: { total: 1, list: [row], extend },
      });
    }
    expect(await shop.post('/user/moneylog', { releaseAt: '2026-11-20T16:00:00.000Z' })).toMatchObject({
      code: 1,
      data: { total: 1, list: [{ ...row, held: '99.40' }], extend: { ...extend, held: '99.40' } },
    });
    expect(await shop.post('/user/moneylog', { releaseAt: '2026-11-20T15:59:59.999Z' })).toMatchObject({
      data: { total: 0, list: [], extend: { held: '0.00' } },
    });
    expect(await shop.post('/user/moneylog', { orderNo: foreign.systemNo.toString() })).toMatchObject({
      data: { total: 0, list: [] },
    });
    expect(await otherMember.post('/user/moneylog', {})).toMatchObject({
      data: { total: 0, extend: { closing: '0.00' } },
    });
  });
});

test.each(['/order/list', '/order/detail', '/order/notify', '/user/moneylog'])(
  '%s is closed to operators, who have no wallet, and to strangers',
  async (path) => {
    const input = path === '/order/detail' || path === '/order/notify' ? { systemNo: paid.systemNo.toString() } : {};
    expect(await operator.post(path, input)).toMatchObject({ status: 200, code: 0, error: 'not_found' });
    expect(await crowd.person().post(path, input)).toMatchObject({ status: 200, code: 50008 });
  },
);
