import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { CallbacksApp, type Receiver } from '../callbacks-for-tests.ts';
import type { Deliverer } from '../deliverer.ts';
import { sendByHand } from '../resends/sending.ts';
import { noteHealth, type ReceiverChanged } from './health.ts';
import { sendWaiting } from './resuming.ts';
import { updateToResuming } from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: CallbacksApp;
let changes: string[] = [];
beforeAll(async () => {
  app = new CallbacksApp(await testDatabase());
});
afterEach(() => app.clear());
afterAll(() => app.db.close());

const receiverChanged: ReceiverChanged = async (_, { state }) => {
  changes.push(state);
};

async function stage() {
  changes = [];
  let answer = 'down';
  const shop = await app.receiver((response) => response.end(answer));
  const memberNo = await app.merchant();
  const worker = app.deliverer([shop], { receiverChanged });
  return { shop, memberNo, worker, answer: (text: string) => (answer = text) };
}

const healthOf = async (memberNo: bigint) => (await app.verbs.receivers(memberNo))[0];

/** Three callbacks fail; five days later one more. */
async function paused({ memberNo, shop, worker }: { memberNo: bigint; shop: Receiver; worker: Deliverer }) {
  await app.noted(memberNo, shop, { count: 3 });
  await worker.idle();
  app.clock.advance(5 * DAY_MS);
  await app.noted(memberNo, shop);
  await worker.idle();
  expect(await healthOf(memberNo)).toMatchObject({ state: 'paused' });
}

describe('a receiver', () => {
  it('fails after three failures in a row, and is well again after one success; each change is reported once', async () => {
    const { shop, memberNo, worker, answer } = await stage();
    await app.noted(memberNo, shop, { count: 2 });
    await worker.idle();
    expect(await healthOf(memberNo)).toMatchObject({ receiver: shop.host, state: 'ok', failures: 2, waiting: 2 });
    expect(await app.verbs.countTroubled(memberNo)).toBe(0);
    app.clock.advance(15_000);
    await worker.idle();
    expect(await healthOf(memberNo)).toMatchObject({ state: 'failing', failures: 4, since: app.clock.now() });
    expect(await app.verbs.countTroubled(memberNo)).toBe(1);
    app.clock.advance(60_000);
    await worker.idle();
    expect(changes).toEqual(['failing']);
    answer('success');
    app.clock.advance(300_000);
    await worker.idle();
    expect(await healthOf(memberNo)).toMatchObject({ state: 'ok', failures: 0, waiting: 0, asks: false });
    expect(changes).toEqual(['failing']);
  });

  it('that fails and works by turns is reported once an hour', async () => {
    const { shop, memberNo, worker, answer } = await stage();
    for (const hour of [0, 0.5, 1]) {
      app.clock.set(new Date(app.clock.now().getTime() + (hour > 0 ? HOUR_MS / 2 : 0)));
      answer('down');
      await app.noted(memberNo, shop, { count: 3 });
      await worker.idle();
      expect(await healthOf(memberNo)).toMatchObject({ state: 'failing' });
      answer('success');
      await app.noted(memberNo, shop);
      await worker.idle();
      expect(await healthOf(memberNo)).toMatchObject({ state: 'ok' });
    }
    expect(changes).toEqual(['failing', 'failing']);
  });

  it('of another member on the same host has a health of its own', async () => {
    const { shop, memberNo, worker } = await stage();
    const other = await app.merchant();
    await app.noted(memberNo, shop, { count: 3 });
    await worker.idle();
    expect(await app.verbs.receivers(other)).toEqual([]);
    expect(await app.verbs.resume(other, shop.host, true)).toBeUndefined();
  });

  it('does not fail because of what it did not cause', async () => {
    const { shop, memberNo, worker } = await stage();
    await app.noted(memberNo, shop, { count: 3 });
    app.contents.clear();
    await worker.idle();
    expect(await app.verbs.receivers(memberNo)).toEqual([]);
  });

  it('whose attempts are made by three processes at once has the same counts', async () => {
    const { shop, memberNo } = await stage();
    await app.noted(memberNo, shop, { count: 60 });
    const workers = [1, 2, 3].map(() => app.deliverer([shop], { receiverChanged }));
    await Promise.all(workers.map((worker) => worker.idle()));
    expect(shop.received).toHaveLength(60);
    expect(await healthOf(memberNo)).toMatchObject({ state: 'failing', failures: 60 });
    expect(changes).toEqual(['failing']);
  });
});

