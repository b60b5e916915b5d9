import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#foundation/server/postgres/database.ts';
import { checkBooks, checkWithin, describeViolation } from '#features/ledger/server/checking.ts';
import { settleCommissions } from '#features/ledger/server/commissions.ts';
import {
  created,
  newOrder,
  ordersApp,
  type OrdersApp,
  paidAtUpstream,
  paymentOf,
  reversed,
  SANDBOX,
} from '#features/orders/server/orders-for-tests.ts';
import type { OrderView } from '#features/orders/order.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { randomOf, randomTree, seenByAgents } from '../trees-for-tests.ts';
import { agentChecks } from './checks.ts';
import { agentFollower, type Follower } from './following.ts';

let app: OrdersApp;
beforeAll(async () => {
  app = await ordersApp();
  await app.addChannel();
  await app.addChannel({ code: 'bank', channelId: 2 });
});
afterAll(() => app.close());

/** Everything that agents see, from the members' own tables: for a tree in which no member moved. */
const REFERENCE = `${seenByAgents(`
  u.agent_no as member_no, o.system_no, o.member_no as merchant_no, u.position::int as level, o.status, coalesce(c.status, 'none') as notify_status,
  o.amount, o.fee, o.paid_at, earned.amount as commission, coalesce(s.held, 0) as held, s.release_at, b.created_at as booked_at, r.created_at as returned_at`)}
  order by 1, 2`;
const COPIES = `
  select member_no, system_no, merchant_no, cardinality(via) as level, status, notify_status, amount, fee, paid_at, commission, held, release_at, booked_at, returned_at
  from agent_orders order by 1, 2`;

async function rowsOf(statement: string): Promise<unknown[]> {
  return (await app.db.pool.query(statement)).rows;
}

async function wrongOnes(): Promise<string[]> {
  return (await checkBooks(app.db, { more: agentChecks })).flatMap(({ check, violations }) =>
    violations.map((one) => `${check.name}: ${describeViolation(one)}`),
  );
}

/** A worker of its own: it knows nothing of what others have done. */
function worker(db: Database = app.db): Follower {
  return agentFollower({ ...app, db });
}

async function settle(): Promise<void> {
  await settleCommissions(app);
}

/** A database whose transactions fail, some before they begin and some after they are committed. */
function failing(db: Database, isLucky: () => boolean): Database {
  return {
    ...db,
    async transaction(work) {
      if (!isLucky()) throw new Error('killed before');
      const result = await db.transaction(work);
      if (!isLucky()) throw new Error('killed after');
      return result;
    },
  };
}

