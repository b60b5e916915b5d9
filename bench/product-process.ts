/** A whole process of the product with the role worker, whose memory benches read. */
import { systemClock } from '#foundation/core/clock.ts';
import { FILES_AT_ONCE } from '#foundation/server/postgres/connections.ts';
import { openDatabase } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { type App, compose } from '#apps/server/compose.ts';
import { benchSettings } from './app.ts';

export async function workerApp(connectionString: string): Promise<App> {
  const app = compose({
    settings: benchSettings(),
    db: openDatabase({ connectionString, log: silentLog }),
    fileDb: openDatabase({ connectionString, log: silentLog, size: FILES_AT_ONCE }),
    clock: systemClock,
    log: silentLog,
    sealer: new Sealer(Buffer.alloc(32, 7)),
    publish: () => undefined,
  });
  for (const { start } of app.queues) await start(app.queue);
  return app;
}
