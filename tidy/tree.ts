/**
 * A file tree as the checks see it: paths relative to the repository's root, with `/`, and their texts. The same checks
 * run on the repository and on small broken samples, so a check must not read the disk itself.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Tree {
  /** All file paths, sorted. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** Throws if the file does not exist. */
  read(path: string): string;
}

/** A problem found by a check: the place, and what is wrong in one sentence. */
export interface Finding {
  path: string;
  line?: number | undefined;
  text: string;
}

/** Formats findings for a test's message: `features/orders/rules.ts:3 imports …`. */
export function findingLines(findings: readonly Finding[]): string[] {
  return findings.map(({ path, line, text }) => `${path}${line === undefined ? '' : `:${line}`} ${text}`).sort();
}

/** Builds a sample tree from path → text. */
export function treeOf(files: Readonly<Record<string, string>>): Tree {
  return {
    paths: Object.keys(files).sort(),
    has: (path) => Object.hasOwn(files, path),
    read(path) {
      const text = files[path];
      if (text === undefined) throw new Error(`no file ${path}`);
      return text;
    },
  };
}

/**
 * The repository's files, except those that `.gitignore` names. All checks of a process get the same tree, so that each
 * file is read and parsed once for all of them.
 */
export function repository(): Tree {
  return (known ??= readRepository());
}
let known: Tree | undefined;

function readRepository(): Tree {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const ignored = ignoredNames(readFileSync(`${root}.gitignore`, 'utf8'));
  const paths = filesIn(root, '', ignored).sort();
  const present = new Set(paths);
  const texts = new Map<string, string>();
  return {
    paths,
    has: (path) => present.has(path),
    read(path) {
      let text = texts.get(path);
      if (text === undefined) texts.set(path, (text = readFileSync(root + path, 'utf8')));
      return text;
    },
  };
}

/** Supports only the two forms used in our `.gitignore`: `name/` and `*.ending`. */
function ignoredNames(gitignore: string): (name: string) => boolean {
  const lines = gitignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const folders = new Set(['.git', ...lines.filter((line) => line.endsWith('/')).map((line) => line.slice(0, -1))]);
  const endings = lines.filter((line) => line.startsWith('*')).map((line) => line.slice(1));
  const unread = lines.find((line) => !line.endsWith('/') && !line.startsWith('*'));
  if (unread !== undefined) throw new Error(`.gitignore has a pattern that tidy does not support: ${unread}`);
  return (name) => folders.has(name) || endings.some((ending) => name.endsWith(ending));
}

function filesIn(root: string, folder: string, ignored: (name: string) => boolean): string[] {
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    if (ignored(entry.name)) return [];
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) return filesIn(root, `${path}/`, ignored);
    return entry.isFile() ? [path] : [];
  });
}
