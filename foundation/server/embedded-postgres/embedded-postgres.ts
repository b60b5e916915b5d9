/**
 * The embedded PostgreSQL: a real server from npm, run and supervised by this process, for an installation without its
 * own database. One process of the machine runs it (embedded-claim.ts). Another start on the same folder uses the
 * running server and does not control it. After a crash it restarts with a growing pause. When this process ends in any
 * way, the server is stopped in fast mode; if a dead supervisor still leaves a server behind, the next start stops it.
 * Must never give up durability, listen on the network, or run as root.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, EmbeddedPostgresError, accountFor } from './embedded-account.ts';
import { type Binaries, installedPackage, usableBinaries } from './embedded-binaries.ts';
import { type Claim, type ClaimHolder, claimHolder, takeClaim } from './embedded-claim.ts';
import { endBackends, ensureCluster, takeOver } from './embedded-cluster.ts';
import { type Home, openHome, prepareFor } from './embedded-home.ts';
import {
  type Postmaster,
  type ServerSettings,
  connectionStringTo,
  refusalOf,
  startPostmaster,
  untilReady,
} from './embedded-postmaster.ts';
import { databaseName, ensureRoles, roles } from './embedded-roles.ts';
import type { Logger } from '#foundation/server/process/log.ts';

export { EmbeddedPostgresError } from './embedded-account.ts';

/** Also `stopped` when another process ran the server and ended it. */
export type EmbeddedState = 'starting' | 'ready' | 'restarting' | 'stopping' | 'stopped';

export interface EmbeddedPostgres {
  /** For the `pg` driver, as the server role. Stays the same across restarts. */
  readonly connectionString: string;
  /** The same for the tables' owner, who migrates. */
  readonly ownerConnectionString: string;
  /**
   * True when another process runs the server: `stop` leaves it running, and that process restarts it after a crash.
   */
  readonly attached: boolean;
  state(): EmbeddedState;
  /** Resolves when the server answers, now or after its restart. Rejects when it was stopped. */
  ready(): Promise<void>;
  /**
   * Stops in fast mode and waits for the end: sessions are cut, and everything committed is on disk. Can be called
   * repeatedly.
   */
  stop(): Promise<void>;
  /**
   * For fault tests: ends the main process without warning (SIGKILL) or by an immediate stop (SIGQUIT). It restarts.
   */
  kill(signal?: 'SIGKILL' | 'SIGQUIT'): void;
}

export interface EmbeddedOptions {
  /** DATA_DIR: the database is in `postgres` in it. Created when missing. */
  dataDir: string;
  log: Logger;
  /** PostgreSQL settings that override ours. */
  settings?: ServerSettings;
  /** Called for each unexpected end, before the pause. */
  onCrash?: (crash: { how: string; pauseMs: number }) => void;
  /** A copy of the binary package to use instead of the installed one. */
  binaryPackage?: string;
}

const maxAttachMs = 120_000;
const fastStopMs = 60_000;
const immediateStopMs = 10_000;
/** A server that ran this long is healthy again: its next crash counts as the first. */
const healthyAfterMs = 60_000;

/**
 * Starts the server, or finds it running, with the database `countinghouse` in it. Rejects with an
 * EmbeddedPostgresError that says in one sentence what is wrong.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const home = await openHome(options.dataDir, options.log);
  const deadline = performance.now() + maxAttachMs;
  for (;;) {
    const taken = await takeClaim(home.claims);
    if ('claim' in taken) return SupervisedServer.start(home, taken.claim, options);
    const refusal =
      taken.holder.phase === 'ready'
        ? await refusalOf(connectionStringTo(home, databaseName, roles.server))
        : 'not ready';
    if (refusal === undefined) {
      options.log.info(`using the database server that process ${taken.holder.pid} runs`);
      return new AttachedServer(home);
    }
    if (performance.now() > deadline) throw new EmbeddedPostgresError(unusable(home, taken.holder, refusal));
    await pause(100);
  }
}

/** The pause before the n-th restart in a row (n from 1): 0.1 s, doubling, at most 30 s. */
export function restartPauseMs(restartsInARow: number): number {
  return Math.min(100 * 2 ** (restartsInARow - 1), 30_000);
}

function unusable(home: Home, holder: ClaimHolder, refusal: string): string {
  return `Process ${holder.pid} runs the database in ${home.folder} (${holder.phase}), but it cannot be used: ${refusal}.`;
}

/** A server that another of our processes runs. */
class AttachedServer implements EmbeddedPostgres {
  readonly attached = true;
  readonly connectionString: string;
  readonly ownerConnectionString: string;
  readonly #home: Home;
  #left = false;

  constructor(home: Home) {
    this.#home = home;
    this.connectionString = connectionStringTo(home, databaseName, roles.server);
    this.ownerConnectionString = connectionStringTo(home, databaseName, roles.owner);
  }

