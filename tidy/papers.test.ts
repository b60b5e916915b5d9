import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  deadLinks,
  isPaper,
  missingCommands,
  missingPaths,
  undocumentedSettings,
  unlistedDecisions,
  unshownPictures,
} from './papers.ts';
import { findingLines, repository, treeOf } from './tree.ts';

const repo = repository();

test('documents name only paths that exist', () => {
  expect(findingLines(missingPaths(repo))).toEqual([]);
});

test('the check finds the documents of the repository', () => {
  expect(repo.paths.filter(isPaper)).toEqual(
    expect.arrayContaining([
      'README.md',
      'docs/ARCHITECTURE.md',
      'foundation/server/embedded-postgres/README.md',
      'sdk/README.md',
    ]),
  );
});

test('finds a missing path in a sentence and in a folder tree, and ignores calls, commands and patterns', () => {
  const broken = treeOf({
    'README.md':
      'See `features/orders/rules.ts`, `features/orders/gone.ts`, `features/<noun>/rules.ts`, `features/*/gone.ts`, `#features/orders/rules.ts`.\nAsk `/user/login`, run `npm start`, read `package.json` and `settings.json`, write a `.test.ts`.',
    'docs/ARCHITECTURE.md': '```\nfeatures/orders/   orders\nfeatures/raffles/  raffles\n```',
    'features/orders/rules.ts': '',
    'package.json': '{}',
  });
  expect(findingLines(missingPaths(broken))).toEqual([
    'README.md:1 names features/*/gone.ts, which does not exist',
    'README.md:1 names features/orders/gone.ts, which does not exist',
    'README.md:2 names settings.json, which does not exist',
    'docs/ARCHITECTURE.md:3 names features/raffles/, which does not exist',
  ]);
});

test('documents link only to files that exist', () => {
  expect(findingLines(deadLinks(repo))).toEqual([]);
  const broken = treeOf({
    'docs/STYLE.md': '[the tree](ARCHITECTURE.md#tree) [start](../README.md) [all](https://example.org)',
    'README.md': '',
  });
  expect(findingLines(deadLinks(broken))).toEqual(['docs/STYLE.md:1 links to ARCHITECTURE.md, which does not exist']);
});

test('documents show every picture there is, each with a text, and all pictures together are small', () => {
  expect(findingLines(unshownPictures(repo))).toEqual([]);
  const broken = treeOf({
    'docs/operations.md': '![A page](pictures/a.webp) ![](pictures/b.webp) [c](pictures/c.webp)',
    'docs/pictures/a.webp': '',
    'docs/pictures/b.webp': '',
    'docs/pictures/c.webp': '',
  });
  expect(findingLines(unshownPictures(broken))).toEqual([
    'docs/pictures/b.webp is in no document',
    'docs/pictures/c.webp is in no document',
  ]);
  const pictures = repo.paths.filter((path) => path.startsWith('docs/pictures/'));
  expect(pictures.length).toBeGreaterThan(5);
  const bytes = pictures.map((path) => statSync(new URL(`../${path}`, import.meta.url)).size);
  expect(bytes.reduce((all, size) => all + size, 0)).toBeLessThan(1_500_000);
});

test('every decision that is named has a place in the index, in code a record, and every record a line', () => {
  expect(findingLines(unlistedDecisions(repo))).toEqual([]);
  const broken = treeOf({
    'docs/decisions/README.md': '- [0001](0001-raffles.md): raffles\n\n| 0003 | prizes | [0001](0001-raffles.md) |\n',
    'docs/decisions/0000-template.md': '',
    'docs/decisions/0001-raffles.md': '',
    'docs/decisions/0002-tickets.md': '',
    'a.ts': '// decision 0001, decisions 0003 and 0004\n',
    'migration.sql': '-- prizes (decision 0003), tickets (decision 0005)\n',
  });
  expect(findingLines(unlistedDecisions(broken))).toEqual([
    'a.ts:1 names the decision 0003, which has no record',
    'a.ts:1 names the decision 0004, which is not listed',
    'docs/decisions/README.md does not list the record 0002',
    'migration.sql:1 names the decision 0005, which is not listed',
  ]);
});

test('documents name only commands that exist', () => {
  expect(findingLines(missingCommands(repo))).toEqual([]);
  const broken = treeOf({
    'package.json': '{"scripts":{"start":"x","bench":"y"}}',
    'README.md': '`npm start`, `npm run bench`\n`npm test` and npm run gone',
  });
  expect(findingLines(missingCommands(broken))).toEqual([
    'README.md:2 names the command npm run gone, which package.json does not have',
    'README.md:2 names the command npm run test, which package.json does not have',
  ]);
});

test('the README explains exactly the settings that the server reads', () => {
  expect(findingLines(undocumentedSettings(repo, 'foundation/server/process/settings.ts', 'README.md'))).toEqual([]);
  const broken = treeOf({
    'settings.ts': 'const Environment = z.object({\n  PORT: Text,\n  HOST: Text,\n});',
    'README.md':
      '| Setting | Default |\n|---|---|\n| `PORT`, `COLOUR` | 8080 |\n\n| You see | Do |\n| `EADDRINUSE` | wait |',
  });
  expect(findingLines(undocumentedSettings(broken, 'settings.ts', 'README.md'))).toEqual([
    'README.md does not explain the setting HOST',
    'README.md explains COLOUR, which is not a setting',
  ]);
});
