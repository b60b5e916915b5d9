import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkBooks, describeViolation } from '#features/ledger/server/checking.ts';
import { seededRandom } from '#database/demo/traffic.ts';
import { again, type Ground, prepareGround } from './ground.ts';
import { commissionOf, judge, type Verdict } from './judge.ts';
import { runLoad, settle } from './load.ts';
import { type Plan, planOf } from './plan.ts';
import { addFamily, AGENT_PERCENT_E4, type CallbackServer, type Family, openCallbackServer } from './shops.ts';

const SEEDS = Number(process.env['FAULT_SEEDS'] ?? 60);
const FIRST_SEED = Number(process.env['FAULT_FIRST_SEED'] ?? 1);
const LONGEST_ROUND_MS = 60_000;

let ground: Ground;
let callbacks: CallbackServer;

beforeAll(async () => {
  callbacks = await openCallbackServer();
  ground = await prepareGround(callbacks.host);
});
afterAll(async () => {
  await ground.close();
  await callbacks.close();
});

interface Round {
  plan: Plan;
  family: Family;
  verdict: Verdict;
  judgeAgain(): Promise<Verdict>;
}

/** Load, faults in its midst, recovery, judgement. */
async function runRound(plan: Plan): Promise<Round> {
  const family = await addFamily(ground, callbacks);
  const random = seededRandom(-plan.seed);
  callbacks.answerBy(() => (random() >= plan.deaf ? true : random() < 0.5 ? false : undefined));
  const faults = [...plan.faults];
  let inflicted = Promise.resolve();
  const acknowledged = await runLoad(ground, family, plan, (answers) => {
    while (faults[0] && answers >= faults[0].afterAnswers) {
      const fault = faults.shift();
      if (fault) inflicted = inflicted.then(() => ground.inflict(fault));
    }
  });
  await inflicted;
  const stuck = await settle(ground, family.memberNos);
  const judgeAgain = (): Promise<Verdict> => again(() => judge(ground, callbacks, { plan, family, acknowledged }));
  const verdict = await judgeAgain();
  verdict.lost.push(...stuck);
  return { plan, family, verdict, judgeAgain };
}

test(
  `${SEEDS} rounds of faults: nothing acknowledged is lost, nothing is done twice, the books stay right`,
  { timeout: SEEDS * LONGEST_ROUND_MS },
  async () => {
    const total: Verdict = { lost: [], doubled: [], broken: [] };
    const rounds: Round[] = [];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
      const begin = performance.now();
      const round = await runRound(planOf(seed));
      rounds.push(round);
      tell(round, performance.now() - begin);
      for (const kind of ['lost', 'doubled', 'broken'] as const) total[kind].push(...round.verdict[kind].map((text) => `seed ${seed}: ${text}`));
      await ground.rest();
    }
    await untilIdle();
    for (const { check, violations } of await checkBooks(ground.db))
      total.broken.push(...violations.map((violation) => `${check.name}: ${describeViolation(violation)}`));
    for (const { plan, family } of rounds) {
      const {
        rows: [agent],
      } = await ground.db.pool.query<{ wallet: bigint }>('select wallet from wallets where member_no = $1', [family.agentNo]);
      const expectedMinor = commissionOf(plan, BigInt(AGENT_PERCENT_E4));
      if (agent?.wallet !== expectedMinor)
        total[(agent?.wallet ?? 0n) < expectedMinor ? 'lost' : 'doubled'].push(`seed ${plan.seed}: the agent has ${agent?.wallet} instead of ${expectedMinor}`);
    }
    total.broken.push(...callbacks.strange());
    // The server's own check of the books ran all along, and has no reason for an alarm either.
    const alarm = await ground.verbs.ledger.booksWrong();
    if (alarm) total.broken.push(`the server stopped payouts: ${alarm.violation}`);
    write(`${SEEDS} seeds: lost ${total.lost.length}, doubled ${total.doubled.length}, broken ${total.broken.length}`);
    expect(total).toEqual({ lost: [], doubled: [], broken: [] });
  },
);

