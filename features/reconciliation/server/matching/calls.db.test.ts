import { afterAll, beforeAll, expect, test } from 'vitest';
import { people, type People, type Person } from '#features/accounts/server/people-for-tests.ts';
import { credentialsOf } from '#features/accounts/server/credentials-for-tests.ts';
import { checkBooks } from '#features/ledger/server/checking.ts';
import type { OrderStatus } from '#features/orders/statuses.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { asXlsx } from '#foundation/server/sheets/sheet-xlsx.ts';
import type { Changed, Clearing, DifferenceRow, GridCell, SideBySide } from '../../matching-contract.ts';
import { matchingTexts } from '../../matching-words.ts';
import { matchingHandlers } from './calls.ts';
import { clearingChecks } from './checks.ts';
import { rollUpClosedDays } from './clearing.ts';
import { compareRead } from './jobs.ts';
import { differenceExport } from './sheet.ts';
import {
  addBooked,
  addStatement,
  type Booked,
  lineOf,
  numbersFrom,
  timeZone,
  type Written,
} from './statements-for-tests.ts';

const MEMBER = 10_000_001n;
let app: People;
let boss: Person;
let today: string;
let nextNo: () => bigint;
/** The status of every order, and what the upstream says when it is asked. */
const asked = { status: 'expired' as OrderStatus | undefined, paid: true };

beforeAll(async () => {
  app = await people({
    more: (built) => [
      matchingHandlers({
        ...built,
        upstreams: {
          names: async () => [
            { id: 1, name: 'First' },
            { id: 2, name: 'Second' },
            { id: 3, name: 'Third' },
          ],
          queryPayment: async (_, { memberNo, systemNo }) => ({
            memberNo,
            systemNo,
            upstreamNo: 'asked',
            amountMinor: 500n,
            currency: 'CNY',
            status: asked.paid ? 'paid' : 'unpaid',
            paidAt: null,
          }),
        },
        orders: {
          statusOf: async () => asked.status,
          async confirmPayment(upstreamId, { memberNo, systemNo }) {
            const at = built.clock.now();
            await addBooked(app.db, upstreamId, [
              {
                memberNo,
                reference: systemNo,
                kind: 'payin',
                at,
                amountMinor: 500n,
                costMinor: 0n,
                upstreamNo: 'asked',
              },
            ]);
            return 'paid';
          },
        },
      }),
    ],
  });
  await app.addOperator('boss');
  await app.addOperator('clerk');
  boss = app.person();
  await boss.logIn('boss');
  today = dayOf(app.clock.now(), timeZone);
  nextNo = numbersFrom(startOfDay(addDays(today, -9), timeZone));
  await app.db.pool.query(
    `insert into members (member_no, kind, name, created_at) values ($1, 'merchant', 'M', $2) on conflict do nothing`,
    [MEMBER, startOfDay(addDays(today, -10), timeZone)],
  );
}, 60_000);
afterAll(() => app.close());

function booked(day: string, amountMinor: bigint, more: Partial<Booked> = {}): Booked {
  const reference = nextNo();
  const at = new Date(startOfDay(day, timeZone).getTime() + 3_600_000);
  return {
    memberNo: MEMBER,
    reference,
    kind: 'payin',
    at,
    amountMinor,
    costMinor: 2n,
    upstreamNo: `U${reference}`,
    ...more,
  };
}

async function file(
  upstreamId: number,
  day: string,
  lines: readonly Written[],
  closingMinor: bigint | null = null,
): Promise<string> {
  const fileId = await addStatement(app.db, upstreamId, day, lines, closingMinor);
  app.clock.advance(1000);
  await compareRead(app);
  return fileId;
}

const list = async (filter: object = {}): Promise<DifferenceRow[]> =>
  (await boss.post<{ list: DifferenceRow[] }>('/operator/reconciliation/differences', { limit: 100, ...filter })).data
    ?.list ?? [];
const one = async (about: string): Promise<DifferenceRow> => {
  const [found] = await list({ q: about, state: 'all' });
  if (!found) throw new Error(`no difference about ${about}`);
  return found;
};
/** The name of a refusal. */
const wordOf = ({ msg }: { msg: string }): string | undefined =>
  Object.entries(matchingTexts).find(([, text]) => text.en === msg)?.[0];
