/**
 * Measures sending callbacks again by a filter: how long the plan of 10,000 takes, whether the run keeps to its rate
 * over two processes' worth of workers, how soon a cancelled run is quiet, whether any callback came twice, and how
 * long scheduled callbacks of another member wait meanwhile.
 *   npm run bench -- resend           (RESEND_SECONDS=200 for the whole run)
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { signCallback } from '@countinghouse/sdk/callbacks';
import { newNonce } from '@countinghouse/sdk/signing';
import { createDeliverer } from '#features/callbacks/server/deliverer.ts';
import { systemClock } from '#foundation/core/clock.ts';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { addBenchMembers, benchApp } from './app.ts';
import { benchDatabase } from './database.ts';
import { describeMachine, percentile, table } from './machine.ts';

const COUNT = 10_000;
const PER_SECOND = 50;
const SECONDS = Number(process.env['RESEND_SECONDS'] ?? 20);

const arrivals = new Map<string, number[]>();
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    const notifyId = new URLSearchParams(body).get('notifyId') ?? '';
    arrivals.set(notifyId, [...(arrivals.get(notifyId) ?? []), performance.now()]);
    response.end('success');
  });
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const { db, close } = await benchDatabase();
const app = benchApp(db);
const [memberNo = 0n, otherNo = 0n] = await addBenchMembers(app, 2);
const now = new Date();
const insert = (owner: bigint, from: number, count: number, status: string): Promise<unknown> =>
  db.pool.query(
    `insert into callbacks (member_no, system_no, subject, receiver, status, created_at, next_at, amount, fee)
     select $1, $2::bigint + n, 'payin', $3, $4, $5, $5, 10000, 60 from generate_series($6::integer, $6 + $7::integer - 1) n`,
    [owner, firstSystemNo(now), host, status, new Date(), from, count],
  );
const outgoing = createOutgoing({ allow: [host] });
const workers = [1, 2].map(() =>
  createDeliverer({
    db,
    clock: systemClock,
    log: silentLog,
    outgoing,
    waitsS: [],
    signer: {
      signCallback: async (_, callback) =>
        signCallback({ ...callback, key: 'key-of-the-bench-0123', timestamp: '1795165200', nonce: newNonce() }),
    },
    content: {
      payin: async (_, systemNos) =>
        new Map(
          systemNos.map((systemNo) => [systemNo, { url: `http://${host}/`, signType: 'HMAC-SHA256', fields: {} }]),
        ),
    },
  }),
);
try {
  console.log(await describeMachine(db.pool));
  await insert(memberNo, 1, COUNT, 'failed');
  await db.pool.query('analyze callbacks');
  let startedAt = performance.now();
  const plan = await app.callbacks.plan({ memberNo, subjects: ['payin', 'payout'], state: 'failed' }, 'bench');
  const planMs = performance.now() - startedAt;
  if (plan?.count !== COUNT) throw new Error(`planned ${plan?.count} of ${COUNT}`);
  const run = { memberNo, runId: plan.planId };
  await app.callbacks.start(run, PER_SECOND);
  for (const worker of workers) worker.start();
  startedAt = performance.now();
  const waits: number[] = [];
  for (let second = 0; second < SECONDS; second += 1) {
    const addedAt = performance.now();
    await insert(otherNo, COUNT + 1 + second * 10, 10, 'pending');
    await pause(1000);
    for (let index = 0; index < 10; index += 1) {
      const [arrived] = arrivals.get(`payin-${firstSystemNo(now) + BigInt(COUNT + 1 + second * 10 + index)}`) ?? [];
      waits.push((arrived ?? Infinity) - addedAt);
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const sent = (await app.callbacks.progress(run))?.sent ?? 0;
  const cancelledAt = performance.now();
  await app.callbacks.cancel(run);
  await pause(3000);
  const times = [...arrivals].flatMap(([, all]) => all);
  const quietMs = Math.max(0, Math.max(...times) - cancelledAt);
  const twice = [...arrivals.values()].filter((all) => all.length > 1).length;
  console.log(
    table([
      ['what', 'figure', 'bound'],
      [`plan of ${COUNT.toLocaleString('en')}, ms`, Math.round(planMs), '1,000'],
      ['sent a second', (sent / seconds).toFixed(1), PER_SECOND],
      ['last call after cancelling, ms', Math.round(quietMs), '2,000'],
      ['callbacks that came twice', twice, 0],
      ['wait of scheduled ones, p50 ms', Math.round(percentile(waits, 50)), ''],
      ['wait of scheduled ones, p99 ms', Math.round(percentile(waits, 99)), ''],
    ]),
  );
} finally {
  await Promise.all(workers.map((worker) => worker.stop()));
  await outgoing.close();
  receiver.close();
  await app.outgoing.close();
  await close();
}
