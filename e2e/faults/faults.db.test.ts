import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
    write(`${SEEDS} seeds: lost ${total.lost.length}, doubled ${total.doubled.length}, broken ${total.broken.length}`);
    expect(total).toEqual({ lost: [], doubled: [], broken: [] });
  },
);

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
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
