import { expect, test } from 'vitest';
import { notesForLater, silencedTypes, switchedOffTests, unexplainedExceptions } from './leftovers.ts';
import { findingLines, repository, treeOf } from './tree.ts';

const repo = repository();

test('the repository has no notes for later', () => {
  expect(findingLines(notesForLater(repo))).toEqual([]);
  const broken = treeOf({
    'a.ts': "const text = 'TODO';\n// TODO later\n",
    'b.sql': 'select 1;\n-- FIXME',
    'c.css': '/* HACK */',
  });
  expect(findingLines(notesForLater(broken)).map((text) => text.split(':').slice(0, 2).join(':'))).toEqual([
    'a.ts:2 says TODO',
    'b.sql:2 says FIXME',
    'c.css:1 says HACK',
  ]);
});

test('no test in the repository is skipped or focused', () => {
  expect(findingLines(switchedOffTests(repo))).toEqual([]);
  const broken = treeOf({
    'a.test.ts':
      "test.only('a', () => {});\ndescribe.skip('b', () => {});\nit.todo('c');\ntest.runIf(isRoot)('d', () => list.only);",
  });
  expect(findingLines(switchedOffTests(broken))).toEqual([
    'a.test.ts:1 has test.only',
    'a.test.ts:2 has describe.skip',
    'a.test.ts:3 has it.todo',
  ]);
});

test('nothing in the repository silences the type checker', () => {
  expect(findingLines(silencedTypes(repo))).toEqual([]);
  const broken = treeOf({
    'a.ts': "// @ts-ignore\nconst a = '@ts-ignore any' as any;\nfunction b(c: any[]): Map<string, any> {}\n",
  });
  expect(findingLines(silencedTypes(broken))).toEqual([
    'a.ts:1 has @ts-ignore',
    'a.ts:2 has the type any',
    'a.ts:3 has the type any',
    'a.ts:3 has the type any',
  ]);
});

test('a disabled lint rule has a reason', () => {
  expect(findingLines(unexplainedExceptions(repo))).toEqual([]);
  const broken = treeOf({
    'a.ts':
      '// oxlint-disable-next-line no-console\na();\n// oxlint-disable-next-line no-console -- the bench prints\nb();\n// So does this.\n// oxlint-disable-next-line no-console\n',
  });
  expect(findingLines(unexplainedExceptions(broken))).toEqual(['a.ts:1 disables a lint rule without a reason']);
});