const resolve = (input: object) => boss.post<Changed>('/operator/reconciliation/resolve', { reason: 'seen', ...input });
const day = (back: number): string => addDays(today, -back);

test('a day shows both sides and why they are pairs; the grid shows where something is open', async () => {
  const rows = [booked(day(6), 1000n), booked(day(6), 2000n), booked(day(6), 3000n)];
  const [first, second, third] = rows.map(lineOf);
  await addBooked(app.db, 1, rows);
  const stranger = { ...(first as Written), upstreamNo: 'stranger', ourNo: null, amountMinor: 700n };
  await file(1, day(6), [first, { ...(second as Written), upstreamNo: null }, stranger] as Written[]);

  const grid = await boss.post<{ days: { day: string; cells: GridCell[] }[] }>('/operator/reconciliation/days', {
    from: day(7),
    to: today,
  });
  const cellOf = (of: string, upstreamId: number) =>
    grid.data?.days.find((row) => row.day === of)?.cells.find((cell) => cell.upstreamId === upstreamId);
  expect(cellOf(day(6), 1)).toEqual({
    upstreamId: 1,
    state: 'open',
    lines: 3,
    bookings: 0,
    open: 1,
    waiting: 1,
    atRisk: '7.00',
  });
  expect(cellOf(day(6), 2)).toMatchObject({ state: 'no_file', bookings: 0 });
  expect(grid.data?.days[0]?.day).toBe(today);

  const page = await boss.post<{ total: number; list: SideBySide[]; extend: object }>('/operator/reconciliation/day', {
    upstreamId: 1,
    day: day(6),
  });
  expect(
    page.data?.list.map(({ theirs, ours, rule, difference }) => [
      theirs?.upstreamNo,
      ours?.amount,
      rule,
      difference?.kind,
    ]),
  ).toEqual([
    [first?.upstreamNo, '10.00', 'upstream_no', undefined],
    ['', '20.00', 'our_no', undefined],
    ['stranger', undefined, null, 'missing_here'],
    [undefined, '30.00', null, 'missing_there'],
  ]);
  expect(page.data?.extend).toMatchObject({
    theirs: { count: 3, amount: '37.00' },
    ours: { count: 3, amount: '60.00' },
    pairs: { upstream_no: 1, our_no: 1 },
    comparisons: [{ lines: 3, paired: 2, appeared: 2, vanished: 0 }],
  });
  const unpaired = await boss.post<{ total: number }>('/operator/reconciliation/day', {
    upstreamId: 1,
    day: day(6),
    show: 'unpaired',
  });
  expect(unpaired.data?.total).toBe(2);
  expect((await boss.post('/operator/reconciliation/day', { upstreamId: 9, day: day(6) })).msg).toBeDefined();

  // Two more days' statements: what waited is a difference. The right statement ends both.
  expect((await one(third?.upstreamNo ?? '')).state).toBe('waiting');
  await file(1, day(5), []);
  await file(1, day(4), []);
  expect((await one(third?.upstreamNo ?? '')).state).toBe('open');
  await file(1, day(6), [first, second, third] as Written[]);
  expect((await one('stranger')).outcome).toBe('file_replaced');
  expect(await one(third?.upstreamNo ?? '')).toMatchObject({ outcome: 'matched_later', state: 'resolved' });
  expect((await one(third?.upstreamNo ?? '')).history.map(({ state }) => state)).toEqual([
    'waiting',
    'open',
    'resolved',
  ]);
});

test('a settlement that is the sum of a day has all its bookings; of two that fit, neither', async () => {
  const rows = [
    booked(day(6), 1000n),
    booked(day(6), 2500n),
    booked(day(6), 500n, { kind: 'payout', upstreamNo: null }),
  ];
  await addBooked(app.db, 2, rows);
  const settlement: Written = {
    upstreamNo: 'S1',
    ourNo: null,
    kind: 'settlement',
    amountMinor: -2996n,
    feeMinor: null,
    at: null,
    status: null,
  };
  await file(2, day(6), [settlement, { ...settlement, upstreamNo: 'S2' }]);
  expect(await list({ upstreamId: 2, state: 'waiting' })).toHaveLength(3);
  await file(2, day(6), [settlement]);
  expect(await list({ upstreamId: 2, state: 'waiting' })).toEqual([]);
  const page = await boss.post<{ list: SideBySide[] }>('/operator/reconciliation/day', { upstreamId: 2, day: day(6) });
  expect(page.data?.list.map(({ rule, ours }) => [rule, ours?.kind])).toEqual([
    ['sum', 'payin'],
    ['sum', 'payin'],
    ['sum', 'payout'],
  ]);
});

