import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settleCommissions } from '#features/ledger/server/commissions.ts';
import {
  created,
  newOrder,
  ordersApp,
  type OrdersApp,
  paidAtUpstream,
  paymentOf,
  SANDBOX,
} from './orders-for-tests.ts';

let app: OrdersApp;

beforeAll(async () => {
  app = await ordersApp();
  await app.addChannel();
});
afterAll(() => app.close());

async function count(sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await app.db.pool.query<{ count: bigint }>(sql, values);
  return Number(rows[0]?.count);
}

describe('an order', () => {
  test('created twice with the same fields is one order and returns the first result again', async () => {
    const memberNo = await app.addMember();
    const order = newOrder(memberNo);
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.orders.create(order)));
    const numbers = new Set(
      answers.map((answer) =>
        answer.outcome === 'refused' ? answer.error : `${answer.order.systemNo} ${answer.order.payUrl}`,
      ),
    );
    expect(numbers.size).toBe(1);
    expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(await count('select count(*) from orders where member_no = $1', [memberNo])).toBe(1);
  });

  test('with the same number and different fields is a conflict, even when both arrive at once in two processes', async () => {
    const other = await ordersApp({ sharing: app });
    const memberNo = await app.addMember();
    for (let round = 0; round < 20; round += 1) {
      const orderNo = `C${round}`;
      const answers = await Promise.all([
        app.orders.create(newOrder(memberNo, { orderNo })),
        other.orders.create(newOrder(memberNo, { orderNo, amountMinor: 10_001n })),
      ]);
      expect(answers.map((answer) => (answer.outcome === 'refused' ? answer.error : answer.outcome)).sort()).toEqual([
        'created',
        'order_conflict',
      ]);
    }
    expect(await count('select count(*) from orders where member_no = $1', [memberNo])).toBe(20);
    await other.close();
  });

  test.each([
    ['channel_unknown', { channelCode: 'nothing' }],
    ['amount_out_of_range', { amountMinor: 99n }],
    ['amount_out_of_range', { amountMinor: 5_000_001n }],
  ] as const)('is refused with %s', async (error, changes) => {
    const memberNo = await app.addMember();
    expect(await app.orders.create(newOrder(memberNo, changes))).toEqual({ outcome: 'refused', error });
    expect(await count('select count(*) from order_numbers where member_no = $1', [memberNo])).toBe(0);
  });

  test('keeps the fee and the upstream’s cost of the moment it was created', async () => {
    await app.addChannel({ code: 'costly', channelId: 5 });
    const memberNo = await app.addMember();
    const order = newOrder(memberNo, { channelCode: 'costly', amountMinor: 12_345n });
    const kept = async () =>
      (await app.db.pool.query('select fee, cost from orders where member_no = $1', [memberNo])).rows;
    await app.db.pool.query('update channel_routes set cost_percent = 2000, cost_fixed = 30 where channel_id = 5');
    app.clock.advance(2_000);
    await created(app.orders, order);
    expect(await kept()).toEqual([{ fee: 74n, cost: 55n }]);
    await app.db.pool.query('update channel_routes set cost_percent = 9000 where channel_id = 5');
    await app.db.pool.query('update channels set percent = 9000 where channel_id = 5');
    app.clock.advance(2_000);
    await app.orders.confirmPayment(SANDBOX, paymentOf(await created(app.orders, order)));
    expect(await kept()).toEqual([{ fee: 74n, cost: 55n }]);
  });

  test('accepted before its channel closed returns its first result afterwards', async () => {
    await app.addChannel({ code: 'closing', channelId: 3 });
    app.clock.advance(2_000);
    const memberNo = await app.addMember();
    const order = newOrder(memberNo, { channelCode: 'closing' });
    const first = await created(app.orders, order);
    await app.db.pool.query(`update channels set state = 'closed' where code = 'closing'`);
    app.clock.advance(2_000);
    expect(await app.orders.create(order)).toMatchObject({
      outcome: 'repeated',
      order: { systemNo: first.systemNo, payUrl: first.payUrl },
    });
    expect(await app.orders.create({ ...order, requestHash: Buffer.from('other') })).toEqual({
      outcome: 'refused',
      error: 'order_conflict',
    });
    expect(await app.orders.create(newOrder(memberNo, { channelCode: 'closing' }))).toEqual({
      outcome: 'refused',
      error: 'channel_closed',
    });
  });

  test('never exceeds the daily limit under concurrency; a refused number stays free, and expiry frees the limit', async () => {
    await app.addChannel({ code: 'limited', channelId: 2, dailyLimitMinor: 70_000n });
    const memberNo = await app.addMember();
    app.clock.advance(2_000);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        app.orders.create(newOrder(memberNo, { channelCode: 'limited', orderNo: `L${index}` })),
      ),
    );
    expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(7);
    expect(
      answers.filter((answer) => answer.outcome === 'refused' && answer.error === 'channel_limit_reached'),
    ).toHaveLength(33);
    expect(await count('select count(*) from order_numbers where member_no = $1', [memberNo])).toBe(7);
    app.clock.advance(31 * 60_000);
    while ((await app.orders.expireDue()) > 0);
    const refused = answers.findIndex(({ outcome }) => outcome === 'refused');
    expect(
      await app.orders.create(newOrder(memberNo, { channelCode: 'limited', orderNo: `L${refused}` })),
    ).toMatchObject({ outcome: 'created' });
  });
});

