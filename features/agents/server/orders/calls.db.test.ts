import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOfDay } from '#foundation/core/time-zone.ts';
import { agentStage, type AgentStage, type SeenOrder } from '../agents-for-tests.ts';
import type { AgentOrderDetail, AgentOrderRow } from '../../order-contract.ts';

let stage: AgentStage;
beforeAll(async () => {
  stage = await agentStage();
}, 120_000);
afterAll(() => stage.close());

interface Listed {
  total: number;
  list: AgentOrderRow[];
  extend: {
    count: number;
    successCount: number;
    amount: string;
    successAmount: string;
    fee: string;
    commission: string;
  };
}
interface Filter {
  status?: string;
  channel?: string;
  notifyStatus?: string;
  amountFrom?: string;
  amountTo?: string;
  q?: string;
  createdRange?: { from?: string; to?: string };
  paidRange?: { from?: string; to?: string };
}

const timeZone = 'Asia/Shanghai';
const day = (text: string): string => startOfDay(text, timeZone).toISOString();

const filters: [string, Filter][] = [
  ['nothing', {}],
  ['paid orders', { status: 'success' }],
  ['unpaid orders', { status: 'unpaid' }],
  ['expired orders', { status: 'expired' }],
  ['a channel', { channel: 'bank' }],
  ["a channel's paid orders", { channel: 'qr', status: 'success' }],
  ['whole days', { createdRange: { from: day('2026-11-05'), to: day('2026-11-15') } }],
  ['ragged times', { createdRange: { from: '2026-11-03T03:17:21.123Z', to: '2026-11-15T17:44:59.001Z' } }],
  ['payment times', { paidRange: { from: '2026-11-03T03:17:21Z', to: '2026-11-16T17:44:59Z' } }],
  ['both ranges', { createdRange: { from: day('2026-11-05') }, paidRange: { to: day('2026-11-12') } }],
  ['amounts', { amountFrom: '100', amountTo: '300', createdRange: { from: '2026-11-10T00:00:00Z' } }],
  ['failed callbacks', { notifyStatus: 'failed' }],
  ['pending callbacks', { notifyStatus: 'pending' }],
  ['delivered callbacks', { notifyStatus: 'delivered', createdRange: { from: '2026-11-10T00:00:00Z' } }],
  ['no callback', { notifyStatus: 'none', createdRange: { from: '2026-11-10T00:00:00Z' } }],
  ["a number's beginning", { q: 'S-1_' }],
  ["a system number's beginning", { q: '2611' }],
];

/** The list by its plain definition. */
function expected(
  seen: readonly SeenOrder[],
  filter: Filter,
  sort: 'createdAt' | 'paidAt',
  order: 'asc' | 'desc',
): SeenOrder[] {
  const inRange = (at: Date | null, range: { from?: string; to?: string } = {}): boolean =>
    (!range.from && !range.to) ||
    (at !== null && (!range.from || at >= new Date(range.from)) && (!range.to || at < new Date(range.to)));
  const minor = (text: string): bigint => BigInt(text) * 100n;
  const sign = order === 'desc' ? -1 : 1;
  return seen
    .filter(
      (one) =>
        (!filter.status || (filter.status === 'success' ? one.paidAt !== null : one.status === filter.status)) &&
        (!filter.channel || one.channel === filter.channel) &&
        (!filter.notifyStatus || one.notifyStatus === filter.notifyStatus) &&
        (!filter.amountFrom || one.amountMinor >= minor(filter.amountFrom)) &&
        (!filter.amountTo || one.amountMinor <= minor(filter.amountTo)) &&
        inRange(one.createdAt, filter.createdRange) &&
        inRange(one.paidAt, filter.paidRange) &&
        (!filter.q || one.orderNo.startsWith(filter.q) || one.systemNo.toString().startsWith(filter.q)),
    )
    .sort((a, b) => {
      if (sort === 'paidAt') {
        if ((a.paidAt === null) !== (b.paidAt === null)) return a.paidAt === null ? 1 : -1;
        const byPayment = (a.paidAt?.getTime() ?? 0) - (b.paidAt?.getTime() ?? 0);
        if (byPayment !== 0) return sign * byPayment;
      }
      return sign * (a.systemNo < b.systemNo ? -1 : 1);
    });
}

function amountOf(rows: readonly SeenOrder[], of: (row: SeenOrder) => bigint): string {
  const minor = rows.reduce((total, row) => total + of(row), 0n);
  return `${minor / 100n}.${(minor % 100n).toString().padStart(2, '0')}`;
}

