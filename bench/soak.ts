/**
 * Puts a mixed load on the product's processes for an hour, and every few seconds kills a process, the database or the
 * connection between them. Afterwards it checks everything that was acknowledged and runs `verify-books` and
 * `verify-audit`. Meanwhile it watches how live updates reach the processes.
 *   SOAK_MINUTES=60 SOAK_FAULT_S=15 SOAK_PROCESSES=2 npm run bench -- soak
 * `SOAK_FAULTS=processes` kills processes only. With `CITUS_URL` the database is on that cluster, and faults kill
 * processes only too. Exits with 1 if anything is lost, duplicated, stuck or late, or if a check finds a problem.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '#database/demo/traffic.ts';
import { type Environment, startEnvironment } from '#e2e/faults/environment.ts';
import { type FaultKind, faultKinds } from '#e2e/faults/plan.ts';
import { openCallbackServer } from '#e2e/faults/shops.ts';
import { run } from '#e2e/process/program-for-tests.ts';
import { describeMachine, percentile, table } from './machine.ts';
import { judgeSoak, settleSoak } from './soak-judge.ts';
import { type LiveWatch, watchLive } from './soak-live.ts';
import { type Promised, startSoakLoad } from './soak-load.ts';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 60);
const FAULT_S = Number(process.env['SOAK_FAULT_S'] ?? 15);
const SEED = Number(process.env['SOAK_SEED'] ?? 1);
const PROCESSES = Number(process.env['SOAK_PROCESSES'] ?? 2);
const FAULTS: readonly FaultKind[] =
  process.env['SOAK_FAULTS'] === 'processes' || process.env['CITUS_URL'] ? ['SIGKILL of the server'] : faultKinds;

const random = seededRandom(SEED);
const callbacks = await openCallbackServer();
const env = await startEnvironment(callbacks.host, {
  workers: PROCESSES,
  processRoles: 'console,worker',
  demo: true,
});
try {
  console.log(await describeMachine(env.db.pool));
  console.log(`${MINUTES} minutes, ${PROCESSES} processes, a fault every ${FAULT_S} s, seed ${SEED}\n`);
  callbacks.answerBy(() => (random() < 0.95 ? true : random() < 0.5 ? false : undefined));
  const load = startSoakLoad(env, callbacks);
  const live = watchLive(env);
  const faults = await inflictFaultsUntil(Date.now() + MINUTES * 60_000, env, load.promised);
  await live.stop();
  await load.stop();
  console.log('\nThe load has stopped; waiting for everything to finish.');
  const stuck = await settleSoak(env, load.promised);
  const findings = [...stuck, ...(await judgeSoak(env, callbacks, load.promised)), ...lateUpdates(live)];
  report(load.promised, faults);
  reportLive(live);
  for (const sentence of findings.slice(0, 50)) console.log(`WRONG  ${sentence}`);
  console.log(`lost, duplicated, stuck or late: ${findings.length}\n`);
  const books = await command('verify-books');
  const audit = await command('verify-audit');
  process.exitCode = findings.length === 0 && books === 0 && audit === 0 ? 0 : 1;
} finally {
  await env.close();
  await callbacks.close();
}

/** Inflicts faults until `endsAt`. Returns how often each kind struck. */
async function inflictFaultsUntil(endsAt: number, on: Environment, promised: Promised): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let reportedAt = Date.now();
  for (let index = 0; Date.now() < endsAt; index += 1) {
    await pause(FAULT_S * 1_000);
    const kind = FAULTS[index % FAULTS.length] ?? 'cut of the line';
    await on.inflict({ kind, pick: random(), stallMs: 100 + random() * 900, afterAnswers: 0 });
    await on.rest();
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (Date.now() - reportedAt < 60_000) continue;
    reportedAt = Date.now();
    const minutes = Math.round((endsAt - reportedAt) / 60_000);
    console.log(
      `${minutes} min left: ${promised.orders.size} orders, ${promised.payouts.size} payouts, ${[...promised.calls.values()].reduce((sum, one) => sum + one, 0)} calls`,
    );
  }
  return counts;
}

function report({ orders, payouts, calls, refused, unanswered }: Promised, faults: ReadonlyMap<string, number>): void {
  const paid = [...orders.values()].filter((order) => order.paid).length;
  const counts = (of: ReadonlyMap<string, number>): string =>
    [...of]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  console.log(
    table([
      ['acknowledged', 'count'],
      ['orders created', orders.size],
      ['orders paid', paid],
      ['payouts and withdrawals', payouts.size],
      ['console calls', [...calls.values()].reduce((sum, one) => sum + one, 0)],
      ['calls without a response, retried or abandoned', unanswered.count],
    ]),
  );
  console.log(`\ncalls: ${counts(calls)}\nrefused: ${counts(refused)}\nfaults: ${counts(faults)}\n`);
}

/** Faults of the database hold updates up, so only a soak without them judges. */
function lateUpdates({ findings }: LiveWatch): readonly string[] {
  return FAULTS.length === 1 ? findings : [];
}

function reportLive({ delays }: LiveWatch): void {
  const [p50, p99, worst] = [50, 99, 100].map((percent) => percentile(delays, percent).toFixed(0));
  console.log(`live updates at all processes: ${delays.length}, p50 ${p50} ms, p99 ${p99} ms, worst ${worst} ms\n`);
}

async function command(name: 'verify-books' | 'verify-audit'): Promise<number> {
  const [server] = env.servers;
  const { code, output, errors } = await run(`apps/server/${name}.ts`, { ...server?.env });
  console.log(`== ${name}: exit code ${code}\n${output}${errors}`);
  return code ?? 1;
}
