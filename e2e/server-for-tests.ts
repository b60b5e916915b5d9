/**
 * Runs the product for journeys: `apps/server/main.ts` as its own process, on a free port, with its own data folder. It
 * must never outlive the test run, nor touch a data folder that it did not create. Its database is the embedded one, or
 * one on the cluster of `CITUS_URL`.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testFolder } from '#foundation/server/process/folder-for-tests.ts';
import { freePort } from '#foundation/server/http/port-for-tests.ts';
import { coordinatorUrl, createDatabaseFor, dropDatabaseOf } from './cluster-for-tests.ts';

/** Environment settings of the process, in addition to its port and data folder. */
export type Environment = Readonly<Record<string, string>>;

export interface ServerOptions {
  /**
   * A data folder without a running server; a copy of it is used (see demo-for-tests.ts). Default: an empty
   * database.
   */
  from?: string;
  /** Set it if others must know it before the start; default: a free port. */
  port?: number;
  env?: Environment;
}

export interface TestServer {
  readonly baseUrl: string;
  /** For example `127.0.0.1:40123`, the format of `OUTBOUND_ALLOW`. */
  readonly host: string;
  readonly dataDir: string;
  /** The whole environment of the process. */
  readonly env: Environment;
  /**
   * Starts it again after `stop` or `kill`, with the same address and data; `more` is kept for later starts. Resolves when
   * it is ready.
   */
  start(more?: Environment): Promise<void>;
  /** Stops it like Ctrl-C; throws if it does not exit cleanly. The data stays. */
  stop(): Promise<void>;
  /** Kills it like a power cut. */
  kill(): Promise<void>;
  /** The error lines of its log. */
  errors(): string[];
  /** Stops it if it is running, and deletes its data. */
  remove(): Promise<void>;
}

const PREFIX = 'countinghouse-e2e-';
const root = fileURLToPath(new URL('../', import.meta.url));
// The first start creates the demo’s data: half a minute on two idle processors, several minutes on a busy machine.
const startLimitMs = 280_000;
const stopLimitMs = 30_000;

export async function startServer({ from, port, env = {} }: ServerOptions = {}): Promise<TestServer> {
  const dataDir = from === undefined ? await testFolder(PREFIX) : await copyFolder(from);
  const onCluster = env['DATABASE_URL'] === undefined ? coordinatorUrl : undefined;
  const database = onCluster === undefined ? {} : { DATABASE_URL: await createDatabaseFor(dataDir, onCluster) };
  const server = new ServerProcess(port ?? (await freePort()), dataDir, { ...env, ...database });
  try {
    await server.start();
    return server;
  } catch (error) {
    await server.remove();
    throw error;
  }
}

/** Keeps the file owners: if root runs the tests, the database's files belong to another account. */
export async function copyFolder(from: string): Promise<string> {
  const folder = await testFolder(PREFIX);
  await promisify(execFile)('cp', ['-Rp', `${from}/.`, folder]);
  return folder;
}

/** Also drops its database on a cluster. */
export async function removeFolder(folder: string): Promise<void> {
  await dropDatabaseOf(folder);
  await rm(folder, { recursive: true, force: true });
}

class ServerProcess implements TestServer {
  readonly baseUrl: string;
  readonly host: string;
  readonly dataDir: string;
  env: Environment;
  #child: ChildProcess | undefined;
  #output = '';

  constructor(port: number, dataDir: string, env: Environment) {
    this.host = `127.0.0.1:${port}`;
    this.baseUrl = `http://${this.host}`;
    this.dataDir = dataDir;
    this.env = { PORT: port.toString(), DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO: 'off', ...env };
  }

  async start(more: Environment = {}): Promise<void> {
    this.env = { ...this.env, ...more };
    const exitWithParent = join(root, 'scripts', 'leave-with-launcher.mjs');
    // Only selected variables are passed on, so that the run's own environment does not affect a journey.
    const inherited = Object.fromEntries(
      ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]]),
    );
    const env = { ...inherited, ...this.env };
    const child = spawn(process.execPath, ['--import', exitWithParent, join(root, 'apps/server/main.ts')], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    const since = this.#output.length;
    const limit = setTimeout(() => child.kill('SIGKILL'), startLimitMs);
    try {
      await new Promise<void>((resolve, reject) => {
        const read = (chunk: Buffer): void => {
          this.#output += chunk.toString();
          if (this.#output.includes('is ready at', since)) resolve();
        };
        child.stdout?.on('data', read);
        child.stderr?.on('data', read);
        child.once('error', reject);
        child.once('exit', (code, signal) =>
          reject(new Error(`the server exited during its start (${signal ?? code})\n${this.#output.slice(since)}`)),
        );
      });
    } finally {
      clearTimeout(limit);
    }
    const { status } = await fetch(`${this.baseUrl}/readyz`);
    if (status !== 200) throw new Error(`the server reported that it is ready, but /readyz returned ${status}`);
  }

  async stop(): Promise<void> {
    const { code, signal } = await this.#end('SIGTERM');
    if (code !== 0)
      throw new Error(`the server did not stop cleanly (${signal ?? code})\n${this.#output.slice(-4_000)}`);
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
