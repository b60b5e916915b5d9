import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionRow } from '#features/sessions/contract.ts';
import { untilLocksAwaited } from '#foundation/server/postgres/lock-waits-for-tests.ts';
import { PASSWORD, type People, people, type Person } from '../people-for-tests.ts';

const MINUTE_MS = 60_000;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

interface Listed {
  list: SessionRow[];
  total: number;
}

describe('the sessions of a user', () => {
  let app: People;
  /** Another process on the same database. */
  let sharing: People;
  beforeAll(async () => {
    app = await people();
    sharing = await people({ sharing: app });
    for (const username of ['alice', 'bob']) await app.addMember({ username });
  });
  afterAll(async () => {
    await sharing.close();
    await app.close();
  });

  async function loggedIn(username: string, from: Parameters<People['person']>[0] = {}): Promise<Person> {
    const person = app.person(from);
    expect(await person.logIn(username)).toMatchObject({ code: 1 });
    return person;
  }
  const sessionsOf = async (person: Person): Promise<SessionRow[]> =>
    (await person.post<Listed>('/user/sessions')).data?.list ?? [];
  const isIn = async (person: Person): Promise<boolean> => (await person.post('/user/info')).code === 1;
  /** The same session at the other process. */
  function elsewhere(person: Person): Person {
    const same = sharing.person();
    same.token = person.token;
    return same;
  }
  const logs = async (person: Person): Promise<unknown[]> =>
    (await person.post<{ list: { action: string; object: string }[] }>('/user/logs')).data?.list ?? [];

  it("are listed with device and times, the calling one first, then the last seen, and no other user's", async () => {
    await loggedIn('bob');
    const first = await loggedIn('alice', { browser: true, userAgent: CHROME, ip: '203.0.113.1' });
    const createdAt = app.clock.now().toISOString();
    app.clock.advance(5 * MINUTE_MS);
    const second = await loggedIn('alice', { userAgent: 'shop-client/2.1', ip: '2001:db8::7' });
    const rows = await sessionsOf(second);
    expect(rows).toEqual([
      {
        id: expect.any(String),
        device: 'shop-client',
        ip: '2001:db8::7',
        createdAt: app.clock.now().toISOString(),
        lastSeenAt: app.clock.now().toISOString(),
        current: true,
      },
      {
        id: expect.any(String),
        device: 'Chrome on Windows',
        ip: '203.0.113.1',
        createdAt,
        lastSeenAt: createdAt,
        current: false,
      },
    ]);
    expect(await first.post('/user/sessions')).toMatchObject({
      data: { total: 2, list: [{ device: 'Chrome on Windows', current: true }, { current: false }] },
    });
  });

  it('are left out of the list if ended, idle for too long, or expired', async () => {
    await app.addMember({ username: 'carol' });
    const gone = await loggedIn('carol');
    await gone.post('/user/logout');
    const idle = await loggedIn('carol');
    const { sessionIdleMinutes } = await app.platform.settings();
    app.clock.advance((sessionIdleMinutes - 1) * MINUTE_MS);
    const here = await loggedIn('carol');
    expect(await sessionsOf(here)).toHaveLength(2);
    app.clock.advance(MINUTE_MS);
    expect(await sessionsOf(here)).toHaveLength(1);
    expect(await isIn(idle)).toBe(false);
  });

  it('end one at a time, at once on every process', async () => {
    await app.addMember({ username: 'dora' });
    const [here, lost] = [await loggedIn('dora'), await loggedIn('dora', { userAgent: CHROME, ip: '203.0.113.2' })];
    expect(await isIn(elsewhere(lost))).toBe(true);
    const row = (await sessionsOf(here)).find(({ current }) => !current);
    expect(await here.post('/user/sessions/end', { id: row?.id })).toMatchObject({ code: 1 });
    expect(await elsewhere(lost).post('/user/info')).toMatchObject({ code: 50008 });
    expect(await isIn(lost)).toBe(false);
    expect(await isIn(here)).toBe(true);
    expect(await logs(here)).toMatchObject([
      { action: 'session_ended', object: 'Chrome on Windows, 203.0.113.2' },
      { action: 'login' },
      { action: 'login' },
    ]);
  });

  it('end all but the calling one', async () => {
    await app.addMember({ username: 'emil' });
    const others = [await loggedIn('emil'), await loggedIn('emil', { browser: true }), await loggedIn('emil')];
    const here = await loggedIn('emil');
    expect(await here.post('/user/sessions/end', { id: 'others' })).toMatchObject({ code: 1 });
    for (const other of others) expect(await isIn(other)).toBe(false);
    expect(await isIn(elsewhere(here))).toBe(true);
    expect(await sessionsOf(here)).toHaveLength(1);
    expect((await logs(here))[0]).toMatchObject({ action: 'sessions_ended' });
  });

  it('are not logged as ended if there was no other', async () => {
    await app.addMember({ username: 'fay' });
    const here = await loggedIn('fay');
    expect(await here.post('/user/sessions/end', { id: 'others' })).toMatchObject({ code: 1 });
    expect(await logs(here)).toMatchObject([{ action: 'login' }]);
  });

  it('can only be ended by their own user, and once', async () => {
    await app.addMember({ username: 'gus' });
    const [gus, bob] = [await loggedIn('gus'), await loggedIn('bob')];
    const [own] = await sessionsOf(gus);
    expect(await bob.post('/user/sessions/end', { id: own?.id })).toMatchObject({ code: 0, error: 'not_found' });
    expect(await isIn(gus)).toBe(true);
    const second = await loggedIn('gus');
    expect(await second.post('/user/sessions/end', { id: own?.id })).toMatchObject({ code: 1 });
    expect(await second.post('/user/sessions/end', { id: own?.id })).toMatchObject({ code: 0, error: 'not_found' });
  });

  it.each([
    ['/user/changePassword', { oldPassword: PASSWORD, password: 'Another123', confirmPassword: 'Another123' }],
    ['/user/bindGoogleQrcode', {}],
  ])("can't change anything if they end during a request: %s", async (path, input) => {
    const username = path.slice(6, 12);
    const { userId } = await app.addMember({ username });
    const [owner, thief] = [await loggedIn(username), await loggedIn(username)];
    const { secret = '' } = (await thief.post<{ secret: string }>('/user/getGoogleQrcode')).data ?? {};
    const code = generateSync({ strategy: 'totp', secret, epoch: Math.floor(app.clock.now().getTime() / 1000) });
    const end = await app.db.pool.connect();
    await end.query('begin');
    await end.query('select from users where user_id = $1 for update', [userId]);
    const change = thief.post(path, path.endsWith('Qrcode') ? { secret, code } : input);
    await untilLocksAwaited(app.db.pool);
    await end.query('update sessions set ended_at = created_at where session_id <> $1 and user_id = $2', [
      (await sessionsOf(owner))[0]?.id,
      userId,
    ]);
    await end.query('commit');
    end.release();
    expect(await change).toMatchObject({ code: 50008 });
    expect(await isIn(owner)).toBe(true);
    expect(await app.factors.hasAuthenticator(userId)).toBe(false);
    expect(await app.person().logIn(username)).toMatchObject({ code: 1 });
  });

  it.each(['', 'all', '1', "' or 1=1"])("can't be ended with the invalid id %j", async (id) => {
    const bob = await loggedIn('bob');
    expect(await bob.post('/user/sessions/end', { id })).toMatchObject({
      code: -1,
      fields: { id: expect.any(String) },
    });
  });

  it('are listed only for a logged-in user', async () => {
    expect(await app.person().post('/user/sessions')).toMatchObject({ code: 50008 });
    expect(await app.person().post('/user/sessions/end', { id: 'others' })).toMatchObject({ code: 50008 });
  });
});
