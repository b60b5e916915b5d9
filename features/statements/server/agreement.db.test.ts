/** Random histories: every figure of a statement equals sums over the entries by plain SQL. */
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { settleCommissions } from '#features/ledger/server/commissions.ts';
import { moneyLogTypes } from '#features/ledger/money-log-types.ts';
import type { OrderView } from '#features/orders/order.ts';
import { ordersApp, reversed } from '#features/orders/server/orders-for-tests.ts';
import { formatAmount, parseAmountOrZero, sum } from '#foundation/core/money.ts';
import { ensurePartitions } from '#foundation/server/postgres/partitions.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { StatementDay, StatementEntry, StatementFigures, StatementRow } from '../contract.ts';
import { closeDays } from './closing.ts';
import { type StatementStage, statementStage } from './statements-for-tests.ts';

const HOUR = 3_600_000;

interface List {
  list: StatementRow[];
  extend: StatementFigures;
}
interface Entries {
  total: number;
  list: StatementEntry[];
  extend: { opening: string; closing: string; in: string; out: string; fees: string };
}

const anyStep = fc.record({
  /** Many steps are close to each other, some days apart, and some end just at or before midnight. */
  waitMs: fc.oneof(
    fc.integer({ min: 0, max: HOUR }),
    fc.integer({ min: 0, max: 20 * HOUR }),
    fc.integer({ min: 24 * HOUR, max: 80 * HOUR }),
  ),
  toMidnight: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 0, 1) },
  ),
  what: fc.constantFrom(
    'pay',
    'pay',
    'recharge',
    'order',
    'withdrawal',
    'payout',
    'cancel',
    'adjust',
    'reverse',
    'settle',
    'close',
  ),
  who: fc.constantFrom(0, 0, 1, 2),
  channelCode: fc.constantFrom('qr', 'bank'),
  amountMinor: fc.bigInt({ min: 100n, max: 3_000_000n }),
  feeMinor: fc.bigInt({ min: 0n, max: 500n }),
});
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;

describe.each([
  ['Asia/Shanghai', '2026-10-28T10:00:00.000Z'],
  ['America/New_York', '2026-10-30T22:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-27T12:00:00.000Z'],
])('in %s', (timeZone, at) => {
  let stage: Promise<StatementStage> | undefined;
  const opened = (): Promise<StatementStage> => (stage ??= statementStage({ at, timeZone }));
  afterAll(async () => (await stage)?.close());

  test('statements equal the entries, the money log and the channels, and closed days stay as they are', async () => {
    const { app } = await opened();
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 12, maxLength: 45 }), async (steps) => {
        await runHistory(await opened(), steps);
        ran += 1;
      }),
      { numRuns: 6, endOnFailure: true },
    );
    expect(ran).toBe(6);
    expect(dayOf(app.clock.now(), timeZone) > at.slice(0, 10)).toBe(true);
  }, 240_000);
});

