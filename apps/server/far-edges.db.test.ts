/** Every call at the far ends of what it takes and of what the books hold: it answers, and tells nothing that was not asked for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from '#foundation/core/calls.ts';
import { Amount, AnsweredAmount, Percent } from '#foundation/core/wire.ts';
import { furnish, type Kind, type Shelves } from './access-shelves-for-tests.ts';
import { type Answer, type Person, stage, type Stage } from './access-stage-for-tests.ts';
import { formsOf, inputSchema, type Schema } from './call-inputs-for-tests.ts';
import { FAR_AMOUNTS, FAR_MOMENTS, FAR_NUMBERS, FAR_PERCENTS, fieldsOf, isMoment, isRange, type Range, withField } from './far-edges-for-tests.ts';

interface Served {
  path: string;
  call: Call;
}
let at: Stage;
let served: Served[];
let owner: Person;
let agent: Person;
let operator: Person;
let shelves: Shelves;

beforeAll(async () => {
  at = await stage();
  served = at.house.contracts.flatMap(({ contract }) => Object.entries(contract.calls).map(([path, call]) => ({ path, call })));
  operator = await at.add('operator', 'boss');
  const clerk = await at.add('operator', 'clerk');
  agent = await at.add('agent', 'kingsley');
  owner = await at.add('merchant', 'zorina', agent.memberNo);
  shelves = await furnish(at, owner, clerk, 1);
});
afterAll(() => at.close());

const callOf = (path: string): Served => {
  const found = served.find((one) => one.path === path);
  if (!found) throw new Error(`no call ${path}`);
  return found;
};
const ask = ({ path, call }: Served, input: object): Promise<Answer> =>
  at.ask(call.who === 'operators' ? operator : call.who === 'agents' ? agent : owner, path, call, input);
const idOf = (_field: string, kind: Kind): string => shelves.owned[kind] ?? '';
const outputSchema = ({ output }: Call): Schema => (output ? (z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as Schema) : {});
const hasPattern = (schema: z.ZodType): ((one: Schema & { pattern?: string }) => boolean) => {
  const { pattern } = z.toJSONSchema(schema) as { pattern?: string };
  return (one) => one.pattern === pattern;
};

/** What must not be, with the request that made it. */
function faultOf({ path }: Served, input: object, { status, code, text }: Answer): string[] {
  return status >= 500 || code === undefined ? [`${path} ${JSON.stringify(input)}: ${status} ${text.slice(0, 200)}`] : [];
}

const within = ({ from, to }: Range, time: string | null): boolean =>
  time !== null && (from === undefined || Date.parse(time) >= Date.parse(from)) && (to === undefined || Date.parse(time) < Date.parse(to));
const everyRange: Range[] = FAR_MOMENTS.flatMap((from) => FAR_MOMENTS.map((to) => ({ from, to })));
const isBackwards = ({ from, to }: Range): boolean => from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to);

interface Row extends Record<string, unknown> {
  createdAt: string;
  paidAt?: string | null;
}
interface Page {
  total: number;
  list: Row[];
}

