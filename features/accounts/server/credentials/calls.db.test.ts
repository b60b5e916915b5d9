import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { credentialsOf, type Credentials } from '../credentials-for-tests.ts';
import { PASSWORD, type People, people, type Person } from '../people-for-tests.ts';

const MINUTE_MS = 60_000;
const NEW = 'Fresh5678';
const PIN = '246810';

let app: People;
let owners: Credentials;
beforeAll(async () => {
  app = await people();
  owners = credentialsOf(app);
});
afterAll(() => app.close());
// Attempt counts and codes of one test must not affect the next.
beforeEach(() => app.clock.advance(31 * MINUTE_MS));

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const isIn = async (person: Person) => (await person.post('/user/info')).code === 1;
const change = (person: Person, more: object = {}) =>
  person.post('/user/changePassword', { oldPassword: PASSWORD, password: NEW, confirmPassword: NEW, ...more });
const setPin = (person: Person, more: object = {}) =>
  person.post('/user/setPayPassword', { loginPassword: PASSWORD, password: PIN, confirmPassword: PIN, ...more });

describe('changing the login password', () => {
  it('makes only the new password valid, ends all other sessions, notifies the owner and is logged', async () => {
    const { username, userId, person, other } = await owners.somebody();
    expect(await change(person)).toMatchObject({ code: 1 });
    expect([await isIn(person), await isIn(other)]).toEqual([true, false]);
    expect((await app.person().logIn(username, NEW)).code).toBe(1);
    expect(await app.person().logIn(username)).toMatchObject({ error: 'login_wrong' });
    expect(await owners.auditOf(userId)).toContain('password_changed');
    expect((await owners.noticesOf(userId)).map(({ kind }) => kind)).toContain('password_changed');
  });

  it.each([
    [
      'a repetition that differs',
      { confirmPassword: 'Fresh5679' },
      'confirmPassword',
      'The two password entries are inconsistent',
    ],
    [
      'a short one',
      { password: '12345', confirmPassword: '12345' },
      'password',
      'Enter 6 to 16 characters without spaces',
    ],
    [
      'one of 17',
      { password: 'a'.repeat(17), confirmPassword: 'a'.repeat(17) },
      'password',
      'Enter 6 to 16 characters without spaces',
    ],
    [
      'one with a space',
      { password: 'abc 123', confirmPassword: 'abc 123' },
      'password',
      'Enter 6 to 16 characters without spaces',
    ],
    [
      'one with an invisible character',
      { password: 'abc\u200b123', confirmPassword: 'abc\u200b123' },
      'password',
      'The password contains an invisible character; type it instead of pasting it',
    ],
    [
      'the same again',
      { password: PASSWORD, confirmPassword: PASSWORD },
      'password',
      'The new password must be different from the current one',
    ],
    ['no old password', { oldPassword: '' }, 'oldPassword', 'Required'],
    ['a wrong old password', { oldPassword: 'Wrong1234' }, 'oldPassword', 'The current password is wrong'],
    ['an extra field', { userId: '1' }, 'userId', 'Unknown field'],
  ])('reports what is wrong: %s', async (_, more, field, text) => {
    const { person, other } = await owners.somebody();
    expect(await change(person, more)).toMatchObject({ code: -1, fields: { [field]: text } });
    expect(await isIn(other)).toBe(true);
  });

  it("counts wrong old passwords together with those at login, so that a stolen session can't guess", async () => {
    const { userId, person } = await owners.somebody();
    const answers = await Promise.all(Array.from({ length: 20 }, () => change(person, { oldPassword: 'Wrong1234' })));
    expect(answers.filter(({ code }) => code === -1)).toHaveLength(10);
    expect(answers.filter(({ error }) => error === 'login_locked')).toHaveLength(10);
    expect(await change(person)).toMatchObject({
      code: 0,
      error: 'login_locked',
      msg: expect.stringContaining('30 min'),
    });
    expect((await owners.auditOf(userId)).filter((what) => what === 'password_changed refused')).toHaveLength(10);
  });

  it('happens once when requested twice at once', async () => {
    const { person } = await owners.somebody();
    const answers = await Promise.all(
      ['Fresh5678', 'Fresh9999'].map((password) => change(person, { password, confirmPassword: password })),
    );
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([-1, 1]);
  });

  it('accepts a second step from the phone or the app, whichever is picked', async () => {
    const { person, username } = await owners.somebody({ mobile: '13700000001' });
    expect(await change(person)).toMatchObject({ code: -2, data: { methods: ['sms'] } });
    const code = await owners.codeFor(person, 'verify');
    expect(await change(person, { verifyType: 'sms', verifyCode: otherThan(code) })).toMatchObject({
      code: 0,
      error: 'second_step_wrong',
    });
    expect(await change(person, { verifyType: 'sms', verifyCode: code })).toMatchObject({ code: 1 });
    const secret = (await person.post<{ secret: string }>('/user/getGoogleQrcode')).data?.secret ?? '';
    const bound = {
      secret,
      code: owners.codeOf(secret),
      verifyType: 'sms',
      verifyCode: await owners.codeFor(person, 'verify'),
    };
    // Requesting the message has taken a minute.
    expect((await person.post('/user/bindGoogleQrcode', { ...bound, code: owners.codeOf(secret) })).code).toBe(1);
    app.clock.advance(30_000);
    const back = { oldPassword: NEW, password: PASSWORD, confirmPassword: PASSWORD };
    expect(await change(person, back)).toMatchObject({ code: -2, data: { methods: ['sms', 'google'] } });
    expect(await change(person, { ...back, verifyType: 'google', verifyCode: owners.codeOf(secret) })).toMatchObject({
      code: 1,
    });
    expect(await app.person().logIn(username)).toMatchObject({ code: -2, data: { methods: ['google'] } });
  });

  it('with a wrong old password does not spend the code', async () => {
    const { person } = await owners.somebody();
    const { secret } = await owners.bindApp(person);
    const step = { verifyType: 'google', verifyCode: owners.codeOf(secret) };
    expect(await change(person, { ...step, oldPassword: 'Wrong1234' })).toMatchObject({
      code: -1,
      fields: { oldPassword: expect.any(String) },
    });
    expect(await change(person, step)).toMatchObject({ code: 1 });
  });
});

