/** Orders that operators confirm by hand: by two people, once, like the upstream's report, whichever comes first. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type People, people, type Person } from '#features/accounts/server/people-for-tests.ts';
import { decide } from '#features/approvals/server/deciding.ts';
import { checkBooks } from '#features/ledger/server/checking.ts';
import type { OrderView } from '#features/orders/order.ts';
import {
  created,
  newOrder,
  ordersApp,
  type OrdersApp,
  paymentOf,
  SANDBOX,
} from '#features/orders/server/orders-for-tests.ts';
import { handlers } from '#foundation/server/http/handlers.ts';
import { operatorApprovalCalls } from '../../approval-contract.ts';
import { operatorOrderHandlers } from './calls.ts';
import { confirmationsOf } from './confirming.ts';

let app: OrdersApp;
let crowd: People;
let boss: Person;
let second: Person;
let shop: bigint;
let shops = 0;

beforeAll(async () => {
  app = await ordersApp();
  crowd = await people({
    sharing: app,
    more: (built) => {
      const deps = { ...built, ...app };
      return [
        operatorOrderHandlers(deps),
        handlers(operatorApprovalCalls, {
          '/operator/approval/list': () => Promise.reject(new Error('not asked here')),
          '/operator/approval/decide': (context, input) => decide(deps, context, input, confirmationsOf(deps, context)),
        }),
      ];
    },
  });
  await app.addChannel();
  await Promise.all([crowd.addOperator('boss'), crowd.addOperator('second')]);
  [boss, second] = [crowd.person(), crowd.person()];
  await Promise.all([boss.logIn('boss'), second.logIn('second')]);
});
afterAll(async () => {
  expect((await checkBooks(app.db)).map(({ check, violations }) => [check.name, violations])).toEqual([]);
  await crowd.close();
  await app.close();
});
beforeEach(async () => {
  const { member } = await crowd.addMember({ username: `shop${(shops += 1)}` });
  shop = member.memberNo;
});

const unpaid = () => created(app.orders, newOrder(shop, { amountMinor: 10_000n }));
const propose = ({ memberNo, systemNo }: OrderView, more: object = {}) =>
  boss.post<{ id: string }>('/operator/order/confirm', {
    memberNo: memberNo.toString(),
    orderNo: systemNo.toString(),
    amount: '100.00',
    proof: 'UP-77',
    reason: 'no report came',
    ...more,
  });
const proposed = async (order: OrderView): Promise<string> => (await propose(order)).data?.id ?? '';
const confirm = (id: string, by = second) => by.post('/operator/approval/decide', { id, decision: 'confirm' });
const recordOf = ({ memberNo, systemNo }: OrderView) => app.orders.record(memberNo, systemNo);
const journalsOf = async ({ memberNo, systemNo }: OrderView) =>
  (
    await app.db.pool.query<{ kind: string; wallet: bigint; clearing: bigint; upstream: number }>(
      'select kind, wallet, clearing, upstream_id as upstream from journals where member_no = $1 and reference = $2',
      [memberNo, systemNo],
    )
  ).rows;
const callbacksOf = async ({ memberNo, systemNo }: OrderView) =>
  (await app.db.pool.query('select 1 from callbacks where member_no = $1 and system_no = $2', [memberNo, systemNo]))
    .rows;

test('the confirmation books the order like a report: wallet, clearing of its upstream, callback', async () => {
  const [byHand, reported] = [await unpaid(), await unpaid()];
  expect(await app.orders.confirmPayment(SANDBOX, paymentOf(reported))).toBe('paid');
  const id = await proposed(byHand);
  expect((await recordOf(byHand))?.status).toBe('unpaid');
  expect(await confirm(id, boss)).toMatchObject({ error: 'own_proposal' });
  expect(await confirm(id)).toMatchObject({ code: 1 });
  expect((await recordOf(byHand))?.status).toBe('success');
  expect(await journalsOf(byHand)).toEqual(await journalsOf(reported));
  expect(await callbacksOf(byHand)).toHaveLength((await callbacksOf(reported)).length);
  expect(await app.orders.confirmPayment(SANDBOX, paymentOf(byHand))).toBe('already_paid');
  expect(await confirm(id)).toMatchObject({ error: 'approval_decided' });
  expect(await journalsOf(byHand)).toHaveLength(1);
});

test('a report of the upstream in the meantime leaves nothing to confirm', async () => {
  const order = await unpaid();
  const id = await proposed(order);
  expect(await app.orders.confirmPayment(SANDBOX, paymentOf(order))).toBe('paid');
  expect(await confirm(id)).toMatchObject({ code: 0, error: 'approval_outdated' });
  expect(await propose(order)).toMatchObject({ code: 0, error: 'order_not_open' });
  expect(await journalsOf(order)).toHaveLength(1);
});

test('a confirmation and the report at the same time book once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await unpaid();
    const id = await proposed(order);
    const [confirmed, ...reports] = await Promise.all([
      confirm(id),
      app.orders.confirmPayment(SANDBOX, paymentOf(order)),
      app.orders.confirmPayment(SANDBOX, paymentOf(order)),
    ]);
    const byReport = reports.filter((outcome) => outcome === 'paid').length;
    expect(byReport + (confirmed.code === 1 ? 1 : 0)).toBe(1);
    expect([undefined, 'approval_outdated']).toContain(confirmed.error);
    expect(await journalsOf(order)).toHaveLength(1);
    expect((await recordOf(order))?.status).toBe('success');
  }
});

test('an expired order can be confirmed, and is marked as paid late', async () => {
  const order = await unpaid();
  app.clock.advance(2 * 3_600_000);
  await app.orders.expireDue();
  await Promise.all([boss.logIn('boss'), second.logIn('second')]);
  expect((await recordOf(order))?.status).toBe('expired');
  expect(await confirm(await proposed(order))).toMatchObject({ code: 1 });
  expect(await recordOf(order)).toMatchObject({ status: 'success', paidLate: true });
});

test('another amount, no proof, and a second proposal are refused', async () => {
  const order = await unpaid();
  expect(await propose(order, { amount: '99.99' })).toMatchObject({
    code: -1,
    fields: { amount: 'The order is over ¥100.00: a payment of another amount can’t confirm it' },
  });
  expect(await propose(order, { proof: '' })).toMatchObject({ fields: { proof: expect.any(String) } });
  expect(await propose(order, { orderNo: '9999999999999999999' })).toMatchObject({ error: 'not_found' });
  expect(await propose(order)).toMatchObject({ code: 1 });
  expect(await propose(order)).toMatchObject({ code: 0, error: 'approval_waits' });
  expect(await journalsOf(order)).toEqual([]);
});
