/**
 * The house of a running server, composed once more on its database: for what no call offers yet (a merchant's public key,
 * an upstream) and for looking into the books. It opens no door and runs no job.
 */
import { compose, type House } from '#apps/server/compose.ts';
import { systemClock } from '#foundation/core/clock.ts';
import { type Database, openDatabase } from '#foundation/server/database.ts';
import { startEmbeddedPostgres } from '#foundation/server/embedded-postgres.ts';
import { silentLog } from '#foundation/server/log.ts';
import { masterKeyOf, readSettings } from '#foundation/server/settings.ts';
import type { TestServer } from './server-for-tests.ts';

export interface TestHouse extends House {
  db: Database;
  /** Rows of one statement; amounts are `bigint`. */
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function houseOf(server: Pick<TestServer, 'env'>): Promise<TestHouse> {
  const settings = readSettings(server.env);
  // The server runs it already: we only join, and leave it running.
  const embedded = settings.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: settings.dataDir, log: silentLog }) : undefined;
  const db = openDatabase({ connectionString: settings.databaseUrl ?? embedded?.connectionString ?? '', log: silentLog, size: 4 });
  const house = compose({ settings, db, clock: systemClock, log: silentLog, masterKey: await masterKeyOf(settings), publish: () => undefined });
  return {
    ...house,
    rows: async <Row>(text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows as Row[],
    async close() {
      await house.outgoing.close();
      await db.close();
      await embedded?.stop();
    },
  };
}
