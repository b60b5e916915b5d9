/**
 * Checks statements against the rules for tables that are spread over machines (database/citus.sql), by PostgreSQL's own
 * grammar. It needs no Citus.
 *
 * A table that is spread is named together with its member: by `=` with a value, by a chain of equal `member_no` columns
 * to one that is, or by `= any`, which has to be said of each table. A statement that gathers over members instead must be
 * a read of the operators' feature, or be listed; it must not lock rows or recurse.
 */
import { type Node, parseSync, type RangeVar, type SelectStmt } from 'libpg-query';

/** Callers (path and function), by the reason why they are excepted. */
export type Exceptions = Readonly<Record<string, readonly string[]>>;

export interface Faults {
  /** What no statement may do. */
  broken: string[];
  /** The spread tables that are read or written without their member. */
  gathered: string[];
}

/** A relation of one level of a statement, with the group of relations of the same member. */
interface Relation {
  table: string;
  isSpread: boolean;
  /** By `= any`, which holds for no other relation of the group. */
  isListed?: boolean;
  group: Group;
}

interface Group {
  isNamed: boolean;
  joined?: Group;
}

type Scope = Map<string, Relation>;

/** `text` is one or several statements; `spread` holds the names of the tables that are spread. */
export function faultsOf(text: string, spread: ReadonlySet<string>): Faults {
  const check = new Check(spread);
  for (const { stmt } of parseSync(text).stmts ?? []) if (stmt) check.statement(stmt, new Map(), new Set());
  return { broken: [...check.broken].sort(), gathered: [...check.gathered].sort() };
}

class Check {
  readonly broken = new Set<string>();
  readonly gathered = new Set<string>();
  readonly #spread: ReadonlySet<string>;
  /** How many recursive queries surround the current statement. */
  #recursive = 0;

  constructor(spread: ReadonlySet<string>) {
    this.#spread = spread;
  }

  /** `outer` are the relations that the statement can refer to, `local` the names of its common table expressions. */
  statement(node: Node, outer: Scope, local: ReadonlySet<string>, isLateral = false): void {
    const [kind, body] = Object.entries(node)[0] as [string, Record<string, unknown>];
    if (kind === 'SelectStmt' && (body as SelectStmt).op !== 'SETOP_NONE') {
      const { larg, rarg, withClause } = body as SelectStmt;
      const names = this.#withClause({ withClause }, outer, local);
      for (const side of [larg, rarg]) if (side) this.statement({ SelectStmt: side }, outer, names);
      return;
    }
    if (!['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'].includes(kind)) return;
    const names = this.#withClause(body, outer, local);
    const scope: Scope = new Map(outer);
    const own: Relation[] = [];
    const target = body['relation'] as RangeVar | undefined;
    // Every new row of an insertion carries its member.
    if (target) this.#add(scope, own, target, names, kind === 'InsertStmt');
    const conditions: Node[] = [];
    for (const item of [...listOf(body['fromClause']), ...listOf(body['usingClause'])])
      this.#from(item, scope, own, names, conditions);
    if (body['whereClause']) conditions.push(body['whereClause'] as Node);
    for (const condition of conditions) this.#condition(condition, scope, own);
    const unnamed = own.filter(({ isSpread, isListed, group }) => isSpread && !isListed && !rootOf(group).isNamed);
    for (const { table } of unnamed) {
      this.gathered.add(table);
      if (this.#recursive > 0) this.broken.add(`recurses over ${table} without naming the member`);
    }
    if (listOf(body['lockingClause']).length > 0)
      for (const { table } of unnamed) this.broken.add(`locks rows of ${table} without naming the member`);
    // A limit for each row of a spread table works if it is that row's member.
    const besides = [...outer.values()].filter(({ isSpread }) => isSpread).map(({ group }) => rootOf(group));
    if (isLateral && body['limitCount'])
      for (const { table, group } of unnamed)
        if (!besides.includes(rootOf(group)))
          this.broken.add(`limits a lateral query of ${table} without naming the member`);
    this.#insertion(kind, body, scope, names);
    // Citus sends `case $1 when 'a'` on as `case 'b' when false`.
    const lists = [body['targetList'], body['whereClause'], body['returningList'], body['returningClause']];
    if (own.some(({ isSpread }) => isSpread) && found(lists, caseOfValue).length > 0)
      this.broken.add('compares a parameter by "case … when": write "case when … ="');
    const results = [body['targetList'], body['returningList'], body['returningClause']];
    // Citus does not know the changed row's member in a subquery of what a change sets or returns.
    this.#subqueries(results, kind === 'SelectStmt' ? scope : withoutMembers(scope), names);
    this.#subqueries([body['whereClause'], body['havingClause'], body['sortClause'], ...conditions], scope, names);
    const { selectStmt } = body as { selectStmt?: Node };
    if (selectStmt) this.statement(selectStmt, scope, names);
  }

  #withClause(body: { withClause?: unknown }, outer: Scope, local: ReadonlySet<string>): ReadonlySet<string> {
    const clause = body.withClause as { ctes?: Node[]; recursive?: boolean } | undefined;
    if (!clause) return local;
    const names = new Set(local);
    for (const node of clause.ctes ?? []) {
      const { ctename = '', ctequery } = (node as { CommonTableExpr: { ctename?: string; ctequery?: Node } })
        .CommonTableExpr;
      if (clause.recursive) names.add(ctename);
      if (clause.recursive) this.#recursive += 1;
      if (ctequery) this.statement(ctequery, outer, names);
      if (clause.recursive) this.#recursive -= 1;
      names.add(ctename);
    }
    return names;
  }

