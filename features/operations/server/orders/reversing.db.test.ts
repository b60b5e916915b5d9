import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkBooks } from '#features/ledger/server/checking.ts';
import { settleCommissions } from '#features/ledger/server/commissions.ts';
import { ledgerHandlers } from '#features/ledger/server/calls.ts';
import { credentialsOf } from '#features/accounts/server/credentials-for-tests.ts';
import { type People, people, type Person } from '#features/accounts/server/people-for-tests.ts';
import { type TestOperator, refusedSituations } from '#features/accounts/server/operators/two-people-for-tests.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { APPROVAL_LIFE_MS } from '#features/approvals/rules.ts';
import type { OrderView } from '#features/orders/order.ts';
import type { ReversalRow } from '../../order-contract.ts';
import { orderHandlers } from '#features/orders/server/calls.ts';
import { operatorOrderHandlers } from './calls.ts';
import {
  created,
  newOrder,
  ordersApp,
  type OrdersApp,
  paymentOf,
  SANDBOX,
} from '#features/orders/server/orders-for-tests.ts';

interface Family {
  shop: Member;
  agent: Member;
}
interface Member {
  memberNo: bigint;
  userId: bigint;
  person: Person;
}

let app: OrdersApp;
let crowd: People;
let boss: Person;
let second: Person;
let family: Family;
let families = 0;

beforeAll(async () => {
  app = await ordersApp();
  crowd = await people({
    sharing: app,
    more: (built) => [
      orderHandlers(app),
      operatorOrderHandlers({ ...built, ...app }),
      ledgerHandlers({ db: app.db, currency: async () => 'CNY', numbers: app.orders }),
    ],
  });
  await app.addChannel();
  await Promise.all([crowd.addOperator('boss'), crowd.addOperator('second')]);
  [boss, second] = [crowd.person(), crowd.person()];
});
afterAll(async () => {
  expect((await checkBooks(app.db)).map(({ check, violations }) => [check.name, violations])).toEqual([]);
  await crowd.close();
  await app.close();
});

/** A shop that settles the next day, at 0.6 %, under an agent at 0.45 %. */
beforeEach(async () => {
  await backIn(0);
  families += 1;
  const agent = await member(`agent${families}`, { kind: 'agent' });
  const shop = await member(`shop${families}`, { uplineNo: agent.memberNo });
  await app.db.transaction(async (tx) => {
    for (const [memberNo, percentE4] of [
      [agent.memberNo, 4_500],
      [shop.memberNo, 6_000],
    ] as const)
      await app.channels.setRates(tx, {
        memberNo,
        rates: [{ channel: 'qr', rate: { percentE4, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null } }],
      });
  });
  app.clock.advance(2_000);
  family = { shop, agent };
});

async function member(username: string, more: { kind?: 'agent'; uplineNo?: bigint }): Promise<Member> {
  const { member: added, userId } = await crowd.addMember({ username, ...more });
  const person = crowd.person();
  await person.logIn(username);
  return { memberNo: added.memberNo, userId, person };
}

async function paidOrder(amountMinor = 10_000n): Promise<OrderView> {
  const order = await created(app.orders, newOrder(family.shop.memberNo, { amountMinor }));
  expect(await app.orders.confirmPayment(SANDBOX, paymentOf(order))).toBe('paid');
  return order;
}

const propose = ({ memberNo, systemNo }: OrderView, more: object = {}, by = boss) =>
  by.post<{ id: string }>('/operator/order/reverse', {
    memberNo: memberNo.toString(),
    orderNo: systemNo.toString(),
    reason: 'charged back',
    ...more,
  });
const proposed = async (order: OrderView, more: object = {}): Promise<string> =>
  (await propose(order, more)).data?.id ?? '';
const decide = (id: string, by = second, more: object = {}) =>
  by.post('/operator/order/decideReversal', { id, decision: 'confirm', ...more });
const settle = (db: Database = app.db) => settleCommissions({ ...app, db });
const balances = ({ memberNo }: Member) => app.ledger.balances(memberNo, 'CNY', app.clock.now());
const statusOf = async ({ memberNo, systemNo }: OrderView) =>
  (await app.orders.find(memberNo, { systemNo }, 'payin'))?.status;
