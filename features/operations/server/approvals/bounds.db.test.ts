/** What one operator can do alone within a day, and that splitting gains nothing. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cardNumber } from '#features/cards/server/cards-for-tests.ts';
import { forgettingJob } from '#features/approvals/server/jobs.ts';
import { HOUR_MS, type Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';
import type { BulkResult } from '../../disbursement-contract.ts';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';

let at: OperatorApp;
let boss: Operator;
let other: Operator;
let made = 0;
beforeAll(async () => {
  at = await operatorApp();
  await at.app.setSettings({ dualApprovalFromMinor: 100_000n });
});
afterAll(async () => expect(await at.close()).toEqual([]));
beforeEach(async () => {
  [boss, other] = [await at.operator(`boss_${(made += 1)}`), await at.operator(`other_${made}`)];
});

interface Outcome {
  outcome: string;
  approvalId: string | null;
}

let merchants = 0;
/** Each has a card of its own. */
const merchant = () => at.merchant({ account: cardNumber((merchants += 1)) });

/** A withdrawal of a new merchant, or of this one. */
async function withdrawal(amount: string, of?: Merchant) {
  const owner = of ?? (await merchant());
  return { owner, orderNo: await at.withdrawn(owner, amount) };
}
type Withdrawal = Awaited<ReturnType<typeof withdrawal>>;
const act = (by: Operator, path: string, { owner, orderNo }: Withdrawal, more: object = {}) =>
  by.person.post<Outcome>(`/operator/disbursement/${path}`, { ...at.one(owner, orderNo), ...more });
const odd = { reason: 'odd' };
const cancel = async (by: Operator, one: Withdrawal): Promise<string | undefined> =>
  (await act(by, 'cancel', one, odd)).data?.outcome;

/** A payout of a new merchant to this account. */
async function payoutTo(account: string, amountMinor: bigint): Promise<Withdrawal> {
  const owner = await merchant();
  const applied = await at.disbursements.apply({
    memberNo: owner.memberNo,
    kind: 'payout',
    source: 'gateway',
    orderNo: randomUUID(),
    amountMinor,
    beneficiary: { type: 'alipay', holder: 'Ann', bank: null, branch: null, account },
    requestHash: Buffer.from([1]),
    signType: 'none',
    notifyUrl: null,
    attach: null,
    remark: null,
  });
  if (applied.outcome === 'refused') throw new Error(applied.error);
  return { owner, orderNo: applied.disbursement.systemNo.toString() };
}

test('two halves of one operator take two people, and those of two operators do not', async () => {
  expect(await cancel(boss, await withdrawal('500.00'))).toBe('done');
  expect(await cancel(other, await withdrawal('500.00'))).toBe('done');
  expect(await cancel(boss, await withdrawal('499.99'))).toBe('done');
  expect(await cancel(boss, await withdrawal('100.00'))).toBe('proposed');
});

test('two halves of one member’s money take two people, also those of two operators', async () => {
  const first = await withdrawal('600.00');
  expect(await cancel(boss, first)).toBe('done');
  expect(await cancel(other, await withdrawal('400.00', first.owner))).toBe('proposed');
});

test('two halves to one account take two people, also of two members by two operators', async () => {
  const account = `half_${made}@pay.example`;
  expect(await cancel(boss, await payoutTo(account, 60_000n))).toBe('done');
  expect(await cancel(other, await payoutTo(account, 40_000n))).toBe('proposed');
  expect(await cancel(other, await payoutTo(`other_${made}@pay.example`, 40_000n))).toBe('done');
});

test('several acts on one payout count once', async () => {
  const one = await withdrawal('600.00');
  expect((await act(boss, 'freeze', one, odd)).code).toBe(1);
  expect((await act(boss, 'unfreeze', one, odd)).data?.outcome).toBe('done');
  expect(await cancel(boss, one)).toBe('done');
  expect(await cancel(boss, await withdrawal('399.99'))).toBe('done');
  expect(await cancel(boss, await withdrawal('100.00'))).toBe('proposed');
});

test('what two people decided counts for the one who proposed it, until a day has passed', async () => {
  const { data } = await act(boss, 'cancel', await withdrawal('1000.00'), odd);
  const decide = { id: data?.approvalId, decision: 'confirm' };
  expect(await other.person.post('/operator/approval/decide', decide)).toMatchObject({ code: 1 });
  expect(await cancel(boss, await withdrawal('100.00'))).toBe('proposed');
  expect(await cancel(other, await withdrawal('100.00'))).toBe('done');
  at.app.clock.advance(24 * HOUR_MS);
  await boss.person.logIn(`boss_${made}`);
  expect(await cancel(boss, await withdrawal('100.00'))).toBe('done');
});

test('of two acts at once that only together reach the bound, one is done', async () => {
  const both = [await withdrawal('600.00'), await withdrawal('600.00')];
  const outcomes = await Promise.all(both.map((one) => cancel(boss, one)));
  expect(outcomes).toEqual(expect.arrayContaining(['done', 'proposed']));
});

test('a bulk act counts with what was done before, for each of its parties', async () => {
  const owner = await merchant();
  expect(await cancel(boss, await withdrawal('500.00', owner))).toBe('done');
  const bulk = async (by: Operator, rows: readonly Withdrawal[]) =>
    (
      await by.person.post<BulkResult>('/operator/disbursement/bulk', {
        bulkId: randomUUID(),
        act: 'cancel',
        reason: 'odd',
        rows: rows.map((one) => at.one(one.owner, one.orderNo)),
      })
    ).data?.rows.map(({ outcome }) => outcome);
  const small = [await withdrawal('300.00', owner), await withdrawal('200.00', owner)];
  // Of the member 1000.00, and of another operator only 500.00.
  expect(await bulk(other, small)).toEqual(['proposed', 'proposed']);
  expect(await bulk(boss, [await withdrawal('300.00'), await withdrawal('199.99')])).toEqual(['done', 'done']);
  expect(await bulk(boss, [await withdrawal('100.00')])).toEqual(['proposed']);
});

test('acts are forgotten after a day', async () => {
  expect(await cancel(boss, await withdrawal('500.00'))).toBe('done');
  const job = forgettingJob({ db: at.app.db, clock: at.app.clock });
  const counted = async () =>
    (await at.app.db.pool.query<{ n: number }>('select count(*)::integer as n from counted_acts')).rows[0]?.n;
  await job.run();
  expect(await counted()).toBeGreaterThan(0);
  at.app.clock.advance(24 * HOUR_MS);
  await job.run();
  expect(await counted()).toBe(0);
});
