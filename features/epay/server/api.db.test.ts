import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reversed } from '#features/orders/server/orders-for-tests.ts';
import { asked, EPAY_KEY, type EpayApp, epayApp, type Fields, kitSigned, newFields } from './epay-for-tests.ts';

let app: EpayApp;
let pid: string;

beforeAll(async () => {
  app = await epayApp();
  pid = await app.addShop();
});
afterAll(() => app.close());

const api = async (fields: Fields, sent: Parameters<typeof asked>[3] = { method: 'GET' }) => {
  const { headers: _, ...reply } = await asked(app, '/epay/api.php', { pid, key: EPAY_KEY, ...fields }, sent);
  return reply;
};

async function ordered(changes: Fields = {}): Promise<{ no: string; tradeNo: string }> {
  const fields = newFields(pid, changes);
  const { trade_no: tradeNo } = await asked(app, '/epay/mapi.php', kitSigned(fields));
  return { no: fields['out_trade_no'] ?? '', tradeNo: String(tradeNo) };
}

describe('act=query', () => {
  it('shows the merchant, with the names of the papers and of the servers', async () => {
    const shop = await app.addShop();
    const fields = newFields(shop);
    await asked(app, '/epay/mapi.php', kitSigned(fields));
    await asked(app, '/epay/mapi.php', kitSigned(newFields(shop)));
    await app.pay(shop, fields['out_trade_no'] ?? '');
    expect(await api({ act: 'query', pid: shop })).toEqual({
      status: 200,
      code: 1,
      pid: Number(shop),
      key: EPAY_KEY,
      active: 1,
      money: '9.94',
      type: 4,
      account: '',
      username: '',
      orders: 2,
      order_today: 1,
      orders_today: 1,
      order_lastday: 0,
      orders_lastday: 0,
    });
    app.clock.advance(86_400_000);
    expect(await api({ act: 'query', pid: shop })).toMatchObject({
      orders: 2,
      order_today: 0,
      order_lastday: 1,
      orders_lastday: 1,
    });
    await app.db.pool.query("update members set state = 'disabled' where member_no = $1", [shop]);
    app.clock.advance(1_001);
    expect(await api({ act: 'query', pid: shop })).toMatchObject({ code: 1, active: 0 });
    expect(await api({ act: 'orders', pid: shop })).toMatchObject({ code: -1, msg: '商户已封禁，无法支付！' });
  });
});

