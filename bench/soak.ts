/**
 * Mixed load on two processes of the product for an hour, while a process, the database or the line between them is
 * killed every few seconds; then every acknowledged act is looked up, and `verify-books` and `verify-audit` run.
 *   SOAK_MINUTES=60 SOAK_FAULT_S=15 npm run bench -- soak
 * Ends with 1 when anything is lost, doubled or stuck, or a check finds something.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '#database/demo/traffic.ts';
import { type Ground, prepareGround } from '#e2e/faults/ground.ts';
import { faultKinds } from '#e2e/faults/plan.ts';
import { openCallbackServer } from '#e2e/faults/shops.ts';
import { run } from '#e2e/process/program-for-tests.ts';
import { describeMachine, table } from './machine.ts';
import { judgeSoak, settleSoak } from './soak-judge.ts';
import { type Promised, startSoakLoad } from './soak-load.ts';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 60);
const FAULT_S = Number(process.env['SOAK_FAULT_S'] ?? 15);
const SEED = Number(process.env['SOAK_SEED'] ?? 1);

const random = seededRandom(SEED);
const callbacks = await openCallbackServer();
const ground = await prepareGround(callbacks.host, { workers: 2, processRoles: 'console,worker', demo: true });
try {
  console.log(await describeMachine(ground.db.pool));
  console.log(`${MINUTES} minutes, a fault every ${FAULT_S} s, seed ${SEED}\n`);
  callbacks.answerBy(() => (random() < 0.95 ? true : random() < 0.5 ? false : undefined));
  const load = startSoakLoad(ground, callbacks);
  const faults = await strikeUntil(Date.now() + MINUTES * 60_000, ground, load.promised);
  await load.stop();
  console.log('\nThe load has stopped; waiting until everything has ended.');
  const stuck = await settleSoak(ground, load.promised);
  const wrong = [...stuck, ...(await judgeSoak(ground, callbacks, load.promised))];
  report(load.promised, faults);
  for (const sentence of wrong.slice(0, 50)) console.log(`WRONG  ${sentence}`);
  console.log(`lost, doubled or stuck: ${wrong.length}\n`);
  const books = await command('verify-books');
  const audit = await command('verify-audit');
  process.exitCode = wrong.length === 0 && books === 0 && audit === 0 ? 0 : 1;
} finally {
  await ground.close();
  await callbacks.close();
}

/** How often each kind of fault struck. */
async function strikeUntil(endsAt: number, on: Ground, promised: Promised): Promise<Map<string, number>> {
  const struck = new Map<string, number>();
  let toldAt = Date.now();
  for (let index = 0; Date.now() < endsAt; index += 1) {
    await pause(FAULT_S * 1_000);
    const kind = faultKinds[index % faultKinds.length] ?? 'cut of the line';
    await on.inflict({ kind, pick: random(), stallMs: 100 + random() * 900, afterAnswers: 0 });
    await on.rest();
    struck.set(kind, (struck.get(kind) ?? 0) + 1);
    if (Date.now() - toldAt < 60_000) continue;
    toldAt = Date.now();
    const minutes = Math.round((endsAt - toldAt) / 60_000);
    console.log(
      `${minutes} min left: ${promised.orders.size} orders, ${promised.payouts.size} payouts, ${[...promised.calls.values()].reduce((sum, one) => sum + one, 0)} calls`,
    );
  }
  return struck;
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
      ['calls without an answer, repeated or given up', unanswered.count],
    ]),
  );
  console.log(`\ncalls: ${counts(calls)}\nrefused: ${counts(refused)}\nfaults: ${counts(faults)}\n`);
}

async function command(name: 'verify-books' | 'verify-audit'): Promise<number> {
  const [server] = ground.servers;
  const { code, output, errors } = await run(`apps/server/${name}.ts`, { ...server?.env });
  console.log(`== ${name}: exit code ${code}\n${output}${errors}`);
  return code ?? 1;
}
