import { describe, expect, it } from 'vitest';
import type { Member } from './member.ts';
import { drawnMemberNo, canInvite, isTooDeep, moveRefusal, uplinesUnder } from './rules.ts';

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

describe('a move', () => {
  const shop = { memberNo: 30_000_000n, uplines: [20_000_009n] };
  const chief = { memberNo: 20_000_009n, uplines: [] };
  const move = { member: shop, under: agent, lowestAgent: null, agentDepth: 5 };
  it.each([
    ['under another agent', move, undefined],
    ['under no agent', { ...move, under: null }, undefined],
    ['under the agent that it has', { ...move, under: { ...agent, ...chief } }, 'upline_same'],
    ['of a member without an agent under none', { ...move, member: chief, under: null }, 'upline_same'],
    ['under an unknown member', { ...move, under: undefined }, 'upline_unfit'],
    ['under a merchant', { ...move, under: { ...agent, kind: 'merchant' as const } }, 'upline_unfit'],
    ['under a disabled agent', { ...move, under: { ...agent, state: 'disabled' as const } }, 'upline_unfit'],
    ['under itself', { ...move, member: agent }, 'upline_below'],
    ['under a member below it', { ...move, member: { memberNo: 20_000_000n, uplines: [] } }, 'upline_below'],
    // The lowest agent is two levels below the moved one, which comes to the third level.
    ['that reaches the last level', { ...move, member: chief, lowestAgent: 2 }, undefined],
    ['that goes below the last level', { ...move, member: chief, lowestAgent: 3 }, 'tree_too_deep'],
  ])('%s is answered with %s', (_, wanted, refusal) => {
    expect(moveRefusal(wanted)).toBe(refusal);
  });
});