describe('the judge is no friend: it sees', () => {
  /** A payment of the second shop, whose books no agent shares. */
  const payment = (memberNo: bigint): string => `(select max(reference) from journals where member_no = ${memberNo} and kind = 'payin')`;

  const run = <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => ground.db.pool.query<Row>(text, values);

  async function verdictAfter(plant: (memberNo: bigint) => Promise<unknown>): Promise<Verdict> {
    const { family, verdict, judgeAgain } = await runRound({ ...planOf(0), faults: [] });
    expect(verdict).toEqual({ lost: [], doubled: [], broken: [] });
    await plant(family.shops[1]?.memberNo ?? 0n);
    return judgeAgain();
  }

  test('a credit that was booked twice, in a chain without a fault', async () => {
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

  test('a payment that is forgotten, journal and all', async () => {
    const { lost } = await verdictAfter(async (memberNo) => {
      await run(`update wallets w set wallet = w.wallet - j.wallet, clearing = w.clearing - j.clearing, fees = w.fees - j.fees from journals j
        where j.member_no = w.member_no and j.member_no = ${memberNo} and j.reference = ${payment(memberNo)}`);
      await run(`update orders set status = 'unpaid', paid_at = null where member_no = ${memberNo} and system_no = ${payment(memberNo)}`);
      await run(`delete from journals where member_no = ${memberNo} and reference = ${payment(memberNo)}`);
    });
    expect(lost).toEqual([
      expect.stringMatching(/^the payment of \S+ is not booked: unpaid, 0 journals$/),
      expect.stringMatching(/^the wallet of \d+ has \d+ of \d+$/),
    ]);
  });

  test('an order that is gone, and its number free again', async () => {
    // The oldest: the judge asks the newest ones again, and the answer to this one is another order by now.
    const { lost, doubled } = await verdictAfter(async (memberNo) => {
      const {
        rows: [order],
      } = await run<{ system_no: bigint }>(
        `delete from orders where system_no = (select min(system_no) from orders where member_no = ${memberNo} and status = 'unpaid') returning system_no`,
      );
      await run('delete from order_numbers where system_no = $1', [order?.system_no]);
    });
    expect(lost).toEqual([expect.stringMatching(/^\S+ was acknowledged as \d{19}, and is not there$/)]);
    expect(doubled).toEqual([]);
  });

  test('an order that was made twice', async () => {
    const { doubled } = await verdictAfter((memberNo) =>
      run(
        `insert into orders select (jsonb_populate_record(o, jsonb_build_object('system_no', o.system_no + 1))).* from orders o where member_no = ${memberNo} and status = 'unpaid' limit 1`,
      ),
    );
    expect(doubled).toEqual([expect.stringMatching(/^\S+ is 2 orders$/)]);
  });

  // The last one: from here on this database can't be trusted.
  test('what a database forgets that acknowledges before it has written', async () => {
    await run('alter system set wal_writer_delay = 10000');
    await run('select pg_reload_conf()');
    await run('alter database countinghouse set synchronous_commit = off');
    const { orders, ...plan } = planOf(0);
    const blow = { pick: 0, stallMs: 0 };
    const { verdict } = await runRound({
      ...plan,
      // What we write ourselves is written at once, and takes everything before it along.
      orders: orders.map((order) => ({ ...order, runsOut: false })),
      // The server's connections are new ones after the cut, and careless.
      faults: [
        { ...blow, kind: 'cut of the line', afterAnswers: 10 },
        { ...blow, kind: 'SIGKILL of the database', afterAnswers: 90 },
      ],
    });
    expect(verdict.lost.length).toBeGreaterThan(0);
  });
});

/** Commission has arrived and everything that was due has ended. */
async function untilIdle(): Promise<void> {
  for (;;) {
    const {
      rows: [open],
    } = await again(() =>
      ground.db.pool.query<{ count: bigint }>(
        `select (select count(*) from commission_shares where transfer is null) + (select count(*) from commission_transfers where received_at is null)
         + (select count(*) from orders where status = 'unpaid' and expires_at <= now()) as count`,
      ),
    );
    if (open?.count === 0n) return;
    await pause(200);
  }
}

function tell({ plan, verdict: { lost, doubled, broken } }: Round, tookMs: number): void {
  const faults = plan.faults.map(({ kind, afterAnswers }) => `${kind} after ${afterAnswers} answers`).join(', ');
  write(`seed ${plan.seed}: ${faults}: lost ${lost.length}, doubled ${doubled.length}, broken ${broken.length} (${(tookMs / 1_000).toFixed(1)} s)`);
  const wrong = [...lost, ...doubled, ...broken];
  if (wrong.length > 0) write([...wrong.slice(0, 20), 'The server had said:', ...ground.serverErrors().slice(-5)].join('\n  '));
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
