import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueueFullError } from '#foundation/server/postgres/batcher.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { type People, people, type Person } from '../people-for-tests.ts';

const MINUTE_MS = 60_000;
const WRONG = 'Wrong1234';

let app: People;
beforeAll(async () => {
  app = await people();
});
afterAll(() => app.close());

/** Guesses from a hundred addresses, so that only the account's own limit applies. */
const attacker = (n: number): Person => app.person({ ip: `203.0.113.${n % 100}` });
const guesses = (account: string, count: number, from = 0) =>
  Promise.all(Array.from({ length: count }, (_, n) => attacker(from + n).logIn(account, WRONG)));

describe('guessing a password', () => {
  it.each([
    ['an account', 'guessed1'],
    ['an account that does not exist', 'nobody1'],
  ])('of %s from 100 addresses, 60 times at once, checks exactly 10', async (_, account) => {
    if (account === 'guessed1') await app.addMember({ username: account });
    const before = app.passwords.checks;
    const answers = await guesses(account, 60);
    expect(app.passwords.checks - before).toBe(10);
    expect(answers.filter(({ error }) => error === 'login_wrong')).toHaveLength(10);
    expect(answers.filter(({ error }) => error === 'login_locked')).toHaveLength(50);
    expect(await attacker(1).logIn(account, WRONG)).toMatchObject({
      code: 0,
      error: 'login_locked',
      msg: expect.stringContaining('30 min'),
    });
  });

  it('by username and by mobile shares one count, even across two processes', async () => {
    await app.addMember({ username: 'guessed2', mobile: '13800000020' });
    const other = await people({ sharing: app });
    const before = app.passwords.checks + other.passwords.checks;
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 ? app : other).person({ ip: `203.0.113.${n}` }).logIn(n % 4 < 2 ? 'guessed2' : '13800000020', WRONG),
      ),
    );
    expect(app.passwords.checks + other.passwords.checks - before).toBe(10);
    await other.close();
  });

  it.each([
    ['a user has', '13800000021'],
    ['no user has', '13800000022'],
  ])('by a number that %s shares one count, however it is typed', async (who, number) => {
    if (who === 'a user has') await app.addMember({ username: 'guessed_nr', mobile: number });
    const forms = [
      number,
      `+86 ${number}`,
      `0086${number}`,
      `\u202d${number}\u202c`,
      number.replace(/^(\d{3})/, '$1 '),
    ];
    const before = app.passwords.checks;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => attacker(n).logIn(forms[n % forms.length] ?? '', WRONG)),
    );
    expect(app.passwords.checks - before).toBe(10);
    expect(answers.filter(({ error }) => error === 'login_locked')).toHaveLength(10);
  });

  it('is limited in a sliding window: after 30 minutes there are 10 more tries, and the right password works again', async () => {
    await app.addMember({ username: 'guessed3' });
    await guesses('guessed3', 12);
    expect(await attacker(50).logIn('guessed3')).toMatchObject({ error: 'login_locked' });
    app.clock.advance(30 * MINUTE_MS - 1);
    expect(await attacker(50).logIn('guessed3')).toMatchObject({ error: 'login_locked' });
    app.clock.advance(1);
    expect(await attacker(50).logIn('guessed3')).toMatchObject({ code: 1 });
  });

  it('gets no extra tries from successful logins in between: right passwords neither count nor clear the count', async () => {
    await app.addMember({ username: 'guessed4' });
    await guesses('guessed4', 5);
    for (let n = 0; n < 12; n += 1) expect((await attacker(n).logIn('guessed4')).code).toBe(1);
    const answers = await guesses('guessed4', 20, 20);
    expect(answers.filter(({ error }) => error === 'login_wrong')).toHaveLength(5);
  });

  it('does not lock the owner out: a device that has logged in before has ten tries of its own', async () => {
    await app.addMember({ username: 'guessed5' });
    const owner = app.person({ browser: true, ip: '203.0.113.200' });
    await owner.logIn('guessed5');
    await guesses('guessed5', 30);
    expect(await app.person({ browser: true, ip: '203.0.113.200' }).logIn('guessed5')).toMatchObject({
      error: 'login_locked',
    });
    app.clock.advance(MINUTE_MS);
    for (let n = 0; n < 12; n += 1) expect(await owner.logIn('guessed5')).toMatchObject({ code: 1 });
    expect((await guesses('guessed5', 5)).every(({ error }) => error === 'login_locked')).toBe(true);
    const before = app.passwords.checks;
    const answers = await Promise.all(Array.from({ length: 30 }, () => owner.logIn('guessed5', WRONG)));
    expect(app.passwords.checks - before).toBe(10);
    expect(answers.filter(({ error }) => error === 'login_locked')).toHaveLength(20);
  });

  it('from a known device counts for all other devices too', async () => {
    await app.addMember({ username: 'guessed6' });
    const owner = app.person();
    await owner.logIn('guessed6');
    await Promise.all(Array.from({ length: 10 }, () => owner.logIn('guessed6', WRONG)));
    const before = app.passwords.checks;
    await guesses('guessed6', 20);
    expect(app.passwords.checks).toBe(before);
  });

  it('counts for a disabled user too, whose password is never right', async () => {
    const { userId } = await app.addMember({ username: 'disabled2' });
    await sql`update users set state = 'disabled' where user_id = ${userId}`.execute(app.db);
    const answers = await Promise.all(Array.from({ length: 15 }, (_, n) => attacker(n).logIn('disabled2')));
    expect(answers.filter(({ error }) => error === 'login_wrong')).toHaveLength(10);
    expect(answers.filter(({ error }) => error === 'login_locked')).toHaveLength(5);
  });

  it("from another user's device counts as a stranger's", async () => {
    await app.addMember({ username: 'guessed7' });
    await app.addMember({ username: 'attacker' });
    const attacker = app.person({ browser: true });
    await attacker.logIn('attacker');
    await guesses('guessed7', 10);
    expect(await attacker.logIn('guessed7', WRONG)).toMatchObject({ error: 'login_locked' });
  });

  it('across many accounts from one address ends after 300 tries', async () => {
    const before = app.passwords.checks;
    const thief = app.person({ ip: '192.0.2.66' });
    const answers = [];
    for (let round = 0; round < 8; round += 1)
      answers.push(
        ...(await Promise.all(Array.from({ length: 40 }, (_, n) => thief.logIn(`victim_${round}_${n}`, WRONG)))),
      );
    expect(app.passwords.checks - before).toBe(300);
    expect(answers.filter(({ error }) => error === 'login_locked')).toHaveLength(20);
  });

  it("from the owner's address locks all others there, but not the owner's device", async () => {
    await app.addMember({ username: 'guessed9' });
    const owner = app.person({ ip: '192.0.2.66' });
    app.clock.advance(30 * MINUTE_MS);
    await owner.logIn('guessed9');
    for (let round = 0; round < 8; round += 1)
      await Promise.all(
        Array.from({ length: 40 }, (_, n) => app.person({ ip: '192.0.2.66' }).logIn(`other_${round}_${n}`, WRONG)),
      );
    expect(await app.person({ ip: '192.0.2.66' }).logIn('guessed9')).toMatchObject({ error: 'login_locked' });
    expect(await owner.logIn('guessed9')).toMatchObject({ code: 1 });
  });

  it('is not counted if the password could not be checked because too many wait', async () => {
    await app.addMember({ username: 'guessed8' });
    const busy = await people({
      sharing: app,
      whilePasswordsWork: () => Promise.reject(new QueueFullError('too many passwords are waiting')),
    });
    for (let n = 0; n < 12; n += 1)
      expect(await busy.person().logIn('guessed8')).toMatchObject({ status: 503, code: 0, error: 'unavailable' });
    await busy.close();
    const answers = await guesses('guessed8', 15);
    expect(answers.filter(({ error }) => error === 'login_wrong')).toHaveLength(10);
  });
});