test('differences are given to operators, resolved with the act that the books show, ignored, reopened; nothing is edited', async () => {
  const order = booked(day(3), 500n);
  const known = booked(day(3), 900n);
  await addBooked(app.db, 3, [known]);
  const line = lineOf(order);
  const near = new Date(known.at.getTime() + 60_000);
  await file(3, day(3), [
    line,
    { ...line, upstreamNo: 'near', ourNo: null, amountMinor: 900n, at: near },
    { ...line, upstreamNo: 'far', ourNo: null, amountMinor: 901n },
  ]);
  const [missing, lineNear, far] = [await one(line.upstreamNo ?? ''), await one('near'), await one('far')];

  const assigned = await boss.post<Changed>('/operator/reconciliation/assign', {
    ids: [missing.id],
    owner: 'clerk',
    note: 'asks them',
  });
  expect(assigned.data).toMatchObject({ count: 1, atRisk: '5.00' });
  expect(await list({ owner: 'clerk' })).toMatchObject([
    { id: missing.id, state: 'assigned', owner: 'clerk', note: 'asks them' },
  ]);
  expect(
    (await boss.post('/operator/reconciliation/assign', { ids: [missing.id], owner: 'nobody' })).fields,
  ).toHaveProperty('owner');
  expect((await boss.post('/operator/reconciliation/assign', { ids: ['999999'], owner: '' })).code).toBe(0);

  // Not in the books: refused. The upstream confirms it: booked by the verb of orders, and resolved.
  asked.paid = false;
  expect(wordOf(await resolve({ ids: [missing.id], act: 'resolve', outcome: 'order_confirmed' }))).toBe('act_not_done');
  expect(wordOf(await resolve({ ids: [missing.id], act: 'resolve', outcome: 'order_reversed' }))).toBe(
    'outcome_not_for_kind',
  );
  expect(wordOf(await resolve({ ids: [missing.id], act: 'reopen' }))).toBe('difference_undecided');
  asked.paid = true;
  expect((await resolve({ ids: [missing.id], act: 'resolve', outcome: 'order_confirmed' })).data).toMatchObject({
    count: 1,
    refused: [],
  });
  expect(wordOf(await resolve({ ids: [missing.id], act: 'ignore' }))).toBe('difference_decided');
  expect(wordOf(await boss.post('/operator/reconciliation/assign', { ids: [missing.id], owner: '' }))).toBe(
    'difference_decided',
  );

  // The suggestion is paired by a person; another amount is no pair.
  const [suggestion] = lineNear.suggestions;
  expect(suggestion).toMatchObject({ orderNo: known.reference.toString(), kind: 'payin' });
  expect(wordOf(await resolve({ ids: [far.id], act: 'resolve', outcome: 'paired', pairId: suggestion?.id }))).toBe(
    'pair_impossible',
  );
  expect(
    (await resolve({ ids: [lineNear.id], act: 'resolve', outcome: 'paired', pairId: suggestion?.id })).data?.count,
  ).toBe(1);
  const page = await boss.post<{ list: SideBySide[] }>('/operator/reconciliation/day', {
    upstreamId: 3,
    day: day(3),
    show: 'paired',
  });
  expect(page.data?.list.map(({ rule }) => rule)).toEqual(['person']);

  // By filter: the plan first, which changes nothing, and which a change in between makes outdated.
  const filter = { upstreamId: 3 };
  const plan = await resolve({ filter, act: 'ignore' });
  expect(plan.data).toMatchObject({ count: 1, atRisk: '9.01' });
  expect((await one('far')).state).toBe('open');
  await boss.post('/operator/reconciliation/assign', { ids: [far.id], owner: 'boss' });
  expect(wordOf(await resolve({ filter, act: 'ignore', plan: plan.data?.plan }))).toBe('plan_outdated');
  const outdated = { filter, owner: '', plan: plan.data?.plan };
  expect(wordOf(await boss.post('/operator/reconciliation/assign', outdated))).toBe('plan_outdated');
  const again = await resolve({ filter, act: 'ignore' });
  expect((await resolve({ filter, act: 'ignore', plan: again.data?.plan })).data).toMatchObject({
    count: 1,
    plan: null,
  });
  expect((await resolve({ ids: [far.id], act: 'reopen' })).data?.count).toBe(1);
  expect((await one('far')).history.map(({ state, by }) => [state, by])).toEqual([
    ['open', ''],
    ['assigned', 'boss'],
    ['ignored', 'boss'],
    ['assigned', 'boss'],
  ]);

  // An order that was confirmed is booked on a later day: its line finds it, and nothing new is missing.
  await file(3, day(2), []);
  expect(await list({ upstreamId: 3, state: 'all', kind: 'missing_there' })).toMatchObject([{ outcome: 'paired' }]);
});

