import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionJobs } from '#features/sessions/server/jobs.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import type { Answer } from '#foundation/server/http/visitor-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { LoggedIn } from '../../contract.ts';
import { PASSWORD, type People, people, type Person } from '../people-for-tests.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('a session', () => {
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

  describe('of a program', () => {
    it('needs only its token, and gets no second half', async () => {
      await app.addMember({ username: 'program' });
      const program = await loggedIn('program');
      expect(program.cookies.has('Admin-Half')).toBe(false);
      program.cookies.clear();
      expect(await isIn(program)).toBe(true);
    });

    it('needs only its token too if the program is a script with the fetch of Node', async () => {
      const own = await people({ sharing: app });
      const address = await own.server.listen({ port: 0, host: '127.0.0.1' });
      const request = async (path: string, body: object, headers: Record<string, string> = {}) => {
        const reply = await fetch(`${address}/api${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        });
        return (await reply.json()) as Answer<LoggedIn>;
      };
      const { data } = await request('/user/login', { account: 'program', password: PASSWORD });
      expect(await request('/user/info', {}, { 'x-token': data?.userinfo.token ?? '' })).toMatchObject({ code: 1 });
      await own.close();
    });

    it('is never opened by a cookie, a query or a body', async () => {
      const program = await loggedIn('program');
      const token = program.token ?? '';
      const thief = app.person();
      thief.cookies.set('Admin-Token', token).set('X-Token', token);
      expect(await thief.post('/user/info', { token })).toMatchObject({ code: 50008 });
      expect(await thief.post(`/user/info?token=${token}&X-Token=${token}`)).toMatchObject({ code: 50008 });
    });

    it.each(['', 'x', 'x'.repeat(300), '%00', "' or 1=1 --", 'A'.repeat(43)])('is not opened by %j', async (token) => {
      const thief = app.person();
      thief.token = token;
      expect(await thief.post('/user/info')).toMatchObject({ status: 200, code: 50008 });
    });
  });

  describe('of a browser', () => {
    it('needs both halves, and each only works with the other', async () => {
      await app.addMember({ username: 'browser1' });
      await app.addMember({ username: 'browser2' });
      const one = await loggedIn('browser1', { browser: true });
      const sameUser = await loggedIn('browser1', { browser: true });
      const another = await loggedIn('browser2', { browser: true });
      expect(await isIn(one)).toBe(true);

      const own = secondHalf(one);
      for (const foreign of [secondHalf(sameUser), secondHalf(another), '', 'x', `${own}x`]) {
        one.cookies.set('Admin-Half', foreign);
        expect(await isIn(one)).toBe(false);
      }
      one.cookies.delete('Admin-Half');
      expect(await isIn(one)).toBe(false);
      one.cookies.set('Admin-Half', own);
      expect(await isIn(one)).toBe(true);
    });

    it('is refused in a tab when another login in the browser has replaced it: the request carries the other half', async () => {
      await app.addMember({ username: 'tab_a' });
      await app.addMember({ username: 'tab_b' });
      const browser = await loggedIn('tab_a', { browser: true });
      const ofTab1 = browser.token;
      expect(await browser.logIn('tab_b')).toMatchObject({ code: 1 });
      const ofTab2 = browser.token;

      browser.token = ofTab1;
      expect(await browser.post('/user/info')).toMatchObject({ code: 50008 });
      expect(await browser.post('/user/logout')).toMatchObject({ code: 50008 });
      browser.token = ofTab2;
      expect(await browser.post('/user/info')).toMatchObject({ code: 1, data: { userinfo: { username: 'tab_b' } } });
    });

    it('stores the half and the device in cookies that no script and no other site can use', async () => {
      const one = await loggedIn('browser1', { browser: true });
      expect(one.cookieLines).toEqual([
        expect.stringMatching(
          /^Admin-Half=[\w-]{43}; Path=\/; Expires=Sat, 21 Nov 2026 04:00:00 GMT; HttpOnly; SameSite=Strict$/,
        ),
        expect.stringMatching(
          /^Admin-Device=[\w-]{43}; Path=\/; Expires=Sat, 20 Nov 2027 04:00:00 GMT; HttpOnly; SameSite=Strict$/,
        ),
      ]);
    });

    it('gets a new token and a new half at every login, and stays the same device', async () => {
      const one = await loggedIn('browser1', { browser: true });
      const before = { token: one.token, half: secondHalf(one), device: one.cookies.get('Admin-Device') };
      await one.logIn('browser1');
      expect(one.token).not.toBe(before.token);
      expect(secondHalf(one)).not.toBe(before.half);
      expect(one.cookies.get('Admin-Device')).toBe(before.device);
    });

    it('accepts no token, half or device that the client made up', async () => {
      const forger = app.person({ browser: true });
      forger.token = 'A'.repeat(43);
      forger.cookies.set('Admin-Half', 'B'.repeat(43)).set('Admin-Device', 'short');
      await forger.logIn('browser1');
      expect(forger.token).not.toBe('A'.repeat(43));
      expect(secondHalf(forger)).not.toBe('B'.repeat(43));
      expect(forger.cookies.get('Admin-Device')).toMatch(/^[\w-]{43}$/);
    });
  });

  it('is stored as hashes: no token, half or device is in the database', async () => {
    const one = await loggedIn('browser1', { browser: true });
    const kept = await sql<{ text: string }>`
      select string_agg(t::text, ' ') as text from (select s::text as t from sessions s union all select d::text from known_devices d) as all_rows`.execute(
      app.db,
    );
    const text = kept.rows[0]?.text ?? '';
    expect(text).toContain(sha256(one.token ?? '').toString('hex'));
    for (const secret of [one.token, ...one.cookies.values()]) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret ?? '').toString('hex'));
    }
  });

  it('can be one of twenty, even when all are opened at once', async () => {
    await app.addMember({ username: 'twenty' });
    const all = await Promise.all(Array.from({ length: 20 }, () => loggedIn('twenty')));
    for (const person of all) expect(await isIn(person)).toBe(true);
  });

  describe('ends', () => {
    it('at logout, only this one, and its cookie is cleared', async () => {
      await app.addMember({ username: 'leaver' });
      const leaving = await loggedIn('leaver', { browser: true });
      const staying = await loggedIn('leaver', { browser: true });
      const { token } = leaving;
      const half = secondHalf(leaving);
      expect(await leaving.post('/user/logout')).toMatchObject({ code: 1 });
      expect(leaving.cookieLines.at(-1)).toMatch(/^Admin-Half=; Path=\/; Expires=Thu, 01 Jan 1970/);
      leaving.token = token;
      leaving.cookies.set('Admin-Half', half);
      expect(await isIn(leaving)).toBe(false);
      expect(await leaving.post('/user/logout')).toMatchObject({ code: 50008 });
      expect(await isIn(staying)).toBe(true);
    });

    it('after the idle time; a request in between extends it, also on another process', async () => {
      const other = await people({ sharing: app });
      const person = await loggedIn('program');
      app.clock.advance(59 * MINUTE_MS);
      const elsewhere = other.person();
      elsewhere.token = person.token;
      expect(await isIn(elsewhere)).toBe(true);
      app.clock.advance(59 * MINUTE_MS);
      expect(await isIn(person)).toBe(true);
      app.clock.advance(60 * MINUTE_MS);
      expect(await isIn(person)).toBe(false);
      await other.close();
    });

    it('after the idle time, although its open page makes requests by itself every minute', async () => {
      const person = await loggedIn('program');
      const headers = { 'x-token': person.token ?? '', 'x-unattended': '1' };
      const request = async () => (await app.server.inject({ method: 'POST', url: '/api/user/info', headers })).json();
      for (let minute = 1; minute < 60; minute += 1) {
        app.clock.advance(MINUTE_MS);
        expect(await request()).toMatchObject({ code: 1 });
      }
      app.clock.advance(MINUTE_MS);
      expect(await request()).toMatchObject({ code: 50008 });
    });

    it('after the absolute time, however busy', async () => {
      const person = await loggedIn('program');
      for (let n = 0; n < 47; n += 1) {
        app.clock.advance(30 * MINUTE_MS);
        expect(await isIn(person)).toBe(true);
      }
      app.clock.advance(30 * MINUTE_MS);
      expect(await isIn(person)).toBe(false);
    });

    it("by the platform's settings, within a second after they change", async () => {
      await app.setSettings({ sessionIdleMinutes: 5, sessionHours: 1 });
      const person = app.person();
      const answer = await person.logIn('program');
      expect(answer.data?.userinfo.expiretime).toBe(app.clock.now().getTime() / 1000 + 3600);
      app.clock.advance(5 * MINUTE_MS);
      expect(await isIn(person)).toBe(false);
      await app.setSettings({ sessionIdleMinutes: 60, sessionHours: 24 });
    });

    it('at once, on every process, when the user is disabled', async () => {
      const { userId } = await app.addMember({ username: 'banned' });
      const other = await people({ sharing: app });
      const person = await loggedIn('banned');
      const elsewhere = other.person();
      elsewhere.token = person.token;
      expect(await isIn(elsewhere)).toBe(true);
      await sql`update users set state = 'disabled' where user_id = ${userId}`.execute(app.db);
      expect(await isIn(person)).toBe(false);
      expect(await isIn(elsewhere)).toBe(false);
      await other.close();
    });

    it('for all of a user but one, and for no other user', async () => {
      await app.addMember({ username: 'many' });
      const [kept, ...others] = await Promise.all([loggedIn('many'), loggedIn('many'), loggedIn('many')]);
      const bystander = await loggedIn('program');
      const session = await app.sessions.authenticate(kept.token ?? '', undefined);
      if (!session) throw new Error('no session');
      expect(await app.db.transaction((tx) => app.sessions.endOtherSessions(tx, session))).toBe(2);
      expect(await isIn(kept)).toBe(true);
      for (const other of others) expect(await isIn(other)).toBe(false);
      expect(await isIn(bystander)).toBe(true);
    });
  });

  it('stores when it was last seen at most once a minute', async () => {
    const person = await loggedIn('program');
    const loginAt = app.clock.now();
    const lastSeen = async (): Promise<Date | undefined> =>
      (
        await sql<{
          at: Date;
        }>`select last_seen_at as at from sessions where token_hash = ${sha256(person.token ?? '')}`.execute(app.db)
      ).rows[0]?.at;
    app.clock.advance(MINUTE_MS - 1);
    await isIn(person);
    expect(await lastSeen()).toEqual(loginAt);
    app.clock.advance(1);
    await isIn(person);
    expect(await lastSeen()).toEqual(app.clock.now());
  });

  it('is deleted 30 days after it ended, and no open one ever is; devices after a year', async () => {
    const [sweep] = sessionJobs({ db: app.db, clock: app.clock });
    const count = async (what: 'sessions' | 'known_devices'): Promise<number> =>
      Number((await sql<{ n: bigint }>`select count(*) as n from ${sql.ref(what)}`.execute(app.db)).rows[0]?.n);
    await sweep?.run();
    await sql`delete from sessions`.execute(app.db);
    await sql`delete from known_devices`.execute(app.db);
    const leaving = await loggedIn('program');
    await leaving.post('/user/logout');
    app.clock.advance(30 * 24 * HOUR_MS);
    const open = await loggedIn('program');
    await sweep?.run();
    expect(await count('sessions')).toBe(2);
    app.clock.advance(1);
    await sweep?.run();
    expect(await count('sessions')).toBe(1);
    expect(await isIn(open)).toBe(true);
    expect(await count('known_devices')).toBe(2);
    app.clock.advance(335 * 24 * HOUR_MS);
    await sweep?.run();
    expect(await count('known_devices')).toBe(1);
  });

  it('of a program that keeps no cookies never adds more than 50 devices', async () => {
    const { userId } = await app.addMember({ username: 'forgetful' });
    for (let n = 0; n < 55; n += 1) {
      app.clock.advance(1_000);
      await app.person().logIn('forgetful', PASSWORD);
    }
    const { rows } = await sql<{
      n: bigint;
    }>`select count(*) as n from known_devices where user_id = ${userId}`.execute(app.db);
    expect(rows[0]?.n).toBe(50n);
  });
});

async function isIn(person: Person): Promise<boolean> {
  const { code } = await person.post('/user/info');
  if (code !== 1 && code !== 50008) throw new Error(`neither in nor out: ${code}`);
  return code === 1;
}

function secondHalf(person: Person): string {
  return person.cookies.get('Admin-Half') ?? '';
}
