/**
 * Measures the lists of a member with 5 million of 10 million orders: pages and filters with their counts and sums, the
 * money log and the dashboard. Queries run one at a time and are timed twice: in the database (the target applies to
 * this) and in total, with round trips and this process's own work. With `CITUS_URL` it measures a cluster too.
 *   npm run bench -- lists            (LISTS_ORDERS=200000 for a quick look)
 */
import { selectMoneyLog, type MoneyLogQuery } from '#features/ledger/server/money-log.ts';
import { selectChannelFigures, selectDayFigures } from '#features/orders/server/figures.ts';
import { type DisbursementQuery, sumDisbursements } from '#features/disbursements/server/listing.ts';
import { COUNTED_STATUSES, type OrderQuery } from '#features/orders/server/filter.ts';
import { selectOrderPage } from '#features/orders/server/listing.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { addBigMember, type BigMember } from './big-member.ts';
import { addBigPayouts } from './big-payouts.ts';
import { type BenchDatabase, benchDatabases } from './database.ts';
import { addBenchChannel, addBenchMembers, benchApp } from './app.ts';
import { counterOf, countingSettings } from './in-database.ts';
import { describeMachine, percentile, table } from './machine.ts';

const ORDERS = Number(process.env['LISTS_ORDERS'] ?? 5_000_000);
const PAYOUTS = Math.min(1_000_000, ORDERS);
const TIMES = 300;
const TARGET_MS = 10;
const TIME_ZONE = 'Asia/Shanghai';
const ALL_ORDERS = { page: 1, limit: 100, sort: 'createdAt', order: 'desc', statuses: COUNTED_STATUSES } as const;

const databases = await benchDatabases({ shared_buffers: '2GB', ...countingSettings });
try {
  console.log(await describeMachine(databases[0]?.db.pool));
  const measured: Measured[][] = [];
  for (const bench of databases) {
    console.log(bench.name);
    measured.push(await measureLists(bench));
  }
  report(
    databases.map(({ name }) => name),
    measured,
  );
} finally {
  for (const { close } of databases) await close();
}

interface Measured {
  query: string;
  /** In milliseconds: in the database (on a cluster in its coordinator, which waits for the others), and in total. */
  inDatabase: number[];
  total: number[];
}

function report(places: readonly string[], measured: readonly Measured[][]): void {
  for (const [index, name] of places.entries()) {
    const of = measured[index] ?? [];
    const baseline = percentile(of[0]?.total ?? [], 50);
    const rows = of.map(({ query, inDatabase, total }) => [
      query,
      ...[
        ...[50, 99, 100].map((percent) => percentile(inDatabase, percent)),
        ...[50, 99].map((percent) => percentile(total, percent)),
        percentile(total, 50) / baseline,
      ].map((figure) => figure.toFixed(1)),
    ]);
    const head = [name, 'p50 ms', 'p99 ms', 'worst ms', 'total p50', 'total p99', '× baseline'];
    const withinTarget = of.filter(({ inDatabase }) => percentile(inDatabase, 99) < TARGET_MS).length;
    console.log(
      `\n${table([head, ...rows])}\n\np99 below ${TARGET_MS} ms in the database: ${withinTarget} of ${rows.length}, including the baseline`,
    );
  }
  console.log(
    `${TIMES} runs each, ${(2 * ORDERS).toLocaleString('en')} orders, ${ORDERS.toLocaleString('en')} of them this member's`,
  );
}

/** What the queries need to know of the measured database. */
interface Stage {
  db: BenchDatabase['db'];
  big: BigMember;
  /** An order in the middle of the list. */
  sample: { systemNo: bigint; orderNo: string };
  /** The start of a day, so many days ago. */
  day(ago: number): Date;
  /** A moment of the year. */
  anywhere(): Date;
  random(): number;
}

type Query = [name: string, run: () => Promise<unknown>];

