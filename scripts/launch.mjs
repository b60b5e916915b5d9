/**
 * Runs a program of the product on the pinned Node as if it were this process: same terminal, same end. Must never
 * signal it twice for one Ctrl-C: a terminal sends that to the whole process group, and npm passes it on once more.
 */
import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Copies of one signal within this time are one wish; a later one is a second wish, and is passed on. */
const sameWishMs = 1_000;
const npmLookEveryMs = 500;

/**
 * How memory is cleared: what lives for a request should die young, and a clearing must not wait for a helper that
 * finds no processor free (decision 0034). Nor may what lived longer in a rush be put among the old from then on:
 * nothing there dies until all is cleared, and it keeps whatever it points at (decision 0035). The sizes are in MiB.
 */
const heapFlags = [
  '--no-parallel-scavenge',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--no-allocation-site-pretenuring',
];

/**
 * @param {string} node path of the Node to run it on
 * @param {string[]} args the entry and its arguments
 * @param {string} cwd
 * @returns {Promise<never>} ends this process with the program's exit code or signal
 */
export function launch(node, args, cwd) {
  const leave = new URL('./leave-with-launcher.mjs', import.meta.url).href;
  const env = { ...withPinnedNode(node), COUNTINGHOUSE_LAUNCHED: '1' };
  // A group of its own: the terminal's signals then reach it through us alone. The channel tells it when we vanish.
  const child = spawn(node, [...heapFlags, '--import', leave, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const lastAt = new Map();
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'].map((signal) => {
    const handler = () => {
      const now = performance.now();
      if (now - (lastAt.get(signal) ?? -Infinity) >= sameWishMs) child.kill(signal);
      lastAt.set(signal, now);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  const forgetNpm = whenNpmIsGone(() => child.kill('SIGTERM'));
  return new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const remove of handlers) remove();
      forgetNpm();
      if (signal) process.kill(process.pid, signal);
      else process.exit(code ?? 1);
    });
  });
}

/**
 * npm does not always pass on the signal that ends it: whoever it leaves behind has another parent from then on.
 * @param {() => void} leave
 * @returns {() => void} stops looking
 */
function whenNpmIsGone(leave) {
  if (!process.env.npm_lifecycle_event) return () => undefined;
  const npm = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(look);
    leave();
  }, npmLookEveryMs);
  return () => clearInterval(look);
}

/** Where Node keeps what it has compiled, so that the next start need not: a third of a second of a processor each. */
const compiled = fileURLToPath(new URL('../.cache/compiled', import.meta.url));

/**
 * Our environment, in which the command `node` is the pinned one too.
 * @param {string} node
 */
export function withPinnedNode(node) {
  const path = [dirname(node), process.env.PATH].filter(Boolean).join(delimiter);
  return { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: path };
}
