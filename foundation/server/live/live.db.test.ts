import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as refreshSoon } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Code } from '#foundation/core/envelope.ts';
import type { Session } from '#foundation/core/session.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { checkStreamsOnCommit, createLive, hintOnCommit, type Live } from './live.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';

let db: TestDatabase;
const opened: { close(): Promise<void> }[] = [];
const sessions = new Map<string, Session>();

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(async () => {
  for (const { close } of opened) await close();
  await db.close();
});

/** One process with its own hub and server. */
async function startHub(): Promise<{ live: Live; origin: string }> {
  const live = createLive({ connectionString: db.connectionString, pool: db.pool, log: silentLog });
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  live.serve(server, '/api/events', {
    of: async (request) =>
      sessions.get(String(request.headers['x-token'])) ?? {
        code: Code.loggedOut,
        msg: '',
        time: 0,
        error: 'logged_out',
      },
    stillOpen: async (sessionIds) => {
      const known = new Set([...sessions.values()].map(({ sessionId }) => sessionId));
      return new Set(sessionIds.filter((sessionId) => known.has(sessionId)));
    },
  });
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  opened.push({ close: async () => void (await Promise.all([live.stop(), server.close()])) });
  return { live, origin };
}

/** Reads a stream until it contains the expected text, or ends. */
async function listenFor(
  origin: string,
  token: string,
  wanted: RegExp,
): Promise<{ received: Promise<string>; ready: Promise<void> }> {
  const reply = await fetch(`${origin}/api/events`, { headers: { 'x-token': token } });
  const user = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let hello: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (hello = resolve));
  const received = (async () => {
    for (;;) {
      const { done, value } = (await user?.read()) ?? { done: true, value: '' };
      text += value ?? '';
      if (text.includes(': hello')) hello();
      if (done || wanted.test(text)) return text;
    }
  })();
  return { received, ready };
}

test('a hint reaches the consoles of its member in every process, and no others', async () => {
  const [here, there] = [await startHub(), await startHub()];
  sessions.set('shop', { sessionId: '1', userId: 1n, username: 'shop', role: 'member', memberNo: 1n });
  sessions.set('other', { sessionId: '2', userId: 2n, username: 'other', role: 'member', memberNo: 2n });
  const mine = await listenFor(there.origin, 'shop', /for-all/);
  const foreign = await listenFor(there.origin, 'other', /for-all/);
  await Promise.all([mine.ready, foreign.ready]);
  // Hints can be lost until the listening connections are open.
  const again = setInterval(() => {
    here.live.publish({ memberNo: 1n, event: 'order.paid', data: { systemNo: '7' } });
    here.live.publish({ memberNo: 1n, event: 'order.paid', data: { systemNo: '7' } });
    here.live.publish({ memberNo: null, event: 'announcement.new', data: { id: 'for-all' } });
  }, 50);
  const [mineText, foreignText] = await Promise.all([mine.received, foreign.received]);
  clearInterval(again);
  expect(mineText).toContain('event: order.paid\ndata: {"systemNo":"7"}');
  expect(foreignText).not.toContain('order.paid');
});

test('a hint to one user is sent on commit, not on rollback, and reaches no other user of that member', async () => {
  const { origin, live } = await startHub();
  sessions.set('first', { sessionId: '5', userId: 5n, username: 'first', role: 'member', memberNo: 5n });
  sessions.set('second', { sessionId: '6', userId: 6n, username: 'second', role: 'member', memberNo: 5n });
  // A hint of its own precedes each mark; by the third mark the listening connection has been open for a whole turn.
  const thrice = /(for-everybody[^]*){3}/;
  const first = await listenFor(origin, 'first', thrice);
  const second = await listenFor(origin, 'second', thrice);
  await Promise.all([first.ready, second.ready]);
  const again = setInterval(() => {
    const rolledBack = db.transaction(async (tx) => {
      await hintOnCommit(tx, { memberNo: null, userId: 5n, event: 'balance.changed' });
      throw new Error('no');
    });
    rolledBack.catch(() => undefined);
    const committed = db.transaction((tx) => hintOnCommit(tx, { memberNo: null, userId: 5n, event: 'notice.new' }));
    void committed.then(() =>
      live.publish({ memberNo: null, event: 'announcement.new', data: { id: 'for-everybody' } }),
    );
  }, 50);
  const [firstText, secondText] = await Promise.all([first.received, second.received]);
  clearInterval(again);
  expect(firstText).toContain('event: notice.new\ndata: {}');
  expect(firstText).not.toContain('balance.changed');
  expect(secondText).not.toContain('notice.new');
});

