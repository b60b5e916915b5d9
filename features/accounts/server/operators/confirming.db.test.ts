import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { SmsMessage } from '#features/sms/server/transport.ts';
import type { Answer } from '#foundation/server/http/visitor-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { untilLocksAwaited } from '#foundation/server/postgres/lock-waits-for-tests.ts';
import { type Credentials, credentialsOf } from '../credentials-for-tests.ts';
import { type People, people, type Person } from '../people-for-tests.ts';
import { type TestOperator, refusedSituations } from './two-people-for-tests.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: People;
let owners: Credentials;
let sent: SmsMessage[] = [];
let made = 0;

beforeAll(async () => {
  app = await people({ transport: { send: async (message) => void sent.push(message) } });
  owners = credentialsOf(app);
});
afterAll(() => app.close());

const browser = (): Person => app.person({ browser: true });
async function operator({ mobile = false } = {}): Promise<TestOperator> {
  const username = `op_${(made += 1)}`;
  const userId = await app.addOperator(username);
  if (mobile)
    await sql`update users set mobile = ${`1390000${String(made).padStart(4, '0')}`} where user_id = ${userId}`.execute(
      app.db,
    );
  const person = browser();
  await person.logIn(username);
  return { userId, username, person };
}
const pair = async (): Promise<[TestOperator, TestOperator]> => [await operator(), await operator()];
/** Proposes something about a third operator. */
async function proposal(by: TestOperator, more: object = {}): Promise<string> {
  const about = await operator({ mobile: true });
  const { data, msg } = await by.person.post<{ approvalId: string }>('/operator/user/startReset', {
    id: about.userId.toString(),
    reason: 'lost',
    ...more,
  });
  if (!data?.approvalId) throw new Error(msg);
  return data.approvalId;
}
const confirm = (person: Person, id: string, more: object = {}): Promise<Answer> =>
  person.post('/operator/user/decideProposal', { id, decision: 'confirm', ...more });
const code = (secret: string) => ({ verifyType: 'google', verifyCode: owners.codeOf(secret) });
const later = async (ms: number, ...again: TestOperator[]): Promise<void> => {
  app.clock.advance(ms);
  for (const { person, username } of again) expect(await person.logIn(username)).toMatchObject({ code: 1 });
};

test('two operators on devices of their own can confirm each other’s proposals, even in their first minute', async () => {
  const [one, other] = await pair();
  expect(await confirm(other.person, await proposal(one))).toMatchObject({ code: 1 });
  expect(await confirm(one.person, await proposal(other))).toMatchObject({ code: 1 });
});