  #add(scope: Scope, own: Relation[], range: RangeVar, names: ReadonlySet<string>, isNamed = false): void {
    const name = range.relname ?? '';
    const table = range.schemaname && range.schemaname !== 'public' ? `${range.schemaname}.${name}` : name;
    const relation = { table, isSpread: !names.has(table) && this.#spread.has(table), group: { isNamed } };
    scope.set(range.alias?.aliasname ?? name, relation);
    own.push(relation);
  }

  /** A subquery or a function: nothing that is spread, but its `member_no` can be equal to one that is. */
  #addDerived(scope: Scope, own: Relation[], alias = ''): void {
    const relation = { table: alias, isSpread: false, group: { isNamed: false } };
    scope.set(alias, relation);
    own.push(relation);
  }

  #from(node: Node, scope: Scope, own: Relation[], names: ReadonlySet<string>, conditions: Node[]): void {
    if ('RangeVar' in node) this.#add(scope, own, node.RangeVar, names);
    else if ('RangeSubselect' in node) {
      const { subquery, alias, lateral } = node.RangeSubselect;
      if (subquery) this.#derived(subquery, lateral ? scope : new Map(), names, lateral === true);
      this.#addDerived(scope, own, alias?.aliasname);
    } else if ('RangeFunction' in node) this.#addDerived(scope, own, node.RangeFunction.alias?.aliasname);
    else if ('JoinExpr' in node) {
      const { larg, rarg, quals, usingClause } = node.JoinExpr;
      const first = own.length;
      for (const side of [larg, rarg]) if (side) this.#from(side, scope, own, names, conditions);
      if (quals) conditions.push(quals);
      const isByMember = (usingClause ?? []).some((column) => 'String' in column && column.String.sval === 'member_no');
      if (isByMember) for (const relation of own.slice(first + 1)) join(own[first], relation);
    }
  }

  #derived(subquery: Node, outer: Scope, names: ReadonlySet<string>, isLateral: boolean): void {
    this.statement(subquery, outer, names, isLateral);
    if (!('SelectStmt' in subquery) || subquery.SelectStmt.op !== 'SETOP_NONE') return;
    if (listOf(subquery.SelectStmt.targetList).length > 0) return;
    // Citus gathers its rows as a record, which needs a column.
    const alone = new Check(this.#spread);
    alone.statement(subquery, outer, names, isLateral);
    for (const table of alone.gathered)
      this.broken.add(`gathers ${table} without a column in "from": write "select 1"`);
  }

  /** Takes the conditions that hold for every row: those joined by `and`. */
  #condition(node: Node, scope: Scope, own: readonly Relation[]): void {
    if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR')
      for (const part of node.BoolExpr.args ?? []) this.#condition(part, scope, own);
    if (!('A_Expr' in node)) return;
    const { kind, name, lexpr, rexpr } = node.A_Expr;
    const operator = name?.[0] && 'String' in name[0] ? name[0].String.sval : '';
    if (operator !== '=' || !lexpr || !rexpr) return;
    const left = relationOf(lexpr, scope, own);
    const right = relationOf(rexpr, scope, own);
    if (kind === 'AEXPR_OP' && left && right) join(left, right);
    else if (kind === 'AEXPR_OP' || kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN')
      for (const [side, other] of [
        [left, rexpr],
        [right, lexpr],
      ] as const) {
        if (!side || !isValue(other)) continue;
        if (kind === 'AEXPR_OP') rootOf(side.group).isNamed = true;
        else side.isListed = true;
      }
  }

  #insertion(kind: string, body: Record<string, unknown>, scope: Scope, names: ReadonlySet<string>): void {
    if (kind !== 'InsertStmt') return;
    const conflict = body['onConflictClause'] as { targetList?: Node[]; whereClause?: Node } | undefined;
    for (const call of found(conflict?.targetList, isChanging))
      this.broken.add(`calls ${call} in "on conflict do update": hand the value in`);
    const select = (body['selectStmt'] as { SelectStmt?: SelectStmt } | undefined)?.SelectStmt;
    const isFromQuery = select !== undefined && !select.valuesLists;
    if (isFromQuery && hasUntypedParameter(select.targetList))
      this.broken.add('has a parameter without a type in an "insert … select"');
    // A shard gets the part for conflicts without the parameters.
    if (isFromQuery && found(conflict, parameterIn).length > 0)
      this.broken.add('has a parameter in "on conflict" of an "insert … select": hand it in as a column');
    if (conflict) this.#subqueries([conflict.targetList, conflict.whereClause], scope, names);
  }

  #subqueries(parts: readonly unknown[], scope: Scope, names: ReadonlySet<string>): void {
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) return value.forEach(visit);
      if (typeof value !== 'object' || value === null) return;
      if ('SubLink' in value) {
        const { subselect, testexpr } = (value as { SubLink: { subselect?: Node; testexpr?: Node } }).SubLink;
        if (subselect) this.statement(subselect, scope, names);
        visit(testexpr);
      } else for (const part of Object.values(value)) visit(part);
    };
    visit(parts);
  }
}

