/**
 * Compares what the platform acknowledged with its books after the faults. The expected figures are computed here from
 * the plan alone, and share no code with the booking.
 */
import { checkBooks, describeViolation } from '#features/ledger/server/checking.ts';
import type { Environment } from './environment.ts';
import { type Acknowledged, create } from './load.ts';
import type { Plan } from './plan.ts';
import type { CallbackServer, Family } from './shops.ts';

/** Lists of sentences, all empty if all is well. */
export interface Verdict {
  /** Acknowledged, but missing. */
  lost: string[];
  /** Exists more than once. */
  doubled: string[];
  /** Books or answers that contradict each other. */
  broken: string[];
}

interface Round {
  plan: Plan;
  family: Family;
  acknowledged: Acknowledged;
}

interface StoredOrder {
  order_no: string;
  system_no: bigint;
  status: string;
  journals: bigint;
  taken: boolean;
}

/** How many acknowledged requests are repeated in each round; each must get its first answer again. */
const REPEATED = 5;

export async function judge(
  env: Environment,
  callbacks: CallbackServer,
  { plan, family, acknowledged }: Round,
): Promise<Verdict> {
  const verdict: Verdict = { lost: [], doubled: [], broken: [...acknowledged.contradictions] };
  const { rows } = await env.db.pool.query<StoredOrder>(
    `select o.order_no, o.system_no, o.status, exists (select from sandbox_payments p where p.member_no = o.member_no and p.system_no = o.system_no and p.status = 'paid') as taken,
       (select count(*) from journals j where j.member_no = o.member_no and j.reference = o.system_no and j.kind in ('payin', 'recharge')) as journals
     from orders o where o.member_no = any($1)`,
    [family.memberNos],
  );
  const stored = Map.groupBy(rows, ({ order_no }) => order_no);

  for (const { orderNo, pays } of plan.orders) {
    const [order, ...more] = stored.get(orderNo) ?? [];
    const promised = acknowledged.created.get(orderNo);
    if (more.length > 0) verdict.doubled.push(`${orderNo} is ${more.length + 1} orders`);
    if (!promised || order?.system_no !== promised.systemNo)
      verdict.lost.push(
        `${orderNo} was acknowledged as ${promised?.systemNo}, but is ${order?.system_no ?? 'missing'}`,
      );
    if (order)
      judgePayment(verdict, order, pays && acknowledged.paid.has(orderNo), callbacks.takenFor(order.system_no));
  }
  for (const { memberNo } of family.shops) {
    const expectedMinor = obtainedOf(
      plan,
      family.shops.findIndex((shop) => shop.memberNo === memberNo),
    );
    const wallet = await env.db.pool.query<{ wallet: bigint }>('select wallet from wallets where member_no = $1', [
      memberNo,
    ]);
    const walletMinor = wallet.rows[0]?.wallet ?? 0n;
    if (walletMinor < expectedMinor)
      verdict.lost.push(`the wallet of ${memberNo} has ${walletMinor} of ${expectedMinor}`);
    if (walletMinor > expectedMinor)
      verdict.doubled.push(`the wallet of ${memberNo} has ${walletMinor} instead of ${expectedMinor}`);
  }
  for (const { check, violations } of await checkBooks(env.db, { members: family.memberNos })) {
    for (const violation of violations) verdict.broken.push(`${check.name}: ${describeViolation(violation)}`);
  }
  await judgeRepeats(verdict, acknowledged);
  return verdict;
}

function judgePayment(
  verdict: Verdict,
  { order_no, system_no, status, journals, taken }: StoredOrder,
  isPaid: boolean,
  delivered: ReadonlyMap<string, number>,
): void {
  if (isPaid && !taken) verdict.lost.push(`the payment of ${order_no} is not in the upstream's memory`);
  if (isPaid && (status !== 'success' || journals === 0n))
    verdict.lost.push(`the payment of ${order_no} is not booked: ${status}, ${journals} journals`);
  if (!isPaid && (taken || status === 'success' || journals > 0n))
    verdict.broken.push(`${order_no} is paid, but no one paid it`);
  if (journals > 1n) verdict.doubled.push(`the payment of ${order_no} is booked ${journals} times`);
  if (isPaid && delivered.size === 0) verdict.lost.push(`the callback of ${order_no} never came`);
  if (delivered.size > 1)
    verdict.doubled.push(`the callback of ${order_no} came as ${[...delivered.keys()].join(' and ')}`);
  for (const notifyId of delivered.keys())
    if (!notifyId.endsWith(system_no.toString())) verdict.broken.push(`the callback ${notifyId} came for ${system_no}`);
}

async function judgeRepeats(verdict: Verdict, { created }: Acknowledged): Promise<void> {
  for (const { shop, order, systemNo } of [...created.values()].slice(-REPEATED)) {
    const repeated = await create(shop, order);
    if (BigInt(repeated.systemNo) !== systemNo)
      verdict.doubled.push(`${order.orderNo} repeated is ${repeated.systemNo} instead of ${systemNo}`);
  }
}

function obtainedOf({ orders }: Plan, shop: number): bigint {
  return orders
    .filter((order) => order.pays && order.shop === shop)
    .reduce((total, { amountMinor }) => total + amountMinor - feeOf(amountMinor, 6_000n), 0n);
}

/** The commission of the first shop's agent by the plan: the difference of two fees, each rounded half up. */
export function commissionOf({ orders }: Plan, agentPercentE4: bigint): bigint {
  return orders
    .filter((order) => order.pays && order.shop === 0)
    .reduce((total, { amountMinor }) => total + feeOf(amountMinor, 6_000n) - feeOf(amountMinor, agentPercentE4), 0n);
}

function feeOf(amountMinor: bigint, percentE4: bigint): bigint {
  return (amountMinor * percentE4 + 500_000n) / 1_000_000n;
}
