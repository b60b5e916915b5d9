import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { rightsOf } from '#features/rights.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import type { Role, Session } from '#foundation/core/session.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { readPage, unzip } from '#foundation/server/sheets/workbook-for-tests.ts';
import { exportLimit, MAX_EXPORTED_ROWS, MAX_EXPORTS_AT_ONCE } from '../rules.ts';
import { exportHandlers, type FileJobs, type WantedFile } from './calls.ts';
import { exportKind } from './kind.ts';
import { everyKindAs } from './kinds-for-tests.ts';

const sessionOf = (userId: bigint, role: Role): Session =>
  role === 'operator'
    ? { sessionId: 's', userId, username: 'x', role, memberNo: null, rights: rightsOf(['owner']) }
    : { sessionId: 's', userId, username: 'x', role, memberNo: 10_000_001n };
const sessions: Record<string, Session> = { shop: sessionOf(1n, 'member'), boss: sessionOf(2n, 'operator') };

let db: TestDatabase;
let base: string;
let close: () => Promise<void>;
/** Controls the list, which otherwise counts up to its filter's number. */
let gate: { count?: number; opened: number; before?: (batch: number) => Promise<void> };
/** What was left to a job. */
let started: WantedFile[];
let full: boolean;
const jobs: FileJobs = {
  async start(wanted) {
    if (full) return { most: 10 };
    started.push(wanted);
    return { downloadId: 'a job’s' };
  },
};
const clock = new SettableClock('2026-11-20T16:30:00.000Z');

/** A list of numbers up to the filter's, for members. */
const numbers = exportKind({
  who: 'members',
  filter: z.strictObject({ upTo: z.int().max(100_000_000).default(3) }),
  list: (_context, { upTo }) => ({
    title: 'Numbers',
    columns: [{ header: 'n', kind: 'text' }],
    count: async () => gate.count ?? upTo,
    async *batches() {
      gate.opened += 1;
      let batch = 0;
      for await (const rows of cursorBatches(db, sql<{ n: number }>`select generate_series(1, ${upTo}::int) as n`)) {
        await gate.before?.((batch += 1));
        yield rows.map(({ n }) => [String(n)]);
      }
    },
  }),
});

beforeAll(async () => {
  db = await testDatabase({ size: 8 });
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  const contracts = [
    exportHandlers({ db, platform: platformVerbs({ db, clock }), kinds: everyKindAs(numbers), downloads: jobs }),
  ];
  serveContracts(server, {
    contracts,
    clock,
    log: silentLog,
    secure: false,
    authenticate: async (token) => sessions[token],
  });
  base = await server.listen({ host: '127.0.0.1', port: 0 });
  close = () => server.close();
});
afterAll(async () => {
  await close();
  await db.close();
});
beforeEach(() => {
  gate = { opened: 0 };
  started = [];
  full = false;
  clock.advance(exportLimit.windowMs);
});

interface RequestOptions {
  token?: string;
  signal?: AbortSignal;
}

