/** Runs the product's commands as from a terminal: each as its own process with its own environment. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../server-for-tests.ts';

export interface Ended {
  code: number | null;
  output: string;
  errors: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs it from start to end; `input` is what the user types or pipes in. */
export async function run(
  entry: string,
  env: Environment,
  { args = [], input = '' }: { args?: string[]; input?: string } = {},
): Promise<Ended> {
  const child = start(entry, env, args);
  child.stdin.end(input);
  const ended = once(child, 'close');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, output, errors };
}

export function start(entry: string, env: Environment, args: string[] = []): ChildProcessWithoutNullStreams {
  const own = { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'] };
  return spawn(process.execPath, [entry, ...args], {
    cwd: root,
    env: { ...own, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Waits until it prints the words; throws if it ends first. */
export async function untilOutput(child: ChildProcessWithoutNullStreams, words: string): Promise<void> {
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes(words)) return;
  }
  throw new Error(`the process ended (${child.signalCode ?? child.exitCode}) without printing "${words}": ${output}`);
}
