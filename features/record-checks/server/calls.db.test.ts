import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reversed } from '#features/orders/server/orders-for-tests.ts';
import { addDays } from '#foundation/core/time-zone.ts';
import { ensurePartitions } from '#foundation/server/postgres/partitions.ts';
import { readPage, unzip } from '#foundation/server/sheets/workbook-for-tests.ts';
import type { CheckResult } from '../contract.ts';
import { runCheck } from './checking.ts';
import { type CheckStage, checkStage, found } from './checks-for-tests.ts';

let at: CheckStage;
let shop: bigint;
beforeAll(async () => {
  at = await checkStage();
});
beforeEach(async () => {
  at.setDay(10);
  shop = await at.addMember();
});
afterAll(() => at.close());

async function checked(list: string, fields: Record<string, string> = {}): Promise<CheckResult> {
  const { data, ...refused } = await at.check(shop, list, fields);
  if (!data) throw new Error(JSON.stringify(refused));
  await at.run();
  const result = await at.result(shop, data.id);
  if (!result.data) throw new Error(result.msg);
  return result.data;
}

const paid = async (orderNo: string, amountMinor = 10_000n) => {
  const order = await at.order(shop, { orderNo, amountMinor });
  await at.pay(order);
  return order;
};
const list = (...rows: string[]) => ['Order number,Amount,Status,Date', ...rows].join('\n');