describe('a receiver without a success in five days', () => {
  it('is paused: only one callback an hour is sent, a failure of it costs nothing, and what comes is kept', async () => {
    const at = await stage();
    const { shop, memberNo, worker } = at;
    await paused(at);
    expect(changes).toEqual(['failing', 'paused']);
    const sent = shop.received.length;
    await app.noted(memberNo, shop, { count: 5 });
    await worker.idle();
    app.clock.advance(HOUR_MS - 1000);
    await worker.idle();
    expect(shop.received).toHaveLength(sent);
    const before = await scheduleOf(memberNo);
    for (let hour = 1; hour <= 3; hour += 1) {
      app.clock.advance(HOUR_MS);
      await worker.idle();
      expect(shop.received).toHaveLength(sent + hour);
    }
    expect(await scheduleOf(memberNo)).toEqual(before);
    expect(await healthOf(memberNo)).toMatchObject({ state: 'paused', waiting: 9 });
    expect(changes).toEqual(['failing', 'paused']);
  });

  it('is probed by one of several processes', async () => {
    const at = await stage();
    const { shop } = at;
    await paused(at);
    const sent = shop.received.length;
    app.clock.advance(HOUR_MS);
    await Promise.all([1, 2, 3].map(() => app.deliverer([shop]).idle()));
    expect(shop.received).toHaveLength(sent + 1);
  });

  it('that comes back gets new callbacks at once; what was kept is sent when its member says so', async () => {
    const at = await stage();
    const { shop, memberNo, worker, answer } = at;
    await paused(at);
    await app.noted(memberNo, shop, { count: 5 });
    answer('success');
    app.clock.advance(HOUR_MS);
    await worker.idle();
    // One of the nine was the probe.
    expect(await healthOf(memberNo)).toMatchObject({ state: 'ok', asks: true, waiting: 8 });
    expect(await app.verbs.countTroubled(memberNo)).toBe(1);
    const sent = shop.received.length;
    const [fresh = 0n] = await app.noted(memberNo, shop);
    app.clock.advance(DAY_MS);
    await worker.idle();
    expect(shop.received).toHaveLength(sent + 1);
    expect(await app.stateOf(memberNo, fresh)).toMatchObject({ status: 'delivered' });
    const kept = await app.verbs.log({ memberNo, subjects: ['payin'], state: 'paused' }, { limit: 20, offset: 0 });
    expect(kept.rows.map(({ state, nextAt }) => [state, nextAt])).toEqual(
      Array.from({ length: 8 }, () => ['paused', null]),
    );

    expect(await app.verbs.resume(memberNo, shop.host, true)).toBe(8);
    await worker.idle();
    expect(shop.received).toHaveLength(sent + 9);
    expect(await healthOf(memberNo)).toMatchObject({ state: 'ok', asks: false, waiting: 0 });
  });

  it('that comes back: what was kept can be given up, and still be sent by hand', async () => {
    const at = await stage();
    const { shop, memberNo, worker, answer } = at;
    await paused(at);
    answer('success');
    app.clock.advance(HOUR_MS);
    await worker.idle();
    expect(await app.verbs.resume(memberNo, shop.host, false)).toBe(3);
    const { rows } = await app.verbs.log({ memberNo, subjects: ['payin'], state: 'failed' }, { limit: 20, offset: 0 });
    expect(rows).toHaveLength(3);
    const [first] = rows;
    if (!first) throw new Error('no callback was given up');
    expect(await sendByHand(app.sending([shop]), first, 'zoe')).toMatchObject({ delivered: true });
    expect(await app.stateOf(memberNo, first.systemNo)).toMatchObject({ status: 'delivered' });
  });

  it('can be resumed by its member before it has answered', async () => {
    const at = await stage();
    const { shop, memberNo, worker, answer } = at;
    await paused(at);
    answer('success');
    expect(await app.verbs.resume(memberNo, shop.host, true)).toBe(4);
    await worker.idle();
    expect(await healthOf(memberNo)).toMatchObject({ state: 'ok', failures: 0, waiting: 0 });
  });

  it('is resumed in pieces by a worker where much was kept, in no long transaction, and another one goes on if it stops', async () => {
    const at = await stage();
    const { shop, memberNo, worker, answer } = at;
    await paused(at);
    const lane = { memberNo, receiver: shop.host };
    await app.db.pool.query(
      `insert into callbacks (member_no, system_no, subject, receiver, status, created_at, next_at, attempts, amount, fee)
       select $1, 2611200400000000000 + n, 'payin', $2, 'pending', $3, case when n <= 12000 then 'infinity' else $3::timestamptz end,
         case when n <= 12000 then 0 else 3 end, 100, 0 from generate_series(1, 24000) n`,
      [memberNo, shop.host, app.clock.now()],
    );
    answer('success');
    const written: number[] = [];
    const decided = await app.verbs.resume(memberNo, shop.host, true);
    expect(decided).toBe(24_004);
    // Nothing was changed by the call itself, but for the receiver.
    expect(await healthOf(memberNo)).toMatchObject({ state: 'paused', waiting: 24_004 });
    const open = async () => {
      const { rows } = await app.db.pool.query<{ kept: bigint; tried: bigint }>(
        `select count(*) filter (where next_at = 'infinity') as kept, count(*) filter (where attempts > 0) as tried
         from callbacks where member_no = $1 and status = 'pending'`,
        [memberNo],
      );
      return Number(rows[0]?.kept ?? 0n) + Number(rows[0]?.tried ?? 0n);
    };
    const before = await open();
    // A worker that stops after its second piece.
    await sendWaiting({ db: app.db, clock: app.clock }, lane, () => {
      written.push(0);
      return written.length > 2;
    });
    expect(before - (await open())).toBe(10_000);
    // An attempt from before the decision that succeeds now does not change it.
    await noteHealth({ db: app.db, clock: app.clock }, [
      { lane, attempt: { at: app.clock.now(), delivered: true, error: null, replyStatus: 200 } },
    ]);
    expect(await healthOf(memberNo)).toMatchObject({ state: 'paused' });
    const sent = shop.received.length;
    await Promise.all([1, 2].map(() => sendWaiting({ db: app.db, clock: app.clock }, lane)));
    expect(await open()).toBe(0);
    expect(await healthOf(memberNo)).toMatchObject({ state: 'ok', failures: 0, asks: false });
    expect(shop.received).toHaveLength(sent);
    await app.db.pool.query(
      "update callbacks set status = 'failed' where member_no = $1 and system_no > 2611200400000000000 and system_no <= 2611200400000024000",
      [memberNo],
    );
    await worker.idle();
    expect(shop.received).toHaveLength(sent + 4);
  });

  it('that waits to be resumed is found by the worker', async () => {
    const at = await stage();
    const { shop, memberNo, worker, answer } = at;
    await paused(at);
    answer('success');
    const sent = shop.received.length;
    await updateToResuming(app.db, { memberNo, receiver: shop.host }, app.clock.now());
    await worker.idle();
    expect(shop.received).toHaveLength(sent + 4);
    expect(await healthOf(memberNo)).toMatchObject({ state: 'ok', failures: 0, waiting: 0, asks: false });
  });

  it('does not hide the live receivers of its member, however many are paused', async () => {
    const memberNo = await app.merchant();
    const live = await app.receiver();
    const port = live.host.split(':')[1] ?? '';
    const urls = Array.from({ length: 40 }, (_, index) => `http://dead${index}.example:${port}/`);
    for (const url of urls) await app.noted(memberNo, { url });
    await app.db.pool.query(
      `insert into callback_receivers (member_no, receiver, state, since, failures, failing_since, last_at, probe_at)
       select member_no, receiver, 'paused', $1, 9, $1, $1, $1::timestamptz + interval '1 hour' from callbacks`,
      [app.clock.now()],
    );
    // Its receiver sorts after all of theirs.
    await app.noted(memberNo, { url: `http://zebra.example:${port}/` });
    const outgoing = createOutgoing({ allow: [`zebra.example:${port}`], lookup: async () => ['127.0.0.1'] });
    await app.deliverer([], { outgoing }).idle();
    expect(live.received).toHaveLength(1);
  });
});

/** What the schedule knows, without the order of those that are due. */
async function scheduleOf(memberNo: bigint) {
  const { rows } = await app.db.pool.query(
    'select system_no, status, attempts from callbacks where member_no = $1 order by system_no',
    [memberNo],
  );
  return rows;
}
