/**
 * A whole process that writes files as jobs and answers lists, as `npm start` does, for bench/export. The arguments are
 * the database and the member whose lists it answers. Its address goes to stdout; `/memory` tells its memory now and at
 * its highest since the last time.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { selectDisbursementPage, sumDisbursements } from '#features/disbursements/server/listing.ts';
import { workerApp } from './product-process.ts';

const [connectionString = '', memberText = ''] = process.argv.slice(2);
const memberNo = BigInt(memberText);
const { db } = await workerApp(connectionString);

let peak = 0;
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
const query = { memberNo, kind: 'payout', status: [], page: 1, limit: 100, order: 'desc' } as const;
const server = createServer((request, response) => {
  if (request.url === '/memory') {
    response.end(JSON.stringify({ now: process.memoryUsage.rss(), peak }));
    peak = 0;
    return;
  }
  void Promise.all([selectDisbursementPage(db, query), sumDisbursements(db, query, new Date(), 'Asia/Shanghai')]).then(
    ([rows, sums]) =>
      response.end(
        JSON.stringify([rows, sums], (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
      ),
  );
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
