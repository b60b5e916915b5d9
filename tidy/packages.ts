/**
 * What comes from npm: pinned where it is a binary, fixed by hash, and running nothing at install that is not on the
 * list.
 */
import type { Finding, Tree } from './tree.ts';

interface Manifest {
  optionalDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
  scripts?: Record<string, string>;
}

interface Lock {
  packages: Record<
    string,
    {
      integrity?: string;
      resolved?: string;
      link?: boolean;
      hasInstallScript?: boolean;
      optional?: boolean;
      os?: readonly string[];
      cpu?: readonly string[];
    }
  >;
}

/** The binaries (Node, PostgreSQL) are one exact version: what runs must not depend on the day of the install. */
export function floatingBinaries(tree: Tree): Finding[] {
  return Object.entries(manifestOf(tree).optionalDependencies ?? {})
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => ({ path: 'package.json', text: `takes ${name} as ${version}: name one version` }));
}

/**
 * Each package of the lock file has its hash; what is linked is our own. Only an optional one for a machine of another
 * kind may wait for its hash until such a machine installs it.
 */
export function unsealedPackages(tree: Tree): Finding[] {
  return Object.entries(lockOf(tree).packages)
    .filter(
      ([path, { integrity, link, optional, os, cpu }]) =>
        path.includes('node_modules/') && !link && integrity === undefined && !(optional && (os ?? cpu)),
    )
    .map(([path]) => ({ path: 'package-lock.json', text: `has no integrity for ${path}` }));
}

/** Where a package came from is the machine's setting, not the repository's. */
export function namedRegistries(tree: Tree): Finding[] {
  return Object.entries(lockOf(tree).packages)
    .filter(([, { resolved }]) => resolved !== undefined && /^[a-z+]+:/.test(resolved))
    .map(([path]) => ({
      path: 'package-lock.json',
      text: `names the address that ${path} came from: install with omit-lockfile-registry-resolved`,
    }));
}

/** Who wants to run a script at install is on the list, with a yes or a no; the list names nobody else. */
export function unjudgedScripts(tree: Tree): Finding[] {
  const { allowScripts = {} } = manifestOf(tree);
  const wanting = new Set(
    Object.entries(lockOf(tree).packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  return [
    ...[...wanting]
      .filter((name) => !(name in allowScripts))
      .map((name) => ({
        path: 'package.json',
        text: `does not say in allowScripts whether ${name} may run its install script`,
      })),
    ...Object.keys(allowScripts)
      .filter((name) => !wanting.has(name))
      .map((name) => ({ path: 'package.json', text: `lists ${name} in allowScripts, which has no install script` })),
  ];
}

/** A command of package.json starts a file that is there. */
export function hollowCommands(tree: Tree): Finding[] {
  return Object.entries(manifestOf(tree).scripts ?? {}).flatMap(([name, command]) =>
    command
      .split(/\s+/)
      .filter((word) => /^[\w./-]+\.(ts|mjs|js)$/.test(word) && !tree.has(word))
      .map((word) => ({ path: 'package.json', text: `starts ${word} by ${name}, which does not exist` })),
  );
}

function manifestOf(tree: Tree): Manifest {
  return JSON.parse(tree.read('package.json')) as Manifest;
}

function lockOf(tree: Tree): Lock {
  return JSON.parse(tree.read('package-lock.json')) as Lock;
}