describe('a payment', () => {
  test('reported many times at once to two processes is booked once with its callback', async () => {
    const other = await ordersApp({ sharing: app });
    const memberNo = await app.addMember();
    const order = await created(app.orders, newOrder(memberNo));
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 ? app : other).orders.confirmPayment(SANDBOX, paymentOf(order)),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'already_paid')).toHaveLength(59);
    expect(await count('select count(*) from journals where member_no = $1', [memberNo])).toBe(1);
    expect(await count('select count(*) from callbacks where member_no = $1', [memberNo])).toBe(1);
    expect(await app.ledger.balances(memberNo, 'CNY', app.clock.now())).toMatchObject({
      balanceMinor: 9_940n,
      availableMinor: 9_940n,
    });
    await other.close();
  });

  test.each([
    ['another amount', { amountMinor: 10_001n }, SANDBOX, 'mismatch'],
    ['another currency', { currency: 'USD' }, SANDBOX, 'mismatch'],
    ['another upstream', {}, 2, 'mismatch'],
    ['another order', { systemNo: 1n }, SANDBOX, 'unknown_order'],
    ['a failure', { status: 'failed' }, SANDBOX, 'not_paid'],
  ] as const)('that reports %s credits nothing', async (_, changes, upstreamId, outcome) => {
    const memberNo = await app.addMember();
    const order = await created(app.orders, newOrder(memberNo));
    expect(await app.orders.confirmPayment(upstreamId, paymentOf(order, changes))).toBe(outcome);
    expect(await count('select count(*) from journals where member_no = $1', [memberNo])).toBe(0);
  });

  test.each<[string, { amountMinor?: bigint; upstreamId?: number }]>([
    ['another amount', { amountMinor: 1n }],
    ['another upstream', { upstreamId: 77 }],
  ])(
    'is booked even if a report of %s is in the same batch, before or after it',
    async (_, { upstreamId = SANDBOX, ...wrong }) => {
      const memberNo = await app.addMember();
      const report = (order: Parameters<typeof paymentOf>[0], changes: Parameters<typeof paymentOf>[1], from: number) =>
        app.orders.confirmPayment(from, paymentOf(order, changes));
      const orders = [
        await created(app.orders, newOrder(memberNo)),
        await created(app.orders, newOrder(memberNo)),
      ] as const;
      // The first payment occupies the lane, so that the others are batched together.
      const before = app.orders.confirmPayment(SANDBOX, paymentOf(await created(app.orders, newOrder(memberNo))));
      const outcomes = await Promise.all([
        report(orders[0], {}, SANDBOX),
        report(orders[0], wrong, upstreamId),
        report(orders[1], wrong, upstreamId),
        report(orders[1], {}, SANDBOX),
        report(orders[1], {}, SANDBOX),
      ]);
      expect(await before).toBe('paid');
      expect(outcomes).toEqual(['paid', 'mismatch', 'mismatch', 'paid', 'already_paid']);
      expect(await count(`select count(*) from orders where member_no = $1 and status = 'success'`, [memberNo])).toBe(
        3,
      );
    },
  );

  test("of another member's order is not found", async () => {
    const [memberNo, otherMember] = [await app.addMember(), await app.addMember()];
    const order = await created(app.orders, newOrder(memberNo));
    expect(await app.orders.confirmPayment(SANDBOX, paymentOf(order, { memberNo: otherMember }))).toBe('unknown_order');
    expect(await app.orders.find(otherMember, { systemNo: order.systemNo }, 'payin')).toBeUndefined();
  });

  test('after expiry is booked only when the upstream confirms it, and is marked late', async () => {
    const memberNo = await app.addMember();
    const order = await created(app.orders, newOrder(memberNo));
    app.clock.advance(31 * 60_000);
    while ((await app.orders.expireDue()) > 0);
    expect(await app.orders.find(memberNo, { systemNo: order.systemNo }, 'payin')).toMatchObject({
      status: 'expired',
    });
    expect(await app.orders.confirmPayment(SANDBOX, paymentOf(order))).toBe('unconfirmed');
    await paidAtUpstream(app, order);
    expect(await app.orders.confirmPayment(SANDBOX, paymentOf(order))).toBe('paid');
    const { rows } = await app.db.pool.query('select status, paid_late from orders where member_no = $1', [memberNo]);
    expect(rows).toEqual([{ status: 'success', paid_late: true }]);
  });

  test('whose report was lost is found by the query before expiry', async () => {
    const memberNo = await app.addMember();
    const order = await created(app.orders, newOrder(memberNo));
    await paidAtUpstream(app, order);
    app.clock.advance(31 * 60_000);
    while ((await app.orders.expireDue()) > 0);
    expect(await app.orders.find(memberNo, { systemNo: order.systemNo }, 'payin')).toMatchObject({
      status: 'success',
    });
  });

  test('is held until its release, then available without a job', async () => {
    const memberNo = await app.addMember({ settlement: { mode: 'D', days: 1, sameDayRatioE4: 0 } });
    const order = await created(app.orders, newOrder(memberNo));
    await app.orders.confirmPayment(SANDBOX, paymentOf(order));
    const before = await app.ledger.balances(memberNo, 'CNY', app.clock.now());
    expect(before).toMatchObject({ balanceMinor: 9_940n, frozenMinor: 9_940n, availableMinor: 0n });
    expect(await app.ledger.balances(memberNo, 'CNY', before.nextRelease?.releaseAt ?? new Date(0))).toMatchObject({
      frozenMinor: 0n,
      availableMinor: 9_940n,
    });
  });
});