async function measureLists({ db }: BenchDatabase): Promise<Measured[]> {
  const app = benchApp(db);
  await addBenchChannel(app);
  const [memberNo = 0n] = await addBenchMembers(app, 1_000);
  const big = await addBigMember(app, memberNo, ORDERS, (text) => console.log(`  ${text}`));
  await addBigPayouts(app, memberNo, PAYOUTS, big.to);
  const counter = await counterOf(db.pool);
  const random = seeded();
  const {
    rows: [sample],
  } = await selectOrderPage(db, { ...ALL_ORDERS, memberNo, page: 777 }, { timeZone: TIME_ZONE, now: big.to });
  const stage: Stage = {
    db,
    big,
    sample: sample ?? { systemNo: 0n, orderNo: '' },
    day: (ago) => startOfDay(addDays(dayOf(big.to, TIME_ZONE), -ago), TIME_ZONE),
    anywhere: () => new Date(big.from.getTime() + random() * (big.to.getTime() - big.from.getTime())),
    random,
  };
  const measured: Measured[] = [];
  for (const [query, run] of queriesOf(stage)) {
    const figures: Measured = { query, inDatabase: [], total: [] };
    for (let turn = -5; turn < TIMES; turn += 1) {
      let took = 0;
      const ms = await counter(async () => {
        const begin = performance.now();
        await run();
        took = performance.now() - begin;
      });
      if (turn < 0) continue;
      figures.inDatabase.push(ms);
      figures.total.push(took);
    }
    measured.push(figures);
  }
  return measured;
}

function queriesOf(stage: Stage): Query[] {
  const { db, big } = stage;
  const baseline = sql`select wallet from wallets where member_no = ${big.memberNo} and currency = 'CNY'`;
  return [
    ['baseline: one row by its key', () => baseline.execute(db)],
    ...orderQueries(stage),
    ...moneyLogQueries(stage),
    ...payoutQueries(stage),
    ...dashboardQueries(stage),
  ];
}

function orderQueries({ db, big, sample, day, anywhere, random }: Stage): Query[] {
  const queries: [string, () => Partial<OrderQuery>][] = [
    ['first page', () => ({})],
    ['a random page, newest first', () => ({ page: 1 + Math.floor((random() * ORDERS) / 100) })],
    ['a random page, oldest first', () => ({ order: 'asc', page: 1 + Math.floor((random() * ORDERS) / 100) })],
    ['today', () => ({ createdFrom: day(0), createdTo: day(-1) })],
    [
      'last 30 days, a random page',
      () => ({ createdFrom: day(29), createdTo: day(-1), page: 1 + Math.floor((random() * ORDERS) / 365 / 4) }),
    ],
    [
      'a year with ragged ends',
      () => ({ createdFrom: new Date(big.from.getTime() + random() * 9e9), createdTo: anywhere() }),
    ],
    [
      'success, a random page',
      () => ({ statuses: ['success'], page: 1 + Math.floor((random() * ORDERS * 0.79) / 100) }),
    ],
    [
      'expired, a random page',
      () => ({ statuses: ['expired'], page: 1 + Math.floor((random() * ORDERS * 0.19) / 100) }),
    ],
    ['a common channel', () => ({ channelIds: [1] })],
    [
      'a rare channel, a random page',
      () => ({ channelIds: [4], page: 1 + Math.floor((random() * ORDERS) / 1_000 / 100) }),
    ],
    [
      "a channel's success, 30 days",
      () => ({ channelIds: [2], statuses: ['success'], createdFrom: day(29), createdTo: day(-1) }),
    ],
    ['paid in a range', () => ({ paidFrom: new Date(big.from.getTime() + random() * 9e9), paidTo: anywhere() })],
    ['sorted by payment, a random page', () => ({ sort: 'paidAt', page: 1 + Math.floor((random() * ORDERS) / 100) })],
    ['created and paid ranges', () => ({ createdFrom: day(29), createdTo: day(-1), paidFrom: day(3), paidTo: day(0) })],
    ['notify failed, all time', () => ({ notifyStatuses: ['failed'] })],
    ['a wide range of amounts, 31 days', () => ({ amountFromMinor: 10_000n, amountToMinor: 400_000n })],
    ['a narrow range of amounts, 31 days', () => ({ amountFromMinor: 77_000n, amountToMinor: 77_500n })],
    ['one amount, 31 days', () => ({ amountFromMinor: 77_019n, amountToMinor: 77_019n })],
    ['an amount that no order has', () => ({ amountFromMinor: 99_999_999n })],
    ['the system number', () => ({ q: sample.systemNo.toString() })],
    ["the merchant's number", () => ({ q: sample.orderNo })],
    ["a number's prefix, few matches", () => ({ q: sample.orderNo.slice(0, -1) })],
    ['a day of system numbers', () => ({ q: sample.systemNo.toString().slice(0, 6) })],
    ['a prefix that all orders share', () => ({ q: 'B' })],
  ];
  for (const status of ['success', 'unpaid', 'expired', 'reversed'] as const)
    queries.push([status, () => ({ statuses: [status] })]);
  queries.push(['paid and expired', () => ({ statuses: ['expired', 'success'] })]);
  queries.push(['two channels', () => ({ channelIds: [1, 4] })]);
  for (const notifyStatus of ['none', 'pending', 'delivered', 'failed'] as const)
    queries.push([
      `notify ${notifyStatus}, 31 days`,
      () => ({ notifyStatuses: [notifyStatus], createdFrom: day(30), createdTo: day(-1) }),
    ]);
  return queries.map(([name, changes]) => [
    `orders: ${name}`,
    () =>
      selectOrderPage(
        db,
        { ...ALL_ORDERS, memberNo: big.memberNo, ...changes() },
        { timeZone: TIME_ZONE, now: big.to },
      ),
  ]);
}

