/**
 * The verbs of a running server, composed once more on its database: for what no call offers yet (a merchant's public
 * key, an upstream) and for looking into the books. Opens no door and runs no job.
 */
import { expect } from 'vitest';
import { composeVerbs, type Verbs } from '#apps/server/verbs.ts';
import { checkBooks, describeViolation } from '#features/ledger/server/checking.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import { systemClock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/database.ts';
import { silentLog } from '#foundation/server/log.ts';
import { masterKeysOf } from '#foundation/server/master-key-files.ts';
import { readSealer } from '#foundation/server/master-keys.ts';
import { openSettingsDatabase } from '#foundation/server/settings-database.ts';
import { readSettings } from '#foundation/server/settings.ts';
import type { TestServer } from './server-for-tests.ts';

export interface TestHouse extends Verbs {
  readonly db: Database;
  /** Of one statement; bigint columns arrive as `bigint`. */
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The server may be running or not. */
export async function inHouse<Result>(
  { env }: Pick<TestServer, 'env'>,
  work: (house: TestHouse) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(env);
  const { db, close } = await openSettingsDatabase(settings, silentLog);
  const sealer = await readSealer(db.kysely, await masterKeysOf(settings));
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

/** Returns when the running server knows it, which takes up to a second. */
export async function setPlatform(
  server: Pick<TestServer, 'env' | 'baseUrl'>,
  changes: Partial<Pick<PlatformSettings, 'name' | 'logo' | 'registrationOpen' | 'withdrawalWindow'>>,
): Promise<void> {
  await inHouse(server, ({ db, platform }) => db.transaction((tx) => platform.setSettings(tx, changes)));
  await expect
    .poll(async () => ((await (await fetch(`${server.baseUrl}/api/config`)).json()) as { data: object }).data)
    .toMatchObject(changes);
}

/** What is wrong with the books, in words; every journey ends with none. */
export function brokenBooks(server: Pick<TestServer, 'env'>): Promise<string[]> {
  return inHouse(server, async ({ db }) =>
    (await checkBooks(db)).flatMap(({ check, violations }) =>
      violations.map((one) => `not so that ${check.promise}: ${describeViolation(one)}`),
    ),
  );
}
