import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { agentStage, type AgentStage, type SeenOrder } from '../agents-for-tests.ts';
import type { CommissionEntry, CommissionRow } from '../../order-contract.ts';

let stage: AgentStage;
beforeAll(async () => {
  stage = await agentStage({ seed: 11, steps: 200 });
}, 120_000);
afterAll(() => stage.close());

const timeZone = 'Asia/Shanghai';
const day = (text: string): string => startOfDay(text, timeZone).toISOString();

interface Sums {
  orders: number;
  amount: string;
  commission: string;
  reversed: string;
  net: string;
}
interface StatementPage {
  total: number;
  list: CommissionRow[];
  extend: Sums & { held: string; nextRelease: { at: string; amount: string } | null };
}
interface EntryPage {
  total: number;
  list: CommissionEntry[];
  extend: Sums;
}
interface Filter {
  range?: { from?: string; to?: string };
  month?: string;
  channel?: string;
}

/** One booking: the commission of an order, or its return. */
interface Booked {
  order: SeenOrder;
  at: Date;
  isReturn: boolean;
}

function bookingsOf(agentNo: bigint, memberNo: bigint | undefined, { range, month, channel }: Filter): Booked[] {
  return stage
    .seenBy(agentNo)
    .filter(({ via }) => memberNo === undefined || via.includes(memberNo))
    .flatMap((order): Booked[] => [
      ...(order.bookedAt ? [{ order, at: order.bookedAt, isReturn: false }] : []),
      ...(order.returnedAt ? [{ order, at: order.returnedAt, isReturn: true }] : []),
    ])
    .filter(
      ({ order, at }) =>
        (!range?.from || at >= new Date(range.from)) &&
        (!range?.to || at < new Date(range.to)) &&
        (!month || dayOf(at, timeZone).startsWith(month)) &&
        (!channel || order.channel === channel),
    );
}

function money(minor: bigint): string {
  const size = minor < 0n ? -minor : minor;
  return `${minor < 0n ? '-' : ''}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`;
}

function sumsOf(bookings: readonly Booked[]): Sums {
  const [returned = [], earned = []] = [true, false].map((wanted) =>
    bookings.filter(({ isReturn }) => isReturn === wanted),
  );
  const total = (of: readonly Booked[], what: 'amountMinor' | 'commissionMinor'): bigint =>
    of.reduce((all, { order }) => all + order[what], 0n);
  return {
    orders: earned.length,
    amount: money(total(earned, 'amountMinor')),
    commission: money(total(earned, 'commissionMinor')),
    reversed: money(total(returned, 'commissionMinor')),
    net: money(total(earned, 'commissionMinor') - total(returned, 'commissionMinor')),
  };
}

const filters: [string, Filter][] = [
  ['nothing', {}],
  ['a month', { month: '2026-11' }],
  ['whole days', { range: { from: day('2026-11-03'), to: day('2026-11-29') } }],
  ['whole days over two months', { range: { from: day('2026-10-30'), to: day('2026-12-03') } }],
  ['ragged times', { range: { from: '2026-11-03T03:17:21.123Z', to: '2026-12-01T17:44:59.001Z' } }],
  ['hours within a day', { range: { from: '2026-11-20T01:00:00Z', to: '2026-11-20T13:30:00Z' } }],
  ['from an instant', { range: { from: '2026-11-10T11:11:11Z' } }],
  ['until an instant', { range: { to: '2026-11-10T11:11:11Z' } }],
  ['a channel', { channel: 'bank' }],
  ['a channel of a month', { channel: 'qr', month: '2026-11' }],
  ['an unknown channel', { channel: 'nothing' }],
];

