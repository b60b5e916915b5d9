/**
 * Starts one PostgreSQL for the whole run of database tests, unless `CITUS_URL` (a cluster's coordinator) or
 * `TEST_DATABASE_URL` already names one.
 */
import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '#foundation/server/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { testFolder } from '#foundation/server/process/folder-for-tests.ts';
import { asSuperuser } from './tampering-for-tests.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['CITUS_URL']) process.env['TEST_DATABASE_URL'] = process.env['CITUS_URL'];
  if (process.env['TEST_DATABASE_URL']) return undefined;
  const dataDir = await testFolder('countinghouse-test-');
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  process.env['TEST_DATABASE_URL'] = asSuperuser(server.connectionString);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
