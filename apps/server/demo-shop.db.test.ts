/** The demo's own shop, where it receives callbacks: a plugin's order is notified there by GET. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_NOTIFY_PATH } from '#features/gateway/demo-shop.ts';
import { EPAY_KEY, kitSigned, newFields } from '#features/epay/server/epay-for-tests.ts';
import { paymentOf, SANDBOX } from '#features/orders/server/orders-for-tests.ts';
import { freePort } from '#foundation/server/http/port-for-tests.ts';
import { readSettings } from '#foundation/server/process/settings.ts';
import { CHANNEL, MASTER_KEY, stage, type Stage } from './access-stage-for-tests.ts';
import { type RunningProcess, startProcess } from './process.ts';

let at: Stage;
let memberNo: bigint;
let running: RunningProcess;
beforeAll(async () => {
  at = await stage();
  at.clock.set(new Date());
  const shop = await at.add('merchant', 'shop');
  memberNo = shop.memberNo ?? 0n;
  await at.db.transaction(async (tx) => {
    await at.app.members.change(tx, memberNo, { certification: 'approved' });
    await at.app.epay.settings.create(tx, memberNo, { enabled: true, key: EPAY_KEY, typeMap: { alipay: CHANNEL } });
  });
  // A database with members gets no demo data.
  running = await startProcess(
    readSettings({
      DEMO: 'on',
      DATABASE_URL: at.db.connectionString,
      MASTER_KEY: MASTER_KEY.toString('base64'),
      PORT: String(await freePort()),
      LOG_LEVEL: 'silent',
    }),
  );
});
afterAll(async () => {
  await running.stop();
  await at.close();
});

test('the notification of a plugin’s order reaches the shop by GET and is confirmed', async () => {
  const { address, app } = running;
  const fields = newFields(memberNo.toString(), { notify_url: address + DEMO_NOTIFY_PATH });
  const created = await fetch(`${address}/epay/mapi.php`, {
    method: 'POST',
    body: new URLSearchParams(kitSigned(fields)),
  });
  expect(await created.json()).toMatchObject({ code: 1 });
  const order = await app.orders.find(memberNo, { orderNo: fields['out_trade_no'] ?? '' }, 'payin');
  if (!order) throw new Error('the order was not created');
  await app.orders.confirmPayment(SANDBOX, paymentOf(order));
  const state = () => app.callbacks.stateOf(memberNo, order.systemNo, 'payin');
  await expect.poll(state, { timeout: 10_000 }).toMatchObject({ status: 'delivered' });
});

test('it answers a program’s POST like a plugin’s GET, and exists only in the demo', async () => {
  for (const method of ['GET', 'POST']) {
    const answered = await fetch(running.address + DEMO_NOTIFY_PATH, { method });
    expect([answered.status, await answered.text()]).toEqual([200, 'success']);
  }
  expect(await at.server.inject(DEMO_NOTIFY_PATH)).toMatchObject({ statusCode: 404 });
});
