import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { ICBC_CARD } from '#features/cards/server/cards-for-tests.ts';
import { type OperatorAction, operatorActions, stepOf } from '../../rules.ts';
import { stateAfter } from '#features/disbursements/rules.ts';
import { SANDBOX } from '#features/disbursements/server/disbursements-for-tests.ts';
import { type Operator, type OperatorApp, operatorApp, situations, worked } from '../operators-for-tests.ts';
import type { Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { untilLocksAwaited } from '#foundation/server/postgres/lock-waits-for-tests.ts';

const pathOf: Readonly<Record<OperatorAction, `/${string}`>> = {
  freeze: '/operator/disbursement/freeze',
  unfreeze: '/operator/disbursement/unfreeze',
  mark_paid: '/operator/disbursement/markPaid',
  cancel: '/operator/disbursement/cancel',
  submit: '/operator/disbursement/submit',
  query: '/operator/disbursement/query',
};

let at: OperatorApp;
let boss: Operator;
let other: Operator;
let who: Merchant;
beforeAll(async () => {
  at = await operatorApp();
  [boss, other, who] = [await at.operator('boss'), await at.operator('other'), await at.merchant()];
});
afterAll(async () => expect(await at.close()).toEqual([]));

const act = (by: Operator, name: OperatorAction, of: Merchant, orderNo: string, changes: object = {}) =>
  by.person.post<{ outcome: string }>(pathOf[name], { ...at.one(of, orderNo), ...at.wanted[name], ...changes });
const lastOf = async ({ userId }: Operator) => (await at.owners.auditOf(userId)).at(-1);

/** Resolves when so many transactions wait for another. */
const waiting = (many: number) => untilLocksAwaited(at.app.db.pool, many);

describe('every act in every situation', () => {
  test.each(situations)('%s: succeeds exactly where the rules allow it, and is logged', async (situation) => {
    const owner = await at.merchant();
    const orderNos = await at.broughtMany(owner, situation, operatorActions.length);
    for (const [turn, name] of operatorActions.entries()) {
      const orderNo = orderNos[turn] ?? '';
      const before = await at.stateOf(owner, orderNo);
      const step = stepOf(before, name);
      expect((await at.detail(boss, owner, orderNo))?.acts.includes(name), name).toBe(!('refused' in step));
      const answer = await act(boss, name, owner, orderNo);
      expect(answer, name).toMatchObject('refused' in step ? { code: 0, error: step.refused } : { code: 1 });
      expect(await at.stateOf(owner, orderNo), name).toEqual('event' in step ? stateAfter(before, step.event) : before);
      expect((await lastOf(boss))?.includes(orderNo), name).toBe(!('refused' in step));
    }
  });
});

describe('of two concurrent acts', () => {
  it('one cancellation returns the money, once', async () => {
    const owner = await at.merchant();
    const orderNo = await at.brought(owner, 'new');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => act(turn % 2 === 0 ? boss : other, 'cancel', owner, orderNo)),
    );
    expect(worked(answers, ['disbursement_ended'])).toBe(1);
    expect(await at.balanceOf(owner)).toBe(1_000_000n);
  });

  it('only one of marking as paid and cancelling succeeds', async () => {
    const owner = await at.merchant();
    const orderNo = await at.brought(owner, 'frozen');
    const answers = await Promise.all([act(boss, 'mark_paid', owner, orderNo), act(other, 'cancel', owner, orderNo)]);
    expect(worked(answers, ['disbursement_ended'])).toBe(1);
    const { status } = await at.stateOf(owner, orderNo);
    expect(await at.balanceOf(owner)).toBe(status === 'paid' ? 949_800n : 1_000_000n);
  });

  it('the later one is refused as changed, even if the same act is possible again', async () => {
    const owner = await at.merchant();
    const orderNo = await at.brought(owner, 'waiting');
    const passing = await at.app.db.pool.connect();
    await passing.query('begin');
    const key = [owner.memberNo, orderNo];
    await passing.query('select from disbursements where member_no = $1 and system_no = $2 for update', key);
    const answer = act(boss, 'submit', owner, orderNo);
    await waiting(1);
    await passing.query(
      "update disbursements set review = 'passed', due_at = $3 where member_no = $1 and system_no = $2",
      [...key, at.app.clock.now()],
    );
    await passing.query('commit');
    passing.release();
    expect(await answer).toMatchObject({
      code: 0,
      error: 'disbursement_changed',
      msg: expect.stringContaining('wasn’t carried out'),
    });
    expect((await lastOf(boss))?.includes(orderNo)).not.toBe(true);
    expect(await act(boss, 'submit', owner, orderNo)).toMatchObject({ code: 1 });
  });

  it.each([
    ['freeze', 'new', 'frozen'],
    ['unfreeze', 'frozen', 'new'],
    ['mark_paid', 'failed', 'unknown'],
    ['cancel', 'failed', 'unknown'],
  ] as const)('%s is refused as changed while it is %s again after having been %s', async (name, first, between) => {
    const owner = await at.merchant();
    const [orderNo, model] = [await at.brought(owner, first), await at.brought(owner, between)];
    const before = await at.stateOf(owner, orderNo);
    const key = [owner.memberNo, orderNo];
    const [during, later] = await Promise.all([at.app.db.pool.connect(), at.app.db.pool.connect()]);
    await during.query('begin');
    await during.query('select from disbursements where member_no = $1 and system_no = $2 for update', key);
    const answer = act(boss, name, owner, orderNo);
    await waiting(1);
    // Takes its turn after the act has found the row changed, and before it looks at the row again.
    await later.query('begin');
    const turn = later.query('lock table disbursements in access exclusive mode');
    await waiting(2);
    await during.query(
      `update disbursements d set status = m.status, submission = m.submission, review = m.review, due_at = m.due_at
       from disbursements m where d.member_no = $1 and d.system_no = $2 and m.member_no = $1 and m.system_no = $3`,
      [...key, model],
    );
    await during.query('commit');
    await turn;
    await later.query(
      'update disbursements set status = $3, submission = $4, review = $5, due_at = $6 where member_no = $1 and system_no = $2',
      [...key, before.status, before.submission, before.review, at.app.clock.now()],
    );
    await later.query('commit');
    for (const client of [during, later]) client.release();
    expect(await answer).toMatchObject({ code: 0, error: 'disbursement_changed' });
    expect((await lastOf(boss))?.includes(orderNo)).not.toBe(true);
    expect(await at.stateOf(owner, orderNo)).toEqual(before);
  });

  it('a merchant cancels it before it is frozen, or finds it frozen', async () => {
    const owner = await at.merchant();
    const orderNo = await at.brought(owner, 'new');
    const answers = await Promise.all([
      act(boss, 'freeze', owner, orderNo),
      owner.person.post('/withdrawal/cancel', { orderNo }),
    ]);
    expect(worked(answers, ['disbursement_ended', 'not_cancellable'])).toBe(1);
    const { status } = await at.stateOf(owner, orderNo);
    expect(await at.balanceOf(owner)).toBe(status === 'frozen' ? 949_800n : 1_000_000n);
  });
});

