import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest';
import { people, type People, type Person } from '#features/accounts/server/people-for-tests.ts';
import type { OperatorLogRow, VerifiedLog } from '#features/audit/operator-contract.ts';
import { operatorAuditHandlers } from '#features/audit/server/operator-calls.ts';
import { auditVerbs } from '#features/audit/server/verbs.ts';

let app: People;
let boss: Person;
let shop: { userId: bigint; memberNo: bigint };
beforeAll(async () => {
  app = await people({ more: (built) => [operatorAuditHandlers(built)] });
  await app.addOperator('boss');
  boss = app.person();
  await boss.logIn('boss');
  const { userId, member } = await app.addMember({ username: 'shop' });
  shop = { userId, memberNo: member.memberNo };
});
afterAll(() => app.close());
beforeEach(() => tamper('truncate audit_log, audit_heads'));

/** Runs a statement as someone who can write anything in the database but has no key. */
async function tamper(statement: string): Promise<void> {
  await app.db.pool
    .query(`begin; alter table audit_log disable trigger user; alter table audit_heads disable trigger user; ${statement};
    alter table audit_log enable trigger user; alter table audit_heads enable trigger user; commit`);
}

const MINUTE_MS = 60_000;
async function record(minutesAgo: number, more: object = {}) {
  const at = new Date(app.clock.now().getTime() - minutesAgo * MINUTE_MS);
  const audit = auditVerbs({ sealer: app.sealer });
  const entry = { userId: shop.userId, memberNo: shop.memberNo, action: 'login', ip: '198.51.100.1', device: 'x', at };
  await app.db.transaction((tx) => audit.record(tx, { ...entry, ...more } as Parameters<typeof audit.record>[1]));
}

const list = async (filter: object = {}) =>
  (
    await boss.post<{ total: number; list: OperatorLogRow[]; extend: { capped: boolean; lookedFrom: string | null } }>(
      '/operator/audit/list',
      filter,
    )
  ).data;
const objects = async (filter: object) => (await list(filter))?.list.map(({ object }) => object);
const verify = async (input: object = {}) => (await boss.post<VerifiedLog>('/operator/audit/verify', input)).data;
const ago = (minutes: number) => new Date(app.clock.now().getTime() - minutes * MINUTE_MS).toISOString();

it('lists what all users and the platform did, newest first, and finds by who, what, object, result and time', async () => {
  await record(50, { object: 'ORDER-7 first' });
  await record(40, { object: 'ORDER-7 second', action: 'logout', result: 'refused' });
  await record(30, { userId: null, memberNo: null, object: 'ORDER-8%' });
  await record(8 * 24 * 60, { object: 'ORDER-7 old' });
  expect(await list()).toMatchObject({
    total: 3,
    list: [
      { object: 'ORDER-8%', username: null, role: null, memberNo: null, actionText: 'Logged in' },
      {
        object: 'ORDER-7 second',
        username: 'shop',
        role: 'member',
        memberNo: shop.memberNo.toString(),
        result: 'refused',
      },
      { object: 'ORDER-7 first' },
    ],
    extend: { capped: false, lookedFrom: ago(7 * 24 * 60) },
  });
  expect(await objects({ user: 'SHOP', order: 'asc' })).toEqual(['ORDER-7 old', 'ORDER-7 first', 'ORDER-7 second']);
  expect(await objects({ user: 'nobody' })).toEqual([]);
  expect(await objects({ action: 'logout' })).toEqual(['ORDER-7 second']);
  expect(await objects({ action: ['logout', 'login'], limit: 1, page: 2 })).toEqual(['ORDER-7 second']);
  expect(await objects({ object: 'ORDER-7' })).toEqual(['ORDER-7 second', 'ORDER-7 first', 'ORDER-7 old']);
  expect(await objects({ object: 'ORDER-8%' })).toEqual(['ORDER-8%']);
  expect(await objects({ object: 'ORDER_7' })).toEqual([]);
  expect(await objects({ result: 'refused' })).toEqual(['ORDER-7 second']);
  expect(await objects({ range: { from: ago(45), to: ago(35) } })).toEqual(['ORDER-7 second']);
  expect(await boss.post('/operator/audit/list', { object: 'ORD' })).toMatchObject({
    code: -1,
    fields: { object: 'Enter at least 4 characters' },
  });
});

it('verifies a time of all chains, or a whole chain', async () => {
  for (const minutes of [50, 40, 30, 20]) await record(minutes);
  await record(25, { userId: null, memberNo: null });
  expect(await verify()).toMatchObject({ chains: 2, rows: 5, broken: null });
  expect(await verify({ range: { from: ago(45), to: ago(22) } })).toMatchObject({ chains: 2, rows: 3, broken: null });
  expect(await verify({ user: 'shop' })).toMatchObject({ chains: 1, rows: 4, broken: null });
  expect(await boss.post('/operator/audit/verify', { user: 'nobody' })).toMatchObject({ error: 'not_found' });
});

test.each([
  ["update audit_log set object = 'x' where seq = 2 and chain > 0", '2', 'row changed'],
  ['delete from audit_log where seq = 2 and chain > 0', '2', 'row missing'],
  ['delete from audit_log where seq = 4 and chain > 0', '4', 'tail cut off'],
  ['delete from audit_heads', '4', 'end missing'],
  ["update audit_heads set seal = '\\x00'", '4', 'end forged'],
])('%s is found', async (statement, row, fault) => {
  for (const minutes of [50, 40, 30, 20]) await record(minutes);
  await tamper(statement);
  expect((await verify())?.broken).toEqual({ username: 'shop', row, fault });
});

it('a row that was removed just before or after the time is found, and others outside of it do not count', async () => {
  for (const minutes of [50, 40, 30, 20]) await record(minutes);
  await tamper('delete from audit_log where seq = 3 and chain > 0');
  expect((await verify({ range: { from: ago(45), to: ago(35) } }))?.broken).toMatchObject({
    row: '3',
    fault: 'row missing',
  });
  expect((await verify({ range: { from: ago(25) } }))?.broken).toMatchObject({ row: '3', fault: 'row missing' });
  expect(await verify({ range: { from: ago(55), to: ago(45) } })).toMatchObject({ rows: 1, broken: null });
});

it('verifies at most 100,000 rows at once', async () => {
  await tamper(
    "insert into audit_log (chain, seq, action, object, result, device, created_at, hash) select 9, n, 'login', '', 'done', 'x', '2026-06-01T00:00:00Z', '' from generate_series(1, 100001) n",
  );
  expect(await boss.post('/operator/audit/verify', { range: { from: '2026-05-01T00:00:00.000Z' } })).toMatchObject({
    error: 'audit_too_many',
  });
  expect(await list({ range: { from: '2026-05-01T00:00:00.000Z' } })).toMatchObject({
    total: 10_000,
    extend: { capped: true, lookedFrom: null },
  });
});

it('reads a page by an index, however long the log is', async () => {
  const client = await app.db.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    const plan = async (where: string) =>
      JSON.stringify(
        (
          await client.query(
            `explain (format json) select 1 from audit_log l where ${where} order by created_at desc limit 10`,
          )
        ).rows,
      );
    expect(await plan("created_at >= '2026-01-01'")).toContain('audit_log_of_all');
    expect(await plan("left(object, 64) ~>=~ 'ORDER' and left(object, 64) ~<~ 'ORDES'")).toContain('audit_log_of_all');
  } finally {
    client.release();
  }
});
