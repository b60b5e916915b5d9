import { describe, expect, it } from 'vitest';
import type { Member } from './member.ts';
import { drawnMemberNo, canInvite, isTooDeep, uplinesUnder } from './rules.ts';

const agent: Member = {
  memberNo: 20_000_001n,
  kind: 'agent',
  uplines: [20_000_000n],
  name: 'Agent',
  level: 1,
  state: 'active',
  certification: 'none',
  settlement: { mode: 'D', days: 1, sameDayRatioE4: 0 },
  createdAt: new Date(0),
};

describe('member numbers', () => {
  it.each([
    ['the smallest', (): number => 0, 10_000_000n],
    ['the largest', (below: number): number => below - 1, 99_999_999n],
  ])('have eight digits: %s', (_, draw, expected) => {
    expect(drawnMemberNo(draw)).toBe(expected);
  });
});

describe('the tree of agents', () => {
  it.each([
    ['an active agent', agent, true],
    ['a disabled agent', { ...agent, state: 'disabled' as const }, false],
    ['a merchant', { ...agent, kind: 'merchant' as const }, false],
    ['an unknown member', undefined, false],
  ])('%s can invite: %s', (_, member, expected) => {
    expect(canInvite(member)).toBe(expected);
  });

  it('has at most so many levels of agents, the root included', () => {
    expect([isTooDeep([], 1), isTooDeep([1n], 1), isTooDeep([1n], 2), isTooDeep([2n, 1n], 2)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('puts the nearest agent first', () => {
    expect(uplinesUnder(agent)).toEqual([20_000_001n, 20_000_000n]);
    expect(uplinesUnder(undefined)).toEqual([]);
  });
});