async function runHistory(stage: StatementStage, steps: readonly Step[]): Promise<void> {
  const { app, timeZone } = stage;
  await ensurePartitions(app.db.pool, app.clock.now());
  const rate = (percentE4: number) => ({ percentE4, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null });
  const agent = await app.addMember({ kind: 'agent' });
  const shop = await app.addMember({ uplineNo: agent });
  const plain = await app.addMember();
  await app.db.transaction(async (tx) => {
    await app.channels.setRates(tx, { memberNo: agent, rates: [{ channel: 'qr', rate: rate(4_000) }] });
    await app.channels.setRates(tx, { memberNo: shop, rates: [{ channel: 'qr', rate: rate(6_000) }] });
  });
  const members = [shop, plain, agent];
  const began = dayOf(app.clock.now(), timeZone);
  const paid: OrderView[] = [];
  const open: (() => Promise<unknown>)[] = [];
  const seen = new Map<bigint, Map<string, string>>(members.map((memberNo) => [memberNo, new Map()]));
  for (const step of steps) {
    app.clock.advance(waitOf(stage, step));
    const memberNo = members[step.who] ?? shop;
    const { amountMinor, channelCode } = step;
    if (step.what === 'pay' && memberNo !== agent) paid.push(await stage.pay(memberNo, amountMinor, { channelCode }));
    else if (step.what === 'pay' || step.what === 'recharge')
      await stage.pay(memberNo, amountMinor, { kind: 'recharge', channelCode });
    else if (step.what === 'order' && memberNo !== agent) await stage.order(memberNo, amountMinor);
    else if (step.what === 'withdrawal' || step.what === 'payout') {
      const { applied, cancel } = await stage.disburse(memberNo, step.what, amountMinor / 3n + 1n, step.feeMinor);
      if (typeof applied !== 'string') open.push(cancel);
    } else if (step.what === 'cancel') await open.pop()?.();
    else if (step.what === 'adjust')
      await stage.adjust(memberNo, step.feeMinor % 2n === 0n ? amountMinor : -amountMinor);
    else if (step.what === 'settle') await settleCommissions(app);
    else if (step.what === 'reverse') {
      const order = paid.pop();
      if (order) await reversed(app, order, { forced: true });
    } else if (step.what === 'close') await closeAndCompare(stage, members, began, seen);
  }
  await settleCommissions(app);
  await closeAndCompare(stage, members, began, seen);
  for (const memberNo of members) await compareWithEntries(stage, memberNo, began);
  app.clock.advance(30 * HOUR);
  await closeAndCompare(stage, members, began, seen);
  for (const memberNo of members) await compareWithEntries(stage, memberNo, began);
  expect(await stage.found()).toEqual([]);
}

/** Some steps happen one millisecond before, at, or after a midnight. */
function waitOf({ app, timeZone }: StatementStage, { waitMs, toMidnight }: Step): number {
  if (toMidnight === null) return waitMs;
  const now = app.clock.now().getTime();
  const day = dayOf(new Date(now), timeZone);
  let [low, high] = [now, now + 30 * HOUR];
  // Midnight by search, without the code that is tested.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dayOf(new Date(middle), timeZone) > day) high = middle;
    else low = middle;
  }
  return high + toMidnight - now;
}

/** Closes days, once with two processes at a time, and compares what was closed before. */
async function closeAndCompare(
  stage: StatementStage,
  members: readonly bigint[],
  began: string,
  seen: ReadonlyMap<bigint, Map<string, string>>,
): Promise<void> {
  const { app, timeZone } = stage;
  const second = await ordersApp({ sharing: app });
  await Promise.all([closeDays(app), closeDays(second)]);
  await second.close();
  for (const memberNo of members) {
    const known = seen.get(memberNo) ?? expect.fail();
    const { list } = await listOf(stage, memberNo, began, dayOf(app.clock.now(), timeZone));
    for (const row of list) {
      const before = known.get(row.period);
      if (before !== undefined) expect(JSON.stringify(row)).toBe(before);
      if (row.state !== 'closed') continue;
      known.set(row.period, JSON.stringify(row));
      const day = await stage.post<StatementDay>(memberNo, '/reconciliation/day', { date: row.period });
      const text = JSON.stringify(day.data);
      expect(known.get(`${row.period} in full`) ?? text).toBe(text);
      known.set(`${row.period} in full`, text);
    }
  }
}

async function listOf(
  stage: StatementStage,
  memberNo: bigint,
  first: string,
  last: string,
  group = 'day',
): Promise<List> {
  // Noon is the day itself in the zones of this test, and the end is exclusive.
  const range = { from: noonOf(first, stage.timeZone), to: noonOf(last, stage.timeZone) };
  const { data } = await stage.post<List>(memberNo, '/reconciliation/list', { range, group });
  return data;
}

function noonOf(day: string, timeZone: string): string {
  let at = Date.parse(`${day}T12:00:00Z`);
  if (dayOf(new Date(at), timeZone) !== day) at -= 6 * HOUR;
  return new Date(at).toISOString();
}

