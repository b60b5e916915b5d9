import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportKind } from '#features/exports/server/kind.ts';
import { moneyLogExport } from '#features/ledger/server/export.ts';
import type { MoneyLogType } from '#features/ledger/money-log-types.ts';
import { selectMoneyLog } from '#features/ledger/server/money-log.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Cell } from '#foundation/server/sheets/sheet.ts';
import { OrderFilter } from '../contract.ts';
import { orderExport } from './export.ts';
import { queryOf } from './calls.ts';
import { selectOrderPage } from './listing.ts';
import { created, newOrder, ordersApp, type OrdersApp, paymentOf, SANDBOX } from './orders-for-tests.ts';

const timeZone = 'Asia/Shanghai';
let app: OrdersApp;
let shop: bigint;
let other: bigint;
let kinds: Record<'order' | 'moneylog', ExportKind>;

beforeAll(async () => {
  app = await ordersApp({ at: '2026-11-10T15:20:00.000Z' });
  await app.addChannel();
  await app.addChannel({ code: 'bank', channelId: 2 });
  [shop, other] = [await app.addMember(), await app.addMember()];
  for (let step = 0; step < 30; step += 1) {
    app.clock.advance(((step * 7_919) % 160) * 60_000 + step * 13);
    const changes = {
      orderNo: `S-${step}`,
      amountMinor: BigInt(1_000 + step * 100),
      channelCode: step % 4 === 0 ? 'bank' : 'qr',
      notifyUrl: null,
    };
    const order = await created(
      app.orders,
      newOrder(shop, { ...changes, ...(step % 7 === 0 ? { kind: 'recharge' } : {}) }),
    );
    if (step % 3 !== 0) await app.orders.confirmPayment(SANDBOX, paymentOf(order));
    if (step < 25) while ((await app.orders.expireDue()) > 0);
  }
  await app.orders.confirmPayment(SANDBOX, paymentOf(await created(app.orders, newOrder(other, { orderNo: 'OTHER' }))));
  kinds = {
    order: orderExport(app),
    moneylog: moneyLogExport({ db: app.db, currency: async () => 'CNY', numbers: app.orders }),
  };
});
afterAll(() => app.close());

interface Taken {
  title: string;
  headers: string[];
  count: number;
  rows: (readonly Cell[])[];
}

/** Returns undefined when the filter is rejected. */
async function exported(
  kind: 'order' | 'moneylog',
  filter: object,
  memberNo = shop,
  language: Language = 'en',
): Promise<Taken | undefined> {
  const session = { sessionId: 's', userId: 1n, username: 'shop', role: 'member', memberNo } as const;
  const list = await kinds[kind].open({ session, language, now: app.clock.now(), timeZone }, filter);
  if ('word' in list) return undefined;
  const rows = (await Array.fromAsync(list.batches())).flat();
  return { title: list.title, headers: list.columns.map(({ header }) => header), count: await list.count(), rows };
}