describe('an act', () => {
  it('tells the merchant why it was cancelled', async () => {
    const orderNo = await at.brought(who, 'frozen');
    await act(boss, 'cancel', who, orderNo, { reason: '  the account is closed  ' });
    expect(await at.detailOf(who.person, orderNo)).toMatchObject({
      status: 'cancelled',
      failReason: 'the account is closed',
    });
    expect(await lastOf(boss)).toBe(`disbursement_cancelled ${orderNo} the account is closed`);
    expect((await at.owners.noticesOf(who.userId)).at(-1)).toMatchObject({ kind: 'payout_cancelled' });
  });

  it('books a manual payment on the upstream whose account paid, with the bank’s reference', async () => {
    const orderNo = await at.brought(who, 'failed');
    expect((await at.detail(boss, who, orderNo))?.upstreams).toEqual([{ id: SANDBOX, name: 'Sandbox' }]);
    expect(await act(boss, 'mark_paid', who, orderNo)).toMatchObject({
      code: 1,
      data: { outcome: 'done', approvalId: null },
    });
    expect(await at.detailOf(who.person, orderNo)).toMatchObject({
      status: 'paid',
      bankReference: 'BANK 7',
      failReason: '',
    });
    const { rows } = await sql`
      select upstream_id as upstream, clearing from journals where member_no = ${who.memberNo} and reference = ${BigInt(orderNo)} and kind = 'withdrawal_paid'`.execute(
      at.app.db,
    );
    expect(rows).toEqual([{ upstream: SANDBOX, clearing: 50_044n }]);
    expect(await lastOf(boss)).toBe(`disbursement_marked_paid ${orderNo} BANK 7 paid by hand`);
  });

  it('freezes one that is being paid: it ends as the upstream reports, and nothing is returned meanwhile', async () => {
    const orderNo = await at.brought(who, 'unknown');
    await act(boss, 'freeze', who, orderNo);
    expect(await who.person.post('/withdrawal/cancel', { orderNo })).toMatchObject({ error: 'not_cancellable' });
    await at.pass(3_000);
    expect(await at.stateOf(who, orderNo)).toMatchObject({ status: 'paid', submission: 'succeeded' });
  });

  it('passes a review, retries after a failure, and starts at once one that no upstream could take', async () => {
    const [waiting, failed] = [await at.brought(who, 'waiting'), await at.brought(who, 'failed')];
    const due = async (orderNo: string) => (await dueOf(orderNo))?.getTime() ?? Infinity;
    await sql`update payout_routes set state = 'closed'`.execute(at.app.db);
    const postponed = await at.brought(who, 'submitted');
    expect(await at.stateOf(who, postponed)).toMatchObject({ submission: 'none' });
    expect(await due(postponed)).toBe(at.app.clock.now().getTime() + 60_000);
    await sql`update payout_routes set state = 'open'`.execute(at.app.db);
    for (const orderNo of [waiting, failed, postponed]) {
      expect(await act(boss, 'submit', who, orderNo)).toMatchObject({ code: 1 });
      expect(await due(orderNo)).toBe(at.app.clock.now().getTime());
    }
    await at.pass(0);
    await at.pass(3_000);
    expect(await at.stateOf(who, waiting)).toEqual({ status: 'paid', submission: 'succeeded', review: 'passed' });
    expect((await at.detail(boss, who, failed))?.attempts).toHaveLength(2);
    expect(await at.stateOf(who, postponed)).toMatchObject({ status: 'paid' });
  });

  it('makes the worker query at once, but never while an attempt is first being sent', async () => {
    const orderNo = await at.brought(who, 'unknown');
    const before = await dueOf(orderNo);
    await sql`update disbursement_attempts set queries = 0 where system_no = ${BigInt(orderNo)}`.execute(at.app.db);
    expect(await act(boss, 'query', who, orderNo)).toMatchObject({ code: 1 });
    expect(await dueOf(orderNo)).toEqual(before);
    await sql`update disbursement_attempts set queries = 1 where system_no = ${BigInt(orderNo)}`.execute(at.app.db);
    expect(await act(boss, 'query', who, orderNo)).toMatchObject({ code: 1 });
    expect(await dueOf(orderNo)).toEqual(at.app.clock.now());
    await at.pass(0);
    expect((await at.detail(boss, who, orderNo))?.attempts).toMatchObject([{ queries: 2, upstream: 'Sandbox' }]);
  });

  it.each([
    ['cancel', { reason: ' ' }, 'reason', 'Enter a reason of up to 200 characters'],
    ['cancel', { reason: '\u200b \u2060' }, 'reason', 'Enter a reason of up to 200 characters'],
    ['mark_paid', { bankReference: '\u3164' }, 'bankReference', 'Enter the bank’s reference, up to 64 characters'],
    ['cancel', { reason: 'x'.repeat(201) }, 'reason', 'Enter a reason of up to 200 characters'],
    ['cancel', { reason: 'two\nlines' }, 'reason', 'Enter a reason of up to 200 characters'],
    ['freeze', { reason: '' }, 'reason', 'Enter a reason of up to 200 characters'],
    ['mark_paid', { bankReference: '' }, 'bankReference', 'Enter the bank’s reference, up to 64 characters'],
    ['mark_paid', { upstreamId: 99 }, 'upstreamId', 'Choose the upstream that paid it'],
    ['mark_paid', { upstreamId: '1' }, 'upstreamId', 'Choose the upstream that paid it'],
  ] as const)('%s with %j is refused at its field', async (name, changes, field, message) => {
    const orderNo = await at.brought(who, 'frozen');
    expect(await act(boss, name, who, orderNo, changes)).toMatchObject({ code: -1, fields: { [field]: message } });
    await act(boss, 'cancel', who, orderNo);
  });

  it('requires the code of an operator with an authenticator, valid once', async () => {
    const owner = await at.merchant();
    const careful = await at.operator('careful');
    const { secret } = await at.owners.bindApp(careful.person);
    at.app.clock.advance(30_000);
    const [first, second] = [await at.brought(owner, 'frozen'), await at.brought(owner, 'frozen')];
    expect(await act(careful, 'cancel', owner, first)).toMatchObject({ code: -2, data: { methods: ['google'] } });
    expect(await act(careful, 'cancel', owner, first, { verifyType: 'google', verifyCode: '000000' })).toMatchObject({
      error: 'second_step_wrong',
    });
    const step = { verifyType: 'google', verifyCode: at.owners.codeOf(secret) };
    const answers = await Promise.all([
      act(careful, 'cancel', owner, first, step),
      act(careful, 'unfreeze', owner, second, step),
    ]);
    expect(worked(answers, ['second_step_wrong'])).toBe(1);
  });
});

