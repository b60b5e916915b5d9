/** Every call that takes a range, with extreme times: it answers, and returns nothing outside the range. */
import { systemNoTime } from '#foundation/core/system-number.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formsOf, inputSchema } from './call-inputs-for-tests.ts';
import {
  FAR_MOMENTS,
  farStage,
  type FarStage,
  faultOf,
  fieldsOf,
  isMoment,
  isRange,
  type Range,
} from './far-edges-for-tests.ts';

let { at, served, callOf, request, idOf } = {} as FarStage;
beforeAll(async () => {
  ({ at, served, callOf, request, idOf } = await farStage());
});
afterAll(() => at.close());

const within = ({ from, to }: Range, time: string | null): boolean =>
  time !== null &&
  (from === undefined || Date.parse(time) >= Date.parse(from)) &&
  (to === undefined || Date.parse(time) < Date.parse(to));
const everyRange: Range[] = FAR_MOMENTS.flatMap((from) => FAR_MOMENTS.map((to) => ({ from, to })));
const isBackwards = ({ from, to }: Range): boolean =>
  from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to);

interface Row extends Record<string, unknown> {
  createdAt?: string;
  registeredAt?: string;
  bookedAt?: string;
  at?: string;
  paidAt?: string | null;
}
interface Page {
  total: number;
  list: Row[];
}

/** A callback is as old as its order. */
function timeOfCallback({ systemNo }: Row): string | null {
  return typeof systemNo === 'string' ? systemNoTime(BigInt(systemNo)).toISOString() : null;
}

