/** The platform's figures are the sums of its members', copied by the job, and compared with the hours before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people, type People, type Person } from '#features/accounts/server/people-for-tests.ts';
import {
  created,
  newOrder,
  ordersApp,
  type OrdersApp,
  paymentOf,
  SANDBOX,
} from '#features/orders/server/orders-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import type { OperatorHealth, OperatorOverview, Queue } from '../../overview-contract.ts';
import { operatorOverviewHandlers } from './calls.ts';
import { copyingJob } from './copying.ts';
import { announceProcess, keepTurns } from './turns.ts';

let app: OrdersApp;
let crowd: People;
let boss: Person;
let numbers: bigint[];

const copying = () => keepTurns([copyingJob(app)], { db: app.db, clock: app.clock, log: silentLog })[0];
const copy = async (): Promise<void> => copying()?.run();
/** Sessions end while days go by. */
const later = async (ms: number): Promise<void> => {
  app.clock.advance(ms);
  await boss.logIn('boss');
};
const HOUR_MS = 3_600_000;
const figures = async (period: unknown = 'today') =>
  (await boss.post<OperatorOverview>('/operator/overview/figures', { period })).data;

beforeAll(async () => {
  // 10:30 in Shanghai.
  app = await ordersApp({ at: '2026-11-18T02:30:00.000Z' });
  crowd = await people({ sharing: app, more: () => [operatorOverviewHandlers(app)] });
  await app.addChannel();
  const [one, other] = [await crowd.addMember({ username: 'one' }), await crowd.addMember({ username: 'other' })];
  numbers = [one.member.memberNo, other.member.memberNo];
  await crowd.addOperator('boss');
  boss = crowd.person();
  await boss.logIn('boss');
});
afterAll(async () => {
  await crowd.close();
  await app.close();
});

const order = (memberNo: bigint | undefined, amountMinor: bigint) =>
  created(app.orders, newOrder(memberNo ?? 0n, { amountMinor, expireMinutes: 1_440 }));
const pay = async (made: Awaited<ReturnType<typeof order>>) => app.orders.confirmPayment(SANDBOX, paymentOf(made));

test('before the job has run there is nothing, and it says so', async () => {
  expect(await figures()).toMatchObject({
    asOf: null,
    days: { from: '2026-11-18', to: '2026-11-18' },
    figures: { orders: 0, volume: '0.00', successRate: null },
    changes: { volume: null },
    channels: [],
    members: [],
    upstreams: [],
    upstreamsUntil: null,
  });
});

test('all members are added up, by hour, channel and member, against the same hours of the day before', async () => {
  const [one, other] = numbers;
  await pay(await order(one, 10_000n));
  const late = await order(other, 4_000n);
  await later(24 * HOUR_MS);
  // 10:30 the next day: what is paid in this hour is not compared yet.
  await pay(await order(other, 30_000n));
  await pay(late);
  await later(HOUR_MS);
  await pay(await order(one, 50_000n));
  await copy();
  const today = await figures();
  expect(today).toMatchObject({
    asOf: app.clock.now().toISOString(),
    figures: { orders: 2, trade: '800.00', successRate: '100.0', paidOrders: 3, volume: '840.00' },
    before: { days: { from: '2026-11-18', to: '2026-11-18' }, until: '2026-11-18T03:00:00.000Z' },
    // Until 11:00: 340.00 against 100.00; one order of one was paid, against two of two.
    changes: { orders: '-50.0', volume: '240.0', successRate: '0.0', paidOrders: '100.0' },
    unit: 'hour',
    members: [
      { memberNo: String(one), name: 'one', orders: 1, amount: '500.00' },
      { memberNo: String(other), name: 'other', orders: 2, amount: '340.00' },
    ],
  });
  expect(today?.channels.map(({ amount, orders, created: made }) => [amount, orders, made])).toEqual([
    ['840.00', 3, 2],
  ]);
  expect(today?.points.filter(({ orders }) => orders > 0).map(({ at, amount }) => [at, amount])).toEqual([
    ['2026-11-19T02:00:00.000Z', '340.00'],
    ['2026-11-19T03:00:00.000Z', '500.00'],
  ]);
  expect(today?.points.find(({ before }) => before?.orders === 1)?.at).toBe('2026-11-19T02:00:00.000Z');
  const both = await figures({ from: '2026-11-18', to: '2026-11-19' });
  expect(both).toMatchObject({ unit: 'day', figures: { orders: 4, volume: '940.00' } });
  expect(both?.points.map(({ date, amount }) => [date, amount])).toEqual([
    ['2026-11-18', '100.00'],
    ['2026-11-19', '840.00'],
  ]);
  expect(both?.members.map(({ amount }) => amount)).toEqual(['600.00', '340.00']);
});

