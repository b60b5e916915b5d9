/**
 * `npm test` runs everything that CI runs, one step after the other, and goes on after a failure. `npm test -- unit db`
 * runs the named steps only. `npm run test:fast` runs the steps that need neither a database nor a browser, all at the
 * same time. The last line is `N passed, N failed`: the tests of all suites, and one for each check that is not a suite.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { FatalError, ensureInstalled, orExit, root } from './bootstrap.mjs';
import { countTests } from './count-tests.mjs';
import { withPinnedNode } from './launch.mjs';

/**
 * In this order. `run` is a program of node_modules/.bin with its arguments, `suite` the projects of vitest.config.ts
 * that run together. `fast`: part of `test:fast`.
 * @typedef {{ name: string, run?: string[], suite?: string[], fast?: boolean }} Step
 * @type {Step[]}
 */
const steps = [
  { name: 'lint', run: ['oxlint', '--type-aware'], fast: true },
  { name: 'format', run: ['oxfmt', '--check'], fast: true },
  { name: 'types', run: ['tsc', '-b'], fast: true },
  { name: 'knip', run: ['knip'], fast: true },
  { name: 'exports', run: ['knip', '--production', '-c', 'knip-production.config.ts'], fast: true },
  { name: 'unit', suite: ['unit'], fast: true },
  { name: 'db', suite: ['database', 'after-database'] },
  { name: 'console', suite: ['console'] },
  { name: 'e2e', suite: ['e2e'] },
];

await orExit(check(process.argv.slice(2)));

/** @param {string[]} args names of steps, or `--fast` */
async function check(args) {
  const isFast = args.includes('--fast');
  const names = args.filter((arg) => arg !== '--fast');
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0)
    throw new FatalError(
      `There is no step "${unknown.join('", "')}"; there are: ${steps.map(({ name }) => name).join(', ')}.`,
    );
  const node = await ensureInstalled();
  const chosen = steps.filter(({ name, fast }) => (names.length === 0 || names.includes(name)) && (fast || !isFast));
  const rows = isFast ? await Promise.all(chosen.map((step) => runStep(node, step, []))) : [];
  if (!isFast) for (const step of chosen) rows.push(await runStep(node, step));
  summarise(rows);
}

/** @param {Awaited<ReturnType<typeof runStep>>[]} rows */
function summarise(rows) {
  for (const failure of rows.flatMap(({ failures }) => failures)) console.log(`\n× ${failure}`);
  const line = (...cells) =>
    console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(10) : String(cell).padStart(9))).join(''));
  console.log('');
  line('step', 'passed', 'failed', 'skipped', 'seconds');
  for (const { name, passed, failures, skipped, seconds } of rows)
    line(name, passed, failures.length, skipped, seconds.toFixed(1));
  const passed = rows.reduce((sum, row) => sum + row.passed, 0);
  const failed = rows.reduce((sum, row) => sum + row.failures.length, 0);
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`\n${passed} passed, ${failed} failed`);
}

/**
 * @param {string} node
 * @param {Step} step
 * @param {Buffer[]} [output] collects what the step prints until it ends; without it, that goes to the terminal at once
 */
async function runStep(node, step, output) {
  const title = `\n── ${step.name} ${'─'.repeat(66 - step.name.length)}\n\n`;
  const since = performance.now();
  if (!output) process.stdout.write(title);
  const outcome = await (step.suite ? runSuite(node, step.suite, output) : runCheck(node, step, output));
  if (output) process.stdout.write(Buffer.concat([Buffer.from(title), ...output]));
  return { name: step.name, ...outcome, seconds: (performance.now() - since) / 1_000 };
}

/**
 * @param {string} node
 * @param {Step} step
 * @param {Buffer[]} [output]
 */
async function runCheck(node, { name, run: [program, ...args] }, output) {
  const endedWell = await endsWell(node, [realpathSync(join(root, 'node_modules', '.bin', program)), ...args], output);
  return { passed: endedWell ? 1 : 0, skipped: 0, failures: endedWell ? [] : [name] };
}

/**
 * @param {string} node
 * @param {string[]} projects
 * @param {Buffer[]} [output]
 */
async function runSuite(node, projects, output) {
  const report = join(root, '.cache', 'tests', `${projects[0]}.json`);
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const chosen = projects.map((project) => `--project=${project}`);
  const endedWell = await endsWell(node, [vitest, 'run', ...chosen, ...reporters], output);
  const written = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  return countTests(written, endedWell, root);
}

/**
 * Runs a program to its end and returns whether its exit code was 0. A signal to us goes to it, and ends the whole
 * check.
 * @param {string} node
 * @param {string[]} args
 * @param {Buffer[]} [output]
 */
async function endsWell(node, args, output) {
  const out = output ? 'pipe' : 'inherit';
  // On one server, even where the cluster of `npm run test:citus` is set.
  const env = { ...withPinnedNode(node), CITUS_URL: '' };
  const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', out, out] });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data));
  const stop = (signal) => {
    child.kill(signal);
    child.once('exit', () => process.exit(130));
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.once(signal, stop);
  // 'close' comes after the last output.
  const [code] = await once(child, 'close');
  for (const signal of signals) process.off(signal, stop);
  return code === 0;
}
