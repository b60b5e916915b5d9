/**
 * The verbs of a running server, composed again on its database: for what no call offers yet (a merchant's public key,
 * an upstream) and to inspect the books. Serves no requests and runs no jobs.
 */
import { expect } from 'vitest';
import { composeVerbs, type Verbs } from '#apps/server/verbs.ts';
import { checkBooks, describeViolation } from '#features/ledger/server/checking.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import { systemClock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { masterKeysOf } from '#foundation/server/secrets/master-key-files.ts';
import { readSealer } from '#foundation/server/secrets/master-keys.ts';
import { openSettingsDatabase } from '#foundation/server/postgres/settings-database.ts';
import { readSettings } from '#foundation/server/process/settings.ts';
import type { TestServer } from './server-for-tests.ts';

export interface TestApp extends Verbs {
  readonly db: Database;
  /** Runs one statement; bigint columns arrive as `bigint`. */
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Works whether or not the server is running. */
export async function inApp<Result>(
  { env }: Pick<TestServer, 'env'>,
  work: (verbs: TestApp) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(env);
  const { db, close } = await openSettingsDatabase(settings, silentLog);
  const sealer = await readSealer(db, await masterKeysOf(settings));
  const verbs = composeVerbs({ settings, db, clock: systemClock, log: silentLog, sealer, publish: () => undefined });
  try {
    return await work({
      ...verbs,
      db,
      rows: async <Row>(text: string, values: readonly unknown[] = []) =>
        (await db.pool.query(text, [...values])).rows as Row[],
    });
  } finally {
    await verbs.outgoing.close();
    await close();
  }
}

/** Returns when the running server has the change, which takes up to a second. */
export async function setPlatform(
  server: Pick<TestServer, 'env' | 'baseUrl'>,
  changes: Partial<Pick<PlatformSettings, 'name' | 'logo' | 'supportUrl' | 'registrationOpen' | 'withdrawalWindow'>>,
): Promise<void> {
  await inApp(server, ({ db, platform }) => db.transaction((tx) => platform.setSettings(tx, changes)));
  await expect
    .poll(async () => ((await (await fetch(`${server.baseUrl}/api/config`)).json()) as { data: object }).data)
    .toMatchObject(changes);
}

/** Returns the violations of the books' invariants as text; every journey must end with none. */
export function brokenBooks(server: Pick<TestServer, 'env'>): Promise<string[]> {
  return inApp(server, async ({ db }) =>
    (await checkBooks(db)).flatMap(({ check, violations }) =>
      violations.map((one) => `violated: ${check.promise}: ${describeViolation(one)}`),
    ),
  );
}
