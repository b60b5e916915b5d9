import { expect, test } from 'vitest';
import { floatingBinaries, hollowCommands, namedRegistries, unjudgedScripts, unsealedPackages } from './packages.ts';
import { findingLines, repository, treeOf, type Tree } from './tree.ts';

const repo = repository();

const broken: Tree = treeOf({
  'package.json': JSON.stringify({
    optionalDependencies: { node: '26.1.0', postgres: '^18.0.0', beta: '18.4.0-beta.17' },
    allowScripts: { postgres: true, gone: false },
    scripts: { start: 'node scripts/run.mjs apps/gone.ts --all' },
  }),
  'scripts/run.mjs': '',
  'package-lock.json': JSON.stringify({
    packages: {
      '': {},
      sdk: { version: '1.0.0' },
      'node_modules/@ours/sdk': { resolved: 'sdk', link: true },
      'node_modules/postgres': { integrity: 'sha512-x', hasInstallScript: true },
      'node_modules/a/node_modules/b': { integrity: 'sha512-x', hasInstallScript: true },
      'node_modules/elsewhere': { optional: true, os: ['sunos'] },
      'node_modules/c': { version: '1.0.0', resolved: 'https://example.org/c.tgz' },
    },
  }),
});

test('the embedded binaries are pinned to one exact version', () => {
  expect(findingLines(floatingBinaries(repo))).toEqual([]);
  expect(findingLines(floatingBinaries(broken))).toEqual(['package.json takes postgres as ^18.0.0: pin one version']);
});

test('every package in the lock file has a hash', () => {
  expect(findingLines(unsealedPackages(repo))).toEqual([]);
  expect(findingLines(unsealedPackages(broken))).toEqual(['package-lock.json has no integrity for node_modules/c']);
});

test('the lock file contains no download addresses', () => {
  expect(findingLines(namedRegistries(repo))).toEqual([]);
  expect(findingLines(namedRegistries(broken))).toEqual([
    'package-lock.json contains the download address of node_modules/c: install with omit-lockfile-registry-resolved',
  ]);
});

test('allowScripts lists exactly the packages that have an install script', () => {
  expect(findingLines(unjudgedScripts(repo))).toEqual([]);
  expect(findingLines(unjudgedScripts(broken))).toEqual([
    'package.json has an allowScripts entry for gone, which has no install script',
    'package.json has no allowScripts entry for b, which has an install script',
  ]);
});

test('every command in package.json runs a file that exists', () => {
  expect(findingLines(hollowCommands(repo))).toEqual([]);
  expect(findingLines(hollowCommands(broken))).toEqual([
    'package.json runs apps/gone.ts in start, which does not exist',
  ]);
});
