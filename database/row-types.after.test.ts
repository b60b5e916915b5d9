/** Runs after the database tests, on the rows that they recorded; see `vitest.config.ts`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RecordedRows } from '#foundation/server/postgres/rows-for-tests.ts';
import { recordedTexts, rowFaults, typedStatements } from './row-types-for-tests.ts';

test('every row that a statement answered is of the type that the code gives it', () => {
  const recorded = readFileSync(process.env['TEST_ROWS'] ?? '', 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedRows);
  const statements = typedStatements();
  expect(rowFaults(statements, recorded)).toEqual([]);
  const answered = recordedTexts(recorded);
  expect(statements.filter(({ text }) => answered.has(text)).length).toBeGreaterThan(statements.length * 0.9);
});
