import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialsOf } from '#features/accounts/server/credentials-for-tests.ts';
import { type People, people, type Person } from '#features/accounts/server/people-for-tests.ts';
import type { OrderView } from '#features/orders/order.ts';
import {
  created,
  newOrder,
  ordersApp,
  type OrdersApp,
  paidAtUpstream,
  paymentOf,
  SANDBOX,
} from '#features/orders/server/orders-for-tests.ts';
import { fileOf, sumOf } from '#features/exports/server/kinds-for-tests.ts';
import type { OperatorOrderDetail, OperatorOrderRow } from '../../order-contract.ts';
import { operatorOrderHandlers } from './calls.ts';
import { allOrderExport } from './export.ts';

let app: OrdersApp;
let crowd: People;
let boss: Person;
let bossId: bigint;
let shop: bigint;
let other: bigint;
beforeAll(async () => {
  app = await ordersApp();
  crowd = await people({ sharing: app, more: (built) => [operatorOrderHandlers({ ...built, ...app })] });
  await app.addChannel();
  bossId = await crowd.addOperator('boss');
  boss = crowd.person();
  await boss.logIn('boss');
  [shop, other] = [await app.addMember(), await app.addMember()];
});
afterAll(async () => {
  await crowd.close();
  await app.close();
});

interface Listed {
  total: number;
  list: OperatorOrderRow[];
  extend: {
    count: number;
    capped: boolean;
    amount: string;
    paidCount: number;
    fee: string;
    cost: string;
    lookedFrom: string | null;
  };
}
const list = async (filter: object = {}) => (await boss.post<Listed>('/operator/order/list', filter)).data;
const numbers = async (filter: object) => (await list(filter))?.list.map(({ orderNo }) => orderNo);
const keyOf = ({ memberNo, systemNo }: Pick<OrderView, 'memberNo' | 'systemNo'>) => ({
  memberNo: memberNo.toString(),
  orderNo: systemNo.toString(),
});
const detail = async (order: OrderView) =>
  (await boss.post<OperatorOrderDetail>('/operator/order/detail', keyOf(order))).data;
const ordered = async (memberNo: bigint, changes: Parameters<typeof newOrder>[1] = {}) => {
  app.clock.advance(1_000);
  return created(app.orders, newOrder(memberNo, changes));
};
const paid = async (memberNo: bigint, changes: Parameters<typeof newOrder>[1] = {}) => {
  const order = await ordered(memberNo, changes);
  expect(await app.orders.confirmPayment(SANDBOX, paymentOf(order))).toBe('paid');
  return order;
};
const upstreamNoOf = async ({ memberNo, systemNo }: OrderView) =>
  (await app.orders.record(memberNo, systemNo))?.upstreamNo ?? '';

