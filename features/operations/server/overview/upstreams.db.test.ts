/** Orders, success rate, cost and margin by upstream and channel are what the orders themselves add up to, to the cent. */
import fc from 'fast-check';
import { sql } from '#foundation/server/postgres/sql.ts';
import { afterEach, expect, test } from 'vitest';
import { people, type People } from '#features/accounts/server/people-for-tests.ts';
import {
  created,
  newOrder,
  ordersApp,
  type OrdersApp,
  paymentOf,
  SANDBOX,
} from '#features/orders/server/orders-for-tests.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { OperatorOverview } from '../../overview-contract.ts';
import { operatorOverviewHandlers } from './calls.ts';
import { copyingJob } from './copying.ts';
import { keepTurns } from './turns.ts';

const MINUTE_MS = 60_000;
const OTHER = 2;
const CODES = ['qr', 'card'] as const;

let app: OrdersApp;
let crowd: People;
afterEach(async () => {
  await crowd.close();
  await app.close();
});

/** One order: of which member, on which channel, through which upstream, and how long after the one before. */
const randomOrders = fc.array(
  fc.record({
    member: fc.nat(2),
    channel: fc.nat(1),
    upstream: fc.constantFrom(SANDBOX, OTHER),
    amountMinor: fc.bigInt(100n, 900_000n),
    minutes: fc.oneof(fc.nat(90), fc.nat(30 * 60)),
    /** Late: paid only when others have been created. */
    paid: fc.constantFrom('now', 'late', 'never'),
  }),
  { minLength: 45, maxLength: 45 },
);

/** Agents who earn, a channel whose upstreams cost money, and another one. */
async function setUp(timeZone: string): Promise<bigint[]> {
  app = await ordersApp({ at: '2026-11-18T02:30:00.000Z' });
  await app.db.transaction((tx) => app.platform.setSettings(tx, { timeZone }));
  crowd = await people({ sharing: app, more: () => [operatorOverviewHandlers(app)] });
  for (const [at, code] of CODES.entries())
    await app.addChannel({ code, channelId: at + 1, percentE4: 6_000 + at * 4_321 });
  await app.db.transaction((tx) =>
    app.upstreams.addUpstream(tx, {
      upstreamId: OTHER,
      connector: 'sandbox',
      name: 'Other',
      settings: { key: 'a-sandbox-key-of-sufficient-length-001' },
    }),
  );
  await sql`update channel_routes set cost_percent = 1234 * channel_id, cost_fixed = 7`.execute(app.db);
  const agent = await crowd.addMember({ username: 'agent', kind: 'agent' });
  await sql`
    insert into member_rates (member_no, channel_id, percent, fixed) select ${agent.member.memberNo}::bigint, channel_id, 3456, 0 from channels`.execute(
    app.db,
  );
  const under = await crowd.addMember({ username: 'under', uplineNo: agent.member.memberNo });
  const others = [await crowd.addMember({ username: 'one' }), await crowd.addMember({ username: 'other' })];
  await crowd.addOperator('boss');
  return [under, ...others].map(({ member }) => member.memberNo);
}

type Made = Awaited<ReturnType<typeof created>> & { upstreamId: number };

/** As if the channel's route had led there. */
async function createdAt(upstreamId: number, order: ReturnType<typeof newOrder>): Promise<Made> {
  const made = await created(app.orders, order);
  await sql`update orders set upstream_id = ${upstreamId} where member_no = ${made.memberNo} and system_no = ${made.systemNo}`.execute(
    app.db,
  );
  return { ...made, upstreamId };
}

async function pay(made: Made): Promise<void> {
  await app.orders.confirmPayment(made.upstreamId, paymentOf(made));
}

const turn = async (times = 1): Promise<void> => {
  const [job] = keepTurns([copyingJob(app)], { db: app.db, clock: app.clock, log: app.log });
  for (let at = 0; at < times; at += 1) await job?.run();
};

/** What the orders say, in the form of the answer. */
async function plainSums(from: Date, to: Date): Promise<object[]> {
  const { rows } = await sql<
    Record<'upstream' | 'code' | 'made' | 'success' | 'orders' | 'amount' | 'fees' | 'cost' | 'commission', string>
  >`
    select upstream_id::text as upstream, c.code, count(*) filter (where made)::text as made, count(*) filter (where made and taken)::text as success,
      count(*) filter (where paid)::text as orders, coalesce(sum(amount) filter (where paid), 0)::text as amount,
      coalesce(sum(fee) filter (where paid), 0)::text as fees, coalesce(sum(cost) filter (where paid), 0)::text as cost,
      coalesce(sum(shares) filter (where paid), 0)::text as commission
    from (
      select o.*, status in ('success', 'reversed') as taken, created_at >= ${from} and created_at < ${to} as made,
        status in ('success', 'reversed') and paid_at >= ${from} and paid_at < ${to} as paid,
        coalesce((select sum((share ->> 'amount')::bigint) from jsonb_array_elements(o.commissions) as share), 0) as shares
      from orders o) o join channels c using (channel_id)
    where made or paid group by upstream_id, c.code order by upstream_id, c.code`.execute(app.db);
  return rows.map(({ upstream, code, orders, made, success, ...minor }) => {
    const [amount, fees, cost, commission] = [minor.amount, minor.fees, minor.cost, minor.commission].map(BigInt) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    const text = (value: bigint) => formatAmount(value, 'CNY');
    return {
      upstream: Number(upstream),
      code,
      orders: Number(orders),
      created: Number(made),
      successRate: made === '0' ? null : ((Number(success) * 100) / Number(made)).toFixed(1),
      amount: text(amount),
      fees: text(fees),
      commission: text(commission),
      cost: text(cost),
      margin: text(fees - commission - cost),
    };
  });
}

