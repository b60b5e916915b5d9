import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportKind } from '#features/exports/server/kind.ts';
import type { Cell } from '#foundation/server/sheets/sheet.ts';
import { agentStage, type AgentStage } from './agents-for-tests.ts';
import { agentExports as kindNames } from '../export-kinds.ts';
import { agentExports } from './exports.ts';
import type { AgentOrderRow, CommissionEntry, CommissionRow } from '../order-contract.ts';
import type { UserRow } from '../tree-contract.ts';

let stage: AgentStage;
let kinds: Record<(typeof kindNames)[number], ExportKind>;
beforeAll(async () => {
  stage = await agentStage({ seed: 3, steps: 80 });
  kinds = agentExports(stage.app);
}, 120_000);
afterAll(() => stage.close());

async function exported(
  agentNo: bigint,
  kind: keyof typeof kinds,
  filter: object,
): Promise<{ headers: string[]; count: number; rows: (readonly Cell[])[] }> {
  const session = { sessionId: 's', userId: 1n, username: 'agent', role: 'agency', memberNo: agentNo } as const;
  const context = { session, language: 'en', now: stage.app.clock.now(), timeZone: 'Asia/Shanghai' } as const;
  const list = await kinds[kind].open(context, filter);
  if ('word' in list) throw new Error(list.word);
  const rows = (await Array.fromAsync(list.batches())).flat();
  return { headers: list.columns.map(({ header }) => header), count: await list.count(), rows };
}

/** All rows of the list, page by page. */
async function listed<Row>(agentNo: bigint, path: string, filter: object): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await stage.post<{ list: Row[] }>(agentNo, path, { ...filter, page, limit: 100 });
    rows.push(...data.list);
    if (data.list.length < 100) return rows;
  }
}

describe('a file', () => {
  test.each<[string, object]>([
    ['nothing', {}],
    ['the oldest first', { order: 'asc' }],
    ['paid orders', { status: 'success', sort: 'paidAt' }],
    ['a channel', { channel: 'bank' }],
    ['an unknown channel', { channel: 'none' }],
    ['a number’s beginning', { q: 'S-1' }],
  ])('of orders has the rows of the list, filtered by %s', async (_, filter) => {
    for (const agentNo of stage.tree.agents.slice(0, 3)) {
      const rows = await listed<AgentOrderRow>(agentNo, '/agent/orderlist', filter);
      const file = await exported(agentNo, 'agentOrder', filter);
      expect(file.count).toBe(rows.length);
      expect(file.rows.map((cells) => [cells[0], cells[1], cells[2], cells[4], cells[10], cells[7]])).toEqual(
        rows.map(({ orderNo, systemNo, merchant, level, commission, amount }) => [
          orderNo,
          systemNo,
          merchant.memberNo,
          level.toString(),
          commission.amount,
          amount,
        ]),
      );
      expect(file.rows.every((cells) => cells.length === file.headers.length)).toBe(true);
    }
  });

  test('of members has the rows of the list', async () => {
    for (const agentNo of stage.tree.agents) {
      const rows = await listed<UserRow>(agentNo, '/agent/userlist', { sort: 'memberNo' });
      const file = await exported(agentNo, 'agentUser', { sort: 'memberNo' });
      expect(file.rows.map((cells) => [cells[0], cells[7], cells[9], cells[12]])).toEqual(
        rows.map(({ memberNo, balance, amount30d, commission30d }) => [memberNo, balance, amount30d, commission30d]),
      );
      expect([file.count, file.rows.every((cells) => cells.length === file.headers.length)]).toEqual([
        rows.length,
        true,
      ]);
    }
  });

  test.each(['day', 'month', 'member', 'channel'] as const)(
    'of the statement by %s has the rows of the statement',
    async (group) => {
      for (const agentNo of stage.tree.agents) {
        const rows = await listed<CommissionRow>(agentNo, '/agent/commission', { group });
        const file = await exported(agentNo, 'commission', { group });
        const hasName = group === 'member' || group === 'channel';
        expect(file.rows).toEqual(
          rows.map(({ key, name, orders, amount, commission, reversed, net }) => [
            key,
            ...(hasName ? [name] : []),
            orders.toString(),
            amount,
            commission,
            reversed,
            net,
          ]),
        );
        expect([file.count, file.rows.every((cells) => cells.length === file.headers.length)]).toEqual([
          rows.length,
          true,
        ]);
      }
    },
  );

  test.each<[string, object]>([
    ['all', {}],
    ['the oldest first', { order: 'asc' }],
    ['of a channel', { channel: 'bank' }],
    ['of a month', { month: '2026-11' }],
  ])('of the statement’s entries has the rows of the list, %s', async (_, filter) => {
    for (const agentNo of stage.tree.agents) {
      const rows = await listed<CommissionEntry>(agentNo, '/agent/commission/entries', filter);
      const file = await exported(agentNo, 'commissionEntry', filter);
      expect(file.rows.map((cells) => [...cells.slice(0, 5), cells[7], cells[9], cells[10]])).toEqual(
        rows.map((row) => [
          row.systemNo,
          row.merchant.memberNo,
          row.merchant.name,
          row.channel.name,
          row.amount,
          row.commission,
          new Date(row.bookedAt),
          new Date(row.paidAt),
        ]),
      );
      expect(file.rows.map((cells) => [cells[5], cells[6], cells[8]])).toEqual(
        rows.map(({ rateBelow, ownRate, state }) => [
          rateBelow && `${rateBelow.percent}%`,
          ownRate && `${ownRate.percent}%`,
          { held: 'On hold', available: 'Available', reversed: 'Reversed' }[state],
        ]),
      );
      expect([file.count, file.rows.every((cells) => cells.length === file.headers.length)]).toEqual([
        rows.length,
        true,
      ]);
    }
  });

  test.each(kindNames)('%s is empty for a member that is not below the agent', async (kind) => {
    const { agents, merchants, uplines } = stage.tree;
    for (const agentNo of agents)
      for (const memberNo of [...agents, ...merchants, 99_999_999n].filter(
        (one) => one !== agentNo && !uplines.get(one)?.includes(agentNo),
      ))
        expect(await exported(agentNo, kind, { memberNo: memberNo.toString() })).toMatchObject({
          count: 0,
          rows: [],
        });
  });
});
