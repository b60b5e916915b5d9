/**
 * The merchant's number is the key: however often and wherever a request arrives, it has one effect and gets one
 * answer.
 */
import { type SignType, signTypes } from '@countinghouse/sdk/signing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBooks } from '#features/ledger/server/checking.ts';
import { type Answer, gatewayApp, type GatewayApp, order, payout, send, signed } from './gateway-for-tests.ts';

const KEYS = 200;
const COPIES = 50;
const FUNDED_MINOR = 10_000_000n;

/** Two processes on one database. */
let processes: readonly [GatewayApp, GatewayApp];
let shop: bigint;

beforeAll(async () => {
  const app = await gatewayApp();
  processes = [app, await gatewayApp(app)];
  await app.addChannel();
  await app.addPayoutRoute();
  shop = await app.addMerchant();
  await app.fund(shop, FUNDED_MINOR);
  await app.db.transaction((tx) => app.platform.setSettings(tx, { gatewayRatePerSecond: 1_000_000 }));
  app.clock.advance(2_000);
});
afterAll(async () => {
  const [app, sharing] = processes;
  expect(await checkBooks(app.db)).toEqual([]);
  await sharing.close();
  await app.close();
});

interface Keyed {
  path: '/pay/create' | '/payout/create';
  fields: Record<string, unknown>;
  signType: SignType;
}

/** Orders and payouts alternately. RSA is slow to sign, so only a few use it; the answer does not depend on it. */
const keyed: readonly Keyed[] = Array.from({ length: KEYS }, (_, index) => ({
  ...(index % 2
    ? ({ path: '/payout/create', fields: payout({ attach: `${index}` }) } as const)
    : ({ path: '/pay/create', fields: order() } as const)),
  signType: index % 20 === 0 ? 'RSA-SHA256' : (signTypes[index % 3 === 0 ? 0 : 1] ?? 'HMAC-SHA256'),
}));

/** Each copy is a separate request, signed with its own nonce. */
function request({ path, fields, signType }: Keyed, at: number): Promise<Answer> {
  const app = processes[at % 2 ? 1 : 0];
  return send(app.server, signed(path, fields, { memberNo: shop, signType, clock: app.clock }));
}

/** All of an answer except its signature. */
function contentOf({
  status,
  code,
  error,
  data: { timestamp: _t, nonce: _n, signType: _s, sign: _sign, ...data },
}: Answer): string {
  return JSON.stringify({ status, code, error, data });
}

async function effects(): Promise<Record<string, unknown>> {
  const { rows } = await processes[0].db.pool.query<Record<string, unknown>>(
    `select (select count(*)::integer from orders where member_no = $1) as orders, (select count(*)::integer from disbursements where member_no = $1) as payouts,
       (select count(*)::integer from journals where member_no = $1 and kind = 'payout') as journals,
       (select sum(amount + fee)::bigint from disbursements where member_no = $1) as taken, (select wallet from wallets where member_no = $1) as wallet,
       (select md5(string_agg(o::text, '|' order by system_no)) from orders o where member_no = $1) as all_orders,
       (select md5(string_agg(d::text, '|' order by system_no)) from disbursements d where member_no = $1) as all_payouts`,
    [shop],
  );
  return rows[0] ?? {};
}

it('200 keys with 50 concurrent copies each over two processes have 200 effects and 10,000 equal answers', async () => {
  const answersByKey = new Map<Keyed, Set<string>>();
  let counted = 0;
  const COPIED_TOGETHER = 20;
  for (let first = 0; first < KEYS; first += COPIED_TOGETHER) {
    const together = keyed.slice(first, first + COPIED_TOGETHER);
    // Copies of one key are far apart in time, and mixed with those of the others.
    const copies = Array.from({ length: COPIES }, (_, copy) => together.map((one) => ({ one, copy }))).flat();
    const answers = await Promise.all(copies.map(async ({ one, copy }) => ({ one, answer: await request(one, copy) })));
    for (const { one, answer } of answers) {
      counted += 1;
      answersByKey.set(one, (answersByKey.get(one) ?? new Set()).add(contentOf(answer)));
    }
  }
  expect(counted).toBe(KEYS * COPIES);
  expect([...answersByKey.values()].filter(({ size }) => size !== 1)).toEqual([]);
  const distinct = [...answersByKey.values()].flatMap((answers) => [...answers]);
  expect(distinct.filter((answer) => !answer.startsWith('{"status":200,"code":1,'))).toEqual([]);
  expect(new Set(distinct).size).toBe(KEYS);

  const { orders, payouts, journals, taken, wallet } = await effects();
  expect({ orders, payouts, journals }).toEqual({ orders: KEYS / 2, payouts: KEYS / 2, journals: KEYS / 2 });
  // Each took 100.00, 0.1 % of it and 1.00, once.
  expect({ taken, wallet }).toEqual({ taken: 1_011_000n, wallet: FUNDED_MINOR - 1_011_000n });
  expect((await processes[0].db.pool.query('select 1 from order_numbers where member_no = $1', [shop])).rowCount).toBe(
    KEYS / 2,
  );
});

/** Changes that make another request with the same number. */
const changes: Record<Keyed['path'], readonly Record<string, unknown>[]> = {
  '/pay/create': [
    { amount: '100.01' },
    { notifyUrl: 'https://shop.example/other' },
    { subject: 'x' },
    { attach: 'x' },
    { expireMinutes: '31' },
  ],
  '/payout/create': [
    { amount: '0.01' },
    { holder: '李四' },
    { account: '6222020200112233446' },
    { remark: 'x' },
    { attach: 'x' },
  ],
};

it('1,000 requests with the same key and another body are refused without effect', async () => {
  await Promise.all(keyed.map(request));
  const before = await effects();
  const requests = keyed.flatMap((one) =>
    changes[one.path].map((change) => ({ ...one, fields: { ...one.fields, ...change } })),
  );
  const errors = (await Promise.all(requests.map(request))).map(({ code, error }) => `${code} ${error}`);
  expect(errors.length).toBe(1_000);
  expect(errors.filter((error) => error !== '0 order_conflict')).toEqual([]);
  expect(await effects()).toEqual(before);
  // Negative control: the other body is refused, not the repetition.
  const again = await Promise.all(keyed.map(request));
  expect(again.filter(({ code }) => code !== 1)).toEqual([]);
  expect(await effects()).toEqual(before);
});