/** Takes money out of the wallet. */
const spend = async (who: Member, amountMinor: bigint) =>
  app.ledger.adjust({
    memberNo: who.memberNo,
    reference: app.systemNumbers.next(),
    currency: 'CNY',
    amountMinor: -amountMinor,
    remark: '',
  });
const noticesOf = async ({ person }: Member) =>
  (await person.post<{ list: { text: string }[] }>('/notice/list', {})).data?.list.map(({ text }) => text);
const DAY_MS = 86_400_000;
/** Logs both operators in again after a time that ends every login. */
const backIn = async (days: number): Promise<void> => {
  app.clock.advance(days * DAY_MS);
  await boss.logIn('boss');
  await second.logIn('second');
};

describe('a reversal', () => {
  test('takes two operators, returns amount and fee, and is visible wherever the order is', async () => {
    const other = await paidOrder(5_000n);
    const order = await paidOrder();
    const id = await proposed(order);
    expect(await statusOf(order)).toBe('success');
    expect(await decide(id, boss)).toMatchObject({ code: 0, error: 'own_proposal' });
    app.clock.advance(60_000);
    expect(await decide(id)).toMatchObject({ code: 1 });

    expect(await statusOf(order)).toBe('reversed');
    expect(await balances(family.shop)).toMatchObject({
      balanceMinor: 4_970n,
      frozenMinor: 4_970n,
      availableMinor: 0n,
    });
    const { data: log } = await family.shop.person.post('/user/moneylog', { type: 'reversal' });
    expect(log).toMatchObject({
      list: [
        {
          type: 'reversal',
          orderNo: order.orderNo,
          amount: '-100.00',
          fee: '-0.60',
          before: '149.10',
          after: '49.70',
          remark: 'charged back',
        },
      ],
    });
    const { data: detail } = await family.shop.person.post('/order/detail', { systemNo: order.systemNo.toString() });
    expect(detail).toMatchObject({ status: 'reversed', releaseAt: null, held: null });
    expect((detail as { timeline: object[] }).timeline).toContainEqual(
      expect.objectContaining({ event: 'reversed', detail: 'charged back' }),
    );
    const { data: list } = await family.shop.person.post('/order/list', { status: 'success' });
    expect(list).toMatchObject({ total: 2, extend: { successCount: 2, amount: '150.00' } });
    expect(
      (list as { list: { systemNo: string; status: string }[] }).list.map(({ systemNo, status }) => [systemNo, status]),
    ).toEqual([
      [order.systemNo.toString(), 'reversed'],
      [other.systemNo.toString(), 'success'],
    ]);
    expect(await noticesOf(family.shop)).toEqual([
      `The platform reversed the payment of order ${order.orderNo}: ¥100.00, with the fee returned. Reason: charged back`,
    ]);
    expect(
      (await app.orders.callbackContent(order.memberNo, [order.systemNo])).get(order.systemNo)?.fields,
    ).toMatchObject({ status: 'reversed' });
  });

  test('has one proposal at a time, can be proposed again after a rejection, and needs a paid order', async () => {
    const order = await paidOrder();
    const id = await proposed(order);
    expect(await propose(order, {}, second)).toMatchObject({ code: 0, error: 'approval_waits' });
    expect(await decide(id, second, { decision: 'reject' })).toMatchObject({ code: -1, error: 'fields_wrong' });
    expect(await decide(id, second, { decision: 'reject', remark: 'the bank gave in' })).toMatchObject({ code: 1 });
    expect(await decide(id)).toMatchObject({ code: 0, error: 'approval_decided' });
    expect(await statusOf(order)).toBe('success');

    expect(await decide(await proposed(order))).toMatchObject({ code: 1 });
    expect(await propose(order)).toMatchObject({ code: 0, error: 'order_reversed' });
    const unpaid = await created(app.orders, newOrder(family.shop.memberNo));
    expect(await propose(unpaid)).toMatchObject({ code: 0, error: 'order_not_paid' });
    expect(await propose({ ...order, memberNo: family.agent.memberNo })).toMatchObject({ code: 0, error: 'not_found' });
    expect(await propose({ ...order, systemNo: 9_999_999_999_999_999_999n })).toMatchObject({
      code: 0,
      error: 'not_found',
    });
  });

  test('must be confirmed within a day', async () => {
    const order = await paidOrder();
    const id = await proposed(order);
    expect(APPROVAL_LIFE_MS).toBe(DAY_MS);
    await backIn(1);
    expect(await decide(id)).toMatchObject({ code: 0, error: 'approval_expired' });
    const again = await proposed(order);
    const { data } = await boss.post<{ list: ReversalRow[] }>('/operator/order/reversals', {
      state: 'all',
      memberNo: `${order.memberNo}`,
    });
    expect(data?.list.map(({ id: one, state, own, amount, status }) => [one, state, own, amount, status])).toEqual([
      [again, 'open', true, '100.00', 'success'],
      [id, 'expired', true, '100.00', 'success'],
    ]);
  });

  test('is carried out once for twenty concurrent confirmations', async () => {
    const order = await paidOrder();
    const id = await proposed(order);
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(id)));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    const refusals = answers.filter(({ code }) => code !== 1).map(({ error }) => error);
    expect(refusals.filter((error) => error !== 'approval_decided' && error !== 'order_reversed')).toEqual([]);
    expect(await balances(family.shop)).toMatchObject({ balanceMinor: 0n });
  });
});