test('a sheet decides row by row; rows that changed meanwhile are refused with their line', async () => {
  const lines = ['a', 'b', 'c', 'd'].map((no): Written => ({
    upstreamNo: `sheet-${no}`,
    ourNo: null,
    kind: 'payin',
    amountMinor: 100n,
    feeMinor: null,
    at: null,
    status: null,
  }));
  await file(1, day(3), lines);
  const session = { sessionId: '', userId: 1n, username: 'boss', role: 'operator', memberNo: null } as never;
  const exported = await differenceExport(app).open(
    { session, language: 'zh', now: app.clock.now(), timeZone },
    { upstreamId: 1, from: day(3), to: day(3) },
  );
  if ('word' in exported) throw new Error('the filter is wrong');
  expect(await exported.count()).toBe(4);
  const head = exported.columns.map(({ header }) => header);
  const rows = (await Array.fromAsync(exported.batches())).flat().map((row) => [...row]);
  const put = (row: number, header: string, text: string): void =>
    void (rows[row] ?? []).splice(head.indexOf(header), 1, text);
  put(0, '操作', '忽略');
  put(0, '原因', 'seen');
  put(1, '操作', 'resolve');
  put(1, '处理结果', '由渠道更正');
  put(1, '原因', 'they told us');
  put(2, '操作', 'ignore');
  put(2, '原因', 'late');
  put(3, '操作', 'nonsense');
  await boss.post('/operator/reconciliation/assign', { ids: [(await one('sheet-c')).id], owner: 'clerk' });
  async function* batches() {
    yield rows;
  }
  const bytes = Buffer.concat(
    await Array.fromAsync(asXlsx({ title: 'x', columns: exported.columns, timeZone, batches: batches() })),
  );
  const form = (content: Uint8Array): FormData => {
    const data = new FormData();
    data.append('file', new Blob([Uint8Array.from(content)]), 'decided.xlsx');
    return data;
  };
  const decided = await boss.post<Changed>('/operator/reconciliation/resolve', form(bytes));
  expect(decided.data).toMatchObject({ count: 2, atRisk: '2.00' });
  expect(decided.data?.refused.map(({ line }) => line)).toEqual([4, 5]);
  expect([(await one('sheet-a')).state, (await one('sheet-b')).outcome, (await one('sheet-c')).state]).toEqual([
    'ignored',
    'corrected_there',
    'assigned',
  ]);
  expect((await boss.post<Changed>('/operator/reconciliation/resolve', form(bytes))).data).toMatchObject({ count: 0 });
  expect(wordOf(await boss.post('/operator/reconciliation/resolve', form(Buffer.from('no sheet'))))).toBe(
    'sheet_unreadable',
  );
});

