import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adjustmentJournal } from '#features/ledger/rules.ts';
import { PASSWORD } from '#features/accounts/server/people-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { HOUR_MS, withdrawalApp } from './withdrawal-calls-for-tests.ts';

let at: Awaited<ReturnType<typeof withdrawalApp>>;
beforeAll(async () => {
  at = await withdrawalApp();
});
afterAll(async () => expect(await at.close()).toEqual([]));
// Noon of the next day in the platform's time zone: one test's counts must not affect the next.
beforeEach(() => at.app.clock.advance(24 * HOUR_MS));

describe('/withdrawal/quote', () => {
  it('returns what can be withdrawn, what it costs, and when it arrives', async () => {
    const { person } = await at.merchant();
    expect((await person.post('/withdrawal/quote', { amount: '500.00' })).data).toEqual({
      available: '10000.00',
      nextRelease: null,
      minimum: '100.00',
      maximum: '5000000.00',
      most: '9998.00',
      fee: '2.00',
      debit: '502.00',
      window: { from: '09:00', to: '22:00', open: true },
      expectedAt: new Date(at.app.clock.now().getTime() + 2 * HOUR_MS).toISOString(),
      restsUntil: null,
    });
    expect((await person.post('/withdrawal/quote')).data).toMatchObject({ fee: null, debit: null });
    expect(await person.post('/withdrawal/quote', { amount: '1.005' })).toMatchObject({
      code: -1,
      fields: { amount: expect.any(String) },
    });
  });

  it('returns what is held, and when it is released', async () => {
    const { person, memberNo, username } = await at.merchant();
    const releaseAt = new Date(at.app.clock.now().getTime() + 24 * HOUR_MS);
    await at.app.db.transaction(async (tx) => {
      const books = await at.app.ledger.openBooks(tx, [memberNo], 'CNY');
      const credit = adjustmentJournal({
        memberNo,
        reference: at.app.numbers.next(),
        currency: 'CNY',
        amountMinor: 30_000n,
        remark: 'Held',
      });
      books.post({ ...credit, hold: { releaseAt, amountMinor: 25_000n } }, at.app.clock.now());
      await books.write();
    });
    const held = { available: '10050.00', nextRelease: { at: releaseAt.toISOString(), amount: '250.00' } };
    expect((await person.post('/withdrawal/quote')).data).toMatchObject(held);
    at.app.clock.advance(24 * HOUR_MS);
    await person.logIn(username);
    expect((await person.post('/withdrawal/quote')).data).toMatchObject({ available: '10300.00', nextRelease: null });
  });
});

