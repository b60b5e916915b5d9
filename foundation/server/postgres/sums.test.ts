import { expect, test } from 'vitest';
import { readSums } from './sums.ts';

test('sums are read whole, also beyond a column’s range; what is missing is 0', () => {
  const beyond = (2n ** 63n).toString();
  const readers = { count: Number, amountMinor: BigInt };
  expect(readSums({ count: '12', amountMinor: beyond }, readers)).toEqual({ count: 12, amountMinor: 2n ** 63n });
  expect(readSums(undefined, readers)).toEqual({ count: 0, amountMinor: 0n });
});