test('after the listening connection broke, every stream gets an event that says that hints may be missing', async () => {
  const { origin, live } = await startHub();
  sessions.set('cut', { sessionId: '9', userId: 9n, username: 'cut', role: 'member', memberNo: 9n });
  const early = await listenFor(origin, 'cut', /order\.paid/);
  await early.ready;
  const again = setInterval(() => live.publish({ memberNo: 9n, event: 'order.paid', data: { systemNo: '7' } }), 50);
  await early.received;
  clearInterval(again);
  // The process listens by now, so this stream gets the event of the break alone.
  const stream = await listenFor(origin, 'cut', /event: resumed\ndata: \{\}\n\n/);
  await stream.ready;
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen live'`,
  );
  await expect(stream.received).resolves.toContain('event: resumed');
});

test('a stream ends with its session, and a client without a session gets no stream', async () => {
  const { origin } = await startHub();
  sessions.set('leaving', { sessionId: '3', userId: 3n, username: 'leaving', role: 'member', memberNo: 3n });
  const stream = await listenFor(origin, 'leaving', /never said/);
  await stream.ready;
  sessions.delete('leaving');
  await db.transaction((tx) => checkStreamsOnCommit(tx, 3n));
  // Hints to all users from earlier tests can still arrive in between.
  await expect(stream.received).resolves.toMatch(/^: hello\n\n[^]*event: session\.ended\ndata: \{\}\n\n$/);
  expect(await (await fetch(`${origin}/api/events`)).json()).toMatchObject({ code: 50008 });
});

test('a stream ends when its session ended after it was read and before the stream opened', async () => {
  const live = createLive({ connectionString: db.connectionString, pool: db.pool, log: silentLog });
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  opened.push({ close: async () => void (await Promise.all([live.stop(), server.close()])) });
  const read = Promise.withResolvers<void>();
  const received = Promise.withResolvers<void>();
  const late: Session = { sessionId: 'late', userId: 9n, username: 'late', role: 'member', memberNo: 9n };
  const witness: Session = { sessionId: 'witness', userId: 9n, username: 'witness', role: 'member', memberNo: 9n };
  let isLateOpen = true;
  live.serve(server, '/api/events', {
    of: async (request) => {
      if (request.headers['x-token'] === 'witness') return witness;
      read.resolve();
      await received.promise;
      return late;
    },
    stillOpen: async (sessionIds) => {
      if (!isLateOpen) received.resolve();
      return new Set(sessionIds.filter((sessionId) => sessionId !== 'late' || isLateOpen));
    },
  });
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  const other = await listenFor(origin, 'witness', /never said/);
  await other.ready;
  const opening = listenFor(origin, 'late', /never said/);
  await read.promise;
  isLateOpen = false;
  await db.transaction((tx) => checkStreamsOnCommit(tx, 9n));
  expect(await (await opening).received).toMatch(/event: session\.ended\ndata: \{\}\n\n$/);
});

