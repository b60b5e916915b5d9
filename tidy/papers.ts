/**
 * Checks that documents name only things that exist: paths in the repository, links between documents, npm commands,
 * decisions, and the settings that the server reads.
 */
import { posix } from 'node:path';
import type { Finding, Tree } from './tree.ts';

/** A text that starts with one of these folders is a path in the repository. */
const folders = [
  'apps',
  'bench',
  'database',
  'docs',
  'e2e',
  'features',
  'foundation',
  'scripts',
  'sdk',
  'tidy',
  '.github',
];

export function isPaper(path: string): boolean {
  return /^[^/]+\.md$|^docs\/.*\.md$|(?:^|\/)README\.md$/.test(path);
}

/** Checks paths between backticks, and at the start of a line in a fenced block (the folder tree). */
export function missingPaths(tree: Tree): Finding[] {
  return papers(tree).flatMap(({ path, lines }) => {
    let fenced = false;
    return lines.flatMap((text, index) => {
      if (/^\s*```/.test(text)) fenced = !fenced;
      const named = fenced
        ? [text.trim().split(/\s/, 1)[0] ?? '']
        : [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
      return named
        .filter((name) => isOurs(name) && !exists(tree, name))
        .map((name) => ({ path, line: index + 1, text: `names ${name}, which does not exist` }));
    });
  });
}

/** Checks links to files, relative to the document. */
export function deadLinks(tree: Tree): Finding[] {
  return papers(tree).flatMap(({ path, lines }) =>
    lines.flatMap((text, index) =>
      [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, link = '']) => link)
        .filter(
          (link) =>
            !/^[a-z]+:/.test(link) && !pathExists(tree, posix.join(posix.dirname(path), link).replace(/\/$/, '')),
        )
        .map((link) => ({ path, line: index + 1, text: `links to ${link}, which does not exist` })),
    ),
  );
}

const PICTURES = 'docs/pictures/';

/** Checks that a document shows each picture of the documents. */
export function unshownPictures(tree: Tree): Finding[] {
  const shown = new Set(
    papers(tree).flatMap(({ path, lines }) =>
      lines.flatMap((text) =>
        [...text.matchAll(/!\[[^\]]+\]\(([^)\s]+)\)/g)].map(([, link = '']) => posix.join(posix.dirname(path), link)),
      ),
    ),
  );
  return tree.paths
    .filter((path) => path.startsWith(PICTURES) && !shown.has(path))
    .map((path) => ({ path, text: 'is in no document' }));
}

const DECISIONS = 'docs/decisions/README.md';

/**
 * Checks that the index of decisions has every record, and every number that sources, migrations and documents name. A
 * number without a record is in its last table: migrations, which never change, and documents can name it, code can't.
 */
export function unlistedDecisions(tree: Tree): Finding[] {
  const index = tree.read(DECISIONS);
  const hasRecord = (number: string): boolean => index.includes(`[${number}](${number}-`);
  const isListed = (number: string): boolean => hasRecord(number) || index.includes(`| ${number} |`);
  const records = tree.paths
    .map((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1])
    .filter((number) => number !== undefined && number !== '0000' && !hasRecord(number))
    .map((number) => ({ path: DECISIONS, text: `does not list the record ${number}` }));
  const named = tree.paths
    .filter((path) => /\.(?:tsx?|mjs|md|sql)$/.test(path) && !path.startsWith('tidy/'))
    .flatMap((path) =>
      tree
        .read(path)
        .split('\n')
        .flatMap((text, line) =>
          [...text.matchAll(/\bdecisions? ((?:\d{4}(?:, | and | to )?)+)/g)]
            .flatMap(([, numbers = '']) => numbers.match(/\d{4}/g) ?? [])
            .filter((number) => !(/\.(?:md|sql)$/.test(path) ? isListed(number) : hasRecord(number)))
            .map((number) => ({
              path,
              line: line + 1,
              text: `names the decision ${number}, which ${isListed(number) ? 'has no record' : 'is not listed'}`,
            })),
        ),
    );
  return [...records, ...named];
}

/** Checks that every command a document names (`npm start`, `npm run bench`) is in package.json. */
export function missingCommands(tree: Tree): Finding[] {
  const { scripts = {} } = JSON.parse(tree.read('package.json')) as { scripts?: Record<string, string> };
  return papers(tree)
    .filter(({ path }) => !path.startsWith('sdk/'))
    .flatMap(({ path, lines }) =>
      lines.flatMap((text, index) =>
        [...text.matchAll(/\bnpm (?:run ([\w-]+)|(start|test)\b)/g)]
          .map(([, run, short]) => run ?? short ?? '')
          .filter((name) => !(name in scripts))
          .map((name) => ({
            path,
            line: index + 1,
            text: `names the command npm run ${name}, which package.json does not have`,
          })),
      ),
    );
}

function pathExists(tree: Tree, path: string): boolean {
  return tree.has(path) || tree.paths.some((each) => each.startsWith(`${path}/`));
}

/** Checks that the document's table of settings lists exactly the settings that the server knows. */
export function undocumentedSettings(tree: Tree, source: string, paper: string): Finding[] {
  const schema = /const Environment = z\.object\(\{\n([\s\S]*?)\n\}\);/.exec(tree.read(source))?.[1] ?? '';
  const known = new Set([...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name));
  const table = /^\| Setting \|.*\n((?:\|.*\n?)*)/m.exec(tree.read(paper))?.[1] ?? '';
  const rows = table.split('\n').flatMap((line) => /^\|([^|]*)\|/.exec(line)?.[1]?.match(/`[A-Z][A-Z0-9_]+`/g) ?? []);
  const written = new Set(rows.map((name) => name.slice(1, -1)));
  return [
    ...[...known]
      .filter((name) => !written.has(name))
      .map((name) => ({ path: paper, text: `does not explain the setting ${name}` })),
    ...[...written]
      .filter((name) => !known.has(name))
      .map((name) => ({ path: paper, text: `explains ${name}, which is not a setting` })),
  ];
}

function papers(tree: Tree): { path: string; lines: string[] }[] {
  return tree.paths.filter(isPaper).map((path) => ({ path, lines: tree.read(path).split('\n') }));
}

/**
 * Whether the name should be checked as a path. `npm run x`, `/user/login`, `dist/…` and plain words are not paths in
 * the repository. A name without a folder counts only if it has an extension that we use.
 */
function isOurs(name: string): boolean {
  if (!/^[#.\w][\w.*<>/-]*(:\d+)?$/.test(name)) return false;
  const [first = '', ...rest] = name.replace(/^#/, '').split('/');
  return rest.length > 0 ? folders.includes(first) : /^(\.?[\w-]+\.json|\w[\w.-]*\.(json|tsx?|md|mjs|sql))$/.test(name);
}

/**
 * `*` and `<noun>` match any part of a name. A folder exists if it contains a file. A name without a folder can be in
 * any folder.
 */
function exists(tree: Tree, name: string): boolean {
  if (!name.includes('/'))
    return tree.paths.some((path) => posix.basename(path) === name || path.startsWith(`${name}/`));
  const plain = name.replace(/^#/, '').replace(/:\d+$/, '').replace(/^\.\//, '').replace(/\/$/, '');
  const pattern = plain
    .split(/(\*\*|\*|<[^>]+>)/)
    .map((part, index) =>
      index % 2 === 0 ? part.replace(/[.+?^${}()|[\]\\]/g, '\\$&') : part === '**' ? '.*' : '[^/]*',
    )
    .join('');
  const wanted = new RegExp(`^${pattern}(/|$)`);
  return tree.paths.some((path) => wanted.test(path));
}