describe('over random trees, orders, payments, expiries, reversals and restarts', () => {
  test.each([1, 2])('with seed %i, copies and sums equal their source', async (seed) => {
    const random = randomOf(seed);
    const pick = <One>(of: readonly One[]): One => of[Math.floor(random() * of.length)] as One;
    const { merchants, agents } = await randomTree(app, random, { agents: 7, merchants: 8, depth: 5 });
    const open: OrderView[] = [];
    const paid: OrderView[] = [];
    const expiring: OrderView[] = [];
    for (let step = 0; step < 45; step += 1) {
      app.clock.advance(Math.floor(random() * 3 * 60_000));
      for (let more = random() * 5; more > 0; more -= 1) {
        const memberNo = random() < 0.1 ? pick(agents) : pick(merchants);
        open.push(
          await created(
            app.orders,
            newOrder(memberNo, {
              kind: random() < 0.2 ? 'recharge' : 'payin',
              amountMinor: 100n + BigInt(Math.floor(random() * 1_000_000)),
              channelCode: random() < 0.3 ? 'bank' : 'qr',
              notifyUrl: random() < 0.5 ? null : 'https://shop.example/notify',
              expireMinutes: 10 + Math.floor(random() * 40),
            }),
          ),
        );
      }
      for (const order of open.splice(0, Math.floor(random() * 4))) {
        const outcome = await app.orders.confirmPayment(SANDBOX, paymentOf(order)).catch(() => 'unconfirmed');
        (outcome === 'paid' ? paid : expiring).push(order);
      }
      if (random() < 0.3) while ((await app.orders.expireDue()) > 0);
      const [late] = random() < 0.2 ? expiring.splice(0, 1) : [];
      if (late) {
        await paidAtUpstream(app, late);
        if ((await app.orders.confirmPayment(SANDBOX, paymentOf(late))) === 'paid') paid.push(late);
      }
      if (random() < 0.5) await settle();
      const [back] = random() < 0.3 ? paid.splice(Math.floor(random() * paid.length), 1) : [];
      if (back) await reversed(app, back, { forced: true });
      if (random() < 0.2)
        await sql`update callbacks set status = ${pick(['pending', 'delivered', 'failed'])}, next_at = ${app.clock.now()} where system_no % 3 = ${step % 3}`.execute(
          app.db,
        );
      if (random() < 0.3)
        await worker(failing(app.db, () => random() < 0.8))
          .run()
          .catch(() => undefined);
      if (random() < 0.3) await worker().run();
    }
    await settle();
    await Promise.all([worker().run(), worker().run()]);
    app.clock.advance(10 * 60_000);
    while ((await app.orders.expireDue()) > 0);
    const last = worker();
    await last.run();
    expect(await rowsOf(COPIES)).toEqual(await rowsOf(REFERENCE));
    expect(await wrongOnes()).toEqual([]);

    const before = await rowsOf('select * from agent_rollups order by 1, 2, 3, 4, 5, 6');
    app.clock.advance(2 * 60_000);
    await last.run();
    await worker().run();
    expect(await rowsOf('select * from agent_rollups order by 1, 2, 3, 4, 5, 6')).toEqual(before);
  });
});

describe('an order', () => {
  let [root, agent, shop]: [bigint, bigint, bigint] = [0n, 0n, 0n];
  const running = (): Follower => worker();
  beforeAll(async () => {
    root = await app.addMember({ kind: 'agent' });
    agent = await app.addMember({ kind: 'agent', uplineNo: root });
    shop = await app.addMember({ uplineNo: agent });
  });
  const copies = async (order: OrderView): Promise<unknown[]> =>
    (
      await app.db.pool.query(
        'select member_no, via, status from agent_orders where merchant_no = $1 and system_no = $2 order by cardinality(via)',
        [order.memberNo, order.systemNo],
      )
    ).rows;

  test('of a member that was moved keeps the agents that it had, and a new one has the new agents', async () => {
    const follower = running();
    await follower.run();
    const before = await created(app.orders, newOrder(shop));
    app.clock.advance(1_000);
    await follower.run();
    const other = await app.addMember({ kind: 'agent' });
    await sql`update members set uplines = ${`{${other}}`}::bigint[] where member_no = ${shop}`.execute(app.db);
    app.clock.advance(61_000);
    await follower.run();
    app.clock.advance(1_000);
    const after = await created(app.orders, newOrder(shop));
    await app.orders.confirmPayment(SANDBOX, paymentOf(before));
    app.clock.advance(61_000);
    await follower.run();
    expect(await copies(before)).toEqual([
      { member_no: agent, via: [shop], status: 'success' },
      { member_no: root, via: [agent, shop], status: 'success' },
    ]);
    expect(await copies(after)).toEqual([{ member_no: other, via: [shop], status: 'unpaid' }]);
    await sql`update members set uplines = ${`{${agent},${root}}`}::bigint[] where member_no = ${shop}`.execute(app.db);
    await running().run();
    expect(await wrongOnes()).toEqual([]);
  });

  test('that commits after one with a higher number was read is copied within a minute', async () => {
    const follower = running();
    app.clock.advance(1_000);
    await follower.run();
    const early = await created(app.orders, newOrder(shop));
    app.clock.advance(1_000);
    const next = await created(app.orders, newOrder(shop));
    // As if the first were not committed yet.
    await app.db.pool.query('update agent_feed set last_system_no = $2 where member_no = $1', [
      shop,
      next.systemNo - 1n,
    ]);
    await follower.run();
    expect([await copies(early), (await copies(next)).length]).toEqual([[], 2]);
    app.clock.advance(61_000);
    await follower.run();
    expect((await copies(early)).length).toBe(2);
  });

  test('keeps the rates that explain its fee and shares', async () => {
    const rate = (percentE4: number) => ({ percentE4, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null });
    for (const [memberNo, percentE4] of [
      [root, 3_000],
      [agent, 4_000],
      [shop, 6_000],
    ] as const)
      await app.db.transaction((tx) =>
        app.channels.setRates(tx, { memberNo, rates: [{ channel: 'qr', rate: rate(percentE4) }] }),
      );
    app.clock.advance(2_000);
    const order = await created(app.orders, newOrder(shop, { amountMinor: 100_000n }));
    await running().run();
    const { rows } = await app.db.pool.query<{ commission: bigint; rates: unknown }>(
      'select commission, rates from agent_orders where merchant_no = $1 and system_no = $2 order by cardinality(via)',
      [shop, order.systemNo],
    );
    const kept = (percent: number) => ({ percent, fixed: '0', minFee: null, maxFee: null });
    expect(rows).toEqual([
      { commission: 200n, rates: { below: kept(6_000), own: kept(4_000) } },
      { commission: 100n, rates: { below: kept(4_000), own: kept(3_000) } },
    ]);
  });
});