describe('/operator/order/list', () => {
  it('covers all members, newest first, with every filter and its sums', async () => {
    const from = app.clock.now().toISOString();
    const first = await paid(shop, { orderNo: 'A-1', amountMinor: 20_000n });
    const second = await ordered(other, { orderNo: 'B-1' });
    const range = { range: { from } };
    expect(await numbers(range)).toEqual(['B-1', 'A-1']);
    expect(await numbers({ ...range, order: 'asc', limit: 1, page: 2 })).toEqual(['B-1']);
    expect(await list(range)).toMatchObject({
      total: 2,
      list: [
        { memberNo: other.toString(), memberName: 'Shop', upstream: { id: SANDBOX, name: 'Sandbox' } },
        { status: 'success', notifyStatus: 'pending' },
      ],
      extend: { count: 2, capped: false, amount: '300.00', paidCount: 1, fee: '1.20' },
    });
    for (const [filter, found] of [
      [{ memberNo: shop.toString() }, ['A-1']],
      [{ status: 'unpaid' }, ['B-1']],
      [{ status: ['success', 'reversed'] }, ['A-1']],
      [{ channel: 'qr' }, ['B-1', 'A-1']],
      [{ channel: 'none' }, []],
      [{ upstreamId: SANDBOX }, ['B-1', 'A-1']],
      [{ upstreamId: 99 }, []],
      [{ notifyStatus: 'pending' }, ['A-1']],
      [{ notifyStatus: 'none' }, ['B-1']],
      [{ notifyStatus: 'failed' }, []],
      [{ notifyStatus: 'retrying' }, []],
      [{ amountFrom: '150.00' }, ['A-1']],
      [{ amountTo: '150.00' }, ['B-1']],
    ] as const)
      expect(await numbers({ ...range, ...filter }), JSON.stringify(filter)).toEqual(found);
    expect((await list(range))?.extend.lookedFrom).toBeNull();
    expect(first.systemNo).toBeLessThan(second.systemNo);
  });

  it('finds the orders of an amount, whether few or many have it', async () => {
    const before = await ordered(shop, { orderNo: 'AMOUNT-0', amountMinor: 77_019n });
    app.clock.advance(2 * 86_400_000);
    await boss.logIn('boss');
    const range = { from: app.clock.now().toISOString() };
    await ordered(shop, { orderNo: 'AMOUNT-1', amountMinor: 77_019n });
    await ordered(other, { orderNo: 'AMOUNT-2', amountMinor: 77_020n });
    const exactly = { amountFrom: '770.19', amountTo: '770.19' };
    expect(await numbers(exactly)).toEqual(['AMOUNT-1', 'AMOUNT-0']);
    expect(await numbers({ ...exactly, range })).toEqual(['AMOUNT-1']);
    expect(await numbers({ amountFrom: '770.19', amountTo: '770.20', range })).toEqual(['AMOUNT-2', 'AMOUNT-1']);
    // More orders have the amount than are looked up by it.
    await app.db.pool.query(
      `insert into order_numbers (member_no, kind, order_no, system_no, amount)
       select $1, 'payin', 'MANY-' || n, $2::bigint + n, 77019 from generate_series(1, 10001) n`,
      [shop, before.systemNo],
    );
    expect(await numbers(exactly)).toEqual(['AMOUNT-1', 'AMOUNT-0']);
    expect(await list(exactly)).toMatchObject({ total: 2, extend: { amount: '1540.38' } });
  });

  it('finds an order of any age by any of its numbers, whole', async () => {
    const order = await paid(shop, { orderNo: 'seldom-7' });
    const upstreamNo = await upstreamNoOf(order);
    expect(upstreamNo).not.toBe('');
    app.clock.advance(30 * 86_400_000);
    await boss.logIn('boss');
    for (const q of ['seldom-7', order.systemNo.toString(), upstreamNo])
      expect(await numbers({ q }), q).toEqual(['seldom-7']);
    expect(await numbers({ q: 'seldom' })).toEqual([]);
    expect(await numbers({ q: 'seldom-7', memberNo: other.toString() })).toEqual([]);
    // Without a number, a member or a time it looks back a few days.
    expect(await numbers({})).toEqual([]);
    expect((await list())?.extend.lookedFrom).toBe(new Date(app.clock.now().getTime() - 7 * 86_400_000).toISOString());
    expect(await numbers({ memberNo: shop.toString() })).toContain('seldom-7');
  });
});

describe('/operator/order/detail', () => {
  it('shows the order whole: figures, journal, exchanges, callbacks, and the acts that are possible', async () => {
    const order = await paid(shop);
    expect(await detail(order)).toMatchObject({
      memberNo: shop.toString(),
      amount: '100.00',
      fee: '0.60',
      status: 'success',
      upstream: { name: 'Sandbox' },
      journals: [{ kind: 'payin', lines: expect.arrayContaining([{ account: 'wallet', amount: '99.40' }]) }],
      acts: ['resend', 'reverse'],
    });
    const open = await ordered(shop);
    expect(await detail(open)).toMatchObject({ status: 'unpaid', journals: [], acts: ['query', 'confirm'] });
    expect(
      await boss.post('/operator/order/detail', { memberNo: other.toString(), orderNo: order.systemNo.toString() }),
    ).toMatchObject({ code: 0, error: 'not_found' });
  });
});