describe('/withdrawal/apply', () => {
  it('takes the money at once, is paid by the upstream, and is logged', async () => {
    const who = await at.merchant();
    const { data } = await at.withdraw(who);
    expect(data).toEqual({ orderNo: expect.stringMatching(/^\d{19}$/), status: 'applying' });
    expect(await at.balanceOf(who)).toBe(949_800n);
    expect(await at.auditOf(who)).toEqual([`withdrawal_applied ${data?.orderNo}`]);
    await at.pass(0);
    await at.pass(3_000);
    expect(await at.detailOf(who.person, data?.orderNo ?? '')).toMatchObject({
      status: 'paid',
      submission: 'succeeded',
      merchantOrderNo: null,
      settlement: { holder: '张三', bank: 'ICBC', account: '622202****5702' },
      canCancel: false,
      canRetry: false,
      attempts: [{ state: 'succeeded', bankReference: expect.stringMatching(/^SANDBOX/) }],
    });
  });

  it('withdraws once for a repeated request, without asking for the password again', async () => {
    const who = await at.merchant();
    const same = { requestId: 'again-1' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => at.withdraw(who, same)));
    expect(new Set(answers.map(({ data }) => data?.orderNo)).size).toBe(1);
    expect(await at.balanceOf(who)).toBe(949_800n);
    expect(await at.withdraw(who, { ...same, payPassword: '000000' })).toMatchObject({
      code: 1,
      data: { orderNo: answers[0]?.data?.orderNo },
    });
    expect(await at.withdraw(who, { ...same, amount: '501.00' })).toMatchObject({ code: 0, error: 'order_conflict' });
  });

  it.each([
    ['less than the minimum', { amount: '99.99' }, { amount: 'Withdraw between ¥100.00 and ¥5,000,000.00' }],
    ['more than the maximum', { amount: '5000000.01' }, { amount: 'Withdraw between ¥100.00 and ¥5,000,000.00' }],
    ['half a cent', { amount: '100.005' }, { amount: expect.any(String) }],
    ['twenty digits', { amount: '12345678901234567890' }, { amount: expect.any(String) }],
    ['a number that is none', { amount: '1e3' }, { amount: expect.any(String) }],
    ['no card', { cardId: '' }, { cardId: 'Choose an approved card' }],
    ['an unknown card', { cardId: '00000000-0000-4000-8000-000000000000' }, { cardId: 'Choose an approved card' }],
    ['a request id with a space', { requestId: 'a b' }, { requestId: expect.any(String) }],
    ['a wrong payment password', { payPassword: '000000' }, { payPassword: 'The payment password is wrong' }],
    ['a fee as input', { fee: '0.00' }, { fee: 'Unknown field' }],
  ])('refuses %s at its field and takes nothing', async (_name, changes, fields) => {
    const who = await at.merchant();
    expect(await at.withdraw(who, changes)).toMatchObject({ code: -1, fields });
    expect(await at.balanceOf(who)).toBe(1_000_000n);
  });

  it('refuses more than the balance, to the cent including the fee', async () => {
    const who = await at.merchant();
    expect(await at.withdraw(who, { amount: '9998.01' })).toMatchObject({ code: 0, error: 'balance_insufficient' });
    expect(await at.withdraw(who, { amount: '9998.00' })).toMatchObject({ code: 1 });
    expect(await at.balanceOf(who)).toBe(0n);
  });

  it('refuses another member’s card', async () => {
    const [who, other] = [await at.merchant(), await at.merchant()];
    expect(await at.withdraw({ person: who.person, cardId: other.cardId })).toMatchObject({
      code: -1,
      fields: { cardId: 'Choose an approved card' },
    });
  });

  it('refuses a member who is not certified, has no payment password, or is switched off', async () => {
    expect(await at.withdraw(await at.merchant({ certified: false }))).toMatchObject({
      code: 0,
      error: 'not_certified',
    });
    const unset = await at.merchant();
    await sql`update users set pay_password_hash = null where user_id = ${unset.userId}`.execute(at.app.db);
    expect(await at.withdraw(unset)).toMatchObject({ code: 0, error: 'pay_password_unset' });
    const off = await at.merchant();
    const terms = await at.disbursements.terms(off.memberNo, 'withdrawal');
    await at.app.db.transaction((tx) =>
      at.disbursements.setTerms(tx, off.memberNo, 'withdrawal', { ...terms, enabled: false }),
    );
    expect(await at.withdraw(off)).toMatchObject({ code: 0, error: 'payout_not_enabled' });
  });

  it('asks for no password when the answer would be no anyway', async () => {
    const unproven = { payPassword: '000000' };
    const who = await at.merchant();
    expect(await at.withdraw(who, { ...unproven, amount: '9998.01' })).toMatchObject({ error: 'balance_insufficient' });
    await sql`update members set stopped = array['withdrawal'] where member_no = ${who.memberNo}`.execute(at.app.db);
    expect(await at.withdraw(who, unproven)).toMatchObject({ error: 'payout_not_enabled' });
  });

  it('refuses outside the window, across midnight too, and says when it opens', async () => {
    const who = await at.merchant();
    const closed = {
      code: 0,
      error: 'withdrawal_closed',
      msg: 'You can withdraw from 09:00 to 22:00, Asia/Shanghai time',
    };
    const outcomes: unknown[] = [];
    at.app.clock.advance(11 * HOUR_MS);
    outcomes.push(await at.withdraw(await at.back(who)));
    await at.app.setSettings({ withdrawalWindow: { from: '22:00', to: '02:00' } });
    outcomes.push(await at.withdraw(await at.back(who)));
    at.app.clock.advance(3 * HOUR_MS);
    outcomes.push(await at.withdraw(await at.back(who)));
    await at.app.setSettings({ withdrawalWindow: { from: '09:00', to: '22:00' } });
    at.app.clock.advance(10 * HOUR_MS);
    expect(outcomes).toMatchObject([closed, { code: 1 }, { code: 0, error: 'withdrawal_closed' }]);
  });

  it('refuses while the books are wrong', async () => {
    const who = await at.merchant();
    const wrong = {
      foundAt: at.app.clock.now().toISOString(),
      check: 'chain',
      promise: 'chains are whole',
      violation: 'one is not',
    };
    await at.app.db.transaction((tx) => at.app.platform.keepFact(tx, 'books_wrong', wrong));
    expect(await at.withdraw(who, { payPassword: '000000' })).toMatchObject({ code: 0, error: 'payouts_stopped' });
    await at.app.db.transaction((tx) => at.app.platform.keepFact(tx, 'books_wrong', undefined));
    expect(await at.withdraw(who)).toMatchObject({ code: 1 });
  });

  it('is blocked for a day after a factor was removed', async () => {
    const who = await at.merchant();
    await at.app.db.transaction((tx) => at.app.factors.notePhoneRemoved(tx, who.userId, at.app.clock.now()));
    expect(await at.withdraw(who)).toMatchObject({
      code: 0,
      error: 'payouts_rest',
      msg: expect.stringContaining('24 h'),
    });
    expect((await who.person.post('/withdrawal/quote')).data).toMatchObject({ restsUntil: expect.any(String) });
    at.app.clock.advance(24 * HOUR_MS);
    expect(await at.withdraw(await at.back(who))).toMatchObject({ code: 1 });
  });

  it('is blocked for a day after an operator’s link reset the login, no matter who used it', async () => {
    const who = await at.merchant();
    await at.app.addOperator('helper');
    const helper = at.app.person();
    await helper.logIn('helper');
    const { data } = await helper.post<{ link: string }>('/operator/user/startReset', { id: who.userId.toString() });
    expect(await at.withdraw(who)).toMatchObject({ code: 1 });
    const token = data?.link.split('token=')[1];
    expect(
      await helper.post('/user/resetPassword', { token, password: PASSWORD, confirmPassword: PASSWORD }),
    ).toMatchObject({ code: 1 });
    const again = await at.back(who);
    expect(await at.withdraw(again)).toMatchObject({
      code: 0,
      error: 'payouts_rest',
      msg: expect.stringContaining('24 h'),
    });
    at.app.clock.advance(24 * HOUR_MS);
    expect(await at.withdraw(await at.back(who))).toMatchObject({ code: 1 });
  });

  it('requires the second step where one is bound; a code is valid once, and a refusal does not use it up', async () => {
    const who = await at.merchant();
    const { secret } = await at.owners.bindApp(who.person);
    at.app.clock.advance(30_000);
    expect(await at.withdraw(who)).toMatchObject({ code: -2, data: { methods: ['google'] } });
    const step = () => ({ verifyType: 'google', verifyCode: at.owners.codeOf(secret) });
    expect(await at.withdraw(who, { ...step(), amount: '99999.00' })).toMatchObject({ error: 'balance_insufficient' });
    const answers = await Promise.all([at.withdraw(who, step()), at.withdraw(who, step()), at.withdraw(who, step())]);
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === 'second_step_wrong')).toHaveLength(2);
    expect(await at.balanceOf(who)).toBe(949_800n);
  });

  it('locks the payment password after five wrong ones', async () => {
    const who = await at.merchant();
    const answers = await Promise.all(Array.from({ length: 8 }, () => at.withdraw(who, { payPassword: '000000' })));
    expect(answers.filter(({ error }) => error === 'pay_password_locked')).toHaveLength(3);
    expect(await at.withdraw(who)).toMatchObject({ code: 0, error: 'pay_password_locked' });
    expect((await at.auditOf(who)).filter((what) => what === 'withdrawal_applied refused')).toHaveLength(5);
  });

  it('locks the second step after five wrong codes', async () => {
    const who = await at.merchant();
    await at.owners.bindApp(who.person);
    const wrong = { verifyType: 'google', verifyCode: '000000' };
    const answers = await Promise.all(Array.from({ length: 7 }, () => at.withdraw(who, wrong)));
    expect(answers.filter(({ error }) => error === 'second_step_locked')).toHaveLength(2);
  });
});
