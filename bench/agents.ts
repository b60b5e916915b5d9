/**
 * Measures the agents' calls: an agent with 1,000 direct merchants and 5 million orders below it, and one with a tree of
 * 100,000 members, with the same questions about a single merchant next to them. Then what agents cost a payment. Queries
 * are timed as in `lists.ts`: in the database (the target applies to this) and in total.
 *   npm run bench -- agents           (AGENTS_ORDERS=200000 for a quick look)
 */
import type { App } from '#apps/server/compose.ts';
import { orderSource } from '#features/agents/server/orders/source.ts';
import type { Place } from '#features/agents/server/places.ts';
import { selectAgentOrders } from '#features/agents/server/projection/store.ts';
import { selectBookingPage } from '#features/agents/server/statement/entries.ts';
import { selectGroups, selectHolds, selectTotals, type Statement } from '#features/agents/server/statement/store.ts';
import { selectBestMembers, selectCommissionMonths, selectTreeDays } from '#features/agents/server/tree/figures.ts';
import { type MemberQuery, selectMemberPage } from '#features/agents/server/tree/listing.ts';
import { selectDayFigures } from '#features/orders/server/figures.ts';
import { COUNTED_STATUSES, type OrderQuery } from '#features/orders/server/filter.ts';
import { selectOrderPage } from '#features/orders/server/listing.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { addBenchChannel, addBenchMembers, BENCH_CHANNEL, BENCH_UPSTREAM, benchApp } from './app.ts';
import { addBigTree, addManyMembers, type BigTree } from './big-tree.ts';
import { benchDatabase } from './database.ts';
import { counterOf, countingSettings } from './in-database.ts';
import { describeMachine, median, percentile, table } from './machine.ts';

const ORDERS = Number(process.env['AGENTS_ORDERS'] ?? 5_000_000);
const MEMBERS = Math.min(100_000, Math.max(1_000, ORDERS / 10));
const TIMES = Number(process.env['AGENTS_TIMES'] ?? 300);
const TARGET_MS = 50;
const TIME_ZONE = 'Asia/Shanghai';
const PAID_AT_ONCE = 1_000;
const PAYING_ROUNDS = 15;
const LEVELS = 10;
let counted = 0;
const WHOLE: Place = { subjectNo: 0n, kind: 'agent', levels: [] };

const { db, close } = await benchDatabase({ shared_buffers: '2GB', ...countingSettings });
try {
  console.log(await describeMachine(db.pool));
  const app = benchApp(db);
  await app.db.transaction((tx) => app.platform.setSettings(tx, { agentDepth: LEVELS }));
  await addBenchChannel(app);
  const agentNo = await addAgent(app, null);
  const rootNo = await addAgent(app, null);
  const tree = await addBigTree(app, agentNo, await addBenchMembers(app, 1_000), ORDERS, (text) =>
    console.log(`  ${text}`),
  );
  await addManyMembers(app, rootNo, MEMBERS);
  await measureQueries(app, tree, rootNo);
  await measurePayments(app);
} finally {
  await close();
}

async function addAgent({ db: { transaction }, members, ledger }: App, uplineNo: bigint | null): Promise<bigint> {
  return transaction(async (tx) => {
    const settlement = { mode: 'D', days: 1, sameDayRatioE4: 0 } as const;
    const { memberNo } = await members.add(tx, {
      kind: 'agent',
      uplineNo,
      name: 'Agent',
      settlement,
      createdAt: new Date(),
    });
    await ledger.open(tx, memberNo, 'CNY');
    return memberNo;
  });
}

type Query = [name: string, run: () => Promise<unknown>];

