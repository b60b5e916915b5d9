/** Wallets that operators adjust: alone below the bound, by two people from it on, once, and never below zero. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';
import { type Operator, type OperatorApp, operatorApp, worked } from '../operators-for-tests.ts';

let at: OperatorApp;
let boss: Operator;
let second: Operator;
let shop: Merchant;
let requests = 0;

beforeAll(async () => {
  at = await operatorApp();
  boss = await at.operator('boss');
  second = await at.operator('second');
});
afterAll(async () => expect(await at.close()).toEqual([]));
beforeEach(async () => {
  await bound(null);
  shop = await at.merchant();
});

interface Answer {
  outcome: 'done' | 'proposed';
  approvalId: string | null;
  reference: string;
}
const adjust = (more: object = {}, by = boss) =>
  by.person.post<Answer>('/operator/member/adjust', {
    memberNo: shop.memberNo.toString(),
    direction: 'credit',
    amount: '10.00',
    reason: 'paid twice',
    requestId: `adjust-${(requests += 1)}`,
    ...more,
  });
const decide = (id: string, by = second, more: object = {}) =>
  by.person.post('/operator/approval/decide', { id, decision: 'confirm', ...more });
const balance = () => at.balanceOf(shop);
const adjusted = async () =>
  (
    await at.app.db.pool.query<{ amount: bigint; other: bigint }>(
      `select wallet as amount, adjustment as other from journals
       where member_no = $1 and kind = 'adjustment' and remark <> 'start' order by reference`,
      [shop.memberNo],
    )
  ).rows;
const bound = (adjustmentsTwoFromMinor: bigint | null) => at.app.setSettings({ adjustmentsTwoFromMinor });

test('below the bound one operator is enough: booked as an adjustment, told to the member, and logged', async () => {
  const { data } = await adjust({ reference: 'CASE-1' });
  expect(data).toMatchObject({ outcome: 'done', approvalId: null });
  expect(await balance()).toBe(1_001_000n);
  expect(await adjusted()).toEqual([{ amount: 1_000n, other: -1_000n }]);
  expect((await at.owners.auditOf(boss.userId)).at(-1)).toBe(
    `wallet_adjusted ${data?.reference} +10.00 CASE-1 paid twice`,
  );
  expect((await at.owners.noticesOf(shop.userId)).map(({ kind }) => kind)).toEqual(['wallet_credited']);
  expect(await adjust({ direction: 'debit', amount: '3.50' })).toMatchObject({ data: { outcome: 'done' } });
  expect(await balance()).toBe(1_000_650n);
  expect((await at.owners.noticesOf(shop.userId)).map(({ kind }) => kind).sort()).toEqual([
    'wallet_credited',
    'wallet_debited',
  ]);
});

test('the journal has the reason, which the member reads, and not what it is about outside the platform', async () => {
  const { data } = await adjust({ reference: 'CASE-2' });
  const { rows } = await at.app.db.pool.query<{ journal: string }>(
    'select to_jsonb(j)::text as journal from journals j where member_no = $1 and reference = $2',
    [shop.memberNo, data?.reference],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.journal).toContain('paid twice');
  expect(rows[0]?.journal).not.toContain('CASE-2');
});

test('from the bound on another operator confirms it', async () => {
  await bound(1_000n);
  const { data } = await adjust();
  expect(data?.outcome).toBe('proposed');
  expect(await balance()).toBe(1_000_000n);
  const id = data?.approvalId ?? '';
  expect(await decide(id, boss)).toMatchObject({ error: 'own_proposal' });
  expect(await decide(id)).toMatchObject({ code: 1 });
  expect(await balance()).toBe(1_001_000n);
  expect(await adjusted()).toHaveLength(1);
  expect(await decide(id)).toMatchObject({ error: 'approval_decided' });
  expect(await adjust({ amount: '9.99' })).toMatchObject({ data: { outcome: 'done' } });
});

test('a request counts once, also while it is sent several times, and with other details not at all', async () => {
  const same = { requestId: 'one-form' };
  const answers = await Promise.all([adjust(same), adjust(same), adjust(same)]);
  expect(worked(answers, [])).toBe(3);
  expect(new Set(answers.map(({ data }) => data?.reference)).size).toBe(1);
  expect(await balance()).toBe(1_001_000n);
  for (const other of [{ amount: '10.01' }, { direction: 'debit' }, { reason: 'other' }, { reference: 'X' }])
    expect(await adjust({ ...same, ...other })).toMatchObject({ code: 0, error: 'adjustment_conflict' });
  await bound(1n);
  expect(await adjust(same)).toMatchObject({ data: { outcome: 'done' } });
  expect(await adjusted()).toHaveLength(1);
});

test('a debit takes no more than what is available', async () => {
  expect(await adjust({ direction: 'debit', amount: '10000.01' })).toMatchObject({
    code: 0,
    error: 'adjustment_uncovered',
  });
  await bound(1n);
  expect(await adjust({ direction: 'debit', amount: '10000.01' })).toMatchObject({ error: 'adjustment_uncovered' });
  const { data } = await adjust({ direction: 'debit', amount: '10000.00' });
  const hold = { memberNo: shop.memberNo.toString(), amount: '0.01', reason: 'odd', requestId: 'hold' };
  expect(await boss.person.post('/operator/member/hold', hold)).toMatchObject({ code: 1 });
  expect(await decide(data?.approvalId ?? '')).toMatchObject({ error: 'adjustment_uncovered' });
  expect(await balance()).toBe(1_000_000n);
});

test('wrong fields and unknown members are refused', async () => {
  expect(await adjust({ amount: '0' })).toMatchObject({ code: -1, fields: { amount: expect.any(String) } });
  expect(await adjust({ reason: ' ' })).toMatchObject({ code: -1, fields: { reason: expect.any(String) } });
  expect(await adjust({ reference: 'x'.repeat(65) })).toMatchObject({ fields: { reference: expect.any(String) } });
  expect(await adjust({ memberNo: '29999999' })).toMatchObject({ code: 0, error: 'not_found' });
  expect(await adjusted()).toEqual([]);
});
