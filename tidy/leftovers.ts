/**
 * Finds what must not stay in the code: notes for later, disabled tests, and ways around the type checker. It reads the
 * syntax tree, so the same words inside a string do not count.
 */
import { isCode, isTest, sources } from './source.ts';
import type { Finding, Tree } from './tree.ts';

const notes = /\b(TODO|FIXME|XXX|HACK)\b/;
const silencers = /@ts-(ignore|nocheck|expect-error)/;
const switches = new Set(['skip', 'only', 'todo', 'fails']);
const testFunctions = new Set(['test', 'it', 'describe', 'bench', 'suite']);

/** Finds notes for later in code comments and in SQL, CSS, HTML and YAML files. */
export function notesForLater(tree: Tree): Finding[] {
  const inCode = sources(tree).flatMap(({ path, comments }) =>
    comments.flatMap(({ text, line }) => {
      const note = notes.exec(text)?.[1];
      return note === undefined
        ? []
        : [{ path, line, text: `says ${note}: do it, or write it down where work is planned` }];
    }),
  );
  const elsewhere = tree.paths
    .filter((path) => !isCode(path) && /\.(sql|css|html|ya?ml)$/.test(path))
    .flatMap((path) =>
      tree
        .read(path)
        .split('\n')
        .flatMap((text, index) => {
          const note = notes.exec(text)?.[1];
          return note === undefined
            ? []
            : [{ path, line: index + 1, text: `says ${note}: do it, or write it down where work is planned` }];
        }),
    );
  return [...inCode, ...elsewhere];
}

/** Allows `runIf` and `skipIf`: they say on which machine a test is meaningful. */
export function switchedOffTests(tree: Tree): Finding[] {
  return sources(tree)
    .filter(({ path }) => isTest(path))
    .flatMap((source) => {
      const found: Finding[] = [];
      source.visit({
        MemberExpression({ object, property, start }) {
          if (property.type !== 'Identifier' || !switches.has(property.name)) return;
          if (object.type === 'Identifier' && testFunctions.has(object.name))
            found.push({ path: source.path, line: source.lineAt(start), text: `has ${object.name}.${property.name}` });
        },
      });
      return found;
    });
}

/** Finds comments that silence the compiler, and `any`, which silences it implicitly. */
export function silencedTypes(tree: Tree): Finding[] {
  return sources(tree).flatMap((source) => {
    const { path } = source;
    const found: Finding[] = source.comments.flatMap(({ text, line }) => {
      const silencer = silencers.exec(text)?.[0];
      return silencer === undefined ? [] : [{ path, line, text: `has ${silencer}` }];
    });
    source.visit({
      TSAnyKeyword: ({ start }) => void found.push({ path, line: source.lineAt(start), text: 'has the type any' }),
    });
    return found;
  });
}

/** A lint rule can be disabled for a line if the same comment (` -- why`) or the comment above gives the reason. */
export function unexplainedExceptions(tree: Tree): Finding[] {
  return sources(tree).flatMap(({ path, comments }) =>
    comments.flatMap(({ text, line }, index) => {
      if (!/^\s*(ox|es)lint-disable/.test(text)) return [];
      const explained = / -- \S/.test(text) || comments[index - 1]?.line === line - 1;
      return explained ? [] : [{ path, line, text: 'disables a lint rule without a reason' }];
    }),
  );
}
