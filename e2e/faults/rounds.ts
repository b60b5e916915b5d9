/**
 * Rounds of the fault test: load with faults during it, recovery, judgement. `FAULT_SEEDS` sets their number (60),
 * `FAULT_FIRST_SEED` the first seed. Two test files share the seeds, each with its own environment, so that one waits
 * while the other works.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks, describeViolation } from '#features/ledger/server/checking.ts';
import { seededRandom } from '#database/demo/traffic.ts';
import { again, type Environment, startEnvironment } from './environment.ts';
import { commissionOf, judge, type Verdict } from './judge.ts';
import { runLoad, settle } from './load.ts';
import { type Plan, planOf } from './plan.ts';
import { addFamily, AGENT_PERCENT_E4, type CallbackServer, type Family, openCallbackServer } from './shops.ts';

const MAX_ROUND_MS = 60_000;

export interface Round {
  plan: Plan;
  family: Family;
  verdict: Verdict;
  judgeAgain(): Promise<Verdict>;
}

export interface Field {
  readonly env: Environment;
  readonly callbacks: CallbackServer;
  runRound(plan: Plan): Promise<Round>;
}

/** Prepares the environment for the tests of one file. */
export function fieldOfFaults(): Field {
  let env: Environment;
  let callbacks: CallbackServer;
  beforeAll(async () => {
    callbacks = await openCallbackServer();
    env = await startEnvironment(callbacks.host);
  });
  afterAll(async () => {
    await env.close();
    await callbacks.close();
  });
  return {
    get env() {
      return env;
    },
    get callbacks() {
      return callbacks;
    },
    runRound: (plan) => runRound(env, callbacks, plan),
  };
}

async function runRound(env: Environment, callbacks: CallbackServer, plan: Plan): Promise<Round> {
  const family = await addFamily(env, callbacks);
  const random = seededRandom(-plan.seed);
  callbacks.answerBy(() => (random() >= plan.deaf ? true : random() < 0.5 ? false : undefined));
  const faults = [...plan.faults];
  let inflicted = Promise.resolve();
  const acknowledged = await runLoad(env, family, plan, (answers) => {
    while (faults[0] && answers >= faults[0].afterAnswers) {
      const fault = faults.shift();
      if (fault) inflicted = inflicted.then(() => env.inflict(fault));
    }
  });
  await inflicted;
  const stuck = await settle(env, family.memberNos);
  const judgeAgain = (): Promise<Verdict> => again(() => judge(env, callbacks, { plan, family, acknowledged }));
  const verdict = await judgeAgain();
  verdict.lost.push(...stuck);
  return { plan, family, verdict, judgeAgain };
}

/** Runs every second seed, starting with the first or the second. */
export function testFaults(field: Field, half: 0 | 1): void {
  const count = Number(process.env['FAULT_SEEDS'] ?? 60);
  const first = Number(process.env['FAULT_FIRST_SEED'] ?? 1);
  const seeds = Array.from({ length: count }, (_, index) => first + index).filter((_, index) => index % 2 === half);
  const name = `${seeds.length} rounds of faults lose nothing that was acknowledged, do nothing twice, and keep the books right`;
  test.skipIf(seeds.length === 0)(name, { timeout: seeds.length * MAX_ROUND_MS }, async () => {
    const verdict = await runRounds(field, seeds);
    write(
      `${seeds.length} seeds: lost ${verdict.lost.length}, doubled ${verdict.doubled.length}, broken ${verdict.broken.length}`,
    );
    expect(verdict).toEqual({ lost: [], doubled: [], broken: [] });
  });
}

async function runRounds(field: Field, seeds: readonly number[]): Promise<Verdict> {
  const total: Verdict = { lost: [], doubled: [], broken: [] };
  const rounds: Round[] = [];
  for (const seed of seeds) {
    const begin = performance.now();
    const round = await field.runRound(planOf(seed));
    rounds.push(round);
    report(field.env, round, performance.now() - begin);
    for (const kind of ['lost', 'doubled', 'broken'] as const)
      total[kind].push(...round.verdict[kind].map((text) => `seed ${seed}: ${text}`));
    await field.env.rest();
  }
  await untilIdle(field.env);
  for (const { check, violations } of await checkBooks(field.env.db))
    total.broken.push(...violations.map((violation) => `${check.name}: ${describeViolation(violation)}`));
  for (const { plan, family } of rounds) {
    const {
      rows: [agent],
    } = await field.env.db.pool.query<{ wallet: bigint }>('select wallet from wallets where member_no = $1', [
      family.agentNo,
    ]);
    const expectedMinor = commissionOf(plan, BigInt(AGENT_PERCENT_E4));
    if (agent?.wallet !== expectedMinor)
      total[(agent?.wallet ?? 0n) < expectedMinor ? 'lost' : 'doubled'].push(
        `seed ${plan.seed}: the agent has ${agent?.wallet} instead of ${expectedMinor}`,
      );
  }
  total.broken.push(...field.callbacks.strange());
  // The server's own check of the books ran all the time and must not have raised an alarm.
  const alarm = await field.env.verbs.ledger.booksWrong();
  if (alarm) total.broken.push(`the server stopped payouts: ${alarm.violation}`);
  return total;
}

/** Waits until all commission has arrived and all expired orders are closed. */
async function untilIdle({ db }: Environment): Promise<void> {
  for (;;) {
    const {
      rows: [open],
    } = await again(() =>
      db.pool.query<{ count: bigint }>(
        `select (select count(*) from owed_commission) + (select count(*) from commission_shares where transfer is null) + (select count(*) from commission_transfers where received_at is null)
         + (select count(*) from orders where status = 'unpaid' and expires_at <= now()) as count`,
      ),
    );
    if (open?.count === 0n) return;
    await pause(200);
  }
}

function report(env: Environment, { plan, verdict: { lost, doubled, broken } }: Round, tookMs: number): void {
  const faults = plan.faults.map(({ kind, afterAnswers }) => `${kind} after ${afterAnswers} answers`).join(', ');
  write(
    `seed ${plan.seed}: ${faults}: lost ${lost.length}, doubled ${doubled.length}, broken ${broken.length} (${(tookMs / 1_000).toFixed(1)} s)`,
  );
  const wrong = [...lost, ...doubled, ...broken];
  if (wrong.length > 0) write([...wrong.slice(0, 20), 'Server errors:', ...env.serverErrors().slice(-5)].join('\n  '));
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
