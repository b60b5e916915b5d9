/** Changes of the books behind closed days: found, named by their day, and corrected in new versions. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { settleCommissions } from '#features/ledger/server/commissions.ts';
import { tamper } from '#foundation/server/postgres/tampering-for-tests.ts';
import type { StatementDay, StatementRow } from '../contract.ts';
import { closeDays } from './closing.ts';
import { correctDays } from './correcting.ts';
import { type StatementStage, statementStage } from './statements-for-tests.ts';

const currency = 'CNY';

let stage: StatementStage;
beforeAll(async () => (stage = await statementStage()));
afterAll(() => stage.close());

/** Noon of the day in Shanghai. */
const noon = (day: string): Date => new Date(`${day}T04:00:00.000Z`);
const days = async (memberNo: bigint, month: string): Promise<StatementRow[]> =>
  (await stage.post<{ list: StatementRow[] }>(memberNo, '/reconciliation/list', { month })).data.list;
const dayOfMember = async (memberNo: bigint, date: string): Promise<StatementDay> =>
  (await stage.post<StatementDay>(memberNo, '/reconciliation/day', { date })).data;

describe('a planted change is found and named by its day', () => {
  let [shop, agent] = [0n, 0n];
  beforeAll(async () => {
    const { app } = stage;
    app.clock.set(noon('2026-12-01'));
    agent = await app.addMember({ kind: 'agent' });
    shop = await app.addMember({ uplineNo: agent });
    const rate = (percentE4: number) => ({ percentE4, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null });
    await app.db.transaction((tx) =>
      app.channels.setRates(tx, { memberNo: agent, rates: [{ channel: 'qr', rate: rate(4_000) }] }),
    );
    for (const day of ['2026-12-01', '2026-12-02', '2026-12-04']) {
      app.clock.set(noon(day));
      for (let order = 0; order < 4; order += 1) await stage.pay(shop, 10_000n + BigInt(order));
      await settleCommissions(app);
    }
    app.clock.set(noon('2026-12-05'));
    await closeDays(app);
    await stage.pay(shop, 10_000n);
  });

  /** The second entry of 2 December. */
  const entry = (memberNo = shop): string =>
    `member_no = ${memberNo} and wallet_seq = (select first_seq + ${memberNo === shop ? 1 : 0} from statement_days where member_no = ${memberNo} and day = '2026-12-02' and version = 1)`;
  const row = (): string => `member_no = ${shop} and day = '2026-12-02'`;
  const DAY = ['day 2026-12-02'];

  /** Sets columns for a moment; the values before come back. */
  async function withChange(table: string, where: string, change: string, check: () => Promise<void>): Promise<void> {
    const { pool } = stage.app.db;
    await tamper(
      pool,
      `create table kept as select * from ${table} where ${where}`,
      `update ${table} set ${change} where ${where}`,
    );
    try {
      await check();
    } finally {
      const columns = change.split(/, (?=\w+ =)/).map((one) => one.split(' ')[0] ?? '');
      const keys = table === 'journals' ? ['member_no', 'reference', 'kind'] : ['member_no', 'day', 'version'];
      await tamper(
        pool,
        `update ${table} t set ${columns.map((column) => `${column} = k.${column}`).join(', ')} from kept k where ${keys.map((key) => `t.${key} = k.${key}`).join(' and ')}`,
        'drop table kept',
      );
    }
  }

  afterEach(async () => expect(await stage.found()).toEqual([]));

  test.each([
    ['an amount and its fee', `amount = amount + 5, fee = fee + 5`, ['statement_sums', 'statement_entries']],
    ['a remark', `remark = 'other'`, ['statement_entries']],
    ['a time within the day', `created_at = '2026-12-02T03:59:59Z'`, ['statement_entries']],
    ['a balance', `wallet_before = wallet_before + 1, wallet_after = wallet_after + 1`, ['statement_entries']],
  ])('%s of an old entry', async (_, change, checks) => {
    await withChange('journals', entry(), change, async () => {
      expect(await stage.found()).toEqual(checks.map((name) => [name, DAY]));
    });
  });

  test('an old entry on another day', async () => {
    await withChange('journals', entry(), `created_at = '2026-12-01T04:00:00Z'`, async () => {
      expect(await stage.found()).toEqual([
        ['statement_sums', ['day 2026-12-01', 'day 2026-12-02']],
        ['statement_entries', DAY],
      ]);
    });
  });

  test('an entry of an agent', async () => {
    await withChange('journals', entry(agent), `remark = '1'`, async () => {
      expect(await stage.found()).toEqual([['statement_entries', DAY]]);
    });
  });

  test('a new entry that is moved onto a closed day', async () => {
    const newest = `member_no = ${shop} and wallet_seq = (select max(wallet_seq) from journals where member_no = ${shop})`;
    await withChange('journals', newest, `created_at = '2026-12-04T10:00:00Z'`, async () => {
      expect(await stage.found()).toEqual([
        ['statement_sums', ['day 2026-12-04']],
        ['statement_late', ['day 2026-12-04']],
      ]);
    });
  });

  test.each([
    [
      'a figure',
      'payin_amount = payin_amount + 1, payin_fee = payin_fee + 1',
      ['statement_sums', 'statement_channels'],
    ],
    ['its hash', `hash = sha256('x')`, ['statement_chain']],
    ['the hash of the day before', `previous_hash = sha256('x')`, ['statement_chain']],
    ['its balances', 'opening = opening + 1, closing = closing + 1', ['statement_ends', 'statement_chain']],
  ])('%s of a closed day', async (_, change, checks) => {
    await withChange('statement_days', row(), change, async () => {
      const found = await stage.found();
      expect(found.map(([name]) => name)).toEqual(checks);
      for (const [, subjects] of found) expect(subjects).toContain('day 2026-12-02');
    });
  });

  test('a channel of a closed day', async () => {
    await tamper(stage.app.db.pool, `update statement_channels set paid = paid + 1 where ${row()}`);
    expect(await stage.found()).toEqual([['statement_channels', DAY]]);
    await tamper(stage.app.db.pool, `update statement_channels set paid = paid - 1 where ${row()}`);
  });

  test('an entry and the whole closed day with a fitting hash: the day after does not fit', async () => {
    const { pool } = stage.app.db;
    await tamper(pool, `create table kept as select * from statement_days where ${row()}`);
    const { rows } = await pool.query<{ hash: string }>(
      `select encode(sha256(convert_to(concat_ws('|', 'statement', member_no, currency, day, first_seq, last_seq, opening, closing, ''), 'UTF8')
        || previous_hash || sha256('x')), 'hex') as hash from statement_days where ${row()}`,
    );
    await tamper(
      pool,
      `update statement_days set entries_hash = sha256('x'), hash = '\\x${rows[0]?.hash}' where ${row()}`,
    );
    expect(await stage.found()).toEqual([
      ['statement_entries', DAY],
      ['statement_chain', ['day 2026-12-04']],
    ]);
    await tamper(
      pool,
      `update statement_days d set entries_hash = k.entries_hash, hash = k.hash from kept k where d.member_no = k.member_no and d.day = k.day and d.version = k.version`,
      'drop table kept',
    );
  });
});

