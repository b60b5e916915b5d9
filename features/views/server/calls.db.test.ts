import { afterAll, beforeAll, expect, test } from 'vitest';
import { rightsOf } from '#features/rights.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import { fieldWords } from '#foundation/core/field-words.ts';
import type { Session } from '#foundation/core/session.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { Visitor } from '#foundation/server/http/visitor-for-tests.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { addUser } from '#features/notices/server/notices-for-tests.ts';
import type { View } from '../contract.ts';
import { MAX_VIEWS } from '../rules.ts';
import { viewHandlers } from './calls.ts';

let db: TestDatabase;
let as: (userId: bigint) => Visitor;
const clock = new SettableClock('2026-11-20T04:00:00.000Z');

beforeAll(async () => {
  db = await testDatabase();
  for (const userId of [1n, 2n]) await addUser(db, userId);
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  const authenticate = async (token: string): Promise<Session | undefined> => ({
    sessionId: 's',
    userId: BigInt(token),
    username: 'x',
    role: 'operator',
    memberNo: null,
    rights: rightsOf(['owner']),
  });
  serveContracts(server, { contracts: [viewHandlers({ db })], clock, log: silentLog, secure: false, authenticate });
  as = (userId) => {
    const visitor = new Visitor(server, { language: 'en' });
    visitor.token = userId.toString();
    return visitor;
  };
});
afterAll(() => db.close());

async function viewsOf(userId: bigint, list = 'orders'): Promise<[name: string, query: string][]> {
  const answer = await as(userId).post<{ list: View[] }>('/view/list', { list });
  return (answer.data?.list ?? []).map(({ name, query }) => [name, query]);
}

async function save(userId: bigint, name: string, query: string, list = 'orders') {
  clock.advance(1_000);
  return as(userId).post<View>('/view/save', { list, name, query });
}

test('a view is kept for its user and list; the same name replaces it, and it can be removed', async () => {
  const first = await save(1n, ' Mine ', 'status=unpaid');
  expect(first).toMatchObject({ code: 1, data: { name: 'Mine', query: 'status=unpaid' } });
  await save(1n, 'Today', 'created=today');
  await save(1n, 'Paid out', 'status=paid', 'payout');
  await save(2n, 'Mine', 'status=expired');
  expect(await save(1n, 'Mine', 'status=unpaid,expired')).toMatchObject({ data: { id: first.data?.id } });
  expect(await viewsOf(1n)).toEqual([
    ['Mine', 'status=unpaid,expired'],
    ['Today', 'created=today'],
  ]);
  expect([await viewsOf(1n, 'payout'), await viewsOf(2n)]).toEqual([
    [['Paid out', 'status=paid']],
    [['Mine', 'status=expired']],
  ]);
  expect(await as(1n).post('/view/remove', { id: first.data?.id })).toMatchObject({ code: 1 });
  expect(await viewsOf(1n)).toEqual([['Today', 'created=today']]);
});

test('another user’s view does not exist', async () => {
  const { data } = await save(2n, 'Secret', 'q=1');
  expect(await as(1n).post('/view/remove', { id: data?.id })).toMatchObject({ code: 0, error: 'not_found' });
  expect(await viewsOf(2n)).toContainEqual(['Secret', 'q=1']);
});

test('a list has a bounded number of views, of which each can still be replaced', async () => {
  for (let number = 1; number <= MAX_VIEWS; number += 1) await save(1n, `View ${number}`, 'q=1', 'moneylog');
  expect(await save(1n, 'One more', 'q=1', 'moneylog')).toMatchObject({
    code: 0,
    error: 'views_full',
    msg: `This list already has ${MAX_VIEWS} saved views; delete one first`,
  });
  expect(await save(1n, 'View 1', 'q=2', 'moneylog')).toMatchObject({ code: 1 });
  expect(await viewsOf(1n, 'moneylog')).toHaveLength(MAX_VIEWS);
});

test.each([
  ['an empty name', 'name', ' ', 'Enter a name of up to 40 characters'],
  ['a long name', 'name', 'x'.repeat(41), 'Enter a name of up to 40 characters'],
  ['a query of several lines', 'query', 'a\nb', fieldWords.wrong.en],
])('%s is refused', async (_, field, value, text) => {
  expect(await as(1n).post('/view/save', { list: 'orders', name: 'x', query: '', [field]: value })).toMatchObject({
    code: -1,
    fields: { [field]: text },
  });
});
