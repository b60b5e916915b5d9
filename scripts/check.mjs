/**
 * `npm test` runs everything that CI runs, one step after the other, and goes on after a failure. `npm test -- unit db`
 * runs the named steps only. `npm run test:fast` runs the steps that need neither a database nor a browser, all at the
 * same time. The last line is `N passed, N failed`: the tests of all suites, and one for each check that is not a suite.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { Stop, ensureInstalled, orExit, root } from './bootstrap.mjs';
import { ensureConsoleBuilt } from './console-build.mjs';
import { countTests, failuresIn } from './count-tests.mjs';
import { withPinnedNode } from './launch.mjs';

/**
 * In this order. `run` is a program of node_modules/.bin with its arguments, `suite` a project of vitest.config.ts.
 * `fast`: part of `test:fast`.
 */
const steps = [
  { name: 'lint', run: ['oxlint', '--type-aware'], fast: true },
  { name: 'format', run: ['oxfmt', '--check'], fast: true },
  { name: 'types', run: ['tsc', '-b'], fast: true },
  { name: 'knip', run: ['knip'], fast: true },
  { name: 'exports', run: ['knip', '--production', '-c', 'knip-production.config.ts'], fast: true },
  { name: 'unit', suite: 'unit', fast: true },
  { name: 'db', suite: 'database' },
  { name: 'console', suite: 'console' },
  { name: 'e2e', suite: 'e2e', before: ensureConsoleBuilt },
];

await orExit(check(process.argv.slice(2)));

/** @param {string[]} args names of steps, or `--fast` */
async function check(args) {
  const isFast = args.includes('--fast');
  const names = args.filter((arg) => arg !== '--fast');
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0)
    throw new Stop(
      `There is no step "${unknown.join('", "')}"; there are: ${steps.map(({ name }) => name).join(', ')}.`,
    );
  const node = await ensureInstalled();
  const chosen = steps.filter(({ name, fast }) => (names.length === 0 || names.includes(name)) && (fast || !isFast));
  /** @param {typeof steps[number]} step */
  const run = async (step) => {
    const since = performance.now();
    if (!isFast) printTitle(step.name);
    const output = isFast ? [] : undefined;
    const count = await outcomeOf(node, step, output);
    if (output) {
      printTitle(step.name);
      process.stdout.write(Buffer.concat(output));
    }
    return { name: step.name, ...count, seconds: (performance.now() - since) / 1_000 };
  };
  const rows = [];
  if (isFast) rows.push(...(await Promise.all(chosen.map(run))));
  else for (const step of chosen) rows.push(await run(step));
  summarise(rows);
}

/** @param {string} name */
function printTitle(name) {
  console.log(`\n── ${name} ${'─'.repeat(66 - name.length)}\n`);
}

/**
 * @param {{ name: string, passed: number, failed: number, skipped: number, failures: string[], seconds: number }[]}
 * rows
 */
function summarise(rows) {
  for (const failure of rows.flatMap(({ failures }) => failures)) console.log(`\n× ${failure}`);
  const line = (...cells) =>
    console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(10) : String(cell).padStart(9))).join(''));
  console.log('');
  line('step', 'passed', 'failed', 'skipped', 'seconds');
  for (const { name, passed, failed, skipped, seconds } of rows)
    line(name, passed, failed, skipped, seconds.toFixed(1));
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  const failed = sum('failed');
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`\n${sum('passed')} passed, ${failed} failed`);
}

/**
 * @param {string} node
 * @param {typeof steps[number]} step
 * @param {Buffer[]} [output] takes what the step prints; without it that goes to the terminal
 */
async function outcomeOf(node, step, output) {
  try {
    await step.before?.(node);
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0, failures: [`${step.name}: could not begin`] };
  }
  if (step.suite) return runSuite(node, step.suite, output);
  const [program, ...args] = step.run;
  const ok = await runs(node, [realpathSync(join(root, 'node_modules', '.bin', program)), ...args], output);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures: ok ? [] : [step.name] };
}

/**
 * @param {string} node
 * @param {string} project
 * @param {Buffer[]} [output]
 */
async function runSuite(node, project, output) {
  const report = join(root, '.cache', 'tests', `${project}.json`);
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const endedWell = await runs(node, [vitest, 'run', '--project', project, ...reporters], output);
  const written = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  return { ...countTests(written, endedWell), failures: failuresIn(written, root) };
}

/**
 * Runs a program to its end. A signal to us goes to it, and ends the whole check.
 * @param {string} node
 * @param {string[]} args
 * @param {Buffer[]} [output]
 * @returns {Promise<boolean>} whether it ended with exit code 0
 */
async function runs(node, args, output) {
  const out = output ? 'pipe' : 'inherit';
  const child = spawn(node, args, { cwd: root, env: withPinnedNode(node), stdio: ['ignore', out, out] });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output?.push(data));
  const stop = (signal) => {
    child.kill(signal);
    child.once('exit', () => process.exit(130));
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.once(signal, stop);
  try {
    // 'close' comes when the output has been read, too.
    const [code] = await once(child, 'close');
    return code === 0;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