const request = (body: object, { token = 'shop', signal }: RequestOptions = {}) =>
  fetch(`${base}/api/user/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { 'x-token': token }) },
    body: JSON.stringify({ kind: 'logs', format: 'csv', ...body }),
    ...(signal ? { signal } : {}),
  });
const envelope = async (answer: Promise<Response>): Promise<unknown> => (await answer).json();
const openTransactions = async (): Promise<number | null> =>
  (
    await db.pool.query(
      "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
    )
  ).rowCount;

describe('/user/export', () => {
  it('returns a download of all rows from a cursor, in several batches', async () => {
    const answer = await request({ filter: { upTo: 2_500 } });
    expect(
      Object.fromEntries(
        ['content-type', 'content-disposition', 'cache-control'].map((name) => [name, answer.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="operation-log_until-2026-11-21.csv"',
      'cache-control': 'no-store',
    });
    expect((await answer.text()).trimEnd().split('\r\n')).toEqual([
      'n',
      ...Array.from({ length: 2_500 }, (_, index) => String(index + 1)),
    ]);
    expect(await openTransactions()).toBe(0);
  });

  it('returns a workbook', async () => {
    const answer = await request({ format: 'xlsx' });
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    const page = readPage(unzip(Buffer.from(await answer.arrayBuffer())));
    expect(page.map((row) => row.map(({ value }) => value))).toEqual([['n'], ['1'], ['2'], ['3']]);
  });

  it.each([
    ['an unknown list', { kind: 'secrets' }, 'kind'],
    ['an unknown format', { format: 'pdf' }, 'format'],
    ['a field that the list’s filter does not have', { filter: { userId: '2' } }, 'filter.userId'],
    ["a filter's value that it does not take", { filter: { upTo: 'x' } }, 'filter.upTo'],
    ['more', { memberNo: '10000002' }, 'memberNo'],
  ])('rejects %s', async (_, body, field) => {
    expect(await envelope(request(body))).toMatchObject({ code: -1, fields: { [field]: expect.any(String) } });
  });

  it('finds nothing for a user without such a list, or without a session', async () => {
    expect(await envelope(request({}, { token: 'boss' }))).toMatchObject({ code: 0, error: 'not_found' });
    expect(await envelope(request({}, { token: '' }))).toMatchObject({ code: 50008 });
    expect(gate.opened).toBe(0);
  });

  it('refuses more rows than a sheet holds, before it reads any', async () => {
    gate.count = MAX_EXPORTED_ROWS + 1;
    expect(await envelope(request({}))).toMatchObject({
      code: 0,
      error: 'export_too_large',
      msg: 'More than 1,000,000 rows; narrow the filters',
    });
    expect(gate.opened).toBe(0);
    expect(started).toEqual([]);
  });

  it('leaves more rows than the setting to a job, and answers with the file that it will be', async () => {
    gate.count = 20_001;
    expect(await envelope(request({ format: 'xlsx' }))).toMatchObject({ code: 1, data: { downloadId: 'a job’s' } });
    expect(started).toMatchObject([
      { kind: 'logs', format: 'xlsx', filter: {}, rows: 20_001, session: { userId: 1n } },
    ]);
    expect(gate.opened).toBe(0);
    gate.count = 20_000;
    expect((await request({})).headers.get('content-type')).toContain('csv');
  });

  it('refuses a job beyond those that wait already', async () => {
    gate.count = 20_001;
    full = true;
    expect(await envelope(request({}))).toMatchObject({
      code: 0,
      error: 'downloads_waiting',
      msg: '10 files are already being prepared for you; wait for one to finish or cancel it under Downloads',
    });
  });

  it('refuses a user’s thirty-first export in ten minutes', async () => {
    for (let times = 0; times < exportLimit.tries; times += 1) await (await request({})).text();
    expect(await envelope(request({}))).toMatchObject({
      code: 0,
      error: 'export_limit',
      msg: 'Too many exports; try again in 10 min',
    });
    clock.advance(exportLimit.windowMs);
    expect((await request({})).headers.get('content-type')).toContain('csv');
  });

  it('runs a few at a time, and refuses the next until one is done', async () => {
    const first = Promise.withResolvers<void>();
    gate.before = async (batch) => (batch === 2 ? first.promise : undefined);
    const running = await Promise.all(
      Array.from({ length: MAX_EXPORTS_AT_ONCE }, () => request({ filter: { upTo: 1_500 } })),
    );
    expect(await envelope(request({}))).toMatchObject({ code: 0, error: 'export_busy' });
    first.resolve();
    for (const answer of running) expect((await answer.text()).trimEnd().split('\r\n')).toHaveLength(1_501);
    expect(await (await request({})).text()).toContain('\r\n3\r\n');
  });

  it.each(['csv', 'xlsx'])('releases connection and slot when the client disconnects (%s)', async (format) => {
    gate.count = 1;
    for (let times = 0; times < MAX_EXPORTS_AT_ONCE; times += 1) {
      const leaving = new AbortController();
      const answer = await request({ format, filter: { upTo: 100_000_000 } }, { signal: leaving.signal });
      await answer.body?.getReader().read();
      leaving.abort();
    }
    await expect.poll(openTransactions, { timeout: 10_000 }).toBe(0);
    expect(await (await request({})).text()).toContain('\r\n3\r\n');
  });

  it('returns an error before the first row like every call, and aborts the stream after it', async () => {
    gate.before = async (batch) => Promise.reject(new Error(`batch ${batch}`));
    expect((await request({})).status).toBe(500);
    gate.before = async (batch) => (batch === 2 ? Promise.reject(new Error('later')) : undefined);
    const answer = await request({ filter: { upTo: 2_500 } });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
    await expect.poll(openTransactions, { timeout: 10_000 }).toBe(0);
  });
});
