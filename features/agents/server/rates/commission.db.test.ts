/** Orders of random trees of agents: what each member gets, by a second implementation of the rule, to the minor unit. */
import * as fc from 'fast-check';
import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rate } from '#features/channels/rules.ts';
import { checkBooks } from '#features/ledger/server/checking.ts';
import { settleCommissions } from '#features/ledger/server/commissions.ts';
import {
  created,
  newOrder,
  ordersApp,
  type OrdersApp,
  paymentOf,
  reversed,
  SANDBOX,
} from '#features/orders/server/orders-for-tests.ts';

let app: OrdersApp;
beforeAll(async () => {
  app = await ordersApp();
  await app.addChannel();
});
afterAll(async () => {
  expect((await checkBooks(app.db)).map(({ check, violations }) => [check.name, violations])).toEqual([]);
  await app.close();
});

/** The channel's default. */
const standard: Rate = { percentE4: 6_000, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null };

const limit = fc.option(fc.bigInt({ min: 0n, max: 40_000n }), { nil: null, freq: 1 });
const anyRate = fc
  .record({
    percentE4: fc.noBias(fc.oneof(fc.integer({ min: 0, max: 12_000 }), fc.integer({ min: 0, max: 1_000_000 }))),
    fixedMinor: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 300n })),
    limits: fc.tuple(limit, limit),
  })
  .map(({ percentE4, fixedMinor, limits: [a, b] }): Rate => {
    const swapped = a !== null && b !== null && a > b;
    return { percentE4, fixedMinor, minFeeMinor: swapped ? b : a, maxFeeMinor: swapped ? a : b };
  });
/**
 * The rates from the root agent down to the shop; null: the default. In some trees they rise, so that every level earns;
 * in others an agent can have a rate above the one below it.
 */
const anyRates = fc
  .tuple(fc.array(fc.option(anyRate, { nil: null, freq: 4 }), { minLength: 6, maxLength: 6 }), fc.boolean())
  .map(([rates, isRising]) => (isRising ? rates.toSorted((a, b) => byValue(feeAt(a), feeAt(b))) : rates));
const feeAt = (rate: Rate | null): bigint => feeOf(1_000_000n, rate ?? standard);
const anyOrder = fc.record({
  amountMinor: fc.oneof(fc.bigInt({ min: 100n, max: 400n }), fc.bigInt({ min: 100n, max: 5_000_000n })),
  kind: fc.constantFrom('payin', 'recharge'),
  isReversed: fc.boolean(),
  /** Whether the agents have their shares before the order is reversed. */
  isSettledFirst: fc.boolean(),
  /** The rates from this order on. */
  rates: fc.option(anyRates, { nil: null }),
});
const anyCase = fc.record({
  levels: fc.noBias(fc.integer({ min: 1, max: 5 })),
  depth: fc.noBias(fc.integer({ min: 0, max: 5 })),
  rates: anyRates,
  orders: fc.array(anyOrder, { minLength: 1, maxLength: 4 }),
});

function feeOf(amount: bigint, { percentE4, fixedMinor, minFeeMinor, maxFeeMinor }: Rate): bigint {
  const twice = 2n * amount * BigInt(percentE4);
  const rounded = twice / 2_000_000n + (twice % 2_000_000n >= 1_000_000n ? 1n : 0n);
  const bounds = [rounded + fixedMinor, minFeeMinor ?? 0n].toSorted(byValue);
  const [fee = 0n] = [bounds[1] ?? 0n, maxFeeMinor ?? amount, amount].toSorted(byValue);
  return fee;
}

/** The fees of the shop and of the agents above it, nearest first: each is at most the one before. */
function runningFees(amount: bigint, fromBelow: readonly Rate[]): bigint[] {
  const fees: bigint[] = [];
  for (const rate of fromBelow) {
    const fee = feeOf(amount, rate);
    const before = fees.at(-1);
    fees.push(before !== undefined && before < fee ? before : fee);
  }
  return fees;
}