test('an operator with an authenticator enters a code, valid once, for a proposal and for a decision', async () => {
  const { bindApp, codeOf } = credentialsOf(crowd);
  await crowd.addOperator('careful');
  const careful = crowd.person();
  await careful.logIn('careful');
  const { secret } = await bindApp(careful);
  app.clock.advance(60_000);
  const orders = [await paidOrder(), await paidOrder()] as const;
  const step = { verifyType: 'google', verifyCode: codeOf(secret) };
  expect(await propose(orders[0], { ...step, verifyCode: '000000' }, careful)).toMatchObject({
    code: 0,
    error: 'second_step_wrong',
  });
  expect(await propose(orders[0], step, careful)).toMatchObject({ code: 1 });
  const id = await proposed(orders[1]);
  expect(await decide(id, careful, step)).toMatchObject({ code: 0, error: 'second_step_wrong' });
  expect(await statusOf(orders[1])).toBe('success');
  app.clock.advance(30_000);
  expect(await decide(id, careful, { ...step, verifyCode: codeOf(secret) })).toMatchObject({ code: 1 });
  expect(await statusOf(orders[1])).toBe('reversed');
  const tries = await Promise.all(
    Array.from({ length: 6 }, () => propose(orders[0], { ...step, verifyCode: '000000' }, careful)),
  );
  expect(tries.map(({ error }) => error)).toContain('second_step_locked');
});

describe('commission', () => {
  test('still owed is never sent', async () => {
    await decide(await proposed(await paidOrder()));
    await settle();
    expect(await balances(family.agent)).toMatchObject({ balanceMinor: 0n });
  });

  test('received by an agent is returned, including the held part', async () => {
    const other = await paidOrder(20_000n);
    const order = await paidOrder();
    await settle();
    expect(await balances(family.agent)).toMatchObject({ balanceMinor: 45n, frozenMinor: 45n });
    expect(await decide(await proposed(order))).toMatchObject({ code: 1 });
    expect(await balances(family.agent)).toMatchObject({ balanceMinor: 30n, frozenMinor: 30n });
    expect(await statusOf(other)).toBe('success');
    const { data: log } = await family.agent.person.post('/user/moneylog', { type: 'reversal' });
    expect(log).toMatchObject({
      list: [
        { orderNo: null, systemNo: order.systemNo.toString(), amount: '-0.15', fee: '0.00', remark: 'charged back' },
      ],
    });
    expect(await noticesOf(family.agent)).toEqual([
      'A paid order of one of your merchants was reversed, along with ¥0.15 of commission. Reason: charged back',
    ]);
    app.clock.advance(2 * DAY_MS);
    expect(await balances(family.agent)).toMatchObject({ availableMinor: 30n });
  });

  test('in flight when the settling stopped arrives first, then is returned', async () => {
    const order = await paidOrder();
    let transactions = 0;
    // The process dies after the claim and before the arrival.
    const dying: Database = {
      ...app.db,
      transaction: (work) => ((transactions += 1) > 1 ? Promise.reject(new Error('gone')) : app.db.transaction(work)),
    };
    await expect(settle(dying)).rejects.toThrow('gone');
    expect(await balances(family.agent)).toMatchObject({ balanceMinor: 0n });
    expect(await decide(await proposed(order))).toMatchObject({ code: 1 });
    expect(await balances(family.agent)).toMatchObject({ balanceMinor: 0n });
    expect(
      (await family.agent.person.post<{ list: { amount: string }[] }>('/user/moneylog', {})).data?.list.map(
        ({ amount }) => amount,
      ),
    ).toEqual(['-0.15', '0.15']);
  });
});