function withoutMembers(scope: Scope): Scope {
  return new Map([...scope].map(([name, relation]) => [name, { ...relation, group: { isNamed: false } }]));
}

function join(one: Relation | undefined, other: Relation | undefined): void {
  if (!one || !other) return;
  const [a, b] = [rootOf(one.group), rootOf(other.group)];
  if (a === b) return;
  a.isNamed ||= b.isNamed;
  b.joined = a;
}

function rootOf(group: Group): Group {
  return group.joined ? rootOf(group.joined) : group;
}

/** The relation whose `member_no` the expression is; without a prefix, any of those at this level. */
function relationOf(node: Node, scope: Scope, own: readonly Relation[]): Relation | undefined {
  if (!('ColumnRef' in node)) return undefined;
  const names = (node.ColumnRef.fields ?? []).map((field) => ('String' in field ? (field.String.sval ?? '') : ''));
  if (names.at(-1) !== 'member_no') return undefined;
  return names.length === 1 ? (own.find(({ isSpread }) => isSpread) ?? own[0]) : scope.get(names.at(-2) ?? '');
}

/** A parameter, a constant, or a list of them, with or without a cast. */
function isValue(node: Node): boolean {
  if ('TypeCast' in node) return node.TypeCast.arg !== undefined && isValue(node.TypeCast.arg);
  if ('List' in node) return (node.List.items ?? []).every(isValue);
  return 'ParamRef' in node || 'A_Const' in node;
}

/** The names of called functions whose result changes from call to call. */
function isChanging(node: Record<string, unknown>): string | undefined {
  if ('SQLValueFunction' in node) return 'the current time';
  const { funcname } = (node['FuncCall'] ?? {}) as { funcname?: Node[] };
  const last = funcname?.at(-1);
  const name = last && 'String' in last ? (last.String.sval ?? '') : '';
  return CHANGING.has(name) ? `${name}()` : undefined;
}
const CHANGING = new Set(['now', 'clock_timestamp', 'statement_timestamp', 'random', 'gen_random_uuid', 'nextval']);