describe.each(filters)('filtered by %s', (_, filter) => {
  const looks = (): [bigint, bigint | undefined][] => {
    const { root, agents, merchants, uplines } = stage.tree;
    const below = agents.find((one) => (uplines.get(one)?.length ?? 0) === 1) ?? root;
    return [
      [root, undefined],
      [root, below],
      [root, merchants[0]],
      [below, undefined],
    ];
  };
  const asked = (memberNo: bigint | undefined) => ({
    ...filter,
    ...(memberNo === undefined ? {} : { memberNo: memberNo.toString() }),
  });

  test.each(['day', 'month', 'member', 'channel'] as const)(
    'the statement by %s sums each booking once',
    async (group) => {
      for (const [agentNo, memberNo] of looks()) {
        const bookings = bookingsOf(agentNo, memberNo, filter);
        const keyOf = ({ order, at }: Booked): string => {
          if (group === 'channel') return order.channel;
          if (group !== 'member') return dayOf(at, timeZone).slice(0, group === 'month' ? 7 : 10);
          const index = memberNo === undefined ? -1 : order.via.indexOf(memberNo);
          return (order.via[index + 1] ?? memberNo ?? 0n).toString();
        };
        const wanted = [...Map.groupBy(bookings, keyOf)]
          .map(([key, of]) => ({ key, ...sumsOf(of) }))
          .sort((a, b) => (group === 'channel' ? (a.key === 'qr' ? -1 : 1) : a.key < b.key ? -1 : 1));
        for (const order of ['asc', 'desc'] as const) {
          const { code, data } = await stage.post<StatementPage>(agentNo, '/agent/commission', {
            ...asked(memberNo),
            group,
            order,
            limit: 100,
          });
          expect(code).toBe(1);
          expect(data.list.map(({ name: _name, ...row }) => row)).toEqual(
            order === 'asc' ? wanted : wanted.toReversed(),
          );
          expect(data.total).toBe(wanted.length);
          expect(data.extend).toMatchObject(sumsOf(bookings));
        }
        const { data: second } = await stage.post<StatementPage>(agentNo, '/agent/commission', {
          ...asked(memberNo),
          group,
          order: 'asc',
          limit: 2,
          page: 2,
        });
        expect([second.total, second.list.map(({ key }) => key)]).toEqual([
          wanted.length,
          wanted.slice(2, 4).map(({ key }) => key),
        ]);
      }
    },
  );

  test('the entries are those of the statement, each once, in order of booking', async () => {
    for (const [agentNo, memberNo] of looks()) {
      const bookings = bookingsOf(agentNo, memberNo, filter);
      for (const order of ['asc', 'desc'] as const) {
        const sign = order === 'asc' ? 1 : -1;
        const wanted = bookings.toSorted((a, b) =>
          a.at.getTime() === b.at.getTime()
            ? sign *
              (a.order.systemNo === b.order.systemNo
                ? Number(a.isReturn) - Number(b.isReturn)
                : a.order.systemNo < b.order.systemNo
                  ? -1
                  : 1)
            : sign * (a.at.getTime() - b.at.getTime()),
        );
        const shown: CommissionEntry[] = [];
        for (let page = 1; page <= Math.ceil(wanted.length / 25) + 1; page += 1) {
          const { data } = await stage.post<EntryPage>(agentNo, '/agent/commission/entries', {
            ...asked(memberNo),
            order,
            page,
            limit: 25,
          });
          expect([data.total, data.extend]).toEqual([wanted.length, sumsOf(bookings)]);
          shown.push(...data.list);
        }
        expect(shown.map(({ systemNo, bookedAt, commission }) => [systemNo, bookedAt, commission])).toEqual(
          wanted.map(({ order: one, at, isReturn }) => [
            one.systemNo.toString(),
            at.toISOString(),
            money(isReturn ? -one.commissionMinor : one.commissionMinor),
          ]),
        );
      }
    }
  });
});

test('each agent’s statement equals its money log, day by day, and the ledger', async () => {
  for (const agentNo of stage.tree.agents) {
    const { rows } = await stage.app.db.pool.query<{ at: Date; wallet: bigint }>(
      `select created_at as at, wallet from journals where member_no = $1 and (kind = 'commission' or kind = 'reversal' and clearing is null)`,
      [agentNo],
    );
    const byDay = Map.groupBy(rows, ({ at }) => dayOf(at, timeZone));
    const wanted = [...byDay]
      .map(([key, of]) => [key, money(of.reduce((all, { wallet }) => all + wallet, 0n))] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const { data } = await stage.post<StatementPage>(agentNo, '/agent/commission', {
      group: 'day',
      order: 'asc',
      limit: 100,
    });
    expect(data.list.map(({ key, net }) => [key, net])).toEqual(wanted);
    const { rows: ledger } = await stage.app.db.pool.query<{ sum: string }>(
      `select coalesce(-sum(inter_member), 0) as sum from journals where member_no = $1 and (kind = 'commission' or kind = 'reversal' and clearing is null)`,
      [agentNo],
    );
    expect(data.extend.net).toBe(money(BigInt(ledger[0]?.sum ?? 0)));
  }
});

test('what is held is what the orders still hold, and the next release is the nearest', async () => {
  const now = stage.app.clock.now();
  for (const agentNo of stage.tree.agents) {
    const held = stage
      .seenBy(agentNo)
      .filter(({ bookedAt, returnedAt, releaseAt }) => bookedAt && !returnedAt && releaseAt && releaseAt > now);
    const next = held.map(({ releaseAt }) => releaseAt?.getTime() ?? 0).sort((a, b) => a - b)[0];
    const sum = (of: readonly SeenOrder[]): string => money(of.reduce((all, { heldMinor }) => all + heldMinor, 0n));
    const { data } = await stage.post<StatementPage>(agentNo, '/agent/commission', {});
    expect(data.extend.held).toBe(sum(held));
    expect(data.extend.nextRelease).toEqual(
      next === undefined
        ? null
        : {
            at: new Date(next).toISOString(),
            amount: sum(held.filter(({ releaseAt }) => releaseAt?.getTime() === next)),
          },
    );
  }
});

test('no agent sees the commission on a member that is not below it', async () => {
  const { agents, merchants, uplines } = stage.tree;
  for (const agentNo of agents)
    for (const memberNo of [...agents, ...merchants, 99_999_999n])
      for (const path of ['/agent/commission', '/agent/commission/entries']) {
        const { code, error } = await stage.post(agentNo, path, { memberNo: memberNo.toString() });
        const isSeen = memberNo === agentNo || (uplines.get(memberNo)?.includes(agentNo) ?? false);
        expect([code, error], `${agentNo} asks ${path} of ${memberNo}`).toEqual(
          isSeen ? [1, undefined] : [0, 'not_found'],
        );
      }
});
