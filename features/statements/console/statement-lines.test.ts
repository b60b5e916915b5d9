/** Which rows of the statement are folded. */
import { expect, test } from 'vitest';
import { linesOf } from './statement-lines.ts';
import { moved, row } from './statements-for-tests.ts';

const rows = [
  row('2026-11-01'),
  row('2026-11-02'),
  row('2026-11-03', moved),
  row('2026-11-04'),
  row('2026-11-05', { ...moved, version: 2 }),
  row('2026-11-06'),
  row('2026-11-07', { state: 'open' }),
];
const keys = (unfolded?: ReadonlySet<string>) => linesOf(rows, unfolded).map(({ key, folded }) => [key, folded]);

test('neighbouring closed rows without movement are one line', () => {
  expect(keys()).toEqual([
    ['2026-11-01..2026-11-02', 2],
    ['2026-11-03', 0],
    ['2026-11-04', 1],
    ['2026-11-05', 0],
    ['2026-11-06', 1],
    ['2026-11-07', 0],
  ]);
});

test('an unfolded line is its rows', () => {
  expect(keys(new Set(['2026-11-01..2026-11-02'])).slice(0, 3)).toEqual([
    ['2026-11-01', 0],
    ['2026-11-02', 0],
    ['2026-11-03', 0],
  ]);
});

test('a row with entries that add up to nothing is not folded', () => {
  expect(linesOf([row('2026-11-01', { version: 1 })])[0]?.folded).toBe(0);
});
