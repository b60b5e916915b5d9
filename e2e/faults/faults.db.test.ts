import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { tamper } from '#foundation/server/postgres/tampering-for-tests.ts';
import type { Verdict } from './judge.ts';
import { planOf } from './plan.ts';
import { fieldOfFaults, testFaults } from './rounds.ts';

const field = fieldOfFaults();

testFaults(field, 0);

describe('the judge detects', () => {
  /** A payment of the second shop, whose books affect no agent. */
  const payment = (memberNo: bigint): string =>
    `(select max(reference) from journals where member_no = ${memberNo} and kind = 'payin')`;

  const run = <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    field.env.db.pool.query<Row>(text, values);

  async function verdictAfter(plant: (memberNo: bigint) => Promise<unknown>): Promise<Verdict> {
    const { family, verdict, judgeAgain } = await field.runRound({ ...planOf(0), faults: [] });
    expect(verdict).toEqual({ lost: [], doubled: [], broken: [] });
    await plant(family.shops[1]?.memberNo ?? 0n);
    return judgeAgain();
  }

  test('a credit that was booked twice, in an otherwise correct chain', async () => {
    const { doubled, broken } = await verdictAfter((memberNo) =>
      run(`
      with again as (
        insert into journals (member_no, reference, kind, currency, created_at, wallet, clearing, fees, upstream_id, wallet_seq, wallet_before, wallet_after, amount, fee, wallet_total_in, wallet_total_fees)
        select j.member_no, j.reference, 'recharge', j.currency, w.last_entry_at, j.wallet, j.clearing, j.fees, j.upstream_id, w.seq + 1, w.wallet, w.wallet + j.wallet, j.amount, j.fee,
          w.total_in + j.amount, w.total_fees + j.fee
        from journals j join wallets w using (member_no) where j.member_no = ${memberNo} and j.reference = ${payment(memberNo)} returning *)
      update wallets w set wallet = w.wallet + a.wallet, clearing = w.clearing + a.clearing, fees = w.fees + a.fees, seq = a.wallet_seq, total_in = a.wallet_total_in, total_fees = a.wallet_total_fees
      from again a where w.member_no = a.member_no`),
    );
    expect(doubled).toEqual([
      expect.stringMatching(/^the payment of \S+ is booked 2 times$/),
      expect.stringMatching(/^the wallet of \d+ has \d+ instead of \d+$/),
    ]);
    expect(broken.join('\n')).toContain('orders_booked');
    expect(broken.join('\n')).not.toContain('chain');
  });

  test('a payment that is missing, including its journal', async () => {
    const { lost } = await verdictAfter(async (memberNo) => {
      await run(`update wallets w set wallet = w.wallet - j.wallet, clearing = w.clearing - j.clearing, fees = w.fees - j.fees from journals j
        where j.member_no = w.member_no and j.member_no = ${memberNo} and j.reference = ${payment(memberNo)}`);
      await run(
        `update orders set status = 'unpaid', paid_at = null where member_no = ${memberNo} and system_no = ${payment(memberNo)}`,
      );
      await tamper(
        field.env.db.pool,
        `delete from journals where member_no = ${memberNo} and reference = ${payment(memberNo)}`,
      );
    });
    expect(lost).toEqual([
      expect.stringMatching(/^the payment of \S+ is not booked: unpaid, 0 journals$/),
      expect.stringMatching(/^the wallet of \d+ has \d+ of \d+$/),
    ]);
  });

  test('an order that is missing and whose number is free again', async () => {
    // The oldest order, because the judge repeats the newest requests, and for a missing order the answer would be a
    // new order.
    const { lost, doubled } = await verdictAfter(async (memberNo) => {
      const {
        rows: [order],
      } = await run<{ system_no: bigint }>(
        `select min(system_no) as system_no from orders where member_no = ${memberNo} and status = 'unpaid'`,
      );
      await tamper(field.env.db.pool, `delete from orders where system_no = ${order?.system_no}`);
      await run('delete from order_numbers where system_no = $1', [order?.system_no]);
    });
    expect(lost).toEqual([expect.stringMatching(/^\S+ was acknowledged as \d{19}, but is missing$/)]);
    expect(doubled).toEqual([]);
  });

  test('an order that was created twice', async () => {
    const { doubled } = await verdictAfter((memberNo) =>
      run(
        `insert into orders select (jsonb_populate_record(o, jsonb_build_object('system_no', (select max(system_no) + 1 from orders)))).* from orders o where member_no = ${memberNo} and status = 'unpaid' limit 1`,
      ),
    );
    expect(doubled).toEqual([expect.stringMatching(/^\S+ is 2 orders$/)]);
  });

  // This test must be last: it makes the database unreliable.
  test('data lost by a database that acknowledges before it writes', async () => {
    await run('alter system set wal_writer_delay = 10000');
    await run('select pg_reload_conf()');
    await run('alter database countinghouse set synchronous_commit = off');
    const { orders, ...plan } = planOf(0);
    const common = { pick: 0, stallMs: 0 };
    const { verdict } = await field.runRound({
      ...plan,
      // The test's own writes would be flushed at once, with everything before them, so there are none.
      orders: orders.map((order) => ({ ...order, runsOut: false })),
      // After the cut the server has new connections, which use the unsafe setting.
      faults: [
        { ...common, kind: 'cut of the line', afterAnswers: 10 },
        { ...common, kind: 'SIGKILL of the database', afterAnswers: 90 },
      ],
    });
    expect(verdict.lost.length).toBeGreaterThan(0);
  });
});
