import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '@countinghouse/sdk';
import { newNonce, signTypes } from '@countinghouse/sdk/signing';
import { liftBooksStop } from '#features/ledger/server/books-job.ts';
import { checkBooks } from '#features/ledger/server/checking.ts';
import { Sealer, sha256 } from '#foundation/server/secrets/sealing.ts';
import type { GatewayRefusal } from '../contract.ts';
import { payoutCreateOf, payoutCreateText } from '../rules.ts';
import {
  ACCOUNT,
  type Answer,
  faultOf,
  gatewayApp,
  type GatewayApp,
  KEY,
  logged,
  merchantRsa,
  payout,
  send,
  signed,
  type SignOptions,
  foreignRsa,
} from './gateway-for-tests.ts';
import { payoutHandlers } from './payouts.ts';

let app: GatewayApp;
let shop: bigint;
let origin: string;

beforeAll(async () => {
  app = await gatewayApp();
  await app.addPayoutRoute();
  shop = await rich();
  origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  expect((await checkBooks(app.db)).map(({ check, violations }) => [check.name, violations])).toEqual([]);
  await app.close();
});

/** A merchant with 1,000.00. */
async function rich(): Promise<bigint> {
  const memberNo = await app.addMerchant();
  await app.fund(memberNo, 100_000n);
  return memberNo;
}

const request = (path: string, fields: Record<string, unknown>, options: Partial<SignOptions> = {}): Promise<Answer> =>
  send(app.server, signed(path, fields, { memberNo: shop, signType: 'HMAC-SHA256', clock: app.clock, ...options }));
const create = (changes: Record<string, unknown> = {}, options: Partial<SignOptions> = {}): Promise<Answer> =>
  request('/payout/create', payout(changes), options);
const withoutSignature = ({ timestamp: _t, nonce: _n, signType: _s, sign: _sign, ...data }: Answer['data']) => data;

async function moneyOf(memberNo: bigint): Promise<{ wallet: bigint; transit: bigint; payouts: number }> {
  const { rows } = await app.db.pool.query(
    'select wallet, transit, (select count(*)::integer from disbursements d where d.member_no = w.member_no) as payouts from wallets w where member_no = $1',
    [memberNo],
  );
  return rows[0];
}
const untouched = { wallet: 100_000n, transit: 0n, payouts: 0 };

describe.each(signTypes)('with %s', (signType) => {
  it("the merchant's client pays out, queries the payout, and verifies each reply", async () => {
    const memberNo = await rich();
    const keys =
      signType === 'RSA-SHA256'
        ? { signType, privateKey: merchantRsa.privateKey, platformPublicKey: app.platformPublicKey }
        : { signType, key: KEY };
    const client = createClient({
      baseUrl: `${origin}/gateway/v1`,
      merchantNo: memberNo.toString(),
      now: () => app.clock.now().getTime(),
      ...keys,
    });
    const wanted = {
      orderNo: `C-${newNonce()}`,
      amount: '500',
      type: 'bank',
      holder: '张三',
      account: ACCOUNT,
      bank: '工商银行',
      remark: '工资',
    } as const;
    const made = await client.payoutCreate(wanted);
    // 0.1 % and 1.00.
    expect(made).toEqual({
      orderNo: wanted.orderNo,
      systemNo: expect.stringMatching(/^\d{19}$/),
      amount: '500.00',
      fee: '1.50',
      status: 'applying',
    });
    expect(await client.balance()).toMatchObject({ balance: '498.50', available: '498.50' });
    const state = await client.payoutQuery({ systemNo: made.systemNo });
    expect(state).toEqual({ ...made, bankReference: null, failReason: null, finishedAt: null });
    await app.pass(0);
    await app.pass(3_000);
    const paid = await client.payoutQuery({ orderNo: wanted.orderNo });
    expect(paid).toEqual({
      ...made,
      status: 'paid',
      bankReference: expect.any(String),
      failReason: null,
      finishedAt: app.clock.now().toISOString(),
    });
    expect(await client.payoutCreate(wanted)).toEqual(made);
    expect(await moneyOf(memberNo)).toEqual({ wallet: 49_850n, transit: 0n, payouts: 1 });
    const { rows } = await app.db.pool.query(
      'select source, bank, account_hint, remark, sign_type from disbursements where member_no = $1',
      [memberNo],
    );
    expect(rows).toEqual([
      { source: 'gateway', bank: 'ICBC', account_hint: '622202****5702', remark: '工资', sign_type: 'none' },
    ]);
  });

  it.each([
    ['bad_signature', { key: signType === 'RSA-SHA256' ? foreignRsa.privateKey : 'another-key-0123456789' }, undefined],
    ['nonce_reused', { nonce: 'the-same-nonce-0123456789' }, undefined],
    ['timestamp_out_of_window', { timestamp: '1' }, undefined],
    ['ip_not_allowed', {}, "update merchant_keys set request_ips = '{203.0.113.9}' where member_no = $1"],
    ['merchant_disabled', {}, "update members set state = 'disabled' where member_no = $1"],
    ['not_certified', {}, "update members set certification = 'pending' where member_no = $1"],
  ] as const)('%s takes no money', async (error, options, arrange) => {
    const memberNo = await rich();
    if (error === 'nonce_reused') await request('/balance', {}, { memberNo, signType, ...options });
    if (arrange) await app.db.pool.query(arrange, [memberNo]);
    app.clock.advance(1_000);
    const answer = await create({}, { memberNo, signType, ...options });
    expect(answer).toMatchObject({ status: 200, code: 0, error });
    expect(await moneyOf(memberNo)).toEqual(untouched);
  });
});

