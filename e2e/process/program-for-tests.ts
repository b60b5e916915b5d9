/**
 * The product's commands as a person at a terminal runs them: processes of their own, with an environment of their own.
 */
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

/** From its start to its end; `input` is what is typed, or piped in. */
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

/** Until it has said so, or has ended. */
export async function untilSays(child: ChildProcessWithoutNullStreams, words: string): Promise<void> {
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes(words)) return;
  }
  throw new Error(`it ended (${child.signalCode ?? child.exitCode}) and never said "${words}": ${said}`);
}
