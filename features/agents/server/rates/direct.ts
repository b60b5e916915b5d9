/**
 * Which members an agent's calls reach: those directly below it. Any other number is answered like a missing one. And
 * how their rates are set.
 */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { GivenRate, SetRates } from '#features/channels/server/member-rates.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { Member } from '#features/members/member.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { Call } from '#foundation/core/calls.ts';
import type { Currency } from '#foundation/core/money.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { changesText } from './rate-answers.ts';

export interface RateDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  members: Pick<MemberVerbs, 'find' | 'lock'>;
  channels: Pick<ChannelVerbs, 'memberRates' | 'refusedRates' | 'setRates'>;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
}

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

/**
 * Sets a member's rates under its lock and records the changes. Returns undefined if the member is not directly below
 * the caller any more.
 */
export async function setDirect<C extends Call>(
  { members, channels, audit }: RateDeps,
  context: Pick<CallContext<C>, 'client' | 'now' | 'call'> & { session: { userId: bigint; memberNo: bigint } },
  tx: Tx,
  { memberNo, given, currency }: { memberNo: bigint; given: readonly GivenRate[]; currency: Currency },
): Promise<SetRates | undefined> {
  if (!isDirect(await members.lock(tx, memberNo), context.session.memberNo)) return undefined;
  const set = await channels.setRates(tx, { memberNo, rates: given });
  if (set.outcome === 'set' && set.changes.length > 0) {
    const object = `${memberNo} ${changesText(set.changes, currency)}`;
    await audit.record(tx, { ...actorOf(context), action: 'rates_set', object });
  }
  return set;
}
