/**
 * A whole process that writes files as jobs and answers lists, as `npm start` does, for bench/export. The arguments are
 * the database and the member whose lists it answers. Its address goes to stdout; each answer carries its peak memory.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { selectDisbursementPage, sumDisbursements } from '#features/disbursements/server/listing.ts';
import { systemClock } from '#foundation/core/clock.ts';
import { FILES_AT_ONCE } from '#foundation/server/postgres/connections.ts';
import { openDatabase } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { compose } from '#apps/server/compose.ts';
import { benchSettings } from './app.ts';

const [connectionString = '', memberText = ''] = process.argv.slice(2);
const memberNo = BigInt(memberText);
const db = openDatabase({ connectionString, log: silentLog });
const app = compose({
  settings: benchSettings(),
  db,
  fileDb: openDatabase({ connectionString, log: silentLog, size: FILES_AT_ONCE }),
  clock: systemClock,
  log: silentLog,
  sealer: new Sealer(Buffer.alloc(32, 7)),
  publish: () => undefined,
});
for (const { start } of app.queues) await start(app.queue);

let peak = 0;
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
const query = { memberNo, kind: 'payout', status: [], page: 1, limit: 100, order: 'desc' } as const;
const server = createServer((request, response) => {
  if (request.url === '/memory') {
    response.end(JSON.stringify({ peak }));
    peak = 0;
    return;
  }
  void Promise.all([
    selectDisbursementPage(db.kysely, query),
    sumDisbursements(db.kysely, query, new Date(), 'Asia/Shanghai'),
  ]).then(([rows, sums]) =>
    response.end(
      JSON.stringify([rows, sums], (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ),
  );
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
