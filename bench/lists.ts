/**
 * Measures the lists of a member with 5 million of 10 million orders: pages and filters with their counts and sums, the
 * money log and the dashboard. Queries run one at a time and are timed twice: in the database (the target applies to
 * this) and in total, with round trips and this process's own work.
 *   npm run bench -- lists            (LISTS_ORDERS=200000 for a quick look)
 */
import { sql } from 'kysely';
import { selectMoneyLog, type MoneyLogQuery } from '#features/ledger/server/money-log.ts';
import { selectChannelFigures, selectDayFigures } from '#features/orders/server/figures.ts';
import { type DisbursementQuery, sumDisbursements } from '#features/disbursements/server/listing.ts';
import type { OrderQuery } from '#features/orders/server/filter.ts';
import { selectOrderPage } from '#features/orders/server/listing.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { addBigMember } from './big-member.ts';
import { addBigPayouts } from './big-payouts.ts';
import { benchDatabase } from './database.ts';
import { addBenchChannel, addBenchMembers, benchApp } from './app.ts';
import { counterOf, countingSettings } from './in-database.ts';
import { describeMachine, percentile, table } from './machine.ts';

const ORDERS = Number(process.env['LISTS_ORDERS'] ?? 5_000_000);
const PAYOUTS = Math.min(1_000_000, ORDERS);
const TIMES = 300;
const TARGET_MS = 10;
const TIME_ZONE = 'Asia/Shanghai';