describe('/operator/order/query', () => {
  it('asks the upstream now, and books what it reports as paid', async () => {
    const order = await ordered(shop);
    const ask = () => boss.post('/operator/order/query', keyOf(order));
    expect(await ask()).toMatchObject({ code: 1, data: { reported: 'unpaid' } });
    expect((await credentialsOf(crowd).auditOf(bossId)).at(-1)).toContain(`order_queried ${order.systemNo}`);
    await paidAtUpstream(app, order);
    expect(await ask()).toMatchObject({ code: 1, data: { reported: 'paid' } });
    expect(await detail(order)).toMatchObject({ status: 'success' });
    await app.upstreams.idle();
    expect((await detail(order))?.talk).toEqual(
      expect.arrayContaining([expect.objectContaining({ operation: 'query', ok: true })]),
    );
    expect(await ask()).toMatchObject({ code: 1, data: { reported: 'paid' } });
  });

  it('refuses an order that the upstream does not know, and says when it does not answer', async () => {
    const order = await ordered(shop);
    const { memberNo, systemNo } = order;
    await app.db.pool.query('update orders set upstream_no = null where member_no = $1 and system_no = $2', [
      memberNo,
      systemNo,
    ]);
    expect(await boss.post('/operator/order/query', keyOf(order))).toMatchObject({ code: 0, error: 'order_unasked' });
    const another = await ordered(shop);
    const { rows } = await app.db.pool.query<{ settings_sealed: Buffer }>('select settings_sealed from upstreams');
    const settle = async (sealed: Buffer | undefined) => {
      await app.db.pool.query('update upstreams set settings_sealed = $1', [sealed]);
      app.clock.advance(60_000);
    };
    await settle(Buffer.from([0]));
    expect(await boss.post('/operator/order/query', keyOf(another))).toMatchObject({
      code: 0,
      error: 'upstream_silent',
    });
    await settle(rows[0]?.settings_sealed);
  });
});

it('says how often a refused callback was tried, as the merchant’s own list does', async () => {
  const mine = { memberNo: shop.toString(), notifyStatus: 'retrying' };
  await app.db.pool.query("update callbacks set attempts = 2, tries = 3 where status = 'pending'");
  expect((await list(mine))?.list[0]).toMatchObject({ notifyStatus: 'pending', notifyAttempts: 3 });
  await app.db.pool.query("update callbacks set attempts = 0, tries = 0 where status = 'pending'");
  expect((await list(mine))?.list).toEqual([]);
});

describe('/operator/order/resend', () => {
  it('sends the callback again, and refuses where there is none', async () => {
    await app.db.pool.query("update callbacks set status = 'failed' where status = 'pending'");
    const failed = (await list({ memberNo: shop.toString(), notifyStatus: 'failed' }))?.list[0];
    const key = { memberNo: failed?.memberNo, orderNo: failed?.systemNo };
    expect(await boss.post('/operator/order/resend', key)).toMatchObject({ code: 1 });
    expect((await credentialsOf(crowd).auditOf(bossId)).at(-1)).toContain(`order_resent ${failed?.systemNo}`);
    expect((await list({ q: failed?.systemNo }))?.list).toMatchObject([{ notifyStatus: 'pending' }]);
    const silent = await paid(shop, { notifyUrl: null });
    expect(await boss.post('/operator/order/resend', keyOf(silent))).toMatchObject({
      code: 0,
      error: 'nothing_to_resend',
    });
    expect(await boss.post('/operator/order/resend', { ...keyOf(silent), memberNo: other.toString() })).toMatchObject({
      code: 0,
      error: 'not_found',
    });
  });
});

describe('the list as a file', () => {
  const written = (filter: object) => fileOf(allOrderExport(app), filter, { now: app.clock.now() });

  it('has all rows of the filter, in both orders, with the sums of the list', async () => {
    const [one, two] = [await paid(shop), await ordered(other)];
    const shown = await list({ limit: 100 });
    const file = await written({});
    expect(file.count).toBe(shown?.total);
    expect(file.rows.map((row) => [row['System number'], row['Member number'], row['Amount']])).toEqual(
      shown?.list.map(({ systemNo, memberNo, amount }) => [systemNo, memberNo, amount]),
    );
    const inCents = (amount = '') => BigInt(amount.replace('.', ''));
    expect(['Amount', 'Fee', 'Upstream cost'].map((column) => sumOf(file, column))).toEqual(
      [shown?.extend.amount, shown?.extend.fee, shown?.extend.cost].map(inCents),
    );
    expect(file.rows.slice(0, 2).map((row) => [row['Order number'], row['Status'], row['Fee']])).toEqual([
      [two.orderNo, 'Unpaid', null],
      [one.orderNo, 'Payment success', expect.stringMatching(/^\d/)],
    ]);
    expect((await written({ order: 'asc' })).rows).toEqual(file.rows.toReversed());
  });

  it('has the rows of a number, a state and a member, and refuses an amount that the currency does not have', async () => {
    const one = await paid(shop);
    expect((await written({ q: one.orderNo })).rows.map((row) => row['Order number'])).toEqual([one.orderNo]);
    expect((await written({ status: ['expired'], memberNo: shop.toString() })).count).toBe(0);
    await expect(written({ amountFrom: '0.001' })).rejects.toThrow('amount_form');
  });
});
