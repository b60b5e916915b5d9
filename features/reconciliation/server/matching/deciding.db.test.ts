/** What decides a difference, with the real verbs of orders and upstreams, and a sandbox whose notifications got lost. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people, type People, type Person } from '#features/accounts/server/people-for-tests.ts';
import { created, newOrder, ordersApp, type OrdersApp, SANDBOX } from '#features/orders/server/orders-for-tests.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { untilLocksAwaited } from '#foundation/server/postgres/lock-waits-for-tests.ts';
import type { Changed, DifferenceRow } from '../../matching-contract.ts';
import { matchingTexts } from '../../matching-words.ts';
import { matchingHandlers } from './calls.ts';
import { selectUnbooked } from './clearing-store.ts';
import { compareRead, fetchStatements } from './jobs.ts';
import {
  addBooked,
  addStatement,
  type Booked,
  lineOf,
  numbersFrom,
  timeZone,
  type Written,
} from './statements-for-tests.ts';

let shop: OrdersApp;
let app: People;
let boss: Person;

beforeAll(async () => {
  shop = await ordersApp();
  await shop.addChannel();
  app = await people({
    sharing: shop,
    more: (built) => [matchingHandlers({ ...built, orders: shop.orders, upstreams: shop.upstreams })],
  });
  await app.addOperator('boss');
}, 60_000);
afterAll(async () => {
  await app.close();
  await shop.close();
});

/** A day later, when the sandbox's statement of the day is in. */
async function nextDay(): Promise<void> {
  shop.clock.advance(86_400_000);
  boss = app.person();
  await boss.logIn('boss');
  await fetchStatements(shop);
  await compareRead(shop);
}

const resolve = (input: object) => boss.post<Changed>('/operator/reconciliation/resolve', { reason: 'seen', ...input });
const confirm = (id = '') => resolve({ ids: [id], act: 'resolve', outcome: 'order_confirmed' });
const list = async (filter: object): Promise<DifferenceRow[]> =>
  (await boss.post<{ list: DifferenceRow[] }>('/operator/reconciliation/differences', filter)).data?.list ?? [];
const missing = (upstreamId = SANDBOX): Promise<DifferenceRow[]> => list({ upstreamId, kind: 'missing_here' });
/** The name of a refusal. */
const wordOf = ({ msg }: { msg: string }): string | undefined =>
  Object.entries(matchingTexts).find(([, text]) => text.en === msg)?.[0];

test('an order that the upstream has as paid is booked once and its line finds it; one that it has not stays open', async () => {
  const memberNo = await shop.addMember();
  const expired = await created(shop.orders, newOrder(memberNo, { amountMinor: 20_000n }));
  shop.clock.advance(3_600_000);
  await shop.orders.expireDue();
  const paid = await created(shop.orders, newOrder(memberNo, { amountMinor: 10_000n }));
  const unpaid = await created(shop.orders, newOrder(memberNo, { amountMinor: 30_000n }));
  for (const { systemNo } of [paid, expired])
    await shop.db.pool.query(
      `insert into sandbox_payments (upstream_no, upstream_id, member_no, system_no, amount, currency, status, created_at, settled_at)
       select upstream_no, $1::integer, member_no, system_no, amount, 'CNY', 'paid', $4::timestamptz, $4::timestamptz from orders where member_no = $2 and system_no = $3`,
      [SANDBOX, memberNo, systemNo, shop.clock.now()],
    );
  const day = dayOf(shop.clock.now(), timeZone);
  await nextDay();
  const found = await missing();
  expect(new Map(found.map(({ ourNo, atRisk }) => [ourNo, atRisk]))).toEqual(
    new Map([
      [`${memberNo}-${paid.systemNo}`, '100.00'],
      [`${memberNo}-${expired.systemNo}`, '200.00'],
    ]),
  );

  for (const { id } of found) expect((await confirm(id)).data).toMatchObject({ count: 1, refused: [] });
  const { rows } = await shop.db.pool.query(
    `select reference, clearing_minor::integer as clearing from audit.journals where member_no = $1 order by reference`,
    [memberNo],
  );
  expect(rows.map(({ reference, clearing }) => [String(reference), clearing])).toEqual([
    [expired.systemNo.toString(), -20_000],
    [paid.systemNo.toString(), -10_000],
  ]);
  expect(await shop.orders.statusOf(memberNo, expired.systemNo)).toBe('success');
  expect(shop.told).toHaveLength(2);

  // Booked today, and in the statement of the day before: the next comparison pairs them and finds nothing new.
  await nextDay();
  expect(await missing()).toEqual([]);
  const pairs = await shop.db.pool.query(`select rule from upstream_matches where upstream_id = $1`, [SANDBOX]);
  expect(pairs.rows).toEqual([{ rule: 'upstream_no' }, { rule: 'upstream_no' }]);

  await addStatement(shop.db, SANDBOX, addDays(day, 1), [
    {
      upstreamNo: 'unknown',
      ourNo: `${memberNo}-${unpaid.systemNo}`,
      kind: 'payin',
      amountMinor: 30_000n,
      feeMinor: null,
      at: null,
      status: null,
    },
  ]);
  await compareRead(shop);
  const [line] = await missing();
  expect(wordOf(await confirm(line?.id))).toBe('act_not_done');
  expect(await shop.orders.statusOf(memberNo, unpaid.systemNo)).toBe('unpaid');
});

