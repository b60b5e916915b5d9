import { expect, test } from 'vitest';
import { contracts } from '#apps/server/contracts.ts';
import type { Call } from '#foundation/core/calls.ts';
import { rights } from '#features/rights.ts';

const calls = contracts.flatMap(({ contract }) => Object.entries<Call>(contract.calls));

test('every call of operators names the right that it needs, and no other call does', () => {
  expect(
    calls.filter(([, { who, right }]) => (who === 'operators') !== (right !== undefined)).map(([path]) => path),
  ).toEqual([]);
});

test('every right is needed by a call', () => {
  const needed = new Set(calls.map(([, { right }]) => right));
  expect(rights.filter((right) => !needed.has(right))).toEqual([]);
});

test('a call that only reads needs a right to view, unless it shows what is masked elsewhere', () => {
  const reading = calls.filter(
    ([, { who, secondStep }]) => who === 'operators' && typeof secondStep === 'object' && secondStep.none === 'reads',
  );
  expect(reading.filter(([, { right }]) => !right?.endsWith('.view')).map(([path]) => path)).toEqual([]);
});
