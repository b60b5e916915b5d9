/**
 * `node scripts/complete-lock.mjs`: run it after a change of packages. Adds to package-lock.json the optional packages
 * of other platforms that npm left out because the registry in use doesn't have them. Without these entries `npm ci`
 * rejects the lock file on every machine. A new entry has no integrity until an install from a complete registry adds
 * it. Existing entries don't change.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Parts of package names that tell which platform the package is for. */
const systems = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony'];
const processors = {
  x64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  armv7: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  ppc64le: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
};
const libraries = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' };

/**
 * Returns the optional dependencies that have no entry in the lock file, by path.
 * @param {{ packages: Record<string, any> }} lock
 * @returns {Record<string, object>}
 */
export function missingOptional({ packages }) {
  const missing = {};
  for (const [path, parent] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (ancestors(path).some((folder) => packages[`${folder}node_modules/${name}`])) continue;
      if (!/^\d+\.\d+\.\d+/.test(version))
        throw new Error(`${name} is required as "${version}", but only an exact version can be added`);
      const { dev, license } = parent;
      missing[`node_modules/${name}`] = {
        version,
        ...machineOf(name),
        ...(dev && { dev }),
        ...(license && { license }),
        optional: true,
      };
    }
  }
  return missing;
}

/**
 * The folders in which a package looks for its dependencies, each with a trailing slash, from its own up to the root's
 * ''.
 * @param {string} path
 */
function ancestors(path) {
  const folders = new Set([path === '' ? '' : `${path}/`]);
  for (let at = path.lastIndexOf('node_modules/'); at > 0; at = path.lastIndexOf('node_modules/', at - 1))
    folders.add(path.slice(0, at));
  return [...folders.add('')];
}

/** @param {string} name */
function machineOf(name) {
  const words = name.split(/[/-]/);
  const cpu = words.flatMap((word) => processors[word] ?? []);
  const os = words.filter((word) => systems.includes(word));
  const libc = words.flatMap((word) => libraries[word] ?? []);
  return { ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }), ...(os.length > 0 && { os }) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(process.argv[2] ?? join(import.meta.dirname, '..'), 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingOptional(lock);
  const all = Object.entries({ ...lock.packages, ...missing });
  lock.packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')));
  if (Object.keys(missing).length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} entries added`);
}