  state(): EmbeddedState {
    return (this.#left ? undefined : claimHolder(this.#home.claims)?.phase) ?? 'stopped';
  }

  async ready(): Promise<void> {
    while (this.state() !== 'ready') {
      if (this.state() === 'stopped') throw new EmbeddedPostgresError('The process that ran the database has ended.');
      await pause(50);
    }
  }

  async stop(): Promise<void> {
    this.#left = true;
  }

  kill(): void {
    throw new EmbeddedPostgresError('Only the process that runs the database can kill it.');
  }
}

/** The server that this process runs. */
class SupervisedServer implements EmbeddedPostgres {
  readonly attached = false;
  readonly connectionString: string;
  readonly ownerConnectionString: string;
  readonly #home: Home;
  readonly #claim: Claim;
  readonly #options: EmbeddedOptions;
  readonly #account: Account | undefined;
  readonly #binaries: Binaries;
  readonly #stopCalled = new AbortController();
  #state: EmbeddedState = 'starting';
  #postmaster: Postmaster | undefined;
  #supervision: Promise<void> = Promise.resolve();
  #stopping: Promise<void> | undefined;

  /** Holds `claim` until stopped. Releases it when the start fails. */
  static async start(home: Home, claim: Claim, options: EmbeddedOptions): Promise<SupervisedServer> {
    try {
      const account = accountFor(home.cluster);
      await prepareFor(account, home);
      await takeOver(home, options.log);
      const binaries = await usableBinaries(options.binaryPackage ?? installedPackage(), home.folder, account);
      await ensureCluster(home, binaries, account);
      const server = new SupervisedServer(home, claim, options, account, binaries);
      await server.#launch();
      server.#supervision = server.#supervise();
      return server;
    } catch (error) {
      claim.release();
      throw error;
    }
  }

  private constructor(
    home: Home,
    claim: Claim,
    options: EmbeddedOptions,
    account: Account | undefined,
    binaries: Binaries,
  ) {
    this.#home = home;
    this.#claim = claim;
    this.#options = options;
    this.#account = account;
    this.#binaries = binaries;
    this.connectionString = connectionStringTo(home, databaseName, roles.server);
    this.ownerConnectionString = connectionStringTo(home, databaseName, roles.owner);
  }

  state(): EmbeddedState {
    return this.#state;
  }

  async ready(): Promise<void> {
    while (this.#state !== 'ready') {
      if (this.#state === 'stopping' || this.#state === 'stopped')
        throw new EmbeddedPostgresError('The database was stopped.');
      await pause(20);
    }
  }

  kill(signal: 'SIGKILL' | 'SIGQUIT' = 'SIGKILL'): void {
    // The server is not ready from this moment, even before we notice its end.
    if (this.#state === 'ready') this.#enter('restarting');
    this.#postmaster?.signal(signal);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.#enter('stopping');
    this.#stopCalled.abort();
    const postmaster = this.#postmaster;
    if (postmaster) {
      postmaster.hold(true);
      postmaster.signal('SIGINT');
      if (!(await endsWithin(postmaster, fastStopMs))) postmaster.signal('SIGQUIT');
      if (!(await endsWithin(postmaster, immediateStopMs))) postmaster.signal('SIGKILL');
    }
    await this.#supervision;
    await endBackends(this.#home, this.#options.log);
    this.#state = 'stopped';
    this.#claim.release();
  }

  /** Starts the server in a free folder until it serves our database. On failure no process of it is left. */
  async #launch(): Promise<void> {
    const postmaster = startPostmaster(this.#binaries, this.#home, this.#account, this.#options.settings ?? {});
    this.#postmaster = postmaster;
    try {
      await untilReady(postmaster, this.#home, this.#options.log);
      await ensureRoles((database) => connectionStringTo(this.#home, database, roles.superuser));
      if (this.#stopCalled.signal.aborted) return;
      this.#enter('ready');
      postmaster.hold(false);
    } catch (error) {
      postmaster.signal('SIGKILL');
      await postmaster.ended;
      throw error;
    }
  }

  /** Restarts the server each time it ends, until `stop`. */
  async #supervise(): Promise<void> {
    const { signal: stopCalled } = this.#stopCalled;
    let restartsInARow = 0;
    while (!stopCalled.aborted) {
      const since = performance.now();
      const how = await this.#postmaster?.ended;
      if (stopCalled.aborted) return;
      if (performance.now() - since > healthyAfterMs) restartsInARow = 0;
      restartsInARow += 1;
      await this.#restart(how ?? 'never started', restartPauseMs(restartsInARow));
    }
  }

  async #restart(how: string, pauseMs: number): Promise<void> {
    const { log, onCrash } = this.#options;
    this.#enter('restarting');
    log.error(`the database server ended unexpectedly (${how}); it starts again in ${pauseMs} ms`);
    onCrash?.({ how, pauseMs });
    try {
      await pause(pauseMs, undefined, { signal: this.#stopCalled.signal });
      await takeOver(this.#home, log);
      if (this.#stopCalled.signal.aborted) return;
      await this.#launch();
      log.info('the database server is back');
    } catch (error) {
      if (!this.#stopCalled.signal.aborted) log.error(error instanceof Error ? error.message : String(error));
    }
  }

  #enter(state: 'ready' | 'restarting' | 'stopping'): void {
    if (this.#state === 'stopping' || this.#state === 'stopped') return;
    this.#state = state;
    this.#claim.announce(state);
  }
}

async function endsWithin(postmaster: Postmaster, timeoutMs: number): Promise<boolean> {
  const cancel = new AbortController();
  const timeout = pause(timeoutMs, false, { signal: cancel.signal }).catch(() => false);
  const ended = await Promise.race([postmaster.ended.then(() => true), timeout]);
  cancel.abort();
  return ended;
}
