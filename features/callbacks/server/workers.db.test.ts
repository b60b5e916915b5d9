import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { CallbacksApp, type Receiver } from './callbacks-for-tests.ts';

let app: CallbacksApp;
beforeAll(async () => {
  app = new CallbacksApp(await testDatabase());
});
afterEach(() => app.clear());
afterAll(() => app.db.close());

describe('a dead receiver', () => {
  it('does not delay other callbacks, not even those of the same merchant to another receiver', async () => {
    const [one, other] = [await app.merchant(), await app.merchant()];
    const dead = await Promise.all(Array.from({ length: 6 }, () => app.receiver(() => undefined)));
    const live = await app.receiver();
    for (const shop of dead) await app.noted(one, shop, { count: 20 });
    // Far fewer slots than dead calls, so that dead calls would take all of them if they could.
    const running = app.deliverer([...dead, live], { concurrency: 8, slowAfterMs: 500, timeoutMs: 60_000 });
    running.start();
    await Promise.any(dead.map(({ came }) => came(1)));
    const ownLive = await app.noted(one, live, { count: 50 });
    const otherLive = await app.noted(other, live, { count: 50 });
    await live.came(100);
    expect((await app.db.pool.query('select 1 from callback_attempts where error is not null')).rowCount).toBe(0);
    const stopped = running.stop();
    for (const shop of dead) shop.hangUp();
    await stopped;
    for (const [memberNo, systemNos] of [
      [one, ownLive],
      [other, otherLive],
    ] as const) {
      for (const systemNo of systemNos)
        expect(await app.stateOf(memberNo, systemNo)).toMatchObject({ status: 'delivered' });
    }
    const { rows } = await app.db.pool.query('select distinct error from callback_attempts where not delivered');
    expect(rows).toEqual([{ error: 'reset' }]);
  });

  it('does not delay new callbacks by its backlog of thousands', async () => {
    const [one, other] = [await app.merchant(), await app.merchant()];
    const dead = await app.receiver(() => undefined);
    const live = await app.receiver();
    await app.noted(one, dead, { count: 5000 });
    const running = app.deliverer([dead, live], { concurrency: 8, slowAfterMs: 500, timeoutMs: 60_000 });
    running.start();
    await dead.came(4);
    await app.noted(one, live);
    await app.noted(other, live);
    await live.came(2);
    expect((await app.db.pool.query('select 1 from callback_attempts where error is not null')).rowCount).toBe(0);
    const stopped = running.stop();
    dead.hangUp();
    await stopped;
  });
});

