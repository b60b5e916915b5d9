/**
 * `npm run test:citus` runs the database tests and the journeys on the Citus cluster whose coordinator `CITUS_URL` names,
 * for example `postgres://postgres@127.0.0.1:5432/postgres`: a superuser of a database that has the extension and knows
 * its workers. Each test file gets a database of its own on every machine. Without `CITUS_URL` nothing is tested.
 */
import { join } from 'node:path';
import { ensureInstalled, orExit, root } from './bootstrap.mjs';
import { launch } from './launch.mjs';

await orExit(testOnCluster(process.argv.slice(2)));

/** @param {string[]} args filters of files, for Vitest */
async function testOnCluster(args) {
  if (!process.env.CITUS_URL) return console.log('CITUS_URL is not set, so the tests on a Citus cluster are skipped.');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  await launch(await ensureInstalled(), [vitest, 'run', '--project', 'database', '--project', 'e2e', ...args], root);
}
