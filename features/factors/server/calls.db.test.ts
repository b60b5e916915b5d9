import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '#foundation/server/postgres/sql.ts';
import { generateSecret } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPerson, bindAuthenticator, codeOf, type FactorApp, factorApp, openSession } from './factors-for-tests.ts';
import { factorJobs } from './jobs.ts';

const MINUTE_MS = 60_000;

let app: FactorApp;
beforeAll(async () => {
  app = await factorApp();
});
afterAll(() => app.close());
// Attempt counts and codes of one test must not affect the next.
beforeEach(() => app.clock.advance(20 * MINUTE_MS));

const issue = async ({ visitor }: Pick<Awaited<ReturnType<typeof addPerson>>, 'visitor'>) =>
  (await visitor.post<{ secret: string; qrCodeUrl: string }>('/user/getGoogleQrcode')).data ?? {
    secret: '',
    qrCodeUrl: '',
  };
const rowsOf = async (table: string): Promise<string> =>
  (
    await sql<{ text: string | null }>`select string_agg(t::text, '\n') as text from ${sql.ref(table)} t`.execute(
      app.db,
    )
  ).rows[0]?.text ?? '';
const auditOf = async (userId: bigint) =>
  (
    await sql<{
      action: string;
      result: string;
    }>`select action, result from audit_log where chain = ${userId} order by seq`.execute(app.db)
  ).rows;
const noticesOf = async (userId: bigint) =>
  (
    await sql<{ kind: string }>`select kind from notices where user_id = ${userId} order by notice_id`.execute(app.db)
  ).rows.map(({ kind }) => kind);

describe('an authenticator’s secret', () => {
  it("is 160 random bits in an app's format, and nowhere in the database in plain text", async () => {
    const person = await addPerson(app);
    const { secret, qrCodeUrl } = await issue(person);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(qrCodeUrl);
    expect(address.protocol).toBe('otpauth:');
    expect(decodeURIComponent(address.pathname)).toContain(`Countinghouse:user${person.userId}`);
    expect(address.searchParams.get('secret')).toBe(secret);
    expect(address.searchParams.get('issuer')).toBe('Countinghouse');
    expect(await rowsOf('pending_authenticators')).not.toContain(secret);
    expect((await person.visitor.post('/user/bindGoogleQrcode', { secret, code: codeOf(app, secret) })).code).toBe(1);
    const hex = Buffer.from(secret).toString('hex');
    for (const table of ['authenticators', 'pending_authenticators', 'recovery_codes', 'audit_log', 'notices']) {
      expect(await rowsOf(table)).not.toContain(secret);
      expect(await rowsOf(table)).not.toContain(hex);
    }
  });

  it('stays the same when shown again, even to two requests at once, and is replaced later', async () => {
    const person = await addPerson(app);
    const both = await Promise.all([issue(person), issue(person)]);
    expect(both[0]).toEqual(both[1]);
    app.clock.advance(5 * MINUTE_MS - 1);
    expect((await issue(person)).secret).toBe(both[0].secret);
    app.clock.advance(1);
    expect((await issue(person)).secret).not.toBe(both[0].secret);
  });

  it.each([
    ['one chosen by the user', async () => generateSecret()],
    [
      'one of another session of the same user',
      async (person: { userId: bigint }) => (await issue(openSession(app, person.userId))).secret,
    ],
    ['one of another user', async () => (await issue(await addPerson(app))).secret],
    [
      'one in different case',
      async (person: Awaited<ReturnType<typeof addPerson>>) => (await issue(person)).secret.toLowerCase(),
    ],
  ])("%s can't be bound", async (_, secretFor) => {
    const person = await addPerson(app);
    await issue(person);
    const secret = await secretFor(person);
    expect(await person.visitor.post('/user/bindGoogleQrcode', { secret, code: codeOf(app, secret) })).toMatchObject({
      code: 0,
      error: 'authenticator_not_pending',
    });
    expect(await app.factors.hasAuthenticator(person.userId)).toBe(false);
  });

  it('can be bound for ten minutes and is then deleted', async () => {
    const [early, late] = [await addPerson(app), await addPerson(app)];
    const [secretOfEarly, secretOfLate] = [(await issue(early)).secret, (await issue(late)).secret];
    app.clock.advance(10 * MINUTE_MS - 1);
    expect(
      (
        await early.visitor.post('/user/bindGoogleQrcode', {
          secret: secretOfEarly,
          code: codeOf(app, secretOfEarly),
        })
      ).code,
    ).toBe(1);
    app.clock.advance(1);
    expect(
      await late.visitor.post('/user/bindGoogleQrcode', { secret: secretOfLate, code: codeOf(app, secretOfLate) }),
    ).toMatchObject({
      error: 'authenticator_not_pending',
    });
    app.clock.advance(1);
    for (const job of factorJobs(app)) await job.run();
    expect(await rowsOf('pending_authenticators')).not.toContain(late.sessionId);
  });
});

