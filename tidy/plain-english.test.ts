import { expect, test } from 'vitest';
import { oddEnglish, oddNames, oddProse } from './plain-english.ts';
import { findingLines, repository, treeOf } from './tree.ts';

const tree = repository();

test('comments and test titles use common words', () => {
  expect(findingLines(oddEnglish(tree))).toEqual([]);
  const broken = treeOf({
    'a.ts': "/**\n * Reads the list.\n * Whoever asks gets it anew.\n */\nexport const a = 'anew';\n",
    'a.test.ts': "test.each([1])('nobody %i', () => {});\ndescribe('plain', () => {});\nother('nobody');\n",
  });
  expect(findingLines(oddEnglish(broken))).toEqual([
    'a.test.ts:1 says "nobody": write no one, no user, no process, or a sentence in the active voice',
    'a.ts:3 says "Whoever": write the caller, any user, anyone who',
    'a.ts:3 says "anew": write again, or a verb with re-',
  ]);
});

test('documents use common words', () => {
  expect(findingLines(oddProse(tree))).toEqual([]);
  const broken = treeOf({
    'README.md': 'Runs as `nobody`.\n```\nanew\n```\n| Whoever asks | is told |\n',
    'features/raffles/README.md': 'Starts anew.\n',
    'CHANGELOG.md': 'Made anew.\n',
  });
  expect(findingLines(oddProse(broken))).toEqual([
    'CHANGELOG.md:1 says "anew": write again, or a verb with re-',
    'README.md:5 says "Whoever": write the caller, any user, anyone who',
    'README.md:5 says "is told": write gets, receives, is notified, is shown',
    'features/raffles/README.md:1 says "anew": write again, or a verb with re-',
  ]);
});

test('bounds are named MAX_ and MIN_', () => {
  expect(findingLines(oddNames(tree))).toEqual([]);
  const broken = treeOf({ 'a.ts': 'const MOST_ROWS = 1;\nconst MAX_ROWS = 2;\nconst [LEAST_WAIT_MS] = [3];\n' });
  expect(findingLines(oddNames(broken))).toEqual(['a.ts:1 names MOST_ROWS: write MAX_ or MIN_']);
});
