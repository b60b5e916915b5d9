import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StepPolicy } from '#foundation/core/calls.ts';
import type { StepMethod } from '../rules.ts';
import {
  addPerson,
  bindAuthenticator,
  codeOf,
  type FactorApp,
  factorApp,
  openSession,
  type Person,
} from './factors-for-tests.ts';

const MINUTE_MS = 60_000;

let app: FactorApp;
beforeAll(async () => {
  app = await factorApp();
});
afterAll(() => app.close());
beforeEach(() => app.clock.advance(20 * MINUTE_MS));

const open = ({ visitor }: Pick<Person, 'visitor'>, policy: StepPolicy, step: object = {}) =>
  visitor.post(`/vault/${policy}`, step);
const sendCode = async (userId: bigint, mobile: string) =>
  (await app.sms.makeCode({ purpose: 'verify', mobile, userId })).code;
const bindPhone = (userId: bigint, mobile: string | null) =>
  sql`update users set mobile = ${mobile} where user_id = ${userId}`.execute(app.db);

let phones = 0;
/** A person with a phone, an authenticator, both or neither. */
async function somebody(bound: { phone?: boolean; authenticator?: boolean }) {
  const person = await addPerson(app);
  const authenticator = bound.authenticator ? await bindAuthenticator(app, person) : { secret: '', recoveryCodes: [] };
  const mobile = bound.phone ? `139000002${String((phones += 1)).padStart(2, '0')}` : '';
  if (bound.phone) await bindPhone(person.userId, mobile);
  return { ...person, ...authenticator, mobile };
}

describe('a second step', () => {
  it.each<[string, { phone?: boolean; authenticator?: boolean }, StepPolicy, StepMethod[]]>([
    ['the phone', { phone: true }, 'strongest', ['sms']],
    ['the app', { authenticator: true }, 'strongest', ['google']],
    ['the app only, even if there is a phone', { phone: true, authenticator: true }, 'strongest', ['google']],
    ['either, if the old password is required too', { phone: true, authenticator: true }, 'any', ['sms', 'google']],
    ['the app at login', { phone: true, authenticator: true }, 'authenticator', ['google']],
  ])('asks for %s', async (_, bound, call, methods) => {
    expect(await open(await somebody(bound), call)).toMatchObject({
      code: -2,
      error: 'second_step_needed',
      data: { methods },
    });
  });

  it.each<StepPolicy>(['strongest', 'any', 'authenticator'])(
    'is not required of a user who has bound nothing: %s',
    async (call) => {
      const person = await somebody({});
      expect(await open(person, call)).toMatchObject({ code: 1 });
      expect(await open(person, call, { verifyType: 'google', verifyCode: '000000' })).toMatchObject({ code: 1 });
    },
  );

  it('never accepts a weaker factor than the policy requires, even with a right code; the code stays valid', async () => {
    const person = await somebody({ phone: true, authenticator: true });
    const code = await sendCode(person.userId, person.mobile);
    for (const policy of ['strongest', 'authenticator'] as const)
      expect(await open(person, policy, { verifyType: 'sms', verifyCode: code })).toMatchObject({
        code: -2,
        data: { methods: ['google'] },
      });
    expect(await open(person, 'any', { verifyType: 'sms', verifyCode: code })).toMatchObject({
      code: 1,
    });
  });

  it('by the app is valid once, and no earlier code after it', async () => {
    const person = await somebody({ authenticator: true });
    const [before, now, next] = [-1, 0, 1].map((steps) => codeOf(app, person.secret, steps));
    const take = (verifyCode: string | undefined) => open(person, 'strongest', { verifyType: 'google', verifyCode });
    expect((await take(now)).code).toBe(1);
    expect(await take(now)).toMatchObject({ code: 0, error: 'second_step_wrong' });
    expect(await take(before)).toMatchObject({ code: 0, error: 'second_step_wrong' });
    expect((await take(next)).code).toBe(1);
  });

  it('by the app rejects the code that was used for binding', async () => {
    const person = await addPerson(app);
    const { secret } = (await person.visitor.post<{ secret: string }>('/user/getGoogleQrcode')).data ?? { secret: '' };
    const verifyCode = codeOf(app, secret);
    expect((await person.visitor.post('/user/bindGoogleQrcode', { secret, code: verifyCode })).code).toBe(1);
    expect(await open(person, 'strongest', { verifyType: 'google', verifyCode })).toMatchObject({
      error: 'second_step_wrong',
    });
  });

  it('lets one of two clicks through, at one process or at two', async () => {
    const other = await factorApp(app);
    for (let round = 0; round < 10; round += 1) {
      const person = await somebody({ authenticator: true });
      const there = openSession(other, person.userId);
      const step = { verifyType: 'google', verifyCode: codeOf(app, person.secret) };
      const answers = await Promise.all([person, there, person, there].map((one) => open(one, 'strongest', step)));
      expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
      expect(answers.filter(({ error }) => error === 'second_step_wrong')).toHaveLength(3);
    }
    await other.close();
  });

  it('by text message is valid once, for its user and its number', async () => {
    const [person, other] = [await somebody({ phone: true }), await somebody({ phone: true })];
    const code = await sendCode(person.userId, person.mobile);
    const step = { verifyType: 'sms', verifyCode: code };
    expect(await open(other, 'strongest', step)).toMatchObject({ error: 'second_step_wrong' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(person, 'strongest', step)));
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
    const late = await sendCode(person.userId, person.mobile);
    await bindPhone(person.userId, '13900000299');
    expect(await open(person, 'strongest', { ...step, verifyCode: late })).toMatchObject({
      error: 'second_step_wrong',
    });
  });

  it('by a recovery code is accepted if the policy allows it, once, even when used five times at once', async () => {
    const person = await somebody({ authenticator: true });
    const [first = '', second = ''] = person.recoveryCodes;
    expect(await open(person, 'strongest', { verifyType: 'google', verifyCode: first })).toMatchObject({
      code: -1,
      fields: { verifyCode: 'The authenticator code must be six digits' },
    });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => open(person, 'authenticator', { verifyType: 'google', verifyCode: first })),
    );
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === 'second_step_wrong')).toHaveLength(4);
    expect((await open(person, 'authenticator', { verifyType: 'google', verifyCode: second })).code).toBe(1);
  });

  it.each([
    ['sms', { phone: true }, 'Enter the six-digit code'],
    ['google', { authenticator: true }, 'The authenticator code must be six digits'],
  ] as const)('explains the form of a code (%s) and how to choose', async (verifyType, bound, text) => {
    const person = await somebody(bound);
    for (const verifyCode of ['12345', '1234567', 'abcdef', '１２３４５'])
      expect(await open(person, 'strongest', { verifyType, verifyCode })).toMatchObject({
        code: -1,
        fields: { verifyCode: text },
      });
    expect(await open(person, 'strongest', { verifyCode: '123456' })).toMatchObject({
      code: -1,
      fields: { verifyType: expect.any(String) },
    });
    expect(await open(person, 'strongest', { verifyType: 'mail', verifyCode: '123456' })).toMatchObject({
      code: -1,
      fields: { verifyType: expect.any(String) },
    });
  });
});

