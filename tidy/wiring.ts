/**
 * Where a feature is named outside of its folder: the lists that fold what features contribute, and the rest of `apps`.
 * And that a feature's manifest names its contracts.
 */
import { featureOf } from './boundaries.ts';
import { isTestFile, sourceOf, sources } from './source.ts';
import type { Finding, Tree } from './tree.ts';

/**
 * Every place that a new feature can need, besides its folder and a migration: the order of the features, and five kinds
 * of lists. Its screens stand in the list of those who open them.
 */
export const wiringLists = {
  order: ['apps/server/features.ts'],
  verbs: ['apps/server/verbs.ts'],
  screens: [
    'apps/console/agent-screens.ts',
    'apps/console/authenticated-screens.ts',
    'apps/console/later-screens.ts',
    'apps/console/operator-screens.ts',
    'apps/console/public-screens.ts',
  ],
  actions: ['features/audit-actions.ts'],
  notices: ['features/notice-kinds.ts'],
  exports: ['features/export-kinds.ts'],
} as const;

/** Feature → the files of the product, outside of all features, that import from it. */
export function placesOf(tree: Tree, features: readonly string[]): Map<string, string[]> {
  const places = new Map(features.map((name) => [name, new Set<string>()]));
  for (const { path, imports } of sources(tree)) {
    if (isTestFile(path) || !/^(apps|foundation)\/|^features\/[^/]+\.ts$/.test(path)) continue;
    for (const { target } of imports) places.get(featureOf(target ?? '') ?? '')?.add(path);
  }
  return new Map([...places].map(([name, paths]) => [name, [...paths].sort()]));
}

/**
 * A contract that its feature's manifest leaves out would be neither documented nor checked. `served`: contracts with
 * their own endpoint, or that are part of another contract.
 */
export function unlistedContracts(tree: Tree, served: readonly string[]): Finding[] {
  return tree.paths
    .filter((path) => /^features\/[^/]+\/([a-z-]+-)?contract\.ts$/.test(path) && !served.includes(path))
    .flatMap((path) => {
      const manifest = `features/${featureOf(path)}/server/feature.ts`;
      const isListed = tree.has(manifest) && sourceOf(tree, manifest).imports.some(({ target }) => target === path);
      return isListed ? [] : [{ path, text: `is not in ${manifest}` }];
    });
}