describe('a range of far moments', () => {
  const lists = ['/order/list', '/withdrawal/list', '/payout/list', '/operator/disbursement/list', '/user/moneylog', '/user/logs'];
  /** Each list's own ways to look, since each goes another way through the database. */
  const ways: Readonly<Record<string, readonly object[]>> = {
    '/order/list': [
      {},
      { order: 'asc' },
      { sort: 'paidAt' },
      { status: 'success' },
      { status: 'unpaid', sort: 'paidAt' },
      { q: '26' },
      { q: 'zorina' },
      { amountFrom: '1.00' },
      { amountFrom: '1.00', order: 'asc' },
      { notifyStatus: 'pending' },
      { notifyStatus: 'none' },
    ],
    '/withdrawal/list': [{}, { order: 'asc' }, { q: '26' }, { status: 'applying' }, { type: 'bank' }],
    '/payout/list': [{}, { order: 'asc' }, { q: '26' }, { status: 'applying' }, { type: 'alipay' }],
    '/operator/disbursement/list': [{}, { order: 'asc' }, { q: '26' }, { kind: 'payout' }, { unknownMinutes: 525_600 }],
    '/user/moneylog': [{}, { order: 'asc' }, { type: 'payin' }, { type: 'withdrawal' }, { type: 'refund' }, { orderNo: 'zorina-1' }],
    '/user/logs': [{}, { order: 'asc' }],
  };

  test('is taken by these calls, and no call takes a moment otherwise', () => {
    const taken = served.flatMap(({ path, call }) => fieldsOf(inputSchema(call), isRange).map((field) => `${path} ${field}`));
    const moments = served.flatMap(({ path, call }) => fieldsOf(inputSchema(call), isMoment).map((field) => `${path} ${field}`));
    expect(taken.sort()).toEqual(
      [
        ...lists.filter((path) => path !== '/order/list').map((path) => `${path} range`),
        ...['/order/list ', '/order/notify filter.'].flatMap((field) => [`${field}createdRange`, `${field}paidRange`]),
      ].sort(),
    );
    expect(moments.sort()).toEqual(taken.flatMap((field) => [`${field}.from`, `${field}.to`]).sort());
  });

  test.each(lists.flatMap((path) => (path === '/order/list' ? ['createdRange', 'paidRange'] : ['range']).map((field) => [path, field] as const)))(
    'in %s, %s: exactly the rows that lie within, or the field is named',
    async (path, field) => {
      const one = callOf(path);
      const faults: string[] = [];
      const timeOf = (row: Row): string | null => (field === 'paidRange' ? (row.paidAt ?? null) : row.createdAt);
      const keyOf = (row: Row): string => JSON.stringify([row['systemNo'] ?? row['orderNo'] ?? row['id'], row['type'], row.createdAt]);
      for (const way of ways[path] ?? []) {
        // Of the log, each question is written to it: the rows are those of the moment.
        const whole = ((await ask(one, { ...way, limit: 100 })).data as Page).list;
        for (const range of everyRange) {
          const input = { ...way, limit: 100, [field]: range };
          const answer = await ask(one, input);
          faults.push(...faultOf(one, input, answer));
          if (isBackwards(range)) {
            if (answer.code !== -1 || answer.fields?.[field] !== 'The end lies before the beginning')
              faults.push(`${path} ${JSON.stringify(input)}: ${answer.text}`);
            continue;
          }
          const found = (answer.data as Page | undefined)?.list.map(keyOf);
          const wanted = whole.filter((row) => (range.from === undefined && range.to === undefined) || within(range, timeOf(row))).map(keyOf);
          if (answer.code !== 1 || JSON.stringify(found?.toSorted()) !== JSON.stringify(wanted.toSorted()) || (answer.data as Page).total !== wanted.length)
            faults.push(`${path} ${JSON.stringify(input)}: ${(answer.data as Page | undefined)?.total} of ${wanted.length}; ${answer.text.slice(0, 300)}`);
        }
        if (JSON.stringify(way) === '{}') expect(whole.length).toBeGreaterThan(0);
      }
      expect(faults.slice(0, 10)).toEqual([]);
    },
    120_000,
  );

  test('by creation and by payment together, in the order list', async () => {
    const one = callOf('/order/list');
    const faults: string[] = [];
    const whole = ((await ask(one, { limit: 100 })).data as Page).list;
    const ranges = everyRange.filter((range) => !isBackwards(range));
    for (const [index, createdRange] of ranges.entries()) {
      const paidRange = ranges[(index * 31 + 7) % ranges.length] ?? {};
      const input = { limit: 100, createdRange, paidRange };
      const answer = await ask(one, input);
      const wanted = whole.filter(
        (row) => within(createdRange, row.createdAt) && ((paidRange.from ?? paidRange.to) === undefined || within(paidRange, row.paidAt ?? null)),
      );
      if (answer.code !== 1 || (answer.data as Page).total !== wanted.length) faults.push(`${JSON.stringify(input)}: ${answer.text.slice(0, 300)}`);
    }
    expect(faults.slice(0, 10)).toEqual([]);
  });

  test.each(['moneylog', 'order', 'withdrawal', 'payout', 'logs'])(
    'in the export of %s: as many lines as its list has rows, or a word',
    async (kind) => {
      const [exported, list] = [
        callOf('/user/export'),
        callOf({ moneylog: '/user/moneylog', order: '/order/list', withdrawal: '/withdrawal/list', payout: '/payout/list', logs: '/user/logs' }[kind] ?? ''),
      ];
      const faults: string[] = [];
      for (const field of kind === 'order' ? ['createdRange', 'paidRange'] : ['range']) {
        for (const range of everyRange) {
          await at.db.pool.query(`delete from attempt_windows where scope = 'export'`);
          const input = { kind, format: 'csv', filter: { [field]: range } };
          const answer = await ask(exported, input);
          if (isBackwards(range)) {
            if (answer.code !== -1 || !Object.keys(answer.fields ?? {}).every((name) => name.startsWith('filter'))) faults.push(answer.text);
            continue;
          }
          const { total } = (await ask(list, { [field]: range, limit: 1 })).data as Page;
          const lines = answer.text.trimEnd().split('\n').length - 1;
          if (answer.status !== 200 || !answer.isFile || lines !== total)
            faults.push(`${JSON.stringify(input)}: ${lines} of ${total}; ${answer.text.slice(0, 200)}`);
        }
      }
      expect(faults.slice(0, 10)).toEqual([]);
    },
    60_000,
  );

  test.each(['createdRange', 'paidRange'])('in what is told again, by %s: no order outside of it', async (field) => {
    const [notify, list] = [callOf('/order/notify'), callOf('/order/list')];
    const faults: string[] = [];
    for (const range of everyRange) {
      const input = { filter: { status: 'success', [field]: range } };
      const answer = await ask(notify, input);
      if (isBackwards(range)) {
        if (answer.code !== -1 || answer.fields?.[`filter.${field}`] === undefined) faults.push(`${JSON.stringify(input)}: ${answer.text}`);
        continue;
      }
      const { total } = (await ask(list, { status: 'success', [field]: range })).data as Page;
      const queued = answer.error === 'nothing_to_notify' ? 0 : (answer.data as { queued: number } | undefined)?.queued;
      if (queued !== total) faults.push(`${JSON.stringify(input)}: ${queued} of ${total}; ${answer.text}`);
    }
    expect(faults.slice(0, 10)).toEqual([]);
  });
});

