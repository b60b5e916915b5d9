/** Codes and numbers as people paste them are normalized before they count as a try, at every call that takes one. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#foundation/server/postgres/sql.ts';
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

/** Six digits in each form of the case file, which has them as 123456. */
const forms = readFileSync(new URL('../../../../foundation/core/cases/codes.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
function inForm(form: string, code: string): string {
  const digits = [...code].values();
  return form
    .replaceAll(/[0-9]/g, () => digits.next().value ?? '')
    .replaceAll(/[\uff10-\uff19]/g, () => String.fromCodePoint(0xff10 + Number(digits.next().value)));
}

describe('a code in every form of the case file', () => {
  it('from the authenticator logs in', async () => {
    const { username, person } = await owners.somebody();
    const { secret } = await owners.bindApp(person);
    for (const form of forms) {
      app.clock.advance(30_000);
      expect(
        await app.person().logIn(username, PASSWORD, { googlecode: inForm(form, owners.codeOf(secret)) }),
        form,
      ).toMatchObject({ code: 1 });
    }
  });

  it('from a message opens an account and binds and unbinds a number', async () => {
    for (const [at, form] of forms.entries()) {
      const mobile = `1380000100${at}`;
      const { person, username } = await owners.somebody();
      const bindCode = await owners.codeFor(person, 'bindphone', `+86 ${mobile}`);
      expect(
        await person.post('/user/bindmobile', { mobile: `0086 ${mobile}`, code: inForm(form, bindCode) }),
        form,
      ).toMatchObject({
        code: 1,
        data: { mobile },
      });
      expect(await app.person().logIn(`+86 138-0000-100${at}`)).toMatchObject({ data: { userinfo: { username } } });
      const clearCode = await owners.codeFor(person, 'clearmobilebind');
      expect(await person.post('/user/clearmobilebind', { code: inForm(form, clearCode) }), form).toMatchObject({
        code: 1,
      });
    }
    app.clock.advance(MINUTE_MS);
    const newcomer = app.person();
    expect(await newcomer.post('/sms/send', { event: 'register', mobile: '\u202d138 0000 1010\u202c' })).toMatchObject({
      code: 1,
    });
    const sent = (await app.messages()).at(-1);
    expect(sent?.to).toBe('13800001010');
    const registration = {
      username: '\u200bTypedShop ',
      password: PASSWORD,
      confirmPassword: PASSWORD,
      mobile: '+86 13800001010',
      smsCode: `${sent?.code.slice(0, 3)} ${sent?.code.slice(3)}`,
    };
    expect(await newcomer.post('/user/register', registration)).toMatchObject({
      code: 1,
      data: { userinfo: { username: 'TypedShop' } },
    });
  });

  it('as a payment password is right, and uses up no try', async () => {
    const { person, userId } = await owners.somebody();
    expect(
      await person.post('/user/setPayPassword', {
        loginPassword: PASSWORD,
        password: '135 790',
        confirmPassword: '１３５７９０',
      }),
    ).toMatchObject({
      code: 1,
    });
    expect(await app.users.checkPayPassword({ userId, payPassword: '135790', now: app.clock.now() })).toEqual({
      outcome: 'right',
    });
    for (const [at, form] of [...forms, ...forms].entries()) {
      const [before, after] = at % 2 ? ['246802', '135790'] : ['135790', '246802'];
      const change = { oldPassword: inForm(form, before), password: inForm(form, after), confirmPassword: after };
      expect(await person.post('/user/setPayPassword', change), form).toMatchObject({ code: 1 });
    }
  });

  it('that is wrong counts once, and right ones of any form do not count', async () => {
    const { username, person } = await owners.somebody();
    const { secret } = await owners.bindApp(person);
    const enter = (googlecode: string) => app.person().logIn(username, PASSWORD, { googlecode });
    const wrong = inForm('123 456', owners.codeOf(secret, 50));
    for (let n = 0; n < 4; n += 1) expect(await enter(wrong)).toMatchObject({ error: 'second_step_wrong' });
    expect(await enter(inForm('123 456', owners.codeOf(secret)))).toMatchObject({ code: 1 });
    expect(await enter(wrong)).toMatchObject({ error: 'second_step_wrong' });
    expect(await enter(wrong)).toMatchObject({ error: 'second_step_locked' });
  });
});

it('as a recovery code is accepted with blanks, marks and any hyphen', async () => {
  const { username, person } = await owners.somebody();
  const [first = '', second = ''] = (await owners.bindApp(person)).recoveryCodes;
  const enter = (googlecode: string) => app.person().logIn(username, PASSWORD, { googlecode });
  expect(await enter(`\u200b${first.replace('-', ' – ')}`)).toMatchObject({ code: 1 });
  expect(await person.logIn(username, PASSWORD, { googlecode: second.toUpperCase() })).toMatchObject({ code: 1 });
});

it('of nothing but invisible characters is no code: the second step is asked for, and no try is counted', async () => {
  const { username, person } = await owners.somebody();
  await owners.bindApp(person);
  for (let n = 0; n < 7; n += 1)
    expect(await app.person().logIn(username, PASSWORD, { googlecode: '\u200b \u2060' })).toMatchObject({ code: -2 });
});

it('with an invisible character, in a password that was set before the rule, still logs in', async () => {
  const { username, userId } = await owners.somebody();
  const old = 'Demo\u200b1234';
  await sql`update users set password_hash = ${await app.users.hashPassword(old)} where user_id = ${userId}`.execute(
    app.db,
  );
  expect(await app.person().logIn(username, old)).toMatchObject({ code: 1 });
  expect(await app.person().logIn(username, PASSWORD)).toMatchObject({ error: 'login_wrong' });
});
