import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerHandlers } from '#features/ledger/server/calls.ts';
import { orderHandlers } from '#features/orders/server/calls.ts';
import { ordersApp, type OrdersApp, paymentOf, SANDBOX } from '#features/orders/server/orders-for-tests.ts';
import { type People, people, type Person } from '#features/accounts/server/people-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { REPEAT_SECONDS } from '../rules.ts';
import { rechargeHandlers } from './calls.ts';

let app: OrdersApp;
let crowd: People;
/** Another process on the same database. */
let otherHouse: { app: OrdersApp; crowd: People };

beforeAll(async () => {
  app = await ordersApp();
  crowd = await served(app);
  const second = await ordersApp({ sharing: app });
  otherHouse = { app: second, crowd: await served(second) };
  await app.addChannel();
  await crowd.addOperator('boss');
});
afterAll(async () => {
  await otherHouse.crowd.close();
  await otherHouse.app.close();
  await crowd.close();
  await app.close();
});

function served(house: OrdersApp): Promise<People> {
  return people({
    sharing: house,
    more: ({ audit }) => [
      rechargeHandlers({ ...house, audit, publicUrl: 'https://pay.example' }),
      orderHandlers(house),
      ledgerHandlers({ db: house.db, currency: async () => 'CNY', numbers: house.orders }),
    ],
  });
}

let names = 0;

async function member(
  from: Parameters<People['person']>[0] = {},
  kind: 'merchant' | 'agent' = 'merchant',
): Promise<{ memberNo: bigint; person: Person }> {
  const username = `filler_${(names += 1)}`;
  const { member: added } = await crowd.addMember({ username, kind });
  const person = crowd.person(from);
  await person.logIn(username);
  return { memberNo: added.memberNo, person };
}

interface Made {
  systemNo: string;
  payUrl: string;
}

const recharge = (person: Person, amount: unknown = '500.00', channel: unknown = 'qr', more: object = {}) =>
  person.post<Made>('/user/recharge', { amount, channel, ...more });
const named = (person: Person, requestId: unknown, amount = '500.00', channel = 'qr') =>
  recharge(person, amount, channel, { requestId });

async function made(person: Person, amount?: string): Promise<string> {
  const answer = await recharge(person, amount);
  if (!answer.data) throw new Error(answer.msg);
  return answer.data.systemNo;
}

async function ordersOf(memberNo: bigint) {
  const { rows } = await sql<Record<string, unknown>>`
    select system_no::text as system_no, order_no, kind, amount::text as amount, fee::text as fee, status, subject, notify_url, return_url, attach, host(client_ip) as ip, sign_type,
      extract(epoch from expires_at - created_at)::integer as open_s, encode(request_hash, 'hex') as hash
    from orders where member_no = ${memberNo} order by system_no`.execute(app.db);
  return rows;
}

async function auditOf(memberNo: bigint) {
  const { rows } = await sql<{
    object: string;
    result: string;
  }>`select object, result from audit_log where member_no = ${memberNo} and action = 'recharge_created' order by created_at, seq`.execute(
    app.db,
  );
  return rows;
}

