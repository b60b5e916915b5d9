/**
 * The merchants and payers of a round: they create and pay as planned, concurrently, and repeat requests without an
 * answer, as real clients do. It records what was acknowledged, which the platform must never lose.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { GatewayError, GatewayTransportError } from '@countinghouse/sdk';
import type { Database } from '#foundation/server/postgres/database.ts';
import { again, type Environment } from './environment.ts';
import type { Plan, PlannedOrder } from './plan.ts';
import type { Family, Shop } from './shops.ts';

/** What the platform has acknowledged. */
export interface Acknowledged {
  created: Map<string, { shop: Shop; order: PlannedOrder; systemNo: bigint; payUrl: string }>;
  /** Order numbers whose payment the upstream has accepted. */
  paid: Set<string>;
  /** Answers that contradict each other or must not occur. */
  contradictions: string[];
}

const CONCURRENCY = 12;

/** `answered` is called after each acknowledgement with their number. */
export async function runLoad(
  env: Environment,
  { shops }: Family,
  plan: Plan,
  answered: (count: number) => void,
): Promise<Acknowledged> {
  const acknowledged: Acknowledged = { created: new Map(), paid: new Set(), contradictions: [] };
  const pending = [...plan.orders];
  let count = 0;
  const report = (): void => answered((count += 1));

  const one = async (order: PlannedOrder): Promise<void> => {
    const shop = shops[order.shop];
    if (!shop) throw new Error(`a plan for shop ${order.shop}`);
    const answers = await Promise.all(Array.from({ length: order.createsTwice ? 2 : 1 }, () => create(shop, order)));
    const [first] = answers;
    if (!first) return;
    if (new Set(answers.map(({ systemNo }) => systemNo)).size > 1)
      acknowledged.contradictions.push(`${order.orderNo} got two system numbers`);
    acknowledged.created.set(order.orderNo, { shop, order, systemNo: BigInt(first.systemNo), payUrl: first.payUrl });
    report();
    if (order.runsOut) await runOut(env, shop.memberNo, BigInt(first.systemNo));
    if (!order.pays) return;
    await Promise.all(Array.from({ length: order.paysTwice ? 2 : 1 }, () => pay(first.payUrl)));
    acknowledged.paid.add(order.orderNo);
    report();
  };
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let order = pending.shift(); order; order = pending.shift()) await one(order);
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

/** A nonce that may have been spent counts as spent; the next request has a new one. */
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
  if (status !== 'paid') throw new Error(`the cashier reports ${status} for a payment that no one else has changed`);
}

async function runOut({ db }: Environment, memberNo: bigint, systemNo: bigint): Promise<void> {
  await again(() =>
    db.pool.query(
      "update orders set expires_at = now() where member_no = $1 and system_no = $2 and status = 'unpaid'",
      [memberNo, systemNo],
    ),
  );
}

/** Waits until all promises are kept: payments booked, callbacks received. Returns what is stuck. */
export async function settle({ db }: Environment, memberNos: readonly bigint[]): Promise<string[]> {
  const since = performance.now();
  for (let round = 0; ; round += 1) {
    // Not in every round, because this also ends the lease of a callback that is being delivered.
    if (round % 10 === 0) await again(() => endBackoffs(db, memberNos));
    const stuck = await again(() => unsettled(db, memberNos));
    if (stuck.length === 0 || performance.now() - since > MAX_SETTLING_MS) return stuck;
    await pause(300);
  }
}

/** Far longer than the slowest machine needs; what is not done by then is stuck. */
const MAX_SETTLING_MS = 120_000;

/** Ends the leases of killed processes, which would last half a minute, and the pauses after failures. */
async function endBackoffs(db: Database, memberNos: readonly bigint[]): Promise<void> {
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