type Booked = Record<'day' | 'type', string> & Record<'count' | 'amount' | 'fee', bigint>;

/** By PostgreSQL's own time zones. */
async function bookedOf({ app, timeZone }: StatementStage, memberNo: bigint): Promise<Booked[]> {
  const { rows } = await app.db.pool.query<Booked>(
    `select to_char(created_at at time zone $2, 'YYYY-MM-DD') as day, case when kind like '%cancelled' then 'refund' else kind end as type, count(*) as count,
       sum(amount_minor)::bigint as amount, sum(fee_minor)::bigint as fee
     from audit.money_log where member_no = $1 group by 1, 2`,
    [memberNo, timeZone],
  );
  return rows;
}

async function balanceBefore({ app, timeZone }: StatementStage, memberNo: bigint, day: string): Promise<bigint> {
  const { rows } = await app.db.pool.query<{ balance: bigint }>(
    `select coalesce(sum(entry_minor), 0)::bigint as balance from audit.money_log
     where member_no = $1 and to_char(created_at at time zone $3, 'YYYY-MM-DD') < $2`,
    [memberNo, day, timeZone],
  );
  return rows[0]?.balance ?? 0n;
}

const minor = (text: string): bigint =>
  text.startsWith('-')
    ? -(parseAmountOrZero(text.slice(1), 'CNY') ?? NaN_MINOR)
    : (parseAmountOrZero(text, 'CNY') ?? NaN_MINOR);
const NaN_MINOR = 999_999_999_999n;
const text = (amount: bigint): string => formatAmount(amount, 'CNY');

/** The figures by plain SQL. */
function expectedOf(booked: readonly Booked[], opening: bigint, isWanted: (day: string) => boolean): StatementFigures {
  const of = (type: string, field: 'count' | 'amount' | 'fee'): bigint =>
    sum(booked.filter((one) => one.type === type && isWanted(one.day)).map((one) => one[field]));
  const counted = (type: string, sign = 1n) => ({
    count: Number(of(type, 'count')),
    amount: text(sign * of(type, 'amount')),
  });
  const change = (type: string): string => text(of(type, 'amount') - of(type, 'fee'));
  return {
    opening: text(opening),
    collections: counted('payin'),
    collectionFees: text(of('payin', 'fee')),
    recharges: counted('recharge'),
    rechargeFees: text(of('recharge', 'fee')),
    withdrawals: counted('withdrawal', -1n),
    payouts: counted('payout', -1n),
    disbursementFees: text(of('withdrawal', 'fee') + of('payout', 'fee')),
    refunds: { ...counted('refund'), fee: text(-of('refund', 'fee')) },
    commission: change('commission'),
    adjustments: change('adjustment'),
    reversals: change('reversal'),
    closing: text(opening + sum(booked.filter(({ day }) => isWanted(day)).map(({ amount, fee }) => amount - fee))),
  };
}

async function compareWithEntries(stage: StatementStage, memberNo: bigint, began: string): Promise<void> {
  const { app, timeZone } = stage;
  const today = dayOf(app.clock.now(), timeZone);
  const booked = await bookedOf(stage, memberNo);
  const { list, extend } = await listOf(stage, memberNo, began, today);
  expect(list.at(-1)?.period).toBe(today);
  for (const { state: _state, version: _version, period, ...figures } of list) {
    const opening = await balanceBefore(stage, memberNo, period);
    expect({ period, ...figures }).toEqual({ period, ...expectedOf(booked, opening, (day) => day === period) });
    if (booked.some(({ day }) => day === period)) await compareDay(stage, memberNo, period, figures);
  }
  // The chain of days, and the whole.
  list.forEach((row, index) => expect(row.opening).toBe(index === 0 ? extend.opening : list[index - 1]?.closing));
  expect(extend).toEqual(expectedOf(booked, await balanceBefore(stage, memberNo, began), () => true));
  const { rows } = await app.db.pool.query<{ wallet: bigint }>('select wallet from wallets where member_no = $1', [
    memberNo,
  ]);
  expect(minor(extend.closing)).toBe(rows[0]?.wallet);
  // A part of the range.
  const [first, last] = [
    list[Math.floor(list.length / 3)]?.period ?? began,
    list[Math.floor((2 * list.length) / 3)]?.period ?? today,
  ];
  expect((await listOf(stage, memberNo, first, last)).extend).toEqual(
    expectedOf(booked, await balanceBefore(stage, memberNo, first), (day) => day >= first && day <= last),
  );
  for (const month of new Set(list.map(({ period }) => period.slice(0, 7)))) {
    const whole = await stage.post<List>(memberNo, '/reconciliation/list', { month, group: 'month' });
    const { state: _state, version: _version, period, ...figures } = whole.data.list[0] ?? expect.fail();
    const opening = await balanceBefore(stage, memberNo, `${month}-01`);
    expect({ period, ...figures }).toEqual({
      period: month,
      ...expectedOf(booked, opening, (day) => day.startsWith(month)),
    });
    expect(whole.data.extend).toEqual(figures);
  }
}

