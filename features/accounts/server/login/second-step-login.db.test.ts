import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { credentialsOf, type Credentials } from '../credentials-for-tests.ts';
import { PASSWORD, type People, people } from '../people-for-tests.ts';

const MINUTE_MS = 60_000;

let app: People;
let owners: Credentials;
beforeAll(async () => {
  app = await people();
  owners = credentialsOf(app);
});
afterAll(() => app.close());
// Attempt counts and codes of one test must not affect the next.
beforeEach(() => app.clock.advance(31 * MINUTE_MS));

describe('logging in with an authenticator', () => {
  it('asks for the second step after the right password, and only then', async () => {
    const { username, person, userId } = await owners.somebody();
    const { secret } = await owners.bindApp(person);
    expect(await app.person().logIn(username, 'Wrong1234')).toMatchObject({ code: 0, error: 'login_wrong' });
    const asked = await app.person().logIn(username);
    expect(asked).toMatchObject({ code: -2, data: { methods: ['google'] } });
    expect(JSON.stringify(asked)).not.toContain('token');
    const enter = (googlecode: string) => app.person().logIn(username, PASSWORD, { googlecode });
    expect(await enter(owners.codeOf(secret, 50))).toMatchObject({ code: 0, error: 'second_step_wrong' });
    expect(await enter(owners.codeOf(secret))).toMatchObject({ code: 1 });
    expect(await enter(owners.codeOf(secret))).toMatchObject({ code: 0, error: 'second_step_wrong' });
    expect(await owners.auditOf(userId)).toContain('second_step_failed /user/login refused');
    expect(await person.post('/user/info')).toMatchObject({ data: { userinfo: { googlebind: 1 } } });
    expect(await app.users.setupOf(userId)).toMatchObject({ hasSecondFactor: true });
  });

  it('reveals nothing about the code if the password is wrong, and leaves the code valid', async () => {
    const { username, person } = await owners.somebody();
    const { secret } = await owners.bindApp(person);
    for (const googlecode of [owners.codeOf(secret), owners.codeOf(secret, 50)])
      expect(await app.person().logIn(username, 'Wrong1234', { googlecode })).toMatchObject({
        code: 0,
        error: 'login_wrong',
      });
    expect(await app.person().logIn(username, PASSWORD, { googlecode: owners.codeOf(secret) })).toMatchObject({
      code: 1,
    });
  });

  it('accepts each recovery code once, in any spelling, and logs it', async () => {
    const { username, person, userId } = await owners.somebody();
    const [first = '', second = ''] = (await owners.bindApp(person)).recoveryCodes;
    const enter = (googlecode: string) => app.person().logIn(username, PASSWORD, { googlecode });
    expect(await enter(first)).toMatchObject({ code: 1 });
    expect(await enter(first)).toMatchObject({ code: 0, error: 'second_step_wrong' });
    expect(await enter(` ${second.toUpperCase().replace('-', '')} `)).toMatchObject({ code: 1 });
    expect((await owners.auditOf(userId)).filter((what) => what === 'recovery_code_used')).toHaveLength(2);
  });

  it('works once for one code on five devices at once', async () => {
    const { username, person } = await owners.somebody();
    const { secret } = await owners.bindApp(person);
    const googlecode = owners.codeOf(secret);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.person().logIn(username, PASSWORD, { googlecode })),
    );
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  });

  it('is locked for 15 minutes after five wrong codes, at every process, with a message that says so', async () => {
    const { username, person } = await owners.somebody();
    const { secret } = await owners.bindApp(person);
    const elsewhere = await people({ sharing: app });
    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? app : elsewhere).person().logIn(username, PASSWORD, { googlecode: owners.codeOf(secret, 50) }),
      ),
    );
    expect(guesses.filter(({ error }) => error === 'second_step_wrong')).toHaveLength(5);
    expect(guesses.filter(({ error }) => error === 'second_step_locked')).toHaveLength(3);
    expect(await elsewhere.person().logIn(username, PASSWORD, { googlecode: owners.codeOf(secret) })).toMatchObject({
      code: 0,
      error: 'second_step_locked',
      msg: 'Too many wrong codes; try again in 15 min',
    });
    app.clock.advance(15 * MINUTE_MS);
    expect(await app.person().logIn(username, PASSWORD, { googlecode: owners.codeOf(secret) })).toMatchObject({
      code: 1,
    });
    await elsewhere.close();
  });

  it('requires no second step of a user who has only a phone, and ignores one that was not asked for', async () => {
    const { username } = await owners.somebody({ mobile: '13700000018' });
    expect((await app.person().logIn(username)).code).toBe(1);
    expect((await app.person().logIn(username, PASSWORD, { googlecode: '123456' })).code).toBe(1);
  });

  it('ends all other sessions when the authenticator is bound and when it is removed', async () => {
    const { username, person, other } = await owners.somebody();
    const isIn = async (one: typeof person) => (await one.post('/user/info')).code === 1;
    const { secret } = await owners.bindApp(person);
    expect([await isIn(person), await isIn(other)]).toEqual([true, false]);
    await other.logIn(username, PASSWORD, { googlecode: owners.codeOf(secret) });
    app.clock.advance(30_000);
    expect((await person.post('/user/clearGoogleBind', { code: owners.codeOf(secret) })).code).toBe(1);
    expect([await isIn(person), await isIn(other)]).toEqual([true, false]);
    expect((await app.person().logIn(username)).code).toBe(1);
  });

  it('while the password changes and the authenticator is removed never deadlocks', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { username, person, other } = await owners.somebody();
      const { secret, recoveryCodes } = await owners.bindApp(person);
      await other.logIn(username, PASSWORD, { googlecode: recoveryCodes[0] ?? '' });
      const change = {
        oldPassword: PASSWORD,
        password: 'Fresh5678',
        confirmPassword: 'Fresh5678',
        verifyType: 'google',
        verifyCode: owners.codeOf(secret),
      };
      const answers = await Promise.all([
        app.person().logIn(username, PASSWORD, { googlecode: recoveryCodes[1] ?? '' }),
        person.post('/user/clearGoogleBind', { code: recoveryCodes[2] ?? '' }),
        other.post('/user/changePassword', change),
        app.person().logIn(username, PASSWORD, { googlecode: owners.codeOf(secret, 1) }),
        person.post('/user/bindmobile', {
          mobile: '13700000019',
          code: '000000',
          verifyType: 'google',
          verifyCode: owners.codeOf(secret, -1),
        }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    }
  });
});
