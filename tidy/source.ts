/**
 * A parsed source file with what the checks need: imports and their targets, comments and the syntax tree. It uses the
 * parser that builds the console; nothing is matched by pattern where the syntax tree is exact.
 */
import { posix } from 'node:path';
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite';
import type { Tree } from './tree.ts';

export interface Import {
  specifier: string;
  /** The file in the tree; undefined for npm and Node modules. */
  target: string | undefined;
  line: number;
}

export interface Source {
  path: string;
  text: string;
  program: ESTree.Program;
  imports: readonly Import[];
  comments: readonly { text: string; line: number }[];
  lineAt(offset: number): number;
  visit(visitor: VisitorObject): void;
}

/** Returns all files that the parser reads, tests included. */
export function sources(tree: Tree): Source[] {
  return tree.paths.filter(isCode).map((path) => sourceOf(tree, path));
}

export function isCode(path: string): boolean {
  return /\.(ts|tsx|mjs|js)$/.test(path);
}

/** Whether the path is a test or a file that only tests use. The name tells. */
export function isTestFile(path: string): boolean {
  return isTest(path) || isTestSupport(path);
}

export function isTest(path: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(path);
}

/** `database-for-tests.ts`, and everything in `e2e/` and `sdk/test/`. */
function isTestSupport(path: string): boolean {
  return !isTest(path) && (/-for-tests\.tsx?$/.test(path) || /^(e2e|sdk\/test)\//.test(path));
}

export function sourceOf(tree: Tree, path: string): Source {
  let known = parsed.get(tree);
  if (!known) parsed.set(tree, (known = new Map()));
  let source = known.get(path);
  if (!source) known.set(path, (source = parse(tree, path)));
  return source;
}
const parsed = new WeakMap<Tree, Map<string, Source>>();

function parse(tree: Tree, path: string): Source {
  const text = tree.read(path);
  const { program, module, comments, errors } = parseSync(path, text, { lang: languageOf(path) });
  const [error] = errors;
  if (error) throw new Error(`${path} does not parse: ${error.message}`);
  const starts = lineStarts(text);
  const lineAt = (offset: number): number => lineOf(starts, offset);
  const requests = [
    ...module.staticImports.map(({ start, moduleRequest }) => ({ start, specifier: moduleRequest.value })),
    ...module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [{ start, specifier: moduleRequest.value }] : [])),
    ),
    // A dynamic import with anything but a plain string can't be followed.
    ...module.dynamicImports.flatMap(({ start, moduleRequest }) => {
      const literal = /^(['"`])([^'"`$]*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
      return literal?.[2] === undefined ? [] : [{ start, specifier: literal[2] }];
    }),
  ];
  return {
    path,
    text,
    program,
    lineAt,
    imports: unique(
      requests.map(({ start, specifier }) => ({
        specifier,
        target: targetOf(tree, path, specifier),
        line: lineAt(start),
      })),
    ),
    comments: comments.map(({ value, start }) => ({ text: value, line: lineAt(start) })),
    visit: (visitor) => new Visitor(visitor).visit(program),
  };
}

function languageOf(path: string): 'ts' | 'tsx' | 'js' {
  if (path.endsWith('.tsx')) return 'tsx';
  return path.endsWith('.ts') ? 'ts' : 'js';
}

/**
 * Returns the path that a specifier points to, even if no file exists there. An import of the SDK resolves to its
 * source file.
 */
function targetOf(tree: Tree, from: string, specifier: string): string | undefined {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('.')) return posix.join(posix.dirname(from), plain);
  if (plain.startsWith('#')) return plain.slice(1);
  const sdk = /^@countinghouse\/sdk(?:\/(.+))?$/.exec(plain);
  if (!sdk) return undefined;
  const path = `sdk/src/${sdk[1] ?? 'client'}.ts`;
  return tree.has(path) ? path : `sdk/src/${sdk[1] ?? ''}`;
}

function unique(imports: readonly Import[]): Import[] {
  return [...new Map(imports.map((each) => [`${each.specifier}:${each.line}`, each])).values()];
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Binary search for the last line that starts at or before the offset. Lines count from 1. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? Infinity) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

const testFunctions = new Set(['test', 'it', 'describe']);

/** First arguments of `test(…)`, `it(…)`, `describe(…)` and of their `each` forms, if they are plain texts. */
export function testTitles(source: Source): { text: string; start: number; line: number }[] {
  if (!isTest(source.path)) return [];
  const titles: { text: string; start: number; line: number }[] = [];
  source.visit({
    CallExpression({ callee, arguments: [title] }) {
      let called = callee;
      while (called.type === 'CallExpression' || called.type === 'MemberExpression')
        called = called.type === 'CallExpression' ? called.callee : called.object;
      if (called.type !== 'Identifier' || !testFunctions.has(called.name)) return;
      if (title?.type === 'Literal' && typeof title.value === 'string')
        titles.push({ text: title.value, start: title.start, line: source.lineAt(title.start) });
    },
  });
  return titles;
}
