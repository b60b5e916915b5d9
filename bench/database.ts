/** The bench's own database: an embedded server in a temporary folder, or the one in `DATABASE_URL`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsFolder } from '#database/migrations-folder.ts';
import { type Database, openDatabase } from '#foundation/server/postgres/database.ts';
import { startEmbeddedPostgres } from '#foundation/server/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { migrate } from '#foundation/server/postgres/migrate.ts';
import { ensurePartitions } from '#foundation/server/postgres/partitions.ts';
import { asSuperuser } from '#foundation/server/postgres/test-tampering.ts';

export interface BenchDatabase {
  db: Database;
  connectionString: string;
  close(): Promise<void>;
}

export async function benchDatabase(settings?: Record<string, string>): Promise<BenchDatabase> {
  const url = process.env['DATABASE_URL'];
  const dataDir = url ? undefined : await mkdtemp(join(tmpdir(), 'countinghouse-bench-'));
  const embedded = dataDir
    ? await startEmbeddedPostgres({ dataDir, log: silentLog, ...(settings ? { settings } : {}) })
    : undefined;
  // Superuser, because benches create tables, request checkpoints and read the server's statistics.
  const connectionString = url ?? asSuperuser(embedded?.connectionString ?? '');
  const db = openDatabase({ connectionString, log: silentLog });
  await migrate(db.pool, migrationsFolder, silentLog);
  await ensurePartitions(db.pool, new Date());
  return {
    db,
    connectionString,
    async close() {
      await db.close();
      await embedded?.stop();
      if (dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