test('commission goes up the tree once, exact to the cent, with nothing left over between members', async () => {
  const top = await app.addMember({ kind: 'agent' });
  const agent = await app.addMember({ kind: 'agent', uplineNo: top });
  const shop = await app.addMember({ uplineNo: agent });
  await rates(
    { memberNo: top, percentE4: 3_000 },
    { memberNo: agent, percentE4: 4_500 },
    { memberNo: shop, percentE4: 6_000 },
  );
  const orders = await Promise.all(
    [12_345n, 99n + 1n, 77_777n].map((amountMinor) => created(app.orders, newOrder(shop, { amountMinor }))),
  );
  await Promise.all(orders.map((order) => app.orders.confirmPayment(SANDBOX, paymentOf(order))));
  const settle = () => settleCommissions({ db: app.db, clock: app.clock, systemNumbers: app.systemNumbers });
  await Promise.all([settle(), settle(), settle()]);
  await settle();
  const [shopBalance, agentBalance, topBalance] = await Promise.all(
    [shop, agent, top].map((memberNo) => app.ledger.balances(memberNo, 'CNY', app.clock.now())),
  );
  // Fees at 0.6 %, 0.45 %, 0.3 %, each rounded half up: 74+1+467, 56+0+350, 37+0+233.
  expect(shopBalance?.balanceMinor).toBe(12_345n + 100n + 77_777n - 542n);
  expect(agentBalance?.balanceMinor).toBe(542n - 406n);
  expect(topBalance?.balanceMinor).toBe(406n - 270n);
  expect(
    await count(`select coalesce(sum(inter_member), 0) as count from wallets where member_no = any($1::bigint[])`, [
      [shop, agent, top],
    ]),
  ).toBe(0);
  const { rows } = await app.db.pool.query<{ fees: bigint }>('select fees from wallets where member_no = $1', [shop]);
  expect(rows[0]?.fees).toBe(270n);
});

