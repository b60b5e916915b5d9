/** Checks that a test calls every call of every contract, and expects every refusal that it declares. */
import { featureOf } from './boundaries.ts';
import { type Source, sourceOf, testTitles } from './source.ts';
import type { Finding, Tree } from './tree.ts';

export interface OfferedCalls {
  feature: string;
  calls: Readonly<Record<string, { readonly refusals?: readonly string[] }>>;
}

/** A call's path must occur in a `.db.test.ts` or in a journey. */
export function unaskedCalls(tree: Tree, offered: readonly OfferedCalls[]): Finding[] {
  const texts = tree.paths.filter((path) => /\.(db\.test|e2e)\.ts$/.test(path)).map((path) => tree.read(path));
  return offered.flatMap(({ feature, calls }) =>
    Object.keys(calls)
      .filter((call) => !texts.some((text) => names(text, call)))
      .map((call) => ({
        path: `features/${feature}/contract.ts`,
        text: `offers ${call}, which no .db.test.ts and no journey asks`,
      })),
  );
}

/**
 * A declared refusal's name must be a text of its own in a `.db.test.ts` of the feature that declares it, where calls
 * are real. A comment, a test's title, a longer text or a test without a database does not count. Does not see whether
 * the test makes this very call.
 */
export function unprovokedRefusals(tree: Tree, offered: readonly OfferedCalls[]): Finding[] {
  return offered.flatMap(({ feature, calls }) => {
    const expected = new Set(
      tree.paths
        .filter((path) => path.endsWith('.db.test.ts') && featureOf(path) === feature)
        .flatMap((path) => textsOf(sourceOf(tree, path))),
    );
    return Object.entries(calls).flatMap(([call, { refusals = [] }]) =>
      refusals
        .filter((refusal) => !expected.has(refusal))
        .map((refusal) => ({
          path: `features/${feature}/contract.ts`,
          text: `lets ${call} refuse with ${refusal}, which no .db.test.ts of ${feature} provokes`,
        })),
    );
  });
}

/** The texts of a test, without the titles of its tests. */
function textsOf(source: Source): string[] {
  const titles = new Set(testTitles(source).map(({ start }) => start));
  const texts: string[] = [];
  source.visit({
    Literal({ value, start }) {
      if (typeof value === 'string' && !titles.has(start)) texts.push(value);
    },
  });
  return texts;
}

/**
 * A contract that its feature's manifest leaves out would be neither documented nor checked. `served`: contracts with
 * their own door, or that are part of another contract.
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

/**
 * Whether it occurs as a separate word: `/user/info` is neither in `/user/information` nor in `/operator/user/info`; an
 * API's base can precede it.
 */
function names(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text.slice(0, at);
    if (
      !/[A-Za-z0-9_/-]/.test(text.charAt(at + name.length)) &&
      (!/[A-Za-z0-9_-]$/.test(before) || /\/(api|gateway\/v1)$/.test(before))
    )
      return true;
  }
  return false;
}