test.each([
  'confirm_after_reset',
  'confirm_after_enabling',
  'confirm_after_granting',
  'confirm_same_device',
  'confirm_new_device',
] as const)(
  '%s: nothing happens, another operator can still confirm, and the operator in doubt can reject',
  async (refusal) => {
    const [one, other] = await pair();
    const id = await proposal(one);
    const as = await refusedSituations[refusal]({ ...app, newcomer: browser }, other, one);
    sent = [];
    expect(await confirm(as, id)).toMatchObject({ code: 0, error: refusal, msg: expect.any(String) });
    expect(sent.filter(({ event }) => event === 'reset')).toEqual([]);
    const { rows } = await sql`select state, decided_by from operator_proposals where approval_id = ${id}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ state: 'open', decided_by: null }]);
    const rejected = await proposal(one);
    expect(
      await as.post('/operator/user/decideProposal', { id: rejected, decision: 'reject', remark: 'no' }),
    ).toMatchObject({ code: 1 });
    expect(await confirm((await operator()).person, id)).toMatchObject({ code: 1 });
  },
);

describe('for a day after', () => {
  /** Each in its own way. */
  const ways: Record<string, (one: TestOperator) => Promise<void>> = {
    async 'a reset link was used'(one) {
      const [boss, second] = await pair();
      await sql`update users set mobile = ${`1370000${String(made).padStart(4, '0')}`} where user_id = ${one.userId}`.execute(
        app.db,
      );
      const { data } = await boss.person.post<{ approvalId: string }>('/operator/user/startReset', {
        id: one.userId.toString(),
        reason: 'lost',
      });
      sent = [];
      await confirm(second.person, data?.approvalId ?? '');
      await sql`update users set credentials_reset_at = null where user_id = ${one.userId}`.execute(app.db);
      const token = /token=([\w-]{43})/.exec(sent[0]?.text ?? '')?.[1];
      expect(
        await one.person.post('/user/resetPassword', { token, password: 'Demo1234', confirmPassword: 'Demo1234' }),
      ).toMatchObject({ code: 1 });
      await sql`update users set mobile = null where user_id = ${one.userId}`.execute(app.db);
    },
    async 'a second operator confirmed that a link is made'(one) {
      const [boss, second] = await pair();
      await sql`update users set mobile = ${`1370000${String(made).padStart(4, '0')}`} where user_id = ${one.userId}`.execute(
        app.db,
      );
      const { data } = await boss.person.post<{ approvalId: string }>('/operator/user/startReset', {
        id: one.userId.toString(),
        reason: 'lost',
      });
      expect(await confirm(second.person, data?.approvalId ?? '')).toMatchObject({ code: 1 });
      await sql`update users set mobile = null where user_id = ${one.userId}`.execute(app.db);
    },
    async 'two others took the authenticator away'(one) {
      const [boss, second] = await pair();
      await owners.bindApp(one.person);
      const { data } = await boss.person.post<{ approvalId: string }>('/operator/user/resetFactor', {
        id: one.userId.toString(),
        reason: 'lost',
      });
      expect(await confirm(second.person, data?.approvalId ?? '')).toMatchObject({ code: 1 });
    },
    async 'the authenticator was removed, with a recovery code too'(one) {
      const { recoveryCodes } = await owners.bindApp(one.person);
      expect(await one.person.post('/user/clearGoogleBind', { code: recoveryCodes[0] })).toMatchObject({ code: 1 });
    },
    async 'the number was removed'(one) {
      await sql`update users set mobile = ${`1370000${String(made).padStart(4, '0')}`} where user_id = ${one.userId}`.execute(
        app.db,
      );
      app.clock.advance(60_000);
      await one.person.post('/sms/send', { event: 'clearmobilebind' });
      expect(await one.person.post('/user/clearmobilebind', { code: sent.at(-1)?.code })).toMatchObject({ code: 1 });
    },
  };

  test.each(Object.keys(ways))('%s, that operator can neither confirm nor be confirmed', async (way) => {
    const [one, other] = await pair();
    await ways[way]?.(one);
    await one.person.logIn(one.username);
    expect(await confirm(one.person, await proposal(other))).toMatchObject({
      code: 0,
      error: 'confirm_after_reset',
      msg: expect.stringContaining('24 h'),
    });
    expect(await confirm(other.person, await proposal(one))).toMatchObject({ code: 0, error: 'confirm_after_reset' });
    await later(DAY_MS - 1, one, other);
    expect(await confirm(one.person, await proposal(other))).toMatchObject({
      error: 'confirm_after_reset',
      msg: expect.stringContaining('1 h'),
    });
    await later(1, one, other);
    expect(await confirm(one.person, await proposal(other))).toMatchObject({ code: 1 });
    expect(await confirm(other.person, await proposal(one))).toMatchObject({ code: 1 });
  });

  it("one operator enables another, neither can confirm the other's proposals; an operator who had no part in it can", async () => {
    const [boss, second] = await pair();
    const [back, fourth] = await pair();
    await boss.person.post('/operator/user/disable', { id: back.userId.toString() });
    const { data } = await boss.person.post<{ approvalId: string }>('/operator/user/enable', {
      id: back.userId.toString(),
      reason: 'back again',
    });
    expect(await confirm(second.person, data?.approvalId ?? '')).toMatchObject({ code: 1 });
    await back.person.logIn(back.username);
    for (const by of [boss, second]) {
      expect(await confirm(back.person, await proposal(by))).toMatchObject({
        code: 0,
        error: 'confirm_after_enabling',
      });
      expect(await confirm(by.person, await proposal(back))).toMatchObject({
        code: 0,
        error: 'confirm_after_enabling',
      });
    }
    expect(await confirm(back.person, await proposal(fourth))).toMatchObject({ code: 1 });
    expect(await confirm(fourth.person, await proposal(back))).toMatchObject({ code: 1 });
    await later(DAY_MS, back, boss);
    expect(await confirm(back.person, await proposal(boss))).toMatchObject({ code: 1 });
  });

  it('an owner changes the password with the old one, nothing is blocked', async () => {
    const [one, other] = await pair();
    await one.person.post('/user/changePassword', {
      oldPassword: 'Demo1234',
      password: 'Other1234',
      confirmPassword: 'Other1234',
    });
    expect(await confirm(one.person, await proposal(other))).toMatchObject({ code: 1 });
  });
});

describe('a device that both operators have used', () => {
  it("can't be used to confirm for either of them, regardless of who used it first", async () => {
    const [one, other] = await pair();
    const id = await proposal(one);
    // Logs out, and in again as the other operator, in one browser.
    await one.person.post('/user/logout');
    const shared = one.person;
    await shared.logIn(other.username);
    expect(await confirm(shared, id)).toMatchObject({ code: 0, error: 'confirm_same_device' });
    expect(await confirm(other.person, id)).toMatchObject({ code: 0, error: 'confirm_same_device' });
  });

  it('still allows proposals by one of them a day later, which the other confirms at their own desk', async () => {
    const [one, other] = await pair();
    await one.person.post('/user/logout');
    await one.person.logIn(other.username);
    await later(DAY_MS - 1, one, other);
    expect(await confirm(other.person, await proposal(one))).toMatchObject({ code: 0, error: 'confirm_same_device' });
    await later(1, one, other);
    expect(await confirm(other.person, await proposal(one))).toMatchObject({ code: 1 });
    expect(await confirm(one.person, await proposal(other))).toMatchObject({ code: 0, error: 'confirm_same_device' });
  });

  it('is also recognized by its cookie when a session was moved to it', async () => {
    const [one, other] = await pair();
    const program = app.person();
    await program.logIn(other.username);
    program.cookies.set('Admin-Device', one.person.cookies.get('Admin-Device') ?? '');
    expect(await confirm(program, await proposal(one))).toMatchObject({ code: 0, error: 'confirm_same_device' });
  });

  it('is not forgotten after fifty other logins', async () => {
    const [one, other] = await pair();
    const id = await proposal(one);
    for (let turn = 0; turn < 55; turn += 1) {
      app.clock.advance(1);
      await app.person().logIn(one.username);
    }
    other.person.cookies.set('Admin-Device', one.person.cookies.get('Admin-Device') ?? '');
    await other.person.logIn(other.username);
    expect(await confirm(other.person, id)).toMatchObject({ code: 0, error: 'confirm_same_device' });
  });
});

describe('a new device of an operator who has an older one', () => {
  async function elder(): Promise<TestOperator> {
    const one = await operator();
    await later(DAY_MS, one);
    return one;
  }
  const elsewhere = async (
    { username, userId }: TestOperator,
    person = browser(),
    more: object = {},
  ): Promise<TestOperator> => {
    expect(await person.logIn(username, undefined, more)).toMatchObject({ code: 1 });
    return { username, userId, person };
  };

  it("can't be used to confirm for a day, nor are proposals from it confirmed; the older device can", async () => {
    const one = await elder();
    const other = await operator();
    const cleared = await elsewhere(one);
    const id = await proposal(other);
    expect(await confirm(cleared.person, id)).toMatchObject({
      code: 0,
      error: 'confirm_new_device',
      msg: expect.stringContaining('24 h'),
    });
    expect(await confirm(other.person, await proposal(cleared))).toMatchObject({
      code: 0,
      error: 'confirm_new_device',
    });
    expect(await confirm(one.person, id)).toMatchObject({ code: 1 });
    await later(DAY_MS, cleared, other);
    expect(await confirm(cleared.person, await proposal(other))).toMatchObject({ code: 1 });
  });

  it('can be used to confirm at once with a factor that was bound a day ago, not with one that was just bound', async () => {
    const one = await elder();
    const other = await operator();
    const { secret } = await owners.bindApp(one.person);
    const cleared = await elsewhere(one, browser(), { googlecode: owners.codeOf(secret) });
    app.clock.advance(30_000);
    expect(await confirm(cleared.person, await proposal(other), code(secret))).toMatchObject({
      code: 0,
      error: 'confirm_new_device',
    });
    await later(DAY_MS, other);
    const again = await elsewhere(one, browser(), { googlecode: owners.codeOf(secret) });
    app.clock.advance(30_000);
    expect(await confirm(again.person, await proposal(other), code(secret))).toMatchObject({ code: 1 });
  });

  it("counts as new even when all older ones have been forgotten: a year's absence makes no operator new", async () => {
    const one = await elder();
    const other = await operator();
    await sql`delete from known_devices where user_id = ${one.userId}`.execute(app.db);
    expect(await confirm((await elsewhere(one)).person, await proposal(other))).toMatchObject({
      code: 0,
      error: 'confirm_new_device',
    });
  });

  it('does not count as new when it is a program of the same name from the same address', async () => {
    const one = await operator();
    await elsewhere(one, app.person());
    await later(DAY_MS, one);
    const other = await operator();
    expect(await confirm((await elsewhere(one, app.person())).person, await proposal(other))).toMatchObject({
      code: 1,
    });
    expect(
      await confirm((await elsewhere(one, app.person({ ip: '203.0.113.9' }))).person, await proposal(other)),
    ).toMatchObject({
      error: 'confirm_new_device',
    });
  });
});

describe('a proposal of an operator who has been disabled since', () => {
  it('is not confirmed', async () => {
    const [one, other] = await pair();
    const id = await proposal(one);
    expect(await other.person.post('/operator/user/disable', { id: one.userId.toString() })).toMatchObject({ code: 1 });
    expect(await confirm((await operator()).person, id)).toMatchObject({ code: 0, error: 'approval_outdated' });
  });
});

describe('a reset while its user confirms', () => {
  it('is waited for, and then nothing is confirmed', async () => {
    const [one, other] = await pair();
    const id = await proposal(one);
    const reset = await app.db.pool.connect();
    await reset.query('begin');
    await reset.query('update users set credentials_reset_at = $2 where user_id = $1', [other.userId, app.clock.now()]);
    const answer = confirm(other.person, id);
    await untilLocksAwaited(app.db.pool);
    await reset.query('commit');
    reset.release();
    expect(await answer).toMatchObject({ code: 0, error: 'confirm_after_reset' });
  });

  it("ends the session, which then can't confirm anything either", async () => {
    const [one, other] = await pair();
    const id = await proposal(one);
    const ending = await app.db.pool.connect();
    await ending.query('begin');
    await ending.query('select from users where user_id = $1 for update', [other.userId]);
    await ending.query('update sessions set ended_at = $2 where user_id = $1', [other.userId, app.clock.now()]);
    const answer = confirm(other.person, id);
    await untilLocksAwaited(app.db.pool);
    await ending.query('commit');
    ending.release();
    expect(await answer).toMatchObject({ code: 50008 });
  });
});