describe('an account', () => {
  it('is masked everywhere except in one response, and each read is logged', async () => {
    const orderNo = await at.brought(who, 'frozen');
    const list = await boss.person.post('/operator/disbursement/list', { memberNo: who.memberNo.toString() });
    for (const answer of [list, await at.detail(boss, who, orderNo)])
      expect(JSON.stringify(answer)).not.toContain(ICBC_CARD.slice(4, 14));
    expect(await boss.person.post('/operator/disbursement/account', at.one(who, orderNo))).toMatchObject({
      code: 1,
      data: { account: ICBC_CARD },
    });
    expect(await lastOf(boss)).toBe(`payee_account_read ${orderNo} 622202****5702`);
    await act(boss, 'cancel', who, orderNo);
  });

  it('is shown only with the factor that the operator has bound, and the read is logged with that factor', async () => {
    const owner = await at.merchant();
    const orderNo = await at.brought(owner, 'frozen');
    const reader = await at.operator('reader');
    const { secret } = await at.owners.bindApp(reader.person);
    const read = (more: object = {}) =>
      reader.person.post('/operator/disbursement/account', { ...at.one(owner, orderNo), ...more });
    const step = { verifyType: 'google', verifyCode: at.owners.codeOf(secret) };
    const unread = [await read(), await read({ ...step, verifyCode: '000000' })];
    expect(unread).toMatchObject([
      { code: -2, data: { methods: ['google'] } },
      { code: 0, error: 'second_step_wrong' },
    ]);
    expect(JSON.stringify(unread)).not.toContain(ICBC_CARD);
    expect(await lastOf(reader)).toBe('second_step_failed /operator/disbursement/account refused');
    expect(await read(step)).toMatchObject({ code: 1, data: { account: ICBC_CARD } });
    expect(await lastOf(reader)).toBe(`payee_account_read ${orderNo} 622202****5702`);
    expect(await read(step)).toMatchObject({ code: 0, error: 'second_step_wrong' });
  });
});

