import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QueueFullError } from '#foundation/server/postgres/batcher.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { lockedGuessLimits } from '../../rules.ts';
import { credentialsOf, type Credentials } from '../credentials-for-tests.ts';
import { PASSWORD, type People, people } from '../people-for-tests.ts';

const MINUTE_MS = 60_000;
const WRONG = 'Wrong1234';
const LOCKED = { code: 0, error: 'login_locked' };

let app: People;
let owners: Credentials;
beforeAll(async () => {
  app = await people();
  owners = credentialsOf(app);
});
afterAll(() => app.close());
// Attempt counts and codes of one test must not affect the next.
beforeEach(() => app.clock.advance(31 * MINUTE_MS));

const attacker = (n: number, from: People = app) => from.person({ browser: true, ip: `203.0.113.${n % 100}` });
const lock = (account: string) => Promise.all(Array.from({ length: 10 }, (_, n) => attacker(n).logIn(account, WRONG)));

/** A user with an authenticator whose account strangers have locked. */
async function lockedOwner() {
  const owner = await owners.somebody();
  const authenticator = await owners.bindApp(owner.person);
  await lock(owner.username);
  const enter = (googlecode: string, { password = PASSWORD, at = attacker(50) } = {}) =>
    at.logIn(owner.username, password, { googlecode });
  return {
    ...owner,
    ...authenticator,
    enter,
    code: () => owners.codeOf(authenticator.secret),
    wrong: () => owners.codeOf(authenticator.secret, 50),
  };
}

