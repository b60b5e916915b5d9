/**
 * `node database/write-schema.ts` writes database/schema.sql from a fresh database with all migrations. `--check`
 * compares instead and fails if the file is out of date. Uses the server of TEST_DATABASE_URL, or else starts a
 * temporary one.
 */
import { readFile, writeFile } from 'node:fs/promises';
import startServer from '#foundation/server/postgres/database-server-for-tests.ts';
import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { describeSchema } from './describe-schema.ts';

const file = new URL('./schema.sql', import.meta.url);

const stopServer = await startServer();
try {
  const text = await freshSchema();
  if (!process.argv.includes('--check')) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error('database/schema.sql is out of date: run node database/write-schema.ts');
    process.exitCode = 1;
  }
} finally {
  await stopServer?.();
}

async function freshSchema(): Promise<string> {
  const db = await testDatabase({ size: 5 });
  try {
    return await describeSchema(db.pool);
  } finally {
    await db.close();
  }
}