describe('/reconciliation/check', () => {
  it('names each kind of difference, with what we have and what they have', async () => {
    await paid('SAME');
    const other = await paid('OTHER-AMOUNT');
    await paid('TWICE');
    const absent = await paid('ABSENT', 777n);
    const unpaid = await at.order(shop, { orderNo: 'UNPAID' });
    const result = await checked(
      list(
        'SAME,100.00,Paid,',
        'OTHER-AMOUNT,100.01,Paid,',
        'TWICE,100.00,Paid,',
        'UNPAID,100.00,Paid,',
        'TWICE,100.00,Paid,',
        'ALIEN,5.00,Paid,2026-11-09',
      ),
    );
    const times = { createdAt: '2026-11-10T04:00:00.000Z', paidAt: '2026-11-10T04:00:00.000Z' };
    expect(result).toEqual({
      state: 'done',
      progress: 100,
      matched: 2,
      differences: [
        {
          kind: 'amount_differs',
          number: 'OTHER-AMOUNT',
          ours: { systemNo: other.systemNo.toString(), amount: '100.00', status: 'success', ...times },
          theirs: { line: 3, amount: '100.01', status: 'paid', date: null },
        },
        {
          kind: 'status_differs',
          number: 'UNPAID',
          ours: { systemNo: unpaid.systemNo.toString(), amount: '100.00', status: 'unpaid', ...times, paidAt: null },
          theirs: { line: 5, amount: '100.00', status: 'paid', date: null },
        },
        {
          kind: 'duplicate_there',
          number: 'TWICE',
          ours: expect.any(Object),
          theirs: expect.objectContaining({ line: 6 }),
        },
        {
          kind: 'missing_here',
          number: 'ALIEN',
          ours: null,
          theirs: { line: 7, amount: '5.00', status: 'paid', date: '2026-11-09' },
        },
        {
          kind: 'missing_there',
          number: 'ABSENT',
          ours: { systemNo: absent.systemNo.toString(), amount: '7.77', status: 'success', ...times },
          theirs: null,
        },
      ],
      totals: {
        ours: { count: 4, amount: '307.77' },
        theirs: { count: 6, amount: '505.01' },
        outside: 0,
        differences: { missing_here: 1, missing_there: 1, amount_differs: 1, status_differs: 1, duplicate_there: 1 },
      },
      downloadId: expect.any(String),
    });
  });

  it('gives the differences as a file in the language of the request', async () => {
    await paid('A', 1_050n);
    const { data } = await at.check(shop, list('B,2.00,Paid,2026-11-10'), {}, 'es');
    await at.run();
    const { data: result } = await at.result(shop, data?.id ?? '');
    const file = at.files.get(result?.downloadId ?? '');
    expect(file?.name).toBe('differences-2026-11-01-2026-11-30.xlsx');
    const rows = readPage(unzip(file?.bytes ?? Buffer.alloc(0))).map((row) => row.map(({ value }) => value));
    expect(rows.map((row) => row.slice(0, 5))).toEqual([
      ['Diferencia', 'Número de pedido', 'Línea de su lista', 'Su importe', 'Su estado'],
      ['Falta aquí', 'B', '2', '2.00', 'Pagado'],
      ['Falta en su lista', 'A', expect.any(String), '10.50', 'Pagado'],
    ]);
  });

  it('finds our own system number too, and calls both names of one order a duplicate', async () => {
    const order = await paid('A');
    expect(found(await checked(list(`${order.systemNo},100,Paid,`, 'A,100,Paid,')))).toEqual([
      ['duplicate_there', 'A', 3],
    ]);
  });

  it('has no file where nothing differs', async () => {
    await paid('A');
    expect(await checked(list('A,100,Paid,'))).toMatchObject({ matched: 1, differences: [], downloadId: null });
  });

  it('takes paid orders by the time of payment, and what the list calls unpaid by creation', async () => {
    const early = await at.order(shop, { orderNo: 'PAID-LATER' });
    await at.order(shop, { orderNo: 'NEVER-PAID' });
    at.clock.advance(20 * 60_000);
    await at.pay(early);
    at.setDay(12);
    await paid('AFTER');
    const minutes = { from: '2026-11-10T04:10:00.000Z', to: '2026-11-10T05:00:00.000Z' };
    expect(
      found(await checked(list('PAID-LATER,100,Paid,', 'AFTER,100,Paid,', 'NEVER-PAID,100,Unpaid,'), minutes)),
    ).toEqual([
      ['missing_here', 'AFTER', 3],
      ['missing_here', 'NEVER-PAID', 4],
    ]);
    const day = { from: '2026-11-10', to: '2026-11-10' };
    expect(found(await checked(list('PAID-LATER,100,Paid,', 'NEVER-PAID,100,Unpaid,'), day))).toEqual([]);
  });

  it('leaves out rows that say themselves that they are of another day, and recharges', async () => {
    await paid('A');
    await at.order(shop, { orderNo: 'RC-1', kind: 'recharge', notifyUrl: null });
    at.setDay(20);
    await paid('B');
    const result = await checked(
      list('A,100,Paid,2026-11-10', 'B,100,Paid,2026-11-20', 'C,1,Paid,2026-12-01', 'RC-1,100,Paid,'),
      {
        from: '2026-11-10',
        to: '2026-11-12',
      },
    );
    expect(result).toMatchObject({ matched: 1, differences: [], totals: { outside: 3, theirs: { count: 1 } } });
  });

  it('knows orders that were reversed', async () => {
    const [one, other] = [await paid('REVERSED'), await paid('REFUNDED')];
    await reversed(at, one);
    await reversed(at, other);
    expect(found(await checked(list('REVERSED,100,Paid,', 'REFUNDED,100,Refunded,')))).toEqual([
      ['status_differs', 'REVERSED', 2],
    ]);
  });

  it('does not see the orders of others', async () => {
    const stranger = await at.addMember();
    await at.order(stranger, { orderNo: 'THEIRS' });
    expect(found(await checked(list('THEIRS,100,Unpaid,')))).toEqual([['missing_here', 'THEIRS', 2]]);
  });

  it('uses the columns that the person names', async () => {
    await paid('A');
    const fields = { number: 'Nr', amount: 'Betrag', status: '' };
    expect(await checked('Nr,Betrag,Total\nA,100,7', fields)).toMatchObject({ matched: 1, differences: [] });
  });

  it('refuses a file with its line and column, in the reader’s language, and keeps nothing of it', async () => {
    const rows = async () =>
      (await at.db.pool.query('select from record_checks where member_no = $1', [shop])).rowCount;
    expect(await at.check(shop, list('A,100,Paid,', 'B,1.2.3,Paid,'))).toMatchObject({
      code: -1,
      fields: { file: 'Line 3, column Amount: Enter an amount such as 1234.50' },
    });
    expect((await at.check(shop, list('6.22E+18,1,Paid,'), {}, 'zh')).fields).toEqual({
      file: '第 2 行“Order number”列：“6.22E+18” 在数值单元格中丢失了位数，请将该列设为文本',
    });
    expect(await rows()).toBe(0);
  });

  it.each([
    ['an end before the beginning', { from: '2026-11-02', to: '2026-11-01' }, 'to', 'The end is before the start'],
    ['more days than a quarter has', { from: '2026-01-01', to: '2026-11-01' }, 'to', 'At most 93 days at a time'],
    ['no time', { from: 'yesterday' }, 'from', 'Enter a time'],
    ['a day of another age', { from: '0001-01-01', to: '0001-01-02' }, 'from', 'Enter a time'],
    ['a day far ahead', { to: '9999-12-31' }, 'to', 'Enter a time'],
    ['another field', { member: '1' }, 'member', 'Unknown field'],
  ])('rejects %s', async (_, fields, field, message) => {
    expect(await at.check(shop, list('A,1,Paid,'), fields)).toMatchObject({ code: -1, fields: { [field]: message } });
  });

  it('lets five checks of a member wait, and no sixth', async () => {
    for (let times = 0; times < 5; times += 1) expect((await at.check(shop, list('A,1,Paid,'))).code).toBe(1);
    expect(await at.check(shop, list('A,1,Paid,'))).toMatchObject({
      code: 0,
      error: 'checks_waiting',
      msg: '5 comparisons are already running; wait for one to finish',
    });
    await at.run();
    expect((await at.check(shop, list('A,1,Paid,'))).code).toBe(1);
    await at.run();
  });
});