describe('/user/recharge', () => {
  test('creates the member’s own order, which has no callback and returns to the console', async () => {
    const { memberNo, person } = await member({ language: 'es' });
    const { code, data } = await recharge(person);
    expect([code, data?.payUrl]).toEqual([1, expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/cashier\//)]);
    const [order] = await ordersOf(memberNo);
    expect(order).toEqual({
      system_no: data?.systemNo,
      order_no: expect.stringMatching(/^RC-[0-9A-HJKMNP-TV-Z]{10}$/),
      kind: 'recharge',
      amount: '50000',
      fee: '300',
      status: 'unpaid',
      subject: 'Recarga',
      notify_url: null,
      return_url: `https://pay.example/#/user/recharge?order=${String(order?.['order_no'])}`,
      attach: null,
      ip: '198.51.100.1',
      sign_type: 'none',
      open_s: 1_800,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await auditOf(memberNo)).toEqual([{ object: `${data?.systemNo} 500.00 qr`, result: 'done' }]);
  });

  test('fills the wallet when paid, less the fee, and is found by its number’s prefix', async () => {
    const { memberNo, person } = await member({}, 'agent');
    const systemNo = await made(person, '1000');
    const order = await app.orders.find(memberNo, { systemNo: BigInt(systemNo) }, 'recharge');
    if (!order) throw new Error('no order');
    expect(await app.orders.confirmPayment(SANDBOX, paymentOf(order))).toBe('paid');
    expect(await person.post('/user/moneylog', { type: 'recharge' })).toMatchObject({
      data: {
        total: 1,
        list: [
          {
            orderNo: order.orderNo,
            systemNo,
            type: 'recharge',
            amount: '1000.00',
            fee: '6.00',
            before: '0.00',
            after: '994.00',
          },
        ],
      },
    });
    expect(await person.post('/order/list', { q: 'RC-', limit: 5 })).toMatchObject({
      data: {
        total: 1,
        list: [{ systemNo, type: 'recharge', obtained: '994.00', status: 'success', notifyStatus: 'none' }],
      },
    });
    expect(app.told.map((paid) => [paid.memberNo, paid.kind])).toContainEqual([memberNo, 'recharge']);
  });

  test.each([
    ['0'],
    ['0.00'],
    ['-500'],
    ['5e2'],
    ['500.005'],
    ['５００'],
    [' 500'],
    ['1,000'],
    [''],
    [500],
    [true],
    [null],
    ['99999999999999999999'],
  ])('rejects an amount such as %j with an error', async (amount) => {
    const { memberNo, person } = await member();
    expect(await recharge(person, amount)).toMatchObject({
      code: -1,
      fields: { amount: 'Enter a valid recharge amount, such as 500 or 1234.50' },
    });
    expect(await ordersOf(memberNo)).toEqual([]);
  });

  test.each([
    ['en', 'Recharge at least ¥100.00'],
    ['zh', '充值金额不能低于 ¥100.00'],
    ['es', 'Recargue al menos 100,00 ¥'],
    ['th', 'เติมเงินอย่างน้อย ¥100.00'],
  ])('rejects amounts below the platform’s minimum: in %s', async (language, text) => {
    const { person } = await member({ language });
    const { code, fields } = await recharge(person, '99.99');
    expect([code, fields?.['amount']?.replaceAll('\u00a0', ' ')]).toEqual([-1, text]);
    expect(await recharge(person, '100')).toMatchObject({ code: 1 });
  });

  test('uses the platform’s minimum setting', async () => {
    const { person } = await member();
    await crowd.setSettings({ minRechargeMinor: 200_000n });
    app.clock.advance(2_000);
    expect(await recharge(person, '1999.99')).toMatchObject({
      code: -1,
      fields: { amount: expect.stringContaining('2,000.00') },
    });
    await crowd.setSettings({ minRechargeMinor: 10_000n });
    app.clock.advance(2_000);
    expect(await recharge(person, '1999.99')).toMatchObject({ code: 1 });
  });

  test.each([
    ['channel_unknown', 'never_made', '500', async () => undefined],
    [
      'channel_unknown',
      'payin_only',
      '500',
      () => app.addChannel({ code: 'payin_only', channelId: 20, recharge: false }),
    ],
    ['channel_closed', 'shut', '500', () => addAndReport('shut', 21, sql`state = 'closed'`)],
    ['channel_closed', 'asleep', '500', () => addAndReport('asleep', 22, sql`open_from = '01:00', open_to = '01:01'`)],
    ['amount_out_of_range', 'qr', '50000.01', async () => undefined],
    [
      'channel_limit_reached',
      'little',
      '500.01',
      () => app.addChannel({ code: 'little', channelId: 23, dailyLimitMinor: 50_000n }),
    ],
  ])(
    'is refused with %s by channel %s for %s, with a text that says what to do, and leaves nothing behind',
    async (error, channel, amount, arrange) => {
      await arrange();
      app.clock.advance(2_000);
      const { memberNo, person } = await member();
      const answer = await recharge(person, amount, channel);
      expect(answer).toMatchObject({ status: 200, code: 0, error });
      expect(answer.msg).toMatch(error === 'amount_out_of_range' ? /¥1\.00 to .*¥50,000\.00/ : /choose another/);
      expect([await ordersOf(memberNo), await auditOf(memberNo)]).toEqual([[], []]);
    },
  );

  test('is refused with upstream_unavailable while no upstream can take the payment', async () => {
    const settings = {
      baseUrl: 'http://10.0.0.1/gateway/v1',
      merchantNo: '1',
      currency: 'CNY',
      channels: { qr: 'qr' },
      signType: 'HMAC-SHA256',
      key: 'an-upstream-key-0123456789',
    };
    await app.db.transaction((tx) =>
      app.upstreams.addUpstream(tx, { upstreamId: 9, connector: 'countinghouse', name: 'Nowhere', settings }),
    );
    await app.addChannel({ code: 'away', channelId: 24 });
    await sql`update channel_routes set upstream_id = 9 where channel_id = 24`.execute(app.db);
    app.clock.advance(2_000);
    const { person } = await member();
    expect(await recharge(person, '500', 'away')).toMatchObject({ code: 0, error: 'upstream_unavailable' });
  });

  test('is closed to operators and strangers, and rejects other fields', async () => {
    const operator = crowd.person();
    await operator.logIn('boss');
    expect(await recharge(operator)).toMatchObject({ code: 0, error: 'not_found' });
    expect(await recharge(crowd.person())).toMatchObject({ code: 50008 });
    const { person } = await member();
    const extra = { amount: '500', channel: 'qr', memberNo: '20000001' };
    expect(await person.post('/user/recharge', extra)).toMatchObject({
      code: -1,
      fields: { memberNo: expect.any(String) },
    });
  });
});

describe('a second click', () => {
  test('is the same recharge: at once, and within the next seconds', async () => {
    const { memberNo, person } = await member();
    app.clock.set(new Date(Math.ceil(app.clock.now().getTime() / 1000) * 1000 + 990));
    const together = await Promise.all(Array.from({ length: 8 }, () => made(person)));
    expect(new Set(together).size).toBe(1);
    // In the next second of the clock.
    app.clock.advance(20);
    expect(await made(person)).toBe(together[0]);
    app.clock.advance((REPEAT_SECONDS - 2) * 1_000);
    expect(await made(person)).toBe(together[0]);
    expect([await ordersOf(memberNo), await auditOf(memberNo)].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('is another recharge after the repeat window, when the first is paid, or for a different request', async () => {
    const { memberNo, person } = await member();
    const other = crowd.person();
    await other.logIn(`filler_${names}`);
    const first = await made(person);
    const all = [first, await made(person, '500.01'), await made(other)];
    const order = await app.orders.find(memberNo, { systemNo: BigInt(first) }, 'recharge');
    if (!order) throw new Error('no order');
    await app.orders.confirmPayment(SANDBOX, paymentOf(order));
    app.clock.advance(1_000);
    all.push(await made(person));
    app.clock.advance(REPEAT_SECONDS * 1_000);
    all.push(await made(person));
    expect(new Set(all).size).toBe(5);
    expect((await ordersOf(memberNo)).map(({ system_no }) => system_no)).toEqual(all.toSorted());
  });
});

describe('a request with an id', () => {
  test('is one recharge, however often, wherever and in whichever session it is sent', async () => {
    const { memberNo, person } = await member();
    const otherSession = crowd.person();
    await otherSession.logIn(`filler_${names}`);
    const elsewhere = otherHouse.crowd.person();
    elsewhere.token = person.token;
    const senders = [person, elsewhere, otherSession];
    const together = await Promise.all(
      Array.from({ length: 24 }, (_, at) => named(senders[at % 3] ?? person, 'again-1')),
    );
    const [first] = together;
    expect(together.map(({ code, data }) => [code, data])).toEqual(together.map(() => [1, first?.data]));
    app.clock.advance(REPEAT_SECONDS * 10_000);
    // The same amount, written in another way.
    expect((await named(person, 'again-1', '500')).data).toEqual(first?.data);
    const order = await app.orders.find(memberNo, { systemNo: BigInt(first?.data?.systemNo ?? '') }, 'recharge');
    if (!order) throw new Error('no order');
    await app.orders.confirmPayment(SANDBOX, paymentOf(order));
    await crowd.setSettings({ minRechargeMinor: 200_000n });
    app.clock.advance(2_000);
    expect((await named(person, 'again-1')).data).toEqual(first?.data);
    expect(await named(person, 'again-2')).toMatchObject({ code: -1, fields: { amount: expect.any(String) } });
    await crowd.setSettings({ minRechargeMinor: 10_000n });
    app.clock.advance(2_000);
    expect([await ordersOf(memberNo), await auditOf(memberNo)].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('is refused with order_conflict when it was used with another amount or channel, and makes nothing', async () => {
    const { memberNo, person } = await member();
    await app.addChannel({ code: 'second', channelId: 25 });
    app.clock.advance(2_000);
    const { data } = await named(person, 'once');
    for (const [amount, channel] of [
      ['500.01', 'qr'],
      ['500.00', 'second'],
      ['500.00', 'never_made'],
      ['99.99', 'qr'],
    ] as const) {
      const answer = await named(person, 'once', amount, channel);
      expect([amount, channel, answer]).toMatchObject([amount, channel, { code: 0, error: 'order_conflict' }]);
      expect(answer.msg).toMatch(/^An earlier attempt created a recharge/);
    }
    expect((await ordersOf(memberNo)).map(({ system_no }) => system_no)).toEqual([data?.systemNo]);
  });

  test('is its own recharge beside other ids, requests without an id, and other members', async () => {
    const [one, two] = [await member(), await member()];
    const answers = [
      await named(one.person, 'a'),
      await named(one.person, 'b'),
      await recharge(one.person),
      await named(two.person, 'a'),
    ];
    expect(new Set(answers.map(({ data }) => data?.systemNo)).size).toBe(4);
    const own = await ordersOf(one.memberNo);
    const [mine] = own;
    // The hash covers the id: equal content under a number that two ids share would be a conflict.
    expect([own.length, new Set(own.map(({ hash }) => hash)).size]).toEqual([3, 3]);
    const [theirs] = await ordersOf(two.memberNo);
    expect([mine?.['order_no'], mine?.['system_no'] === theirs?.['system_no']]).toEqual([theirs?.['order_no'], false]);
  });

  test('never answers with a recharge that only shares its number', async () => {
    const [one, two] = [await member(), await member()];
    await named(one.person, 'shared');
    const [order] = await ordersOf(one.memberNo);
    const taken = await app.orders.create({
      memberNo: two.memberNo,
      kind: 'recharge',
      orderNo: String(order?.['order_no']),
      amountMinor: 50_000n,
      channelCode: 'qr',
      subject: 'Recharge',
      notifyUrl: null,
      returnUrl: null,
      clientIp: null,
      attach: null,
      expireMinutes: 30,
      signType: 'none',
      requestHash: Buffer.alloc(32, 7),
    });
    expect(taken.outcome).toBe('created');
    expect(await named(two.person, 'shared')).toMatchObject({ code: 0, error: 'order_conflict' });
    expect(await named(two.person, 'another')).toMatchObject({ code: 1 });
  });

  test.each([['a b'], [''], ['x'.repeat(65)], [7], [null]])('is rejected when the id is %j', async (requestId) => {
    const { memberNo, person } = await member();
    expect(await named(person, requestId)).toMatchObject({ code: -1, fields: { requestId: expect.any(String) } });
    expect(await ordersOf(memberNo)).toEqual([]);
  });
});

async function addAndReport(code: string, channelId: number, change: ReturnType<typeof sql>): Promise<void> {
  await app.addChannel({ code, channelId });
  await sql`update channels set ${change} where channel_id = ${channelId}`.execute(app.db);
}
