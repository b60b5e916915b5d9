import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProofOfWork, workAnswer } from '#features/captcha/proof-of-work.ts';
import { solveWork } from '#features/captcha/solve.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { untilLocksAwaited } from '#foundation/server/postgres/lock-waits-for-tests.ts';
import { selectUserByAccount } from '../store.ts';
import { PASSWORD, type People, people, type Person } from '../people-for-tests.ts';

const MINUTE_MS = 60_000;
const WRONG = 'Wrong1234';

describe('logging in', () => {
  let app: People;
  beforeAll(async () => {
    app = await people();
  });
  afterAll(() => app.close());

  it('works with the username in any case, with spaces around it, and with the bound mobile', async () => {
    const { member } = await app.addMember({ username: 'Alice', mobile: '13800000001' });
    for (const account of [
      'Alice',
      '  aLICE ',
      '\u200bAlice\u200e',
      '13800000001',
      '+86 138 0000 0001',
      '0086 138-0000-0001',
      '\u202d138 0000 0001\u202c',
      '１３８０００００００１',
    ]) {
      const answer = await app.person().logIn(account);
      expect(answer).toMatchObject({
        code: 1,
        data: {
          userinfo: { username: 'Alice', nickname: 'Alice', memberNo: member.memberNo.toString(), roles: ['member'] },
        },
      });
      expect(answer.data?.userinfo.token).toMatch(/^[\w-]{43}$/);
      expect(answer.data?.userinfo.expiretime).toBe(app.clock.now().getTime() / 1000 + 24 * 3600);
    }
  });

  it("by a number reaches the user who bound it, even if it is another user's username", async () => {
    await app.addMember({ username: '13800000002', mobile: '13800000003' });
    await app.addMember({ username: 'owner', mobile: '13800000002' });
    expect(await app.person().logIn('13800000002')).toMatchObject({ data: { userinfo: { username: 'owner' } } });
    expect(await app.person().logIn('13800000003')).toMatchObject({
      data: { userinfo: { username: '13800000002' } },
    });
  });

  it('returns each role', async () => {
    await app.addMember({ username: 'agent1', kind: 'agent' });
    await app.addOperator('operator1');
    expect(await app.person().logIn('agent1')).toMatchObject({ data: { userinfo: { roles: ['agency'] } } });
    expect(await app.person().logIn('operator1')).toMatchObject({
      data: { userinfo: { roles: ['operator'], memberNo: null } },
    });
  });

  it.each([
    ['no account', { account: '  ', password: PASSWORD }, 'account'],
    ['no password', { account: 'alice', password: '' }, 'password'],
    ['a password of more than 100 characters', { account: 'alice', password: 'x'.repeat(101) }, 'password'],
    ['an extra field', { account: 'alice', password: PASSWORD, role: 'operator' }, 'role'],
    ['a number instead of text', { account: 1, password: PASSWORD }, 'account'],
  ])('reports what is wrong with the form: %s', async (_, body, field) => {
    expect(await app.person().post('/user/login', body)).toMatchObject({
      code: -1,
      fields: { [field]: expect.any(String) },
    });
  });

  it.each([
    ['short_one', '12345'],
    ['spaced_one', 'a b c d e f'],
    ['long_one', 'correct horse battery staple'],
  ])('accepts the existing password of %s, although a new one must not look like that', async (username, password) => {
    const { userId } = await app.addMember({ username });
    const hash = await app.users.hashPassword(password);
    await sql`update users set password_hash = ${hash} where user_id = ${userId}`.execute(app.db);
    expect(await app.person().logIn(username, password)).toMatchObject({ code: 1, data: { userinfo: { username } } });
    // A wrong password gets no message about the form of new ones.
    expect(await app.person().logIn(username, password.slice(1))).toMatchObject({ code: 0, error: 'login_wrong' });
  });

  it('accepts an existing username of a form that no new user can have', async () => {
    const { userId } = await app.addMember({ username: 'renamed' });
    const username = 'one.of-the-first';
    await sql`update users set username = ${username} where user_id = ${userId}`.execute(app.db);
    expect(await app.person().logIn(username)).toMatchObject({ code: 1, data: { userinfo: { username } } });
  });

  it('gives an unknown account, a wrong password and a disabled user the same answer, in the requested language, after one password check each', async () => {
    await app.addMember({ username: 'real' });
    const { userId } = await app.addMember({ username: 'disabled1' });
    await sql`update users set state = 'disabled' where user_id = ${userId}`.execute(app.db);
    const answers = [];
    for (const [account, password] of [
      ['nobody', PASSWORD],
      ['real', WRONG],
      ['disabled1', PASSWORD],
    ] as const) {
      const before = app.passwords.checks;
      const { time: _, ...answer } = await app.person({ language: 'es' }).logIn(account, password);
      answers.push(answer);
      expect(app.passwords.checks).toBe(before + 1);
    }
    expect(answers[0]).toEqual({
      status: 200,
      code: 0,
      error: 'login_wrong',
      msg: 'Cuenta o contraseña incorrecta',
    });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it.each(["' or 1=1 --", '\u202elaer', 'real '.repeat(12)])('treats %j as an unknown account', async (account) => {
    expect(await app.person().logIn(account)).toMatchObject({ status: 200, code: 0, error: 'login_wrong' });
  });

  it('uses one connection at a time, so that a crowd never deadlocks', async () => {
    // While the password is checked, the cached settings expire.
    const narrow = await people({ connections: 1, whilePasswordsWork: async ({ clock }) => clock.advance(2_000) });
    await narrow.addMember({ username: 'narrow' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => narrow.person().logIn('narrow')));
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
    await narrow.close();
  });

  describe('from an address', () => {
    it('that the member does not allow is refused, but only with the right password', async () => {
      const { member } = await app.addMember({ username: 'fenced' });
      app.loginIps.set(member.memberNo, ['198.51.100.0/24', '2001:db8::1']);
      expect(await app.person({ ip: '203.0.113.7' }).logIn('fenced')).toMatchObject({
        code: 0,
        error: 'login_ip_not_allowed',
        msg: expect.stringContaining('203.0.113.7'),
      });
      expect(await app.person({ ip: '203.0.113.7' }).logIn('fenced', WRONG)).toMatchObject({ error: 'login_wrong' });
      expect(await app.person({ ip: '198.51.100.7' }).logIn('fenced')).toMatchObject({ code: 1 });
      expect(await app.person({ ip: '2001:db8:0::1' }).logIn('fenced')).toMatchObject({ code: 1 });
    });
  });

  describe('if a captcha is required,', () => {
    let guarded: People;
    beforeAll(async () => {
      guarded = await people({ captcha: 'altcha', sharing: app });
      await app.addMember({ username: 'captcha1' });
    });
    afterAll(() => guarded.close());

    it('no answer, or a made-up one, asks for one and checks no password', async () => {
      const before = guarded.passwords.checks;
      expect(await guarded.person().logIn('captcha1')).toMatchObject({ code: -3, error: 'captcha_needed' });
      expect(
        await guarded
          .person()
          .logIn('captcha1', PASSWORD, { geetest_challenge: 'x', geetest_validate: 'x', geetest_seccode: 'x|jordan' }),
      ).toMatchObject({
        code: -3,
      });
      expect(guarded.passwords.checks).toBe(before);
    });

    it('an answer works for one login, even of ten at once', async () => {
      const person = guarded.person();
      const answer = await solved(person);
      const answers = await Promise.all(Array.from({ length: 10 }, () => person.logIn('captcha1', PASSWORD, answer)));
      expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
      expect(answers.filter(({ code }) => code === -3)).toHaveLength(9);
    });

    it('a wrong password uses up the answer', async () => {
      const person = guarded.person();
      const answer = await solved(person);
      expect(await person.logIn('captcha1', WRONG, answer)).toMatchObject({ error: 'login_wrong' });
      expect(await person.logIn('captcha1', PASSWORD, answer)).toMatchObject({ code: -3 });
    });

    it('an answer works for no other user', async () => {
      const answer = await solved(guarded.person({ ip: '198.51.100.1' }));
      expect(await guarded.person({ ip: '198.51.100.2' }).logIn('captcha1', PASSWORD, answer)).toMatchObject({
        code: -3,
      });
      expect(await guarded.person({ userAgent: 'another/1.0' }).logIn('captcha1', PASSWORD, answer)).toMatchObject({
        code: -3,
      });
      expect(await guarded.person({ ip: '198.51.100.1' }).logIn('captcha1', PASSWORD, answer)).toMatchObject({
        code: 1,
      });
    });

    it('an answer expires after five minutes', async () => {
      const person = guarded.person();
      const answer = await solved(person);
      app.clock.advance(5 * MINUTE_MS);
      expect(await person.logIn('captcha1', PASSWORD, answer)).toMatchObject({ code: -3 });
    });
  });

  it('replaces a hash of other costs, once, while others log in at the same moment', async () => {
    await app.addMember({ username: 'rehashed' });
    const dearer = await people({ sharing: app, passwordCosts: { memoryKiB: 2048, passes: 2 } });
    const answers = await Promise.all(Array.from({ length: 6 }, () => dearer.person().logIn('rehashed')));
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 1]);
    expect((await selectUserByAccount(app.db, { username: 'rehashed', mobile: undefined }))?.passwordHash).toContain(
      'm=2048,t=2,p=1',
    );
    expect(await dearer.person().logIn('rehashed')).toMatchObject({ code: 1 });
    expect(await dearer.person().logIn('rehashed', WRONG)).toMatchObject({ error: 'login_wrong' });
    await dearer.close();
  });

  it('fails with a password that was changed during the check', async () => {
    const { userId } = await app.addMember({ username: 'changed' });
    const newHash = await app.users.hashPassword('Another123');
    const lock = await app.db.pool.connect();
    await lock.query('begin');
    await lock.query('update users set password_hash = $1 where user_id = $2', [newHash, userId]);
    const login = app.person().logIn('changed');
    // The login has read the old hash and waits for the row lock.
    await untilLocksAwaited(app.db.pool);
    await lock.query('commit');
    lock.release();
    expect(await login).toMatchObject({ code: 0, error: 'login_wrong' });
  });

  it("counts consecutive days in the platform's time zone", async () => {
    await app.addMember({ username: 'daily' });
    const days = async (at: string): Promise<[number, string | null] | undefined> => {
      app.clock.set(at);
      await app.person().logIn('daily');
      const user = await selectUserByAccount(app.db, { username: 'daily', mobile: undefined });
      return user && [user.consecutiveDays, user.lastLoginDay];
    };
    expect(await days('2026-12-01T15:59:00Z')).toEqual([1, '2026-12-01']);
    expect(await days('2026-12-01T16:01:00Z')).toEqual([2, '2026-12-02']);
    expect(await days('2026-12-02T15:00:00Z')).toEqual([2, '2026-12-02']);
    expect(await days('2026-12-03T15:00:00Z')).toEqual([3, '2026-12-03']);
    expect(await days('2026-12-05T15:00:00Z')).toEqual([1, '2026-12-05']);
  });
});

async function solved(person: Person) {
  const init = await person.post<{ altcha: ProofOfWork }>('/captcha/init');
  if (!init.data) throw new Error('no captcha');
  return workAnswer(init.data.altcha, await solveWork(init.data.altcha));
}
