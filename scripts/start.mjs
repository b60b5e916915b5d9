/** `npm start`: goes from a bare clone to the running product. Steps do nothing if nothing has changed. */
import { ensureInstalled, orExit, root } from './bootstrap.mjs';
import { ensureConsoleBuilt } from './console-build.mjs';
import { launch } from './launch.mjs';

await orExit(start());

async function start() {
  const node = await ensureInstalled();
  await ensureConsoleBuilt(node);
  await launch(node, ['apps/server/main.ts', ...process.argv.slice(2)], root);
}