describe('binding an authenticator', () => {
  it('returns ten recovery codes, ends the other sessions, notifies the owner and is logged', async () => {
    const person = await addPerson(app);
    const { recoveryCodes } = await bindAuthenticator(app, person);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/);
    expect(app.ended.at(-1)).toEqual({ userId: person.userId, stays: person.sessionId });
    expect(await auditOf(person.userId)).toEqual([{ action: 'authenticator_bound', result: 'done' }]);
    expect(await noticesOf(person.userId)).toEqual(['authenticator_bound']);
    const kept = await rowsOf('recovery_codes');
    for (const code of recoveryCodes) expect(kept).not.toContain(Buffer.from(code.replace('-', '')).toString('hex'));
  });

  it.each([
    ['an empty code', ''],
    ['five digits', '12345'],
    ['letters', 'abcdef'],
    ['five full-width digits', '１２３４５'],
  ])('requires six digits, not %s', async (_, code) => {
    const person = await addPerson(app);
    const { secret } = await issue(person);
    expect(await person.visitor.post('/user/bindGoogleQrcode', { secret, code })).toMatchObject({
      code: -1,
      fields: { code: 'The authenticator code must be six digits' },
    });
  });

  it.each([
    [-2, -1],
    [-1, 1],
    [0, 1],
    [1, 1],
    [2, -1],
  ])('accepts the codes of one step to either side: step %i answers %i', async (steps, code) => {
    const person = await addPerson(app);
    const { secret } = await issue(person);
    const answer = await person.visitor.post('/user/bindGoogleQrcode', { secret, code: codeOf(app, secret, steps) });
    expect(answer).toMatchObject({ code });
    expect(answer.fields?.['code'] ?? 'right').toMatch(code === 1 ? /^right$/ : /^Wrong code/);
  });

  it.each([0, 4, 8])('happens once, even for four requests at once or %i ms apart', async (apartMs) => {
    const person = await addPerson(app);
    const { secret } = await issue(person);
    const code = codeOf(app, secret);
    const request = async (place: number) => {
      await pause(place * apartMs);
      return person.visitor.post('/user/bindGoogleQrcode', { secret, code });
    };
    const answers = await Promise.all([0, 1, 2, 3].map(request));
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
    expect(
      answers.filter((answer) => ['authenticator_bound', 'authenticator_not_pending'].includes(answer.error ?? '')),
    ).toHaveLength(3);
    expect(await person.visitor.post('/user/getGoogleQrcode')).toMatchObject({ code: 0, error: 'authenticator_bound' });
    expect(await person.visitor.post('/user/bindGoogleQrcode', { secret, code })).toMatchObject({
      code: 0,
      error: 'authenticator_bound',
    });
    expect(
      (await sql`select 1 from recovery_codes where user_id = ${person.userId}`.execute(app.db)).rows,
    ).toHaveLength(10);
  });

  it('requires the code sent to the phone if one is bound, and accepts it once', async () => {
    const mobile = '13900000101';
    const person = await addPerson(app, { mobile });
    const { secret } = await issue(person);
    const bind = (more: object) =>
      person.visitor.post('/user/bindGoogleQrcode', { secret, code: codeOf(app, secret), ...more });
    expect(await bind({})).toMatchObject({ code: -2, data: { methods: ['sms'] } });
    expect(await bind({ verifyCode: '000000' })).toMatchObject({
      code: -1,
      fields: { verifyType: 'Choose how to confirm' },
    });
    const { code } = await app.sms.makeCode({ purpose: 'verify', mobile, userId: person.userId });
    expect(await bind({ verifyType: 'sms', verifyCode: code === '000000' ? '000001' : '000000' })).toMatchObject({
      code: 0,
      error: 'second_step_wrong',
    });
    // The app's own code for a distant moment: it does not spend the code from the phone.
    expect(await bind({ verifyType: 'sms', verifyCode: code, code: codeOf(app, secret, 99) })).toMatchObject({
      code: -1,
      fields: { code: expect.any(String) },
    });
    expect(await bind({ verifyType: 'sms', verifyCode: code })).toMatchObject({ code: 1 });
    expect(await app.sms.matchCode({ purpose: 'verify', mobile, userId: person.userId, code })).toBeUndefined();
  });

  it('is blocked for 15 minutes after five wrong codes, even for concurrent requests, and reports how long', async () => {
    const person = await addPerson(app);
    const { secret } = await issue(person);
    const wrong = codeOf(app, secret, 50);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => person.visitor.post('/user/bindGoogleQrcode', { secret, code: wrong })),
    );
    expect(answers.filter(({ code }) => code === -1)).toHaveLength(5);
    expect(answers.filter(({ error }) => error === 'second_step_locked')).toHaveLength(15);
    expect(answers.find(({ error }) => error === 'second_step_locked')?.msg).toContain('15 min');
  });
});

