/**
 * Rules 2 and 3 for data. Each table is written by exactly one feature (or by foundation alone), and never by an app or
 * the demo data, which call verbs. A feature reads its own tables, and the foreign tables that its manifest names;
 * tables of a younger feature only with a reason in `readsOfYounger`. Finds both in the SQL texts of the server's
 * code.
 */
import type { ESTree } from 'vite';
import { isTestFile, type Source, sources } from './source.ts';
import { featureOf } from './boundaries.ts';
import { featureOrder } from './feature-order.ts';
import type { Finding, Tree } from './tree.ts';

/** One place where a table, or a view of the schema `audit`, is written or read. */
export interface Use {
  table: string;
  path: string;
  line: number;
}

/**
 * The reads that go against the order of the features: feature → table or view → why it cannot call a verb of the
 * younger feature instead.
 */
export const readsOfYounger: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  approvals: { users: 'a list of proposals names who proposed and who decided, joined in one statement' },
  audit: { users: 'a chain is verified together with the name of its user' },
  channels: {
    order_rollups: 'today’s orders of each channel, for the list of channels',
    upstreams: 'a route is joined with the state of its upstream, on the path of every order',
  },
  ledger: {
    orders: 'what each agent earns is on the order, and the transaction that sends it reads it there',
    users: 'a hold names the operator who made it, joined in one statement',
    'audit.callbacks': 'the check of the books compares with what the money was moved for',
    'audit.disbursement_days': 'the check of the books compares with what the money was moved for',
    'audit.disbursements': 'the check of the books compares with what the money was moved for',
    'audit.order_reversals': 'the check of the books compares with what the money was moved for',
    'audit.order_rollups': 'the check of the books compares with what the money was moved for',
    'audit.orders': 'the check of the books compares with what the money was moved for',
    'audit.owed_commission': 'the shares of what is owed are on the orders',
  },
  platform: {
    members: 'a change of the depth of trees is compared with the deepest tree',
    users: 'an announcement names the operator who changed it last, joined in one statement',
  },
  sessions: {
    authenticators: 'an operator who needs one is refused at every request until it is there',
    staff_roles: 'a session is read together with its user’s rights in one statement, at every request',
    users: 'a session is read together with its user in one statement, at every request',
  },
};

const sqlVerbs =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?(?:public\.)?"?([a-z_]+|§)"?/gi;

/** A table with two writers, or with a writer that must not write any. */
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

/** A written table must be named in the text, because this check cannot see it otherwise. */
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

/**
 * Statements that get the name of what they read from a caller, so that `reads` does not see it: path → which code
 * names it.
 */
const namedByCallers: Readonly<Record<string, string>> = {
  'features/approvals/server/proposals.ts': 'each kind of proposal names its own table',
  'features/ledger/server/callback-checks.ts': 'the two checks name audit.orders and audit.disbursements',
  'features/ledger/server/checking.ts': 'each check names the view of the schema audit that it counts',
  'foundation/server/secrets/resealing.ts': 'each sealed column names its own table',
};

/** A statement that reads from an inserted name, where none is expected. */
export function unnamedReads(tree: Tree): Finding[] {
  return serverSources(tree).flatMap((source) => {
    const found: Finding[] = [];
    source.visit({
      TemplateLiteral({ quasis, expressions, start }) {
        const isHidden = expressions.some(
          (expression, at) =>
            /\b(?:from|join|using)\s+(?:only\s+)?$/i.test(quasis[at]?.value.raw ?? '') && putsNameIn(expression),
        );
        if (isHidden && !(source.path in namedByCallers))
          found.push({
            path: source.path,
            line: source.lineAt(start),
            text: 'reads a table whose name is put into the text',
          });
      },
    });
    return found;
  });
}

/** `sql.raw(…)`, `sql.ref(…)`. */
function putsNameIn(node: ESTree.Expression): boolean {
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.object.type === 'Identifier' &&
    node.callee.object.name === 'sql' &&
    node.callee.property.type === 'Identifier' &&
    ['raw', 'ref'].includes(node.callee.property.name)
  );
}

/** Every write to a table of the migrations, in the order of the files. */
export function writes(tree: Tree): Use[] {
  const tables = tablesOf(tree);
  return serverSources(tree).flatMap((source) =>
    sqlTexts(source)
      .flatMap(({ text, line }) =>
        [...text.matchAll(sqlVerbs)].map(([, table = '']) => ({ table, path: source.path, line })),
      )
      .filter(({ table }) => tables.has(table)),
  );
}

/** The tables that a feature's manifest names. */
export interface DeclaredTables {
  readonly name: string;
  readonly writes?: readonly string[];
  readonly reads?: readonly string[];
}

/** A manifest whose lists are not exactly what the feature's SQL writes and reads. */
export function undeclaredTables(tree: Tree, manifests: readonly DeclaredTables[]): Finding[] {
  const [written, read] = [byFeature(writes(tree)), byFeature(reads(tree))];
  const findings = manifests.flatMap(({ name, writes: ownWrites = [], reads: ownReads = [] }) => {
    const own = new Set(written.get(name));
    const others = [...(read.get(name) ?? [])].filter((table) => !own.has(table) && !isViewOf(tree, table, own));
    return [
      ...differences(ownWrites, [...own]).map((text) => ({ name, text: `writes ${text}` })),
      ...differences(ownReads, others).map((text) => ({ name, text: `reads ${text}` })),
    ];
  });
  const foundation = new Set(written.get('foundation'));
  return [
    ...findings.map(({ name, text }) => ({ path: `features/${name}/server/feature.ts`, text })),
    ...[...(read.get('foundation') ?? [])]
      .filter((table) => !foundation.has(table))
      .map((table) => ({ path: 'foundation', text: `reads ${table}, which is a feature’s` })),
  ];
}