async function measureQueries(app: App, tree: BigTree, rootNo: bigint): Promise<void> {
  const counter = await counterOf(app.db.pool);
  const rows: string[][] = [['query', 'p50 ms', 'p99 ms', 'worst ms', 'total p50', 'total p99']];
  let withinTarget = 0;
  const queries = [...orderQueries(app, tree), ...statementQueries(app, tree), ...treeQueries(app, tree, rootNo)];
  for (const [name, run] of queries) {
    const [counted, total]: [number[], number[]] = [[], []];
    for (let turn = -5; turn < TIMES; turn += 1) {
      let took = 0;
      const ms = await counter(async () => {
        const begin = performance.now();
        await run();
        took = performance.now() - begin;
      });
      if (turn < 0) continue;
      counted.push(ms);
      total.push(took);
    }
    if (percentile(counted, 99) <= TARGET_MS) withinTarget += 1;
    const figures = [
      ...[50, 99, 100].map((percent) => percentile(counted, percent)),
      ...[50, 99].map((percent) => percentile(total, percent)),
    ];
    rows.push([name, ...figures.map((figure) => figure.toFixed(1))]);
  }
  console.log(`\n${table(rows)}\n\np99 within ${TARGET_MS} ms in the database: ${withinTarget} of ${queries.length}`);
  console.log(
    `${TIMES} runs each, ${ORDERS.toLocaleString('en')} orders below one agent, ${MEMBERS.toLocaleString('en')} members below another`,
  );
}

function orderQueries({ db: on }: App, { agentNo, memberNo, from, to }: BigTree): Query[] {
  const random = seeded();
  const day = (ago: number): Date => startOfDay(addDays(dayOf(to, TIME_ZONE), -ago), TIME_ZONE);
  const anywhere = (): Date => new Date(from.getTime() + random() * (to.getTime() - from.getTime()));
  const pageOf = (orders: number): number => 1 + Math.floor((random() * orders) / 100);
  const filters: [string, (orders: number) => Partial<OrderQuery>][] = [
    ['first page', () => ({})],
    ['a random page, newest first', (orders) => ({ page: pageOf(orders) })],
    ['a random page, oldest first', (orders) => ({ order: 'asc', page: pageOf(orders) })],
    [
      'a year with ragged ends',
      () => ({ createdFrom: new Date(from.getTime() + random() * 9e9), createdTo: anywhere() }),
    ],
    ['success, a random page', (orders) => ({ statuses: ['success'], page: pageOf(orders * 0.79) })],
    ['expired, a random page', (orders) => ({ statuses: ['expired'], page: pageOf(orders * 0.19) })],
    ['unpaid', () => ({ statuses: ['unpaid'] })],
    ['a rare channel, a random page', (orders) => ({ channelIds: [4], page: pageOf(orders / 1_000) })],
    ['paid in a range', () => ({ paidFrom: new Date(from.getTime() + random() * 9e9), paidTo: anywhere() })],
    ['sorted by payment, a random page', (orders) => ({ sort: 'paidAt', page: pageOf(orders) })],
    ['created and paid ranges', () => ({ createdFrom: day(29), createdTo: day(-1), paidFrom: day(3), paidTo: day(0) })],
    ['notify failed, all time', () => ({ notifyStatuses: ['failed'] })],
    ['notify delivered, 31 days', () => ({ notifyStatuses: ['delivered'], createdFrom: day(30), createdTo: day(-1) })],
    ['a narrow range of amounts, 31 days', () => ({ amountFromMinor: 77_000n, amountToMinor: 77_500n })],
    ['a wide range of amounts, 31 days', () => ({ amountFromMinor: 10_000n, amountToMinor: 400_000n })],
    ["a number's prefix, few matches", () => ({ q: `B${Math.floor(random() * 9_000) + 1_000}` })],
    ['a prefix that all orders share', () => ({ q: 'B' })],
  ];
  const base = { page: 1, limit: 100, sort: 'createdAt', order: 'desc', statuses: COUNTED_STATUSES } as const;
  const at = { timeZone: TIME_ZONE, now: to };
  const merchantNo = memberNo + 7n;
  const listed =
    (query: OrderQuery): (() => Promise<unknown>) =>
    async () => {
      const { rows } = await selectOrderPage(on, query, at);
      if (query.source)
        await selectAgentOrders(
          on,
          agentNo,
          rows.map(({ systemNo }) => systemNo),
        );
    };
  const sources: [string, number, Pick<OrderQuery, 'memberNo' | 'source'>][] = [
    ['single merchant', ORDERS / 2, { memberNo }],
    ['agent, whole tree', ORDERS, { memberNo: agentNo, source: orderSource(agentNo, WHOLE) }],
    [
      'agent, one of 1,000 merchants',
      ORDERS / 2 / 999,
      { memberNo: agentNo, source: orderSource(agentNo, { subjectNo: merchantNo, kind: 'merchant', levels: [1] }) },
    ],
  ];
  return filters.flatMap(([name, changes]) =>
    sources.map(([source, orders, of]): Query => [
      `orders: ${name}, ${source}`,
      () => listed({ ...base, ...of, ...changes(orders) })(),
    ]),
  );
}