describe('act=order', () => {
  it('shows an order before and after it is paid, by either number, by GET and POST', async () => {
    const { no, tradeNo } = await ordered({ money: '10.5', param: 'uid=7', type: 'wxpay' });
    const shown = {
      status: 0,
      code: 1,
      msg: 'succ',
      trade_no: tradeNo,
      out_trade_no: no,
      api_trade_no: expect.any(String),
      type: 'wxpay',
      pid: Number(pid),
      addtime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      endtime: '',
      name: 'VIP会员',
      money: '10.5',
      param: 'uid=7',
      buyer: '',
      trade_status: 'WAITING',
    };
    expect(await api({ act: 'order', out_trade_no: no })).toEqual(shown);
    await app.pay(pid, no);
    const paid = {
      ...shown,
      status: 1,
      endtime: expect.stringMatching(/^2026-11-\d\d /),
      trade_status: 'TRADE_SUCCESS',
    };
    expect(await api({ act: 'order', trade_no: tradeNo })).toEqual(paid);
    expect(await api({ act: 'order', trade_no: tradeNo, out_trade_no: '' }, { method: 'POST' })).toEqual(paid);
    expect(await api({ act: 'order', trade_no: tradeNo, out_trade_no: 'other' })).toEqual(paid);
    await reversed(app, await app.orderOf(pid, no));
    expect(await api({ act: 'order', out_trade_no: no })).toMatchObject({ status: 2, trade_status: 'WAITING' });
  });

  it('says the time in the platform’s zone', async () => {
    const { no } = await ordered();
    const { createdAt } = await app.orderOf(pid, no);
    const china = new Date(createdAt.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    expect(await api({ act: 'order', out_trade_no: no })).toMatchObject({ addtime: china });
  });

  it('has one of the numbers, of this merchant', async () => {
    expect(await api({ act: 'order' })).toEqual({ status: 200, code: -4, msg: '订单号不能为空' });
    expect(await api({ act: 'order', out_trade_no: 'none' })).toEqual({ status: 200, code: -1, msg: '订单号不存在' });
    expect(await api({ act: 'order', trade_no: 'x' })).toEqual({ status: 200, code: -1, msg: '订单号不存在' });
    // PostgreSQL can't read the first.
    for (const no of ['\0', 'x'.repeat(10_000), '中'])
      expect(await api({ act: 'order', out_trade_no: no }, {})).toEqual({ status: 200, code: -1, msg: '订单号不存在' });
    const other = await app.addShop();
    const { tradeNo } = await ordered();
    expect(await api({ act: 'order', pid: other, trade_no: tradeNo })).toMatchObject({ code: -1, msg: '订单号不存在' });
  });
});

describe('act=orders', () => {
  it('lists by page or offset, at most fifty, and by status', async () => {
    const shop = await app.addShop();
    expect(await api({ act: 'orders', pid: shop })).toEqual({
      status: 200,
      code: 1,
      msg: '查询订单记录成功！',
      count: 0,
      data: [],
    });
    const numbers: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const fields = newFields(shop);
      await asked(app, '/epay/mapi.php', kitSigned(fields));
      numbers.unshift(fields['out_trade_no'] ?? '');
    }
    await app.pay(shop, numbers[2] ?? '');
    const listed = async (more: Fields) => {
      const reply = (await api({ act: 'orders', pid: shop, ...more })) as unknown as {
        count: number;
        data: { out_trade_no: string }[];
      };
      expect(reply.count).toBe(reply.data.length);
      return reply.data.map(({ out_trade_no: no }) => no);
    };
    expect(await listed({})).toEqual(numbers);
    expect(await listed({ limit: '2' })).toEqual(numbers.slice(0, 2));
    expect(await listed({ limit: '2', page: '2' })).toEqual(numbers.slice(2));
    expect(await listed({ limit: '1', offset: '1' })).toEqual([numbers[1]]);
    expect(await listed({ limit: '999', status: '1' })).toEqual([numbers[2]]);
    expect(await listed({ status: '0' })).toEqual(numbers.slice(0, 2));
    expect(await listed({ status: '2' })).toEqual([]);
  });
});

describe('act=settle', () => {
  it('lists withdrawals, and an empty list where there are none', async () => {
    expect(await api({ act: 'settle' })).toEqual({ status: 200, code: 1, msg: '查询结算记录成功！', data: [] });
    const shop = await app.addShop();
    await app.fund(BigInt(shop), 100_000n);
    const { outcome } = await app.disbursements.apply({
      memberNo: BigInt(shop),
      kind: 'withdrawal',
      source: 'console',
      orderNo: 'W-1',
      amountMinor: 10_000n,
      beneficiary: { type: 'bank', holder: '张三', bank: 'ICBC', branch: null, account: '6222021001116245702' },
      notifyUrl: null,
      attach: null,
      remark: null,
      signType: 'none',
      requestHash: Buffer.alloc(32),
    });
    expect(outcome).toBe('applied');
    expect(await api({ act: 'settle', pid: shop, limit: '5', offset: '0' })).toEqual({
      status: 200,
      code: 1,
      msg: '查询结算记录成功！',
      data: [
        {
          id: expect.stringMatching(/^\d{19}$/),
          money: '102.00',
          realmoney: '100.00',
          account: '622202****5702',
          username: '张三',
          addtime: expect.stringMatching(/^2026-/),
          endtime: '',
          status: 0,
        },
      ],
    });
  });
});

describe('other acts', () => {
  it('refund is not offered yet, with the act in the query and the rest in the body', async () => {
    const { no } = await ordered();
    const form = { pid, key: EPAY_KEY, out_trade_no: no, trade_no: '', money: '1' };
    expect(await asked(app, '/epay/api.php?act=refund', form)).toMatchObject({
      code: -2,
      msg: '商户未开启订单退款API接口',
    });
  });

  it.each(['', 'other', 'toString'])('%j is no act, once the key is right', async (act) => {
    expect(await api({ act })).toEqual({ status: 200, code: -5, msg: 'No Act!' });
    expect(await api({ act, key: 'wrong' }, { method: 'GET', ip: '203.0.113.77' })).toMatchObject({ code: -3 });
    app.clock.advance(60_001);
  });
});

