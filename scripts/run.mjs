/**
 * `node scripts/run.mjs <entry.ts> [arguments]`: runs a TypeScript entry on the pinned Node, and installs it first if
 * needed.
 */
import { FatalError, ensureInstalled, orExit, root } from './bootstrap.mjs';
import { launch } from './launch.mjs';

await orExit(run(process.argv.slice(2)));

/** @param {string[]} args */
async function run(args) {
  if (args.length === 0) throw new FatalError('Usage: node scripts/run.mjs <entry.ts> [arguments]');
  await launch(await ensureInstalled(), args, root);
}
