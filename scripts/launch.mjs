/**
 * Runs a program of the product on the pinned Node as if it were this process: same terminal, same exit. Must never
 * signal it twice for one Ctrl-C: the terminal signals the whole process group, and npm forwards the signal once more.
 */
import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Copies of a signal within this time count as one. A later one is forwarded again. */
const repeatWindowMs = 1_000;
const npmCheckIntervalMs = 500;

/**
 * Settings of the garbage collector; `docs/posting-path.md` has the figures. Objects that live for one request should die
 * young, and a scavenge must not wait for a helper thread that finds no free processor. Objects that lived longer during
 * a rush must not be allocated in the old generation from then on: nothing there is freed until a full collection, and it
 * keeps alive whatever it references. A process that answers no requests keeps small what is young, since no request
 * waits for its pauses (decision 0062). Sizes are in MiB.
 * @param {string | undefined} roles as in `ROLES`
 */
export function heapFlagsOf(roles) {
  const young = roles?.trim() === 'worker' ? 4 : 64;
  return [
    '--no-parallel-scavenge',
    `--min-semi-space-size=${young}`,
    `--max-semi-space-size=${young}`,
    '--no-allocation-site-pretenuring',
  ];
}

/**
 * @param {string} node path of the Node that runs the program
 * @param {string[]} args the entry and its arguments
 * @param {string} cwd
 * @returns {Promise<never>} ends this process with the program's exit code or signal
 */
export function launch(node, args, cwd) {
  const leave = new URL('./leave-with-launcher.mjs', import.meta.url).href;
  const env = { ...withPinnedNode(node), COUNTINGHOUSE_LAUNCHED: '1' };
  // A process group of its own, so that the terminal's signals reach it only through us. The IPC channel tells it when
  // this process dies.
  const child = spawn(node, [...heapFlagsOf(process.env.ROLES), '--import', leave, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const lastAt = new Map();
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'].map((signal) => {
    const handler = () => {
      const now = performance.now();
      if (now - (lastAt.get(signal) ?? -Infinity) >= repeatWindowMs) child.kill(signal);
      lastAt.set(signal, now);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  const forgetNpm = whenNpmExits(() => child.kill('SIGTERM'));
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
 * Calls `leave` when npm has died. npm does not always forward the signal that kills it, but its children then get
 * another parent.
 * @param {() => void} leave
 * @returns {() => void} stops looking
 */
function whenNpmExits(leave) {
  if (!process.env.npm_lifecycle_event) return () => undefined;
  const npm = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(look);
    leave();
  }, npmCheckIntervalMs);
  return () => clearInterval(look);
}

/** Node's compile cache. It saves a third of a second of processor time per start. */
const compiled = fileURLToPath(new URL('../.cache/compiled', import.meta.url));

/**
 * Returns our environment with the pinned Node as the command `node`.
 * @param {string} node
 */
export function withPinnedNode(node) {
  const path = [dirname(node), process.env.PATH].filter(Boolean).join(delimiter);
  return { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: path };
}
