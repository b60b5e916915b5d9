/**
 * Places a member under another agent, with all below it. Members are added and moved one after another, under one lock,
 * so that two moves make no circle and a new member gets the place that its agent has. Orders that exist keep the
 * commission that they were created with.
 */
import { randomUUID } from 'node:crypto';
import { notifyOwner, type NotifyDeps } from '#features/accounts/server/notify-owner.ts';
import { noteMove } from '#features/agents/server/projection/following.ts';
import type { CountedAct } from '#features/approvals/bounds.ts';
import { APPROVAL_LIFE_MS } from '#features/approvals/rules.ts';
import { countAct, takesTwo } from '#features/approvals/server/bounds.ts';
import type { DecidingDeps, DecisionContext, ProposalKind } from '#features/approvals/server/deciding.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import { undercutOf } from '#features/channels/rules.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { MoveRefusal } from '#features/members/rules.ts';
import type { MemberVerbs, MovePlan } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { moveCalls } from '../../move-contract.ts';
import { selectNames } from '../member-page/store.ts';
import { insertMoveProposal, type MoveProposal, selectMoves, updateMoveDecided } from './store.ts';

export interface MoveDeps extends DecidingDeps, NotifyDeps {
  users: DecidingDeps['users'] & NotifyDeps['users'];
  platform: Pick<PlatformVerbs, 'settings' | 'settingsWithin'>;
  members: Pick<MemberVerbs, 'lockTree' | 'planMove' | 'move'>;
}

export interface MoveCallDeps extends MoveDeps {
  channels: Pick<ChannelVerbs, 'memberRates'>;
}

type MoveCall = (typeof moveCalls)['calls']['/operator/member/move'];
type PreviewCall = (typeof moveCalls)['calls']['/operator/move/preview'];

const RIGHT = 'members.configure';

interface Wanted {
  memberNo: bigint;
  uplineNo: bigint | null;
}

export async function previewMove(
  deps: MoveCallDeps,
  context: CallContext<PreviewCall>,
  wanted: ParsedInputOf<PreviewCall>,
): Promise<OutputOf<PreviewCall>> {
  const { db } = deps;
  const { agentDepth } = await deps.platform.settings();
  const plan = await planned(deps, context, db, wanted, agentDepth);
  const { member, uplines, merchants, agents } = plan;
  const names = await selectNames(db, [...member.uplines, ...uplines]);
  const named = (numbers: readonly bigint[]) =>
    numbers.map((memberNo) => ({ memberNo: memberNo.toString(), name: names.get(memberNo) ?? '' }));
  return {
    merchants,
    agents,
    before: named(member.uplines),
    after: named(uplines),
    lose: named(member.uplines.filter((agentNo) => !uplines.includes(agentNo))),
    gain: named(uplines.filter((agentNo) => !member.uplines.includes(agentNo))),
    ...(await changedChannels(deps, wanted)),
  };
}

/** Where the member's rates, which stay, don't fit below the new agent. */
async function changedChannels(
  { channels }: Pick<MoveCallDeps, 'channels'>,
  { memberNo, uplineNo }: Wanted,
): Promise<{ cheaper: string[]; closes: string[] }> {
  if (uplineNo === null) return { cheaper: [], closes: [] };
  const rates = await channels.memberRates([memberNo, uplineNo]);
  const above = new Map((rates.get(uplineNo) ?? []).map((rate) => [rate.channel.code, rate]));
  const open = (rates.get(memberNo) ?? []).filter(({ isOpen }) => isOpen);
  const held = open.filter(({ channel }) => above.get(channel.code)?.isOpen);
  return {
    cheaper: held.flatMap(({ channel, effective }) => {
      const own = above.get(channel.code)?.effective;
      return own && undercutOf(effective, own, channel) ? [channel.code] : [];
    }),
    closes: open.filter((rate) => !held.includes(rate)).map(({ channel }) => channel.code),
  };
}

export async function moveMember(
  deps: MoveDeps,
  context: CallContext<MoveCall>,
  input: ParsedInputOf<MoveCall>,
): Promise<OutputOf<MoveCall>> {
  const { db, factors, platform, audit } = deps;
  const { session, now } = context;
  const { memberNo, reason, verifyType, verifyCode } = input;
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  return db.transaction(async (tx) => {
    await deps.members.lockTree(tx);
    const { agentDepth } = await platform.settingsWithin(tx);
    const plan = await planned(deps, context, tx, input, agentDepth);
    await factors.spendSecondStep(tx, context, checkedStep);
    const act = countedAct(plan, session.userId);
    if (!(await takesTwo(tx, deps, act, now))) {
      await countAct(tx, act, now);
      await carryOut(tx, deps, context, plan, reason);
      return { outcome: 'done', approvalId: null };
    }
    const approvalId = randomUUID();
    const { member, uplines, merchants, agents } = plan;
    const isNew = await insertMoveProposal(tx, {
      approvalId,
      memberNo,
      before: member.uplines,
      after: [...uplines],
      members: merchants + agents,
      reason,
      proposedBy: session.userId,
      proposedIn: session.sessionId,
      proposedAt: now,
      expiresAt: new Date(now.getTime() + APPROVAL_LIFE_MS),
    });
    if (!isNew) return context.refuse('approval_waits');
    const object = objectOf(memberNo, member.uplines, uplines, reason);
    await audit.record(tx, { ...actorOf(context), memberNo, action: 'approval_proposed', object });
    return { outcome: 'proposed', approvalId };
  });
}

