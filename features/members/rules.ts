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

/** The agents above a member that is placed under `agent`, nearest first. */
export function uplinesUnder(agent: Pick<Member, 'memberNo' | 'uplines'> | undefined): bigint[] {
  return agent ? [agent.memberNo, ...agent.uplines] : [];
}
