import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '#foundation/core/clock.ts';
import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { CallbacksApp, type Receiver } from '../callbacks-for-tests.ts';
import { cleanRunsJob } from './runs.ts';
import { sendByHand } from './sending.ts';

let app: CallbacksApp;
beforeAll(async () => {
  app = new CallbacksApp(await testDatabase());
});
afterEach(() => app.clear());
afterAll(() => app.db.close());

/** The real time, ahead by what a test sets. */
class AheadClock implements Clock {
  aheadMs = 0;
  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }
}

const failedOf = (memberNo: bigint) => ({ memberNo, subjects: ['payin', 'payout'], state: 'failed' }) as const;

/** Callbacks that have failed for good, at a receiver that answers as `answer` says from now on. */
async function failed(count: number) {
  let answer: string | undefined = 'down';
  const shop = await app.receiver((response) => (answer === undefined ? undefined : response.end(answer)));
  const memberNo = await app.merchant();
  const systemNos = await app.noted(memberNo, shop, { count });
  const worker = app.deliverer([shop], { waitsS: [] });
  await worker.idle();
  await worker.stop();
  shop.received.length = 0;
  return { shop, memberNo, systemNos, answer: (text: string | undefined) => (answer = text) };
}

async function started(memberNo: bigint, perSecond: number): Promise<{ memberNo: bigint; runId: string }> {
  const plan = await app.verbs.plan(failedOf(memberNo), 'zoe');
  const run = { memberNo, runId: plan?.planId ?? '' };
  expect(await app.verbs.start(run, perSecond)).toBe('started');
  return run;
}

async function ended(run: { memberNo: bigint; runId: string }): Promise<void> {
  await expect
    .poll(async () => (await app.verbs.progress(run))?.state, { timeout: 20_000, interval: 50 })
    .not.toBe('running');
}

const idsOf = ({ received }: Receiver): string[] => received.map(({ notifyId }) => notifyId);

describe('a callback that is sent by hand', () => {
  it('has the same notify id and a new signature, and a success makes it delivered', async () => {
    const { shop, memberNo, systemNos, answer } = await failed(1);
    const [systemNo = 0n] = systemNos;
    answer('success');
    const callback = { memberNo, systemNo, subject: 'payin', receiver: shop.host } as const;
    await sendByHand(app.sending([shop]), callback, 'zoe');
    expect(await app.stateOf(memberNo, systemNo)).toMatchObject({ status: 'delivered', attempts: 1 });
    await sendByHand(app.sending([shop]), callback, 'zoe');
    expect(idsOf(shop)).toEqual([`payin-${systemNo}`, `payin-${systemNo}`]);
    expect(new Set(shop.received.map(({ headers }) => headers['x-nonce'])).size).toBe(2);
    expect(await app.attemptsOf(memberNo, systemNo)).toMatchObject([
      { madeBy: null, error: 'not_acknowledged', errorClass: 'body' },
      { madeBy: 'zoe', delivered: true, errorClass: null, replyHeaders: expect.stringContaining('date: ') as string },
      { madeBy: 'zoe', delivered: true },
    ]);
    const logged = await app.verbs.logged(memberNo, systemNo, 'payin');
    expect(logged).toMatchObject({ state: 'delivered', attempts: 3, lastError: null });
  });

  it('and fails leaves the schedule as it was', async () => {
    const shop = await app.receiver((response) => response.writeHead(500).end());
    const memberNo = await app.merchant();
    const [systemNo = 0n] = await app.noted(memberNo, shop);
    const worker = app.deliverer([shop]);
    await worker.idle();
    const before = await app.stateOf(memberNo, systemNo);
    expect(before).toMatchObject({ status: 'pending', attempts: 1 });
    await sendByHand(app.sending([shop]), { memberNo, systemNo, subject: 'payin', receiver: shop.host }, 'zoe');
    expect(await app.stateOf(memberNo, systemNo)).toEqual(before);
    app.clock.advance(15_000);
    await worker.idle();
    expect(shop.received).toHaveLength(3);
    expect(await app.stateOf(memberNo, systemNo)).toMatchObject({ status: 'pending', attempts: 2 });
  });
});

