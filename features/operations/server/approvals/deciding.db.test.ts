import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type ApprovedAction, approvedActions, eventOfApproved } from '../../rules.ts';
import type { ApprovalRow } from '../../approval-contract.ts';
import { stateAfter } from '#features/disbursements/rules.ts';
import { cardNumber } from '#features/cards/server/cards-for-tests.ts';
import { type Operator, type OperatorApp, operatorApp, worked } from '../operators-for-tests.ts';
import { HOUR_MS, type Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';

const pathOf: Readonly<Record<ApprovedAction, `/${string}`>> = {
  unfreeze: '/operator/disbursement/unfreeze',
  mark_paid: '/operator/disbursement/markPaid',
  cancel: '/operator/disbursement/cancel',
  submit: '/operator/disbursement/submit',
};
const situationOf = { unfreeze: 'frozen', mark_paid: 'new', cancel: 'frozen', submit: 'waiting' } as const;

let at: OperatorApp;
let boss: Operator;
let second: Operator;
let third: Operator;
let who: Merchant;
beforeAll(async () => {
  at = await operatorApp();
  await at.app.setSettings({ dualApprovalFromMinor: 50_000n });
  [boss, second, third, who] = [
    await at.operator('boss'),
    await at.operator('second'),
    await at.operator('third'),
    await at.merchant(),
  ];
});
afterAll(async () => expect(await at.close()).toEqual([]));

const act = (name: ApprovedAction, of: Merchant, orderNo: string, by = boss) =>
  by.person.post<{ outcome: string; approvalId: string | null }>(pathOf[name], {
    ...at.one(of, orderNo),
    ...at.wanted[name],
  });
const proposed = async (name: ApprovedAction, of: Merchant, orderNo: string): Promise<string> => {
  const { data } = await act(name, of, orderNo);
  if (data?.outcome !== 'proposed') throw new Error(`${name}: ${JSON.stringify(data)}`);
  return data.approvalId ?? '';
};
const decide = ({ person }: Operator, id: string, decision = 'confirm', more: object = {}) =>
  person.post('/operator/approval/decide', {
    id,
    decision,
    ...(decision === 'reject' ? { remark: 'not this one' } : {}),
    ...more,
  });
const listed = async (filter: object = {}) =>
  (
    await boss.person.post<{ total: number; list: ApprovalRow[]; extend: { open: number } }>(
      '/operator/approval/list',
      filter,
    )
  ).data;
const lastOf = async ({ userId }: Operator, many: number) => (await at.owners.auditOf(userId)).slice(-many);

describe('at or above the threshold', () => {
  test.each(approvedActions)('%s is only proposed until another operator confirms it', async (name) => {
    const owner = await at.merchant();
    const orderNo = await at.brought(owner, situationOf[name]);
    const before = await at.stateOf(owner, orderNo);
    const id = await proposed(name, owner, orderNo);
    expect(await act(name, owner, orderNo, second)).toMatchObject({ code: 0, error: 'approval_waits' });
    expect(await at.stateOf(owner, orderNo)).toEqual(before);
    expect(await at.detail(second, owner, orderNo)).toMatchObject({
      approvalFrom: '500.00',
      approval: { id, act: name, own: false, possible: true },
    });
    expect(await listed({ memberNo: owner.memberNo.toString() })).toMatchObject({
      total: 1,
      list: [{ id, state: 'open', own: true, proposedBy: 'boss', amount: '500.00' }],
    });
    expect(await decide(second, id)).toMatchObject({ code: 1 });
    expect(await at.stateOf(owner, orderNo)).toEqual(stateAfter(before, eventOfApproved[name]));
    expect((await lastOf(boss, 1))[0]).toMatch(new RegExp(`^approval_proposed ${orderNo}.* ${name}$`));
    const [confirmed, done] = await lastOf(second, 2);
    expect(confirmed).toBe(`approval_confirmed ${orderNo} ${name} @boss`);
    expect(done).toContain(orderNo);
    expect(await listed({ state: 'confirmed', memberNo: owner.memberNo.toString() })).toMatchObject({
      list: [{ id, decidedBy: 'second', possible: false }],
    });
  });

  it('freezing, querying and retrying need no second operator, nor does any act below the threshold', async () => {
    // Nothing counts yet for this operator, nor for this account.
    const fresh = await at.operator('fresh');
    const owner = await at.merchant({ account: cardNumber(1) });
    const failed = await at.brought(owner, 'failed');
    expect(await act('submit', owner, failed)).toMatchObject({ data: { outcome: 'done' } });
    const small = await at.withdrawn(owner, '499.99');
    expect(
      await boss.person.post('/operator/disbursement/freeze', { ...at.one(owner, small), reason: 'odd' }),
    ).toMatchObject({ code: 1 });
    expect(await act('cancel', owner, small, fresh)).toMatchObject({ data: { outcome: 'done', approvalId: null } });
  });

  it('the act keeps the proposed reference, upstream and reason', async () => {
    const owner = await at.merchant();
    const [paid, cancelled] = [await at.brought(owner, 'new'), await at.brought(owner, 'new')];
    await decide(second, await proposed('mark_paid', owner, paid));
    await decide(second, await proposed('cancel', owner, cancelled));
    expect(await at.detailOf(owner.person, paid)).toMatchObject({ status: 'paid', bankReference: 'BANK 7' });
    expect(await at.detailOf(owner.person, cancelled)).toMatchObject({
      status: 'cancelled',
      failReason: 'closed account',
    });
    expect((await at.owners.noticesOf(owner.userId)).filter(({ kind }) => kind === 'payout_cancelled')).toHaveLength(1);
    expect(await at.balanceOf(owner)).toBe(949_800n);
  });
});

describe('a proposal', () => {
  it('cannot be confirmed or rejected by its proposer', async () => {
    const orderNo = await at.brought(who, 'frozen');
    const id = await proposed('cancel', who, orderNo);
    for (const decision of ['confirm', 'reject'])
      expect(await decide(boss, id, decision)).toMatchObject({ code: 0, error: 'own_proposal' });
    expect(await at.stateOf(who, orderNo)).toMatchObject({ status: 'frozen' });
    await decide(second, id);
  });

  it('is carried out once for concurrent clicks', async () => {
    const owner = await at.merchant();
    const id = await proposed('cancel', owner, await at.brought(owner, 'frozen'));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        decide(turn % 2 === 0 ? second : third, id, turn === 7 ? 'reject' : 'confirm'),
      ),
    );
    expect(worked(answers, ['approval_decided', 'approval_outdated'])).toBe(1);
    expect(await decide(third, id)).toMatchObject({ code: 0, error: 'approval_decided' });
    const [{ state } = { state: '' }] =
      (await listed({ state: 'all', memberNo: owner.memberNo.toString() }))?.list ?? [];
    expect(await at.balanceOf(owner)).toBe(state === 'confirmed' ? 1_000_000n : 949_800n);
  });

  it('is unique: of two at once one is accepted, and no other while it is pending', async () => {
    const orderNo = await at.brought(who, 'frozen');
    const answers = await Promise.all([
      act('cancel', who, orderNo, boss),
      act('mark_paid', who, orderNo, second),
      act('unfreeze', who, orderNo, third),
    ]);
    expect(worked(answers, ['approval_waits'])).toBe(1);
    expect(await act('cancel', who, orderNo)).toMatchObject({ error: 'approval_waits' });
    const id = (await at.detail(boss, who, orderNo))?.approval?.id ?? '';
    expect(await decide(await at.operator('fourth'), id, 'reject', { remark: ' ' })).toMatchObject({
      code: -1,
      fields: { remark: expect.any(String) },
    });
  });

  it('that was rejected changes nothing, and another can follow', async () => {
    const orderNo = await at.brought(who, 'frozen');
    const id = await proposed('unfreeze', who, orderNo);
    expect(await decide(second, id, 'reject')).toMatchObject({ code: 1 });
    expect(await lastOf(second, 1)).toEqual([`approval_rejected ${orderNo} unfreeze @boss not this one`]);
    expect(await at.stateOf(who, orderNo)).toMatchObject({ status: 'frozen' });
    expect(await decide(third, id)).toMatchObject({ error: 'approval_decided' });
    expect(await decide(third, await proposed('cancel', who, orderNo))).toMatchObject({ code: 1 });
  });

  it('is checked against the current state: nothing happens if it was cancelled or is being paid', async () => {
    const owner = await at.merchant();
    const [taken, sent] = [await at.brought(owner, 'waiting'), await at.brought(owner, 'new')];
    const passing = await proposed('submit', owner, taken);
    const paying = await proposed('mark_paid', owner, sent);
    await owner.person.post('/withdrawal/cancel', { orderNo: taken });
    await at.pass(0);
    for (const id of [passing, paying])
      expect(await decide(second, id)).toMatchObject({ code: 0, error: 'approval_outdated' });
    expect(await listed({ memberNo: owner.memberNo.toString() })).toMatchObject({
      total: 2,
      list: [{ possible: false }, { possible: false }],
    });
    await at.pass(3_000);
    expect(await at.stateOf(owner, sent)).toMatchObject({ status: 'paid', submission: 'succeeded' });
    expect(await at.balanceOf(owner)).toBe(949_800n);
  });

  it('races with the merchant’s cancellation: the money returns once', async () => {
    const owner = await at.merchant();
    const orderNo = await at.brought(owner, 'waiting');
    const id = await proposed('cancel', owner, orderNo);
    const answers = await Promise.all([
      decide(second, id),
      owner.person.post('/withdrawal/cancel', { orderNo }),
      decide(third, id),
    ]);
    expect(worked(answers, ['approval_outdated', 'approval_decided', 'not_cancellable'])).toBe(1);
    expect(await at.balanceOf(owner)).toBe(1_000_000n);
  });

  it('is invisible to members and strangers, and an invalid id is not found', async () => {
    for (const path of ['/operator/approval/list', '/operator/approval/decide']) {
      expect(await who.person.post(path)).toMatchObject({ code: 0, error: 'not_found' });
      expect(await at.app.person().post(path)).toMatchObject({ code: 50008 });
    }
    expect(await decide(boss, '00000000-0000-4000-8000-000000000000')).toMatchObject({ error: 'not_found' });
  });

  it('expires after a day, for good', async () => {
    const orderNo = await at.brought(who, 'frozen');
    const id = await proposed('cancel', who, orderNo);
    const open = (await listed())?.extend.open ?? 0;
    at.app.clock.advance(24 * HOUR_MS);
    for (const { person } of [boss, second]) await person.logIn(person === boss.person ? 'boss' : 'second');
    expect(await decide(second, id)).toMatchObject({ code: 0, error: 'approval_expired' });
    expect((await listed())?.extend.open).toBeLessThan(open);
    expect((await listed({ state: 'expired' }))?.list.map((row) => row.id)).toContain(id);
    expect(await decide(second, await proposed('cancel', who, orderNo))).toMatchObject({ code: 1 });
    const { rows } = await sql`select state from disbursement_approvals where approval_id = ${id}`.execute(at.app.db);
    expect(rows).toEqual([{ state: 'expired' }]);
  });
});
