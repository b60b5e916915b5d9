/** A folder for embedded servers per test; nothing runs in it after the test. Only tests import this. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';
import pg from 'pg';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { allWorkingIn, untilGone } from './embedded-process.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { asSuperuser } from '#foundation/server/postgres/tampering-for-tests.ts';

/** A separate process that holds the server; `answer` is what it reports once it has it. */
export interface Supervisor {
  readonly answer: Promise<Pick<EmbeddedPostgres, 'connectionString' | 'attached'>>;
  /** Sends the signal and waits for the process to end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export class EmbeddedTestFolder {
  /** DATA_DIR of this test. */
  dataDir = '';
  #running: { stop(): Promise<unknown> }[] = [];

  constructor() {
    beforeEach(async () => {
      this.dataDir = await mkdtemp(join(tmpdir(), 'ch-embedded-'));
    });
    afterEach(async () => {
      await Promise.all(this.#running.splice(0).map((each) => each.stop()));
      if (!(await untilGone(allWorkingIn(this.cluster), this.cluster, 30_000)))
        throw new Error('a server was left running');
      rmSync(this.dataDir, { recursive: true });
    });
  }

  get home(): string {
    return join(this.dataDir, 'postgres');
  }

  get cluster(): string {
    return join(this.home, 'cluster');
  }

  async start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir: this.dataDir, log: silentLog, ...options });
    this.#running.push(server);
    return server;
  }

  supervisor(account: { uid?: number; gid?: number } = {}): Supervisor {
    const fixture = fileURLToPath(new URL('./embedded-supervisor-for-tests.ts', import.meta.url));
    const child = spawn(process.execPath, [fixture, this.dataDir], {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const line = once(createInterface({ input: child.stdout }), 'line');
    const end = async (signal: NodeJS.Signals): Promise<void> => {
      child.kill(signal);
      await ended;
    };
    this.#running.push({ stop: () => end('SIGTERM') });
    return { answer: line.then(([text]): Awaited<Supervisor['answer']> => JSON.parse(String(text))), end };
  }

  /** The process number that the server wrote to its file. */
  postmasterPid(): number {
    return Number(readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }
}

/** Returns rows as arrays, on a superuser connection. */
export async function query(
  server: { connectionString: string },
  sql: string,
  values: unknown[] = [],
): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: asSuperuser(server.connectionString) });
  // A server killed under the query is reported by the query.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, values, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}
