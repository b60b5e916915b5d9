import { expect, test } from 'vitest';
import { floatingBinaries, hollowCommands, namedRegistries, unjudgedScripts, unsealedPackages } from './packages.ts';
import { findingLines, repository, treeOf, type Tree } from './tree.ts';

const house = repository();

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

test('the embedded binaries are one exact version', () => {
  expect(findingLines(floatingBinaries(house))).toEqual([]);
  expect(findingLines(floatingBinaries(broken))).toEqual(['package.json takes postgres as ^18.0.0: name one version']);
});

test('every package of the lock file is fixed by its hash', () => {
  expect(findingLines(unsealedPackages(house))).toEqual([]);
  expect(findingLines(unsealedPackages(broken))).toEqual(['package-lock.json has no integrity for node_modules/c']);
});

test('the lock file names no address that packages come from', () => {
  expect(findingLines(namedRegistries(house))).toEqual([]);
  expect(findingLines(namedRegistries(broken))).toEqual([
    'package-lock.json names the address that node_modules/c came from: install with omit-lockfile-registry-resolved',
  ]);
});

test('install scripts are run or refused by a list that names exactly who has one', () => {
  expect(findingLines(unjudgedScripts(house))).toEqual([]);
  expect(findingLines(unjudgedScripts(broken))).toEqual([
    'package.json does not say in allowScripts whether b may run its install script',
    'package.json lists gone in allowScripts, which has no install script',
  ]);
});

test('every command of package.json starts a file that is there', () => {
  expect(findingLines(hollowCommands(house))).toEqual([]);
  expect(findingLines(hollowCommands(broken))).toEqual([
    'package.json starts apps/gone.ts by start, which does not exist',
  ]);
});