describe('a range of extreme times', () => {
  /** Days and times, whose extremes the features' own tests have. */
  const days = [
    '/dashboard/overview period.from',
    '/dashboard/overview period.to',
    '/operator/overview/figures period.from',
    '/operator/overview/figures period.to',
    '/reconciliation/day date',
    '/reconciliation/entries date',
    '/operator/disbursement/payByHand day',
    '/operator/reconciliation/files from',
    '/operator/reconciliation/files to',
    '/operator/reconciliation/days from',
    '/operator/reconciliation/days to',
    '/operator/reconciliation/day day',
    '/operator/reconciliation/differences from',
    '/operator/reconciliation/differences to',
    '/operator/reconciliation/assign filter.from',
    '/operator/reconciliation/assign filter.to',
    '/operator/reconciliation/resolve filter.from',
    '/operator/reconciliation/resolve filter.to',
    '/operator/reconciliation/settle day',
    '/operator/calendar/effect days[].day',
    '/operator/calendar/save days[].day',
    '/operator/calendar/save was[].day',
    '/operator/announcement/save from',
    '/operator/announcement/save until',
    '/user/moneylog releaseAt',
    '/user/moneylog releaseAfter',
    '/operator/member/overview period.from',
    '/operator/member/overview period.to',
    '/operator/member/statementDay date',
    '/operator/member/statementEntries date',
    '/operator/member/moneyLog releaseAt',
    '/operator/member/moneyLog releaseAfter',
  ];
  /**
   * Each list: its own filters, since each takes another path through the database, and the ranges that it takes, if it
   * is not one named `range`.
   */
  const lists: Readonly<Record<string, { ways: readonly object[]; ranges?: readonly string[] }>> = {
    '/order/list': {
      ways: [
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
      ranges: ['createdRange', 'paidRange'],
    },
    '/withdrawal/list': { ways: [{}, { order: 'asc' }, { q: '26' }, { status: 'applying' }, { type: 'bank' }] },
    '/payout/list': { ways: [{}, { order: 'asc' }, { q: '26' }, { status: 'applying' }, { type: 'alipay' }] },
    '/operator/disbursement/list': {
      ways: [
        {},
        { order: 'asc' },
        { q: '26' },
        { kind: 'payout' },
        { unknownMinutes: 525_600 },
        { attention: 'failed' },
        { amountFrom: '1.00' },
      ],
    },
    '/operator/member/list': {
      ways: [{}, { order: 'asc' }, { sort: 'memberNo' }, { q: '2' }, { kind: 'merchant' }],
      ranges: ['registeredRange'],
    },
    '/operator/order/list': {
      ways: [{}, { order: 'asc' }, { q: '26' }, { status: 'success' }, { notifyStatus: 'failed' }],
    },
    '/operator/audit/list': { ways: [{}, { order: 'asc' }] },
    '/operator/gateway/list': { ways: [{}, { order: 'asc' }] },
    '/user/moneylog': {
      ways: [
        {},
        { order: 'asc' },
        { type: 'payin' },
        { type: 'withdrawal' },
        { type: 'refund' },
        { orderNo: 'zorina-1' },
        { releaseAt: '2026-11-20T16:00:00.000Z' },
        { releaseAt: '9999-12-31T23:59:59.999Z' },
        { releaseAt: '0000-01-01T00:00:00.000Z' },
        { releaseAfter: '9999-12-31T23:59:59.999Z' },
        { releaseAfter: '0000-01-01T00:00:00.000Z' },
      ],
    },
    '/user/logs': { ways: [{}, { order: 'asc' }] },
    '/agent/orderlist': {
      ways: [
        {},
        { sort: 'paidAt' },
        { status: 'success' },
        { q: '26' },
        { amountFrom: '1.00' },
        { notifyStatus: 'pending' },
      ],
      ranges: ['createdRange', 'paidRange'],
    },
    '/agent/userlist': { ways: [{}, { sort: 'balance' }, { q: 'zorina' }], ranges: ['registeredRange'] },
    '/agent/commission/entries': { ways: [{}, { order: 'asc' }] },
    '/apisettings/gatewayLog': { ways: [{}, { order: 'asc' }, { result: 'not_found' }, { ip: '127.0.0.1' }] },
    '/apisettings/callbackLog': { ways: [{}, { kind: 'payin' }, { q: '26' }] },
    '/reconciliation/entries': { ways: [{}, { order: 'asc' }, { type: 'payin' }, { type: ['payin', 'refund'] }] },
  };
  const taking = Object.entries(lists).flatMap(([path, { ranges = ['range'] }]) =>
    ranges.map((field) => [path, field] as const),
  );

  test('is taken by these calls, and no call takes a time in another way', () => {
    const taken = served.flatMap(({ path, call }) =>
      fieldsOf(inputSchema(call), isRange).map((field) => `${path} ${field}`),
    );
    const moments = served.flatMap(({ path, call }) =>
      fieldsOf(inputSchema(call), isMoment).map((field) => `${path} ${field}`),
    );
    expect(taken.sort()).toEqual(
      [
        ...taking.map(([path, field]) => `${path} ${field}`),
        '/agent/commission range',
        ...['createdRange', 'paidRange'].map((field) => `/order/notify filter.${field}`),
        '/apisettings/resendPlan filter.range',
        '/reconciliation/list range',
        // Of one member, by a statement that the member's own lists have too, or tested with the feature.
        '/operator/audit/verify range',
        '/operator/callback/list range',
        '/operator/callback/plan filter.range',
        '/operator/member/history range',
        '/operator/member/moneyLog range',
        '/operator/member/statement range',
        '/operator/member/statementEntries range',
        // By the condition of the list of members, tested with the feature.
        '/operator/member/figures registeredRange',
      ].sort(),
    );
    expect(moments.sort()).toEqual([...taken.flatMap((field) => [`${field}.from`, `${field}.to`]), ...days].sort());
  });

  test.each(taking)(
    'in %s, %s: exactly the rows that lie within, or the field is named',
    async (path, field) => {
      const one = callOf(path);
      const faults: string[] = [];
      const timeOf = (row: Row): string | null =>
        field === 'paidRange'
          ? (row.paidAt ?? null)
          : (row.createdAt ?? row.registeredAt ?? row.bookedAt ?? row.at ?? timeOfCallback(row));
      const keyOf = (row: Row): string =>
        JSON.stringify([
          row['systemNo'] ?? row['requestId'] ?? row['orderNo'] ?? row['id'] ?? row['memberNo'],
          row['type'],
          row.createdAt,
        ]);
      let seen = 0;
      for (const way of lists[path]?.ways ?? []) {
        // Each call writes to the log, so its rows are the current ones.
        const whole = ((await request(one, { ...way, limit: 100 })).data as Page).list;
        for (const range of everyRange) {
          const input = { ...way, limit: 100, [field]: range };
          const answer = await request(one, input);
          faults.push(...faultOf(one, input, answer));
          if (isBackwards(range)) {
            if (answer.code !== -1 || answer.fields?.[field] !== 'The end is before the start')
              faults.push(`${path} ${JSON.stringify(input)}: ${answer.text}`);
            continue;
          }
          const found = (answer.data as Page | undefined)?.list.map(keyOf);
          const wanted = whole
            .filter((row) => (range.from === undefined && range.to === undefined) || within(range, timeOf(row)))
            .map(keyOf);
          if (
            answer.code !== 1 ||
            JSON.stringify(found?.toSorted()) !== JSON.stringify(wanted.toSorted()) ||
            (answer.data as Page).total !== wanted.length
          )
            faults.push(
              `${path} ${JSON.stringify(input)}: ${(answer.data as Page | undefined)?.total} of ${wanted.length}; ${answer.text.slice(0, 300)}`,
            );
        }
        seen += whole.length;
      }
      expect(faults.slice(0, 10)).toEqual([]);
      expect(seen).toBeGreaterThan(0);
    },
    240_000,
  );

  test('in the commission statement: the sums of its entries', async () => {
    const [statement, entries] = [callOf('/agent/commission'), callOf('/agent/commission/entries')];
    const faults: string[] = [];
    for (const range of everyRange) {
      for (const group of ['day', 'month', 'member', 'channel']) {
        const answer = await request(statement, { range, group });
        faults.push(...faultOf(statement, { range, group }, answer));
        if (isBackwards(range)) {
          if (answer.fields?.['range'] === undefined) faults.push(answer.text);
          continue;
        }
        const { orders, net } = (answer.data as { extend: { orders: number; net: string } }).extend;
        const { extend } = (await request(entries, { range })).data as { extend: { orders: number; net: string } };
        if (orders !== extend.orders || net !== extend.net)
          faults.push(`${JSON.stringify(range)} ${group}: ${answer.text}`);
      }
    }
    expect(faults.slice(0, 10)).toEqual([]);
  }, 240_000);

  test('by creation and by payment together, in the order list', async () => {
    const one = callOf('/order/list');
    const faults: string[] = [];
    const whole = ((await request(one, { limit: 100 })).data as Page).list;
    const ranges = everyRange.filter((range) => !isBackwards(range));
    for (const [index, createdRange] of ranges.entries()) {
      const paidRange = ranges[(index * 31 + 7) % ranges.length] ?? {};
      const input = { limit: 100, createdRange, paidRange };
      const answer = await request(one, input);
      const wanted = whole.filter(
        (row) =>
          within(createdRange, row.createdAt ?? null) &&
          ((paidRange.from ?? paidRange.to) === undefined || within(paidRange, row.paidAt ?? null)),
      );
      if (answer.code !== 1 || (answer.data as Page).total !== wanted.length)
        faults.push(`${JSON.stringify(input)}: ${answer.text.slice(0, 300)}`);
    }
    expect(faults.slice(0, 10)).toEqual([]);
  });

  test.each(['moneylog', 'order', 'withdrawal', 'payout', 'logs'])(
    'in the export of %s: as many lines as its list has rows, or a word',
    async (kind) => {
      const [exported, list] = [
        callOf('/user/export'),
        callOf(
          {
            moneylog: '/user/moneylog',
            order: '/order/list',
            withdrawal: '/withdrawal/list',
            payout: '/payout/list',
            logs: '/user/logs',
          }[kind] ?? '',
        ),
      ];
      const faults: string[] = [];
      for (const field of kind === 'order' ? ['createdRange', 'paidRange'] : ['range']) {
        for (const range of everyRange) {
          await at.db.pool.query(`delete from attempt_windows where scope = 'export'`);
          const input = { kind, format: 'csv', filter: { [field]: range } };
          const answer = await request(exported, input);
          if (isBackwards(range)) {
            if (answer.code !== -1 || !Object.keys(answer.fields ?? {}).every((name) => name.startsWith('filter')))
              faults.push(answer.text);
            continue;
          }
          const { total } = (await request(list, { [field]: range, limit: 1 })).data as Page;
          const lines = answer.text.trimEnd().split('\n').length - 1;
          if (answer.status !== 200 || !answer.isFile || lines !== total)
            faults.push(`${JSON.stringify(input)}: ${lines} of ${total}; ${answer.text.slice(0, 200)}`);
        }
      }
      expect(faults.slice(0, 10)).toEqual([]);
    },
    240_000,
  );

  test.each(['createdRange', 'paidRange'])('in callbacks to resend, by %s: no order outside of it', async (field) => {
    const [notify, list] = [callOf('/order/notify'), callOf('/order/list')];
    const faults: string[] = [];
    for (const range of everyRange) {
      const input = { filter: { status: 'success', [field]: range } };
      const answer = await request(notify, input);
      if (isBackwards(range)) {
        if (answer.code !== -1 || answer.fields?.[`filter.${field}`] === undefined)
          faults.push(`${JSON.stringify(input)}: ${answer.text}`);
        continue;
      }
      const { total } = (await request(list, { status: 'success', [field]: range })).data as Page;
      const queued = answer.error === 'nothing_to_notify' ? 0 : (answer.data as { queued: number } | undefined)?.queued;
      if (queued !== total) faults.push(`${JSON.stringify(input)}: ${queued} of ${total}; ${answer.text}`);
    }
    expect(faults.slice(0, 10)).toEqual([]);
  });
});

test('out-of-bounds pages, ranges and amounts name their field, in every list', async () => {
  const paged = served.filter(
    ({ call }) =>
      fieldsOf(inputSchema(call), () => false).length === 0 && inputSchema(call).properties?.['limit'] !== undefined,
  );
  expect(paged.length).toBeGreaterThan(10);
  for (const one of paged) {
    const [form] = formsOf(one.path, one.call);
    const whole = form?.make(idOf) ?? {};
    for (const [field, value, message] of [
      ['page', 0, 'Must be at least 1'],
      ['limit', 0, 'Must be at least 1'],
      ['limit', 101, 'Must be at most 100'],
    ] as const)
      expect([one.path, await request(one, { ...whole, [field]: value })]).toEqual([
        one.path,
        expect.objectContaining({ code: -1, fields: { [field]: message } }),
      ]);
  }
  const order = 'The maximum is lower than the minimum';
  expect(await request(callOf('/order/list'), { amountFrom: '2', amountTo: '1.99' })).toMatchObject({
    code: -1,
    fields: { amountFrom: order, amountTo: order },
  });
  expect(await request(callOf('/order/notify'), { filter: { amountFrom: '2', amountTo: '1.99' } })).toMatchObject({
    code: -1,
    fields: { 'filter.amountFrom': order, 'filter.amountTo': order },
  });
  expect(
    await request(callOf('/user/export'), {
      kind: 'order',
      format: 'csv',
      filter: { amountFrom: '2', amountTo: '1.99' },
    }),
  ).toMatchObject({
    code: -1,
    fields: { 'filter.amountFrom': order },
  });
  for (const [filter, fields] of [
    [
      { createdRange: { from: '2026-11-21T00:00:00Z', to: '2026-11-20T00:00:00Z' } },
      { 'filter.createdRange': 'The end is before the start' },
    ],
    [{ amountFrom: '1.001' }, { 'filter.amountFrom': 'Enter an amount such as 1234.50' }],
    [{ page: 1 }, { 'filter.page': 'Unknown field' }],
  ])
    expect(await request(callOf('/user/export'), { kind: 'order', format: 'csv', filter })).toMatchObject({
      code: -1,
      fields,
    });
});