describe('the order number', () => {
  it('gets the first answer again however the same request is written', async () => {
    const fields = payout({ branch: '北京分行', remark: 'rent' });
    const first = await request('/payout/create', fields);
    expect(first.code).toBe(1);
    const spellings = [
      { amount: '100.0' },
      { account: '6222 0210-0111 6245 702' },
      { bank: '中国工商银行' },
      { holder: ' 张三 ' },
      { attach: '' },
    ];
    for (const change of spellings)
      for (const signType of signTypes) {
        const again = await request('/payout/create', { ...fields, ...change }, { signType });
        expect(withoutSignature(again.data), JSON.stringify(change)).toEqual(first.data);
      }
  });

  it.each([
    { amount: '100.01' },
    { holder: '李四' },
    { account: '6222020200112233446' },
    { bank: 'CCB' },
    { branch: 'x' },
    { type: 'alipay', account: '13800138000' },
    { notifyUrl: 'https://shop.example/other' },
    { notifyUrl: '' },
    { attach: 'x' },
    { remark: 'x' },
  ])('with %j is a conflict', async (change) => {
    const memberNo = await rich();
    const fields = payout();
    expect((await request('/payout/create', fields, { memberNo })).code).toBe(1);
    expect(await request('/payout/create', { ...fields, ...change }, { memberNo })).toMatchObject({
      code: 0,
      error: 'order_conflict',
    });
    expect(await moneyOf(memberNo)).toEqual({ wallet: 89_890n, transit: 10_110n, payouts: 1 });
  });

  it('40 concurrent copies at two processes take the money once and get equal answers', async () => {
    const [other, memberNo, fields] = [await gatewayApp(app), await rich(), payout()];
    const copies = Array.from({ length: 40 }, (_, index) => ({
      to: index % 2 === 0 ? app : other,
      signType: signTypes[index % 3] ?? 'MD5',
    }));
    const answers = await Promise.all(
      copies.map(({ to, signType }) =>
        send(to.server, signed('/payout/create', fields, { memberNo, signType, clock: app.clock })),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(40).fill(1));
    expect(new Set(answers.map(({ data }) => JSON.stringify(withoutSignature(data)))).size).toBe(1);
    expect(await moneyOf(memberNo)).toEqual({ wallet: 89_890n, transit: 10_110n, payouts: 1 });
    await other.close();
  });

  it('is still recognized after a master key rotation, and is stored in a form that reveals no account', async () => {
    const [memberNo, fields] = [await rich(), payout() as Record<string, string>];
    const made = await request('/payout/create', fields, { memberNo });
    const former = [{ id: 'former', keys: { 'payout request': app.sealer.derive('payout request') } }];
    const settings = await app.platform.settings();
    const asked = {
      memberNo,
      signType: 'HMAC-SHA256',
      notText: [],
      settings,
      now: app.clock.now(),
      isNotifyHostAllowed: () => true,
    } as const;
    const by = (sealer: Sealer, changes = {}) =>
      payoutHandlers({ ...app, sealer })['/payout/create']({ ...asked, fields: { ...fields, ...changes } });
    const newKey = Buffer.alloc(32, 2);
    expect(await by(new Sealer(newKey, { former }))).toEqual({ ok: true, data: made.data });
    expect(await by(new Sealer(newKey, { former }), { account: '6222020200112233446' })).toEqual({
      ok: false,
      error: 'order_conflict',
    });
    expect(await by(new Sealer(newKey))).toEqual({ ok: false, error: 'order_conflict' });
    const { rows } = await app.db.pool.query<{ request_hash: Buffer }>(
      'select request_hash from disbursements where member_no = $1',
      [memberNo],
    );
    const text = payoutCreateText(payoutCreateOf(fields, 'CNY'), 'CNY');
    expect(rows.map(({ request_hash }) => request_hash.equals(sha256(text)))).toEqual([false]);
  });
});

describe('a payout is refused', () => {
  const setTerms = async (memberNo: bigint, enabled: boolean): Promise<void> => {
    const terms = await app.disbursements.terms(memberNo, 'payout');
    const between = { minAmountMinor: 1_000n, maxAmountMinor: 90_000n };
    await app.db.transaction((tx) =>
      app.disbursements.setTerms(tx, memberNo, 'payout', { ...terms, ...between, enabled }),
    );
  };
  const stopBooks = () =>
    app.db.transaction((tx) =>
      app.platform.keepFact(tx, 'books_wrong', {
        foundAt: app.clock.now().toISOString(),
        check: 'chain',
        promise: 'p',
        violation: 'v',
      }),
    );

  it.each<
    [GatewayRefusal, string, Record<string, string>, (memberNo: bigint) => Promise<unknown>, () => Promise<unknown>]
  >([
    [
      'balance_insufficient',
      'for amount and fee together',
      { amount: '999.00' },
      async () => undefined,
      async () => undefined,
    ],
    [
      'amount_out_of_range',
      'below the least',
      { amount: '9.99' },
      (memberNo) => setTerms(memberNo, true),
      async () => undefined,
    ],
    [
      'amount_out_of_range',
      'above the most',
      { amount: '900.01' },
      (memberNo) => setTerms(memberNo, true),
      async () => undefined,
    ],
    ['payout_not_enabled', 'for this merchant', {}, (memberNo) => setTerms(memberNo, false), async () => undefined],
    ['upstream_unavailable', 'while the books are looked at', {}, stopBooks, () => liftBooksStop(app)],
  ])('%s, %s: signed, logged, and nothing is booked', async (error, _why, changes, arrange, after) => {
    const memberNo = await rich();
    await arrange(memberNo);
    const fields = payout(changes);
    const answer = await request('/payout/create', fields, { memberNo });
    await after();
    expect(answer).toMatchObject({ status: 200, code: 0, error });
    expect(faultOf(answer, { path: '/payout/create', memberNo, signType: 'HMAC-SHA256', app })).toBeUndefined();
    expect((await logged(app, memberNo)).at(-1)).toMatchObject({
      error,
      path: '/payout/create',
      order_no: fields['orderNo'],
    });
    expect(await moneyOf(memberNo)).toEqual(untouched);
  });

  it('for the books only while they are under review', async () => {
    const [memberNo, fields] = [await rich(), payout()];
    await stopBooks();
    expect((await request('/payout/create', fields, { memberNo })).error).toBe('upstream_unavailable');
    await liftBooksStop(app);
    expect((await request('/payout/create', fields, { memberNo })).code).toBe(1);
  });

  it.each<[Record<string, unknown>, Record<string, string>]>([
    [{ type: 'cash' }, { type: 'bank card or Alipay' }],
    [{ type: '' }, { type: 'Required' }],
    [{ holder: '' }, { holder: 'Required' }],
    [{ holder: 'A=B' }, { holder: 'letters' }],
    [{ holder: 'x'.repeat(61) }, { holder: '60' }],
    [{ account: '' }, { account: 'Required' }],
    [{ account: '6222021001116245703' }, { account: 'check digit' }],
    [{ account: '１２３４５６７８９０１２' }, { account: 'full-width' }],
    [{ account: '\u202d6222021001116245702\u202c' }, { account: '12 to 19' }],
    [{ type: 'alipay', account: '+86 138 0013 8000' }, { account: 'Alipay' }],
    [{ holder: '张三\u200b' }, { holder: 'letters' }],
    [{ bank: 'ICBC\u200b' }, { bank: 'list' }],
    [{ branch: '\u200e上海' }, { branch: 'plain' }],
    [{ account: 6222021001116245 }, { account: 'text' }],
    [{ bank: '' }, { bank: 'Required' }],
    [{ bank: 'No Such Bank' }, { bank: 'list' }],
    [{ type: 'alipay', account: 'nobody' }, { account: 'Alipay' }],
    [{ branch: 'x'.repeat(101) }, { branch: '100' }],
    [{ branch: 'a\u202Eb' }, { branch: 'plain' }],
    [{ remark: 'a\nb' }, { remark: 'Control characters' }],
    [{ remark: 'x'.repeat(256) }, { remark: '255' }],
    [{ attach: 'x'.repeat(256) }, { attach: '255' }],
    [{ amount: '1.005' }, { amount: 'amount' }],
    [{ amount: 100 }, { amount: 'text' }],
    [{ orderNo: 'a b' }, { orderNo: '64' }],
    [{ notifyUrl: 'http://127.0.0.1/' }, { notifyUrl: 'public internet' }],
    [{ channel: 'qr' }, { channel: 'Unknown field' }],
    [{ currency: 'CNY' }, { currency: 'Unknown field' }],
    [
      { type: 'gold', account: '1', bank: 'x', holder: '' },
      { type: 'bank card or Alipay', holder: 'Required' },
    ],
  ])('for its fields, %j, each by name', async (changes, expected) => {
    const answer = await create(changes);
    expect(answer).toMatchObject({ status: 200, code: 0, error: 'bad_request' });
    expect(answer.fields).toEqual(
      Object.fromEntries(Object.entries(expected).map(([field, part]) => [field, expect.stringContaining(part)])),
    );
  });

  it('and the log shows only the ends of the account', async () => {
    const memberNo = await rich();
    for (const account of [ACCOUNT, '6222021001116245703', '62220210', 'a.secret.payee@example.com'])
      await create({ account, orderNo: 'x y' }, { memberNo });
    const rows = await logged(app, memberNo);
    expect(rows.map(({ request }) => request.fields['account'])).toEqual([
      '622202****5702',
      '622202****5703',
      '…',
      'a.secr***@***.com',
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/6222021001|62220210|payee/);
  });
});

describe('a query', () => {
  it("does not find another merchant's payout, or a withdrawal", async () => {
    const memberNo = await rich();
    const made = await create({}, { memberNo });
    const withdrawn = await app.disbursements.apply({
      memberNo,
      kind: 'withdrawal',
      source: 'console',
      orderNo: 'W-1',
      amountMinor: 10_000n,
      beneficiary: { type: 'bank', holder: '张三', bank: 'ICBC', branch: null, account: ACCOUNT },
      requestHash: Buffer.alloc(32),
      signType: 'none',
      notifyUrl: null,
      attach: null,
      remark: null,
    });
    if (withdrawn.outcome !== 'applied') throw new Error(withdrawn.outcome);
    const query = async (fields: object, asking = memberNo) => {
      const { error, data } = await request('/payout/query', { ...fields }, { memberNo: asking });
      return error ?? data['systemNo'];
    };
    const { orderNo, systemNo } = made.data;
    expect([await query({ orderNo }), await query({ systemNo }), await query({ orderNo, systemNo })]).toEqual([
      systemNo,
      systemNo,
      systemNo,
    ]);
    expect([
      await query({ orderNo: 'W-1' }),
      await query({ systemNo: withdrawn.disbursement.systemNo.toString() }),
    ]).toEqual(['not_found', 'not_found']);
    expect([await query({ orderNo }, shop), await query({ systemNo }, shop)]).toEqual(['not_found', 'not_found']);
    expect([await query({ orderNo: 'other', systemNo }), await query({}), await query({ systemNo: '1' })]).toEqual([
      'not_found',
      'bad_request',
      'bad_request',
    ]);
    expect((await request('/pay/query', { systemNo }, { memberNo })).error).toBe('not_found');
  });
});
