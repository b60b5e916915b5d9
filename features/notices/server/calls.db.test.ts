import { rightsOf } from '#features/rights.ts';
import { SystemNumbers } from '#foundation/core/system-number.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import type { Session } from '#foundation/core/session.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { Visitor } from '#foundation/server/http/visitor-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { NoticeRow } from '../contract.ts';
import { noticeHandlers } from './calls.ts';
import { addUser } from './notices-for-tests.ts';
import { noticeVerbs } from './verbs.ts';

interface Notices {
  total: number;
  list: NoticeRow[];
  extend: { unread: number };
}

describe('the bell', () => {
  let db: TestDatabase;
  let as: (userId: bigint, language?: string) => Visitor;
  const clock = new SettableClock('2026-11-20T04:00:00.000Z');
  const notices = noticeVerbs({
    systemNumbers: new SystemNumbers(clock),
    boundMobileOf: async () => null,
    languageOf: async () => 'en',
  });
  beforeAll(async () => {
    db = await testDatabase();
    for (const userId of [1n, 2n, 3n]) await addUser(db, userId);
    const sessionOf = (userId: bigint): Session => ({
      sessionId: 's',
      userId,
      username: 'x',
      role: 'operator',
      memberNo: null,
      rights: rightsOf(['owner']),
    });
    const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
    const authenticate = async (token: string): Promise<Session | undefined> =>
      /^\d+$/.test(token) ? sessionOf(BigInt(token)) : undefined;
    serveContracts(server, { contracts: [noticeHandlers({ db })], clock, log: silentLog, secure: false, authenticate });
    as = (userId, language = 'en') => {
      const visitor = new Visitor(server, { language });
      visitor.token = userId.toString();
      return visitor;
    };
    await db.transaction(async (tx) => {
      await notices.add(tx, {
        userId: 1n,
        kind: 'new_device',
        values: { device: 'Safari on iOS', ip: '203.0.113.7' },
        at: clock.now(),
      });
      await notices.add(tx, { userId: 1n, kind: 'password_changed', at: clock.now() });
      await notices.add(tx, { userId: 2n, kind: 'phone_bound', at: clock.now() });
    });
  });
  afterAll(() => db.close());

  const bell = async (userId: bigint, input: object = {}, language = 'en'): Promise<Notices> => {
    const answer = await as(userId, language).post<Notices>('/notice/list', input);
    if (!answer.data) throw new Error(JSON.stringify(answer));
    return answer.data;
  };

  it("shows the user's own, newest first, filled in, in the user's language", async () => {
    const { total, list, extend } = await bell(1n, {}, 'es');
    expect([total, extend.unread]).toEqual([2, 2]);
    expect(list.map(({ kind, read }) => [kind, read])).toEqual([
      ['password_changed', false],
      ['new_device', false],
    ]);
    expect(list[1]?.text).toBe(
      'Inicio de sesión en un dispositivo nuevo: Safari on iOS, 203.0.113.7. Si no ha sido usted, cambie la contraseña y cierre las demás sesiones.',
    );
    expect(list[0]?.createdAt).toBe('2026-11-20T04:00:00.000Z');
    expect(await bell(3n)).toMatchObject({ total: 0, list: [], extend: { unread: 0 } });
  });

  it('is paged, in either order', async () => {
    expect((await bell(1n, { limit: 1, page: 2 })).list.map(({ kind }) => kind)).toEqual(['new_device']);
    expect((await bell(1n, { order: 'asc', limit: 1 })).list.map(({ kind }) => kind)).toEqual(['new_device']);
  });

  it("marks one as read, and never another user's", async () => {
    const [newest] = (await bell(1n)).list;
    expect(await as(2n).post('/notice/read', { id: newest?.id })).toMatchObject({ code: 0, error: 'not_found' });
    expect((await bell(1n)).extend.unread).toBe(2);
    expect(await as(1n).post('/notice/read', { id: newest?.id })).toMatchObject({ code: 1 });
    expect(await bell(1n)).toMatchObject({ extend: { unread: 1 }, list: [{ read: true }, { read: false }] });
  });

  it('keeps the time when one was first read', async () => {
    const [newest] = (await bell(1n)).list;
    const readAt = async () =>
      (await sql<{ at: Date }>`select read_at as at from notices where notice_id = ${newest?.id}`.execute(db)).rows[0]
        ?.at;
    const first = await readAt();
    clock.advance(60_000);
    await as(1n).post('/notice/read', { id: newest?.id });
    expect(await readAt()).toEqual(first);
  });

  it('marks all of one user as read', async () => {
    expect(await as(1n).post('/notice/read', { id: 'all' })).toMatchObject({ code: 1 });
    expect((await bell(1n)).extend.unread).toBe(0);
    expect((await bell(2n)).extend.unread).toBe(1);
  });

  it('shows one row for a kind in a row, if asked to, and marks all of the row as read', async () => {
    const happens = (kind: 'new_device' | 'phone_bound', ip: string) =>
      db.transaction((tx) => notices.add(tx, { userId: 3n, kind, values: { device: 'Opera', ip }, at: clock.now() }));
    for (const [kind, ip] of [
      ['new_device', '192.0.2.1'],
      ['new_device', '192.0.2.2'],
      ['phone_bound', ''],
      ['new_device', '192.0.2.3'],
      ['new_device', '192.0.2.4'],
      ['new_device', '192.0.2.5'],
    ] as const)
      await happens(kind, ip);
    const shown = async (input: object = {}) =>
      (await bell(3n, { grouped: true, ...input })).list.map(({ kind, count, read }) => [kind, count, read]);
    expect(await shown()).toEqual([
      ['new_device', 3, false],
      ['phone_bound', 1, false],
      ['new_device', 2, false],
    ]);
    expect(await bell(3n, { grouped: true, limit: 1, page: 3 })).toMatchObject({
      total: 3,
      list: [{ kind: 'new_device', count: 2, text: expect.stringContaining('192.0.2.2') }],
      extend: { unread: 6 },
    });
    expect(await bell(3n)).toMatchObject({ total: 6, list: [{ count: 1, subject: null }, {}, {}, {}, {}, {}] });
    const [newest] = (await bell(3n, { grouped: true })).list;
    expect(await as(2n).post('/notice/read', { id: newest?.id, group: true })).toMatchObject({ error: 'not_found' });
    expect(await as(3n).post('/notice/read', { id: newest?.id, group: true })).toMatchObject({ code: 1 });
    expect(await shown()).toEqual([
      ['new_device', 3, true],
      ['phone_bound', 1, false],
      ['new_device', 2, true],
    ]);
    expect((await bell(3n)).extend.unread).toBe(1);
  });

  it('counts more of an event into an unread notice of the last hour, and starts a new one after that', async () => {
    const fails = (number: string) =>
      db.transaction((tx) =>
        notices.add(tx, {
          userId: 2n,
          kind: 'payout_failed',
          values: { amount: '1', holder: 'Lin Wei' },
          subject: number,
          counted: { many: 'payouts_failed', withinMs: 3_600_000 },
          bellOnly: true,
          at: clock.now(),
        }),
      );
    const shown = async () =>
      (await bell(2n)).list.map(({ kind, text, subject }) => [kind, text, subject]).slice(0, -1);
    await fails('7');
    expect(await shown()).toEqual([
      ['payout_failed', 'A payout of 1 to Lin Wei failed. Pay it again or take the money back.', '7'],
    ]);
    await Promise.all(Array.from({ length: 9 }, (_, index) => fails(String(index))));
    const ten = ['payouts_failed', '10 payouts failed. Pay them again or take the money back.', null];
    expect(await shown()).toEqual([ten]);
    clock.advance(3_600_001);
    await fails('8');
    expect((await shown()).map(([kind]) => kind)).toEqual(['payout_failed', 'payouts_failed']);
  });

  it.each(['', 'x', '-1', '9'.repeat(19), 1])('rejects %j as a notice', async (id) => {
    expect(await as(1n).post('/notice/read', { id })).toMatchObject({ code: -1, fields: { id: expect.any(String) } });
  });
});
