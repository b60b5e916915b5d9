import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rightsOf } from '#features/rights.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import type { Session } from '#foundation/core/session.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { Visitor } from '#foundation/server/http/visitor-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { type LogRow } from '../contract.ts';
import { auditHandlers } from './calls.ts';
import { type LogQuery, logRows } from './store.ts';
import { actorOf, auditVerbs, type AuditEntry } from './verbs.ts';

interface Logs {
  total: number;
  list: LogRow[];
}

const sessions: Record<string, Session> = {
  one: { sessionId: 's1', userId: 1n, username: 'one', role: 'member', memberNo: 10_000_001n },
  two: { sessionId: 's2', userId: 2n, username: 'two', role: 'operator', memberNo: null, rights: rightsOf(['owner']) },
};

describe("a user's log", () => {
  let db: TestDatabase;
  let as: (token?: string, language?: string) => Visitor;
  const clock = new SettableClock('2026-11-20T04:00:00.000Z');
  beforeAll(async () => {
    db = await testDatabase();
    const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
    serveContracts(server, {
      contracts: [auditHandlers({ db })],
      clock,
      log: silentLog,
      secure: false,
      authenticate: async (token) => sessions[token],
    });
    as = (token, language = 'en') => {
      const visitor = new Visitor(server, { language });
      visitor.token = token;
      return visitor;
    };
    const audit = auditVerbs({ sealer: new Sealer(Buffer.alloc(32, 4)) });
    const record = (token: string, minute: number, more: Pick<AuditEntry, 'action'> & Partial<AuditEntry>) => {
      const session = sessions[token];
      if (!session) throw new Error(token);
      const now = new Date(clock.now().getTime() + minute * 60_000);
      return db.transaction((tx) =>
        audit.record(tx, {
          ...actorOf({ session, client: { ip: '203.0.113.9', device: 'Firefox on Linux' }, now, call: undefined }),
          ...more,
        }),
      );
    };
    await record('one', 0, { action: 'login_failed', result: 'refused' });
    await record('one', 1, { action: 'login' });
    await record('one', 2, { action: 'phone_bound', object: '138****1234' });
    await record('one', 3, { action: 'logout' });
    await record('two', 4, { action: 'user_disabled', object: 'one', memberNo: 10_000_001n });
  });
  afterAll(() => db.close());

  const logs = async (token: string, filter: object = {}, language = 'en'): Promise<Logs> => {
    const answer = await as(token, language).post<Logs>('/user/logs', filter);
    if (!answer.data) throw new Error(JSON.stringify(answer));
    return answer.data;
  };

  it("shows the user's own actions, newest first, in the reader's language; not what operators did to the user", async () => {
    const { total, list } = await logs('one', {}, 'zh');
    expect(total).toBe(4);
    expect(list.map(({ action, actionText }) => [action, actionText])).toEqual([
      ['logout', '退出登录'],
      ['phone_bound', '绑定手机号'],
      ['login', '登录'],
      ['login_failed', '登录失败'],
    ]);
    expect(list[1]).toEqual({
      id: '3',
      action: 'phone_bound',
      actionText: '绑定手机号',
      object: '138****1234',
      ip: '203.0.113.9',
      device: 'Firefox on Linux',
      result: 'done',
      createdAt: '2026-11-20T04:02:00.000Z',
    });
    expect(list[3]?.result).toBe('refused');
    expect((await logs('two')).list.map(({ action }) => action)).toEqual(['user_disabled']);
  });

  it.each([
    ['an action', { action: 'login' }, ['2']],
    ['two actions', { action: ['login', 'logout'] }, ['4', '2']],
    ['an action that never happened', { action: 'file_read' }, []],
    [
      'a range that includes its start and excludes its end',
      { range: { from: '2026-11-20T04:01:00.000Z', to: '2026-11-20T04:03:00.000Z' } },
      ['3', '2'],
    ],
    ['a start', { range: { from: '2026-11-20T04:02:00.001Z' } }, ['4']],
    ['an action within a range', { action: 'logout', range: { to: '2026-11-20T04:03:00.000Z' } }, []],
    ['oldest first', { sort: 'createdAt', order: 'asc' }, ['1', '2', '3', '4']],
  ])('filters and sorts by %s', async (_, filter, ids) => {
    const { total, list } = await logs('one', filter);
    expect(list.map(({ id }) => id)).toEqual(ids);
    expect(total).toBe(ids.length);
  });

  it('is paginated', async () => {
    const pages = [1, 2, 3].map((page) => logs('one', { page, limit: 2 }));
    expect((await Promise.all(pages)).map(({ total, list }) => [total, list.map(({ id }) => id)])).toEqual([
      [4, ['4', '3']],
      [4, ['2', '1']],
      [4, []],
    ]);
  });

  it.each([
    ['an unknown action', { action: 'flew' }, 'action'],
    ["a column that can't be sorted by", { sort: 'ip' }, 'sort'],
    [
      'a range that ends before it begins',
      { range: { from: '2026-11-20T04:01:00.000Z', to: '2026-11-20T04:00:00.000Z' } },
      'range',
    ],
    ["another user's id", { userId: '2' }, 'userId'],
  ])('rejects %s', async (_, filter, field) => {
    expect(await as('one').post('/user/logs', filter)).toMatchObject({
      code: -1,
      fields: { [field]: expect.any(String) },
    });
  });

  it('reads years of rows by the index, whatever the filter', async () => {
    await db.pool.query(`insert into audit_log
      select 3, n, null, case when n % 1000 = 0 then 'logout' else 'login' end, '', 'done', '203.0.113.9', 'curl', timestamptz '2026-01-01' + n * interval '1 hour', ''
      from generate_series(1, 5000) n`);
    await db.pool.query('analyze audit_log');
    const planOf = async (query: Partial<LogQuery>): Promise<string> => {
      const filter = { userId: 3n, actions: undefined, from: undefined, to: undefined, ...query };
      const { rows } = await sql<{
        'QUERY PLAN': string;
      }>`explain (costs off) ${logRows(filter, 'desc')} limit 10`.execute(db);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    const plans = [await planOf({}), await planOf({ actions: ['logout'] }), await planOf({ actions: ['file_read'] })];
    for (const plan of plans) expect(plan).not.toMatch(/Sort|Seq Scan|Filter/);
  });

  it('requires a session', async () => {
    expect(await as().post('/user/logs')).toMatchObject({ code: 50008 });
  });
});
