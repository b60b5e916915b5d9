/** The database that a process's settings name: the embedded server, started or found running, or any other. */
import { type Database, openDatabase } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Logger } from './log.ts';
import type { Settings } from './settings.ts';

export interface OpenedDatabase {
  db: Database;
  connectionString: string;
  embedded: EmbeddedPostgres | undefined;
  /** Stops the embedded server too, when it was started here. */
  close(): Promise<void>;
}

export async function openSettingsDatabase({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>, log: Logger): Promise<OpenedDatabase> {
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : undefined;
  const connectionString = databaseUrl ?? embedded?.connectionString ?? '';
  const db = openDatabase({ connectionString, log });
  return {
    db,
    connectionString,
    embedded,
    async close() {
      await db.close();
      await embedded?.stop();
    },
  };
}
