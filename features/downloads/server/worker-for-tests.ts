/** A worker process of the queue, for tests that kill it. The argument is the database. Its list stops after a batch. */
import { SettableClock } from '#foundation/core/clock.ts';
import { openJobQueue } from '#foundation/server/jobs/queue.ts';
import { openDatabase } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { sessionOf, workerDeps } from './downloads-for-tests.ts';
import { downloadFeature } from './feature.ts';

const [connectionString = ''] = process.argv.slice(2);
const db = openDatabase({ connectionString, log: silentLog, size: 4 });
const queue = openJobQueue({ pool: db.pool, log: silentLog });
const neverAsked = () => Promise.reject(new Error('this process sends no reports'));
const deps = workerDeps(
  db,
  new SettableClock(new Date()),
  {
    async before(batch) {
      if (batch < 3) return;
      process.stdout.write('writing\n');
      await new Promise(() => undefined);
    },
  },
  new Map([[1n, sessionOf(1n)]]),
);
const works = downloadFeature.queues({
  ...deps,
  queue,
  sealer: new Sealer(Buffer.alloc(32, 9)),
  publicUrl: 'https://pay.example',
  keys: { find: neverAsked, signCallback: neverAsked },
  outgoing: { request: neverAsked },
});
for (const { start } of works) await start(queue);