describe('a locked account', () => {
  it('lets its owner in on a new device with a code of the authenticator, and the device is then known', async () => {
    const { username, userId, enter, code } = await lockedOwner();
    const at = attacker(51);
    expect(await at.logIn(username)).toMatchObject(LOCKED);
    expect(await enter(code(), { at })).toMatchObject({ code: 1 });
    expect(await at.post('/user/info')).toMatchObject({ code: 1 });
    expect((await owners.noticesOf(userId)).at(-1)).toMatchObject({ kind: 'new_device' });
    expect(await at.logIn(username)).toMatchObject({ code: -2 });
    expect(await attacker(52).logIn(username)).toMatchObject(LOCKED);
  });

  it('lets its owner in with a recovery code, once, and logs it', async () => {
    const { userId, recoveryCodes, enter } = await lockedOwner();
    expect(await enter(recoveryCodes[0] ?? '')).toMatchObject({ code: 1 });
    expect(await enter(recoveryCodes[0] ?? '')).toMatchObject(LOCKED);
    expect(await owners.auditOf(userId)).toContain('recovery_code_used');
  });

  it('gives the same answer, after one password check, whether account, password or code is wrong', async () => {
    const owner = await lockedOwner();
    const { username: plain } = await owners.somebody();
    const { userId: gone } = await app.addMember({ username: 'gone' });
    await sql`update users set state = 'disabled' where user_id = ${gone}`.execute(app.db);
    for (const account of [plain, 'gone', 'nobody']) await lock(account);
    const cases: [account: string, password: string, googlecode: string][] = [
      [owner.username, PASSWORD, owner.wrong()],
      [owner.username, WRONG, owner.code()],
      [owner.username, WRONG, owner.wrong()],
      [owner.username, WRONG, owner.recoveryCodes[0] ?? ''],
      [plain, PASSWORD, '000000'],
      ['gone', PASSWORD, '000000'],
      ['nobody', PASSWORD, '000000'],
    ];
    const answers = [];
    for (const [account, password, googlecode] of cases) {
      const before = app.passwords.checks;
      const { time: _, ...answer } = await attacker(60).logIn(account, password, { googlecode });
      expect(app.passwords.checks).toBe(before + 1);
      answers.push(answer);
    }
    expect(answers).toEqual(
      cases.map(() => ({ status: 200, ...LOCKED, msg: 'Too many wrong passwords; try again in 30 min' })),
    );
    expect((await owners.auditOf(owner.userId)).slice(-4)).toEqual([
      'second_step_failed /user/login refused',
      'login_failed refused',
      'login_failed refused',
      'login_failed refused',
    ]);
    expect(await owner.enter(owner.code())).toMatchObject({ code: 1 });
  });

  it('stays open for its owner however many strangers try with codes, across two processes', async () => {
    const { username, enter, code, recoveryCodes, wrong } = await lockedOwner();
    const other = await people({ sharing: app });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        attacker(n, n % 2 ? app : other).logIn(username, WRONG, { googlecode: n % 3 ? wrong() : code() }),
      ),
    );
    expect(answers.filter(({ error }) => error === 'login_locked')).toHaveLength(40);
    expect(await enter(code())).toMatchObject({ code: 1 });
    expect(await enter(recoveryCodes[0] ?? '', { at: attacker(51, other) })).toMatchObject({ code: 1 });
    await other.close();
  });

  it('allows someone who has the password five codes in 15 minutes, from any number of addresses, across two processes', async () => {
    const { username, enter, code, wrong } = await lockedOwner();
    const other = await people({ sharing: app });
    await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        attacker(n, n % 2 ? app : other).logIn(username, PASSWORD, { googlecode: wrong() }),
      ),
    );
    expect(await enter(code())).toMatchObject({ code: 1 });
    app.clock.advance(30_000);
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        attacker(n, n % 2 ? app : other).logIn(username, PASSWORD, { googlecode: wrong() }),
      ),
    );
    expect(guesses.every(({ error }) => error === 'login_locked')).toBe(true);
    expect(await enter(code(), { at: attacker(70) })).toMatchObject(LOCKED);
    expect(await enter(code(), { at: attacker(71, other) })).toMatchObject(LOCKED);
    app.clock.advance(15 * MINUTE_MS);
    expect(await enter(code(), { at: attacker(70) })).toMatchObject({ code: 1 });
    await other.close();
  });

  it('opens once for one code on six devices at once, across two processes', async () => {
    const { enter, code } = await lockedOwner();
    const other = await people({ sharing: app });
    const googlecode = code();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => enter(googlecode, { at: attacker(n, n % 2 ? app : other) })),
    );
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
    await other.close();
  });

  it('allows ten password checks from one address, and 300 across all accounts from one address', async () => {
    const { enter, code, wrong } = await lockedOwner();
    const before = app.passwords.checks;
    await Promise.all(Array.from({ length: 25 }, () => enter(wrong(), { password: WRONG, at: attacker(80) })));
    expect(app.passwords.checks - before).toBe(10);
    expect(await enter(code(), { at: attacker(80) })).toMatchObject(LOCKED);
    const now = app.clock.now();
    const { scope, tries } = lockedGuessLimits.address;
    await sql`insert into attempt_windows (scope, subject, tries, expires_at)
      values (${scope}, '203.0.113.81', array_fill(${now}::timestamptz, array[${tries - 1}::int]), ${new Date(now.getTime() + 30 * MINUTE_MS)})`.execute(
      app.db,
    );
    expect(await enter(wrong(), { at: attacker(81) })).toMatchObject(LOCKED);
    expect(await enter(code(), { at: attacker(81) })).toMatchObject(LOCKED);
    expect(await enter(code(), { at: attacker(82) })).toMatchObject({ code: 1 });
  });

  it('also opens for a known device that has used up its own tries', async () => {
    const { username, person, enter, code } = await lockedOwner();
    await Promise.all(Array.from({ length: 10 }, () => person.logIn(username, WRONG)));
    expect(await person.logIn(username)).toMatchObject(LOCKED);
    expect(await enter(code(), { at: person })).toMatchObject({ code: 1 });
  });

  it('reports an address that is not allowed only if password and code are right', async () => {
    const { member } = await app.addMember({ username: 'fenced' });
    const authenticator = await owners.bindApp(await entered('fenced'));
    await lock('fenced');
    app.loginIps.set(member.memberNo, ['198.51.100.1']);
    const enter = (googlecode: string) => attacker(50).logIn('fenced', PASSWORD, { googlecode });
    expect(await enter(owners.codeOf(authenticator.secret, 50))).toMatchObject(LOCKED);
    expect(await enter(owners.codeOf(authenticator.secret))).toMatchObject({ code: 0, error: 'login_ip_not_allowed' });
  });

  it('does not count a try that could not be checked', async () => {
    const { username, enter, code } = await lockedOwner();
    const busy = await people({
      sharing: app,
      whilePasswordsWork: () => Promise.reject(new QueueFullError('too many passwords are waiting')),
    });
    for (let n = 0; n < 12; n += 1)
      expect(await attacker(90, busy).logIn(username, PASSWORD, { googlecode: code() })).toMatchObject({ status: 503 });
    await busy.close();
    expect(await enter(code(), { at: attacker(90) })).toMatchObject({ code: 1 });
  });
});

async function entered(username: string) {
  const person = app.person({ browser: true });
  await person.logIn(username);
  return person;
}
