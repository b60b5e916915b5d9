import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { survey } from './page-survey.ts';
import { COUNTED_STATUSES, type OrderQuery } from './filter.ts';
import { type ListedOrder, selectOrderPage } from './listing.ts';
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
let memberNo: bigint;
let all: ListedOrder[];
const timeZone = 'Asia/Shanghai';

beforeAll(async () => {
  app = await ordersApp({ at: '2026-11-10T15:20:00.000Z' });
  await app.addChannel();
  await app.addChannel({ code: 'bank', channelId: 2 });
  memberNo = await app.addMember();
  const otherMember = await app.addMember();
  // Orders that expired and were paid days later.
  const forgotten: Awaited<ReturnType<typeof created>>[] = [];
  // Nine days with every state, across midnights of the platform and of UTC.
  for (let step = 0; step < 160; step += 1) {
    app.clock.advance(((step * 7_919) % 160) * 60_000 + step * 13);
    const order = await created(
      app.orders,
      newOrder(memberNo, {
        orderNo: `S-${step % 3}_${step}`,
        amountMinor: BigInt(1_000 + ((step * 37) % 50) * 100),
        channelCode: step % 4 === 0 ? 'bank' : 'qr',
        notifyUrl: step % 5 === 0 ? null : 'https://shop.example/notify',
        expireMinutes: 30,
      }),
    );
    if (step % 27 === 0) forgotten.push(order);
    if (step % 54 === 45) {
      for (const late of forgotten.splice(0)) {
        await paidAtUpstream(app, late);
        await app.orders.confirmPayment(SANDBOX, paymentOf(late));
      }
    }
    if (step % 3 !== 0) {
      app.clock.advance((step % 20) * 60_000);
      await app.orders.confirmPayment(SANDBOX, paymentOf(order));
    }
    if (step % 10 === 0) await created(app.orders, newOrder(otherMember));
    if (step < 150) while ((await app.orders.expireDue()) > 0);
  }
  await app.db.pool.query(
    `update callbacks set status = case when system_no % 3 = 0 then 'delivered' when system_no % 3 = 1 then 'failed' else 'pending' end, attempts = (system_no % 4)::integer
     where member_no = $1`,
    [memberNo],
  );
  await app.db.pool.query(
    `update orders set status = 'reversed' where member_no = $1 and status = 'success' and system_no % 7 = 0`,
    [memberNo],
  );
  const { rows } = await app.db.pool.query<ListedOrder>(
    `select o.system_no as "systemNo", o.order_no as "orderNo", o.kind, o.channel_id as "channelId", o.amount as "amountMinor", o.fee as "feeMinor", o.status,
       coalesce(c.status, 'none') as "notifyStatus", case when c.status = 'pending' then c.attempts else 0 end as "notifyAttempts", o.created_at as "createdAt", o.paid_at as "paidAt"
     from orders o left join callbacks c using (member_no, system_no) where o.member_no = $1`,
    [memberNo],
  );
  all = rows;
}, 120_000);
afterAll(() => app.close());

/** The list by its plain definition. */
function expected(query: OrderQuery): ListedOrder[] {
  const inRange = (at: Date | null, from?: Date, to?: Date): boolean =>
    (!from && !to) || (at !== null && (!from || at >= from) && (!to || at < to));
  const found = all.filter(
    (order) =>
      (query.statuses.includes(order.status) || (order.status === 'reversed' && query.statuses.includes('success'))) &&
      (query.channelIds === undefined || query.channelIds.includes(order.channelId)) &&
      (query.notifyStatuses === undefined ||
        query.notifyStatuses.includes(order.notifyStatus) ||
        (query.notifyStatuses.includes('retrying') && order.notifyAttempts !== 0)) &&
      (query.amountFromMinor === undefined || order.amountMinor >= query.amountFromMinor) &&
      (query.amountToMinor === undefined || order.amountMinor <= query.amountToMinor) &&
      inRange(order.createdAt, query.createdFrom, query.createdTo) &&
      inRange(order.paidAt, query.paidFrom, query.paidTo) &&
      (!query.q || order.orderNo.startsWith(query.q) || order.systemNo.toString().startsWith(query.q)),
  );
  const sign = query.order === 'desc' ? -1 : 1;
  return found.sort((a, b) => {
    if (query.sort === 'paidAt') {
      if ((a.paidAt === null) !== (b.paidAt === null)) return a.paidAt === null ? 1 : -1;
      const byPayment = (a.paidAt?.getTime() ?? 0) - (b.paidAt?.getTime() ?? 0);
      if (byPayment !== 0) return sign * byPayment;
    }
    return sign * (a.systemNo < b.systemNo ? -1 : 1);
  });
}

const base = (): OrderQuery => ({
  memberNo,
  page: 1,
  limit: 10,
  sort: 'createdAt',
  order: 'desc',
  statuses: COUNTED_STATUSES,
});
const day = (text: string): Date => startOfDay(text, timeZone);