function statementQueries({ db }: App, { agentNo, memberNo, from, to }: BigTree): Query[] {
  const random = seeded();
  const ragged = (): Pick<Statement, 'from' | 'to'> => ({
    from: new Date(from.getTime() + random() * 9e9),
    to: new Date(to.getTime() - random() * 9e9),
  });
  const all: Statement = { agentNo, place: WHOLE, channelId: undefined, timeZone: TIME_ZONE };
  const of: Statement = { ...all, place: { subjectNo: memberNo, kind: 'merchant', levels: [1] } };
  const page = { page: 1, limit: 100, order: 'desc' } as const;
  const groups = (['day', 'month', 'member', 'channel'] as const).flatMap((group): Query[] => [
    [`statement by ${group}, all time`, () => selectGroups(db, all, group, page)],
    [`statement by ${group}, ragged ends`, () => selectGroups(db, { ...all, ...ragged() }, group, page)],
  ]);
  const entries = ORDERS * 0.79;
  return [
    ...groups,
    ['statement, totals with ragged ends', () => selectTotals(db, { ...all, ...ragged() })],
    ['statement, held', () => selectHolds(db, all, to)],
    [
      'entries, a random page',
      () => selectBookingPage(db, all, { ...page, page: 1 + Math.floor((random() * entries) / 100) }),
    ],
    [
      'entries, a random page, oldest first',
      () => selectBookingPage(db, all, { ...page, order: 'asc', page: 1 + Math.floor((random() * entries) / 100) }),
    ],
    ['entries of a merchant, ragged ends', () => selectBookingPage(db, { ...of, ...ragged() }, page)],
  ];
}

function treeQueries(app: App, { agentNo, memberNo, to }: BigTree, rootNo: bigint): Query[] {
  const { db } = app;
  const day = (ago: number): Date => startOfDay(addDays(dayOf(to, TIME_ZONE), -ago), TIME_ZONE);
  const members = (query: Partial<MemberQuery>): Promise<unknown> =>
    selectMemberPage(app, {
      callerNo: agentNo,
      agentNo,
      sort: 'registeredAt',
      order: 'desc',
      page: 1,
      limit: 100,
      currency: 'CNY',
      from: day(29),
      recentFrom: day(6),
      ...query,
    });
  const best = (days: number): Promise<unknown> =>
    selectBestMembers(db, {
      agentNo,
      parentNo: agentNo,
      from: day(days - 1),
      to: day(-1),
      timeZone: TIME_ZONE,
      limit: 10,
    });
  return [
    ['detail: 90 days, single merchant', () => selectDayFigures(db, { memberNo, from: day(89), to: day(-1) })],
    ['detail: 90 days', () => selectTreeDays(db, agentNo, day(89))],
    ['detail: months', () => selectCommissionMonths(db, agentNo)],
    ['detail: ten best of 30 days', () => best(30)],
    ['detail: ten best of 90 days', () => best(90)],
    ...(['registeredAt', 'balance', 'paidOut', 'amount30d'] as const).map((sort): Query => [
      `members: 1,000 direct by ${sort}`,
      () => members({ sort }),
    ]),
    ...(['belowOwn', 'successFell'] as const).map((attention): Query => [
      `members: 1,000 direct, only those with ${attention}`,
      () => members({ attention }),
    ]),
    ['members: 100 direct of a large tree', () => members({ callerNo: rootNo, agentNo: rootNo })],
    ['members: a username in a large tree', () => members({ callerNo: rootNo, agentNo: rootNo, q: 'user_777' })],
    ['members: a number in a large tree', () => members({ callerNo: rootNo, agentNo: rootNo, q: '40000123' })],
    ['members: a name that all of a large tree share', () => members({ callerNo: rootNo, agentNo: rootNo, q: 'shop' })],
  ];
}