test('a past day that changes late is copied again, and the sums are always those of the members', async () => {
  const made = await order(numbers[0], 7_000n);
  await later(5 * 24 * HOUR_MS);
  await copy();
  // As if the upstream had reported it days later.
  await sql`update order_rollups set success_count = success_count + 1 where member_no = ${made.memberNo} and bucket < '2026-11-20'`.execute(
    app.db,
  );
  const job = copying();
  for (let turn = 0; turn < 3; turn += 1) await job?.run();
  const { rows } = await sql`
    select span, bucket, kind, channel_id, sum(created_count)::bigint as created, sum(success_count)::bigint as success, sum(paid_amount)::bigint as paid, sum(costed_count)::bigint as costed, sum(paid_cost)::bigint as cost
    from order_rollups group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(app.db);
  const copied = await sql`
    select span, bucket, kind, channel_id, created_count as created, success_count as success, paid_amount as paid, costed_count as costed, paid_cost as cost
    from platform_rollups order by 1, 2, 3, 4`.execute(app.db);
  expect(rows.length).toBeGreaterThan(4);
  expect(copied.rows).toEqual(rows);
});

test('the whole history is copied in the first turn', async () => {
  await sql`truncate platform_rollups, platform_top_members`.execute(app.db);
  await copy();
  expect(await figures({ from: '2026-11-18', to: '2026-11-19' })).toMatchObject({ figures: { orders: 5 } });
});

test('a period of extreme days is answered, and one that is too long or of no such days is refused', async () => {
  for (const day of ['2000-01-01', '9999-12-31'])
    expect(await figures({ from: day, to: day })).toMatchObject({ figures: { orders: 0 } });
  expect(
    await boss.post('/operator/overview/figures', { period: { from: '0001-01-01', to: '0001-01-01' } }),
  ).toMatchObject({ code: -1 });
  expect(
    await boss.post('/operator/overview/figures', { period: { from: '2020-01-01', to: '2026-01-01' } }),
  ).toMatchObject({ code: -1 });
});

test('the state names the books’ check, late and failed jobs, upstreams and running processes', async () => {
  const health = async () => (await boss.post<OperatorHealth>('/operator/overview/health')).data;
  const deps = { db: app.db, clock: app.clock, log: silentLog };
  const jobs = keepTurns(
    [
      { name: 'check the books', everyMs: 60_000, run: async () => undefined },
      { name: 'broken', everyMs: 1_000, run: () => Promise.reject(new Error('no luck')) },
    ],
    deps,
  );
  await jobs[0]?.run();
  await expect(jobs[1]?.run()).rejects.toThrow('no luck');
  const ended = announceProcess({ version: '1.2.3', roles: ['web'] }, deps);
  await expect.poll(async () => (await health())?.processes).toMatchObject([{ version: '1.2.3', roles: ['web'] }]);
  const now = app.clock.now().toISOString();
  expect(await health()).toMatchObject({
    books: { checkedAt: now, wrong: null },
    jobs: { count: 3, late: [{ name: 'broken', failed: true, lateSeconds: 0 }] },
    upstreams: [{ id: SANDBOX, state: 'open' }],
  });
  app.clock.advance(10 * 60_000);
  const then = await health();
  expect(then?.jobs.late.map(({ name }) => name)).toEqual(['broken', 'figures of all members', 'check the books']);
  expect(then?.jobs.late[0]?.lateSeconds).toBe(539);
  expect(then?.processes).toEqual([]);
  await ended();
  const { rows } = await sql`select from processes`.execute(app.db);
  expect(rows).toEqual([]);
});

test('callbacks that are due are counted with the oldest, and those given up are a queue for a day', async () => {
  await sql`update callbacks set status = 'pending', next_at = ${new Date(app.clock.now().getTime() - 60_000)}`.execute(
    app.db,
  );
  const { data } = await boss.post<OperatorHealth>('/operator/overview/health');
  const given = (await boss.post<{ queues: Queue[] }>('/operator/overview/queues')).data?.queues;
  expect(data?.callbacks.due).toBe((await sql`select from callbacks`.execute(app.db)).rows.length);
  expect(given?.find(({ name }) => name === 'callbacks')).toEqual({
    name: 'callbacks',
    count: 0,
    capped: false,
    oldestAt: null,
    amount: null,
  });
});

test('what began only in this hour of the day has no change yet', async () => {
  const [one] = numbers;
  // 00:20 in Shanghai, on a day without orders so far.
  const midnight = new Date('2026-12-15T16:20:00.000Z').getTime();
  await later(midnight - app.clock.now().getTime());
  await pay(await order(one, 10_000n));
  await later(25 * HOUR_MS);
  await copy();
  expect(await figures()).toMatchObject({
    figures: { orders: 0, volume: '0.00' },
    changes: { orders: '-100.0', volume: '-100.0' },
  });
  await pay(await order(one, 20_000n));
  await copy();
  expect(await figures()).toMatchObject({
    figures: { orders: 1, volume: '200.00' },
    changes: { orders: null, trade: null, paidOrders: null, volume: null, fees: null },
  });
});

test('upstream cost, commission and margin are to the cent, for the platform, a channel and a member', async () => {
  const agent = await crowd.addMember({ username: 'agent', kind: 'agent' });
  const under = await crowd.addMember({ username: 'under', uplineNo: agent.member.memberNo });
  await later(30 * 24 * HOUR_MS);
  await sql`update channel_routes set cost_percent = 2000, cost_fixed = 10`.execute(app.db);
  await sql`
    insert into member_rates (member_no, channel_id, percent, fixed)
    select ${agent.member.memberNo}::bigint, channel_id, 4000, 0 from channels limit 1`.execute(app.db);
  // The terms of a channel are known for a second.
  app.clock.advance(2_000);
  await pay(await order(under.member.memberNo, 12_345n));
  await copy();
  // 0.6 % of 123.45 is 0.74; the agent pays 0.49, the upstream takes 0.25 and 0.10.
  const earned = { fees: '0.74', commission: '0.25', cost: '0.35', margin: '0.14' };
  expect(await figures()).toMatchObject({
    figures: earned,
    channels: [earned],
    members: [{ name: 'under', ...earned }],
  });
  await sql`update order_rollups set costed_count = 0, paid_cost = 0, paid_commission = 0`.execute(app.db);
  expect(await figures()).toMatchObject({
    figures: earned,
    members: [{ fees: '0.74', commission: null, cost: null, margin: null }],
  });
  // Those of an earlier release are added up by the job, and days gone by in its turn.
  const job = copying();
  for (let turn = 0; turn < 6; turn += 1) await job?.run();
  const { rows } = await sql<{ left: bigint; costed: string }>`
    select count(*) filter (where costed_count <> paid_count) as left, sum(costed_count) as costed from order_rollups`.execute(
    app.db,
  );
  expect(rows).toEqual([{ left: 0n, costed: expect.stringMatching(/^[1-9]/) }]);
  expect(await figures()).toMatchObject({ figures: earned, members: [earned] });
});

test('several days are compared up to the same hour of their last day', async () => {
  const [one] = numbers;
  const at = async (time: string, amountMinor: bigint) => {
    await later(new Date(time).getTime() - app.clock.now().getTime());
    await pay(await order(one, amountMinor));
    await copy();
  };
  // In Shanghai it is 10:30, and 11:30 for those that are not compared.
  await at('2027-01-20T02:30:00.000Z', 10_000n);
  await at('2027-01-21T02:30:00.000Z', 20_000n);
  await at('2027-01-21T03:30:00.000Z', 40_000n);
  await at('2027-01-22T02:30:00.000Z', 30_000n);
  await at('2027-01-23T02:30:00.000Z', 60_000n);
  await at('2027-01-23T03:30:00.000Z', 500n);
  expect(await figures({ from: '2027-01-22', to: '2027-01-23' })).toMatchObject({
    figures: { orders: 3, volume: '905.00' },
    before: { days: { from: '2027-01-20', to: '2027-01-21' }, until: '2027-01-21T03:00:00.000Z' },
    // 900.00 against 300.00, two orders against two.
    changes: { volume: '200.0', paidOrders: '0.0' },
  });
});