const filters: [string, () => Partial<OrderQuery>][] = [
  ['nothing', () => ({})],
  ['paid orders', () => ({ statuses: ['success'] })],
  ['unpaid orders', () => ({ statuses: ['unpaid'] })],
  ['expired orders', () => ({ statuses: ['expired'] })],
  ['paid and unpaid orders', () => ({ statuses: ['unpaid', 'success'] })],
  ['paid and expired orders', () => ({ statuses: ['expired', 'success'] })],
  ['orders that were not paid', () => ({ statuses: ['unpaid', 'expired'] })],
  ['reversed orders', () => ({ statuses: ['reversed'] })],
  ['reversed and unpaid orders', () => ({ statuses: ['unpaid', 'reversed'] })],
  ['reversed orders of payment days', () => ({ statuses: ['reversed'], paidFrom: day('2026-11-12') })],
  ['two channels', () => ({ channelIds: [1, 2] })],
  ["two channels' expired and paid orders", () => ({ channelIds: [1, 2], statuses: ['expired', 'success'] })],
  ['a channel', () => ({ channelIds: [2] })],
  ["a channel's paid orders", () => ({ channelIds: [1], statuses: ['success'] })],
  ['whole days', () => ({ createdFrom: day('2026-11-12'), createdTo: day('2026-11-15') })],
  [
    'ragged times over days',
    () => ({ createdFrom: new Date('2026-11-11T03:17:21.123Z'), createdTo: new Date('2026-11-15T17:44:59.001Z') }),
  ],
  [
    'minutes within an hour',
    () => ({ createdFrom: new Date('2026-11-12T03:10:00Z'), createdTo: new Date('2026-11-12T03:50:00Z') }),
  ],
  [
    'hours within a day',
    () => ({ createdFrom: new Date('2026-11-12T01:10:00Z'), createdTo: new Date('2026-11-12T09:50:00Z') }),
  ],
  ['from an instant', () => ({ createdFrom: new Date('2026-11-13T05:59:59.999Z'), statuses: ['success'] })],
  ['until an instant', () => ({ createdTo: new Date('2026-11-13T16:00:00.000Z') })],
  ['payment days', () => ({ paidFrom: day('2026-11-12'), paidTo: day('2026-11-15') })],
  [
    'ragged payment times',
    () => ({ paidFrom: new Date('2026-11-12T03:17:21Z'), paidTo: new Date('2026-11-14T17:44:59Z'), channelIds: [1] }),
  ],
  [
    'both ranges',
    () => ({
      createdFrom: day('2026-11-12'),
      createdTo: day('2026-11-15'),
      paidFrom: new Date('2026-11-12T03:17:21Z'),
    }),
  ],
  ['amounts', () => ({ amountFromMinor: 2_000n, amountToMinor: 4_000n })],
  ['one amount', () => ({ amountFromMinor: 2_500n, amountToMinor: 2_500n, statuses: ['success'] })],
  ['failed callbacks', () => ({ notifyStatuses: ['failed'] })],
  ['pending callbacks', () => ({ notifyStatuses: ['pending'] })],
  ['retried callbacks', () => ({ notifyStatuses: ['retrying'] })],
  ['retried and failed callbacks', () => ({ notifyStatuses: ['failed', 'retrying'] })],
  ['retried and delivered callbacks', () => ({ notifyStatuses: ['delivered', 'retrying'] })],
  ['retried and pending callbacks', () => ({ notifyStatuses: ['pending', 'retrying'] })],
  ["a number's beginning, of retried callbacks", () => ({ q: 'S-', notifyStatuses: ['retrying'] })],
  ['failed and pending callbacks', () => ({ notifyStatuses: ['pending', 'failed'] })],
  ['callbacks that are not delivered', () => ({ notifyStatuses: ['none', 'pending', 'failed'] })],
  ['delivered and failed callbacks', () => ({ notifyStatuses: ['delivered', 'failed'] })],
  ['delivered callbacks', () => ({ notifyStatuses: ['delivered'] })],
  ['no callback', () => ({ notifyStatuses: ['none'] })],
  ["a number's beginning, of callbacks that failed", () => ({ q: 'S-', notifyStatuses: ['failed'] })],
  [
    "a number's beginning, of amounts within days",
    () => ({ q: 'S-2', amountFromMinor: 2_000n, createdFrom: day('2026-11-12') }),
  ],
  ['pending callbacks of a channel', () => ({ notifyStatuses: ['pending'], channelIds: [1] })],
  [
    'amounts of payment days',
    () => ({ amountFromMinor: 2_000n, paidFrom: day('2026-11-12'), paidTo: day('2026-11-15') }),
  ],
  ["a merchant number's beginning, with characters that LIKE knows", () => ({ q: 'S-1_' })],
  ['a whole merchant number', () => ({ q: 'S-1_100' })],
  ["a system number's beginning", () => ({ q: '261112' })],
  ['a whole system number', () => ({ q: all[50]?.systemNo.toString() ?? '' })],
  ['an unknown number', () => ({ q: 'S-1_1000' })],
];

