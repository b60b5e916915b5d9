/** A bar must show neither more nor less than the figures next to it. */
import { expect, test } from 'vitest';
import { percentOfTenths, tenthsOf } from './part-of.ts';

test.each([
  ['0.00', '100.00', 0],
  ['12.34', '100.00', 123],
  ['99.99', '100.00', 999],
  ['100.00', '100.00', 1000],
  ['99999999999999.99', '100000000000000.00', 999],
  ['150', '100.00', 1500],
  ['5', '0.00', 1000],
  ['0', '0', 1000],
  ['-5.00', '100.00', 0],
  ['1000000.00', '0.01', 99_990],
])('%s of %s is %i tenths of a percent', (part, whole, tenths) => {
  expect(tenthsOf(part, whole)).toBe(tenths);
});

test('tenths are written as a percentage with one decimal', () => {
  expect([0, 7, 999, 1000].map(percentOfTenths)).toEqual(['0.0', '0.7', '99.9', '100.0']);
});
