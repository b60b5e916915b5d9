import { readFile } from 'node:fs/promises';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrationsFolder } from '#database/migrations-folder.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { systemNoTime } from '#foundation/core/system-number.ts';
import type { Disbursement } from '../disbursement.ts';
import { beneficiaryTypes } from '#features/cards/beneficiary.ts';
import { disbursementKinds, disbursementFilters } from '../rules.ts';
import type { Figures } from './days.ts';
import { applied, type DisbursementsApp, disbursementsApp, newPayout, SANDBOX } from './disbursements-for-tests.ts';
import { type DisbursementQuery, sumDisbursements } from './listing.ts';

const timeZone = 'Asia/Shanghai';
const DAYS = 9;
const random = seeded(7);
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

let app: DisbursementsApp;
let memberNo: bigint;
let all: Disbursement[];

/**
 * Nine days with every status, kind and type, across midnights of the platform and of UTC; some exactly at midnight, to
 * the millisecond.
 */
beforeAll(async () => {
  app = await disbursementsApp();
  memberNo = await app.addMember(100_000_000n);
  const otherMember = await app.addMember(1_000_000n);
  const begin = app.clock.now().getTime();
  const midnights = Array.from({ length: DAYS }, (_, day) =>
    startOfDay(addDays(dayOf(app.clock.now(), timeZone), day + 1), timeZone).getTime(),
  );
  const times = [
    ...Array.from({ length: 60 }, () => begin + Math.floor(random() * DAYS * 86_400_000)),
    ...midnights.flatMap((at) => [at - 1, at]),
  ];
  const made: Disbursement[] = [];
  for (const [index, at] of times.toSorted((a, b) => a - b).entries()) {
    app.clock.advance(at - app.clock.now().getTime());
    const account = {
      type: oneOf(beneficiaryTypes),
      holder: 'Lin Wei',
      bank: null,
      branch: null,
      account: '13800138000',
    } as const;
    const wanted = {
      kind: oneOf(disbursementKinds),
      orderNo: `L${index % 3}-${index}`,
      amountMinor: BigInt(10_000 + index * 37),
      beneficiary: account,
    };
    made.push(await applied(app.disbursements, newPayout(memberNo, wanted)));
    if (index % 9 === 0) await applied(app.disbursements, newPayout(otherMember));
    // Many events happen on a later day than the creation.
    for (const event of ['cancel', 'freeze', 'mark_paid', 'unfreeze'] as const)
      if (random() < 0.3) await app.disbursements.change(oneOf(made), { event, upstreamId: SANDBOX });
  }
  // Some attempts fail: their payouts wait for the member.
  await app.db.pool.query(
    `update disbursements set submission = 'failed' where member_no = $1 and status = 'applying' and system_no % 3 = 0`,
    [memberNo],
  );
  all = await Promise.all(made.map((one) => app.findOrThrow(one)));
});
afterAll(async () => {
  expect(await app.wrongBooks()).toEqual([]);
  await app.close();
});

/** The sums by their plain definition. */
type PlainStatus = DisbursementQuery['status'][number] | 'on the way';

function plain({
  kind,
  q,
  status,
  type,
  range,
}: Omit<DisbursementQuery, 'status' | 'order'> & { status: readonly PlainStatus[] }): Figures {
  const isFailed = (one: Disbursement) => one.status === 'applying' && one.submission === 'failed';
  const isOpen = (one: Disbursement) => (one.status === 'applying' || one.status === 'frozen') && !isFailed(one);
  const matches = (one: Disbursement, wanted: PlainStatus): boolean => {
    if (wanted === 'failed') return isFailed(one);
    return wanted === 'on the way' ? isOpen(one) : one.status === wanted;
  };
  const found = all.filter((one) => {
    const at = systemNoTime(one.systemNo).getTime();
    return (
      one.kind === kind &&
      (status.length === 0 || status.some((wanted) => matches(one, wanted))) &&
      (type === undefined || type.includes(one.type)) &&
      (q === undefined || one.orderNo.startsWith(q) || one.systemNo.toString().startsWith(q)) &&
      (range?.from === undefined || at >= Date.parse(range.from)) &&
      (range?.to === undefined || at < Date.parse(range.to))
    );
  });
  return {
    count: found.length,
    amountMinor: found.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    feeMinor: found.reduce((sum, { feeMinor }) => sum + feeMinor, 0n),
  };
}

