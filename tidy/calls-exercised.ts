/** Every call that a contract offers is asked by some test, and every refusal that it declares is expected by one. */
import { featureOf } from './boundaries.ts';
import { type Source, sourceOf } from './source.ts';
import type { Finding, Tree } from './tree.ts';

export interface OfferedCalls {
  feature: string;
  calls: Readonly<Record<string, { readonly refusals?: readonly string[] }>>;
}

/** A call's path occurs in a `.db.test.ts` or in a journey. */
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
 * A declared refusal's name is a text of its own in a `.db.test.ts` of the feature that declares it, where calls are
 * really asked. A comment, a test's title, a longer text or a test without a database does not count. Whether the test
 * asks this very call is not seen.
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
  const titles = new Set<number>();
  const texts = new Map<number, string>();
  source.visit({
    CallExpression({ callee, arguments: [title] }) {
      // `test(…)`, `test.each(…)(…)`, `describe(…)`.
      const text = source.text.slice(callee.start, callee.end);
      if (title && /^(test|it|describe)\b/.test(text)) titles.add(title.start);
    },
    Literal({ value, start }) {
      if (typeof value === 'string') texts.set(start, value);
    },
  });
  return [...texts].filter(([start]) => !titles.has(start)).map(([, text]) => text);
}

/**
 * A contract that its feature's manifest leaves out would be neither documented nor checked. `served`: those that have
 * a door of their own, or are a part of another contract.
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
 * As a word of its own: `/user/info` is neither in `/user/information` nor in `/operator/user/info`; an API's base may
 * stand before it.
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
