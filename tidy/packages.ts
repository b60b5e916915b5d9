/**
 * Checks the npm packages: binaries are pinned, every package has a hash, and only listed packages run install scripts.
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

/** The binaries (Node, PostgreSQL) must be pinned: the version must not depend on the day of the install. */
export function floatingBinaries(tree: Tree): Finding[] {
  return Object.entries(manifestOf(tree).optionalDependencies ?? {})
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => ({ path: 'package.json', text: `takes ${name} as ${version}: pin one version` }));
}

/**
 * Every package in the lock file must have a hash, except our own linked packages. An optional package for another
 * platform gets its hash when it is installed on that platform.
 */
export function unsealedPackages(tree: Tree): Finding[] {
  return Object.entries(lockOf(tree).packages)
    .filter(
      ([path, { integrity, link, optional, os, cpu }]) =>
        path.includes('node_modules/') && !link && integrity === undefined && !(optional && (os ?? cpu)),
    )
    .map(([path]) => ({ path: 'package-lock.json', text: `has no integrity for ${path}` }));
}

/** The download address of a package is a setting of the machine, not of the repository. */
export function namedRegistries(tree: Tree): Finding[] {
  return Object.entries(lockOf(tree).packages)
    .filter(([, { resolved }]) => resolved !== undefined && /^[a-z+]+:/.test(resolved))
    .map(([path]) => ({
      path: 'package-lock.json',
      text: `contains the download address of ${path}: install with omit-lockfile-registry-resolved`,
    }));
}

/** `allowScripts` must list every package with an install script, allowed or not, and no other package. */
export function unjudgedScripts(tree: Tree): Finding[] {
  const { allowScripts = {} } = manifestOf(tree);
  const withScript = new Set(
    Object.entries(lockOf(tree).packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  return [
    ...[...withScript]
      .filter((name) => !(name in allowScripts))
      .map((name) => ({
        path: 'package.json',
        text: `has no allowScripts entry for ${name}, which has an install script`,
      })),
    ...Object.keys(allowScripts)
      .filter((name) => !withScript.has(name))
      .map((name) => ({
        path: 'package.json',
        text: `has an allowScripts entry for ${name}, which has no install script`,
      })),
  ];
}

/** Checks that every command in package.json runs a file that exists. */
export function hollowCommands(tree: Tree): Finding[] {
  return Object.entries(manifestOf(tree).scripts ?? {}).flatMap(([name, command]) =>
    command
      .split(/\s+/)
      .filter((word) => /^[\w./-]+\.(ts|mjs|js)$/.test(word) && !tree.has(word))
      .map((word) => ({ path: 'package.json', text: `runs ${word} in ${name}, which does not exist` })),
  );
}

function manifestOf(tree: Tree): Manifest {
  return JSON.parse(tree.read('package.json')) as Manifest;
}

function lockOf(tree: Tree): Lock {
  return JSON.parse(tree.read('package-lock.json')) as Lock;
}