describe('a wrong key', () => {
  it('gets the same answer as an unknown merchant', async () => {
    const wrong = { status: 200, code: -3, msg: '商户密钥错误' };
    expect(await api({ act: 'query', key: 'wrong' })).toEqual(wrong);
    expect(await api({ act: 'query', key: '' })).toEqual(wrong);
    expect(await api({ act: 'query', pid: '29999999' })).toEqual(wrong);
    expect(await api({ act: 'query', pid: '' })).toEqual(wrong);
    app.clock.advance(60_001);
  });

  it('is counted by merchant and address: after five within a minute even the right one waits', async () => {
    const stranger = { method: 'GET', ip: '198.51.100.9' } as const;
    for (let tries = 0; tries < 5; tries += 1)
      expect(await api({ act: 'query', key: 'wrong' }, stranger)).toMatchObject({ status: 200, code: -3 });
    expect(await api({ act: 'query' }, stranger)).toMatchObject({ status: 429, code: -1 });
    expect(await api({ act: 'query' })).toMatchObject({ status: 200, code: 1 });
    app.clock.advance(60_001);
    expect(await api({ act: 'query' }, stranger)).toMatchObject({ status: 200, code: -1, msg: 'IP不在白名单' });
  });

  it('is counted over all processes', async () => {
    const other = await epayApp([], app);
    const stranger = { method: 'GET', ip: '198.51.100.19' } as const;
    const wrong = { pid, act: 'query', key: 'wrong' };
    for (let tries = 0; tries < 5; tries += 1)
      expect(await asked(tries % 2 === 0 ? app : other, '/epay/api.php', wrong, stranger)).toMatchObject({ code: -3 });
    for (const process of [app, other])
      expect(await asked(process, '/epay/api.php', { ...wrong, key: EPAY_KEY }, stranger)).toMatchObject({
        status: 429,
        code: -1,
      });
    await other.close();
    app.clock.advance(60_001);
  });

  it('of one address is limited over all merchants too, existing or not', async () => {
    const stranger = { method: 'GET', ip: '198.51.100.29' } as const;
    const tried = (no: number) =>
      asked(app, '/epay/api.php', { pid: String(28_000_000 + no), act: 'query', key: 'wrong' }, stranger);
    for (let no = 0; no < 60; no += 1) expect(await tried(no)).toMatchObject({ status: 200, code: -3 });
    expect(await tried(60)).toMatchObject({ status: 429, code: -1 });
    expect(await api({ act: 'query', key: 'wrong' }, stranger)).toMatchObject({ status: 429, code: -1 });
    app.clock.advance(60_001);
    expect(await tried(60)).toMatchObject({ status: 200, code: -3 });
  });

  it('and a door that is off look different only to who has the key', async () => {
    const shop = await app.addShop({ enabled: false });
    expect(await api({ act: 'query', pid: shop })).toMatchObject({ code: -1, msg: '商户未开启该接口' });
    expect(await api({ act: 'query', pid: shop, key: 'wrong' })).toMatchObject({ code: -3 });
  });

  it('is in the merchant’s log of requests with what was asked, without any key', async () => {
    const shop = await app.addShop();
    await api({ act: 'query', pid: shop, key: `${EPAY_KEY}x` });
    await api({ act: 'query', pid: shop });
    await api({ act: 'nothing', pid: shop });
    await app.gateway.settled();
    const { rows } = await app.db.pool.query(
      `select path, result, signed, request->'fields' as fields, body_sealed as body from gateway_requests
       where member_no = $1 order by request_id`,
      [shop],
    );
    const kept = { path: '/epay/api.php', body: null };
    expect(rows).toEqual([
      { ...kept, result: 'bad_signature', signed: false, fields: { pid: shop, act: 'query' } },
      { ...kept, result: 'ok', signed: true, fields: { pid: shop, act: 'query' } },
      { ...kept, result: 'bad_request', signed: true, fields: { pid: shop, act: 'nothing' } },
    ]);
  });
});
