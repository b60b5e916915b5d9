import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';
import { HOUR_MS, type Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';

let at: OperatorApp;
let boss: Operator;
beforeAll(async () => {
  at = await operatorApp();
  boss = await at.operator('boss');
});
afterAll(async () => expect(await at.close()).toEqual([]));

const numberOf = ({ memberNo }: Merchant) => memberNo.toString();

describe('/operator/disbursement/list', () => {
  interface Listed {
    total: number;
    list: { orderNo: string; memberName: string; kind: string }[];
    extend: {
      filtered: { count: number; amount: string; fee: string };
      attention: Record<'review' | 'frozen' | 'unknown' | 'failed' | 'approvals', number>;
    };
  }
  const list = async (filter: object = {}) =>
    (await boss.person.post<Listed>('/operator/disbursement/list', filter)).data;
  const numbers = async (filter: object) => (await list(filter))?.list.map(({ orderNo }) => orderNo);

  it('covers all members, newest first, with an operator’s filters and their sums', async () => {
    const begin = at.app.clock.now().toISOString();
    const before = (await list())?.extend.attention;
    const [one, other] = [await at.merchant(), await at.merchant()];
    const waiting = await at.brought(one, 'waiting');
    at.app.clock.advance(1_000);
    const frozen = await at.brought(other, 'frozen');
    at.app.clock.advance(1_000);
    const unknown = await at.brought(one, 'unknown');
    const range = { range: { from: begin } };
    expect(await numbers(range)).toEqual([unknown, frozen, waiting]);
    expect(await numbers({ ...range, order: 'asc', limit: 1, page: 2 })).toEqual([frozen]);
    expect((await list(range))?.extend.filtered).toEqual({
      count: 3,
      capped: false,
      amount: '1500.99',
      fee: '6.00',
    });
    // The daily sums equal the rows' sums for any filter.
    for (const filter of [
      {},
      { memberNo: numberOf(one) },
      { status: 'frozen' },
      { memberNo: numberOf(other), kind: 'withdrawal', type: 'bank' },
    ])
      expect((await list(filter))?.extend.filtered).toEqual(
        (await list({ ...filter, range: { from: '2020-01-01T00:00:00Z' } }))?.extend.filtered,
      );
    expect(await numbers({ q: frozen })).toEqual([frozen]);
    expect(await list({ q: frozen })).toMatchObject({
      total: 1,
      list: [{ memberName: other.username, kind: 'withdrawal' }],
    });
    expect(await numbers({ ...range, memberNo: numberOf(one) })).toEqual([unknown, waiting]);
    expect(await numbers({ ...range, status: 'frozen' })).toEqual([frozen]);
    expect(await numbers({ ...range, review: 'waiting' })).toEqual([waiting]);
    expect(await numbers({ ...range, submission: 'unknown' })).toEqual([unknown]);
    expect(await numbers({ ...range, kind: 'payout' })).toEqual([]);
    expect(await numbers({ ...range, type: 'alipay' })).toEqual([]);
    expect(await numbers({ range: { to: begin }, memberNo: numberOf(one) })).toEqual([]);
    const attention = (await list())?.extend.attention;
    for (const name of ['review', 'frozen', 'unknown'] as const)
      expect((attention?.[name] ?? 0) - (before?.[name] ?? 0), name).toBe(1);
    expect(await boss.person.post('/operator/disbursement/list', { q: '订单' })).toMatchObject({
      code: -1,
      fields: { q: 'Use letters, digits and . _ | - only' },
    });
  });

  it('finds the payouts of a batch by its whole number, whosever it is', async () => {
    const who = await at.merchant();
    const orderNo = await at.brought(who, 'waiting');
    const batchNo = 2_611_289_999_999_999_999n;
    await sql`
      insert into batches (member_no, batch_no, user_id, request_id, request_hash, currency, row_count, amount, fee, created_at)
      select ${who.memberNo}::bigint, ${batchNo}::bigint, user_id, 'table', ''::bytea, 'CNY', 1, 1, 0, ${at.app.clock.now()}::timestamptz
      from users where member_no = ${who.memberNo}`.execute(at.app.db);
    const put = (batch: bigint | null, line: number | null) =>
      sql`update disbursements set batch_no = ${batch}, batch_line = ${line} where member_no = ${who.memberNo} and system_no = ${BigInt(orderNo)}`.execute(
        at.app.db,
      );
    await put(batchNo, 1);
    expect(await list({ q: batchNo.toString() })).toMatchObject({
      total: 1,
      list: [{ orderNo }],
      extend: { batch: { batchNo: batchNo.toString(), memberNo: numberOf(who), memberName: who.username } },
    });
    expect(await list({ q: orderNo })).toMatchObject({ total: 1, extend: { batch: null } });
    expect(await list({ q: (batchNo - 1n).toString() })).toMatchObject({ total: 0, extend: { batch: null } });
    // Such a batch isn't in the books.
    await put(null, null);
    await sql`delete from batches where member_no = ${who.memberNo}`.execute(at.app.db);
  });

  it('finds those whose result has been unknown for the given time', async () => {
    const who = await at.merchant();
    const unknown = await at.brought(who, 'unknown');
    const mine = { memberNo: numberOf(who) };
    expect(await numbers({ ...mine, unknownMinutes: 0 })).toEqual([unknown]);
    expect(await numbers({ ...mine, unknownMinutes: 30 })).toEqual([]);
    at.app.clock.advance(HOUR_MS / 2);
    expect(await numbers({ ...mine, unknownMinutes: 30 })).toEqual([unknown]);
    expect(await numbers({ ...mine, unknownMinutes: 31 })).toEqual([]);
    const { rows } = await sql<{ at: Date }>`
      select started_at as at from disbursement_attempts where system_no = ${BigInt(unknown)}`.execute(at.app.db);
    const earlier = new Date((rows[0]?.at.getTime() ?? 0) - 60_000);
    await sql`update disbursement_attempts set started_at = ${earlier} where system_no = ${BigInt(unknown)}`.execute(
      at.app.db,
    );
    expect(await numbers({ ...mine, unknownMinutes: 31 })).toEqual([unknown]);
    await at.pass(0);
    expect(await numbers({ ...mine, unknownMinutes: 0 })).toEqual([]);
  });
});