const MEMBER = 10_000_001n;
const nextNo = numbersFrom(new Date('2026-11-14T00:00:00Z'));
function booked(day: string, amountMinor: bigint, more: Partial<Booked> = {}): Booked {
  const reference = nextNo();
  const at = new Date(startOfDay(day, timeZone).getTime() + 3_600_000);
  const upstreamNo = `U${reference}`;
  return { memberNo: MEMBER, reference, kind: 'payin', at, amountMinor, costMinor: 0n, upstreamNo, ...more };
}

test('a line is answered only by a journal of its upstream and amount, and is no pair with a booking of another kind', async () => {
  const upstreamId = 4;
  const today = dayOf(shop.clock.now(), timeZone);
  const [day, earlier] = [addDays(today, -2), addDays(today, -5)];
  const payout = booked(day, 901n, { kind: 'payout', upstreamNo: null });
  const otherAmount = booked(earlier, 900n);
  const right = booked(earlier, 901n);
  const ofOther = booked(earlier, 901n);
  await addBooked(shop.db, upstreamId, [payout, otherAmount, right]);
  await addBooked(shop.db, 5, [ofOther]);
  const line: Written = { ...lineOf(payout), upstreamNo: 'kind', ourNo: null, kind: 'payin', amountMinor: 901n };
  await addStatement(shop.db, upstreamId, day, [line]);
  await compareRead(shop);
  const [{ id, suggestions } = { id: '', suggestions: null }] = await missing(upstreamId);
  expect(suggestions).toEqual([]);
  const [there] = await list({ upstreamId, kind: 'missing_there', state: 'all' });
  expect(wordOf(await resolve({ ids: [id], act: 'resolve', outcome: 'paired', pairId: there?.id }))).toBe(
    'pair_impossible',
  );
  const confirmed = async ({ memberNo, reference }: Booked) => {
    const journal = { memberNo: memberNo.toString(), reference: reference.toString() };
    return resolve({ ids: [id], act: 'resolve', outcome: 'order_confirmed', journal });
  };
  expect(wordOf(await confirmed(otherAmount))).toBe('act_not_done');
  expect(wordOf(await confirmed(ofOther))).toBe('act_not_done');
  expect((await confirmed(right)).data).toMatchObject({ count: 1 });
  // What our books name is answered by its own journal only.
  const reversed = booked(earlier, 901n, { kind: 'reversal' });
  await addBooked(shop.db, upstreamId, [reversed]);
  const journal = { memberNo: MEMBER.toString(), reference: reversed.reference.toString() };
  expect(wordOf(await resolve({ ids: [there?.id], act: 'resolve', outcome: 'order_reversed', journal }))).toBe(
    'act_not_done',
  );
});

test('a payout that was sent twice is not answered by the journal that its other line has', async () => {
  const upstreamId = 10;
  const day = addDays(dayOf(shop.clock.now(), timeZone), -2);
  const payout = booked(day, 600n, { kind: 'payout', upstreamNo: null });
  await addBooked(shop.db, upstreamId, [payout]);
  const line = lineOf(payout);
  await addStatement(shop.db, upstreamId, day, [line, { ...line, upstreamNo: 'twice', ourNo: `${line.ourNo}-1` }]);
  await compareRead(shop);
  const [second] = await missing(upstreamId);
  expect(second?.upstreamNo).toBe('twice');
  expect(wordOf(await resolve({ ids: [second?.id], act: 'resolve', outcome: 'payout_paid' }))).toBe('act_not_done');
});

