/** Starts one PostgreSQL for the whole run of database tests, unless `TEST_DATABASE_URL` names one already. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { silentLog } from './log.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL']) return undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'countinghouse-test-'));
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  process.env['TEST_DATABASE_URL'] = server.connectionString;
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