test('a stream ends at a check if its session can not be used from its address any more', async () => {
  const live = createLive({ connectionString: db.connectionString, pool: db.pool, log: silentLog });
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  opened.push({ close: async () => void (await Promise.all([live.stop(), server.close()])) });
  const session = (name: string): Session => ({
    sessionId: name,
    userId: 11n,
    username: name,
    role: 'member',
    memberNo: 11n,
  });
  const barred = new Set<string>();
  const asked: string[] = [];
  live.serve(server, '/api/events', {
    of: async (request) => session(String(request.headers['x-token'])),
    stillOpen: async (sessionIds) => new Set(sessionIds),
    barred: async (readers) => {
      asked.push(...readers.map(({ address }) => address));
      return new Set(readers.filter((reader) => barred.has(reader.session.sessionId)));
    },
  });
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  const [away, home] = [await listenFor(origin, 'away', /never said/), await listenFor(origin, 'home', /still/)];
  await Promise.all([away.ready, home.ready]);
  barred.add('away');
  // The notification is repeated, because the listening connection may not be open yet.
  const again = setInterval(() => void db.transaction((tx) => checkStreamsOnCommit(tx, 11n)), 50);
  expect(await away.received).toMatch(/event: session\.ended\ndata: \{\}\n\n$/);
  clearInterval(again);
  live.publish({ memberNo: 11n, event: 'announcement.new', data: { id: 'still' } });
  expect(await home.received).not.toContain('session.ended');
  expect(new Set(asked)).toEqual(new Set(['127.0.0.1']));
});

test('a client that leaves before its session is read leaves nothing behind', async () => {
  const live = createLive({ connectionString: db.connectionString, pool: db.pool, log: silentLog });
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  opened.push({ close: async () => void (await Promise.all([live.stop(), server.close()])) });
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  live.serve(server, '/api/events', {
    of: async ({ raw }) => {
      asked.resolve();
      await once(raw.socket, 'close');
      left.resolve();
      return { sessionId: '4', userId: 4n, username: 'gone', role: 'member', memberNo: 4n };
    },
    stillOpen: async (sessionIds) => new Set(sessionIds),
  });
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET /api/events HTTP/1.1\r\nHost: x\r\n\r\n');
    await asked.promise;
    socket.destroy();
    await left.promise;
    await refreshSoon();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

describe('the oldest stream ends', () => {
  interface Stream {
    text: string;
    isOver: boolean;
  }
  async function open(origin: string, token: string): Promise<Stream> {
    const { received, ready } = await listenFor(origin, token, /never said/);
    const stream: Stream = { text: '', isOver: false };
    void received.then((text) => Object.assign(stream, { text, isOver: true }));
    await ready;
    return stream;
  }
  const GOODBYE = /event: stream\.replaced\ndata: \{\}\n\n$/;
  const sessionOf = (sessionId: string, userId: bigint): Session => ({
    sessionId,
    userId,
    username: 'crowd',
    role: 'member',
    memberNo: userId,
  });

  test('when one session has more than eight, and another session of the same user is unaffected', async () => {
    const { origin } = await startHub();
    sessions.set('tabs', sessionOf('tabs', 70n)).set('phone', sessionOf('phone', 70n));
    const phone = await open(origin, 'phone');
    const tabs: Stream[] = [];
    for (let n = 0; n < 11; n += 1) tabs.push(await open(origin, 'tabs'));
    await expect.poll(() => tabs.map(({ isOver }) => isOver)).toEqual(tabs.map((_, index) => index < 3));
    for (const { text } of tabs.slice(0, 3)) expect(text).toMatch(GOODBYE);
    expect(phone.isOver).toBe(false);
  });

  test('when one user has more than 32, and another user is unaffected', async () => {
    const { origin } = await startHub();
    sessions.set('other user', sessionOf('other user', 81n));
    const other = await open(origin, 'other user');
    const streams: Stream[] = [];
    for (let n = 0; n < 35; n += 1) {
      const token = `device ${n % 5}`;
      sessions.set(token, sessionOf(token, 80n));
      streams.push(await open(origin, token));
    }
    await expect.poll(() => streams.map(({ isOver }) => isOver)).toEqual(streams.map((_, index) => index < 3));
    for (const { text } of streams.slice(0, 3)) expect(text).toMatch(GOODBYE);
    expect(other.isOver).toBe(false);
  });
});
