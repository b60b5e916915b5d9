/** The books as operators see them: they sum to zero, name what is held, and are checked when somebody asks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people, type People, type Person } from '#features/accounts/server/people-for-tests.ts';
import { booksQueue, liftBooksStop, runAskedCheck } from '#features/ledger/server/books-job.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { tamper } from '#foundation/server/postgres/tampering-for-tests.ts';
import type { BooksFigures, BooksRun } from '../../books-contract.ts';
import { booksHandlers } from './calls.ts';

let app: People;
let boss: Person;
const sent: { queue: string; data: { checkId: string } }[] = [];

beforeAll(async () => {
  app = await people({
    more: (built) => [
      booksHandlers({
        ...built,
        upstreams: { names: async () => [{ id: 1, name: 'First' }] },
        queue: {
          send: async ({ name }, data) => void sent.push({ queue: name, data: data as { checkId: string } }),
        },
      }),
    ],
  });
  await app.addOperator('boss');
  boss = app.person();
  await boss.logIn('boss');
});
afterAll(() => app.close());

const figures = async () => (await boss.post<BooksFigures>('/operator/books/figures', {})).data;
const runs = async (filter: object = {}) =>
  (await boss.post<{ total: number; list: BooksRun[] }>('/operator/books/list', filter)).data;
const work = async () => {
  const asked = sent.shift();
  if (asked?.queue !== booksQueue.name) throw new Error('no check was asked for');
  const { data } = asked;
  const job = { id: data.checkId, data, isLastRun: false, signal: new AbortController().signal };
  await runAskedCheck({ ...app, log: silentLog }, job);
};

test('accounts sum to zero; the position is what is owed, and by whom', async () => {
  const { member } = await app.addMember({ username: 'shop' });
  const { memberNo } = member;
  const adjust = (amountMinor: bigint) =>
    app.ledger.adjust({ memberNo, reference: app.numbers.next(), currency: 'CNY', amountMinor, remark: '' });
  await adjust(50_000n);
  await app.db.transaction((tx) =>
    app.ledger.holdForRisk(tx, {
      memberNo,
      reference: app.numbers.next(),
      currency: 'CNY',
      amountMinor: 12_000n,
      reason: 'odd',
      requestId: 'h',
      userId: 1n,
      createdAt: app.clock.now(),
    }),
  );
  const found = await figures();
  expect(found?.accounts).toContainEqual({ account: 'wallet', amount: '500.00' });
  expect(found?.accounts).toContainEqual({ account: 'adjustment', amount: '-500.00' });
  expect(found).toMatchObject({
    total: '0.00',
    position: { owedByUpstreams: '0.00', settled: '0.00', owedToMembers: '500.00', own: '-500.00' },
    upstreams: [{ id: 1, name: 'First', takenIn: '0.00', owed: '0.00' }],
    holds: [{ memberNo: memberNo.toString(), held: '120.00', frozen: '120.00', balance: '500.00' }],
    wrong: null,
  });
});

test('a check is asked for once at a time, runs in the background, and is kept with who asked', async () => {
  const first = await boss.post<{ id: string }>('/operator/books/run', {});
  expect(await boss.post('/operator/books/run', {})).toMatchObject({ code: 1, data: first.data });
  expect(sent).toHaveLength(1);
  expect(await runs()).toMatchObject({ total: 1, list: [{ kind: 'asked', by: 'boss', endedAt: null, failed: [] }] });
  await work();
  expect((await runs({ kind: 'asked' }))?.list[0]?.endedAt).not.toBeNull();
  expect(await runs({ kind: 'full' })).toMatchObject({ total: 0 });
  expect((await boss.post<{ id: string }>('/operator/books/run', {})).data?.id).not.toBe(first.data?.id);
  await work();
});

test('what it finds is kept, and stops payouts', async () => {
  await app.db.pool.query('alter table wallets drop constraint wallets_check');
  await tamper(app.db.pool, 'update wallets set wallet = wallet + 5');
  await boss.post('/operator/books/run', {});
  await work();
  const run = (await runs())?.list.find(({ failed }) => failed.length > 0);
  expect(run?.failed[0]).toMatchObject({ check: expect.any(String), promise: expect.any(String) });
  expect((await figures())?.wrong).toMatchObject({ check: run?.failed[0]?.check });
  await tamper(app.db.pool, 'update wallets set wallet = wallet - 5');
  await liftBooksStop(app);
});
