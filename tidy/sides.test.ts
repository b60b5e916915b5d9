import { expect, test } from 'vitest';
import { physicalSides } from './sides.ts';
import { findingLines, repository, treeOf } from './tree.ts';

test('no style in the repository uses left or right', () => {
  expect(findingLines(physicalSides(repository()))).toEqual([]);
  const broken = treeOf({
    'a.css':
      '.a {\n  margin-left: 2px;\n  left: 0;\n  text-align: right;\n  border-right-color: red;\n  margin-inline-start: 2px;\n  transform: translateX(4px);\n}',
    'b.tsx': '<Box ml={4} ms={4} />',
  });
  expect(findingLines(physicalSides(broken)).map((text) => text.split(':').slice(0, 2).join(':'))).toEqual([
    'a.css:2 uses a physical side (margin-left',
    'a.css:3 uses a physical side (left',
    'a.css:4 uses a physical side (text-align',
    'a.css:5 uses a physical side (border-right-color',
    'b.tsx:1 uses a physical side (ml=)',
  ]);
});