describe('the payment password', () => {
  it('is set with the login password, then changed with the old one; other sessions end each time', async () => {
    const { userId, person, other, username } = await owners.somebody();
    expect(await setPin(person)).toMatchObject({ code: 1 });
    expect(await isIn(other)).toBe(false);
    expect(await person.post('/user/info')).toMatchObject({ data: { userinfo: { hasPayPassword: true } } });
    await other.logIn(username);
    expect(await setPin(person, { oldPassword: PIN, password: '135791', confirmPassword: '135791' })).toMatchObject({
      code: 1,
    });
    expect(await isIn(other)).toBe(false);
    expect(await app.users.checkPayPassword({ userId, payPassword: '135791', now: app.clock.now() })).toEqual({
      outcome: 'right',
    });
    expect(await owners.auditOf(userId)).toEqual([
      'login',
      'login',
      'pay_password_set',
      'login',
      'pay_password_changed',
    ]);
    expect((await owners.noticesOf(userId)).filter(({ kind }) => kind === 'pay_password_changed')).toHaveLength(2);
  });

  it.each(['12345', '1234567', '12345a', '１２３４５', '123.456', '', '\u200b'])(
    'is exactly six digits, not %j',
    async (password) => {
      const { person } = await owners.somebody();
      expect(await setPin(person, { password, confirmPassword: password })).toMatchObject({
        code: -1,
        fields: { password: 'The payment password must be six digits' },
      });
    },
  );

  it.each([
    [
      'a repetition that differs',
      { confirmPassword: '246811' },
      'confirmPassword',
      'The two password entries are inconsistent',
    ],
    ['no login password', { loginPassword: '' }, 'loginPassword', 'Required'],
    ['a wrong login password', { loginPassword: 'Wrong1234' }, 'loginPassword', 'The login password is wrong'],
  ])('is not set with %s', async (_, more, field, text) => {
    const { userId, person } = await owners.somebody();
    expect(await setPin(person, more)).toMatchObject({ code: -1, fields: { [field]: text } });
    expect(await app.users.setupOf(userId)).toMatchObject({ hasPayPassword: false });
  });

  it("that is set can't be replaced with the login password, nor can the login password be guessed that way", async () => {
    const { person } = await owners.somebody();
    const guesses = await Promise.all(Array.from({ length: 15 }, () => setPin(person, { loginPassword: 'Wrong1234' })));
    expect(guesses.filter(({ error }) => error === 'login_locked')).toHaveLength(5);
    app.clock.advance(31 * MINUTE_MS);
    expect((await setPin(person)).code).toBe(1);
    expect(await setPin(person, { password: '135791', confirmPassword: '135791' })).toMatchObject({
      code: -1,
      fields: { oldPassword: 'Required' },
    });
    expect(
      await setPin(person, { oldPassword: '000000', password: '135791', confirmPassword: '135791' }),
    ).toMatchObject({
      code: -1,
      fields: { oldPassword: 'The payment password is wrong' },
    });
    expect(await setPin(person, { oldPassword: PIN })).toMatchObject({
      code: -1,
      fields: { password: expect.stringContaining('differ') },
    });
  });

  it('is locked for 15 minutes after five wrong tries, across all calls and processes', async () => {
    const { userId, person } = await owners.somebody();
    await setPin(person);
    const elsewhere = await people({ sharing: app });
    const now = app.clock.now();
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        (n % 2 ? app : elsewhere).users.checkPayPassword({ userId, payPassword: '000000', now }),
      ),
    );
    expect(guesses.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(5);
    expect(guesses.filter(({ outcome }) => outcome === 'locked')).toHaveLength(25);
    const right = { oldPassword: PIN, password: '135791', confirmPassword: '135791' };
    expect(await setPin(person, right)).toMatchObject({
      code: 0,
      error: 'pay_password_locked',
      msg: 'Too many wrong payment passwords; try again in 15 min',
    });
    app.clock.advance(15 * MINUTE_MS);
    expect((await setPin(person, right)).code).toBe(1);
    await elsewhere.close();
  });

  it('that is right never counts, even 50 times at once; a user without one gets `unset`', async () => {
    const { userId, person } = await owners.somebody();
    const now = app.clock.now();
    expect(await app.users.checkPayPassword({ userId, payPassword: PIN, now })).toEqual({ outcome: 'unset' });
    await setPin(person);
    const checks = await Promise.all(
      Array.from({ length: 50 }, () => app.users.checkPayPassword({ userId, payPassword: PIN, now })),
    );
    expect(checks.every(({ outcome }) => outcome === 'right')).toBe(true);
  });

  it('does not accept a code from the phone once an app is bound', async () => {
    const { person } = await owners.somebody({ mobile: '13700000002' });
    expect(await setPin(person)).toMatchObject({ code: -2, data: { methods: ['sms'] } });
    const secret = (await person.post<{ secret: string }>('/user/getGoogleQrcode')).data?.secret ?? '';
    const verifyCode = await owners.codeFor(person, 'verify');
    expect(
      (
        await person.post('/user/bindGoogleQrcode', {
          secret,
          code: owners.codeOf(secret),
          verifyType: 'sms',
          verifyCode,
        })
      ).code,
    ).toBe(1);
    app.clock.advance(30_000);
    const late = await owners.codeFor(person, 'verify');
    expect(await setPin(person, { verifyType: 'sms', verifyCode: late })).toMatchObject({
      code: -2,
      data: { methods: ['google'] },
    });
    expect(await setPin(person, { verifyType: 'google', verifyCode: owners.codeOf(secret) })).toMatchObject({
      code: 1,
    });
  });

  it('does not exist for operators', async () => {
    await app.addOperator('cashless');
    const operator = app.person();
    await operator.logIn('cashless');
    expect(await setPin(operator)).toMatchObject({ code: 0, error: 'not_found' });
  });
});

