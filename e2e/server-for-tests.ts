/**
 * The product as journeys meet it: `apps/server/main.ts` as a process of its own, on a free port, with its own data
 * folder of the run's own. Must never outlive the run that started it, nor touch a data folder that it did not make.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testFolder } from '#foundation/server/test-folder.ts';
import { freePort } from '#foundation/server/test-port.ts';

/** Settings (environment) of the process, on top of where it listens and keeps its data. */
export type Environment = Readonly<Record<string, string>>;

export interface ServerOptions {
  /** A data folder, stopped, to begin with a copy of (see demo-for-tests.ts); absent: an empty database. */
  from?: string;
  /** Drawn before, where others must know it first; default: a free one. */
  port?: number;
  env?: Environment;
}

export interface TestServer {
  readonly baseUrl: string;
  /** `127.0.0.1:40123`, as `OUTBOUND_ALLOW` takes it. */
  readonly host: string;
  readonly dataDir: string;
  /** Everything that the process was started with. */
  readonly env: Environment;
  /** Again after `stop` or `kill`: same address, same data. Resolves when it is ready. */
  start(): Promise<void>;
  /** As by Ctrl-C; throws when it does not end well. The data stays. */
  stop(): Promise<void>;
  /** As by a power cut. */
  kill(): Promise<void>;
  /** What it logged as an error. */
  errors(): string[];
  /** Stops it if need be and takes its data away. */
  remove(): Promise<void>;
}

const PREFIX = 'countinghouse-e2e-';
const root = fileURLToPath(new URL('../', import.meta.url));
// A first start makes the demo’s data: half a minute alone on two processors, several on a machine that is busy.
const startLimitMs = 280_000;
const stopLimitMs = 30_000;

export async function startServer({ from, port, env = {} }: ServerOptions = {}): Promise<TestServer> {
  const dataDir = from === undefined ? await testFolder(PREFIX) : await copyFolder(from);
  const server = new ServerProcess(port ?? (await freePort()), dataDir, env);
  try {
    await server.start();
    return server;
  } catch (error) {
    await server.remove();
    throw error;
  }
}

/** As it is, owners included: the database's files belong to an account of their own when root runs it. */
export async function copyFolder(from: string): Promise<string> {
  const folder = await testFolder(PREFIX);
  await promisify(execFile)('cp', ['-Rp', `${from}/.`, folder]);
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

class ServerProcess implements TestServer {
  readonly baseUrl: string;
  readonly host: string;
  readonly dataDir: string;
  readonly env: Environment;
  #child: ChildProcess | undefined;
  #output = '';

  constructor(port: number, dataDir: string, env: Environment) {
    this.host = `127.0.0.1:${port}`;
    this.baseUrl = `http://${this.host}`;
    this.dataDir = dataDir;
    this.env = { PORT: port.toString(), DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO: 'off', ...env };
  }

  async start(): Promise<void> {
    const leave = join(root, 'scripts', 'leave-with-launcher.mjs');
    // Its own environment: what this run was started with must not decide what a journey sees.
    const kept = Object.fromEntries(
      ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]]),
    );
    const env = { ...kept, ...this.env };
    const child = spawn(process.execPath, ['--import', leave, join(root, 'apps/server/main.ts')], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    const since = this.#output.length;
    const limit = setTimeout(() => child.kill('SIGKILL'), startLimitMs);
    try {
      await new Promise<void>((resolve, reject) => {
        const take = (chunk: Buffer): void => {
          this.#output += chunk.toString();
          if (this.#output.includes('is ready at', since)) resolve();
        };
        child.stdout?.on('data', take);
        child.stderr?.on('data', take);
        child.once('error', reject);
        child.once('exit', (code, signal) =>
          reject(new Error(`the server ended at its start (${signal ?? code})\n${this.#output.slice(since)}`)),
        );
      });
    } finally {
      clearTimeout(limit);
    }
    const { status } = await fetch(`${this.baseUrl}/readyz`);
    if (status !== 200) throw new Error(`the server said that it is ready, and /readyz answers ${status}`);
  }

  async stop(): Promise<void> {
    const { code, signal } = await this.#end('SIGTERM');
    if (code !== 0) throw new Error(`the server did not stop well (${signal ?? code})\n${this.#output.slice(-4_000)}`);
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  errors(): string[] {
    return this.#output.split('\n').filter((line) => /"level":(50|60)\b/.test(line));
  }

  async remove(): Promise<void> {
    try {
      if (this.#child?.exitCode === null && this.#child.signalCode === null) await this.stop();
    } finally {
      await removeFolder(this.dataDir);
    }
  }

  async #end(by: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    const child = this.#child;
    if (!child) throw new Error('the server was never started');
    if (child.exitCode === null && child.signalCode === null) {
      const limit = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      const ended = once(child, 'exit');
      child.kill(by);
      await ended;
      clearTimeout(limit);
    }
    return { code: child.exitCode, signal: child.signalCode };
  }
}
