/** A process that runs the embedded server of the given folder, reports its address, and stops it on SIGTERM. */
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { silentLog } from '#foundation/server/process/log.ts';

const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: silentLog });
process.once('SIGTERM', () => void server.stop().then(() => process.exit()));
setInterval(() => {}, 1_000);
process.stdout.write(`${JSON.stringify({ connectionString: server.connectionString, attached: server.attached })}\n`);
