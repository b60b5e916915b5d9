import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adjustmentJournal } from '#features/ledger/rules.ts';
import { ordersApp, reversed } from '#features/orders/server/orders-for-tests.ts';
import { tamper } from '#foundation/server/postgres/tampering-for-tests.ts';
import type { StatementDay, StatementRow } from '../contract.ts';
import { closeDays, closeDaysOf, closingJob } from './closing.ts';
import { type StatementStage, statementStage } from './statements-for-tests.ts';

const HOUR = 3_600_000;
const currency = 'CNY';

let stage: StatementStage;
beforeAll(async () => (stage = await statementStage()));
afterAll(() => stage.close());

/** Noon of the day in Shanghai. */
const noon = (day: string): Date => new Date(`${day}T04:00:00.000Z`);
const dayOfMember = async (memberNo: bigint, date: string): Promise<StatementDay> =>
  (await stage.post<StatementDay>(memberNo, '/reconciliation/day', { date })).data;

describe('a day is closed', () => {
  test('after midnight, with its figures, and then shows nothing of later days', async () => {
    const { app } = stage;
    app.clock.set(noon('2026-11-10'));
    const memberNo = await app.addMember();
    const order = await stage.pay(memberNo, 100_000n);
    await stage.pay(memberNo, 5_000n, { kind: 'recharge', channelCode: 'bank' });
    await stage.order(memberNo, 700n);
    const { cancel } = await stage.disburse(memberNo, 'payout', 20_000n, 100n);
    await closeDays(app);
    const open = await dayOfMember(memberNo, '2026-11-10');
    expect(open).toMatchObject({ state: 'open', version: 0, versions: [], hash: null });
    app.clock.set(noon('2026-11-11'));
    await reversed(app, order, { forced: true });
    await cancel();
    await closeDays(app);
    const closed = await dayOfMember(memberNo, '2026-11-10');
    expect(closed).toEqual({
      ...open,
      state: 'closed',
      version: 1,
      versions: [{ version: 1, at: '2026-11-11T04:00:00.000Z', reason: null }],
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(closed).toMatchObject({
      period: '2026-11-10',
      opening: '0.00',
      collections: { count: 1, amount: '1000.00' },
      collectionFees: '6.00',
      recharges: { count: 1, amount: '50.00' },
      rechargeFees: '0.30',
      payouts: { count: 1, amount: '200.00' },
      disbursementFees: '1.00',
      closing: '842.70',
      channels: [
        {
          code: 'qr',
          kind: 'payin',
          orders: 2,
          paid: 1,
          successRate: '50.0',
          amount: '1000.00',
          fee: '6.00',
          obtained: '994.00',
        },
        {
          code: 'bank',
          kind: 'recharge',
          orders: 1,
          paid: 1,
          successRate: '100.0',
          amount: '50.00',
          fee: '0.30',
          obtained: '49.70',
        },
      ],
      kinds: [
        { type: 'payin', count: 1, amount: '1000.00', fee: '6.00' },
        { type: 'recharge', count: 1, amount: '50.00', fee: '0.30' },
        { type: 'payout', count: 1, amount: '-200.00', fee: '1.00' },
      ],
    });
    expect(await dayOfMember(memberNo, '2026-11-11')).toMatchObject({
      state: 'open',
      opening: '842.70',
      refunds: { count: 1, amount: '200.00', fee: '1.00' },
      reversals: '-994.00',
      closing: '49.70',
    });
  });

  test('with a hash over its entries and the day before, as docs/books.md says', async () => {
    const { app } = stage;
    app.clock.set(noon('2026-11-12'));
    const memberNo = await app.addMember();
    for (const day of ['2026-11-12', '2026-11-14']) {
      app.clock.set(noon(day));
      for (let entry = 0; entry < 5; entry += 1) await stage.adjust(memberNo, 1_000n, `第 ${entry} 笔\n| “x”`);
    }
    app.clock.set(noon('2026-11-15'));
    await closeDays(app);
    const { rows } = await app.db.pool.query<Record<string, bigint | string | Date>>(
      `select m.*, to_char(m.created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day from audit.money_log m where member_no = $1 order by seq`,
      [memberNo],
    );
    let previous: Buffer = Buffer.alloc(0);
    let opening = 0n;
    for (const day of ['2026-11-12', '2026-11-14']) {
      const entries = rows.filter((row) => row['day'] === day);
      const lines = entries.map((row) =>
        [
          ...['seq', 'reference', 'kind', 'amount_minor', 'fee_minor', 'before_minor', 'after_minor'].map((name) =>
            String(row[name]),
          ),
          `${(row['created_at'] as Date).getTime()}000`,
          row['remark'],
        ].join('|'),
      );
      const sha256 = (...parts: (string | Buffer)[]): Buffer => {
        const hash = createHash('sha256');
        for (const part of parts) hash.update(part);
        return hash.digest();
      };
      const closing = entries.at(-1)?.['after_minor'];
      const head = [
        'statement',
        memberNo,
        'CNY',
        day,
        entries[0]?.['seq'],
        entries.at(-1)?.['seq'],
        opening,
        closing,
        '',
      ].join('|');
      previous = sha256(head, previous, sha256(sha256(lines.join('\n'))));
      opening = closing as bigint;
      expect((await dayOfMember(memberNo, day)).hash).toBe(previous.toString('hex'));
    }
  });

  test('once, by many processes at the same time', async () => {
    const { app } = stage;
    app.clock.set(noon('2026-11-16'));
    const members = [await app.addMember(), await app.addMember(), await app.addMember()];
    for (let step = 0; step < 12; step += 1) {
      app.clock.advance(5 * HOUR);
      for (const memberNo of members) await stage.pay(memberNo, 1_000n + BigInt(step));
    }
    app.clock.set(noon('2026-11-20'));
    const others = [await ordersApp({ sharing: app }), await ordersApp({ sharing: app })];
    await Promise.all([app, ...others, app].map((one) => closeDays(one)));
    for (const other of others) await other.close();
    for (const memberNo of members) expect(await stage.rows(memberNo)).toHaveLength(4);
    expect(await stage.found()).toEqual([]);
  });

  test('with an entry whose transaction was open over midnight', async () => {
    const { app } = stage;
    app.clock.set('2026-11-20T15:59:59.900Z');
    const memberNo = await app.addMember();
    await stage.adjust(memberNo, 500n);
    const before = app.clock.now();
    const [locked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const poster = app.db.transaction(async (tx) => {
      const books = await app.ledger.openBooks(tx, [memberNo], currency);
      books.post(
        adjustmentJournal({
          memberNo,
          reference: app.systemNumbers.next(),
          currency,
          amountMinor: 70n,
          remark: 'late',
        }),
        before,
      );
      await books.write();
      locked.resolve();
      await mayCommit.promise;
    });
    await locked.promise;
    app.clock.set('2026-11-20T16:02:00.000Z');
    const closing = closeDaysOf(app, { memberNo, currency });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await stage.rows(memberNo)).toEqual([]);
    mayCommit.resolve();
    await Promise.all([poster, closing]);
    expect(await dayOfMember(memberNo, '2026-11-20')).toMatchObject({
      state: 'closed',
      adjustments: '5.70',
      closing: '5.70',
    });
  });

  test('and what reaches the wallet afterwards is booked on the next day, however late it believes it is', async () => {
    const { app } = stage;
    app.clock.set('2026-11-21T15:59:59.900Z');
    const memberNo = await app.addMember();
    await stage.adjust(memberNo, 500n);
    const before = app.clock.now();
    app.clock.set('2026-11-21T16:02:00.000Z');
    await closeDays(app);
    const closed = await dayOfMember(memberNo, '2026-11-21');
    const outcome = await app.db.transaction(async (tx) => {
      const books = await app.ledger.openBooks(tx, [memberNo], currency);
      const posted = books.post(
        adjustmentJournal({
          memberNo,
          reference: app.systemNumbers.next(),
          currency,
          amountMinor: 70n,
          remark: 'late',
        }),
        before,
      );
      await books.write();
      return posted;
    });
    expect(outcome).toMatchObject({ createdAt: new Date('2026-11-21T16:00:00.000Z') });
    expect(await dayOfMember(memberNo, '2026-11-21')).toEqual(closed);
    expect(await dayOfMember(memberNo, '2026-11-22')).toMatchObject({ adjustments: '0.70', opening: '5.00' });
    expect(await stage.found()).toEqual([]);
  });

  test('without movement, once none can come: a later day is closed, the wallet moved later, or ten minutes have passed', async () => {
    const { app } = stage;
    app.clock.set('2026-11-22T15:00:00.000Z');
    const memberNo = await app.addMember();
    app.clock.set('2026-11-22T16:09:59.999Z');
    const stateOf = async (date: string): Promise<string> => (await dayOfMember(memberNo, date)).state;
    expect([await stateOf('2026-11-22'), await stateOf('2026-11-23')]).toEqual(['open', 'open']);
    app.clock.advance(1);
    expect([await stateOf('2026-11-22'), await stateOf('2026-11-23')]).toEqual(['closed', 'open']);
    app.clock.set('2026-11-23T16:00:01.000Z');
    expect(await stateOf('2026-11-23')).toBe('open');
    await stage.adjust(memberNo, 5n);
    expect([await stateOf('2026-11-23'), await stateOf('2026-11-24')]).toEqual(['closed', 'open']);
  });

  test('by the job, a minute after midnight, and again when no transaction of the day before can be open', async () => {
    const { app } = stage;
    app.clock.set(noon('2026-11-25'));
    const [memberNo, late] = [await app.addMember(), await app.addMember()];
    await stage.adjust(memberNo, 5n);
    const job = closingJob(app);
    await job.run();
    app.clock.set('2026-11-25T16:00:59.000Z');
    await job.run();
    expect(await stage.rows(memberNo)).toHaveLength(0);
    app.clock.set('2026-11-25T16:01:00.000Z');
    await job.run();
    expect(await stage.rows(memberNo)).toHaveLength(1);
    // Committed only now, on a wallet that was not closed because nothing was on it.
    app.clock.set('2026-11-25T15:59:59.000Z');
    await stage.adjust(late, 5n);
    app.clock.set('2026-11-25T16:10:30.000Z');
    await job.run();
    expect(await stage.rows(late)).toHaveLength(1);
    app.clock.set('2026-11-26T15:00:00.000Z');
    await stage.adjust(memberNo, 5n);
    await job.run();
    expect(await stage.rows(memberNo)).toHaveLength(1);
    expect(await stage.found()).toEqual([]);
  });

  test('in turns, and of the other members too if it fails for one', async () => {
    const { app } = stage;
    app.clock.set(noon('2026-11-28'));
    const members = [await app.addMember(), await app.addMember(), await app.addMember()].sort((a, b) => Number(a - b));
    const [first = 0n, broken = 0n, last = 0n] = members;
    for (const memberNo of members) await stage.adjust(memberNo, 5n);
    app.clock.set(noon('2026-11-29'));
    let asked = 0;
    const before = first - 1n;
    expect(await closeDays(app, { afterNo: before, isEnough: () => (asked += 1) > 1 })).toBe(first);
    expect([await stage.rows(first), await stage.rows(broken)]).toEqual([[expect.anything()], []]);
    // A kind that no type of the money log stands for.
    const change = (kind: string) =>
      tamper(app.db.pool, `update journals set kind = '${kind}' where member_no = ${broken} and wallet_seq = 1`);
    await change('payout_paid');
    const logged: object[] = [];
    const log = { ...app.log, error: (about: object) => logged.push(about) } as unknown as typeof app.log;
    expect(await closeDays({ ...app, log }, { afterNo: first })).toBeUndefined();
    expect(logged).toMatchObject([{ memberNo: broken.toString() }]);
    expect([await stage.rows(broken), await stage.rows(last)]).toEqual([[], [expect.anything()]]);
    await change('adjustment');
    await closeDays(app, { afterNo: first });
    expect(await stage.rows(broken)).toHaveLength(1);
  });

  test('also where the platform changes its time zone: no entry is on two days or on none', async () => {
    const moved = await statementStage({ timeZone: 'Asia/Shanghai' });
    const { app } = moved;
    const memberNo = await app.addMember();
    const closeIn = async (timeZone: string): Promise<void> => {
      await app.db.transaction((tx) => app.platform.setSettings(tx, { timeZone }));
      await closeDays(app);
    };
    for (const [zone, hours] of [
      ['Asia/Shanghai', 30],
      ['America/New_York', 40],
      ['Pacific/Auckland', 40],
    ] as const) {
      for (let step = 0; step < hours; step += 4) {
        app.clock.advance(4 * HOUR);
        await moved.adjust(memberNo, 100n);
      }
      await closeIn(zone);
    }
    const { data } = await moved.post<{ extend: { closing: string }; list: StatementRow[] }>(
      memberNo,
      '/reconciliation/list',
      { month: '2026-11' },
    );
    expect(data.extend).toMatchObject({ opening: '0.00', adjustments: '28.00', closing: '28.00' });
    expect(data.list.slice(1).map(({ opening }) => opening)).toEqual(
      data.list.slice(0, -1).map(({ closing }) => closing),
    );
    expect(await moved.found()).toEqual([]);
    await moved.close();
  });
});
