/**
 * The journeys' servers on a Citus cluster (`CITUS_URL`, its coordinator). Each data folder has a database of its own
 * there, named by a file in the folder; a copied folder gets a copy of its original's database.
 */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cloneDatabase,
  clusterNodes,
  disconnectAll,
  dropDatabase,
  withDatabase,
} from '#foundation/server/postgres/cluster-for-tests.ts';
import { ensureTemplate } from '#foundation/server/postgres/database-for-tests.ts';

// An empty value means no cluster, as in the runs that must not use one.
export const coordinatorUrl = process.env['CITUS_URL'] || undefined;

/** Creates the database of a new or just copied folder; returns its URL. */
export async function createDatabaseFor(dataDir: string, adminUrl: string): Promise<string> {
  const nodes = await clusterNodes(adminUrl);
  const original = (await databaseOf(dataDir)) ?? (await ensureTemplate(nodes));
  const name = `journey_${randomBytes(6).toString('hex')}`;
  await cloneDatabase(nodes, original, name);
  await writeFile(fileIn(dataDir), name);
  return withDatabase(adminUrl, name);
}

/** Ends the connections to the folder's database, so that it can be copied. Does nothing without a cluster. */
export async function releaseDatabaseOf(dataDir: string): Promise<void> {
  await withDatabaseOf(dataDir, disconnectAll);
}

/** Does nothing without a cluster. */
export async function dropDatabaseOf(dataDir: string): Promise<void> {
  await withDatabaseOf(dataDir, dropDatabase);
}

async function withDatabaseOf(
  dataDir: string,
  work: (nodes: readonly string[], name: string) => Promise<void>,
): Promise<void> {
  if (coordinatorUrl === undefined) return;
  const name = await databaseOf(dataDir);
  if (name !== undefined) await work(await clusterNodes(coordinatorUrl), name);
}

async function databaseOf(dataDir: string): Promise<string | undefined> {
  try {
    return await readFile(fileIn(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'cluster-database');
}