describe('access', () => {
  it('is limited to operators: members and strangers find nothing', async () => {
    const orderNo = await at.brought(who, 'new');
    const paths = [
      ...Object.values(pathOf),
      '/operator/disbursement/detail',
      '/operator/disbursement/list',
      '/operator/disbursement/account',
    ];
    for (const path of paths) {
      expect(await who.person.post(path, at.one(who, orderNo)), path).toMatchObject({ code: 0, error: 'not_found' });
      expect(await at.app.person().post(path), path).toMatchObject({ code: 50008 });
    }
    const otherMember = await at.merchant();
    for (const one of [
      at.one(otherMember, orderNo),
      at.one(who, '9999999999999999999'),
      { memberNo: '11111111', orderNo },
    ]) {
      expect(await boss.person.post('/operator/disbursement/detail', one)).toMatchObject({ error: 'not_found' });
      expect(await boss.person.post('/operator/disbursement/cancel', { ...one, reason: 'x' })).toMatchObject({
        error: 'not_found',
      });
      expect(await boss.person.post('/operator/disbursement/account', one)).toMatchObject({ error: 'not_found' });
    }
    expect(await at.stateOf(who, orderNo)).toMatchObject({ status: 'applying', submission: 'none' });
  });
});

async function dueOf(orderNo: string): Promise<Date | null | undefined> {
  const { rows } = await sql<{
    dueAt: Date | null;
  }>`select due_at as "dueAt" from disbursements where system_no = ${BigInt(orderNo)}`.execute(at.app.db);
  return rows[0]?.dueAt;
}