describe('a run', () => {
  it('sends each callback of its plan once, at the asked rate, over several processes', async () => {
    const { shop, memberNo, systemNos, answer } = await failed(60);
    answer('success');
    const clock = new AheadClock();
    const workers = [1, 2, 3].map(() => app.deliverer([shop], { clock }));
    const startedAt = performance.now();
    const run = await started(memberNo, 20);
    for (const worker of workers) worker.start();
    await ended(run);
    const seconds = (performance.now() - startedAt) / 1000;
    expect(idsOf(shop).toSorted()).toEqual(systemNos.map((systemNo) => `payin-${systemNo}`).toSorted());
    expect(await app.verbs.progress(run)).toEqual({ state: 'done', total: 60, sent: 60, delivered: 60, failed: 0 });
    // 60 at 20 a second: the first second's worth can be sent at once.
    expect(seconds).toBeGreaterThan(1.9);
  });

  it('of a plan is started once, and not when the plan is old or another run goes on', async () => {
    const { memberNo } = await failed(3);
    const plan = await app.verbs.plan(failedOf(memberNo), 'zoe');
    expect(plan).toMatchObject({ count: 3, amountMinor: 30_000n });
    const old = { memberNo, runId: plan?.planId ?? '' };
    expect(await app.verbs.progress(old)).toBeUndefined();
    expect(await app.verbs.start({ ...old, memberNo: memberNo + 1n }, 10)).toBe('missing');
    app.clock.advance(3_600_000);
    expect(await app.verbs.start(old, 10)).toBe('missing');
    const run = await started(memberNo, 10);
    expect(await app.verbs.start(run, 10)).toBe('started');
    const other = await app.verbs.plan(failedOf(memberNo), 'zoe');
    expect(await app.verbs.start({ memberNo, runId: other?.planId ?? '' }, 10)).toBe('busy');
    await app.verbs.cancel(run);
    expect(await app.verbs.progress(run)).toEqual({ state: 'cancelled', total: 3, sent: 0, delivered: 0, failed: 0 });
    expect(await app.verbs.start({ memberNo, runId: other?.planId ?? '' }, 10)).toBe('started');
    expect(await app.verbs.plan({ ...failedOf(memberNo), receiver: 'nowhere.example:443' }, 'zoe')).toBeUndefined();
  });

  it('that is cancelled sends no more', async () => {
    const { shop, memberNo, answer } = await failed(200);
    answer('success');
    const worker = app.deliverer([shop], { clock: new AheadClock() });
    const run = await started(memberNo, 50);
    worker.start();
    await shop.came(20);
    await app.verbs.cancel(run);
    await setTimeout(500);
    const sent = shop.received.length;
    await setTimeout(1500);
    expect(shop.received).toHaveLength(sent);
    expect(await app.verbs.progress(run)).toMatchObject({ state: 'cancelled', sent });
    expect(sent).toBeLessThan(120);
  });

  it('whose process is killed goes on in another one, and still sends each at most once', async () => {
    const { shop, memberNo, systemNos, answer } = await failed(60);
    // Hangs, so that the killed process has calls in flight.
    answer(undefined);
    const run = await started(memberNo, 50);
    const child = spawn(
      'node_modules/.bin/node',
      ['features/callbacks/server/deliverer-for-tests.ts', app.db.connectionString, shop.host],
      { stdio: 'inherit' },
    );
    await shop.came(5);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    answer('success');
    const clock = new AheadClock();
    const worker = app.deliverer([shop], { clock });
    worker.start();
    await expect.poll(() => app.verbs.progress(run), { timeout: 20_000, interval: 100 }).toMatchObject({ sent: 60 });
    const ids = idsOf(shop);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeLessThanOrEqual(systemNos.length);
    // What the killed process had taken has no outcome: it counts as failed after a while, and the run ends.
    clock.aheadMs = 60_000;
    app.clock.set(clock.now());
    await ended(run);
    const progress = await app.verbs.progress(run);
    expect(progress).toMatchObject({ state: 'done', total: 60, sent: 60 });
    expect((progress?.delivered ?? 0) + (progress?.failed ?? 0)).toBe(60);
    expect(progress?.failed).toBeGreaterThanOrEqual(5);
  });

  it('leaves what the schedule is doing undisturbed', async () => {
    const { shop, memberNo, answer } = await failed(400);
    answer('success');
    const other = await app.merchant();
    const live = await app.receiver();
    const worker = app.deliverer([shop, live], { clock: new AheadClock() });
    const run = await started(memberNo, 50);
    worker.start();
    await shop.came(5);
    await app.noted(other, live, { count: 300 });
    await live.came(300);
    expect(await app.verbs.progress(run)).toMatchObject({ state: 'running' });
  });
});

it('a plan covers at most 10,000, the newest first', async () => {
  const { memberNo } = await failed(1);
  await app.db.pool.query(
    `insert into callbacks (member_no, system_no, subject, receiver, status, created_at, next_at, amount, fee)
     select $1, 2611200400000000000 + n, 'payin', 'old.example:443', 'failed', $2, $2, 100, 0 from generate_series(1, 10000) n`,
    [memberNo, app.clock.now()],
  );
  const plan = await app.verbs.plan(failedOf(memberNo), 'zoe');
  expect(plan).toMatchObject({ count: 10_000, amountMinor: 9_999n * 100n + 10_000n });
  expect(plan?.hosts).toHaveLength(2);
});

it('plans are deleted after two hours, and runs that have ended after seven days', async () => {
  const [one, other] = [await failed(1), await failed(1)];
  const planned = {
    memberNo: one.memberNo,
    runId: (await app.verbs.plan(failedOf(one.memberNo), 'zoe'))?.planId ?? '',
  };
  const cancelled = await started(one.memberNo, 1);
  await app.verbs.cancel(cancelled);
  const running = await started(other.memberNo, 1);
  const statesAfter = async (hours: number): Promise<(string | undefined)[]> => {
    const clock = { now: () => new Date(app.clock.now().getTime() + hours * 3_600_000) };
    await cleanRunsJob({ db: app.db, clock }).run();
    const { rows } = await app.db.pool.query<{ id: string; state: string }>(
      'select run_id as id, state from callback_runs',
    );
    return [planned, cancelled, running].map(({ runId }) => rows.find(({ id }) => id === runId)?.state);
  };
  expect(await statesAfter(1)).toEqual(['planned', 'cancelled', 'running']);
  expect(await statesAfter(3)).toEqual([undefined, 'cancelled', 'running']);
  expect(await statesAfter(8 * 24)).toEqual([undefined, undefined, 'running']);
  const { rows } = await app.db.pool.query(
    'select run_id from callback_run_items where member_no = any($1::bigint[])',
    [[one.memberNo, other.memberNo]],
  );
  expect(rows).toEqual([{ run_id: running.runId }]);
});