const { db, close } = await benchDatabase({ shared_buffers: '2GB', ...countingSettings });
try {
  console.log(await describeMachine(db.pool));
  const app = benchApp(db);
  await addBenchChannel(app);
  const [memberNo = 0n] = await addBenchMembers(app, 1_000);
  const big = await addBigMember(app, memberNo, ORDERS, (text) => console.log(`  ${text}`));
  const inDatabase = await counterOf(db.pool);
  const rows: string[][] = [['query', 'p50 ms', 'p99 ms', 'worst ms', 'total p50', 'total p99', '× baseline']];
  let [baseline, withinTarget] = [0, 0];
  const measure = async (name: string, run: (turn: number) => Promise<unknown>): Promise<void> => {
    const counted: number[] = [];
    const total: number[] = [];
    for (let turn = -5; turn < TIMES; turn += 1) {
      let took = 0;
      const ms = await inDatabase(async () => {
        const begin = performance.now();
        await run(turn);
        took = performance.now() - begin;
      });
      if (turn < 0) continue;
      counted.push(ms);
      total.push(took);
    }
    baseline ||= percentile(total, 50);
    if (percentile(counted, 99) < TARGET_MS) withinTarget += 1;
    const figures = [
      ...[50, 99, 100].map((percent) => percentile(counted, percent)),
      percentile(total, 50),
      percentile(total, 99),
    ];
    rows.push([name, ...[...figures, percentile(total, 50) / baseline].map((figure) => figure.toFixed(1))]);
  };
  await measure('baseline: one row by its key', () =>
    sql`select wallet from wallets where member_no = ${memberNo} and currency = 'CNY'`.execute(db.kysely),
  );

  const now = big.to;
  const random = seeded();
  const day = (ago: number): Date => startOfDay(addDays(dayOf(now, TIME_ZONE), -ago), TIME_ZONE);
  const anywhere = (): Date => new Date(big.from.getTime() + random() * (now.getTime() - big.from.getTime()));
  const base: OrderQuery = { memberNo, page: 1, limit: 100, sort: 'createdAt', order: 'desc', status: 'all' };
  const orders = (changes: () => Partial<OrderQuery>) => () =>
    selectOrderPage(db, { ...base, ...changes() }, { timeZone: TIME_ZONE, now });
  const {
    rows: [sample],
  } = await selectOrderPage(db, { ...base, page: 777 }, { timeZone: TIME_ZONE, now });

  await measure(
    'orders: first page',
    orders(() => ({})),
  );
  await measure(
    'orders: a random page, newest first',
    orders(() => ({ page: 1 + Math.floor((random() * ORDERS) / 100) })),
  );
  await measure(
    'orders: a random page, oldest first',
    orders(() => ({ order: 'asc', page: 1 + Math.floor((random() * ORDERS) / 100) })),
  );
  await measure(
    'orders: today',
    orders(() => ({ createdFrom: day(0), createdTo: day(-1) })),
  );
  await measure(
    'orders: last 30 days, a random page',
    orders(() => ({ createdFrom: day(29), createdTo: day(-1), page: 1 + Math.floor((random() * ORDERS) / 365 / 4) })),
  );
  await measure(
    'orders: a year with ragged ends',
    orders(() => ({ createdFrom: new Date(big.from.getTime() + random() * 9e9), createdTo: anywhere() })),
  );
  for (const status of ['success', 'unpaid', 'expired'] as const)
    await measure(
      `orders: ${status}`,
      orders(() => ({ status })),
    );
  await measure(
    'orders: success, a random page',
    orders(() => ({ status: 'success', page: 1 + Math.floor((random() * ORDERS * 0.79) / 100) })),
  );
  await measure(
    'orders: expired, a random page',
    orders(() => ({ status: 'expired', page: 1 + Math.floor((random() * ORDERS * 0.19) / 100) })),
  );
  await measure(
    'orders: a common channel',
    orders(() => ({ channelId: 1 })),
  );
  await measure(
    'orders: a rare channel, a random page',
    orders(() => ({ channelId: 4, page: 1 + Math.floor((random() * ORDERS) / 1_000 / 100) })),
  );
  await measure(
    "orders: a channel's success, 30 days",
    orders(() => ({ channelId: 2, status: 'success', createdFrom: day(29), createdTo: day(-1) })),
  );
  await measure(
    'orders: paid in a range',
    orders(() => ({ paidFrom: new Date(big.from.getTime() + random() * 9e9), paidTo: anywhere() })),
  );
  await measure(
    'orders: sorted by payment, a random page',
    orders(() => ({ sort: 'paidAt', page: 1 + Math.floor((random() * ORDERS) / 100) })),
  );
  await measure(
    'orders: created and paid ranges',
    orders(() => ({ createdFrom: day(29), createdTo: day(-1), paidFrom: day(3), paidTo: day(0) })),
  );
  for (const notifyStatus of ['none', 'pending', 'delivered', 'failed'] as const)
    await measure(
      `orders: notify ${notifyStatus}, 31 days`,
      orders(() => ({ notifyStatus, createdFrom: day(30), createdTo: day(-1) })),
    );
  await measure(
    'orders: notify failed, all time',
    orders(() => ({ notifyStatus: 'failed' })),
  );
  await measure(
    'orders: a wide range of amounts, 31 days',
    orders(() => ({ amountFromMinor: 10_000n, amountToMinor: 400_000n })),
  );
  await measure(
    'orders: a narrow range of amounts, 31 days',
    orders(() => ({ amountFromMinor: 77_000n, amountToMinor: 77_500n })),
  );
  await measure(
    'orders: one amount, 31 days',
    orders(() => ({ amountFromMinor: 77_019n, amountToMinor: 77_019n })),
  );
  await measure(
    'orders: an amount that no order has',
    orders(() => ({ amountFromMinor: 99_999_999n })),
  );
  await measure(
    'orders: the system number',
    orders(() => ({ q: sample?.systemNo.toString() ?? '' })),
  );
  await measure(
    "orders: the merchant's number",
    orders(() => ({ q: sample?.orderNo ?? '' })),
  );
  await measure(
    "orders: a number's prefix, few matches",
    orders(() => ({ q: sample?.orderNo.slice(0, -1) ?? '' })),
  );
  await measure(
    'orders: a day of system numbers',
    orders(() => ({ q: sample?.systemNo.toString().slice(0, 6) ?? '' })),
  );
  await measure(
    'orders: a prefix that all orders share',
    orders(() => ({ q: 'B' })),
  );

  const log: MoneyLogQuery = { memberNo, page: 1, limit: 100, order: 'desc' };
  const moneyLog = (changes: () => Partial<MoneyLogQuery>) => () => selectMoneyLog(db, { ...log, ...changes() });
  const entries = Math.floor(ORDERS * 0.79);
  await measure(
    'money log: first page',
    moneyLog(() => ({})),
  );
  await measure(
    'money log: a random page',
    moneyLog(() => ({ page: 1 + Math.floor((random() * entries) / 100) })),
  );
  await measure(
    'money log: a random range',
    moneyLog(() => ({ from: new Date(big.from.getTime() + random() * 9e9), to: anywhere() })),
  );
  await measure(
    'money log: pay-ins, a random page',
    moneyLog(() => ({ type: 'payin', page: 1 + Math.floor((random() * entries) / 100) })),
  );
  await measure(
    'money log: a rare type',
    moneyLog(() => ({ type: 'recharge' })),
  );
  await measure(
    'money log: a type without entries',
    moneyLog(() => ({ type: 'withdrawal' })),
  );
  await measure(
    'money log: one number',
    moneyLog(() => ({ references: [sample?.systemNo ?? 0n] })),
  );

  await addBigPayouts(app, memberNo, PAYOUTS, now);
  const payout: DisbursementQuery = { memberNo, kind: 'payout', status: 'all', page: 1, limit: 100, order: 'desc' };
  const payouts = (changes: () => Partial<DisbursementQuery>) => () =>
    sumDisbursements(db.kysely, { ...payout, ...changes() }, now, TIME_ZONE);
  const range = (from: Date, to: Date) => ({ range: { from: from.toISOString(), to: to.toISOString() } });
  await measure(
    'payouts: sums of all',
    payouts(() => ({})),
  );
  await measure(
    'payouts: sums of the paid ones, 30 days',
    payouts(() => ({ status: 'paid', ...range(day(29), day(-1)) })),
  );
  await measure(
    'payouts: sums of a kind, with ragged ends',
    payouts(() => ({ type: 'bank', ...range(new Date(big.from.getTime() + random() * 9e9), anywhere()) })),
  );

  await measure('dashboard: today and yesterday', () =>
    selectDayFigures(db.kysely, { memberNo, from: day(1), to: day(-1) }),
  );
  await measure('dashboard: 30 days and channels', async () => {
    await selectDayFigures(db.kysely, { memberNo, from: day(29), to: day(-1) });
    await selectChannelFigures(db.kysely, { memberNo, from: day(29), to: day(-1) });
  });
  console.log(
    `\n${table(rows)}\n\np99 below ${TARGET_MS} ms in the database: ${withinTarget} of ${rows.length - 1}, including the baseline`,
  );
  console.log(
    `${TIMES} runs each, ${(2 * ORDERS).toLocaleString('en')} orders, ${ORDERS.toLocaleString('en')} of them this member's`,
  );
} finally {
  await close();
}

/** A seeded random generator, so that every run sends the same queries. */
function seeded(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