test('what upstreams owe equals the books; a settlement is booked once, with a second step, by hand or from a line', async () => {
  const upstreamId = 2;
  await rollUpClosedDays(app.db, { timeZone, now: app.clock.now() });
  const clerk = app.person();
  await clerk.logIn('clerk');
  const secrets = new Map<Person, string>();
  for (const who of [boss, clerk]) secrets.set(who, (await credentialsOf(app).bindApp(who)).secret);
  const S9: Written = {
    upstreamNo: 'S9',
    ourNo: null,
    kind: 'settlement',
    amountMinor: -1200n,
    feeMinor: null,
    at: null,
    status: null,
  };
  const fileId = await file(upstreamId, day(2), [S9], 1800n);
  const clearing = async (): Promise<Clearing | undefined> =>
    (await boss.post<{ list: Clearing[] }>('/operator/reconciliation/clearing')).data?.list.find(
      (row) => row.upstreamId === upstreamId,
    );
  expect(await clearing()).toMatchObject({
    owed: '30.00',
    takenIn: '35.00',
    paidOut: '5.00',
    since: day(6),
    theirs: { closing: '18.00', ours: '30.00' },
  });
  expect((await clearing())?.unbooked.map(({ number }) => number)).toEqual(['S1', 'S9']);

  const line = { upstreamId, fileId, lineNo: 2 };
  const input = {
    upstreamId,
    amount: '12.00',
    day: day(2),
    bankReference: 'B1',
    reason: 'paid to our bank',
    requestId: 'r1',
    line,
  };
  const settle = async (more: object = {}, who = boss) => {
    app.clock.advance(30_000);
    const step = { verifyType: 'google', verifyCode: credentialsOf(app).codeOf(secrets.get(who) ?? '') };
    return who.post<{ reference: string; owed: string }>('/operator/reconciliation/settle', {
      ...input,
      ...step,
      ...more,
    });
  };
  expect((await boss.post('/operator/reconciliation/settle', input)).code).toBe(-2);
  expect(wordOf(await settle({ amount: '12.01' }))).toBe('line_differs');
  const done = await settle();
  expect(done.data).toMatchObject({ owed: '18.00' });
  expect((await settle()).data?.reference).toBe(done.data?.reference);
  expect(wordOf(await settle({ amount: '11.00', line: undefined }))).toBe('settlement_conflict');
  expect(wordOf(await settle({ requestId: 'r2' }))).toBe('line_settled');
  expect((await settle({ requestId: 'r3', line: undefined, amount: '2.00', direction: 'paid' })).data).toMatchObject({
    owed: '20.00',
  });
  expect(await clearing()).toMatchObject({ settled: '10.00', theirs: { ours: '20.00', difference: '2.00' } });
  // The same line in the statement that replaces the first, the other way round, and as money of another upstream.
  const again = { ...S9, amountMinor: -1200n };
  const nextFile = await file(upstreamId, day(2), [again, { ...S9, upstreamNo: 'S10', amountMinor: 700n }], 1800n);
  expect((await clearing())?.unbooked.map(({ number, direction }) => [number, direction])).toEqual([
    ['S1', 'received'],
    ['S10', 'paid'],
  ]);
  const lineIn = (lineNo: number) => ({ upstreamId, fileId: nextFile, lineNo });
  expect(wordOf(await settle({ requestId: 'r4', line: lineIn(2) }))).toBe('line_settled');
  expect(wordOf(await settle({ requestId: 'r5', amount: '7.00', line: lineIn(3) }))).toBe('line_differs');
  expect(wordOf(await settle({ requestId: 'r6', upstreamId: 3, line: lineIn(2) }))).toBe('line_differs');
  const both = await Promise.all(
    [boss, clerk].map((who, place) =>
      settle(
        { requestId: `r${place + 7}`, amount: '7.00', direction: 'paid', line: lineIn(3), bankReference: `B${place}` },
        who,
      ),
    ),
  );
  expect(new Set(both.map((answer) => wordOf(answer) ?? 'booked'))).toEqual(new Set(['booked', 'line_settled']));
  // By hand, by two operators at once; taken back, it can be booked again. A day to come has no payments yet.
  const byHand = { line: undefined, amount: '7.00', bankReference: 'B9' };
  const twice = await Promise.all(
    [boss, clerk].map((who, place) => settle({ ...byHand, requestId: `h${place}` }, who)),
  );
  expect(new Set(twice.map((answer) => wordOf(answer) ?? 'booked'))).toEqual(new Set(['booked', 'reference_settled']));
  expect((await settle({ ...byHand, requestId: 'h3', direction: 'paid' })).code).toBe(1);
  expect((await settle({ ...byHand, requestId: 'h4' })).code).toBe(1);
  expect((await settle({ ...byHand, requestId: 'h5', day: addDays(today, 1) })).fields).toHaveProperty('day');

  await expect(app.db.pool.query('update platform_journals set clearing = 1, bank = -1')).rejects.toThrow(
    'stay as they are',
  );
  const { rows } = await app.db.pool.query(
    `select sum(clearing_minor + bank_minor) as sum from audit.platform_journals`,
  );
  expect(rows).toEqual([{ sum: '0' }]);

  const found = (await checkBooks(app.db, { more: clearingChecks })).filter(({ check }) =>
    clearingChecks.includes(check),
  );
  expect(found).toEqual([]);
});