function found(root: unknown, test: (node: Record<string, unknown>) => string | undefined): string[] {
  if (Array.isArray(root)) return root.flatMap((part) => found(part, test));
  if (typeof root !== 'object' || root === null) return [];
  const own = test(root as Record<string, unknown>);
  return [...(own === undefined ? [] : [own]), ...Object.values(root).flatMap((part) => found(part, test))];
}

function parameterIn(node: Record<string, unknown>): string | undefined {
  return 'ParamRef' in node ? 'a parameter' : undefined;
}

function caseOfValue(node: Record<string, unknown>): string | undefined {
  const { arg } = (node['CaseExpr'] ?? {}) as { arg?: Node };
  return arg && isValue(arg) ? 'a case' : undefined;
}

function hasUntypedParameter(root: unknown): boolean {
  if (Array.isArray(root)) return root.some(hasUntypedParameter);
  if (typeof root !== 'object' || root === null) return false;
  if ('ParamRef' in root) return true;
  if ('TypeCast' in root && 'ParamRef' in ((root as { TypeCast: { arg?: object } }).TypeCast.arg ?? {})) return false;
  return Object.values(root).some(hasUntypedParameter);
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? (value as Node[]) : [];
}

/** Whether it changes and locks nothing. */
function isRead(text: string): boolean {
  return found(parseSync(text), changeIn).length === 0;
}

function changeIn(node: Record<string, unknown>): string | undefined {
  return ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt', 'LockingClause'].find((kind) => kind in node);
}

export interface RecordedStatements {
  /** One line of JSON per statement, `{ caller, text }`. */
  recorded: string;
  /** The text of database/citus.sql. */
  placements: string;
  /** The text of database/schema.sql; its views show what the tables hold. */
  schema: string;
  /** Folders whose functions read what all members have. Their writes are held to the rule. */
  readers: readonly string[];
  gathering: Exceptions;
  onOneServer: Exceptions;
}

/** Returns one line per broken rule and per exception that nothing needs. */
export function statementFaults({
  recorded,
  placements,
  schema,
  readers,
  gathering,
  onOneServer,
}: RecordedStatements): string[] {
  const tables = new Set(
    [...placements.matchAll(/^select create_distributed_table\('(\w+)'/gm)].map(([, name = '']) => name),
  );
  const views = [...schema.matchAll(/^-- view ([\w.]+), over (.+)$/gm)]
    .filter(([, , over = '']) => over.split(', ').some((table) => tables.has(table)))
    .map(([, name = '']) => name);
  const spread = new Set([...tables, ...views]);
  const needed = new Set<string>();
  const found: string[] = [];
  for (const line of recorded.split('\n').filter((one) => one !== '')) {
    const { caller, text } = JSON.parse(line) as { caller: string; text: string };
    if (SETTING_UP.test(caller)) continue;
    const { broken, gathered } = faultsOf(text, spread);
    const mayGather = readers.some((folder) => caller.startsWith(folder)) && isRead(text);
    const faults = [
      ...broken.map((fault) => [onOneServer, fault] as const),
      ...(mayGather ? [] : gathered).map((table) => [gathering, `does not name the member of ${table}`] as const),
    ];
    for (const [exceptions, fault] of faults)
      if (Object.values(exceptions).flat().includes(caller)) needed.add(caller);
      else found.push(`${caller} ${fault}: ${text.replaceAll(/\s+/g, ' ').trim()}`);
  }
  const unneeded = [gathering, onOneServer]
    .flatMap((exceptions) => Object.values(exceptions).flat())
    .filter((caller) => !needed.has(caller));
  return [...new Set(found), ...unneeded.map((caller) => `the exception ${caller} is not needed`)].sort();
}
/** Statements that make databases, roles and tables, and those of the queue, whose tables are all on the coordinator. */
const SETTING_UP = /^foundation\/server\/(?:embedded-postgres\/|postgres\/(?:migrate|partitions)\.ts|jobs\/queue\.ts)/;