describe('the phone', () => {
  it('is bound with the code sent to it; other sessions end, the owner is notified, the log has it masked', async () => {
    const { userId, person, other } = await owners.somebody();
    const code = await owners.codeFor(person, 'bindphone', '13700000010');
    expect(await person.post('/user/bindmobile', { mobile: ' 13700000010 ', code })).toMatchObject({
      code: 1,
      data: { mobile: '13700000010' },
    });
    expect([await isIn(person), await isIn(other)]).toEqual([true, false]);
    expect(await person.post('/user/info')).toMatchObject({
      data: { userinfo: { mobilebind: 1, mobile: '137****0010' } },
    });
    expect(await app.users.setupOf(userId)).toMatchObject({ hasSecondFactor: true });
    expect((await owners.auditOf(userId)).at(-1)).toBe('phone_bound 137****0010');
    expect((await owners.noticesOf(userId)).at(-1)).toEqual({ kind: 'phone_bound', smsTo: '13700000010' });
    expect(await person.post('/user/bindmobile', { mobile: '13700000011', code })).toMatchObject({
      code: 0,
      error: 'mobile_bound',
    });
  });

  it('is removed with a code for that purpose; payouts are held, and the message goes to the removed number', async () => {
    const { userId, memberNo, person, other } = await owners.somebody({ mobile: '13700000012' });
    const [forElse, code] = [await owners.codeFor(person, 'verify'), await owners.codeFor(person, 'clearmobilebind')];
    expect(
      await person.post('/user/clearmobilebind', { code: forElse === code ? otherThan(code) : forElse }),
    ).toMatchObject({
      code: -1,
      fields: { code: 'The code is wrong or has expired' },
    });
    expect(await person.post('/user/clearmobilebind', { code })).toMatchObject({ code: 1 });
    expect([await isIn(person), await isIn(other)]).toEqual([true, false]);
    expect(await person.post('/user/info')).toMatchObject({ data: { userinfo: { mobilebind: 0, mobile: null } } });
    expect((await owners.auditOf(userId)).at(-1)).toBe('phone_removed 137****0012');
    expect((await owners.noticesOf(userId)).at(-1)).toEqual({ kind: 'phone_removed', smsTo: '13700000012' });
    const now = app.clock.now();
    expect((await app.users.disbursementStandings([memberNo], now)).get(memberNo)?.pausedUntil).toEqual(
      new Date(now.getTime() + 24 * 60 * MINUTE_MS),
    );
    expect(await person.post('/user/clearmobilebind', { code })).toMatchObject({ code: 0, error: 'mobile_not_bound' });
  });

  it.each([
    ['of another number', '13700000014', (code: string) => code],
    ['that is wrong', '13700000013', otherThan],
  ])('is not bound with a code %s', async (_, mobile, typed) => {
    const { person } = await owners.somebody();
    const code = typed(await owners.codeFor(person, 'bindphone', '13700000013'));
    expect(await person.post('/user/bindmobile', { mobile, code })).toMatchObject({
      code: -1,
      fields: { code: 'The code is wrong or has expired' },
    });
  });

  it.each([
    [{ mobile: '12700000013', code: '123456' }, 'mobile'],
    [{ mobile: '', code: '123456' }, 'mobile'],
    [{ mobile: '13700000013', code: '' }, 'code'],
    [{ mobile: '13700000013', code: '1234' }, 'code'],
  ])('requires a number and a code of the right form: %j', async (input, field) => {
    const { person } = await owners.somebody();
    expect(await person.post('/user/bindmobile', input)).toMatchObject({
      code: -1,
      fields: { [field]: expect.any(String) },
    });
  });

  it('follows the platform’s rule for numbers', async () => {
    const { person } = await owners.somebody();
    await app.setSettings({ mobileRule: 'TH' });
    try {
      const code = await owners.codeFor(person, 'bindphone', '081 234 5678');
      expect(await person.post('/user/bindmobile', { mobile: '13700000013', code })).toMatchObject({
        code: -1,
        fields: { mobile: expect.stringContaining('+66') },
      });
      expect(await person.post('/user/bindmobile', { mobile: '081-234-5678', code })).toMatchObject({
        code: 1,
        data: { mobile: '+66812345678' },
      });
    } finally {
      await app.setSettings({ mobileRule: 'CN' });
    }
  });

  it('belongs to one user: of two who bind one number at once, one gets it', async () => {
    const [one, two] = [await owners.somebody(), await owners.somebody()];
    const mobile = '13700000015';
    const codes = [
      await owners.codeFor(one.person, 'bindphone', mobile),
      await owners.codeFor(two.person, 'bindphone', mobile),
    ];
    const answers = await Promise.all(
      [one, two].map(({ person }, n) => person.post('/user/bindmobile', { mobile, code: codes[n] })),
    );
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([-1, 1]);
    expect(answers.find(({ code }) => code === -1)?.fields).toEqual({ mobile: 'This mobile number is already in use' });
    expect(
      await (answers[0]?.code === 1 ? two : one).person.post('/sms/send', { event: 'bindphone', mobile }),
    ).toMatchObject({ error: 'mobile_taken' });
  });

  it('is not bound without the app once one is bound', async () => {
    const { person } = await owners.somebody();
    const { secret } = await owners.bindApp(person);
    const input = { mobile: '13700000016', code: await owners.codeFor(person, 'bindphone', '13700000016') };
    expect(await person.post('/user/bindmobile', input)).toMatchObject({ code: -2, data: { methods: ['google'] } });
    expect(
      await person.post('/user/bindmobile', { ...input, verifyType: 'google', verifyCode: owners.codeOf(secret) }),
    ).toMatchObject({ code: 1 });
  });

  it('is locked for 15 minutes after five wrong codes', async () => {
    const { person } = await owners.somebody({ mobile: '13700000017' });
    const code = await owners.codeFor(person, 'clearmobilebind');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => person.post('/user/clearmobilebind', { code: otherThan(code) })),
    );
    expect(answers.filter((answer) => answer.code === -1)).toHaveLength(5);
    expect(answers.filter(({ error }) => error === 'second_step_locked')).toHaveLength(7);
    expect(await person.post('/user/clearmobilebind', { code })).toMatchObject({ error: 'second_step_locked' });
  });
});