function moneyLogQueries({ db, big, sample, anywhere, random }: Stage): Query[] {
  const entries = Math.floor(ORDERS * 0.79);
  const queries: [string, () => Partial<MoneyLogQuery>][] = [
    ['first page', () => ({})],
    ['a random page', () => ({ page: 1 + Math.floor((random() * entries) / 100) })],
    ['a random range', () => ({ from: new Date(big.from.getTime() + random() * 9e9), to: anywhere() })],
    ['pay-ins, a random page', () => ({ types: ['payin'], page: 1 + Math.floor((random() * entries) / 100) })],
    ['a rare type', () => ({ types: ['recharge'] })],
    ['a type without entries', () => ({ types: ['withdrawal'] })],
    ['two types', () => ({ types: ['payin', 'refund'], page: 1 + Math.floor((random() * entries) / 100) })],
    ['one number', () => ({ references: [sample.systemNo] })],
    ['one release time', () => ({ releaseAt: startOfDay(dayOf(anywhere(), TIME_ZONE), TIME_ZONE) })],
  ];
  const all: MoneyLogQuery = { memberNo: big.memberNo, page: 1, limit: 100, order: 'desc' };
  return queries.map(([name, changes]) => [`money log: ${name}`, () => selectMoneyLog(db, { ...all, ...changes() })]);
}

function payoutQueries({ db, big, day, anywhere, random }: Stage): Query[] {
  const range = (from: Date, to: Date) => ({ range: { from: from.toISOString(), to: to.toISOString() } });
  const queries: [string, () => Partial<DisbursementQuery>][] = [
    ['sums of all', () => ({})],
    ['sums of the paid ones, 30 days', () => ({ status: ['paid'], ...range(day(29), day(-1)) })],
    [
      'sums of a kind, with ragged ends',
      () => ({ type: ['bank'], ...range(new Date(big.from.getTime() + random() * 9e9), anywhere()) }),
    ],
  ];
  const all: DisbursementQuery = {
    memberNo: big.memberNo,
    kind: 'payout',
    status: [],
    page: 1,
    limit: 100,
    order: 'desc',
  };
  return queries.map(([name, changes]) => [
    `payouts: ${name}`,
    () => sumDisbursements(db, { ...all, ...changes() }, big.to, TIME_ZONE),
  ]);
}

function dashboardQueries({ db, big: { memberNo }, day }: Stage): Query[] {
  return [
    ['dashboard: today and yesterday', () => selectDayFigures(db, { memberNo, from: day(1), to: day(-1) })],
    [
      'dashboard: 30 days and channels',
      async () => {
        await selectDayFigures(db, { memberNo, from: day(29), to: day(-1) });
        await selectChannelFigures(db, { memberNo, from: day(29), to: day(-1) });
      },
    ],
  ];
}

/** A seeded random generator, so that every run sends the same queries. */
function seeded(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
