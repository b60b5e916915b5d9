/**
 * Compares the rows that statements answered in tests with the types that the code gives them (`sql<Row>`), which
 * TypeScript believes without a check. Types are read by the compiler's own interface.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Node, type SourceFile, type TypeNode } from 'typescript/unstable/ast';
import {
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';
import { fixedText, type KindsByPlace, type RecordedRows, textOf } from '#foundation/server/postgres/rows-for-tests.ts';

const NO_PRODUCT = /^\.\.|node_modules|^(?:bench|e2e)\/|\.test\.ts$|-for-tests\.ts$/;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What a value may be. */
export interface ValueType {
  /** As in `KindsByPlace`. `any` accepts everything. */
  readonly kinds: ReadonlySet<string>;
  /** Of an object. */
  readonly properties: ReadonlyMap<string, ValueType>;
  /** Of an array, or of an object with any names. */
  readonly elements: readonly ValueType[];
}

export interface TypedStatement {
  /** As `features/orders/server/store.ts:120`. */
  readonly place: string;
  /** See `fixedText`. */
  readonly text: string;
  readonly row: ValueType;
}

/** Returns all statements of the product whose rows have a type. Takes some seconds. */
export function typedStatements(): TypedStatement[] {
  const api = new API({ cwd: ROOT });
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${ROOT}tsconfig.server.json`] }).getProjects();
    if (!project) throw new Error('the compiler has not opened tsconfig.server.json');
    const { program, checker } = project;
    const types = new TypeReader(checker);
    return program.getSourceFileNames().flatMap((name) => {
      const path = relative(ROOT, name);
      if (NO_PRODUCT.test(path)) return [];
      if (!readFileSync(name, 'utf8').includes('sql<')) return [];
      const file = program.getSourceFile(name);
      return file ? statementsOf(file, path, types) : [];
    });
  } finally {
    api.close();
  }
}

function statementsOf(file: SourceFile, path: string, types: TypeReader): TypedStatement[] {
  const found: TypedStatement[] = [];
  const visit = (node: Node): void => {
    if (isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql') {
      const [row] = node.typeArguments ?? [];
      const line = file.text.slice(0, node.getStart(file)).split('\n').length;
      const { template } = node;
      const parts =
        isNoSubstitutionTemplateLiteral(template) || !isTemplateExpression(template)
          ? [template.text]
          : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
      if (row) found.push({ place: `${path}:${line}`, text: fixedText(parts), row: types.read(row) });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

const ANYTHING: ValueType = { kinds: new Set(['any']), properties: new Map(), elements: [] };
/** Deeper than anything that is recorded. */
const MAX_DEPTH = 6;

class TypeReader {
  readonly #checker: Checker;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  read(node: TypeNode): ValueType {
    const type = this.#checker.getTypeFromTypeNode(node);
    return type ? this.#valueType(type, 0) : ANYTHING;
  }

  #valueType(type: Type, depth: number): ValueType {
    const kinds = new Set<string>();
    const properties = new Map<string, ValueType>();
    const elements: ValueType[] = [];
    for (const part of partsOf(type)) {
      const kind = this.#kindOf(part);
      kinds.add(kind);
      if (depth === MAX_DEPTH) continue;
      if (kind === 'array') {
        const [element] = this.#checker.getTypeArguments(part as never);
        elements.push(element ? this.#valueType(element, depth + 1) : ANYTHING);
      } else if (kind === 'object') {
        for (const { valueType } of this.#checker.getIndexInfosOfType(part))
          elements.push(this.#valueType(valueType, depth + 1));
        for (const property of this.#checker.getPropertiesOfType(part)) {
          const read = this.#valueType(this.#checker.getTypeOfSymbol(property) ?? part, depth + 1);
          const known = properties.get(property.name);
          const isOptional = (property.flags & SymbolFlags.Optional) !== 0;
          properties.set(property.name, {
            kinds: new Set([...read.kinds, ...(known?.kinds ?? []), ...(isOptional ? ['undefined'] : [])]),
            properties: new Map([...read.properties, ...(known?.properties ?? [])]),
            elements: [...read.elements, ...(known?.elements ?? [])],
          });
        }
      }
    }
    return { kinds, properties, elements };
  }

  #kindOf(type: Type): string {
    const { flags } = type;
    if (type.isStringLiteralType()) return `"${type.value}"`;
    if (type.isNumberLiteralType()) return 'number';
    if (type.isIntersectionType())
      return (
        type
          .getTypes()
          .map((part) => this.#kindOf(part))
          .find((kind) => kind !== 'object') ?? 'object'
      );
    for (const [flag, kind] of PRIMITIVES) if ((flags & flag) !== 0) return kind;
    if (this.#checker.isArrayLikeType(type)) return 'array';
    const name = type.getSymbol()?.name ?? '';
    if (name === 'Date') return 'Date';
    if (/^(?:Buffer|Uint8Array)$/.test(name)) return 'bytes';
    return type.isObjectType() ? 'object' : 'any';
  }
}

const PRIMITIVES: readonly (readonly [TypeFlags, string])[] = [
  [TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping, 'string'],
  [TypeFlags.Number, 'number'],
  [TypeFlags.BigInt | TypeFlags.BigIntLiteral, 'bigint'],
  [TypeFlags.Boolean | TypeFlags.BooleanLiteral, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined | TypeFlags.Void, 'undefined'],
];

function partsOf(type: Type): readonly Type[] {
  return type.isUnionType() ? type.getTypes().flatMap(partsOf) : [type];
}

/** Returns what is wrong with the recorded rows, one line per column. */
export function rowFaults(statements: readonly TypedStatement[], recorded: Iterable<RecordedRows>): string[] {
  const byText = Map.groupBy(statements, ({ text }) => text);
  const faults = new Set<string>();
  for (const rows of recorded)
    for (const [key, kinds] of Object.entries(rows)) {
      const statement = byText.get(textOf(key)) ?? [];
      // Statements with the same text have the same rows; one of their types fits.
      const results = statement.map(({ place, row }) => faultsOf(row, kinds).map((fault) => `${place} ${fault}`));
      if (!results.some((each) => each.length === 0)) for (const fault of results[0] ?? []) faults.add(fault);
    }
  return [...faults].sort();
}

/** Returns the texts of the statements whose rows were recorded. */
export function recordedTexts(recorded: Iterable<RecordedRows>): Set<string> {
  return new Set([...recorded].flatMap((rows) => Object.keys(rows).map(textOf)));
}

function faultsOf(row: ValueType, kinds: KindsByPlace): string[] {
  if (row.kinds.has('any')) return [];
  const faults: string[] = [];
  for (const [place, found] of Object.entries(kinds)) {
    const type = typeAt(row, place);
    if (!type) faults.push(`answers ${place}, which its type does not name`);
    else
      for (const kind of found)
        if (!accepts(type, kind)) faults.push(`answers ${kind} as ${place}: ${[...type.kinds].sort().join(' | ')}`);
  }
  for (const [name, type] of row.properties)
    if (!type.kinds.has('undefined') && !type.kinds.has('any') && kinds[name] === undefined)
      faults.push(`does not answer ${name}, which its type names`);
  return faults;
}

function accepts({ kinds }: ValueType, kind: string): boolean {
  return kinds.has('any') || kinds.has(kind) || (kind.startsWith('"') && kinds.has('string'));
}

/** Returns the type at a place like `shares[].agentNo`; undefined if there is no such property. */
function typeAt(row: ValueType, place: string): ValueType | undefined {
  let types: readonly ValueType[] = [row];
  for (const [step] of place.matchAll(/\[\]|[^.[\]]+/g)) {
    if (types.some(({ kinds }) => kinds.has('any'))) return ANYTHING;
    types = types.flatMap(({ properties, elements }) => {
      const property = step === '[]' ? undefined : properties.get(step);
      return property ? [property] : elements;
    });
  }
  const [first, ...others] = types;
  if (!first) return undefined;
  return others.reduce(
    (merged, { kinds, properties, elements }) => ({
      kinds: new Set([...merged.kinds, ...kinds]),
      properties: new Map([...merged.properties, ...properties]),
      elements: [...merged.elements, ...elements],
    }),
    first,
  );
}