test('merchant, agents and platform share each order to the minor unit, whatever the tree, the rates and the reversals', async () => {
  const counts = { shared: 0, taken: 0 };
  const property = fc.asyncProperty(anyCase, async ({ levels, depth, rates, orders }) => {
    await app.db.transaction((tx) => app.platform.setSettings(tx, { commissionDepth: depth }));
    const agents: bigint[] = [];
    for (let level = 0; level < levels; level += 1)
      agents.push(await app.addMember({ kind: 'agent', uplineNo: agents.at(-1) ?? null }));
    const shop = await app.addMember({ uplineNo: agents.at(-1) ?? null });
    const family = [...agents, shop];
    const balances = new Map(family.map((memberNo) => [memberNo, 0n]));
    const give = (memberNo: bigint, minor: bigint) => balances.set(memberNo, (balances.get(memberNo) ?? 0n) + minor);
    let [gross, fees] = [0n, 0n];
    let current = rates;
    await setRates(family, current);
    for (const { amountMinor, kind, isReversed, isSettledFirst, rates: next } of orders) {
      if (next) await setRates(family, (current = next));
      const order = await created(app.orders, newOrder(shop, { amountMinor, kind }));
      const running = runningFees(amountMinor, family.map((_, index) => current[index] ?? standard).toReversed()).slice(
        0,
        depth + 1,
      );
      const shares = agents
        .toReversed()
        .slice(0, depth)
        .map((agentNo, index) => ({ agentNo, minor: (running[index] ?? 0n) - (running[index + 1] ?? 0n) }));
      expect(await keptOf(order.systemNo)).toEqual({
        fee: running[0],
        shares: shares
          .filter(({ minor }) => minor !== 0n)
          .map(({ agentNo, minor }) => ({ agentNo: agentNo.toString(), amount: minor.toString() })),
      });
      counts.shared += shares.filter(({ minor }) => minor > 0n).length;
      expect(await app.orders.confirmPayment(SANDBOX, paymentOf(order))).toBe('paid');
      if (isReversed) {
        if (isSettledFirst) await settle();
        await reversed(app, order);
        counts.taken += 1;
        continue;
      }
      gross += amountMinor;
      fees += running.at(-1) ?? 0n;
      give(shop, amountMinor - (running[0] ?? 0n));
      for (const { agentNo, minor } of shares) {
        expect(minor >= 0n).toBe(true);
        give(agentNo, minor);
      }
    }
    await settle();
    const books = await booksOf(family);
    expect(new Map(books.map(({ memberNo, wallet }) => [memberNo, wallet]))).toEqual(balances);
    expect(totals(books)).toEqual({ clearing: -gross, fees, commission: 0n, interMember: 0n });
    expect([...balances.values()].reduce((sum, one) => sum + one, fees)).toBe(gross);
  });
  // Random cases can happen to share little: then more of them are tried.
  for (let round = 0; round < 5 && (counts.shared <= 60 || counts.taken <= 20); round += 1)
    await fc.assert(property, { numRuns: 40 });
  // The cases were not empty ones.
  expect([counts.shared, counts.taken]).toEqual([
    expect.toSatisfy((count: number) => count > 60),
    expect.toSatisfy((count: number) => count > 20),
  ]);
});

/** Until nothing is on its way between members. */
async function settle(): Promise<void> {
  await settleCommissions(app);
  await settleCommissions(app);
}

async function setRates(family: readonly bigint[], rates: readonly (Rate | null)[]): Promise<void> {
  for (const [index, memberNo] of family.entries()) {
    const rate = rates[index] ?? standard;
    await sql`
      insert into member_rates (member_no, channel_id, percent, fixed, min_fee, max_fee)
      values (${memberNo}, 1, ${rate.percentE4}, ${rate.fixedMinor}, ${rate.minFeeMinor}, ${rate.maxFeeMinor})
      on conflict (member_no, channel_id) do update
        set percent = excluded.percent, fixed = excluded.fixed, min_fee = excluded.min_fee, max_fee = excluded.max_fee`.execute(
      app.db,
    );
  }
  app.clock.advance(1_000);
}

async function keptOf(systemNo: bigint): Promise<{ fee: bigint; shares: unknown[] } | undefined> {
  const { rows } = await sql<{ fee: bigint; shares: unknown[] | null }>`
    select fee, commissions as shares from orders where system_no = ${systemNo}`.execute(app.db);
  return rows[0] && { fee: rows[0].fee, shares: rows[0].shares ?? [] };
}

interface Books {
  memberNo: bigint;
  wallet: bigint;
  clearing: bigint;
  fees: bigint;
  commission: bigint;
  interMember: bigint;
}

async function booksOf(memberNos: readonly bigint[]): Promise<Books[]> {
  const { rows } = await sql<Books>`
    select member_no as "memberNo", wallet, clearing, fees, commission, inter_member as "interMember" from wallets
    where member_no = any(${[...memberNos]}::bigint[])`.execute(app.db);
  return rows;
}

function totals(books: readonly Books[]): Omit<Books, 'memberNo' | 'wallet'> {
  const sumOf = (column: 'clearing' | 'fees' | 'commission' | 'interMember'): bigint =>
    books.reduce((sum, one) => sum + one[column], 0n);
  return {
    clearing: sumOf('clearing'),
    fees: sumOf('fees'),
    commission: sumOf('commission'),
    interMember: sumOf('interMember'),
  };
}

function byValue(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