test('bounds of pages, ranges and amounts name their field, in every list', async () => {
  const paged = served.filter(({ call }) => fieldsOf(inputSchema(call), () => false).length === 0 && inputSchema(call).properties?.['limit'] !== undefined);
  expect(paged.length).toBeGreaterThan(10);
  for (const one of paged) {
    const [form] = formsOf(one.path, one.call);
    const whole = form?.make(idOf) ?? {};
    for (const [field, value, message] of [
      ['page', 0, 'At least 1'],
      ['limit', 0, 'At least 1'],
      ['limit', 101, 'At most 100'],
    ] as const)
      expect([one.path, await ask(one, { ...whole, [field]: value })]).toEqual([one.path, expect.objectContaining({ code: -1, fields: { [field]: message } })]);
  }
  const order = 'The highest amount is below the lowest';
  expect(await ask(callOf('/order/list'), { amountFrom: '2', amountTo: '1.99' })).toMatchObject({ code: -1, fields: { amountFrom: order, amountTo: order } });
  expect(await ask(callOf('/order/notify'), { filter: { amountFrom: '2', amountTo: '1.99' } })).toMatchObject({
    code: -1,
    fields: { 'filter.amountFrom': order, 'filter.amountTo': order },
  });
  expect(await ask(callOf('/user/export'), { kind: 'order', format: 'csv', filter: { amountFrom: '2', amountTo: '1.99' } })).toMatchObject({
    code: -1,
    fields: { 'filter.amountFrom': order },
  });
  for (const [filter, fields] of [
    [{ createdRange: { from: '2026-11-21T00:00:00Z', to: '2026-11-20T00:00:00Z' } }, { 'filter.createdRange': 'The end lies before the beginning' }],
    [{ amountFrom: '1.001' }, { 'filter.amountFrom': 'Enter an amount such as 1234.50' }],
    [{ page: 1 }, { 'filter.page': 'This field is not known' }],
  ])
    expect(await ask(callOf('/user/export'), { kind: 'order', format: 'csv', filter })).toMatchObject({ code: -1, fields });
});

