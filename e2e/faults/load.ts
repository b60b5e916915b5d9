/**
 * The merchants and payers of a round: they create and pay as planned, side by side, and repeat whatever got no answer,
 * as real ones do. What was acknowledged to them is written down: that is what the platform may never take back.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { GatewayError, GatewayTransportError } from '@countinghouse/sdk';
import type { Database } from '#foundation/server/database.ts';
import { again, type Ground } from './ground.ts';
import type { Plan, PlannedOrder } from './plan.ts';
import type { Family, Shop } from './shops.ts';

/** What the platform has promised. */
export interface Acknowledged {
  created: Map<string, { shop: Shop; order: PlannedOrder; systemNo: bigint; payUrl: string }>;
  /** Merchants' numbers of orders that the upstream has taken the money for. */
  paid: Set<string>;
  /** Answers that contradict each other, or that nobody should get. */
  contradictions: string[];
}

const SIDE_BY_SIDE = 12;

/** `answered`: told after each acknowledgement how many there were. */
export async function runLoad(
  ground: Ground,
  { shops }: Family,
  plan: Plan,
  answered: (count: number) => void,
): Promise<Acknowledged> {
  const acknowledged: Acknowledged = { created: new Map(), paid: new Set(), contradictions: [] };
  const waiting = [...plan.orders];
  let count = 0;
  const tell = (): void => answered((count += 1));

  const one = async (order: PlannedOrder): Promise<void> => {
    const shop = shops[order.shop];
    if (!shop) throw new Error(`a plan for shop ${order.shop}`);
    const answers = await Promise.all(Array.from({ length: order.createsTwice ? 2 : 1 }, () => create(shop, order)));
    const [first] = answers;
    if (!first) return;
    if (new Set(answers.map(({ systemNo }) => systemNo)).size > 1)
      acknowledged.contradictions.push(`${order.orderNo} was answered with two system numbers`);
    acknowledged.created.set(order.orderNo, { shop, order, systemNo: BigInt(first.systemNo), payUrl: first.payUrl });
    tell();
    if (order.runsOut) await runOut(ground, shop.memberNo, BigInt(first.systemNo));
    if (!order.pays) return;
    await Promise.all(Array.from({ length: order.paysTwice ? 2 : 1 }, () => pay(first.payUrl)));
    acknowledged.paid.add(order.orderNo);
    tell();
  };
  await Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, async () => {
      for (let order = waiting.shift(); order; order = waiting.shift()) await one(order);
    }),
  );
  return acknowledged;
}

export function create(
  shop: Shop,
  { orderNo, amountMinor }: PlannedOrder,
): Promise<{ systemNo: string; payUrl: string }> {
  const amount = `${amountMinor / 100n}.${(amountMinor % 100n).toString().padStart(2, '0')}`;
  return again(() => shop.client.payCreate({ orderNo, amount, channel: 'qr', notifyUrl: shop.notifyUrl }), isFinal);
}

/** A nonce whose spending was in doubt counts as spent; the next request brings a new one. */
export function isFinal(error: unknown): boolean {
  if (error instanceof GatewayTransportError) return false;
  return !(error instanceof GatewayError && ['nonce_reused', 'upstream_unavailable'].includes(error.error));
}

async function pay(payUrl: string): Promise<void> {
  const status = await again(async () => {
    const reply = await fetch(`${payUrl}/pay`, { method: 'POST', headers: { accept: 'application/json' } });
    const { data } = (await reply.json()) as { data?: { status?: string } };
    if (reply.status !== 200 || data?.status === undefined) throw new Error(`HTTP ${reply.status}`);
    return data.status;
  });
  if (status !== 'paid') throw new Error(`the cashier says ${status} of a payment that nobody else touched`);
}

async function runOut({ db }: Ground, memberNo: bigint, systemNo: bigint): Promise<void> {
  await again(() =>
    db.pool.query(
      "update orders set expires_at = now() where member_no = $1 and system_no = $2 and status = 'unpaid'",
      [memberNo, systemNo],
    ),
  );
}

/** Until everything that was promised is done: payments booked, callbacks taken. Answers what is stuck. */
export async function settle({ db }: Ground, memberNos: readonly bigint[]): Promise<string[]> {
  const since = performance.now();
  for (let round = 0; ; round += 1) {
    // Not all the time: it also takes the lease of a callback that is just being delivered.
    if (round % 10 === 0) await again(() => endWaits(db, memberNos));
    const left = await again(() => unsettled(db, memberNos));
    if (left.length === 0 || performance.now() - since > LONGEST_SETTLING_MS) return left;
    await pause(300);
  }
}

/** Far more than it takes on the slowest machine: what is not done by then is stuck. */
const LONGEST_SETTLING_MS = 120_000;

/**
 * The leases of what died would end in half a minute; here they are over at once, and so are the pauses after failures.
 */
async function endWaits(db: Database, memberNos: readonly bigint[]): Promise<void> {
  await db.pool.query(
    'update sandbox_payments set next_notify_at = now() where next_notify_at > now() and member_no = any($1)',
    [memberNos],
  );
  await db.pool.query(
    "update callbacks set leased_until = null, next_at = now() where status = 'pending' and member_no = any($1)",
    [memberNos],
  );
}

async function unsettled(db: Database, memberNos: readonly bigint[]): Promise<string[]> {
  const { rows } = await db.pool.query<{ what: string }>(
    `select 'payment ' || p.upstream_no || ' is not booked' as what from sandbox_payments p join orders o using (member_no, system_no)
     where p.member_no = any($1) and p.status = 'paid' and (o.status <> 'success' or p.notified_at is null)
     union all select 'callback ' || system_no || ' is ' || status from callbacks where member_no = any($1) and status <> 'delivered'`,
    [memberNos],
  );
  return rows.map(({ what }) => what);
}
