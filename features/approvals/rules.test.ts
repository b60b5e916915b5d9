import { expect, it } from 'vitest';
import { approvalStateAt } from './rules.ts';

it('a proposal is open until its last millisecond, and a decided one stays decided', () => {
  const expiresAt = new Date(1_000);
  expect(approvalStateAt({ state: 'open', expiresAt }, new Date(999))).toBe('open');
  expect(approvalStateAt({ state: 'open', expiresAt }, expiresAt)).toBe('expired');
  expect(approvalStateAt({ state: 'confirmed', expiresAt }, expiresAt, false)).toBe('confirmed');
});

it('an open proposal is stale when its object has changed', () => {
  const expiresAt = new Date(1_000);
  expect(approvalStateAt({ state: 'open', expiresAt }, new Date(999), false)).toBe('stale');
  expect(approvalStateAt({ state: 'open', expiresAt }, expiresAt, false)).toBe('expired');
});
