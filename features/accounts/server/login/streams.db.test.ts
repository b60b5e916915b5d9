import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { streamSessionOf } from '#foundation/server/http/console-api.ts';
import { createLive } from '#foundation/server/live/live.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { PASSWORD, type People, people, type Person } from '../people-for-tests.ts';

const MINUTE_MS = 60_000;
const ROUND_MS = 30_000;
const ENDED = /event: session\.ended\ndata: \{\}\n\n$/;
const MAX_TABS_OF_SESSION = 8;

interface Stream {
  isOver: boolean;
  /** The whole text, once the stream is over. */
  whole: Promise<string>;
}

/** One process that serves event streams. */
interface Process {
  app: People;
  /** How often the process has checked which sessions are still open. */
  checks(): number;
  /** Resolves when every check so far is answered. */
  settled(): Promise<void>;
  open(person: Person): Promise<Stream>;
  close(): Promise<void>;
}

describe('an event stream', () => {
  let first: Process;
  let second: Process;

  beforeAll(async () => {
    // Periodic checks run only when a test calls `round`.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const app = await people();
    first = await serve(app);
    second = await serve(await people({ sharing: app }));
  });
  afterAll(async () => {
    await second.close();
    await first.close();
    vi.useRealTimers();
  });

  async function loggedIn(username: string): Promise<Person> {
    const person = first.app.person();
    expect(await person.logIn(username)).toMatchObject({ code: 1 });
    return person;
  }

  async function round(): Promise<void> {
    vi.advanceTimersByTime(ROUND_MS);
    await Promise.all([first.settled(), second.settled()]);
  }

  test('ends after 60 idle minutes, however many tabs are open or reopened meanwhile', async () => {
    await first.app.addMember({ username: 'idler' });
    const person = await loggedIn('idler');
    const tabs = [await first.open(person), await second.open(person)];
    for (let minute = 1; minute < 60; minute += 1) {
      first.app.clock.advance(MINUTE_MS);
      if (minute % 10 === 0) tabs.push(await first.open(person));
      await round();
    }
    expect(tabs.map(({ isOver }) => isOver)).toEqual(tabs.map(() => false));
    first.app.clock.advance(MINUTE_MS);
    await round();
    for (const { whole } of tabs) expect(await whole).toMatch(ENDED);
    expect(await person.post('/user/info')).toMatchObject({ code: 50008 });
  });

  test('stays open while its user makes a request now and then', async () => {
    await first.app.addMember({ username: 'worker' });
    const person = await loggedIn('worker');
    const tab = await first.open(person);
    for (let n = 0; n < 3; n += 1) {
      first.app.clock.advance(59 * MINUTE_MS);
      expect(await person.post('/user/info')).toMatchObject({ code: 1 });
      await round();
    }
    expect(tab.isOver).toBe(false);
  });

  describe('ends at once on another process, without the periodic check,', () => {
    let number = 0;
    async function twoOf(): Promise<{ userId: bigint; username: string; here: Person; there: Person; tab: Stream }> {
      const username = `ending_${(number += 1)}`;
      const { userId } = await first.app.addMember({ username });
      const here = await loggedIn(username);
      first.app.clock.advance(1);
      const there = await loggedIn(username);
      return { userId, username, here, there, tab: await second.open(there) };
    }
    test('when its user logs out', async () => {
      const { there, here, tab } = await twoOf();
      const left = await second.open(here);
      expect(await there.post('/user/logout')).toMatchObject({ code: 1 });
      expect(await tab.whole).toMatch(ENDED);
      expect(left.isOver).toBe(false);
    });

    test('when its user signs the others out', async () => {
      const { here, tab } = await twoOf();
      const own = await second.open(here);
      expect(await here.post('/user/sessions/end', { id: 'others' })).toMatchObject({ code: 1 });
      expect(await tab.whole).toMatch(ENDED);
      expect(own.isOver).toBe(false);
    });

    test('when its user signs it out', async () => {
      const { here, tab } = await twoOf();
      const { data } = await here.post<{ list: { id: string; current: boolean }[] }>('/user/sessions');
      const id = data?.list.find(({ current }) => !current)?.id;
      expect(await here.post('/user/sessions/end', { id })).toMatchObject({ code: 1 });
      expect(await tab.whole).toMatch(ENDED);
    });

    test('when its user changes the password', async () => {
      const { here, tab } = await twoOf();
      const password = 'Fresh123';
      const change = { oldPassword: PASSWORD, password, confirmPassword: password };
      expect(await here.post('/user/changePassword', change)).toMatchObject({ code: 1 });
      expect(await tab.whole).toMatch(ENDED);
    });

    test('when twenty newer logins replace it', async () => {
      const { username, tab } = await twoOf();
      for (let n = 0; n < 20; n += 1) {
        first.app.clock.advance(1);
        await loggedIn(username);
      }
      expect(await tab.whole).toMatch(ENDED);
    });

    test('when an operator disables the user, and when a link resets the password', async () => {
      const disabled = await twoOf();
      const reset = await twoOf();
      await first.app.addOperator('desk');
      const operator = await loggedIn('desk');
      expect(await operator.post('/operator/user/disable', { id: disabled.userId.toString() })).toMatchObject({
        code: 1,
      });
      expect(await disabled.tab.whole).toMatch(ENDED);
      const { data } = await operator.post<{ link: string }>('/operator/user/startReset', {
        id: reset.userId.toString(),
      });
      const token = /[\w-]{43}$/.exec(data?.link ?? '')?.[0];
      const password = 'Fresh123';
      expect(
        await first.app.person().post('/user/resetPassword', { token, password, confirmPassword: password }),
      ).toMatchObject({ code: 1 });
      expect(await reset.tab.whole).toMatch(ENDED);
    });

    test("when the server's command line resets an operator", async () => {
      await first.app.addOperator('machine');
      const tab = await second.open(await loggedIn('machine'));
      const at = first.app.clock.now();
      const reset = { username: 'machine', passwordHash: undefined, factor: false, enable: false, at };
      expect(await first.app.db.transaction((tx) => first.app.users.resetOperator(tx, reset))).toEqual({
        username: 'machine',
      });
      expect(await tab.whole).toMatch(ENDED);
    });
  });

  /** As if the hint about it were lost. */
  async function endUnheard(username: string): Promise<void> {
    const { rowCount } = await sql`update sessions s set ended_at = ${first.app.clock.now()}
      from users u where u.user_id = s.user_id and u.username = ${username}`.execute(first.app.db);
    expect(rowCount).toBe(1);
  }

  test('ends at the next check when the hint was lost', async () => {
    await first.app.addMember({ username: 'unheard' });
    const tab = await second.open(await loggedIn('unheard'));
    await endUnheard('unheard');
    await round();
    expect(await tab.whole).toMatch(ENDED);
  });

  test('ends as soon as the process hears from the database again, when the connection for hints was lost', async () => {
    await first.app.addMember({ username: 'cut_off' });
    const tab = await second.open(await loggedIn('cut_off'));
    await endUnheard('cut_off');
    const { rows } = await sql<{ cut: boolean }>`select pg_terminate_backend(pid) as cut from pg_stat_activity
      where application_name = 'countinghouse live' and datname = current_database()`.execute(first.app.db);
    expect(rows).toEqual([{ cut: true }, { cut: true }]);
    expect(await tab.whole).toMatch(ENDED);
  });

  test('costs its process one check for all streams together, and each check one statement', async () => {
    const streams: Stream[] = [];
    for (let n = 0; n < 10; n += 1) {
      await first.app.addMember({ username: `crowd_${n}` });
      for (let login = 0; login < 3; login += 1) {
        const person = await loggedIn(`crowd_${n}`);
        for (let tab = 0; tab < MAX_TABS_OF_SESSION; tab += 1) streams.push(await first.open(person));
      }
    }
    await round();
    const before = first.checks();
    let statements = 0;
    const count = () => void (statements += 1);
    first.app.db.pool.on('acquire', count);
    for (let n = 0; n < 10; n += 1) await round();
    first.app.db.pool.off('acquire', count);
    expect(streams.filter(({ isOver }) => !isOver)).toHaveLength(240);
    expect(first.checks() - before).toBe(10);
    // Both processes of this test use the pool. The cached settings also expire after a second and are reread.
    expect(statements).toBeLessThanOrEqual(2 * 10);
  });

  test('is not checked again before the database has answered', async () => {
    await first.app.addMember({ username: 'patient' });
    const person = await loggedIn('patient');
    const tab = await first.open(person);
    await round();
    const before = first.checks();
    const locked = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const slow = first.app.db.transaction(async (tx) => {
      await sql`lock table sessions in access exclusive mode`.execute(tx);
      locked.resolve();
      await free.promise;
      await sql`update sessions s set ended_at = ${first.app.clock.now()}
        from users u where u.user_id = s.user_id and u.username = 'patient'`.execute(tx);
    });
    await locked.promise;
    vi.advanceTimersByTime(20 * ROUND_MS);
    expect(first.checks() - before).toBe(1);
    free.resolve();
    await slow;
    await first.settled();
    expect(await tab.whole).toMatch(ENDED);
    // Everything that came up while the database was slow takes one more check.
    expect(first.checks() - before).toBeLessThanOrEqual(2);
  });
});