test('the open consoles of the agents above a merchant, and no others, hear of its payment', async () => {
  const top = await app.addMember({ kind: 'agent' });
  const agent = await app.addMember({ kind: 'agent', uplineNo: top });
  const shop = await app.addMember({ uplineNo: agent });
  await app.addMember({ kind: 'agent', uplineNo: top });
  const order = await created(app.orders, newOrder(shop));
  const follower = worker();
  await follower.run();
  const listening = await app.db.pool.connect();
  const told = new Set<string>();
  listening.on('notification', ({ payload }) => {
    for (const { m, e } of JSON.parse(payload ?? '[]') as { m: string; e: string }[])
      if (e === 'commission.changed') told.add(m);
  });
  await listening.query('listen live');
  expect(await app.orders.confirmPayment(SANDBOX, paymentOf(order))).toBe('paid');
  await follower.run();
  await expect.poll(() => [...told].toSorted()).toEqual([top, agent].map(String).toSorted());
  listening.release(true);
});

test('a check finds a copy, a sum, a hold and a count that were changed', async () => {
  expect(await wrongOnes()).toEqual([]);
  const changes: [string, RegExp][] = [
    [
      'update agent_orders set amount = amount + 1 where system_no = (select max(system_no) from agent_orders)',
      /agent_orders_true|agent_rollups/,
    ],
    ['update agent_orders set booked_at = paid_at where booked_at is not null', /agent_commission/],
    ["update agent_rollups set paid_amount = paid_amount + 1 where span = 'day'", /agent_rollups_by_day/],
    ["update agent_rollups set earned = earned + 1 where span = 'month'", /agent_rollups_by_month/],
    ['update agent_feed set paid_out = paid_out + 1', /agent_paid_out/],
    ["delete from agent_orders where status = 'success'", /agent_orders_complete/],
  ];
  for (const [change, name] of changes) {
    const found = await app.db
      .transaction(async (tx) => {
        await sql.raw(change).execute(tx);
        const names: string[] = [];
        for (const { check } of await checkWithin(tx, { more: agentChecks })) names.push(check.name);
        throw new Found(names);
      })
      .catch((error: unknown) => (error instanceof Found ? error.names : Promise.reject(error)));
    expect(found.join(), change).toMatch(name);
  }
});

class Found extends Error {
  readonly names: string[];
  constructor(names: string[]) {
    super('found');
    this.names = names;
  }
}