const partsOf = (overview: OperatorOverview | undefined) =>
  (overview?.paidByUpstream ?? [])
    .flatMap(({ id, channels }) => channels.map(({ name, ...channel }) => ({ upstream: id, ...channel, code: name })))
    .toSorted((a, b) => a.upstream - b.upstream || (a.code < b.code ? -1 : 1));

const minorOf = (amount: string): bigint => BigInt(amount.replace('.', ''));

// The days of Kathmandu begin at a quarter past an hour of UTC.
test.each(['Asia/Shanghai', 'Asia/Kathmandu'])('of any orders, on each day and on all, in %s', async (timeZone) => {
  const members = await setUp(timeZone);
  const waiting: Made[] = [];
  const first = dayOf(app.clock.now(), timeZone);
  for (const { member, channel, upstream, amountMinor, minutes, paid } of fc.sample(randomOrders, 1)[0] ?? []) {
    app.clock.advance(minutes * MINUTE_MS);
    const made = await createdAt(
      upstream,
      newOrder(members[member] ?? 0n, { amountMinor, channelCode: CODES[channel] ?? 'qr', expireMinutes: 1_440 }),
    );
    if (paid === 'late') waiting.push(made);
    else if (paid === 'now') await pay(made);
    if (waiting.length > 3) await pay(waiting.shift() ?? made);
    // Sometimes in between, so that hours are copied before they are whole.
    if (minutes % 5 === 0) await turn();
  }
  const last = dayOf(app.clock.now(), timeZone);
  // Each day that has gone by once more.
  await turn(100);
  const boss = crowd.person();
  await boss.logIn('boss');
  const figures = async (from: string, to: string) =>
    (await boss.post<OperatorOverview>('/operator/overview/figures', { period: { from, to } })).data;
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const span = [startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone)] as const;
    expect(partsOf(await figures(day, day))).toEqual(await plainSums(...span));
  }
  const all = await figures(first, last);
  const whole = await plainSums(startOfDay(first, timeZone), startOfDay(addDays(last, 1), timeZone));
  expect(partsOf(all)).toEqual(whole);
  expect(whole.length).toBeGreaterThan(2);
  for (const name of ['amount', 'fees', 'commission', 'cost', 'margin'] as const) {
    const total = (all?.paidByUpstream ?? []).reduce((sum, upstream) => sum + minorOf(upstream[name]), 0n);
    expect([name, total]).toEqual([name, minorOf(all?.figures[name === 'amount' ? 'volume' : name] ?? '')]);
  }
});

test('until all orders of the period are summed by upstream there is nothing, and the job sums past days', async () => {
  const [one] = await setUp('Asia/Shanghai');
  await pay(await createdAt(OTHER, newOrder(one ?? 0n)));
  app.clock.advance(3 * 24 * 60 * MINUTE_MS);
  await pay(await createdAt(SANDBOX, newOrder(one ?? 0n)));
  await turn();
  const boss = crowd.person();
  await boss.logIn('boss');
  const names = async () => {
    const period = { from: '2026-11-18', to: '2026-11-21' };
    const { data } = await boss.post<OperatorOverview>('/operator/overview/figures', { period });
    return (
      data?.paidByUpstream?.map(({ name, orders, created: made, successRate }) => [name, orders, made, successRate]) ??
      data?.paidByUpstream
    );
  };
  const both = [
    ['Sandbox', 1, 1, '100.0'],
    ['Other', 1, 1, '100.0'],
  ];
  expect(await names()).toEqual(both);
  // As a process of the earlier release leaves them, which counts what is paid only.
  await sql`update platform_upstreams set created_count = 0, success_count = 0`.execute(app.db);
  expect(await names()).toEqual(both.map(([name, orders]) => [name, orders, null, null]));
  await turn();
  expect(await names()).toEqual(both);
  // As after an update from a release that did not have them.
  await sql`delete from platform_upstreams`.execute(app.db);
  expect(await names()).toBeNull();
  await turn();
  expect(await names()).toEqual(both);
});

test('an upstream that takes orders of which none is paid is shown with its rate', async () => {
  const [one] = await setUp('Asia/Shanghai');
  await pay(await createdAt(SANDBOX, newOrder(one ?? 0n)));
  for (let at = 0; at < 3; at += 1) await createdAt(OTHER, newOrder(one ?? 0n));
  await turn();
  const boss = crowd.person();
  await boss.logIn('boss');
  const { data } = await boss.post<OperatorOverview>('/operator/overview/figures', { period: 'today' });
  expect(data?.paidByUpstream).toMatchObject([
    { name: 'Sandbox', orders: 1, created: 1, successRate: '100.0' },
    { name: 'Other', orders: 0, created: 3, successRate: '0.0', amount: '0.00', margin: '0.00' },
  ]);
  expect(data?.figures).toMatchObject({ orders: 4, successRate: '25.0' });
  expect(data?.members).toMatchObject([{ memberNo: String(one), created: 4, orders: 1, successRate: '25.0' }]);
});
