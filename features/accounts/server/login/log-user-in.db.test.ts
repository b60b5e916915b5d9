import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAudit } from '#features/audit/server/verify.ts';
import { type People, people, type Person } from '../people-for-tests.ts';

const DAY_MS = 24 * 3_600_000;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

interface Listed<Row> {
  list: Row[];
}

describe('a login', () => {
  let app: People;
  beforeAll(async () => {
    app = await people();
  });
  afterAll(() => app.close());

  async function loggedIn(username: string, from: Parameters<People['person']>[0] = {}): Promise<Person> {
    const person = app.person(from);
    expect(await person.logIn(username)).toMatchObject({ code: 1 });
    return person;
  }
  const bell = async (person: Person): Promise<string[]> =>
    (await person.post<Listed<{ text: string }>>('/notice/list')).data?.list.map(({ text }) => text) ?? [];
  const logs = async (person: Person): Promise<object[]> =>
    (await person.post<Listed<object>>('/user/logs')).data?.list ?? [];
  const rows = async (): Promise<bigint> =>
    (await app.db.pool.query<{ count: bigint }>('select count(*) from audit_log')).rows[0]?.count ?? -1n;

  describe('is logged,', () => {
    it('and so is the logout, with address and device', async () => {
      await app.addMember({ username: 'alice' });
      await (await loggedIn('alice', { ip: '203.0.113.1', userAgent: CHROME })).post('/user/logout');
      const again = await loggedIn('alice', { ip: '203.0.113.1', userAgent: CHROME });
      const from = { ip: '203.0.113.1', device: 'Chrome on Windows', result: 'done', object: '' };
      expect(await logs(again)).toMatchObject([
        { action: 'login', ...from },
        { action: 'logout', ...from },
        { action: 'login', ...from },
      ]);
    });

    it('also with a wrong password, and with a right one from an address that is not allowed', async () => {
      const { member } = await app.addMember({ username: 'bob' });
      await app.person({ ip: '203.0.113.66' }).logIn('bob', 'Wrong1234');
      app.loginIps.set(member.memberNo, ['198.51.100.1']);
      await app.person({ ip: '203.0.113.67' }).logIn('BOB');
      expect(await logs(await loggedIn('bob'))).toMatchObject([
        { action: 'login' },
        { action: 'login_failed', result: 'refused', ip: '203.0.113.67' },
        { action: 'login_failed', result: 'refused', ip: '203.0.113.66' },
      ]);
    });

    it('but not for an unknown account', async () => {
      const before = await rows();
      expect(await app.person().logIn('nobody1')).toMatchObject({ error: 'login_wrong' });
      expect(await app.person().logIn('13900000000')).toMatchObject({ error: 'login_wrong' });
      expect(await rows()).toBe(before);
      const { rows: heads } = await app.db.pool.query('select from audit_heads where chain < 0');
      expect(heads).toHaveLength(0);
    });

    it('in intact chains, even when many log in and fail at once', async () => {
      await app.addMember({ username: 'crowd' });
      await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          app.person().logIn('crowd', index % 4 === 0 ? 'Wrong1234' : undefined),
        ),
      );
      expect((await logs(await loggedIn('crowd'))).length).toBeGreaterThan(9);
      expect((await checkAudit(app.db, app.sealer)).broken).toBeUndefined();
    });
  });

  describe('from a device', () => {
    it("that is the user's first sends no notice", async () => {
      await app.addMember({ username: 'dora' });
      expect(await bell(await loggedIn('dora', { browser: true }))).toEqual([]);
    });

    it('that was never seen before notifies the owner, once, in the bell and on the phone', async () => {
      await app.addMember({ username: 'emil', mobile: '13800000005' });
      const own = await loggedIn('emil', { browser: true });
      const attacker = await loggedIn('emil', { browser: true, userAgent: CHROME, ip: '203.0.113.5' });
      const text =
        'New device logged in: Chrome on Windows, 203.0.113.5. If this wasn’t you, change your password and log out your other sessions.';
      expect(await bell(own)).toEqual([text]);
      expect((await app.db.pool.query("select sms_to from notices where sms_to = '13800000005'")).rowCount).toBe(1);
      await attacker.logIn('emil');
      await own.logIn('emil');
      expect(await bell(own)).toEqual([text]);
    });

    it("sends its notice in the owner's language, whatever language the new login has", async () => {
      await app.addMember({ username: 'olga', mobile: '13800000015' });
      await loggedIn('olga', { browser: true, language: 'zh' });
      await loggedIn('olga', { browser: true, language: 'th' });
      const { rows: sent } = await app.db.pool.query("select sms_language from notices where sms_to = '13800000015'");
      expect(sent).toEqual([{ sms_language: 'zh' }]);
    });

    it('with a made-up token is a new device', async () => {
      await app.addMember({ username: 'fay' });
      await loggedIn('fay', { browser: true });
      const forger = app.person({ browser: true });
      forger.cookies.set('Admin-Device', 'A'.repeat(43));
      await forger.logIn('fay');
      expect(await bell(forger)).toHaveLength(1);
    });

    it('that keeps no cookies is recognized by its name and address', async () => {
      await app.addMember({ username: 'gus' });
      const program = { userAgent: 'shop-client/2.1', ip: '203.0.113.8' };
      await loggedIn('gus', program);
      expect(await bell(await loggedIn('gus', program))).toHaveLength(0);
      expect(await bell(await loggedIn('gus', { ...program, ip: '203.0.113.9' }))).toHaveLength(1);
      expect(await bell(await loggedIn('gus', { ...program, userAgent: 'other/1.0' }))).toHaveLength(2);
    });

    it('that was not seen for a year is new again', async () => {
      await app.addMember({ username: 'hans' });
      const browser = await loggedIn('hans', { browser: true });
      app.clock.advance(364 * DAY_MS);
      await browser.logIn('hans');
      expect(await bell(browser)).toHaveLength(0);
      app.clock.advance(365 * DAY_MS + 1);
      await browser.logIn('hans');
      expect(await bell(browser)).toHaveLength(1);
    });
  });

  it('sets the language of messages to the user', async () => {
    const { userId } = await app.addMember({ username: 'ines' });
    expect(await app.users.languageOf(userId)).toBe('en');
    await loggedIn('ines', { language: 'es-MX,es;q=0.9' });
    expect(await app.users.languageOf(userId)).toBe('es');
  });
});