/** The day's kinds, channels and entries, each against the same sums. */
async function compareDay(
  stage: StatementStage,
  memberNo: bigint,
  date: string,
  figures: StatementFigures,
): Promise<void> {
  const { app, timeZone } = stage;
  const { data: day } = await stage.post<StatementDay>(memberNo, '/reconciliation/day', { date });
  const entries = async (filter: object): Promise<Entries> =>
    (await stage.post<Entries>(memberNo, '/reconciliation/entries', { date, limit: 100, ...filter })).data;
  const all = await entries({});
  expect([all.extend.opening, all.extend.closing]).toEqual([figures.opening, figures.closing]);
  expect(all.total).toBe(day.kinds.reduce((total, { count }) => total + count, 0));
  for (const type of moneyLogTypes) {
    const kind = day.kinds.find((one) => one.type === type);
    const { total, extend } = await entries({ type });
    expect([type, total, minor(extend.in) - minor(extend.out), extend.fees]).toEqual([
      type,
      kind?.count ?? 0,
      minor(kind?.amount ?? '0.00'),
      kind?.fee ?? text(0n),
    ]);
  }
  const both = await entries({ type: ['withdrawal', 'payout'] });
  expect([both.total, both.extend.out, both.extend.fees]).toEqual([
    figures.withdrawals.count + figures.payouts.count,
    text(minor(figures.withdrawals.amount) + minor(figures.payouts.amount)),
    figures.disbursementFees,
  ]);
  for (const [kind, of, fees] of [
    ['payin', figures.collections, figures.collectionFees],
    ['recharge', figures.recharges, figures.rechargeFees],
  ] as const) {
    const lines = day.channels.filter((line) => line.kind === kind);
    expect({
      count: lines.reduce((count, { paid }) => count + paid, 0),
      amount: text(sum(lines.map(({ amount }) => minor(amount)))),
      fees: text(sum(lines.map(({ fee }) => minor(fee)))),
      obtained: text(sum(lines.map(({ obtained }) => minor(obtained)))),
    }).toEqual({ ...of, fees, obtained: text(minor(of.amount) - minor(fees)) });
    for (const { code, paid, amount, fee } of lines) {
      const found = await entries({ type: kind, channel: code });
      expect([found.total, found.extend.in, found.extend.fees]).toEqual([paid, amount, fee]);
      expect(found.list.every(({ channel }) => channel?.code === code)).toBe(true);
    }
  }
  const { rows } = await app.db.pool.query<{ channel: number; kind: string; orders: bigint }>(
    `select channel_id as channel, kind, count(*) as orders from audit.orders
     where member_no = $1 and to_char(created_at at time zone $3, 'YYYY-MM-DD') = $2 group by 1, 2`,
    [memberNo, date, timeZone],
  );
  for (const { channel, kind, orders } of rows)
    expect(
      day.channels.find((line) => line.kind === kind && line.code === (channel === 1 ? 'qr' : 'bank'))?.orders,
    ).toBe(Number(orders));
}
