/**
 * Words that this code base does without, in comments, test titles and documents: most of them turn a sentence around,
 * or say a common thing in a rare way. The list grows when a review finds another.
 */
import { sources, testTitles } from './source.ts';
import type { Finding, Tree } from './tree.ts';

/** Word → what to write instead. */
const replacements: ReadonlyMap<RegExp, string> = new Map([
  [/\banew\b/i, 'again, or a verb with re-'],
  [/\bwho(?:m|so)?ever\b/i, 'the caller, any user, anyone who'],
  // In quotes it is the name of an account.
  [/(?<!")\bnobody\b/i, 'no one, no user, no process, or a sentence in the active voice'],
  [/\b(?:is|are|was|were|be|been|being) told\b/i, 'gets, receives, is notified, is shown'],
  [/\b(?:lies|lay|lie) (?:in|at|beside|between|on|under|behind)\b/i, 'is'],
  [/\bfor so long\b/i, 'how long'],
  [/\bnone of ours\b/i, 'not one of ours, unknown'],
  [/\bthe house\b/i, 'the app, the product'],
  [/\bbeside it\b/i, 'next to it, with it'],
  [/\bshall\b/i, 'must, should, or the plain present'],
]);

/** Identifiers that say "max" and "min" in other words. */
const odd = /^(?:MOST|LONGEST|LARGEST|GREATEST|LEAST|SHORTEST)_/;

export function oddEnglish(tree: Tree): Finding[] {
  return sources(tree).flatMap((source) => [
    ...source.comments.flatMap(({ text, line }) => findingsIn(text, source.path, line)),
    ...testTitles(source).flatMap(({ text, line }) => findingsIn(text, source.path, line)),
  ]);
}

/** Checks the prose of documents: everything outside of fenced blocks and code spans. */
export function oddProse(tree: Tree): Finding[] {
  return tree.paths
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => {
      let fenced = false;
      return tree
        .read(path)
        .split('\n')
        .flatMap((text, index) => {
          const isFence = /^\s*```/.test(text);
          if (isFence) fenced = !fenced;
          return fenced || isFence ? [] : findingsIn(text.replaceAll(/`[^`]*`/g, '`'), path, index + 1);
        });
    });
}

export function oddNames(tree: Tree): Finding[] {
  return sources(tree).flatMap((source) => {
    const found: Finding[] = [];
    source.visit({
      VariableDeclarator({ id, start }) {
        if (id.type === 'Identifier' && odd.test(id.name))
          found.push({ path: source.path, line: source.lineAt(start), text: `names ${id.name}: write MAX_ or MIN_` });
      },
    });
    return found;
  });
}

function findingsIn(text: string, path: string, line: number): Finding[] {
  const found: Finding[] = [];
  for (const [word, instead] of replacements) {
    const match = word.exec(text);
    if (!match) continue;
    const offset = text.slice(0, match.index).split('\n').length - 1;
    found.push({ path, line: line + offset, text: `says "${match[0]}": write ${instead}` });
  }
  return found;
}
