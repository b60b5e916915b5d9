import { expect, test } from 'vitest';
import { member } from '../agents-for-tests.ts';
import { attentionOf } from './attention.ts';

const now = new Date('2026-11-26T12:00:00.000Z');

test('a member is overdue from the seventh day on, unless it is certified or disabled', () => {
  const members = [
    member(1, { certification: 'none', registeredAt: '2026-11-19T12:00:00.000Z' }),
    member(2, { certification: 'none', registeredAt: '2026-11-19T12:00:00.001Z' }),
    member(3, { certification: 'approved', registeredAt: '2026-01-01T00:00:00.000Z' }),
    member(4, { certification: 'none', state: 'disabled', registeredAt: '2026-01-01T00:00:00.000Z' }),
    member(5, { certification: 'rejected', registeredAt: '2026-11-01T12:00:00.000Z' }),
  ];
  expect(attentionOf(members, now).map(({ what, member: { memberNo }, days }) => [what, memberNo, days])).toEqual([
    ['uncertified', '20000005', 25],
    ['uncertified', '20000001', 7],
  ]);
});

test('rates below the own ones come first', () => {
  const members = [
    member(1, { certification: 'none', registeredAt: '2026-01-01T00:00:00.000Z' }),
    member(2, { belowOwn: true }),
  ];
  expect(attentionOf(members, now).map(({ what }) => what)).toEqual(['below_own', 'uncertified']);
});