async function serve(app: People): Promise<Process> {
  const { db, clock, sessions } = app;
  const live = createLive({ connectionString: db.connectionString, pool: db.pool, log: silentLog });
  const asked: Promise<unknown>[] = [];
  const endpoint = { authenticate: sessions.authenticate, secure: false, clock };
  live.serve(app.server, '/api/events', {
    of: (request) => streamSessionOf(request, endpoint),
    stillOpen: (sessionIds) => {
      const answer = sessions.stillOpen(sessionIds);
      asked.push(answer.catch(() => undefined));
      return answer;
    },
  });
  const origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    checks: () => asked.length,
    settled: async () => void (await Promise.all(asked)),
    async open(person) {
      const reply = await fetch(`${origin}/api/events`, { headers: { 'x-token': person.token ?? '' } });
      const user = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
      const hello = await user?.read();
      let text = hello?.value ?? '';
      expect(text).toMatch(/^: hello\n\n/);
      const rest = async (): Promise<string> => {
        for (;;) {
          const { done, value } = (await user?.read()) ?? { done: true, value: '' };
          text += value ?? '';
          if (!done) continue;
          stream.isOver = true;
          return text;
        }
      };
      const stream: Stream = { isOver: false, whole: rest() };
      return stream;
    },
    async close() {
      await live.stop();
      await app.close();
    },
  };
}