describe('orders as a file', () => {
  test.each<[string, object]>([
    ['nothing', {}],
    ['oldest first', { order: 'asc' }],
    ['by payment', { sort: 'paidAt' }],
    ['by payment, oldest first', { sort: 'paidAt', order: 'asc' }],
    ['a status', { status: 'expired' }],
    ['a channel', { channel: 'bank' }],
    ['an unknown channel', { channel: 'none' }],
    ['a number’s prefix', { q: 'S-1' }],
    ['a notify status that no order has', { notifyStatus: 'failed' }],
    ['amounts', { amountFrom: '15.00', amountTo: '25.00' }],
    ['when it was paid', { paidRange: { from: '2026-11-11T00:00:00.000Z', to: '2026-11-12T07:13:00.000Z' } }],
    [
      'both times',
      { createdRange: { from: '2026-11-11T00:00:00.000Z' }, paidRange: { to: '2026-11-12T07:13:00.000Z' } },
    ],
  ])('are the rows of the list in its order, filtered by %s', async (_, filter) => {
    const { page: _page, limit: _limit, sort, order, ...parsed } = OrderFilter.parse(filter);
    const refs = await app.channels.channelRefs();
    const wrong = (field: string): never => {
      throw new Error(field);
    };
    const query = queryOf(shop, parsed, { page: 1, limit: 100, sort, order }, 'CNY', refs, wrong);
    const listed = query ? (await selectOrderPage(app.db, query, { timeZone, now: app.clock.now() })).rows : [];
    const file = await exported('order', filter);
    expect(
      file?.rows.map(([orderNo, systemNo, , , amount, fee, obtained, , , createdAt, paidAt]) => [
        orderNo,
        systemNo,
        amount,
        fee,
        obtained,
        createdAt,
        paidAt,
      ]),
    ).toEqual(
      listed.map(({ orderNo, systemNo, status, amountMinor, feeMinor, createdAt, paidAt }) => [
        orderNo,
        systemNo.toString(),
        formatAmount(amountMinor, 'CNY'),
        ...(status === 'success'
          ? [feeMinor, amountMinor - feeMinor].map((minor) => formatAmount(minor, 'CNY'))
          : [null, null]),
        createdAt,
        paidAt,
      ]),
    );
    expect(file?.count).toBe(listed.length);
  });

  test('use words where the list has badges, and contain only the reader’s orders', async () => {
    expect(await exported('order', {}, other, 'zh')).toMatchObject({
      title: '收款订单',
      headers: [
        '商户订单号',
        '系统单号',
        '类型',
        '通道',
        '金额',
        '手续费',
        '实收金额',
        '状态',
        '回调状态',
        '创建时间（Asia/Shanghai）',
        '支付时间（Asia/Shanghai）',
      ],
      rows: [
        [
          'OTHER',
          expect.any(String),
          '代收',
          'qr',
          expect.any(String),
          expect.any(String),
          expect.any(String),
          '支付成功',
          expect.any(String),
          expect.any(Date),
          expect.any(Date),
        ],
      ],
    });
  });

  test.each([{ page: 2 }, { amountFrom: '1.005' }, { memberNo: '10000001' }])('reject the filter %o', async (filter) =>
    expect(await exported('order', filter)).toBeUndefined(),
  );
});

describe('the money log as a file', () => {
  test.each<[string, object]>([
    ['nothing', {}],
    ['oldest first', { order: 'asc' }],
    ['the common type', { type: 'payin' }],
    ['a rare type', { type: 'recharge' }],
    ['a type without rows', { type: 'payout' }],
    ['two types', { type: ['payin', 'recharge'] }],
    ['the beginning of numbers', { orderNo: 'S-1' }],
    ['a number', { orderNo: 'S-8' }],
    ['a range', { range: { from: '2026-11-11T00:00:00.000Z', to: '2026-11-12T07:13:00.000Z' } }],
  ])(
    'has the rows of the log in its order, filtered by %s',
    async (
      _,
      filter: {
        order?: 'asc';
        type?: MoneyLogType | MoneyLogType[];
        orderNo?: string;
        range?: { from: string; to: string };
      },
    ) => {
      const { order = 'desc', type, orderNo, range } = filter;
      const references = orderNo === undefined ? undefined : await app.orders.referencesBeginning(shop, orderNo, 100);
      const [from, to] = [range && new Date(range.from), range && new Date(range.to)];
      const { entries, total } = await selectMoneyLog(app.db, {
        memberNo: shop,
        page: 1,
        limit: 100,
        order,
        types: type === undefined ? undefined : [type].flat(),
        references,
        from,
        to,
      });
      const numbers = await app.orders.orderNosOf(
        shop,
        entries.map(({ reference }) => reference),
      );
      const file = await exported('moneylog', filter);
      expect(file?.rows.map(([number, systemNo, , ...rest]) => [number, systemNo, ...rest])).toEqual(
        entries.map(({ reference, amountMinor, feeMinor, beforeMinor, afterMinor, remark, createdAt }) => [
          numbers.get(reference),
          reference.toString(),
          ...[amountMinor, feeMinor, beforeMinor, afterMinor].map((minor) => formatAmount(minor, 'CNY')),
          remark,
          createdAt,
        ]),
      );
      expect([file?.count, entries.length]).toEqual([total, total]);
    },
  );

  test('is in the reader’s language and contains only the reader’s rows', async () => {
    expect(await exported('moneylog', {}, other, 'es')).toMatchObject({
      headers: [
        'Número de pedido',
        'Número del sistema',
        'Tipo',
        'Importe',
        'Comisión',
        'Antes',
        'Después',
        'Observaciones',
        'Fecha y hora (Asia/Shanghai)',
      ],
      rows: [
        [
          'OTHER',
          expect.any(String),
          'Cobro',
          expect.any(String),
          expect.any(String),
          '0.00',
          expect.any(String),
          null,
          expect.any(Date),
        ],
      ],
    });
  });
});