test('a pair that a person made is undone on both sides when one of them is opened again', async () => {
  const upstreamId = 7;
  const day = addDays(dayOf(shop.clock.now(), timeZone), -2);
  const ours = booked(day, 800n);
  await addBooked(shop.db, upstreamId, [ours]);
  await addStatement(shop.db, upstreamId, day, [{ ...lineOf(ours), upstreamNo: 'another', ourNo: null }]);
  await compareRead(shop);
  const [line] = await missing(upstreamId);
  const [there] = await list({ upstreamId, kind: 'missing_there', state: 'all' });
  const states = async () => (await list({ upstreamId, state: 'all' })).map(({ state, outcome }) => [state, outcome]);
  const pair = { ids: [line?.id], act: 'resolve', outcome: 'paired', pairId: there?.id };
  for (const reopened of [line, there]) {
    expect((await resolve(pair)).data?.count).toBe(1);
    expect(await states()).toEqual([
      ['resolved', 'paired'],
      ['resolved', 'paired'],
    ]);
    expect((await resolve({ ids: [reopened?.id], act: 'reopen' })).data?.count).toBe(1);
    expect(await states()).toEqual([
      ['open', null],
      ['open', null],
    ]);
  }
  const { rows } = await shop.db.pool.query('select 1 from upstream_matches where upstream_id = $1', [upstreamId]);
  expect(rows).toEqual([]);
});

test('a pair that a person made goes over to the statement that replaces its own, and ends where that has no such line', async () => {
  const upstreamId = 8;
  const day = addDays(dayOf(shop.clock.now(), timeZone), -2);
  const ours = booked(day, 800n);
  await addBooked(shop.db, upstreamId, [ours]);
  const theirs: Written = { ...lineOf(ours), upstreamNo: 'another', ourNo: null };
  const put = async (lines: readonly Written[]): Promise<string> => {
    const fileId = await addStatement(shop.db, upstreamId, day, lines);
    shop.clock.advance(1000);
    await compareRead(shop);
    return fileId;
  };
  await put([theirs]);
  const [line] = await missing(upstreamId);
  const [there] = await list({ upstreamId, kind: 'missing_there', state: 'all' });
  await resolve({ ids: [line?.id], act: 'resolve', outcome: 'paired', pairId: there?.id });

  const fileId = await put([{ ...theirs, upstreamNo: 'stranger' }, theirs]);
  const { rows } = await shop.db.pool.query(
    'select file_id, line_no, rule from upstream_matches where upstream_id = $1',
    [upstreamId],
  );
  expect(rows).toEqual([{ file_id: fileId, line_no: 3, rule: 'person' }]);
  expect((await missing(upstreamId)).map(({ upstreamNo }) => upstreamNo)).toEqual(['stranger']);

  await put([]);
  expect(await list({ upstreamId, kind: 'missing_there', state: 'all' })).toMatchObject([
    { state: 'waiting', outcome: null },
  ]);
});

