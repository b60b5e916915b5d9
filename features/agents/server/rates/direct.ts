/** Which members an agent's calls reach: those directly below it. Any other number is answered like a missing one. */
import type { Member } from '#features/members/member.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';

export interface DirectDeps {
  members: Pick<MemberVerbs, 'find'>;
}

interface AgentContext {
  readonly session: { readonly memberNo: bigint };
  refuse(name: 'not_found'): never;
}

/** An agent that is disabled has no calls. */
export async function requireActive({ members }: DirectDeps, { session, refuse }: AgentContext): Promise<void> {
  if ((await members.find(session.memberNo))?.state !== 'active') refuse('not_found');
}

/** Refuses unless the caller is active and the member is directly below it; reads the same for every number. */
export async function requireDirect(
  { members }: DirectDeps,
  { session, refuse }: AgentContext,
  memberNo: bigint,
): Promise<void> {
  const [agent, member] = await Promise.all([members.find(session.memberNo), members.find(memberNo)]);
  if (agent?.state !== 'active' || !isDirect(member, session.memberNo)) refuse('not_found');
}

export function isDirect(member: Pick<Member, 'uplines'> | undefined, agentNo: bigint): boolean {
  return member?.uplines[0] === agentNo;
}
