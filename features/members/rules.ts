/** Rules for members: their numbers and their place in the tree of agents. */
import type { Member } from './member.ts';

const FIRST_MEMBER_NO = 10_000_000n;
const MEMBER_NOS = 90_000_000;

/** Returns a random member number. `draw` must return an integer from 0 to `below − 1`. */
export function drawnMemberNo(draw: (below: number) => number): bigint {
  return FIRST_MEMBER_NO + BigInt(draw(MEMBER_NOS));
}

/** Whether new members can be placed under this one. */
export function canInvite(member: Member | undefined): member is Member {
  return member !== undefined && member.kind === 'agent' && member.state === 'active';
}

/** Whether a new agent under these agents would be below the last of the levels that a tree can have. */
export function isTooDeep(uplines: readonly bigint[], agentDepth: number): boolean {
  return uplines.length >= agentDepth;
}

/** The agents above a member that is placed under `agent`, nearest first. */
export function uplinesUnder(agent: Pick<Member, 'memberNo' | 'uplines'> | undefined): bigint[] {
  return agent ? [agent.memberNo, ...agent.uplines] : [];
}

/** Why a member can't be moved. */
export type MoveRefusal = 'upline_unfit' | 'upline_below' | 'upline_same' | 'tree_too_deep';

interface WantedMove {
  member: Pick<Member, 'memberNo' | 'uplines'>;
  /** The agent to place it under. Null: no agent; undefined: no member has the number. */
  under: Member | null | undefined;
  /** How many agents are above the lowest agent among the member and those below it; null without any. */
  lowestAgent: number | null;
  agentDepth: number;
}

/** Everyone below a member moves with it and keeps its place there. Undefined: it can be moved. */
export function moveRefusal({ member, under, lowestAgent, agentDepth }: WantedMove): MoveRefusal | undefined {
  const { memberNo, uplines } = member;
  if (under?.memberNo === memberNo || under?.uplines.includes(memberNo)) return 'upline_below';
  if (under !== null && !canInvite(under)) return 'upline_unfit';
  if (under?.memberNo === uplines[0]) return 'upline_same';
  const deeper = uplinesUnder(under ?? undefined).length - uplines.length;
  return lowestAgent !== null && lowestAgent + deeper >= agentDepth ? 'tree_too_deep' : undefined;
}