describe.each(filters)('filtered by %s, the list', (_, changes) => {
  test.each([
    ['createdAt', 'desc'],
    ['createdAt', 'asc'],
    ['paidAt', 'desc'],
    ['paidAt', 'asc'],
  ] as const)('sorted by %s %s shows every order once, and sums them all to the cent', async (sort, order) => {
    const query = { ...base(), ...changes(), sort, order };
    const wanted = expected(query);
    const shown: ListedOrder[] = [];
    for (let page = 1; page <= Math.ceil(wanted.length / 10) + 1; page += 1) {
      const found = await selectOrderPage(app.db, { ...query, page }, { timeZone, now: app.clock.now() });
      shown.push(...found.rows);
      const success = wanted.filter(({ paidAt }) => paidAt !== null);
      const sum = (orders: ListedOrder[], of: (one: ListedOrder) => bigint): bigint =>
        orders.reduce((total, one) => total + of(one), 0n);
      expect(found.totals).toEqual({
        count: wanted.length,
        capped: false,
        successCount: success.length,
        amountMinor: sum(wanted, ({ amountMinor }) => amountMinor),
        successAmountMinor: sum(success, ({ amountMinor }) => amountMinor),
        feeMinor: sum(success, ({ feeMinor }) => feeMinor),
        moreMinor: 0n,
      });
    }
    expect(shown.map(({ orderNo }) => orderNo)).toEqual(wanted.map(({ orderNo }) => orderNo));
    expect(shown).toEqual(wanted);
  });
});

test('the first pages of a range with many payments are found by walking', async () => {
  for (const order of ['asc', 'desc'] as const) {
    const query: OrderQuery = { ...base(), paidFrom: day('2026-11-01'), order, limit: 1 };
    const wanted = expected(query);
    for (let page = 1; page <= 4; page += 1) {
      const found = await selectOrderPage(app.db, { ...query, page }, { timeZone, now: app.clock.now() });
      expect([found.totals.count, found.rows]).toEqual([wanted.length, wanted.slice(page - 1, page)]);
    }
  }
});

test('a deep page found by its hour equals the page found by skipping all rows', async () => {
  for (const changes of [
    {},
    { statuses: ['success'] },
    { channelIds: [1] },
    { createdFrom: new Date('2026-11-11T03:17:21Z'), createdTo: new Date('2026-11-15T17:44:59Z') },
  ] as const) {
    for (const order of ['asc', 'desc'] as const) {
      const query: OrderQuery = { ...base(), ...changes, order };
      const wanted = expected(query);
      for (let offset = 0; offset < wanted.length; offset += 7) {
        const { place } = await survey(app.db, query, {
          basis: 'created',
          timeZone,
          offset,
          limit: 1,
          smallOffset: 0,
        });
        const { rows } = await selectOrderPage(
          app.db,
          { ...query, createdFrom: place?.from, createdTo: place?.to, page: 1, limit: (place?.offset ?? 0) + 1 },
          { timeZone, now: app.clock.now() },
        );
        expect(rows.at(-1)?.orderNo, `${JSON.stringify(Object.keys(changes))} ${order} ${offset}`).toBe(
          wanted[offset]?.orderNo,
        );
      }
    }
  }
});

test('some orders were paid days after they expired', async () => {
  const { rows } = await app.db.pool.query<{ count: bigint }>(
    `select count(*) as count from orders where member_no = $1 and paid_late and paid_at > created_at + interval '26 hours'`,
    [memberNo],
  );
  expect(Number(rows[0]?.count)).toBeGreaterThan(3);
});

test('the roll-ups equal the orders for every day of the platform', async () => {
  const { rows } = await app.db.pool.query<{
    bucket: Date;
    created_count: bigint;
    paid_count: bigint;
    expired_count: bigint;
  }>(
    `select bucket, sum(created_count)::bigint as created_count, sum(paid_count)::bigint as paid_count, sum(expired_count)::bigint as expired_count
     from order_rollups where member_no = $1 and span = 'day' group by 1 order by 1`,
    [memberNo],
  );
  for (const { bucket, created_count, paid_count, expired_count } of rows) {
    const ofDay = (at: Date | null): boolean =>
      at !== null && startOfDay(dayOf(at, timeZone), timeZone).getTime() === bucket.getTime();
    expect([created_count, paid_count, expired_count].map(Number)).toEqual([
      all.filter(({ createdAt }) => ofDay(createdAt)).length,
      all.filter(({ paidAt }) => ofDay(paidAt)).length,
      all.filter(({ createdAt, status }) => ofDay(createdAt) && status === 'expired').length,
    ]);
  }
  expect(rows.length).toBeGreaterThan(5);
});
