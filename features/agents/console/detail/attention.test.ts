import { expect, test } from 'vitest';
import { member } from '../agents-for-tests.ts';
import { attentionOf } from './attention.ts';

const now = new Date('2026-11-26T12:00:00.000Z');
const whats = (of: ReturnType<typeof attentionOf>) => of.map(({ what, member: { memberNo } }) => [what, memberNo]);

test('a member is overdue from the seventh day on, unless it is certified or disabled', () => {
  const newest = [
    member(1, { certification: 'none', registeredAt: '2026-11-19T12:00:00.000Z' }),
    member(2, { certification: 'none', registeredAt: '2026-11-19T12:00:00.001Z' }),
    member(3, { certification: 'approved', registeredAt: '2026-01-01T00:00:00.000Z' }),
    member(4, { certification: 'none', state: 'disabled', registeredAt: '2026-01-01T00:00:00.000Z' }),
    member(5, { certification: 'rejected', registeredAt: '2026-11-01T12:00:00.000Z' }),
  ];
  expect(attentionOf({ newest, fallen: [] }, now)).toEqual([
    { what: 'uncertified', member: newest[4], days: 25 },
    { what: 'uncertified', member: newest[0], days: 7 },
  ]);
});

test('a rate below the own one comes first, then the deepest fall of a success rate, then the uncertified', () => {
  const fell = (rateNow: string) => ({ successFell: { rateNow, rateBefore: '95.0' } });
  const newest = [
    member(1, { certification: 'none', registeredAt: '2026-01-01T00:00:00.000Z' }),
    member(2, { belowOwn: true, ...fell('9.5') }),
  ];
  const fallen = [
    member(3, fell('70.0')),
    member(2, { belowOwn: true, ...fell('9.5') }),
    member(4, { ...fell('0.0'), state: 'disabled' }),
  ];
  expect(whats(attentionOf({ newest, fallen }, now))).toEqual([
    ['below_own', '20000002'],
    ['success_fell', '20000002'],
    ['success_fell', '20000003'],
    ['uncertified', '20000001'],
  ]);
});