describe('removing an authenticator', () => {
  it('requires a code, ends the other sessions, notifies the owner and records when', async () => {
    const person = await addPerson(app);
    const { secret } = await bindAuthenticator(app, person);
    const removedAt = app.clock.now();
    expect((await app.factors.timesOf(person.userId, app.db)).removedAt).toBeUndefined();
    expect((await person.visitor.post('/user/clearGoogleBind', { code: codeOf(app, secret) })).code).toBe(1);
    expect(await app.factors.hasAuthenticator(person.userId)).toBe(false);
    expect(app.ended.at(-1)).toEqual({ userId: person.userId, stays: person.sessionId });
    expect((await auditOf(person.userId)).at(-1)).toEqual({ action: 'authenticator_removed', result: 'done' });
    expect((await noticesOf(person.userId)).at(-1)).toBe('authenticator_removed');
    expect((await app.factors.timesOf(person.userId, app.db)).removedAt).toEqual(removedAt);
    expect(await person.visitor.post('/user/clearGoogleBind', { code: codeOf(app, secret) })).toMatchObject({
      code: 0,
      error: 'authenticator_not_bound',
    });
  });

  it('accepts a recovery code in any spelling', async () => {
    const person = await addPerson(app);
    const [recoveryCode = ''] = (await bindAuthenticator(app, person)).recoveryCodes;
    expect(
      (await person.visitor.post('/user/clearGoogleBind', { code: ` ${recoveryCode.replace('-', '').toUpperCase()} ` }))
        .code,
    ).toBe(1);
    expect((await auditOf(person.userId)).map(({ action }) => action)).toEqual([
      'authenticator_bound',
      'recovery_code_used',
      'authenticator_removed',
    ]);
  });

  it.each([
    ['an empty code', ''],
    ['five digits', '12345'],
    ['seven digits', '1234567'],
  ])('explains the form of a code: %s', async (_, code) => {
    const person = await addPerson(app);
    expect(await person.visitor.post('/user/clearGoogleBind', { code })).toMatchObject({
      code: -1,
      fields: { code: expect.any(String) },
    });
  });

  it('refuses a wrong code, another user’s recovery code, and everything after the fifth try', async () => {
    const [person, other] = [await addPerson(app), await addPerson(app)];
    const { secret, recoveryCodes } = await bindAuthenticator(app, person);
    const foreign = (await bindAuthenticator(app, other)).recoveryCodes;
    for (const code of [
      codeOf(app, secret, 50),
      foreign[0] ?? '',
      foreign[1] ?? '',
      'zzzzz-zzzzz',
      codeOf(app, secret, -50),
    ])
      expect(await person.visitor.post('/user/clearGoogleBind', { code })).toMatchObject({
        code: 0,
        error: 'second_step_wrong',
      });
    for (const code of [codeOf(app, secret), recoveryCodes[0] ?? ''])
      expect(await person.visitor.post('/user/clearGoogleBind', { code })).toMatchObject({
        code: 0,
        error: 'second_step_locked',
        msg: expect.stringContaining('15'),
      });
    expect(
      (await auditOf(person.userId)).filter(
        ({ action, result }) => action === 'second_step_failed' && result === 'refused',
      ),
    ).toHaveLength(5);
    app.clock.advance(15 * MINUTE_MS);
    expect((await person.visitor.post('/user/clearGoogleBind', { code: codeOf(app, secret) })).code).toBe(1);
  });

  it('and binding one again invalidates all previous codes', async () => {
    const person = await addPerson(app);
    const before = await bindAuthenticator(app, person);
    expect(await app.db.transaction((tx) => app.factors.reset(tx, person.userId, app.clock.now()))).toBe(true);
    expect(await app.db.transaction((tx) => app.factors.reset(tx, person.userId, app.clock.now()))).toBe(false);
    expect((await app.factors.timesOf(person.userId, app.db)).removedAt).toEqual(app.clock.now());
    await bindAuthenticator(app, person);
    for (const code of [codeOf(app, before.secret), before.recoveryCodes[0] ?? ''])
      expect(await person.visitor.post('/user/clearGoogleBind', { code })).toMatchObject({
        error: 'second_step_wrong',
      });
  });
});