function anyQuery(): DisbursementQuery {
  const [first, last] = [app.clock.now().getTime() - (DAYS + 1) * 86_400_000, app.clock.now().getTime() + 86_400_000];
  const moment = (): Date => {
    const at = new Date(first + Math.floor(random() * (last - first)));
    return random() < 0.6 ? startOfDay(dayOf(at, timeZone), timeZone) : at;
  };
  const [from, to] = [moment(), moment()].toSorted((a, b) => a.getTime() - b.getTime()).map((at) => at.toISOString());
  const range = {
    ...(random() < 0.7 && from !== undefined ? { from } : {}),
    ...(random() < 0.7 && to !== undefined ? { to } : {}),
  };
  return {
    memberNo,
    kind: oneOf(disbursementKinds),
    status: disbursementFilters.filter(() => random() < 0.3),
    ...(random() < 0.3 ? { type: random() < 0.3 ? beneficiaryTypes : [oneOf(beneficiaryTypes)] } : {}),
    ...(random() < 0.7 ? { range } : {}),
    ...(random() < 0.2 ? { q: oneOf(['L1', 'L1-1', '26112', 'nothing', 'L1_1']) } : {}),
    page: 1,
    limit: 10,
    order: 'desc',
  };
}

describe('the sums of a list', () => {
  test('equal the sums of its rows for any filter', async () => {
    expect(
      all.filter(({ status, submission }) => status === 'applying' && submission === 'failed').length,
    ).toBeGreaterThan(3);
    const today = startOfDay(dayOf(app.clock.now(), timeZone), timeZone);
    const yesterday = startOfDay(addDays(dayOf(app.clock.now(), timeZone), -1), timeZone);
    for (let round = 0; round < 150; round += 1) {
      const query = anyQuery();
      const { kind } = query;
      const kept = { memberNo, kind, status: ['applying', 'paid', 'frozen'], page: 1, limit: 10 } as const;
      expect([query, await sumDisbursements(app.db, query, app.clock.now(), timeZone)]).toEqual([
        query,
        {
          today: plain({ ...kept, range: { from: today.toISOString() } }),
          yesterday: plain({ ...kept, range: { from: yesterday.toISOString(), to: today.toISOString() } }),
          all: plain(kept),
          paid: plain({ ...kept, status: ['paid'] }),
          onTheWay: plain({ ...kept, status: ['on the way'] }),
          failed: plain({ ...kept, status: ['failed'] }),
          filtered: plain(query),
        },
      ]);
    }
  });

  test.each<[string, Partial<DisbursementQuery> & { sort?: 'createdAt' }, 'days' | 'rows']>([
    ['no filter', { sort: 'createdAt' }, 'days'],
    ['an empty number', { q: '' }, 'days'],
    [
      'status, type and days',
      { status: ['paid', 'frozen'], type: ['bank'], range: { to: '2026-12-31T16:00:00.000Z' } },
      'days',
    ],
    ['a number', { q: 'L' }, 'rows'],
    ['part of a day', { range: { from: '2026-11-20T03:00:00.000Z', to: '2026-11-20T04:30:00.000Z' } }, 'rows'],
  ])('with %s %o come from the %s', async (_, filter, source) => {
    const query = { memberNo, kind: 'payout', status: [], page: 1, limit: 10, order: 'desc', ...filter } as const;
    const undo = new Error('undo');
    const sums = (on: Queryable) => sumDisbursements(on, query, app.clock.now(), timeZone);
    const { filtered } = await sums(app.db);
    const changed = app.db.transaction(async (tx) => {
      await sql`update disbursement_days set fee = fee + 1 where count > 0`.execute(tx);
      const now = await sums(tx);
      expect(now.filtered.feeMinor > filtered.feeMinor ? 'days' : 'rows').toBe(source);
      throw undo;
    });
    await expect(changed).rejects.toBe(undo);
  });

  test('are the same after migrating a database that has none yet', async () => {
    const migration = await readFile(new URL('0018_disbursement_days.sql', migrationsFolder), 'utf8');
    const [filling = ''] = /with platform as[^;]+/.exec(migration) ?? [];
    const days = sql<object>`select * from disbursement_days where (count, amount, fee) <> (0, 0, 0) order by member_no, kind, day, type, status`;
    const { rows: before } = await days.execute(app.db);
    await app.db.pool.query('truncate disbursement_days');
    await app.db.pool.query(filling);
    expect((await days.execute(app.db)).rows).toEqual(before);
    expect(before.length).toBeGreaterThan(30);
  });
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}
