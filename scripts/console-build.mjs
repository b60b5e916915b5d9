/**
 * Builds the console's files with Vite when their sources have changed. Must never leave a partial build that looks
 * complete.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { withLock } from './lock.mjs';
import { FatalError, root } from './bootstrap.mjs';
import { withPinnedNode } from './launch.mjs';

/** What the build reads. */
const sources = [
  'apps/console',
  'features',
  'foundation/core',
  'foundation/console',
  'package-lock.json',
  'vite.config.ts',
  'postcss.config.mjs',
  'postcss.config.cjs',
  'tsconfig.base.json',
  'tsconfig.console.json',
  'scripts/console-build.mjs',
];

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** What the build never reads: the server side of features, and tests. */
const ignored = /^features\/[^/]+\/server\/|\.test\.tsx?$/;

/**
 * Builds `dist/console` if its sources have changed.
 * @param {string} node the pinned Node
 * @param {string} [folder] the repository
 */
export async function ensureConsoleBuilt(node, folder = root) {
  if (isBuilt(folder)) return;
  await withLock(folder, 'console-build', async () => {
    if (!isBuilt(folder)) await build(node, folder);
  });
}

/** @param {string} folder */
function isBuilt(folder) {
  const mark = markOf(folder);
  return (
    existsSync(mark) &&
    readFileSync(mark, 'utf8') === sourceHash(folder) &&
    existsSync(join(folder, 'dist/console/.page.json'))
  );
}

/** @param {string} folder */
const markOf = (folder) => join(folder, 'dist', 'console', '.build-hash');

/**
 * @param {string} node
 * @param {string} folder
 */
async function build(node, folder) {
  console.error('Building the console …');
  const hash = sourceHash(folder);
  rmSync(markOf(folder), { force: true });
  // The browser always gets the production build, whatever mode the server runs in.
  const env = { ...withPinnedNode(node), NODE_ENV: 'production' };
  for (const args of [
    [join(folder, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    [join(folder, 'apps', 'console', 'build', 'page.mjs')],
  ]) {
    const child = spawn(node, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
    const [code, signal] = await once(child, 'exit');
    if (code !== 0)
      throw new FatalError(
        `The console could not be built (${signal ?? `exit code ${code}`}); the reason is above. Nothing was started.`,
      );
  }
  await compress(join(folder, 'dist', 'console', 'assets'));
  writeFileSync(markOf(folder), hash);
}

/**
 * Writes compressed copies next to every file, which the server sends to clients that accept them.
 * @param {string} assets
 */
async function compress(assets) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const names = (await readdir(assets)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(assets, name);
      const content = await readFile(path);
      await Promise.all([
        brotliAsync(content, { params }).then((copy) => writeFile(`${path}.br`, copy)),
        gzipAsync(content, { level: 9 }).then((copy) => writeFile(`${path}.gz`, copy)),
      ]);
    }),
  );
}

/**
 * Hashes the names and contents of all sources.
 * @param {string} folder
 * @returns {string}
 */
export function sourceHash(folder) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesOf(folder, source)) {
      if (ignored.test(file)) continue;
      const content = readFileSync(join(folder, file));
      hash.update(`${file}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @param {string} path
 * @returns {string[]} in an order that is the same on every machine
 */
function filesOf(folder, path) {
  const found = statSync(join(folder, path), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(folder, path))
    .sort()
    .flatMap((name) => filesOf(folder, `${path}/${name}`));
}
