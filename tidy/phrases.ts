/**
 * Checks the phrases in the words files: each is used somewhere, takes the same values in all four languages, and is in
 * the right column. The compiler checks that no language is missing.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import type { ESTree } from 'vite';
import { languages, locales, type Language } from '#foundation/core/words.ts';
import { featureOf } from './boundaries.ts';
import { isTestFile, sourceOf, sources } from './source.ts';
import type { Finding, Tree } from './tree.ts';

interface PhraseRow {
  path: string;
  line: number;
  name: string;
  texts: readonly string[];
}

/** Returns every row of every `words({ … })`. */
export function phrases(tree: Tree): PhraseRow[] {
  return sources(tree)
    .filter(({ path }) => !isTestFile(path) && /^(apps|features|foundation|database)\//.test(path))
    .flatMap((source) => {
      const found: PhraseRow[] = [];
      source.visit({
        CallExpression({ callee, arguments: [table] }) {
          if (callee.type !== 'Identifier' || callee.name !== 'words' || table?.type !== 'ObjectExpression') return;
          for (const row of table.properties) {
            if (row.type !== 'Property' || row.value.type !== 'ArrayExpression') continue;
            const name =
              row.key.type === 'Identifier' ? row.key.name : row.key.type === 'Literal' ? String(row.key.value) : '';
            found.push({
              path: source.path,
              line: source.lineAt(row.start),
              name,
              texts: row.value.elements.map(textOf),
            });
          }
        },
      });
      return found;
    });
}

function textOf(node: ESTree.ArrayExpressionElement): string {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? '';
  throw new Error('a phrase must be a plain string');
}

/** Finds placeholders that one language omits, adds, or uses with another kind of value. */
export function unequalPlaceholders(tree: Tree): Finding[] {
  return phrases(tree).flatMap(({ path, line, name, texts }) => {
    const placeholders = languages.map((language, column) => placeholdersOf(texts[column] ?? '', language));
    const broken = languages.find((_, column) => placeholders[column] === undefined);
    if (broken !== undefined) return [{ path, line, text: `${name} does not parse in ${broken}` }];
    const odd = languages.find((_, column) => placeholders[column] !== placeholders[0]);
    return odd === undefined
      ? []
      : [
          {
            path,
            line,
            text: `${name} takes {${placeholders[languages.indexOf(odd)]}} in ${odd} and {${placeholders[0]}} in en`,
          },
        ];
  });
}

/** The values that a message takes, by name and kind, as one string. Undefined if the message does not parse. */
function placeholdersOf(text: string, language: Language): string | undefined {
  try {
    const found = new Map<string, string>();
    collect(
      new IntlMessageFormat(text, locales[language], undefined, { ignoreTag: true }).getAst() as readonly Element[],
      found,
    );
    return [...found]
      .map(([name, kind]) => `${name}: ${kind}`)
      .sort()
      .join(', ');
  } catch {
    return undefined;
  }
}

/** The parser's element; only the fields used here. */
interface Element {
  type: number;
  value: string;
  options?: Readonly<Record<string, { value: readonly Element[] }>>;
}
/** The parser's type numbers. A count can be a plain number in one language and a plural in another. */
const kinds = new Map([
  [1, 'text'],
  [2, 'number'],
  [3, 'time'],
  [4, 'time'],
  [5, 'choice'],
  [6, 'number'],
]);

function collect(elements: readonly Element[], found: Map<string, string>): void {
  for (const { type, value, options } of elements) {
    const kind = kinds.get(type);
    if (kind === undefined) continue;
    const choices =
      kind === 'choice'
        ? ` of ${Object.keys(options ?? {})
            .sort()
            .join('|')}`
        : '';
    if (kind !== 'text' || !found.has(value)) found.set(value, kind + choices);
    for (const option of Object.values(options ?? {})) collect(option.value, found);
  }
}

/** Finds texts in another language's script (swapped columns) and empty texts. */
export function misplacedTexts(tree: Tree): Finding[] {
  return phrases(tree).flatMap(({ path, line, name, texts }) =>
    languages.flatMap((language, column) => {
      const text = texts[column] ?? '';
      if (text.trim() === '') return [{ path, line, text: `${name} is empty in ${language}` }];
      if (language !== 'zh' && /\p{Script=Han}/u.test(text))
        return [{ path, line, text: `${name} is Chinese in the column of ${language}` }];
      if (language !== 'th' && /\p{Script=Thai}/u.test(text))
        return [{ path, line, text: `${name} is Thai in the column of ${language}` }];
      return [];
    }),
  );
}

/**
 * Returns the file, its imports, and everything reached through imported words and contracts (`{ ...smsTexts, … }`).
 */
function filesReachedFrom(tree: Tree, path: string, found = new Set<string>()): Set<string> {
  found.add(path);
  for (const { target } of sourceOf(tree, path).imports) {
    if (target === undefined || found.has(target)) continue;
    found.add(target);
    if (/(words|contract|^features\/audit-actions|^features\/notice-kinds)\.ts$/.test(target) && tree.has(target))
      filesReachedFrom(tree, target, found);
  }
  return found;
}

/**
 * Finds phrases that no code names: not as a string, not as a property, and not through a template (`mode_${mode}`). A
 * feature's phrase counts as used only inside that feature or in a file that imports from it, directly or through other
 * words.
 */
export function unusedPhrases(tree: Tree): Finding[] {
  const rows = phrases(tree);
  const mentions = sources(tree)
    .filter(({ path }) => !isTestFile(path))
    .map((source) => {
      const names = new Set<string>();
      const templates: RegExp[] = [];
      source.visit({
        Literal: ({ value }) => void (typeof value === 'string' && names.add(value)),
        MemberExpression: ({ property }) => void (property.type === 'Identifier' && names.add(property.name)),
        TemplateLiteral({ quasis }) {
          const parts = quasis.map(({ value }) => value.cooked ?? value.raw);
          if (parts.length > 1 && /[a-z]{2}/.test(parts.join('')) && /^[a-z0-9_]*$/.test(parts.join('')))
            templates.push(new RegExp(`^${parts.join('[A-Za-z0-9_]+')}$`));
        },
      });
      return { about: new Set([...filesReachedFrom(tree, source.path)].map(featureOf)), names, templates };
    });
  return rows
    .filter(({ path, name }) => {
      const feature = featureOf(path);
      return !mentions.some(
        ({ about, names, templates }) =>
          (feature === undefined || about.has(feature)) &&
          (names.has(name) || templates.some((template) => template.test(name))),
      );
    })
    .map(({ path, line, name }) => ({ path, line, text: `${name} is not used anywhere` }));
}