describe('when a wallet does not cover a reversal', () => {
  test('it is refused with the missing amount, and changes nothing', async () => {
    const order = await paidOrder();
    await backIn(2);
    await spend(family.shop, 9_000n);
    const id = await proposed(order);
    expect(await decide(id)).toMatchObject({
      code: 0,
      error: 'reversal_uncovered',
      msg: expect.stringMatching(new RegExp(`^${family.shop.memberNo}.* ¥90\\.00`)),
    });
    expect(await statusOf(order)).toBe('success');
    expect(await balances(family.shop)).toMatchObject({ balanceMinor: 940n });
    await app.ledger.adjust({
      memberNo: family.shop.memberNo,
      reference: app.systemNumbers.next(),
      currency: 'CNY',
      amountMinor: 9_000n,
      remark: '',
    });
    expect(await decide(id)).toMatchObject({ code: 1 });
  });

  test('it is refused for an agent’s wallet too', async () => {
    const order = await paidOrder();
    await settle();
    await backIn(2);
    await spend(family.agent, 10n);
    const id = await proposed(order);
    expect(await decide(id)).toMatchObject({
      code: 0,
      error: 'reversal_uncovered',
      msg: expect.stringContaining(family.agent.memberNo.toString()),
    });
    expect(await balances(family.shop)).toMatchObject({ balanceMinor: 9_940n });
  });

  test('it can be forced below zero, and nothing can leave until the wallet is positive again', async () => {
    const order = await paidOrder();
    await backIn(2);
    await spend(family.shop, 9_000n);
    expect(await decide(await proposed(order, { forced: true }))).toMatchObject({ code: 1 });
    expect(await balances(family.shop)).toMatchObject({ balanceMinor: -9_000n, availableMinor: -9_000n });
    expect(await spend(family.shop, 1n)).toBe('balance_insufficient');
    expect(await checkBooks(app.db)).toEqual([]);
    await paidOrder(20_000n);
    app.clock.advance(2 * DAY_MS);
    expect(await spend(family.shop, 10_881n)).toBe('balance_insufficient');
    expect(await spend(family.shop, 10_880n)).toBe('posted');
    const { rows } = await app.db.pool.query('select overdraft_allowed from wallets where member_no = $1', [
      family.shop.memberNo,
    ]);
    expect(rows).toEqual([{ overdraft_allowed: false }]);
  });
});

test.each([
  'confirm_after_reset',
  'confirm_after_enabling',
  'confirm_after_granting',
  'confirm_same_device',
  'confirm_new_device',
] as const)(
  '%s: nothing is reversed, and another operator can confirm, unless the proposer is disabled',
  async (refusal) => {
    const order = await paidOrder();
    const operator = async (role: string): Promise<TestOperator> => {
      const username = `${role}${families}`;
      const userId = await crowd.addOperator(username);
      const person = crowd.person({ browser: true });
      await person.logIn(username);
      return { userId, username, person };
    };
    const [one, other] = [await operator('one'), await operator('other')];
    const id = (await propose(order, {}, one.person)).data?.id ?? '';
    const as = await refusedSituations[refusal](
      { ...app, newcomer: () => crowd.person({ browser: true }) },
      other,
      one,
    );
    expect(await decide(id, as)).toMatchObject({ code: 0, error: refusal });
    expect(await statusOf(order)).toBe('success');
    const third = await operator('third');
    await app.db.pool.query("update users set state = 'disabled' where user_id = $1", [one.userId]);
    expect(await decide(id, third.person)).toMatchObject({ code: 0, error: 'approval_outdated' });
    await app.db.pool.query("update users set state = 'active' where user_id = $1", [one.userId]);
    expect(await decide(id, third.person)).toMatchObject({ code: 1 });
  },
);
