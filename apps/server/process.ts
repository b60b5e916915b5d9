/**
 * One running process: its settings, its database (embedded or not), the app and the HTTP server. Starts what its roles
 * name and stops everything in reverse order, the embedded database last.
 */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { demoRoles } from '#database/demo/people.ts';
import { holdsDemo, seedDemo } from '#database/demo/seed.ts';
import { migrationsFolder } from '#database/migrations-folder.ts';
import { SettableClock, systemClock } from '#foundation/core/clock.ts';
import { FILES_AT_ONCE, reportConnections } from '#foundation/server/postgres/connections.ts';
import { type Database, openDatabase } from '#foundation/server/postgres/database.ts';
import { refuseUnsafeDurability } from '#foundation/server/postgres/durability.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { startJobs } from '#foundation/server/jobs/jobs.ts';
import { migrateQueue } from '#foundation/server/jobs/queue.ts';
import { createLive } from '#foundation/server/live/live.ts';
import { createLog, type Logger } from '#foundation/server/process/log.ts';
import { masterKeysOf } from '#foundation/server/secrets/master-key-files.ts';
import { openSealer } from '#foundation/server/secrets/master-keys.ts';
import { serveMetrics } from '#foundation/server/process/metrics.ts';
import { isMigrated, migrate } from '#foundation/server/postgres/migrate.ts';
import { ensurePartitions } from '#foundation/server/postgres/partitions.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { type OpenedDatabase, openSettingsDatabase } from '#foundation/server/postgres/settings-database.ts';
import type { Settings } from '#foundation/server/process/settings.ts';
import { compose, type App } from './compose.ts';
import { sealedColumns } from './sealed-columns.ts';
import type { AppEnv } from './verbs.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { agentFollower } from '#features/agents/server/projection/following.ts';
import { announceProcess, keepTurns } from '#features/operations/server/overview/turns.ts';
import { settleCommissions } from '#features/ledger/server/commissions.ts';
import { serveEndpoints } from './endpoints.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

export interface RunningProcess {
  app: App;
  /** The address that it listens on. */
  address: string;
  stop(): Promise<void>;
}

/** Opens the database that the settings name, migrated, with the sealer of its secrets. */
export async function openMigrated(settings: Settings, log: Logger): Promise<OpenedDatabase & { sealer: Sealer }> {
  const keys = await masterKeysOf(settings);
  const opened = await openSettingsDatabase(settings, log);
  try {
    await refuseUnsafeDurability(opened.db.pool);
    await opened.asOwner(async (owner, servingRole) => {
      await migrate(owner.pool, migrationsFolder, log, servingRole);
      await migrateQueue(owner.pool, servingRole);
    });
    await ensurePartitions(opened.db.pool, new Date());
    return { ...opened, sealer: await openSealer(opened.db, keys, sealedColumns) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

export async function startProcess(settings: Settings): Promise<RunningProcess> {
  const log = createLog(settings.logLevel);
  const opened = await openMigrated(settings, log);
  const { db, sealer, connectionString } = opened;
  await reportConnections(db.pool, settings.databaseConnections, log);
  const live = createLive({
    connectionString,
    pool: db.pool,
    log,
    // Consoles that hear of new settings ask for them in the same moment.
    onHint: (event) => event === 'settings.changed' && app.platform.forgetSettings(),
  });
  const fileDb = openDatabase({
    connectionString,
    log,
    size: FILES_AT_ONCE,
    applicationName: 'countinghouse files',
  });
  const app = compose({
    settings,
    db,
    fileDb,
    clock: systemClock,
    log,
    sealer,
    publish: (hint) => live.publish(hint),
    demoRoles: await demoRolesIn(settings, db),
  });
  const stops: (() => Promise<void>)[] = [
    opened.close,
    () => fileDb.close(),
    () => app.outgoing.close(),
    () => app.queue.stop(),
    () => app.gateway.settled(),
    () => app.upstreams.idle(),
    () => live.stop(),
  ];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).reverse())
      await end().catch((error: unknown) => log.error({ err: error }, 'shutdown failed'));
  };
  try {
    let seeded = false;
    const server = await createHttpServer({
      log,
      serving: () => seeded,
      trustedProxies: settings.trustedProxies,
      secure: settings.publicUrl.startsWith('https:'),
      foreignOrigins: settings.captchaProvider === 'geetest' ? geetestOrigins : [],
    });
    await serveEndpoints(server, { app, settings, live, ready: () => isReady(opened, log) });
    // Before the demo's long history: a taken port is reported at once, and callers meanwhile get "starting".
    const address = await server.listen({ host: settings.host, port: settings.port });
    stops.push(() => server.close());
    if (settings.metricsPort !== undefined)
      stops.push(await serveMetrics({ host: settings.host, port: settings.metricsPort, pool: db.pool }));
    if (settings.demo) await makeDemo({ settings, db, log, sealer }, opened.analyze);
    seeded = true;
    if (settings.roles.includes('worker')) {
      const jobs = keepTurns(app.jobs, app);
      const runner = startJobs(jobs, { connectionString, log });
      app.deliverer.start();
      stops.push(async () => void (await Promise.all([runner.stop(), app.deliverer.stop(), app.queue.stop()])));
      for (const { start } of app.queues) await start(app.queue);
    }
    stops.push(announceProcess({ version, roles: settings.roles }, app));
    return { app, address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Returns undefined unless the settings ask for the demo, outside production, and its data exists or is about to be
 * created.
 */
async function demoRolesIn({ demo, production }: Settings, db: Database): Promise<typeof demoRoles | undefined> {
  if (!demo || production) return undefined;
  return (await holdsDemo({ db, platform: platformVerbs({ db, clock: systemClock }) })) ? demoRoles : undefined;
}

/** Whether the database is reachable and migrated. Logs the reason when not. */
async function isReady({ db, embedded }: OpenedDatabase, log: Logger): Promise<boolean> {
  if (embedded !== undefined && embedded.state() !== 'ready') return false;
  try {
    const isOfThisVersion = await isMigrated(db.pool, migrationsFolder);
    if (!isOfThisVersion) log.warn('not ready: the database is not migrated');
    return isOfThisVersion;
  } catch (error) {
    log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'not ready: the database is not reached',
    );
    return false;
  }
}

/** The origins of geetest's widget, the only captcha that is not ours. */
const geetestOrigins = ['https://static.geetest.com', 'https://api.geetest.com'];

/** Builds the same app on a separate clock, which walks through the last 90 days. */
async function makeDemo(env: Omit<AppEnv, 'clock' | 'publish'>, analyze: OpenedDatabase['analyze']): Promise<void> {
  const now = new Date();
  const clock = new SettableClock(now);
  const app = compose({ ...env, clock, publish: () => undefined });
  const settle = (): Promise<void> => settleCommissions({ db: app.db, clock, systemNumbers: app.numbers });
  try {
    const showAgents = (): Promise<void> => agentFollower(app).run();
    await seedDemo({ ...app, settleCommissions: settle, showAgents, analyze }, clock, now);
    await app.upstreams.idle();
  } finally {
    await app.outgoing.close();
  }
}

/** Resolves when the process receives a signal to stop; a second signal ends it at once. */
export async function untilStopSignal(): Promise<void> {
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}
