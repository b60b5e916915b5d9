/** Opens the database that a process's settings name: the embedded server, started or found running, or another one. */
import { poolSizesOf } from './connections.ts';
import { type Database, openDatabase } from './database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#foundation/server/embedded-postgres/embedded-postgres.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import type { Settings } from '#foundation/server/process/settings.ts';

export interface OpenedDatabase {
  db: Database;
  connectionString: string;
  /**
   * Works as the tables' owner, who migrates, on a few separate connections. `servingRole` is the role that gets the
   * rights.
   */
  asOwner<T>(work: (owner: Database, servingRole: string) => Promise<T>): Promise<T>;
  /**
   * Gathers the planner's statistics. Runs as the owner, because PostgreSQL skips tables of other owners with a
   * warning.
   */
  analyze(): Promise<void>;
  embedded: EmbeddedPostgres | undefined;
  /** Also stops the embedded server if it was started here. */
  close(): Promise<void>;
}

export async function openSettingsDatabase(
  { databaseUrl, databaseConnections, dataDir }: Pick<Settings, 'databaseUrl' | 'databaseConnections' | 'dataDir'>,
  log: Logger,
): Promise<OpenedDatabase> {
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : undefined;
  const connectionString = databaseUrl ?? embedded?.connectionString ?? '';
  const db = openDatabase({ connectionString, log, sizes: poolSizesOf(databaseConnections) });
  const asOwner: OpenedDatabase['asOwner'] = async (work) => {
    const { rows } = await db.pool.query<{ role: string }>('select current_user as role');
    const role = rows[0]?.role ?? '';
    if (!embedded) return work(db, role);
    const owner = openDatabase({ connectionString: embedded.ownerConnectionString, log, size: 2 });
    try {
      return await work(owner, role);
    } finally {
      await owner.close();
    }
  };
  return {
    db,
    connectionString,
    asOwner,
    analyze: () => asOwner(async ({ pool }) => void (await pool.query('analyze'))),
    embedded,
    async close() {
      await db.close();
      await embedded?.stop();
    },
  };
}
