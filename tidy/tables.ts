/**
 * Rule 3 for data: each table is written by exactly one feature (or by foundation alone), and never by an app or the
 * demo data, which ask verbs. Found in the SQL texts and the query builder's calls of the server's code; reading is
 * free.
 */
import { isTestFile, type Source, sources } from './source.ts';
import { featureOf } from './boundaries.ts';
import type { Finding, Tree } from './tree.ts';

export interface Write {
  table: string;
  path: string;
  line: number;
}

const builderVerbs = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const sqlVerbs =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?(?:public\.)?"?([a-z_]+|§)"?/gi;

/** A table with two writers, or with one that may not write any. */
export function sharedTables(tree: Tree): Finding[] {
  const byTable = Map.groupBy(writes(tree), ({ table }) => table);
  return [...byTable].flatMap(([table, found]) => {
    const owners = Map.groupBy(found, ({ path }) => ownerOf(path));
    const strangers = found
      .filter(({ path }) => ownerOf(path) === undefined)
      .map(({ path, line }) => ({ path, line, text: `writes ${table}: apps and demo data ask a verb` }));
    const named = [...owners.keys()].filter((owner) => owner !== undefined);
    if (named.length < 2) return strangers;
    return [
      ...strangers,
      ...named.map((owner) => {
        const first = owners.get(owner)?.[0];
        return {
          path: first?.path ?? '',
          line: first?.line,
          text: `writes ${table}, which ${named.filter((other) => other !== owner).join(' and ')} writes too`,
        };
      }),
    ];
  });
}

/** A written table must be named in the text, else this check is blind to it. */
export function unnamedTables(tree: Tree): Finding[] {
  return serverSources(tree).flatMap((source) =>
    sqlTexts(source).flatMap(({ text, line }) =>
      [...text.matchAll(sqlVerbs)].some(
        ([found, name], index, all) => name === '§' && isStatement(text, all[index]?.index ?? 0, found),
      )
        ? [{ path: source.path, line, text: 'writes a table whose name is put into the text' }]
        : [],
    ),
  );
}

/** Every write to a table of the migrations, in the order of the files. */
export function writes(tree: Tree): Write[] {
  const tables = tablesOf(tree);
  return serverSources(tree).flatMap((source) =>
    [
      ...sqlTexts(source).flatMap(({ text, line }) =>
        [...text.matchAll(sqlVerbs)].map(([, table = '']) => ({ table, path: source.path, line })),
      ),
      ...builderWrites(source),
    ].filter(({ table }) => tables.has(table)),
  );
}

function tablesOf(tree: Tree): Set<string> {
  const texts = tree.paths
    .filter((path) => /^database\/migrations\/.*\.sql$/.test(path))
    .map((path) => tree.read(path));
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(?:public\.)?"?([a-z_]+)"?/gi)].map(
        ([, name = '']) => name,
      ),
    ),
  );
}

function serverSources(tree: Tree): Source[] {
  return sources(tree).filter(({ path }) => /^(apps|features|foundation|database)\//.test(path) && !isTestFile(path));
}

/** The feature, or foundation; undefined: may not write. */
function ownerOf(path: string): string | undefined {
  return featureOf(path) ?? (path.startsWith('foundation/') ? 'foundation' : undefined);
}

/** `for update`, `do update` and sentences are no statements; `update … set` and the rest are. */
function isStatement(text: string, index: number, found: string): boolean {
  if (!/^update/i.test(found)) return true;
  return !/\b(for|do|key)\s+$/i.test(text.slice(0, index)) && /\bset\b/i.test(text.slice(index));
}

/** Plain texts and templates; what is put into a template stands as one §. */
function sqlTexts(source: Source): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = [];
  source.visit({
    Literal(node) {
      if (typeof node.value === 'string') found.push({ text: node.value, line: source.lineAt(node.start) });
    },
    TemplateLiteral(node) {
      found.push({
        text: node.quasis.map(({ value }) => value.cooked ?? value.raw).join('§'),
        line: source.lineAt(node.start),
      });
    },
  });
  return found;
}

function builderWrites(source: Source): Write[] {
  const found: Write[] = [];
  source.visit({
    CallExpression({ callee, arguments: [first], start }) {
      if (
        callee.type !== 'MemberExpression' ||
        callee.property.type !== 'Identifier' ||
        !builderVerbs.has(callee.property.name)
      )
        return;
      if (first?.type === 'Literal' && typeof first.value === 'string')
        found.push({ table: first.value.split(/\s/, 1)[0] ?? '', path: source.path, line: source.lineAt(start) });
    },
  });
  return found;
}
