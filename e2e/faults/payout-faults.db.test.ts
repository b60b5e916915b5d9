/**
 * Payouts and withdrawals under load on two processes of the real server. The processes, their database and the line
 * between them fail at moments drawn from a seed. `FAULT_SEEDS` sets the number of rounds (10), `FAULT_FIRST_SEED` the
 * first seed.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { disbursementVerbs } from '#features/disbursements/server/verbs.ts';
import { checkBooks, describeViolation } from '#features/ledger/server/checking.ts';
import { systemClock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { tamper } from '#foundation/server/postgres/tampering-for-tests.ts';
import { again, type Environment, startEnvironment, UPSTREAM } from './environment.ts';
import type { Verdict } from './judge.ts';
import { judgePayouts, type PayoutRound, START_MINOR } from './payout-judge.ts';
import { applyAll, settlePayouts, takeBack } from './payout-load.ts';
import { strikeAt } from './payout-moments.ts';
import { type MomentKind, momentKinds, type PayoutPlan, payoutPlanOf } from './payout-plan.ts';
import { addFamily, type CallbackServer, openCallbackServer } from './shops.ts';

const SEEDS = Math.min(Number(process.env['FAULT_SEEDS'] ?? 10), 1_000);
const FIRST = Number(process.env['FAULT_FIRST_SEED'] ?? 1);
const RIGHT: Verdict = { lost: [], doubled: [], broken: [] };

let env: Environment;
let callbacks: CallbackServer;
beforeAll(async () => {
  callbacks = await openCallbackServer();
  env = await startEnvironment(callbacks.host, { workers: 2 });
  const { db, verbs } = env;
  await db.transaction((tx) =>
    verbs.disbursements.setPayoutRoute(tx, { upstreamId: UPSTREAM, position: 1, dailyLimitMinor: null }),
  );
}, 300_000);
afterAll(async () => {
  await env.close();
  await callbacks.close();
});

async function addRichFamily(): Promise<PayoutRound['family']> {
  const family = await addFamily(env, callbacks);
  const { ledger, numbers } = env.verbs;
  for (const { memberNo } of family.shops) {
    const reference = numbers.next();
    await again(() =>
      ledger.adjust({ memberNo, reference, currency: 'CNY', amountMinor: START_MINOR, remark: 'start' }),
    );
  }
  return family;
}

const isMoment = (kind: string): kind is MomentKind => (momentKinds as readonly string[]).includes(kind);

async function runRound(plan: PayoutPlan): Promise<PayoutRound> {
  const family = await addRichFamily();
  const { kind, afterAnswers, pick, stallMs } = plan.fault;
  let inflicted: Promise<void> | undefined;
  const promised = await applyAll(env, family, plan, (answers) => {
    if (answers < afterAnswers || inflicted) return;
    inflicted = isMoment(kind) ? strikeAt(env, kind, pick) : env.inflict({ kind, afterAnswers, pick, stallMs });
  });
  await inflicted;
  return { plan, family, promised };
}

test(
  `${SEEDS} rounds of faults: what the upstream paid has left the wallet once, and what it did not pay is still there`,
  { timeout: (SEEDS + 2) * 60_000 },
  async () => {
    const rounds: PayoutRound[] = [];
    for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
      const begin = performance.now();
      const round = await runRound(payoutPlanOf(seed));
      rounds.push(round);
      const { kind, afterAnswers } = round.plan.fault;
      write(
        `payouts, seed ${seed}: ${kind} after ${afterAnswers} answers (${((performance.now() - begin) / 1_000).toFixed(1)} s)`,
      );
      await env.rest();
    }
    await settlePayouts(
      env,
      rounds.flatMap(({ family }) => family.memberNos),
    );
    const total: Verdict = { lost: [], doubled: [], broken: [] };
    for (const round of rounds) {
      const { seed, fault } = round.plan;
      const verdict = await judgePayouts(env, round, { books: false });
      for (const kind of ['lost', 'doubled', 'broken'] as const)
        total[kind].push(...verdict[kind].map((text) => `seed ${seed}, ${fault.kind}: ${text}`));
    }
    for (const { check, violations } of await checkBooks(env.db))
      total.broken.push(...violations.map((one) => `${check.name}: ${describeViolation(one)}`));
    const alarm = await env.verbs.ledger.booksWrong();
    if (alarm) total.broken.push(`the server stopped payouts: ${alarm.violation}`);
    const { rows } = await env.db.pool.query<{ paid: bigint; repeated: bigint }>(
      "select count(*) filter (where status = 'paid') as paid, count(*) filter (where attempts > 1) as repeated from disbursements",
    );
    const { lost, doubled, broken } = total;
    write(
      `payouts, ${SEEDS} seeds: ${rows[0]?.paid} paid, ${rows[0]?.repeated} retried; lost ${lost.length}, doubled ${doubled.length}, broken ${broken.length}`,
    );
    expect(total).toEqual(RIGHT);
  },
);

describe('the judge detects', () => {
  beforeAll(async () => {
    for (const server of env.servers) await server.kill();
  });

  /** A round of withdrawals with no server running, so that only the planted fault happens. */
  async function alone(): Promise<PayoutRound> {
    const plan = payoutPlanOf(FIRST);
    const payouts = plan.payouts
      .slice(0, 4)
      .map(
        (payout, index) =>
          ({ ...payout, kind: 'withdrawal', cancels: false, amountMinor: 10_000n + BigInt(index) }) as const,
      );
    const family = await addRichFamily();
    const own = { ...plan, payouts };
    return { plan: own, family, promised: await applyAll(env, family, own, () => undefined) };
  }

  const judged = (round: PayoutRound): Promise<Verdict> => judgePayouts(env, round, { repeats: false });

  /** Runs the worker in this process until all payouts have ended. */
  async function workOff({ family }: PayoutRound): Promise<void> {
    const worker = { working: true };
    const work = (async () => {
      while (worker.working) await env.verbs.disbursements.submitDue();
    })();
    await settlePayouts(env, family.memberNos);
    worker.working = false;
    await work;
  }

  /** Rolls back every transaction, but reports success. */
  function rollingBack(db: Database): Database {
    const undo = new Error('undo');
    return {
      ...db,
      async transaction(work) {
        const done: Awaited<ReturnType<typeof work>>[] = [];
        await db
          .transaction(async (tx) => {
            done.push(await work(tx));
            throw undo;
          })
          .catch((error: unknown) => {
            if (error !== undo) throw error;
          });
        const [result] = done;
        if (done.length === 0) throw undo;
        return result as Awaited<ReturnType<typeof work>>;
      },
    };
  }

  test('a worker that sends before it writes, so that a payout is given back although it was paid', async () => {
    const { db, verbs } = env;
    const deps = { ...verbs, db: rollingBack(db), clock: systemClock, log: silentLog, systemNumbers: verbs.numbers };
    const round = await alone();
    await disbursementVerbs(deps).submitDue();
    // The worker is now dead, and nothing shows that it has sent anything, so the merchants can cancel.
    for (const { shop, systemNo } of round.promised.applied.values())
      expect(await takeBack(env, shop, systemNo)).toBe(true);
    const { lost, doubled } = await judged(round);
    expect(doubled.filter((text) => text.endsWith('was given back, but also paid'))).toHaveLength(4);
    expect(doubled).toContainEqual(expect.stringMatching(/^the wallet of \d+ has 100000000 instead of \d+$/));
    expect(lost).toEqual([]);
  });

  test('no error in a worker that writes first: nothing can be cancelled once it was sent', async () => {
    const round = await alone();
    await env.verbs.disbursements.submitDue();
    for (const { shop, systemNo } of round.promised.applied.values())
      expect(await takeBack(env, shop, systemNo)).toBe(false);
    await workOff(round);
    expect(await judged(round)).toEqual(RIGHT);
  });

  test('an attempt that is sent again with another reference', async () => {
    const round = await alone();
    await workOff(round);
    await env.db.pool.query(
      `insert into sandbox_payouts select member_no || '-' || system_no || '-9', amount, currency, now() from disbursements where order_no = $1 and member_no = any($2)`,
      [round.plan.payouts[0]?.orderNo, round.family.memberNos],
    );
    const { doubled, broken } = await judged(round);
    expect(doubled).toEqual([
      expect.stringMatching(/ was paid 2 times$/),
      expect.stringMatching(/^the wallet of \d+ has \d+ instead of \d+$/),
    ]);
    expect(broken).toEqual([expect.stringMatching(/^clearing has \d+, but the upstream paid \d+$/)]);
  });

  test('a payout that vanished, and one that never ends', async () => {
    const round = await alone();
    const [first, second] = [...round.promised.applied.values()];
    await tamper(env.db.pool, `delete from disbursements where system_no = ${first?.systemNo}`);
    const { lost } = await judged(round);
    expect(lost).toContainEqual(
      expect.stringMatching(new RegExp(`^${first?.payout.orderNo} was acknowledged as \\d+, but is missing$`)),
    );
    expect(lost).toContainEqual(`${second?.payout.orderNo} has not ended: applying, none`);
  });
});

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
