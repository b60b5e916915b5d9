import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '#features/ledger/server/checking.ts';
import { operatorActions } from '../../rules.ts';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';
import type { Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';

let at: OperatorApp;
let operators: Operator[];
let merchants: Merchant[];
beforeAll(async () => {
  at = await operatorApp();
  await at.app.setSettings({ dualApprovalFromMinor: 60_000n });
  operators = [await at.operator('boss'), await at.operator('second')];
  merchants = [await at.merchant(), await at.merchant()];
  for (const who of merchants) await at.review(who, 70_000n);
});
afterAll(() => at.close());

const SEED = 20_261_122;
const STEPS = 200;
const ALLOWED = new Set([
  'disbursement_ended',
  'attempt_open',
  'no_attempt_open',
  'is_frozen',
  'not_frozen',
  'approval_waits',
  'own_proposal',
  'approval_decided',
  'approval_outdated',
  'not_cancellable',
  'not_retryable',
  'balance_insufficient',
  'hold_exceeds_available',
  'release_exceeds_held',
]);

/** A pseudo-random walk, the same for the same seed. */
function walker(seed: number) {
  let state = seed;
  const below = (bound: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
  const pick = <T>(of: readonly T[]): T => {
    const found = of[below(of.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  return { below, pick };
}

test('200 steps of operators, merchants and the upstream leave correct books and wallets, and nothing half done', async () => {
  const { below, pick } = walker(SEED);
  const made: { who: Merchant; orderNo: string }[] = [];
  const proposals: string[] = [];
  const errors = new Map<string, number>();
  const held = new Map<Merchant, bigint>(merchants.map((who) => [who, 0n]));
  const paths = {
    freeze: 'freeze',
    unfreeze: 'unfreeze',
    mark_paid: 'markPaid',
    cancel: 'cancel',
    submit: 'submit',
    query: 'query',
  } as const;
  const step = async (turn: number) => {
    const who = pick(merchants);
    const { person } = pick(operators);
    const choice = made.length < 3 ? 0 : below(10);
    if (choice <= 1) {
      const answer = await at.withdraw(who, { amount: `${100 + below(700)}.${pick(['00', '44', '99'])}` });
      if (answer.data) made.push({ who, orderNo: answer.data.orderNo });
      return answer;
    }
    if (choice === 2) return at.pass(1_000 + below(5_000));
    if (choice === 3) {
      const one = pick(made);
      return one.who.person.post(`/withdrawal/${pick(['cancel', 'retry'])}`, { orderNo: one.orderNo });
    }
    if (choice === 4 && proposals.length > 0)
      return person.post('/operator/approval/decide', {
        id: pick(proposals),
        decision: pick(['confirm', 'confirm', 'reject']),
        remark: 'x',
      });
    if (choice === 5) {
      const act = pick(['hold', 'release'] as const);
      const amount = 1 + below(900);
      const answer = await person.post(`/operator/member/${act}`, {
        memberNo: who.memberNo.toString(),
        amount: `${amount}.00`,
        reason: 'x',
        requestId: `w${turn}`,
      });
      if (answer.code === 1) held.set(who, (held.get(who) ?? 0n) + BigInt(amount) * (act === 'hold' ? 100n : -100n));
      return answer;
    }
    const one = pick(made);
    const act = pick(operatorActions);
    const answer = await person.post<{ approvalId: string | null }>(`/operator/disbursement/${paths[act]}`, {
      ...at.one(one.who, one.orderNo),
      ...at.wanted[act],
    });
    if (answer.data?.approvalId) proposals.push(answer.data.approvalId);
    return answer;
  };
  for (let turn = 0; turn < STEPS; turn += 1) {
    const answer = await step(turn);
    if (answer === undefined || answer.code === 1) continue;
    expect(ALLOWED, `step ${turn}: ${JSON.stringify(answer)}`).toContain(answer.error);
    errors.set(answer.error ?? '', (errors.get(answer.error ?? '') ?? 0) + 1);
  }
  expect(await checkBooks(at.app.db)).toEqual([]);
  expect(proposals.length).toBeGreaterThan(3);
  expect(errors.size).toBeGreaterThan(5);
  for (const who of merchants) {
    const { rows } = await at.app.db.pool.query<{ gone: bigint; risk: bigint }>(
      `select coalesce(sum(amount + fee) filter (where status <> 'cancelled'), 0)::bigint as gone, (select risk_hold from wallets w where w.member_no = $1) as risk
       from disbursements where member_no = $1`,
      [who.memberNo],
    );
    expect(await at.balanceOf(who)).toBe(1_000_000n - (rows[0]?.gone ?? 0n));
    expect(rows[0]?.risk).toBe(held.get(who));
  }
  // Every confirmed proposal was carried out, and none with an open attempt was ended by hand.
  const { rows } = await at.app.db.pool.query(
    `select 1 from disbursement_approvals a join disbursements d using (member_no, system_no) where a.state = 'confirmed' and a.act in ('cancel', 'mark_paid') and d.status not in ('cancelled', 'paid')
     union all select 1 from disbursements d join disbursement_attempts t using (member_no, system_no) where d.status in ('paid', 'cancelled') and t.state in ('submitted', 'unknown')`,
  );
  expect(rows).toEqual([]);
});
