import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf } from '#foundation/core/time-zone.ts';
import { agentStage, type AgentStage, type SeenOrder } from '../agents-for-tests.ts';
import type { AgentDetail } from '../../tree-contract.ts';

let stage: AgentStage;
beforeAll(async () => {
  stage = await agentStage({ seed: 5, steps: 140 });
}, 120_000);
afterAll(() => stage.close());

const timeZone = 'Asia/Shanghai';

async function detailOf(agentNo: bigint, days: 30 | 90 = 30): Promise<AgentDetail> {
  return (await stage.post<AgentDetail>(agentNo, '/agent/detail', { days })).data;
}

function money(minor: bigint): string {
  const size = minor < 0n ? -minor : minor;
  return `${minor < 0n ? '-' : ''}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`;
}

/** Net commission of bookings on days that begin with a text. */
function commissionOn(seen: readonly SeenOrder[], day: string): bigint {
  const isOn = (at: Date | null): boolean => at !== null && dayOf(at, timeZone).startsWith(day);
  return seen.reduce(
    (total, { commissionMinor, bookedAt, returnedAt }) =>
      total + (isOn(bookedAt) ? commissionMinor : 0n) - (isOn(returnedAt) ? commissionMinor : 0n),
    0n,
  );
}

const paidOn = (seen: readonly SeenOrder[], day: string): SeenOrder[] =>
  seen.filter(({ paidAt }) => paidAt !== null && dayOf(paidAt, timeZone) === day);
const amountOf = (rows: readonly SeenOrder[]): bigint =>
  rows.reduce((total, { amountMinor }) => total + amountMinor, 0n);

describe('/agent/detail', () => {
  test('counts direct members and the whole tree', async () => {
    const { agents, merchants, uplines } = stage.tree;
    for (const agentNo of agents) {
      const count = (of: readonly bigint[], isDirect: boolean): number =>
        of.filter((one) => (isDirect ? uplines.get(one)?.[0] === agentNo : uplines.get(one)?.includes(agentNo))).length;
      const { direct, tree } = await detailOf(agentNo);
      expect([direct, tree]).toEqual([
        { merchants: count(merchants, true), agents: count(agents, true) },
        { merchants: count(merchants, false), agents: count(agents, false) },
      ]);
    }
  });

  test.each([30, 90] as const)(
    'over %i days returns each day, and sums by day of booking and of payment',
    async (days) => {
      const today = dayOf(stage.app.clock.now(), timeZone);
      for (const agentNo of stage.tree.agents) {
        const seen = stage.seenBy(agentNo);
        const { commission, orders, trend } = await detailOf(agentNo, days);
        expect(trend).toEqual(
          Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days)).map((date) => ({
            date,
            commission: money(commissionOn(seen, date)),
            amount: money(amountOf(paidOn(seen, date))),
            orders: paidOn(seen, date).length,
          })),
        );
        const month = today.slice(0, 7);
        expect(commission).toMatchObject({
          today: money(commissionOn(seen, today)),
          yesterday: money(commissionOn(seen, addDays(today, -1))),
          month: money(commissionOn(seen, month)),
          lastMonth: money(commissionOn(seen, addDays(`${month}-01`, -1).slice(0, 7))),
          total: money(commissionOn(seen, '')),
        });
        expect(orders).toEqual({
          today: paidOn(seen, today).length,
          amountToday: money(amountOf(paidOn(seen, today))),
        });
      }
    },
  );

  test('ranks the direct members by paid amount; an agent counts with its tree', async () => {
    const today = dayOf(stage.app.clock.now(), timeZone);
    const from = addDays(today, -29);
    const isIn = (at: Date | null): boolean => at !== null && dayOf(at, timeZone) >= from;
    for (const agentNo of stage.tree.agents) {
      const wanted = [...Map.groupBy(stage.seenBy(agentNo), ({ via }) => via[0] ?? 0n)]
        .map(([memberNo, rows]) => {
          const paid = rows.filter(({ paidAt }) => isIn(paidAt));
          const created = rows.filter(({ createdAt }) => isIn(createdAt));
          const earned = rows.reduce(
            (total, { commissionMinor, bookedAt, returnedAt }) =>
              total + (isIn(bookedAt) ? commissionMinor : 0n) - (isIn(returnedAt) ? commissionMinor : 0n),
            0n,
          );
          const successes = created.filter(({ paidAt }) => paidAt !== null).length;
          return {
            memberNo: memberNo.toString(),
            minor: amountOf(paid),
            orders: paid.length,
            rate: created.length === 0 ? null : Math.floor((successes * 1000) / created.length + 0.5) / 10,
            commission: money(earned),
          };
        })
        .filter(({ orders }) => orders > 0)
        .sort((a, b) => (a.minor === b.minor ? (a.memberNo < b.memberNo ? -1 : 1) : a.minor > b.minor ? -1 : 1))
        .slice(0, 10);
      const { ranking } = await detailOf(agentNo);
      expect(
        ranking.map(({ memberNo, amount, orders, successRate, commission }) => ({
          memberNo,
          amount,
          orders,
          rate: successRate === null ? null : Number(successRate),
          commission,
        })),
      ).toEqual(
        wanted.map(({ memberNo, minor, orders, rate, commission }) => ({
          memberNo,
          amount: money(minor),
          orders,
          rate,
          commission,
        })),
      );
    }
  });

  test('returns the invitation, the own rates, and no upline’s', async () => {
    const { root, agents } = stage.tree;
    const below = agents.find((one) => one !== root) ?? root;
    const detail = await detailOf(below);
    expect([detail.inviteCode, detail.inviteUrl]).toEqual([
      below.toString(),
      `https://pay.example/#/register?invite=${below}`,
    ]);
    const own = await stage.app.channels.allTerms(below);
    expect(detail.ownRates.map(({ channel, percent }) => [channel.code, Number(percent)])).toEqual(
      own.map(({ code, rate }) => [code, rate.percentE4 / 10_000]),
    );
    expect(Object.keys(detail).sort()).toEqual(
      'commission direct inviteCode inviteUrl orders ownRates ranking tree trend'.split(' '),
    );
    expect(JSON.stringify(detail)).not.toContain(root.toString());
  });
});
