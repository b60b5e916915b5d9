/**
 * `npm run dev`: runs the server, restarted on each code change, and Vite with the console, which forwards calls to it.
 * Both stop together, with the embedded database; when one ends by itself, so does the other.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { printLine } from '#foundation/server/process/command.ts';

const root = join(import.meta.dirname, '..', '..');
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');

const running = [start(['--watch', '--watch-preserve-output', 'apps/server/main.ts']), start([vite])];
const ended = Promise.all(running.map((child) => once(child, 'exit')));
printLine('The console is served at http://127.0.0.1:5173 while this runs; Ctrl-C ends it.');

const signalled = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal).then(() => 0)));
const died = Promise.race(running.map((child) => once(child, 'exit').then(() => 1)));
process.exitCode = await Promise.race([signalled, died]);
// A second signal forces shutdown.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => signalAll('SIGKILL'));
signalAll('SIGTERM');
await ended;

/**
 * Runs in its own process group: a terminal's Ctrl-C goes to the whole group, and the server would take a second signal
 * as a forced shutdown.
 */
function start(args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
}

function signalAll(signal: NodeJS.Signals): void {
  for (const child of running) if (child.exitCode === null && child.signalCode === null) child.kill(signal);
}
