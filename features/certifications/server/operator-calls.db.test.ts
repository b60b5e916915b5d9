import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialsOf } from '#features/accounts/server/credentials-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { certificationApp } from './certifications-for-tests.ts';

let at: Awaited<ReturnType<typeof certificationApp>>;
beforeAll(async () => {
  at = await certificationApp();
});
afterAll(() => at.app.close());

describe('/operator/certification/list and /operator/certification/decide', () => {
  it('list pending certifications, newest first, with masked ID numbers', async () => {
    const first = await at.member();
    await first.person.post('/user/auth', await at.filled(first.person));
    at.app.clock.advance(1000);
    const second = await at.member();
    const input = await at.filled(second.person);
    await second.person.post('/user/auth', input);
    const { data } = await at.list({ limit: 2 });
    expect(data?.list.map(({ memberNo }) => memberNo)).toEqual([second.memberNo, first.memberNo].map(String));
    expect(data?.list[0]).toEqual({
      ...input,
      id: expect.any(String),
      memberNo: second.memberNo.toString(),
      memberName: expect.any(String),
      status: 'pending',
      idNumber: '110************02X',
      reviewRemark: '',
      submittedAt: at.app.clock.now().toISOString(),
      reviewedAt: null,
      revokedAt: null,
      claim: null,
    });
    expect((await at.list({ limit: 100, order: 'asc' })).data?.list.at(-1)?.memberNo).toBe(second.memberNo.toString());
    const waiting = data?.total ?? 0;
    await at.decide(data?.list[0]?.id ?? '', 'approved');
    expect(await at.list({ status: 'approved', limit: 1 })).toMatchObject({
      data: { extend: { pending: waiting - 1 }, list: [{ memberNo: expect.any(String) }] },
    });
    expect(await at.list({ limit: 1 })).toMatchObject({ data: { total: waiting - 1 } });
  });

  it.each(['approved', 'rejected'] as const)(
    'let an operator decide %s once, notify the member and log it',
    async (status) => {
      const { person, memberNo, userId } = await at.member();
      await person.post('/user/auth', await at.filled(person));
      const id = await at.waitingOf(memberNo);
      expect(await at.decide(id, status, 'Thank you')).toMatchObject({ code: 1 });
      expect(await at.info(person)).toMatchObject({
        status,
        reviewRemark: 'Thank you',
        reviewedAt: at.app.clock.now().toISOString(),
      });
      expect(await at.statusOf(person)).toBe(status);
      for (const other of ['approved', 'rejected'])
        expect(await at.decide(id, other, 'Again')).toMatchObject({ code: 0, error: 'certification_decided' });
      expect(await at.audited('certification_decided', memberNo)).toEqual([
        { chain: at.bossId, object: `${memberNo} ${status}`, result: 'done' },
      ]);
      const { rows } =
        await sql`select kind from notices where user_id = ${userId} and kind like 'certification%'`.execute(at.app.db);
      expect(rows).toEqual([{ kind: `certification_${status}` }]);
    },
  );

  it('require the operator’s bound factor, and accept a code once', async () => {
    const { bindApp, codeOf } = credentialsOf(at.app);
    await at.app.addOperator('careful');
    const careful = at.app.person();
    await careful.logIn('careful');
    const { secret } = await bindApp(careful);
    const ids: string[] = [];
    for (const { person, memberNo } of [await at.member(), await at.member()]) {
      await person.post('/user/auth', await at.filled(person));
      ids.push(await at.waitingOf(memberNo));
    }
    const decide = (id: string | undefined, more: object = {}) =>
      careful.post('/operator/certification/decide', { id, status: 'approved', ...more });
    const step = { verifyType: 'google', verifyCode: codeOf(secret) };
    expect(await decide(ids[0])).toMatchObject({ code: -2, data: { methods: ['google'] } });
    expect(await decide(ids[0], { ...step, verifyCode: '000000' })).toMatchObject({
      code: 0,
      error: 'second_step_wrong',
    });
    expect(await decide(ids[0], step)).toMatchObject({ code: 1 });
    expect(await decide(ids[1], step)).toMatchObject({ code: 0, error: 'second_step_wrong' });
    for (let tries = 0; tries < 3; tries += 1) await decide(ids[1], { ...step, verifyCode: '000000' });
    expect(await decide(ids[1], { ...step, verifyCode: '000000' })).toMatchObject({
      code: 0,
      error: 'second_step_locked',
    });
    // Negative control: an operator without a bound factor.
    expect(await at.decide(ids[1] ?? '', 'approved')).toMatchObject({ code: 1 });
  });

  it('refuse an operator who created a reset link for the member within a day; another operator can decide', async () => {
    const { person, memberNo, userId } = await at.member();
    await person.post('/user/auth', await at.filled(person));
    const id = await at.waitingOf(memberNo);
    await at.boss.post('/operator/user/startReset', { id: userId.toString() });
    expect(await at.decide(id, 'approved')).toMatchObject({
      code: 0,
      error: 'decide_after_reset',
      msg: expect.stringContaining('24 h'),
    });
    expect(await at.statusOf(person)).toBe('pending');
    await at.app.addOperator('untouched');
    const untouched = at.app.person();
    await untouched.logIn('untouched');
    expect(await untouched.post('/operator/certification/decide', { id, status: 'approved' })).toMatchObject({
      code: 1,
    });
  });

  it('make only one of several simultaneous decisions', async () => {
    const { person, memberNo } = await at.member();
    await person.post('/user/auth', await at.filled(person));
    const id = await at.waitingOf(memberNo);
    const answers = await Promise.all(
      ['approved', 'rejected', 'approved', 'rejected'].map((status) => at.decide(id, status, 'x')),
    );
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(await at.audited('certification_decided', memberNo)).toHaveLength(1);
    const { status } = (await at.info(person)) ?? {};
    expect(await at.statusOf(person)).toBe(status);
  });

  it('require a reason for a rejection, and reject unknown statuses and certifications', async () => {
    const { person, memberNo } = await at.member();
    await person.post('/user/auth', await at.filled(person));
    const id = await at.waitingOf(memberNo);
    expect(await at.decide(id, 'rejected', ' ')).toMatchObject({
      code: -1,
      fields: { reviewRemark: 'Enter the reason for rejecting it' },
    });
    expect(await at.decide(id, 'rejected', 'no\u001b[2J')).toMatchObject({
      code: -1,
      fields: { reviewRemark: 'Invalid value' },
    });
    expect(await at.decide(id, 'none')).toMatchObject({ code: -1, fields: { status: expect.any(String) } });
    for (const unknown of ['00000000-0000-4000-8000-000000000000', 'nonsense'])
      expect(await at.decide(unknown, 'approved')).toMatchObject({ code: 0, error: 'not_found' });
    expect(await at.info(person)).toMatchObject({ status: 'pending' });
  });

  it('are for operators only', async () => {
    const { person } = await at.member('agent');
    for (const path of ['/operator/certification/list', '/operator/certification/decide']) {
      expect(await person.post(path)).toMatchObject({ code: 0, error: 'not_found' });
      expect(await at.app.person().post(path)).toMatchObject({ code: 50008 });
    }
  });
});