describe.each(filters)('/agent/orderlist filtered by %s', (_, filter) => {
  test.each([
    ['createdAt', 'desc'],
    ['createdAt', 'asc'],
    ['paidAt', 'desc'],
    ['paidAt', 'asc'],
  ] as const)('sorted by %s %s shows each order of the part looked at once, and sums them', async (sort, order) => {
    const { root, agents, merchants, uplines } = stage.tree;
    const below = agents.find((one) => (uplines.get(one)?.length ?? 0) === 1) ?? root;
    const looks: [bigint, bigint | undefined][] = [
      [root, undefined],
      [root, below],
      ...merchants.slice(0, 2).map((one): [bigint, bigint] => [root, one]),
      [below, undefined],
    ];
    for (const [agentNo, memberNo] of looks) {
      const seen = stage.seenBy(agentNo).filter(({ via }) => memberNo === undefined || via.includes(memberNo));
      const wanted = expected(seen, filter, sort, order);
      const shown: AgentOrderRow[] = [];
      for (let page = 1; page <= Math.ceil(wanted.length / 40) + 1; page += 1) {
        const { code, data } = await stage.post<Listed>(agentNo, '/agent/orderlist', {
          ...filter,
          sort,
          order,
          page,
          limit: 40,
          ...(memberNo === undefined ? {} : { memberNo: memberNo.toString() }),
        });
        expect(code).toBe(1);
        shown.push(...data.list);
        const success = wanted.filter(({ paidAt }) => paidAt !== null);
        expect(data.extend).toMatchObject({
          count: wanted.length,
          successCount: success.length,
          amount: amountOf(wanted, ({ amountMinor }) => amountMinor),
          successAmount: amountOf(success, ({ amountMinor }) => amountMinor),
          fee: amountOf(success, ({ feeMinor }) => feeMinor),
          commission: amountOf(
            success.filter(({ status }) => status === 'success'),
            ({ commissionMinor }) => commissionMinor,
          ),
        });
      }
      expect(shown.map(({ systemNo }) => systemNo)).toEqual(wanted.map(({ systemNo }) => systemNo.toString()));
      expect(shown.map(({ merchant, level, commission }) => [merchant.memberNo, level, commission.state])).toEqual(
        wanted.map((one) => [one.merchantNo.toString(), one.level, stateOf(one)]),
      );
    }
  });
});

function stateOf({ status, commissionMinor, heldMinor, releaseAt, bookedAt }: SeenOrder): string {
  if (commissionMinor === 0n || status === 'expired') return 'none';
  if (status === 'unpaid') return 'expected';
  if (status === 'reversed') return 'reversed';
  const isHeld = heldMinor > 0n && releaseAt !== null && releaseAt > stage.app.clock.now();
  return isHeld || !bookedAt ? 'held' : 'available';
}

test('the stage has orders in every state of commission', () => {
  const states = new Set(stage.seenBy(stage.tree.root).map(stateOf));
  expect([...states].sort()).toEqual(['available', 'expected', 'held', 'none', 'reversed']);
});

describe('/agent/orderdetail', () => {
  test('shows each order of the tree to each agent above it, with what it earns', async () => {
    for (const agentNo of stage.tree.agents)
      for (const one of stage.seenBy(agentNo).slice(0, 15)) {
        const { data } = await stage.post<AgentOrderDetail>(agentNo, '/agent/orderdetail', {
          memberNo: one.merchantNo.toString(),
          systemNo: one.systemNo.toString(),
        });
        expect(data).toMatchObject({
          systemNo: one.systemNo.toString(),
          merchant: { memberNo: one.merchantNo.toString(), name: 'Shop' },
          level: one.level,
          status: one.status,
          commission: { state: stateOf(one) },
        });
      }
  });

  test('has these fields and no others', async () => {
    const [one] = stage.seenBy(stage.tree.root);
    const { data } = await stage.post<AgentOrderDetail>(stage.tree.root, '/agent/orderdetail', {
      memberNo: one?.merchantNo.toString(),
      systemNo: one?.systemNo.toString(),
    });
    expect(Object.keys(data).sort()).toEqual(
      'amount channel commission createdAt currency expiresAt fee held id level merchant notifyStatus obtained orderNo paidAt paidLate releaseAt status systemNo timeline type'.split(
        ' ',
      ),
    );
    expect(Object.keys(data.commission).sort()).toEqual(['amount', 'ownRate', 'rateBelow', 'releasesAt', 'state']);
    const { data: listed } = await stage.post<Listed>(stage.tree.root, '/agent/orderlist', {});
    expect(Object.keys(listed.list[0] ?? {}).sort()).toEqual(
      'amount channel commission createdAt fee id level merchant notifyStatus obtained orderNo paidAt status systemNo type'.split(
        ' ',
      ),
    );
  });
});

describe('across the tree', () => {
  test('no agent sees an order or a list of a member that is not below it', async () => {
    const { agents, merchants, uplines } = stage.tree;
    const stranger = await stage.app.addMember();
    for (const agentNo of agents)
      for (const memberNo of [...agents, ...merchants, stranger, 99_999_999n]) {
        const isBelow = uplines.get(memberNo)?.includes(agentNo) ?? false;
        const listed = await stage.post(agentNo, '/agent/orderlist', { memberNo: memberNo.toString() });
        expect([listed.code, listed.error], `${agentNo} lists ${memberNo}`).toEqual(
          isBelow || memberNo === agentNo ? [1, undefined] : [0, 'not_found'],
        );
        const order = stage.seenBy(stage.tree.root).find(({ merchantNo }) => merchantNo === memberNo);
        const detail = await stage.post(agentNo, '/agent/orderdetail', {
          memberNo: memberNo.toString(),
          systemNo: order?.systemNo.toString() ?? '2611010000000000000',
        });
        expect(detail.code, `${agentNo} opens an order of ${memberNo}`).toBe(order && isBelow ? 1 : 0);
      }
  });

  test.each([
    '/agent/orderlist',
    '/agent/orderdetail',
    '/agent/commission',
    '/agent/commission/entries',
    '/agent/detail',
  ])('%s is answered to agents only', async (path) => {
    for (const as of [stage.tree.merchants[0] ?? 0n, 'operator'] as const)
      expect(await stage.post(as, path, {})).toMatchObject({ code: 0, error: 'not_found' });
  });
});
