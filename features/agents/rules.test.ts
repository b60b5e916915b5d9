import { expect, test } from 'vitest';
import { successFall } from './rules.ts';

const counts = (successCount: bigint, createdCount: bigint) => ({ successCount, createdCount });

test.each([
  ['exactly 20 points lower', counts(14n, 20n), counts(18n, 20n), { rateNow: '70.0', rateBefore: '90.0' }],
  ['a hair less than 20 points lower', counts(700_001n, 1_000_000n), counts(18n, 20n), null],
  ['many points lower with other counts', counts(0n, 20n), counts(2n, 3_000n), null],
  ['down to nothing', counts(0n, 20n), counts(20n, 20n), { rateNow: '0.0', rateBefore: '100.0' }],
  ['higher', counts(20n, 20n), counts(0n, 20n), null],
  ['too few orders now', counts(0n, 19n), counts(100n, 100n), null],
  ['too few orders before', counts(0n, 100n), counts(19n, 19n), null],
])('a success rate that is %s', (_name, now, before, fall) => {
  expect(successFall(now, before)).toEqual(fall);
});