/** Pays orders of merchants without agents, below ten that earn nothing, and below ten that earn, in turns. */
async function measurePayments(app: App): Promise<void> {
  let [idle, earning]: (bigint | null)[] = [null, null];
  // Each earning level pays more than the one above it, so each earns on an order, up to the platform's depth.
  for (let level = 0; level < LEVELS; level += 1) {
    idle = await addAgent(app, idle ?? null);
    earning = await addAgent(app, earning ?? null);
    const rate = { percentE4: 500 * (level + 1), fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null };
    const memberNo = earning;
    await app.db.transaction((tx) =>
      app.channels.setRates(tx, { memberNo, rates: [{ channel: BENCH_CHANNEL, rate }] }),
    );
  }
  const settlement = { mode: 'D', days: 1, sameDayRatioE4: 0 } as const;
  const add = (uplineNo: bigint | null): Promise<bigint> =>
    app.db.transaction(async (tx) => {
      const { memberNo } = await app.members.add(tx, {
        kind: 'merchant',
        uplineNo,
        name: 'Payer',
        settlement,
        createdAt: new Date(),
      });
      await app.ledger.open(tx, memberNo, 'CNY');
      return memberNo;
    });
  const loads = [
    { name: 'no agent', memberNo: await add(null), ms: [] as number[] },
    { name: `${LEVELS} agents that earn nothing`, memberNo: await add(idle ?? null), ms: [] as number[] },
    { name: `${LEVELS} agents that earn`, memberNo: await add(earning ?? null), ms: [] as number[] },
  ];
  for (let round = -1; round < PAYING_ROUNDS; round += 1)
    for (const load of round % 2 === 0 ? loads : loads.toReversed()) {
      const ms = await payMany(app, load.memberNo);
      if (round >= 0) load.ms.push(ms);
    }
  const none = median(loads[0]?.ms ?? []);
  const rows = loads.map(({ name, ms }) => [
    name,
    (median(ms) / PAID_AT_ONCE).toFixed(3),
    `${((median(ms) / none - 1) * 100).toFixed(1)} %`,
  ]);
  console.log(`\n${table([['paying an order', 'ms each', 'more'], ...rows])}`);
}

/** Milliseconds to pay many orders at once. */
async function payMany({ orders }: App, memberNo: bigint): Promise<number> {
  const created = await Promise.all(
    Array.from({ length: PAID_AT_ONCE }, () =>
      orders.create({
        memberNo,
        kind: 'payin',
        orderNo: `paid-${(counted += 1)}`,
        amountMinor: 12_345n,
        channelCode: BENCH_CHANNEL,
        subject: null,
        notifyUrl: null,
        returnUrl: null,
        clientIp: null,
        attach: null,
        expireMinutes: 30,
        signType: 'none',
        requestHash: Buffer.from([counted % 256]),
      }),
    ),
  );
  const begin = performance.now();
  await Promise.all(
    created.map(async (outcome) => {
      if (outcome.outcome === 'refused') throw new Error(outcome.error);
      const { systemNo, amountMinor, currency } = outcome.order;
      await orders.confirmPayment(BENCH_UPSTREAM, {
        memberNo,
        systemNo,
        amountMinor,
        currency,
        upstreamNo: 'u',
        status: 'paid',
        paidAt: null,
      });
    }),
  );
  return performance.now() - begin;
}

function seeded(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