describe('guessing a second step', () => {
  it.each(['google', 'sms'] as const)(
    'by %s is limited to five tries in 15 minutes across all calls, sessions and processes',
    async (verifyType) => {
      const person = await somebody(verifyType === 'sms' ? { phone: true } : { authenticator: true });
      const other = await factorApp(app);
      const there = openSession(other, person.userId);
      const right = verifyType === 'sms' ? await sendCode(person.userId, person.mobile) : codeOf(app, person.secret);
      const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
      const used: StepPolicy[] = ['strongest', 'any', verifyType === 'sms' ? 'strongest' : 'authenticator'];
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          open(n % 2 ? person : there, used[n % 3] ?? 'authenticator', { verifyType, verifyCode: wrong }),
        ),
      );
      expect(answers.filter(({ error }) => error === 'second_step_wrong')).toHaveLength(5);
      expect(answers.filter(({ error }) => error === 'second_step_locked')).toHaveLength(35);
      expect(await open(there, 'strongest', { verifyType, verifyCode: right })).toMatchObject({
        code: 0,
        error: 'second_step_locked',
        msg: 'Too many wrong codes; try again in 15 min',
      });
      app.clock.advance(15 * MINUTE_MS);
      const later = verifyType === 'sms' ? await sendCode(person.userId, person.mobile) : codeOf(app, person.secret);
      expect((await open(person, 'strongest', { verifyType, verifyCode: later })).code).toBe(1);
      await other.close();
    },
  );

  it('gets no extra tries from new codes on the phone, nor from right ones in between', async () => {
    const person = await somebody({ phone: true });
    const tries: (string | undefined)[] = [];
    for (let round = 0; round < 4; round += 1) {
      const right = await sendCode(person.userId, person.mobile);
      const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
      for (const verifyCode of [wrong, wrong, right])
        tries.push((await open(person, 'strongest', { verifyType: 'sms', verifyCode })).error);
      app.clock.advance(1000);
    }
    expect(tries.filter((error) => error === 'second_step_wrong')).toHaveLength(5);
    expect(tries.slice(0, 3)).toEqual(['second_step_wrong', 'second_step_wrong', undefined]);
    expect(tries.at(-1)).toBe('second_step_locked');
  });

  it('by the app does not use up the phone’s tries', async () => {
    const person = await somebody({ phone: true, authenticator: true });
    const wrong = codeOf(app, person.secret, 50);
    for (let n = 0; n < 6; n += 1) await open(person, 'any', { verifyType: 'google', verifyCode: wrong });
    const verifyCode = await sendCode(person.userId, person.mobile);
    expect((await open(person, 'any', { verifyType: 'sms', verifyCode })).code).toBe(1);
  });
});
