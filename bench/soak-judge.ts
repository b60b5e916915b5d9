/**
 * Compares what the platform acknowledged during the soak with what the database holds. Returns one sentence per
 * difference.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { again, type Environment } from '#e2e/faults/environment.ts';
import type { CallbackServer } from '#e2e/faults/shops.ts';
import { type Promised, SOAK_SHOP } from './soak-load.ts';

/** Far longer than the slowest machine needs. */
const MAX_SETTLING_MS = 180_000;

/**
 * Waits until payments are booked, callbacks delivered and payouts finished, and returns what is stuck. Cancels failed
 * payouts and unfreezes frozen ones.
 */
export async function settleSoak(env: Environment, promised: Promised): Promise<string[]> {
  const since = performance.now();
  for (;;) {
    await again(() => endBackoffs(env));
    await releaseFailed(env);
    const left = await again(() => unsettled(env, promised));
    if (left.length === 0 || performance.now() - since > MAX_SETTLING_MS) return left;
    await pause(1_000);
  }
}

/** Ends the waits of the upstream and the callback worker, which grow with each failure. */
async function endBackoffs({ db }: Environment): Promise<void> {
  await db.pool.query(
    'update sandbox_payments set next_notify_at = now() where next_notify_at > now() and member_no = $1',
    [SOAK_SHOP],
  );
  await db.pool.query(
    "update callbacks set next_at = now() where status = 'pending' and member_no = $1 and leased_until is null",
    [SOAK_SHOP],
  );
}

async function releaseFailed({ db, verbs }: Environment): Promise<void> {
  const { rows } = await again(() =>
    db.pool.query<{ system_no: bigint; status: string }>(
      "select system_no, status from disbursements where member_no = $1 and (status = 'frozen' or status = 'applying' and submission = 'failed')",
      [SOAK_SHOP],
    ),
  );
  for (const { system_no: systemNo, status } of rows)
    await again(() =>
      verbs.disbursements.change(
        { memberNo: SOAK_SHOP, systemNo },
        { event: status === 'frozen' ? 'unfreeze' : 'cancel' },
      ),
    );
}

async function unsettled({ db }: Environment, { orders, payouts, batches }: Promised): Promise<string[]> {
  const { rows } = await db.pool.query<{ what: string }>(
    `select 'payment ' || p.upstream_no || ' is not booked' as what from sandbox_payments p join orders o using (member_no, system_no)
     where p.member_no = $1 and p.status = 'paid' and o.status <> 'success'
     union all select 'callback of ' || system_no || ' is ' || status from callbacks where member_no = $1 and status = 'pending' and system_no = any($2)
     union all select 'payout ' || system_no || ' is ' || status || ', ' || submission from disbursements where member_no = $1 and status not in ('paid', 'cancelled') and (system_no = any($3) or batch_no = any($4))`,
    [SOAK_SHOP, [...orders.values()].map(({ systemNo }) => systemNo), [...payouts.keys()], [...batches]],
  );
  return rows.map(({ what }) => what);
}

export async function judgeSoak(
  { db }: Environment,
  callbacks: CallbackServer,
  { orders, payouts, batches, contradictions }: Promised,
): Promise<string[]> {
  const findings = [...contradictions, ...callbacks.strange()];
  const { rows } = await db.pool.query<{ order_no: string; system_no: bigint; status: string; journals: bigint }>(
    `select o.order_no, o.system_no, o.status, (select count(*) from journals j where j.member_no = o.member_no and j.reference = o.system_no and j.kind = 'payin') as journals
     from orders o where o.member_no = $1 and o.order_no like 'K%'`,
    [SOAK_SHOP],
  );
  const stored = Map.groupBy(rows, ({ order_no }) => order_no);
  for (const [orderNo, { systemNo, paid }] of orders) {
    const [order, ...more] = stored.get(orderNo) ?? [];
    if (order?.system_no !== systemNo)
      findings.push(`${orderNo} was acknowledged as ${systemNo}, but is ${order?.system_no ?? 'missing'}`);
    if (more.length > 0) findings.push(`${orderNo} is ${more.length + 1} orders`);
    if (paid && (order?.status !== 'success' || order.journals !== 1n))
      findings.push(`${orderNo} was paid, but is ${order?.status} with ${order?.journals} journals`);
    const taken = callbacks.takenFor(systemNo);
    if (paid && taken.size === 0) findings.push(`the callback of ${orderNo} never arrived`);
    if (taken.size > 1) findings.push(`the callback of ${orderNo} arrived with ${taken.size} ids`);
  }
  const { rows: found } = await db.pool.query<{ system_no: bigint; taken: bigint; ended: bigint }>(
    `select d.system_no, (select count(*) from journals j where j.member_no = d.member_no and j.reference = d.system_no and j.kind = d.kind) as taken,
       (select count(*) from journals j where j.member_no = d.member_no and j.reference = d.system_no and j.kind in (d.kind || '_paid', d.kind || '_cancelled')) as ended
     from disbursements d where d.member_no = $1 and (d.system_no = any($2) or d.batch_no = any($3))`,
    [SOAK_SHOP, [...payouts.keys()], [...batches]],
  );
  const known = new Set(found.map(({ system_no }) => system_no));
  for (const systemNo of payouts.keys())
    if (!known.has(systemNo)) findings.push(`payout ${systemNo} was acknowledged, but is missing`);
  for (const { system_no, taken, ended } of found)
    if (taken !== 1n || ended > 1n)
      findings.push(`payout ${system_no} is booked ${taken} times when applied, ${ended} times when finished`);
  const { rows: twice } = await db.pool.query<{ reference: string }>(
    'select reference from sandbox_payouts where amount % 100 <> 44 and reference like $1 group by reference having count(*) > 1',
    [`${SOAK_SHOP}-%`],
  );
  for (const { reference } of twice) findings.push(`the upstream paid ${reference} more than once`);
  return findings;
}
