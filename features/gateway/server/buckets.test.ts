import { expect, it } from 'vitest';
import { TokenBuckets } from './buckets.ts';

const size = { perSecond: 10, burst: 5 };

it('a burst passes, then the allowed number per second, and each member has its own bucket', () => {
  const buckets = new TokenBuckets();
  expect(Array.from({ length: 7 }, () => buckets.take(1n, 0, size))).toEqual([0, 0, 0, 0, 0, 100, 100]);
  expect(buckets.take(2n, 0, size)).toBe(0);
  expect([buckets.take(1n, 99, size), buckets.take(1n, 100, size), buckets.take(1n, 150, size)]).toEqual([1, 0, 50]);
});

it('a pause refills no more than a burst, and a clock that goes back removes nothing', () => {
  const buckets = new TokenBuckets();
  buckets.take(1n, 0, size);
  expect(Array.from({ length: 6 }, () => buckets.take(1n, 3_600_000, size))).toEqual([0, 0, 0, 0, 0, 100]);
  expect(buckets.take(1n, 0, size)).toBe(100);
});

it('forgets only buckets that would be full', () => {
  const buckets = new TokenBuckets();
  for (let taken = 0; taken < 5; taken += 1) buckets.take(1n, 0, size);
  buckets.forgetFull(499, size);
  expect(buckets.take(1n, 0, size)).toBe(100);
  buckets.forgetFull(500, size);
  expect(buckets.take(1n, 0, size)).toBe(0);
});