interface PlanningContext {
  refuse(name: 'not_found' | Exclude<MoveRefusal, 'upline_unfit'>, values?: PhraseValues): never;
  wrongField(name: 'uplineNo', error: 'upline_unfit'): never;
}

async function planned(
  { members }: MoveDeps,
  context: PlanningContext,
  on: Queryable,
  { memberNo, uplineNo }: Wanted,
  agentDepth: number,
): Promise<MovePlan> {
  const plan = await members.planMove(on, { memberNo, uplineNo, agentDepth });
  if (!('refusal' in plan)) return plan;
  if (plan.refusal === 'upline_unfit') return context.wrongField('uplineNo', 'upline_unfit');
  return context.refuse(plan.refusal, { depth: agentDepth });
}

/** A move, as the bound counts it. To move a member twice is two acts, unless it comes to the same place. */
function countedAct(
  { member: { memberNo }, uplines }: { member: { memberNo: bigint }; uplines: readonly bigint[] },
  proposedBy: bigint,
): CountedAct {
  const object = `${memberNo} ${uplines[0] ?? 'none'}`;
  return { kind: 'moves', object, amount: 1n, proposedBy, memberNo, beneficiary: null };
}

function objectOf(memberNo: bigint, before: readonly bigint[], after: readonly bigint[], reason: string): string {
  const text = (uplines: readonly bigint[]): string => (uplines.length === 0 ? 'none' : uplines.join(' '));
  return `${memberNo} agents ${text(before)} → ${text(after)}: ${reason}`;
}

type ActorContext = Parameters<typeof actorOf>[0] & { readonly now: Date };

/** The places first, then what the agents learn; the audit row last. */
async function carryOut(
  tx: Tx,
  deps: MoveDeps,
  context: ActorContext,
  plan: MovePlan,
  reason: string,
  takeDecision?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { member, uplines } = plan;
  const { memberNo, name } = member;
  const moved = await deps.members.move(tx, plan);
  await noteMove(tx, moved, context.now);
  await takeDecision?.(tx);
  for (const agentNo of new Set([...member.uplines, ...uplines]))
    await hintOnCommit(tx, { memberNo: agentNo, event: 'commission.changed' });
  const values = { member: `${name} (${memberNo})` };
  const [left, joined] = [member.uplines[0], uplines[0]];
  if (left !== undefined)
    await notifyOwner(deps, tx, { memberNo: left, kind: 'member_moved_out', values, at: context.now });
  if (joined !== undefined)
    await notifyOwner(deps, tx, { memberNo: joined, kind: 'member_moved_in', values, at: context.now });
  const object = `${objectOf(memberNo, member.uplines, uplines, reason)} (${moved.length})`;
  await deps.audit.record(tx, { ...actorOf(context), memberNo, action: 'member_moved', object });
}

/** What the move would do now, if that is what was proposed. */
async function planAsProposed(
  { members }: Pick<MoveDeps, 'members'>,
  on: Queryable,
  { memberNo, before, after }: Pick<MoveProposal, 'memberNo' | 'before' | 'after'>,
  agentDepth: number,
): Promise<MovePlan | undefined> {
  const plan = await members.planMove(on, { memberNo, uplineNo: after[0] ?? null, agentDepth });
  if ('refusal' in plan) return undefined;
  return plan.member.uplines.join() === before.join() && plan.uplines.join() === after.join() ? plan : undefined;
}

/** What an open proposal would do now; undefined if it can't be carried out as it was proposed. */
export async function movePlanOf(
  deps: Pick<MoveDeps, 'db' | 'members' | 'platform'>,
  proposal: MoveProposal,
): Promise<MovePlan | undefined> {
  const { agentDepth } = await deps.platform.settings();
  return planAsProposed(deps, deps.db, proposal, agentDepth);
}

/** The kind of proposal that the approval calls decide. */
export function movesOf(
  deps: MoveDeps,
  context: DecisionContext & { refuse(name: 'approval_outdated'): never },
): ProposalKind<MoveProposal> {
  return {
    rightOf: () => RIGHT,
    find: async (approvalId) => (await selectMoves(deps.db, { approvalId }, context.now))[0],
    actOf: ({ memberNo, after, proposedBy }) => countedAct({ member: { memberNo }, uplines: after }, proposedBy),
    objectOf: ({ memberNo, before, after, reason }) => objectOf(memberNo, before, after, reason),
    updateDecided: updateMoveDecided,
    async confirm(proposal, takeDecision) {
      await deps.db.transaction(async (tx) => {
        await deps.members.lockTree(tx);
        const { agentDepth } = await deps.platform.settingsWithin(tx);
        const plan = await planAsProposed(deps, tx, proposal, agentDepth);
        if (!plan) return context.refuse('approval_outdated');
        await carryOut(tx, deps, context, plan, proposal.reason, takeDecision);
      });
    },
  };
}
