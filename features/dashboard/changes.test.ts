import { expect, test } from 'vitest';
import { changeOf, pointsOf } from './changes.ts';

test.each([
  [112n, 100n, '12.0'],
  [100n, 112n, '-10.7'],
  [5, 5, '0.0'],
  [3, 0, null],
  [0, 3, '-100.0'],
  [10n ** 30n, 3n, '33333333333333333333333333333233.3'],
  [1001, 2000, '-50.0'],
  [10_005, 10_000, '0.1'],
])('%s after %s is a change of %s percent', (current, before, change) => {
  expect(changeOf(current, before)).toBe(change);
});

test.each([
  ['87.1', '85.0', '2.1'],
  ['85.0', '87.1', '-2.1'],
  ['100.0', '0.0', '100.0'],
  [null, '87.1', null],
  ['87.1', null, null],
])('a rate of %s after %s has changed by %s points', (current, before, change) => {
  expect(pointsOf(current, before)).toBe(change);
});
