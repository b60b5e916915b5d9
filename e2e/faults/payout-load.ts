/**
 * The merchants of a round: they request payouts and withdrawals, cancel some, and repeat requests without an answer;
 * and the operators who decide about failed ones.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { again, type Environment } from './environment.ts';
import { isFinal } from './load.ts';
import type { PayoutPlan, PlannedPayout } from './payout-plan.ts';
import type { Family, Shop } from './shops.ts';

/** What the platform has acknowledged. */
export interface PromisedPayouts {
  applied: Map<string, { shop: Shop; payout: PlannedPayout; systemNo: bigint }>;
  /** Order numbers that the platform reported as cancelled. */
  cancelled: Set<string>;
  contradictions: string[];
}

const CONCURRENCY = 6;

/** `answered` is called after each acknowledgement with their number. */
export async function applyAll(
  env: Environment,
  { shops }: Family,
  plan: PayoutPlan,
  answered: (count: number) => void,
): Promise<PromisedPayouts> {
  const promised: PromisedPayouts = { applied: new Map(), cancelled: new Set(), contradictions: [] };
  const pending = [...plan.payouts];
  const one = async (payout: PlannedPayout): Promise<void> => {
    const shop = shops[payout.shop];
    if (!shop) throw new Error(`a plan for shop ${payout.shop}`);
    const numbers = await Promise.all(
      Array.from({ length: payout.appliesTwice ? 2 : 1 }, () => applyOne(env, shop, payout)),
    );
    const [systemNo = 0n] = numbers;
    if (new Set(numbers).size > 1) promised.contradictions.push(`${payout.orderNo} got two system numbers`);
    promised.applied.set(payout.orderNo, { shop, payout, systemNo });
    answered(promised.applied.size);
    if (payout.cancels && (await takeBack(env, shop, systemNo))) promised.cancelled.add(payout.orderNo);
  };
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let payout = pending.shift(); payout; payout = pending.shift()) await one(payout);
    }),
  );
  return promised;
}

const payee = { type: 'bank', holder: 'Lin Wei', bank: 'ICBC', account: '6222020200112233446' } as const;

/** Sends payouts through the gateway; withdrawals in this process, which acts as one more server. */
export async function applyOne(
  { verbs }: Environment,
  { memberNo, client }: Shop,
  { kind, orderNo, amountMinor }: PlannedPayout,
): Promise<bigint> {
  const amount = `${amountMinor / 100n}.${(amountMinor % 100n).toString().padStart(2, '0')}`;
  if (kind === 'payout')
    return BigInt((await again(() => client.payoutCreate({ orderNo, amount, ...payee }), isFinal)).systemNo);
  const outcome = await again(() =>
    verbs.disbursements.apply({
      memberNo,
      kind,
      source: 'console',
      orderNo,
      amountMinor,
      beneficiary: { ...payee, branch: null },
      requestHash: createHash('sha256').update(`${orderNo} ${amount}`).digest(),
      signType: 'none',
      notifyUrl: null,
      attach: null,
      remark: null,
    }),
  );
  if (outcome.outcome === 'refused') throw new Error(`${orderNo} was refused: ${outcome.error}`);
  return outcome.disbursement.systemNo;
}

export async function takeBack({ verbs }: Environment, { memberNo }: Shop, systemNo: bigint): Promise<boolean> {
  return (
    (await again(() => verbs.disbursements.change({ memberNo, systemNo }, { event: 'cancel', from: ['applying'] }))) ===
    'changed'
  );
}

/** Far longer than the slowest machine needs; what has not ended by then is stuck. */
const MAX_SETTLING_MS = 120_000;

/** Waits until every payout has ended. A failed one is retried once and then cancelled. */
export async function settlePayouts(env: Environment, memberNos: readonly bigint[]): Promise<void> {
  const since = performance.now();
  for (let round = 0; performance.now() - since < MAX_SETTLING_MS; round += 1) {
    if (round % 3 === 0) await again(() => advanceTime(env, memberNos));
    const { rows } = await again(() =>
      env.db.pool.query<{ member_no: bigint; system_no: bigint; submission: string; attempts: number }>(
        "select member_no, system_no, submission, attempts from disbursements where status = 'applying' and member_no = any($1)",
        [memberNos],
      ),
    );
    if (rows.length === 0) return;
    for (const { member_no: memberNo, system_no: systemNo, submission, attempts } of rows) {
      if (submission !== 'failed') continue;
      await again(() =>
        env.verbs.disbursements.change({ memberNo, systemNo }, { event: attempts < 2 ? 'retry' : 'cancel' }),
      );
    }
    await pause(200);
  }
}

/**
 * The sandbox takes two seconds to pay, and the worker waits long before it queries an attempt of a killed worker. This
 * ends both waits at once.
 */
async function advanceTime({ db }: Environment, memberNos: readonly bigint[]): Promise<void> {
  await db.pool.query("update sandbox_payouts set created_at = created_at - interval '1 minute'");
  await db.pool.query('update disbursements set due_at = now() where due_at > now() and member_no = any($1)', [
    memberNos,
  ]);
}
