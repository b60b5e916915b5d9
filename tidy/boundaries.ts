/**
 * Rules 1 to 3 of the architecture: where code runs, what can import what, what is private. Each check takes a tree and
 * returns the imports that break the rule.
 */
import { featureOrder } from './feature-order.ts';
import { type Import, isTest, isTestFile, type Source, sources } from './source.ts';
import type { Finding, Tree } from './tree.ts';

/** Where the files of a path run. Tools (tidy, bench, scripts, …) run in Node, outside the product. */
type Side = 'server' | 'console' | 'anywhere' | 'tool';

function sideOf(path: string): Side {
  if (path.startsWith('apps/console/build/')) return 'tool';
  if (path.includes('/server/')) return 'server';
  if (path.includes('/console/')) return 'console';
  return /^(features|foundation)\//.test(path) ? 'anywhere' : 'tool';
}

/** The feature that a path belongs to. */
export function featureOf(path: string): string | undefined {
  return /^features\/([^/]+)\//.exec(path)?.[1];
}

/** Rule 1: the browser's side never imports the server's, or the reverse; code for anywhere imports neither. */
export function crossedSides(tree: Tree): Finding[] {
  return findings(tree, ({ path }, { target }) => {
    if (target === undefined) return undefined;
    const from = sideOf(path);
    const to = sideOf(target);
    if (from === 'server' && to === 'console') return `runs in Node and imports ${target}, which runs in the browser`;
    if (from === 'console' && to === 'server') return `runs in the browser and imports ${target}, which runs in Node`;
    if (from === 'anywhere' && (to === 'server' || to === 'console'))
      return `runs anywhere and imports ${target}, which runs in ${to === 'server' ? 'Node' : 'the browser'} only`;
    return undefined;
  });
}

/**
 * Rule 2: apps import features, features import foundation; the order applies between features; inside foundation, core
 * imports nothing else.
 */