test.each([
  { name: 'D+1, as a whole', settlement: { mode: 'D', days: 1, sameDayRatioE4: 0 }, agentHeld: 15n, shopHeld: 9_940n },
  {
    name: 'the same day, 30 % at once',
    settlement: { mode: 'D', days: 0, sameDayRatioE4: 300_000 },
    agentHeld: 10n,
    shopHeld: 6_958n,
  },
] as const)('commission is held like the order that earned it: $name', async ({ settlement, agentHeld, shopHeld }) => {
  const agent = await app.addMember({ kind: 'agent' });
  const shop = await app.addMember({ uplineNo: agent, settlement });
  await rates({ memberNo: agent, percentE4: 4_500 }, { memberNo: shop, percentE4: 6_000 });
  await app.orders.confirmPayment(SANDBOX, paymentOf(await created(app.orders, newOrder(shop))));
  await settleCommissions({ db: app.db, clock: app.clock, systemNumbers: app.systemNumbers });
  const held = async (memberNo: bigint) => (await app.ledger.balances(memberNo, 'CNY', app.clock.now())).nextRelease;
  const [ofShop, ofAgent] = [await held(shop), await held(agent)];
  expect([ofShop?.amountMinor, ofAgent?.amountMinor]).toEqual([shopHeld, agentHeld]);
  expect(ofAgent?.releaseAt).toEqual(ofShop?.releaseAt);
});

test('an order that an earlier release created, without the sum of its commission, is booked like any other', async () => {
  const agent = await app.addMember({ kind: 'agent' });
  const shop = await app.addMember({ uplineNo: agent });
  await rates({ memberNo: agent, percentE4: 4_500 }, { memberNo: shop, percentE4: 6_000 });
  const order = await created(app.orders, newOrder(shop, { amountMinor: 10_000n }));
  await app.db.pool.query('update orders set commission = null where member_no = $1', [shop]);
  await app.orders.confirmPayment(SANDBOX, paymentOf(order));
  await settleCommissions({ db: app.db, clock: app.clock, systemNumbers: app.systemNumbers });
  expect(await app.ledger.balances(agent, 'CNY', app.clock.now())).toMatchObject({ balanceMinor: 15n });
});

test('shares that an earlier release wrote with the payment are sent with what is owed since', async () => {
  const agent = await app.addMember({ kind: 'agent' });
  const shop = await app.addMember({ uplineNo: agent });
  await rates({ memberNo: agent, percentE4: 4_500 }, { memberNo: shop, percentE4: 6_000 });
  const pay = async () =>
    app.orders.confirmPayment(SANDBOX, paymentOf(await created(app.orders, newOrder(shop, { amountMinor: 10_000n }))));
  await pay();
  await app.db.pool.query(`
    insert into commission_shares (member_no, reference, agent_no, currency, amount, held, release_at, created_at)
    select member_no, system_no, agent_no, currency, amount_minor, 0, null, created_at from audit.owed_commission`);
  await app.db.pool.query('delete from owed_commission');
  await pay();
  await settleCommissions({ db: app.db, clock: app.clock, systemNumbers: app.systemNumbers });
  // Twice 0.6 % less 0.45 % of 100.00.
  expect(await app.ledger.balances(agent, 'CNY', app.clock.now())).toMatchObject({ balanceMinor: 30n });
  expect(
    await count('select count(*) as count from commission_shares where member_no = $1 and transfer is null', [shop]),
  ).toBe(0);
});

test.skipIf(process.env['CITUS_URL'])(
  'an agent’s commission is booked and its transfer marked in one transaction',
  async () => {
    const agent = await app.addMember({ kind: 'agent' });
    const shop = await app.addMember({ uplineNo: agent });
    await rates({ memberNo: agent, percentE4: 4_500 }, { memberNo: shop, percentE4: 6_000 });
    await app.orders.confirmPayment(SANDBOX, paymentOf(await created(app.orders, newOrder(shop))));
    await app.db.pool.query(
      'alter table commission_transfers add constraint unmarked check (received_at is null) not valid',
    );
    await expect(settleCommissions({ db: app.db, clock: app.clock, systemNumbers: app.systemNumbers })).rejects.toThrow(
      'unmarked',
    );
    expect(await app.ledger.balances(agent, 'CNY', app.clock.now())).toMatchObject({ balanceMinor: 0n });
    await app.db.pool.query('alter table commission_transfers drop constraint unmarked');
    await settleCommissions({ db: app.db, clock: app.clock, systemNumbers: app.systemNumbers });
    expect((await app.ledger.balances(agent, 'CNY', app.clock.now())).balanceMinor).toBeGreaterThan(0n);
  },
);