test('an adjustment or a settlement answers one difference; it is free again when that is reopened', async () => {
  const upstreamId = 11;
  const day = addDays(dayOf(shop.clock.now(), timeZone), -2);
  const ours = [booked(day, 100n), booked(day, 200n), booked(day, 300n)];
  await addBooked(shop.db, upstreamId, ours);
  const stranger: Written = { ...lineOf(booked(day, 40n)), ourNo: null };
  await addStatement(shop.db, upstreamId, day, [
    ...ours.map((one) => ({ ...lineOf(one), amountMinor: one.amountMinor + 1n })),
    ...['X1', 'X2'].map((upstreamNo) => ({ ...stranger, upstreamNo })),
  ]);
  await compareRead(shop);
  const reference = nextNo();
  await shop.db.pool.query(
    `insert into journals (member_no, reference, kind, currency, created_at, clearing, adjustment, upstream_id) values ($1, $2, 'adjustment', 'CNY', now(), 3, -3, 99)`,
    [MEMBER, reference],
  );
  const [first, second, third] = (await list({ upstreamId, kind: 'amount_differs' })).map(({ id }) => id);
  const journal = { memberNo: MEMBER.toString(), reference: reference.toString() };
  const adjusted = (ids: unknown[]) => resolve({ ids, act: 'resolve', outcome: 'adjusted', journal });
  const both = (await adjusted([first, second])).data;
  expect(both).toMatchObject({ count: 1, refused: [{ reason: matchingTexts.act_used.en }] });
  const left = both?.refused[0]?.id;
  expect(wordOf(await adjusted([left]))).toBe('act_used');
  expect(wordOf(await adjusted([third]))).toBe('act_used');
  const used = left === first ? second : first;
  expect((await resolve({ ids: [used], act: 'reopen' })).data?.count).toBe(1);
  expect((await adjusted([third])).data?.count).toBe(1);

  const settlement = nextNo();
  await shop.db.pool.query(
    `insert into platform_journals (reference, kind, upstream_id, currency, created_at, clearing, bank, day, bank_reference, remark, request_id, user_id)
     values ($1, 'upstream_settlement', $2, 'CNY', now(), 40, -40, $3::date, 'B', 'x', 'once', 1)`,
    [settlement, upstreamId, day],
  );
  const [one, other] = (await missing(upstreamId)).map(({ id }) => id);
  const settled = (id = '') =>
    resolve({ ids: [id], act: 'resolve', outcome: 'settled', journal: { reference: settlement.toString() } });
  // At once, and one after the other.
  const answers = await Promise.all([settled(one), settled(other)]);
  expect(new Set(answers.map((answer) => wordOf(answer) ?? answer.data?.count))).toEqual(new Set([1, 'act_used']));
  expect(wordOf(await resolve({ ids: [left], act: 'resolve', outcome: 'settled', journal }))).toBe(
    'outcome_not_for_kind',
  );
});

test('a decision waits for a comparison of the same upstream, and is refused if that takes long', async () => {
  const upstreamId = 12;
  const day = addDays(dayOf(shop.clock.now(), timeZone), -2);
  await addStatement(shop.db, upstreamId, day, [lineOf(booked(day, 100n))]);
  await compareRead(shop);
  const [line] = await missing(upstreamId);
  const comparison = await shop.db.pool.connect();
  try {
    await comparison.query('begin');
    await comparison.query(`select pg_advisory_xact_lock(hashtext('upstream comparisons'), $1)`, [upstreamId]);
    const by = (path: string, input: object) =>
      boss.post(`/operator/reconciliation/${path}`, { ...input, ids: [line?.id] });
    const answers = await Promise.all([
      by('resolve', { act: 'ignore', reason: 'seen' }),
      by('assign', { owner: 'boss' }),
    ]);
    expect(answers.map(wordOf)).toEqual(['comparison_running', 'comparison_running']);
    await comparison.query('commit');
    expect((await by('assign', { owner: 'boss' })).code).toBe(1);
  } finally {
    comparison.release();
  }
}, 20_000);

test('comparisons and decisions at once wait for each other, and none of them fails', async () => {
  const upstreamId = 13;
  const day = addDays(dayOf(shop.clock.now(), timeZone), -2);
  const ours = Array.from({ length: 60 }, (_, place) => booked(day, BigInt(1000 + place)));
  await addBooked(shop.db, upstreamId, ours);
  const lines = ours.map((one) => ({ ...lineOf(one), upstreamNo: `other-${one.reference}`, ourNo: null }));
  await addStatement(shop.db, upstreamId, day, lines);
  await compareRead(shop);
  const theirs = await list({ upstreamId, kind: 'missing_here', state: 'all', limit: 100 });
  const there = await list({ upstreamId, kind: 'missing_there', state: 'all', limit: 100 });
  const pairOf = new Map(
    theirs.map(({ id, theirs: amount }) => [id, there.find(({ ours: own }) => own === amount)?.id ?? '']),
  );
  expect(pairOf.size).toBe(60);
  for (let round = 0; round < 3; round += 1) {
    await addStatement(shop.db, upstreamId, day, round === 1 ? lines.toReversed() : lines);
    shop.clock.advance(1000);
    const some = [...pairOf].slice(round * 8, round * 8 + 8);
    const answers = await Promise.all([
      ...some.map(([id, pairId]) => resolve({ ids: [id], act: 'resolve', outcome: 'paired', pairId })),
      compareRead(shop),
      ...some.map(([id, pairId]) => resolve({ ids: [pairId, id], act: 'ignore' })),
    ]);
    const words = answers.flatMap((answer) => (answer && answer.code !== 1 ? [wordOf(answer)] : []));
    expect(new Set(words).difference(new Set(['difference_decided', 'pair_impossible']))).toEqual(new Set());
  }
  await compareRead(shop);
  const { rows } = await shop.db.pool.query(
    `select count(*)::integer as pairs, count(distinct (file_id, line_no))::integer as lines from upstream_matches where upstream_id = $1`,
    [upstreamId],
  );
  expect(rows[0].pairs).toBe(rows[0].lines);
}, 60_000);