describe('several workers', () => {
  it('deliver each callback once', async () => {
    const memberNo = await app.merchant();
    const shops = await Promise.all([app.receiver(), app.receiver(), app.receiver()]);
    for (const shop of shops) await app.noted(memberNo, shop, { count: 300 });
    const workers = [app.deliverer(shops), app.deliverer(shops), app.deliverer(shops)];
    await Promise.all(workers.map((worker) => worker.idle()));
    const ids = shops.flatMap(({ received }) => received.map(({ notifyId }) => notifyId));
    expect(ids).toHaveLength(900);
    expect(new Set(ids).size).toBe(900);
  });

  it('take over from one that was killed during a delivery, with the same notifyId', async () => {
    const memberNo = await app.merchant();
    const answers: string[] = [];
    const shop = await app.receiver((response) => answers.length > 0 && response.end(answers[0]));
    const [systemNo = 0n] = await app.noted(memberNo, shop);
    app.clock.set(new Date());
    const child = spawn(
      'node_modules/.bin/node',
      ['features/callbacks/server/deliverer-for-tests.ts', app.db.connectionString, shop.host],
      {
        stdio: 'inherit',
      },
    );
    await shop.came(1);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;

    await app.deliverer([shop]).idle();
    expect(shop.received).toHaveLength(1);
    expect(await app.stateOf(memberNo, systemNo)).toMatchObject({ status: 'pending', attempts: 0 });
    answers.push('success');
    app.clock.advance(60_000);
    await app.deliverer([shop]).idle();
    expect(shop.received.map(({ notifyId }) => notifyId)).toEqual([`payin-${systemNo}`, `payin-${systemNo}`]);
    expect(await app.stateOf(memberNo, systemNo)).toMatchObject({ status: 'delivered' });
  });

  it('whose lease has lapsed store their attempt, but leave the state to the current holder', async () => {
    const memberNo = await app.merchant();
    const held: ServerResponse[] = [];
    const shop = await app.receiver((response) => held.push(response));
    const [systemNo = 0n] = await app.noted(memberNo, shop);
    const late = app.deliverer([shop]);
    late.start();
    await shop.came(1);
    app.clock.advance(60_000);
    const second = app.deliverer([shop]);
    second.start();
    await shop.came(2);
    held[0]?.writeHead(500).end();
    await late.stop();
    expect(await app.attemptsOf(memberNo, systemNo)).toHaveLength(1);
    expect(await app.stateOf(memberNo, systemNo)).toMatchObject({ status: 'pending', attempts: 0 });
    held[1]?.end('ok');
    await second.stop();
    expect(await app.stateOf(memberNo, systemNo)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  it('that stop wait for calls in flight and release the rest at once', async () => {
    const memberNo = await app.merchant();
    const held: ServerResponse[] = [];
    const shop = await app.receiver((response) => held.push(response));
    const systemNos = await app.noted(memberNo, shop, { count: 10 });
    const stopping = app.deliverer([shop], { slowAfterMs: 60_000 });
    stopping.start();
    await shop.came(4);
    const stopped = stopping.stop();
    for (const response of held) response.end('success');
    await stopped;
    expect(shop.received).toHaveLength(4);
    const { rows } = await app.db.pool.query<{ status: string; leased: boolean; count: bigint }>(
      'select status, leased_until is not null as leased, count(*) from callbacks where member_no = $1 group by 1, 2 order by 1',
      [memberNo],
    );
    expect(rows).toEqual([
      { status: 'delivered', leased: false, count: 4n },
      { status: 'pending', leased: false, count: BigInt(systemNos.length - 4) },
    ]);
  });
});

it('a merchant with a receiver for each order gets all callbacks, despite one that hangs', async () => {
  const memberNo = await app.merchant();
  const shop = await app.receiver();
  const dead = await app.receiver(() => undefined);
  await app.noted(memberNo, dead, { count: 20 });
  const port = shop.host.split(':')[1] ?? '';
  const hosts = Array.from({ length: 200 }, (_, index) => ({
    ...shop,
    host: `own.shop${index}.example:${port}`,
    url: `http://own.shop${index}.example:${port}/`,
  }));
  for (const one of hosts) await app.noted(memberNo, one);
  const outgoing = createOutgoing({
    allow: [dead.host, ...hosts.map(({ host }) => host)],
    lookup: async () => ['127.0.0.1'],
  });
  const worker = app.deliverer([], { outgoing });
  worker.start();
  await shop.came(200);
  const stopped = worker.stop();
  dead.hangUp();
  await stopped;
  await outgoing.close();
  expect(new Set(shop.received.map(({ notifyId }) => notifyId)).size).toBe(200);
});

it('10,000 callbacks of 50 merchants are all delivered, and the rate is printed', async () => {
  const shops = await Promise.all(Array.from({ length: 5 }, () => app.receiver()));
  for (let index = 0; index < 50; index += 1)
    await app.noted(await app.merchant(), shops[index % 5] as Receiver, { count: 200 });
  const startedAt = performance.now();
  const worker = app.deliverer(shops);
  worker.start();
  await Promise.all(shops.map(({ came }) => came(2000)));
  const seconds = (performance.now() - startedAt) / 1000;
  await worker.stop();
  expect((await app.db.pool.query("select 1 from callbacks where status = 'delivered'")).rowCount).toBe(10_000);
  process.stdout.write(`callbacks: ${Math.round(10_000 / seconds)} a second, receivers in the same process\n`);
});
