/**
 * Compares what merchants received, and what the upstream remembers having paid, with the books. The upstream's memory
 * is the truth: what it paid has left the wallet once, and nothing else has.
 */
import { checkBooks, describeViolation } from '#features/ledger/server/checking.ts';
import type { Environment } from './environment.ts';
import type { Verdict } from './judge.ts';
import { applyOne, type PromisedPayouts } from './payout-load.ts';
import type { PayoutPlan } from './payout-plan.ts';
import type { Family } from './shops.ts';

export interface PayoutRound {
  plan: PayoutPlan;
  family: Family;
  promised: PromisedPayouts;
}

/** The initial balance of each shop. */
export const START_MINOR = 100_000_000n;

interface StoredPayout {
  member_no: bigint;
  system_no: bigint;
  order_no: string;
  status: string;
  submission: string;
  amount: bigint;
  fee: bigint;
  taken: bigint;
  paid: bigint;
  returned: bigint;
  /** How often the upstream paid it, and how much in total. */
  by_upstream: bigint;
  upstream_amount: bigint;
}

/** How many acknowledged requests are repeated in each round; each must get its first answer again. */
const REPEATED = 3;

/**
 * `repeats`: false if no server is running to answer. `books`: false if the books are checked for all rounds together.
 */
export async function judgePayouts(
  env: Environment,
  { plan, family, promised }: PayoutRound,
  { repeats = true, books = true } = {},
): Promise<Verdict> {
  const verdict: Verdict = { lost: [], doubled: [], broken: [...promised.contradictions] };
  const rows = await selectPayouts(env, family);
  const stored = new Map(rows.map((row) => [row.order_no, row]));
  for (const { orderNo, amountMinor } of plan.payouts) {
    const acknowledged = promised.applied.get(orderNo);
    const payout = stored.get(orderNo);
    if (!acknowledged || payout?.system_no !== acknowledged.systemNo)
      verdict.lost.push(
        `${orderNo} was acknowledged as ${acknowledged?.systemNo}, but is ${payout?.system_no ?? 'missing'}`,
      );
    if (payout && payout.amount !== amountMinor)
      verdict.broken.push(`${orderNo} is ${payout.amount} instead of ${amountMinor}`);
    if (payout && promised.cancelled.has(orderNo) && payout.status !== 'cancelled')
      verdict.lost.push(`${orderNo} was cancelled, but is ${payout.status}`);
  }
  for (const payout of rows) judgeOne(verdict, payout);
  await judgeSums(verdict, env, family, rows);
  for (const { check, violations } of books ? await checkBooks(env.db, { members: family.memberNos }) : [])
    for (const violation of violations) verdict.broken.push(`${check.name}: ${describeViolation(violation)}`);
  if (!repeats) return verdict;
  for (const { shop, payout, systemNo } of [...promised.applied.values()].slice(-REPEATED)) {
    const again = await applyOne(env, shop, payout);
    if (again !== systemNo) verdict.doubled.push(`${payout.orderNo} repeated is ${again} instead of ${systemNo}`);
  }
  return verdict;
}

async function selectPayouts({ db }: Environment, { memberNos }: Family): Promise<StoredPayout[]> {
  const journals = (ending: string): string =>
    `(select count(*) from journals j where j.member_no = d.member_no and j.reference = d.system_no and j.kind = d.kind || '${ending}')`;
  const { rows } = await db.pool.query<StoredPayout>(
    `select d.*, ${journals('')} as taken, ${journals('_paid')} as paid, ${journals('_cancelled')} as returned, u.count as by_upstream, u.amount as upstream_amount
     from disbursements d cross join lateral (
       select count(*) as count, coalesce(sum(s.amount), 0)::bigint as amount from sandbox_payouts s
       where starts_with(s.reference, d.member_no || '-' || d.system_no || '-') and s.amount % 100 <> 44) u
     where d.member_no = any($1)`,
    [memberNos],
  );
  return rows;
}

function judgeOne(
  verdict: Verdict,
  { order_no, status, submission, taken, paid, returned, by_upstream }: StoredPayout,
): void {
  if (status !== 'paid' && status !== 'cancelled')
    verdict.lost.push(`${order_no} has not ended: ${status}, ${submission}`);
  if (taken === 0n) verdict.broken.push(`${order_no} was never debited from the wallet`);
  for (const [name, times] of Object.entries({ taken, paid, returned }))
    if (times > 1n) verdict.doubled.push(`${order_no} is booked as ${name} ${times} times`);
  if (by_upstream > 1n) verdict.doubled.push(`${order_no} was paid ${by_upstream} times`);
  if (status === 'paid' && (by_upstream === 0n || paid === 0n))
    verdict.lost.push(`${order_no} counts as paid: ${by_upstream} times by the upstream, ${paid} in the books`);
  if (status === 'cancelled' && by_upstream > 0n) verdict.doubled.push(`${order_no} was given back, but also paid`);
  if (status === 'cancelled' && returned === 0n)
    verdict.lost.push(`${order_no} is cancelled, but its money did not come back`);
}

/** Compares each wallet's total and the clearing total with the upstream's memory. */
async function judgeSums(
  verdict: Verdict,
  { db }: Environment,
  { shops, memberNos }: Family,
  rows: readonly StoredPayout[],
): Promise<void> {
  for (const { memberNo } of shops) {
    const { rows: wallets } = await db.pool.query<{ wallet: bigint }>(
      'select wallet from wallets where member_no = $1',
      [memberNo],
    );
    const left = rows
      .filter((row) => row.member_no === memberNo && row.by_upstream > 0n)
      .reduce((sum, row) => sum + row.upstream_amount + row.fee, 0n);
    const [expected, wallet] = [START_MINOR - left, wallets[0]?.wallet ?? 0n];
    if (wallet < expected) verdict.lost.push(`the wallet of ${memberNo} has ${wallet} of ${expected}`);
    if (wallet > expected) verdict.doubled.push(`the wallet of ${memberNo} has ${wallet} instead of ${expected}`);
  }
  const { rows: booked } = await db.pool.query<{ clearing: bigint }>(
    "select coalesce(sum(clearing), 0)::bigint as clearing from journals where member_no = any($1) and kind in ('payout_paid', 'withdrawal_paid')",
    [memberNos],
  );
  const paid = rows.reduce((sum, { upstream_amount }) => sum + upstream_amount, 0n);
  if (booked[0]?.clearing !== paid)
    verdict.broken.push(`clearing has ${booked[0]?.clearing}, but the upstream paid ${paid}`);
}