/** A read of a younger feature's table without a reason, and a reason without a read. */
export function readsAgainstOrder(
  tree: Tree,
  order: readonly string[] = featureOrder,
  reasons: typeof readsOfYounger = readsOfYounger,
): Finding[] {
  const owners = new Map(
    [...byFeature(writes(tree))].flatMap(([feature, tables]) => [...tables].map((table) => [table, feature] as const)),
  );
  const isYounger = (table: string, feature: string): boolean =>
    tablesUnder(tree, table).some((one) => order.indexOf(owners.get(one) ?? '') > order.indexOf(feature));
  const found = [...byFeature(reads(tree))]
    .filter(([feature]) => order.includes(feature))
    .flatMap(([feature, tables]) =>
      [...tables].filter((table) => isYounger(table, feature)).map((table) => ({ feature, table })),
    );
  const named = Object.entries(reasons).flatMap(([feature, tables]) =>
    Object.keys(tables).map((table) => ({ feature, table })),
  );
  const isIn = (list: typeof named, { feature, table }: (typeof named)[number]): boolean =>
    list.some((one) => one.feature === feature && one.table === table);
  return [
    ...found
      .filter((one) => !isIn(named, one))
      .map(({ feature, table }) => ({ path: `features/${feature}`, text: `reads ${table} of a younger feature` })),
    ...named
      .filter((one) => !isIn(found, one))
      .map(({ feature, table }) => ({
        path: 'tidy/tables.ts',
        text: `excuses ${feature} for ${table}, which it does not read`,
      })),
  ];
}

/** Every read of a table, or of a view of the schema `audit`. */
export function reads(tree: Tree): Use[] {
  const known = new Set([...tablesOf(tree), ...viewsOf(tree).keys()]);
  return serverSources(tree).flatMap((source) =>
    sqlTexts(source).flatMap(({ text, line }) =>
      readIn(text)
        .filter((table) => known.has(table))
        .map((table) => ({ table, path: source.path, line })),
    ),
  );
}

/** The names after `from`, `join` and `using`, in statements inside parentheses too. */
function readIn(text: string): string[] {
  return [...text.matchAll(readList)].flatMap(([, list = '']) =>
    list.split(',').map((one) => /^\s*(?:lateral\s+)?(?:only\s+)?(?:public\.)?"?([a-z_0-9.]+)/i.exec(one)?.[1] ?? ''),
  );
}

const readList = (() => {
  const name = String.raw`(?:lateral\s+)?(?:only\s+)?"?[a-z_][a-z_0-9.]*"?`;
  const alias = String.raw`(?:\s+(?:as\s+)?(?!(?:as|join|left|right|inner|cross|full|natural|where|on|using|order|group|limit|for|union|set|returning|lateral)\b)[a-z]\w*)?`;
  const one = `(?:${name}${alias}|§${alias})`;
  return new RegExp(String.raw`\b(?:from|join|using)\s+(${one}(?:\s*,\s*${one})*)`, 'gi');
})();

/** The views of the schema `audit` → the tables and views that the latest text of each reads. */
function viewsOf(tree: Tree): ReadonlyMap<string, readonly string[]> {
  let views = viewsOfTrees.get(tree);
  if (!views) viewsOfTrees.set(tree, (views = readViews(tree)));
  return views;
}
const viewsOfTrees = new WeakMap<Tree, ReadonlyMap<string, readonly string[]>>();

function readViews(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const tables = tablesOf(tree);
  return new Map(
    tree.paths
      .filter((path) => /^database\/migrations\/.*\.sql$/.test(path))
      .flatMap((path) =>
        [...tree.read(path).matchAll(/\bcreate\s+(?:or\s+replace\s+)?view\s+(audit\.[a-z_]+)\s+as\b([^;]*);/gi)].map(
          ([, view = '', text = '']): [string, string[]] => [
            view,
            readIn(text).filter((name) => tables.has(name) || name.startsWith('audit.')),
          ],
        ),
      ),
  );
}

/** The tables that a view reads, also through other views; a table is under itself. */
function tablesUnder(tree: Tree, name: string): string[] {
  const below = viewsOf(tree).get(name);
  return below === undefined ? [name] : below.flatMap((one) => tablesUnder(tree, one));
}

function isViewOf(tree: Tree, name: string, own: ReadonlySet<string>): boolean {
  return name.startsWith('audit.') && tablesUnder(tree, name).every((table) => own.has(table));
}

function byFeature(uses: readonly Use[]): Map<string, Set<string>> {
  const tables = new Map<string, Set<string>>();
  for (const { path, table } of uses) {
    const owner = ownerOf(path);
    if (owner !== undefined) tables.set(owner, (tables.get(owner) ?? new Set()).add(table));
  }
  return tables;
}

function differences(declared: readonly string[], found: readonly string[]): string[] {
  return [
    ...found.filter((table) => !declared.includes(table)).map((table) => `${table} and does not declare it`),
    ...declared.filter((table) => !found.includes(table)).map((table) => `${table} in its manifest alone`),
  ];
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

/** Returns the feature, or foundation; undefined for code that must not write. */
function ownerOf(path: string): string | undefined {
  return featureOf(path) ?? (path.startsWith('foundation/') ? 'foundation' : undefined);
}

/** `for update`, `do update` and sentences are not statements; `update … set` and the rest are. */
function isStatement(text: string, index: number, found: string): boolean {
  if (!/^update/i.test(found)) return true;
  return !/\b(for|do|key)\s+$/i.test(text.slice(0, index)) && /\bset\b/i.test(text.slice(index));
}

/** Plain texts and templates. Each placeholder in a template becomes one §. */
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