it('a user has sixty files read an hour, whatever is in them', async () => {
  for (let times = 0; times < 60; times += 1) expect((await at.check(shop, 'nothing')).code).toBe(-1);
  expect(await at.check(shop, list('A,1,Paid,'))).toMatchObject({
    error: 'checks_limit',
    msg: 'Too many comparisons; try again in 60 min',
  });
  at.clock.advance(3_600_001);
  expect((await at.check(shop, list('A,1,Paid,'))).code).toBe(1);
  await at.run();
});

it('no more than five checks of a member begin, however many are asked for at once', async () => {
  const answers = await Promise.all(Array.from({ length: 9 }, () => at.check(shop, list('A,1,Paid,'))));
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(5);
  expect(answers.filter(({ error }) => error === 'checks_waiting')).toHaveLength(4);
  await at.run();
});

describe('/reconciliation/checkResult', () => {
  const started = async () => (await at.check(shop, list('A,1,Paid,'))).data?.id ?? '';
  afterEach(() => at.run());

  it('is there for the member alone, while it runs and for a week', async () => {
    const id = await started();
    expect(await at.result(shop, id)).toMatchObject({
      data: { state: 'running', progress: 0, differences: [], totals: null },
    });
    expect(await at.result(await at.addMember(), id)).toMatchObject({ error: 'not_found' });
    expect(await at.result(shop, randomUUID())).toMatchObject({ error: 'not_found' });
    await at.run();
    at.clock.advance(7 * 86_400_000 + 1);
    expect(await at.result(shop, id)).toMatchObject({ error: 'not_found' });
    await at.check(shop, list('A,1,Paid,'));
    const { rows } = await at.db.pool.query('select check_id from record_checks where check_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('keeps the file of the member no longer than it takes to compare it', async () => {
    await started();
    const rows = async () =>
      (await at.db.pool.query('select from record_check_rows where member_no = $1', [shop])).rowCount;
    expect(await rows()).toBe(1);
    await at.run();
    expect(await rows()).toBe(0);
  });

  it('goes on after a fault where it was, and fails after the last', async () => {
    const id = await started();
    const broken = { ...at, downloads: { store: async () => Promise.reject(new Error('no place')) } };
    await expect(at.run({ isLastRun: false, checking: broken })).rejects.toThrow('no place');
    expect(await at.result(shop, id)).toMatchObject({
      data: { state: 'running', progress: 70, totals: { differences: { missing_here: 1 } } },
    });
    const failing = await started();
    await expect(at.run({ checking: broken })).rejects.toThrow('no place');
    expect(await at.result(shop, failing)).toMatchObject({ data: { state: 'failed', downloadId: null } });
  });

  it('has one file if its process dies once the file is stored', async () => {
    const id = await started();
    const job = { data: { memberNo: shop.toString(), checkId: id }, isLastRun: false };
    const stored: string[] = [];
    const store: typeof at.downloads.store = async (file, pieces) => {
      stored.push(file.downloadId);
      await at.downloads.store(file, pieces);
    };
    const dying: typeof store = async (file, pieces) => {
      await store(file, pieces);
      throw new Error('killed');
    };
    await expect(runCheck({ ...at, downloads: { store: dying } }, job)).rejects.toThrow('killed');
    await runCheck({ ...at, downloads: { store } }, job);
    expect(stored).toEqual([id, id]);
    expect(await at.result(shop, id)).toMatchObject({ data: { state: 'done', downloadId: id } });
  });

  it('is the same if two processes work on it, one after the other has compared', async () => {
    await paid('A');
    const { data } = await at.check(shop, list('A,100,Paid,'));
    const id = data?.id ?? '';
    const job = { data: { memberNo: shop.toString(), checkId: id }, isLastRun: true };
    const slow: typeof at.db = Object.create(at.db) as typeof at.db;
    slow.transaction = async (work) => {
      await runCheck(at, job);
      return at.db.transaction(work);
    };
    await runCheck({ ...at, db: slow }, job);
    expect(await at.result(shop, id)).toMatchObject({ data: { state: 'done', matched: 1, differences: [] } });
  });

  it('offers the file of the differences to the user who asked for them alone', async () => {
    const id = await started();
    await at.run();
    expect((await at.result(shop, id)).data?.downloadId).toEqual(expect.any(String));
    await at.db.pool.query('update record_checks set user_id = 1 where check_id = $1', [id]);
    expect((await at.result(shop, id)).data).toMatchObject({ state: 'done', downloadId: null });
  });

  it('fails if its job is lost, and keeps nothing of the file', async () => {
    const id = await started();
    at.clock.advance(60_001);
    expect(await at.result(shop, id)).toMatchObject({ data: { state: 'failed' } });
    const left = await at.db.pool.query('select from record_check_rows where check_id = $1', [id]);
    expect(left.rowCount).toBe(0);
    await at.run();
    expect(await at.result(shop, id)).toMatchObject({ data: { state: 'failed' } });
  });
});

it('runs on the job queue', async () => {
  const queued = await checkStage({ isQueued: true });
  const member = await queued.addMember();
  await queued.work();
  const { data } = await queued.check(member, list('A,1,Paid,'));
  await expect
    .poll(async () => (await queued.result(member, data?.id ?? '')).data, { timeout: 20_000 })
    .toMatchObject({ state: 'done', totals: { differences: { missing_here: 1 } } });
  await queued.close();
}, 40_000);

const damages = ['none', 'none', 'dropped', 'amount', 'status', 'twice', 'alien'] as const;
const history = fc.array(
  fc.record({
    amountMinor: fc.bigInt({ min: 100n, max: 1_000_000n }),
    /** The range is from the second to the fourth of five days. */
    day: fc.integer({ min: 0, max: 4 }),
    becomes: fc.constantFrom('paid', 'paid', 'reversed', 'unpaid'),
    damage: fc.constantFrom(...damages),
  }),
  { minLength: 1, maxLength: 12 },
);

let run = 0;

it('finds exactly the rows that were damaged, each with its kind, over random histories', async () => {
  await ensurePartitions(at.db.pool, new Date('2027-01-20T00:00:00.000Z'));
  await fc.assert(
    fc.asyncProperty(history, async (orders) => {
      // The clock of the orders never goes back.
      run += 1;
      const dayOfRun = (day: number): string => addDays('2026-12-01', run * 5 + day);
      shop = await at.addMember();
      const expected: string[] = [];
      const rows: string[] = [];
      for (const [index, { amountMinor, day, becomes, damage }] of orders.toSorted((a, b) => a.day - b.day).entries()) {
        const orderNo = `N-${index}`;
        at.clock.set(`${dayOfRun(day)}T04:00:00.000Z`);
        const order = await at.order(shop, { orderNo, amountMinor });
        if (becomes !== 'unpaid') await at.pay(order);
        if (becomes === 'reversed') await reversed(at, order);
        if (day < 1 || day > 3) continue;
        const amount = `${amountMinor / 100n}.${String(amountMinor % 100n).padStart(2, '0')}`;
        const good = `${orderNo},${amount},${becomes},${dayOfRun(day)}`;
        if (damage === 'dropped') {
          if (becomes !== 'unpaid') expected.push(`missing_there ${orderNo}`);
        } else if (damage === 'amount') {
          rows.push(good.replace(amount, `9${amount}`));
          expected.push(`amount_differs ${orderNo}`);
        } else if (damage === 'status') {
          rows.push(good.replace(becomes, becomes === 'unpaid' ? 'paid' : 'unpaid'));
          expected.push(`status_differs ${orderNo}`);
        } else {
          rows.push(good);
          if (damage === 'twice') rows.push(good);
          if (damage === 'alien') rows.push(good.replace(orderNo, `X-${index}`));
          if (damage === 'twice') expected.push(`duplicate_there ${orderNo}`);
          if (damage === 'alien') expected.push(`missing_here X-${index}`);
        }
      }
      // A file needs a row.
      if (rows.length === 0) rows.push(`Z,1,paid,${dayOfRun(5)}`);
      const result = await checked(list(...rows), { from: dayOfRun(1), to: dayOfRun(3) });
      const differences = result.differences.map(({ kind, number }) => `${kind} ${number}`);
      expect(differences.toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 15 },
  );
}, 120_000);
