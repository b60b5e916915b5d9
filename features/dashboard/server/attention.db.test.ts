import { afterAll, beforeAll, expect, test } from 'vitest';
import { type People, people, type Person } from '#features/accounts/server/people-for-tests.ts';
import { createDeliverer } from '#features/callbacks/server/deliverer.ts';
import { cardVerbs } from '#features/cards/server/verbs.ts';
import { certificationVerbs } from '#features/certifications/server/verbs.ts';
import { applied, newPayout } from '#features/disbursements/server/disbursements-for-tests.ts';
import { fileVerbs } from '#features/files/server/verbs.ts';
import { gatewayApp, type GatewayApp } from '#features/gateway/server/gateway-for-tests.ts';
import { created, newOrder, paymentOf, SANDBOX } from '#features/orders/server/orders-for-tests.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import type { Attention } from '../contract.ts';
import { dashboardHandlers } from './calls.ts';

let app: GatewayApp;
let crowd: People;
let shop: Person;
let memberNo: bigint;

/** What every receiver answers. */
const reply = { status: 503, body: 'down' };

beforeAll(async () => {
  app = await gatewayApp();
  const cards = cardVerbs(app);
  const certifications = certificationVerbs({ ...app, files: fileVerbs(app) });
  crowd = await people({
    sharing: app,
    more: ({ users }) => [dashboardHandlers({ ...app, users, cards, certifications })],
  });
  const { member, userId } = await crowd.addMember({ username: 'shop' });
  memberNo = member.memberNo;
  shop = crowd.person();
  await shop.logIn('shop');
  await app.db.transaction((tx) =>
    cards.keep(tx, {
      memberNo,
      userId,
      beneficiary: { type: 'alipay', holder: 'Lin Wei', bank: null, branch: null, account: 'lin@shop.example' },
      at: app.clock.now(),
    }),
  );
});
afterAll(async () => {
  await crowd.close();
  await app.close();
});

async function attention(): Promise<Attention> {
  const { data } = await shop.post<Attention>('/dashboard/attention');
  if (!data) throw new Error('no answer');
  return data;
}

/** Tries every callback that is due. */
function deliver(waitsS: readonly number[]): Promise<void> {
  return createDeliverer({
    ...app,
    log: silentLog,
    signer: app.keys,
    outgoing: { request: async () => ({ ...reply, headers: {}, truncated: false, durationMs: 1 }) },
    content: { payin: app.orders.callbackContent },
    waitsS,
  }).idle();
}

test('a new member has nothing failing, and a certification to submit', async () => {
  expect(await attention()).toMatchObject({
    badges: {
      orders: { count: 0, capped: false },
      payouts: { count: 0, capped: false },
      account: { count: 1, capped: false },
    },
    callbacksRefused: false,
    callbacksGivenUp: false,
    retryingCallbacks: { count: 0, amount: '0.00', lastAt: null, error: null, status: null, since: null },
    failedPayouts: { count: 0, setAside: '0.00' },
    certification: { status: 'none', submittedAt: null },
    cards: { approved: 1, pending: 0, rejected: 0 },
  });
});

test('callbacks count from the first failure and have a notice from the second, and another when they are given up', async () => {
  await app.giveKeys(memberNo);
  await app.addChannel();
  for (const amountMinor of [10_000n, 5_000n])
    await app.orders.confirmPayment(SANDBOX, paymentOf(await created(app.orders, newOrder(memberNo, { amountMinor }))));
  const firstAt = app.clock.now();
  await deliver([60, 60]);
  expect(await attention()).toMatchObject({
    badges: { orders: { count: 0 } },
    callbacksRefused: false,
    retryingCallbacks: { count: 2, capped: false, amount: '150.00' },
  });
  app.clock.advance(60_000);
  await deliver([60, 60]);
  expect(await attention()).toMatchObject({
    badges: { orders: { count: 2, capped: false } },
    callbacksRefused: true,
    retryingCallbacks: {
      count: 2,
      amount: '150.00',
      lastAt: app.clock.now().toISOString(),
      error: 'http_status',
      status: 503,
      since: firstAt.toISOString(),
    },
  });
  app.clock.advance(60_000);
  await deliver([60, 60]);
  expect(await attention()).toMatchObject({
    badges: { orders: { count: 2 } },
    callbacksRefused: false,
    retryingCallbacks: { count: 0 },
    callbacksGivenUp: true,
    failedCallbacks: { count: 2, amount: '150.00', status: 503 },
  });
  app.clock.advance(86_400_000);
  await shop.logIn('shop');
  expect(await attention()).toMatchObject({
    badges: { orders: { count: 0 } },
    callbacksGivenUp: false,
    failedCallbacks: { count: 2 },
  });
});

test('failed payouts count with what they set aside, until they are paid again or cancelled', async () => {
  await app.addPayoutRoute();
  await app.fund(memberNo, 1_000_000n);
  const failed = [];
  for (const amountMinor of [1_044n, 2_044n])
    failed.push(await applied(app.disbursements, newPayout(memberNo, { amountMinor })));
  await app.pass(0);
  await app.pass(3_000);
  const [first] = failed;
  if (!first) throw new Error('no payout');
  const before = await attention();
  expect(before).toMatchObject({
    badges: { payouts: { count: 2, capped: false } },
    failedPayouts: { count: 2, amount: '30.88' },
    failedWithdrawals: { count: 0 },
  });
  expect(await app.disbursements.change(first, { event: 'cancel' })).toBe('changed');
  expect(await attention()).toMatchObject({
    badges: { payouts: { count: 1 } },
    failedPayouts: { count: 1, amount: '20.44' },
  });
});