describe('an amount at the far ends', () => {
  const isAmount = hasPattern(Amount);

  test('is in no answer one that may only be as large as what is taken', () => {
    expect(served.flatMap(({ path, call }) => fieldsOf(outputSchema(call), isAmount).map((field) => `${path} gives ${field}`))).toEqual([]);
    expect(served.flatMap(({ path, call }) => fieldsOf(inputSchema(call), hasPattern(AnsweredAmount)).map((field) => `${path} takes ${field}`))).toEqual([]);
  });

  test('every call × every amount, percentage and number that it takes: no answer is an error of ours', async () => {
    const faults: string[] = [];
    let trials = 0;
    const far: [isMeant: (schema: Schema) => boolean, values: readonly string[]][] = [
      [(schema) => isAmount(schema), FAR_AMOUNTS],
      [hasPattern(Percent), FAR_PERCENTS],
    ];
    for (const one of served.filter(({ path }) => path !== '/user/logout')) {
      for (const form of formsOf(one.path, one.call)) {
        const whole = form.make(idOf);
        const inputs = far.flatMap(([isMeant, values]) => {
          const fields = [
            ...new Set([...fieldsOf(inputSchema(one.call), isMeant), ...Object.keys(whole).filter((name) => name === 'amount' && values === FAR_AMOUNTS)]),
          ];
          return values.flatMap((value) => [
            ...fields.map((field) => withField(whole, field, value)),
            ...(fields.length > 1 ? [fields.reduce((input, field) => withField(input, field, value), whole)] : []),
          ]);
        });
        const numbers = [...form.ids.keys()].flatMap((field) => FAR_NUMBERS.map((value) => withField(whole, field, value)));
        for (const input of [...inputs, ...numbers]) {
          trials += 1;
          const answer = await ask(one, input);
          if (!answer.isFile) faults.push(...faultOf(one, input, answer));
        }
      }
    }
    process.stdout.write(`calls × far amounts, percentages and numbers: ${trials} trials, ${faults.length} faults\n`);
    expect(faults.slice(0, 10)).toEqual([]);
    expect(trials).toBeGreaterThan(300);
  }, 60_000);

  test('a withdrawal of the most that can be typed is quoted, with its fee on top', async () => {
    expect(await ask(callOf('/withdrawal/quote'), { amount: '9999999999999.99' })).toMatchObject({
      code: 1,
      data: { debit: expect.stringMatching(/^\d{14,}\.\d\d$/) },
    });
  });

  test('a batch of many maximal rows is checked and summed', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      amount: '9999999999999.99',
      type: 'alipay',
      holder: 'Somebody Else',
      account: String(13_800_000_000 + index),
    }));
    const answer = await ask(callOf('/batch/validate'), { rows });
    expect(answer).toMatchObject({ status: 200, code: 1 });
  });
});

describe('books that are as full as columns allow', () => {
  const FULL = (2n ** 63n - 1n).toString();
  const LARGE = '999999999999999';

  beforeAll(async () => {
    const { pool } = at.db;
    await pool.query(
      `update order_rollups set created_amount = $1, success_amount = $1, success_fee = 0, expired_amount = $1, paid_amount = $1, paid_fee = 0`,
      [FULL],
    );
    await pool.query(`insert into order_rollups select member_no, span, bucket - interval '2 days', kind, channel_id, created_count, created_amount, success_count, success_amount, success_fee,
      expired_count, expired_amount, paid_count, paid_amount, paid_fee from order_rollups`);
    await pool.query(`update disbursement_days set amount = $1, fee = $1`, [FULL]);
    await pool.query(`insert into disbursement_days select member_no, kind, day - interval '1 day', type, status, count, amount, fee from disbursement_days`);
    await pool.query(`update disbursements set amount = $1, fee = $1`, [LARGE]);
    await pool.query(`update orders set amount = $1, fee = 0`, [LARGE]);
  });

  test('every call that reads answers', async () => {
    const reads = served.filter(({ path }) => /list|summary|chart|detail|quote|moneylog|terms|reversals|logs|config|info$/i.test(path));
    expect(reads.length).toBeGreaterThan(20);
    const faults: string[] = [];
    for (const one of reads) {
      for (const form of formsOf(one.path, one.call)) {
        for (const input of [form.make(idOf), ...(one.path.endsWith('list') ? [{}] : [])]) faults.push(...faultOf(one, input, await ask(one, input)));
      }
    }
    expect(faults).toEqual([]);
  });

  test('sums are more than a column holds, to the cent', async () => {
    const { data } = await ask(callOf('/order/list'), {});
    expect((data as { extend: object }).extend).toMatchObject({ amount: '184467440737095516.14' });
    const payouts = await ask(callOf('/payout/list'), {});
    expect((payouts.data as { extend: { filtered: object } }).extend.filtered).toMatchObject({ amount: '184467440737095516.14', fee: '184467440737095516.14' });
  });
});