test('a plan is compared with what is locked, and more than 20,000 are refused in the words for it', async () => {
  const upstreamId = 6;
  const add = (count: number) =>
    shop.db.pool.query(
      `insert into upstream_differences (upstream_id, day, kind, subject, file_id, line_no, upstream_no, at_risk, state, found_at, changed_at)
       select $1, $2::date, 'missing_here', 'line:' || n, gen_random_uuid(), n, 'many-' || n, 1, 'open', now(), now() from generate_series(1, $3::integer) n
       on conflict do nothing`,
      [upstreamId, dayOf(shop.clock.now(), timeZone), count],
    );
  const filter = { upstreamId };
  await add(2);
  const plan = (await resolve({ filter, act: 'ignore' })).data?.plan;
  const other = await shop.db.pool.connect();
  try {
    await other.query('begin');
    await other.query(`update upstream_differences set note = 'x', version = version + 1 where upstream_no = 'many-1'`);
    const decided = resolve({ filter, act: 'ignore', plan });
    await untilLocksAwaited(shop.db.pool);
    await other.query('commit');
    expect(wordOf(await decided)).toBe('plan_outdated');
  } finally {
    other.release();
  }
  expect(await list({ upstreamId, state: 'ignored' })).toEqual([]);

  // A least amount that the currency does not have is no filter, and must not be passed over.
  const narrow = { ...filter, atRiskFrom: '0.001' };
  expect((await resolve({ filter: narrow, act: 'ignore' })).fields).toHaveProperty('filter');
  expect((await boss.post('/operator/reconciliation/differences', narrow)).fields).toHaveProperty('atRiskFrom');

  await add(20_001);
  const assign = (more: object) =>
    boss.post<Changed>('/operator/reconciliation/assign', { owner: '', filter, ...more });
  for (const more of [{}, { plan }]) {
    expect(wordOf(await assign(more))).toBe('differences_many');
    expect(wordOf(await resolve({ filter, act: 'ignore', ...more }))).toBe('differences_many');
  }
  await shop.db.pool.query(
    `update upstream_differences set state = 'ignored', reason = 'x' where upstream_no = 'many-20001'`,
  );
  expect((await assign({})).data).toMatchObject({ count: 20_000 });
});

test('the settlements that are not booked are found without reading every line of every statement', async () => {
  const upstreamId = 9;
  const day = addDays(dayOf(shop.clock.now(), timeZone), -3);
  const line = lineOf(booked(day, 100n));
  const fileId = await addStatement(shop.db, upstreamId, day, [
    ...Array.from({ length: 20_000 }, (_, place): Written => ({ ...line, upstreamNo: `L${place}` })),
    { ...line, upstreamNo: 'settled', kind: 'settlement', amountMinor: -50n },
  ]);
  await shop.db.pool.query('analyze upstream_lines');
  expect((await selectUnbooked(shop.db)).map((one) => [one.fileId, one.number])).toEqual([[fileId, 'settled']]);
  const { rows } = await shop.db.pool.query<{ 'QUERY PLAN': string }>(
    `explain select * from upstream_lines l join upstream_files f using (upstream_id, file_id) where l.kind = 'settlement' and f.state <> 'replaced'`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('upstream_lines_settlements');
  expect(plan).not.toContain('Seq Scan on upstream_lines');
});