describe('a correction', () => {
  test('of the books gives the day and those after it a new version with the reason, beside the old one', async () => {
    const { app } = stage;
    app.clock.set(noon('2026-12-10'));
    const memberNo = await app.addMember();
    for (const day of ['2026-12-10', '2026-12-11', '2026-12-12']) {
      app.clock.set(noon(day));
      await stage.adjust(memberNo, 1_000n);
    }
    app.clock.set(noon('2026-12-13'));
    await closeDays(app);
    const before = await days(memberNo, '2026-12');
    const oldRows = await stage.rows(memberNo);
    // As a database administrator would: the second entry was 3.00 too much.
    await tamper(
      app.db.pool,
      `update journals set amount = 700, wallet = 700, adjustment = -700, wallet_after = wallet_after - 300, wallet_total_in = wallet_total_in - 300 where member_no = ${memberNo} and wallet_seq = 2`,
      `update journals set wallet_before = wallet_before - 300, wallet_after = wallet_after - 300, wallet_total_in = wallet_total_in - 300 where member_no = ${memberNo} and wallet_seq = 3`,
      `update wallets set wallet = wallet - 300, adjustment = adjustment + 300, total_in = total_in - 300 where member_no = ${memberNo}`,
    );
    expect(await stage.found()).not.toEqual([]);
    expect(await correctDays(app, { memberNo, currency }, { from: '2026-12-11', reason: 'entered twice' })).toBe(2);
    expect(await stage.found()).toEqual([]);
    const after = await days(memberNo, '2026-12');
    expect(after[9]).toEqual(before[9]);
    expect(after[10]).toMatchObject({ adjustments: '7.00', closing: '17.00', version: 2, state: 'closed' });
    expect(after[11]).toMatchObject({ opening: '17.00', adjustments: '10.00', closing: '27.00', version: 2 });
    expect(await dayOfMember(memberNo, '2026-12-11')).toMatchObject({
      versions: [
        { version: 1, reason: null },
        { version: 2, reason: 'entered twice', at: '2026-12-13T04:00:00.000Z' },
      ],
    });
    expect((await stage.rows(memberNo)).filter((row) => (row as { version: number }).version === 1)).toEqual(oldRows);
    // The next day is chained to the corrected one.
    await stage.adjust(memberNo, 1n);
    app.clock.set(noon('2026-12-14'));
    await closeDays(app);
    expect(await stage.found()).toEqual([]);
  });

  test('has a reason and is of a closed day', async () => {
    const memberNo = await stage.app.addMember();
    const owner = { memberNo, currency };
    await expect(correctDays(stage.app, owner, { from: '2026-12-11', reason: ' ' })).rejects.toThrow('has a reason');
    await expect(correctDays(stage.app, owner, { from: '2026-12-11', reason: 'x' })).rejects.toThrow('is not closed');
  });
});
