/**
 * How files and folders are named and what a module can export: no barrels, no default exports unless a tool requires
 * them, no catch-all names, kebab-case files, PascalCase for a file that is one component, features with few levels.
 */
import type { ESTree } from 'vite';
import { isCode, isTest, type Source, sources } from './source.ts';
import type { Finding, Tree } from './tree.ts';

/** Files whose tool requires a default export. */
const defaultExportsAllowed = [/^[^/]+\.config\.ts$/, /^foundation\/server\/postgres\/database-server-for-tests\.ts$/];

const vagueNames = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'service',
  'services',
  'manager',
  'managers',
  'misc',
  'shared',
  'lib',
]);

/** A file that only re-exports. */
export function barrels(tree: Tree): Finding[] {
  return sources(tree).flatMap(({ path, program: { body } }) => {
    const passesOn = body.some(
      (node) =>
        node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source !== null),
    );
    const passes = (node: ESTree.Statement | ESTree.Directive): boolean =>
      node.type === 'ImportDeclaration' ||
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExportNamedDeclaration' && node.declaration === null);
    if (/(^|\/)index\.(ts|tsx|js|mjs)$/.test(path))
      return [{ path, text: 'is an index: a file is named after what it does' }];
    return passesOn && body.every(passes) ? [{ path, text: 'only exports again what others export' }] : [];
  });
}

export function defaultExports(tree: Tree): Finding[] {
  return sources(tree).flatMap((source) => {
    if (defaultExportsAllowed.some((allowed) => allowed.test(source.path))) return [];
    return source.program.body
      .filter(
        (node) =>
          node.type === 'ExportDefaultDeclaration' ||
          (node.type === 'ExportNamedDeclaration' &&
            node.specifiers.some(({ exported }) => exported.type === 'Identifier' && exported.name === 'default')),
      )
      .map((node) => ({
        path: source.path,
        line: source.lineAt(node.start),
        text: 'has a default export: a thing has one name everywhere',
      }));
  });
}

/**
 * File names: kebab-case; a .tsx that is one component has its name (a route's component is always exported as
 * `Screen`).
 */
export function misnamedFiles(tree: Tree): Finding[] {
  const code = sources(tree).flatMap((source) => {
    const { path } = source;
    const stem = stemOf(path);
    if (path.endsWith('.tsx') && !isTest(path)) {
      const values = exportedValues(source);
      const [component, ...others] = values;
      const isNamed = values.includes(stem) || (values.includes('Screen') && /^[A-Z]\w+Screen$/.test(stem));
      if (isNamed) return [];
      if (component !== undefined && others.length === 0 && /^[A-Z]/.test(component))
        return [{ path, text: `exports the component ${component}: call it ${component}.tsx` }];
    }
    const pascal = path.endsWith('.test.tsx') && isPascal(stem);
    return pascal || isKebab(stem) ? [] : [{ path, text: 'is not in kebab-case' }];
  });
  const others = tree.paths
    .filter((path) => /\.(css|sql|html|svg)$/.test(path))
    .flatMap((path) => {
      const stem = stemOf(path);
      const right = path.endsWith('.sql')
        ? /^(\d{4}_)?[a-z0-9_]+$/.test(stem)
        : isKebab(stem) || (path.endsWith('.module.css') && isPascal(stem));
      return right ? [] : [{ path, text: path.endsWith('.sql') ? 'is not in snake_case' : 'is not in kebab-case' }];
    });
  return [...code, ...others];
}

/** What only tests use is called `…-for-tests`, so that its name tells. */
export function misnamedForTests(tree: Tree): Finding[] {
  return tree.paths
    .filter((path) => /(^|\/)test-[^/]+\.tsx?$|[.-](fixtures?|mocks?|fakes?|stubs?)\.tsx?$/.test(path))
    .map((path) => {
      const stem = stemOf(path).replace(/^test-|-(fixtures?|mocks?|fakes?|stubs?)$/g, '');
      return { path, text: `is for tests: call it ${stem}-for-tests` };
    });
}

/** A vague name collects everything. */
export function vaguelyNamed(tree: Tree): Finding[] {
  return tree.paths
    .filter((path) => isCode(path) || path.endsWith('.css'))
    .flatMap((path) => {
      const words = path.split('/').flatMap((part) => part.split('.', 1)[0]?.split('-') ?? []);
      const vague = words.find((word) => vagueNames.has(word.toLowerCase()));
      return vague === undefined ? [] : [{ path, text: `says nothing with "${vague}"` }];
    });
}

/**
 * `features/<noun>/<side>/<file>`, or one folder more for a part of the side: no fourth level of folders, and no side but
 * the two.
 */
export function deepFeatures(tree: Tree): Finding[] {
  return tree.paths
    .filter((path) => path.startsWith('features/'))
    .flatMap((path) => {
      const [, , side, ...rest] = path.split('/');
      if (rest.length > 2) return [{ path, text: 'is in a fourth level of folders: the noun is two nouns' }];
      return rest.length > 0 && side !== 'server' && side !== 'console'
        ? [{ path, text: 'lies neither in server/ nor in console/' }]
        : [];
    });
}

/** A file starts with a few lines that say what it is; in a test, the titles do. */
export function filesWithoutHeader(tree: Tree): Finding[] {
  return tree.paths
    .filter((path) => (isCode(path) || path.endsWith('.sql')) && !isTest(path))
    .flatMap((path) => {
      const text = tree
        .read(path)
        .replace(/^#!.*\n/, '')
        .trimStart();
      const opening = path.endsWith('.sql') ? /^--/ : /^(\/\*\*|\/\/\/ <reference)/;
      return opening.test(text) || text === '' ? [] : [{ path, text: 'does not open with what it is' }];
    });
}

/** Names of a module's runtime exports. */
function exportedValues({ program }: Source): string[] {
  return program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type') return [];
    const { declaration } = node;
    if (declaration === null)
      return node.specifiers.flatMap(({ exported, exportKind }) =>
        exported.type === 'Identifier' && exportKind !== 'type' ? [exported.name] : [],
      );
    if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
      return declaration.id ? [declaration.id.name] : [];
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
    return [];
  });
}

/** The name without folders and without any of its endings (`.db.test.ts`). */
function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).split('.', 1)[0] ?? '';
}

function isKebab(stem: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem);
}

function isPascal(stem: string): boolean {
  return /^([A-Z][a-z0-9]*)+$/.test(stem);
}