test('more orders than one transaction takes are all settled', async () => {
  const agent = await app.addMember({ kind: 'agent' });
  const shop = await app.addMember({ uplineNo: agent });
  await rates({ memberNo: agent, percentE4: 4_500 }, { memberNo: shop, percentE4: 6_000 });
  const orders = await Promise.all(
    Array.from({ length: 450 }, () => created(app.orders, newOrder(shop, { amountMinor: 10_000n }))),
  );
  await Promise.all(orders.map((order) => app.orders.confirmPayment(SANDBOX, paymentOf(order))));
  await settleCommissions({ db: app.db, clock: app.clock, systemNumbers: app.systemNumbers });
  expect(await app.ledger.balances(agent, 'CNY', app.clock.now())).toMatchObject({ balanceMinor: 450n * 15n });
});

test('an agent’s open console is notified of new commission', async () => {
  const agent = await app.addMember({ kind: 'agent' });
  const shop = await app.addMember({ uplineNo: agent });
  await rates({ memberNo: agent, percentE4: 4_500 }, { memberNo: shop, percentE4: 6_000 });
  await app.orders.confirmPayment(SANDBOX, paymentOf(await created(app.orders, newOrder(shop))));
  const listening = await app.db.pool.connect();
  const hints: (string | undefined)[] = [];
  listening.on('notification', ({ payload }) => hints.push(payload));
  await listening.query('listen live');
  await settleCommissions({ db: app.db, clock: app.clock, systemNumbers: app.systemNumbers });
  await expect.poll(() => hints).toEqual([JSON.stringify([{ m: agent.toString(), e: 'balance.changed' }])]);
  listening.release(true);
});

test('commission is held even when the order brought its merchant nothing', async () => {
  const agent = await app.addMember({ kind: 'agent' });
  const shop = await app.addMember({ uplineNo: agent, settlement: { mode: 'D', days: 1, sameDayRatioE4: 0 } });
  await rates({ memberNo: agent, percentE4: 4_500 }, { memberNo: shop, percentE4: 4_500, fixedMinor: 10_000n });
  await app.orders.confirmPayment(SANDBOX, paymentOf(await created(app.orders, newOrder(shop))));
  await settleCommissions({ db: app.db, clock: app.clock, systemNumbers: app.systemNumbers });
  expect(await app.ledger.balances(shop, 'CNY', app.clock.now())).toMatchObject({ balanceMinor: 0n });
  expect(await app.ledger.balances(agent, 'CNY', app.clock.now())).toMatchObject({
    balanceMinor: 9_955n,
    frozenMinor: 9_955n,
  });
});

/** Sets rates on the only channel, from the top down: no member's rate is below the agent's above. */
async function rates(...given: readonly { memberNo: bigint; percentE4: number; fixedMinor?: bigint }[]): Promise<void> {
  await app.db.transaction(async (tx) => {
    for (const { memberNo, percentE4, fixedMinor = 0n } of given) {
      await app.channels.setRates(tx, {
        memberNo,
        rates: [{ channel: 'qr', rate: { percentE4, fixedMinor, minFeeMinor: null, maxFeeMinor: null } }],
      });
    }
  });
  app.clock.advance(2_000);
}

test('two processes that book the same members in opposite orders never deadlock', async () => {
  const other = await ordersApp({ sharing: app });
  const memberNos = await Promise.all(Array.from({ length: 12 }, () => app.addMember()));
  for (let round = 0; round < 5; round += 1) {
    const orders = await Promise.all(memberNos.map((memberNo) => created(app.orders, newOrder(memberNo))));
    const outcomes = await Promise.all([
      ...orders.map((order) => app.orders.confirmPayment(SANDBOX, paymentOf(order))),
      ...orders.toReversed().map((order) => other.orders.confirmPayment(SANDBOX, paymentOf(order))),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(12);
  }
  await other.close();
});

test('a system number that another process also drew is drawn again, and both orders are created', async () => {
  const other = await ordersApp({ sharing: app });
  const memberNo = await app.addMember();
  const taken = await created(app.orders, newOrder(memberNo));
  const next = other.systemNumbers.next.bind(other.systemNumbers);
  let first = true;
  other.systemNumbers.next = () => {
    if (!first) return next();
    first = false;
    return taken.systemNo;
  };
  const order = await created(other.orders, newOrder(memberNo));
  expect(order.systemNo).not.toBe(taken.systemNo);
  expect(order.payUrl).not.toBe(taken.payUrl);
  expect(await count('select count(*) from orders where member_no = $1', [memberNo])).toBe(2);
  await other.close();
});
