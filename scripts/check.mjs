/**
 * `npm test`: everything that CI runs, one step after the other, going on after a failure. `npm test -- unit db` runs
 * the named steps only. The last line is `N passed, N failed`: the tests of all suites, and one for each check that is
 * not a suite.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { Stop, ensureInstalled, orExit, root } from './bootstrap.mjs';
import { ensureConsoleBuilt } from './console-build.mjs';
import { countTests, failuresIn } from './count-tests.mjs';
import { withPinnedNode } from './launch.mjs';

/** In this order. `run` is a program of node_modules/.bin with its arguments, `suite` a project of vitest.config.ts. */
const steps = [
  { name: 'lint', run: ['oxlint', '--type-aware'] },
  { name: 'format', run: ['oxfmt', '--check'] },
  { name: 'types', run: ['tsc', '-b'] },
  { name: 'knip', run: ['knip'] },
  { name: 'exports', run: ['knip', '--production', '-c', 'knip-production.config.ts'] },
  { name: 'unit', suite: 'unit' },
  { name: 'db', suite: 'database' },
  { name: 'console', suite: 'console' },
  { name: 'e2e', suite: 'e2e', before: ensureConsoleBuilt },
];

await orExit(check(process.argv.slice(2)));

/** @param {string[]} names */
async function check(names) {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0)
    throw new Stop(
      `There is no step "${unknown.join('", "')}"; there are: ${steps.map(({ name }) => name).join(', ')}.`,
    );
  const node = await ensureInstalled();
  const rows = [];
  for (const step of steps) {
    if (names.length > 0 && !names.includes(step.name)) continue;
    console.log(`\n── ${step.name} ${'─'.repeat(66 - step.name.length)}\n`);
    const since = performance.now();
    const count = await outcomeOf(node, step);
    rows.push({ name: step.name, ...count, seconds: (performance.now() - since) / 1_000 });
  }
  summarise(rows);
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
 */
async function outcomeOf(node, step) {
  try {
    await step.before?.(node);
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0, failures: [`${step.name}: could not begin`] };
  }
  if (step.suite) return runSuite(node, step.suite);
  const [program, ...args] = step.run;
  const ok = await runs(node, [realpathSync(join(root, 'node_modules', '.bin', program)), ...args]);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures: ok ? [] : [step.name] };
}

/**
 * @param {string} node
 * @param {string} project
 */
async function runSuite(node, project) {
  const report = join(root, '.cache', 'tests', `${project}.json`);
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const endedWell = await runs(node, [vitest, 'run', '--project', project, ...reporters]);
  const written = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  return { ...countTests(written, endedWell), failures: failuresIn(written, root) };
}

/**
 * Runs a program to its end, its output with ours. A signal to us goes to it, and ends the whole check.
 * @param {string} node
 * @param {string[]} args
 * @returns {Promise<boolean>} whether it ended with exit code 0
 */
async function runs(node, args) {
  const child = spawn(node, args, { cwd: root, env: withPinnedNode(node), stdio: ['ignore', 'inherit', 'inherit'] });
  const stop = (signal) => {
    child.kill(signal);
    child.once('exit', () => process.exit(130));
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.once(signal, stop);
  try {
    const [code] = await once(child, 'exit');
    return code === 0;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
