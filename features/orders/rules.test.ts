import { expect, test } from 'vitest';
import { orderStatuses } from './statuses.ts';
import { orderTransitions, rateText } from './rules.ts';

test('an order moves only as the money rules allow', () => {
  const allowed = orderStatuses.flatMap((from) =>
    orderStatuses.filter((to) => orderTransitions.allows(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'expired → success',
    'success → reversed',
    'unpaid → expired',
    'unpaid → success',
  ]);
  expect(orderTransitions.before('success')).toEqual(['unpaid', 'expired']);
  expect(orderStatuses.filter((status) => orderTransitions.isFinal(status))).toEqual(['reversed']);
});

test.each([
  [1, 3, '33.3'],
  [2, 3, '66.7'],
  [1, 2000, '0.1'],
  [1, 2001, '0.0'],
  [5, 5, '100.0'],
  [0, 5, '0.0'],
  [0, 0, null],
])('%d of %d is %s percent', (part, whole, text) => {
  expect(rateText(part, whole)).toBe(text);
});