export function upwardImports(tree: Tree): Finding[] {
  return findings(tree, ({ path }, { target }) => {
    if (target === undefined) return undefined;
    if (path.startsWith('foundation/') && /^(features|apps)\//.test(target))
      return `is foundation and imports ${target}`;
    if (path.startsWith('foundation/core/') && /^foundation\/(?!core\/)/.test(target))
      return `is the core and imports ${target}`;
    if (path.startsWith('features/') && target.startsWith('apps/')) return `is a feature and imports ${target}`;
    return youngerNeighbour(featureOf(path), featureOf(target), target);
  });
}

function youngerNeighbour(from: string | undefined, to: string | undefined, target: string): string | undefined {
  if (from === undefined || to === undefined || from === to) return undefined;
  if (!featureOrder.includes(from) || !featureOrder.includes(to)) return undefined;
  return featureOrder.indexOf(to) > featureOrder.indexOf(from)
    ? `belongs to ${from} and imports ${target}, which is younger`
    : undefined;
}

/** Rule 2, its list: the order names each folder of `features/`, and no other. */
export function unlistedFeatures(tree: Tree): Finding[] {
  const folders = new Set(tree.paths.flatMap((path) => featureOf(path) ?? []));
  const listed = featureOrder;
  return [
    ...[...folders]
      .filter((name) => !listed.includes(name))
      .map((name) => ({ path: `features/${name}`, text: 'is not in the list of apps/server/features.ts' })),
    ...listed
      .filter((name) => !folders.has(name))
      .map((name) => ({ path: 'apps/server/features.ts', text: `names ${name}, which is no folder of features/` })),
  ];
}

/** Rule 2, around the product: code that measures, tests or publishes it is not part of it. */
export function productImportsTools(tree: Tree): Finding[] {
  return findings(tree, ({ path }, { target }) => {
    if (target === undefined || !/^(apps|features|foundation)\//.test(path)) return undefined;
    if (/^(bench|e2e|tidy|scripts|docs)\//.test(target)) return `is the product and imports ${target}`;
    if (target.startsWith('sdk/') && sideOf(path) !== 'server')
      return `imports ${target}: only server code may import the merchants' client`;
    if (target.startsWith('database/') && sideOf(path) !== 'server')
      return `imports ${target}: only server code may import the database's files`;
    return undefined;
  });
}

/**
 * Rule 2, where older features need names of younger ones: the lists `features/*.ts` collect names from the features'
 * leaf files, and all code can import the lists. Leaf files import only the core, so there is no cycle.
 */
export function foldedNames(tree: Tree): Finding[] {
  return findings(tree, ({ path }, { target, specifier }) => {
    const isLeaf = LEAF.test(path);
    if (!isLeaf && !LIST.test(path)) return undefined;
    const canImport = target !== undefined && (target.startsWith('foundation/core/') || (!isLeaf && LEAF.test(target)));
    return canImport
      ? undefined
      : `imports ${target ?? specifier}: ${isLeaf ? 'names of a feature know the core alone' : 'a list gathers names from leaf files alone'}`;
  });
}
const LEAF = /^features\/[^/]+\/(audit-words|notice-words|export-kinds)\.ts$/;
const LIST = /^features\/[^/]+\.ts$/;

/** Nouns of the product: foundation serves any product, so its code does not name them. `order` also sorts. */
const productNouns =
  /payout|withdraw|recharge|sandbox[ _-]?[a-z]|disbursement|certification|commission|cashier|bank[ _-]?card|upstream|merchant|wallet|ledger|announcement|beneficiar/i;

/** Its texts say who can make a call: roles belong to foundation, whose endpoint checks them. */
const WHO = 'foundation/server/http/openapi.ts';

/** Rule 2 for names: an identifier or a text of foundation that names a noun of the product. Comments are exempt. */
export function productNounsInFoundation(tree: Tree): Finding[] {
  return sources(tree)
    .filter(({ path }) => path.startsWith('foundation/') && !isTestFile(path))
    .flatMap((source) => {
      const found: Finding[] = [];
      const judge = (text: string, start: number): void => {
        const noun = productNouns.exec(text)?.[0];
        if (noun !== undefined && !(source.path === WHO && noun === 'Merchant'))
          found.push({ path: source.path, line: source.lineAt(start), text: `names ${noun}, which is the product's` });
      };
      source.visit({
        Identifier: ({ name, start }) => judge(name, start),
        Literal: ({ value, start }) => void (typeof value === 'string' && judge(value, start)),
        TemplateElement: ({ value, start }) => judge(value.raw, start),
        JSXText: ({ value, start }) => judge(value, start),
      });
      return found;
    });
}

/** Rule 3: another feature's store is private, also for apps and demo data; benches can fill tables as they like. */
export function foreignStores(tree: Tree): Finding[] {
  return findings(tree, ({ path }, { target }) => {
    const owner = target === undefined ? undefined : featureOf(target);
    if (target === undefined || owner === undefined || owner === featureOf(path) || path.startsWith('bench/'))
      return undefined;
    return /(^|[/-])store\.ts$/.test(target)
      ? `imports ${target}: ask that feature's rules.ts or server/verbs.ts`
      : undefined;
  });
}

/** Imports show the relation: `./` stays inside the feature; other features and foundation are named from the root. */
export function wronglySpelledImports(tree: Tree): Finding[] {
  return findings(tree, ({ path }, { specifier, target }) => {
    if (target === undefined) return undefined;
    if (!tree.has(target)) return `imports ${specifier}, and there is no ${target}`;
    const inside = roomOf(path) === roomOf(target);
    if (specifier.startsWith('.') && !inside) return `reaches ${target} by ${specifier}: write #${target}`;
    if (specifier.startsWith('#features/') && inside)
      return `reaches its own feature by ${specifier}: write a path with ./`;
    return undefined;
  });
}

/** The folder that `./` must stay in: a feature, else a folder of the root. */
function roomOf(path: string): string {
  return featureOf(path) ?? path.split('/', 1)[0] ?? '';
}

/** Tests can import anything of the product; the product imports no test and no test helper. */
export function productImportsTests(tree: Tree): Finding[] {
  return findings(tree, ({ path }, { target }) =>
    target !== undefined && isProduct(path) && !isTestFile(path) && isTestFile(target)
      ? `imports ${target}, which is for tests`
      : undefined,
  );
}

/** A command that writes a document (`write-schema.ts`) is a tool in any folder. */
function isProduct(path: string): boolean {
  return /^(apps|features|foundation|database|sdk\/src)\//.test(path) && !/\/write-[^/]+\.ts$/.test(path);
}

/** The suffix states what a test needs: without `.db.` it has no PostgreSQL. */
export function databaseInPlainTests(tree: Tree): Finding[] {
  return findings(tree, ({ path }, { target }) =>
    target === 'foundation/server/postgres/database-for-tests.ts' && isTest(path) && !/\.(db\.test|e2e)\.ts$/.test(path)
      ? 'needs PostgreSQL: its name must end in .db.test.ts'
      : undefined,
  );
}

/** No cycles between files, types included. Returns one path for each cycle. */
export function importCircles(tree: Tree): Finding[] {
  const targets = new Map(
    sources(tree).map(({ path, imports }) => [
      path,
      imports.flatMap(({ target }) => (target !== undefined && tree.has(target) ? [target] : [])),
    ]),
  );
  const done = new Set<string>();
  const found: Finding[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) found.push({ path, text: `imports itself through ${[...trail.slice(at + 1), path].join(' → ')}` });
    if (at >= 0 || done.has(path)) return;
    for (const target of targets.get(path) ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) walk(path, []);
  return found;
}

function findings(tree: Tree, judge: (source: Source, each: Import) => string | undefined): Finding[] {
  return sources(tree).flatMap((source) =>
    source.imports.flatMap((each) => {
      const text = judge(source, each);
      return text === undefined ? [] : [{ path: source.path, line: each.line, text }];
    }),
  );
}
