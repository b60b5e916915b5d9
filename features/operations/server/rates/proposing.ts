/**
 * A rate below cost takes two people: one operator proposes it, and the confirmation by another sets it in its
 * transaction. The member is locked first, as by every change of its rates.
 */
import { randomUUID } from 'node:crypto';
import type { CountedAct } from '#features/approvals/bounds.ts';
import { APPROVAL_LIFE_MS } from '#features/approvals/rules.ts';
import { type BoundDeps, countAct, takesTwo } from '#features/approvals/server/bounds.ts';
import type { DecidingDeps, DecisionContext, ProposalKind } from '#features/approvals/server/deciding.ts';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import { rateTexts } from '#features/channels/rate-texts.ts';
import type { Rate } from '#features/channels/rules.ts';
import type { ChannelRate } from '#features/channels/server/member-rates.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { Currency } from '#foundation/core/money.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { changesOf } from '../changes.ts';
import { insertRateProposal, RATE_PROPOSALS, type RateProposal, selectRateProposals } from './proposals-store.ts';

export interface RateProposalDeps extends DecidingDeps {
  platform: Pick<PlatformVerbs, 'settings' | 'settingsWithin'>;
  members: Pick<MemberVerbs, 'lock'>;
  channels: Pick<ChannelVerbs, 'memberRates' | 'refusedRates' | 'setRates'>;
}

export const RATES_RIGHT = 'rates.configure';

interface WantedRate {
  memberNo: bigint;
  current: ChannelRate;
  rate: Rate;
  reason: string;
}

type ProposingContext = Parameters<typeof actorOf>[0] & {
  readonly session: OperatorSession;
  readonly now: Date;
  refuse(name: 'approval_waits'): never;
};

/**
 * Whether one operator can set this rate below cost: `alone`, and then it is counted; `two`: it is only proposed; `not`:
 * there is no second operator who could confirm it, and the platform has not said that one is enough.
 */
export async function allowedBelowCost(
  tx: Tx,
  deps: BoundDeps,
  { session, now }: Pick<ProposingContext, 'session' | 'now'>,
  wanted: WantedRate,
): Promise<'alone' | 'two' | 'not'> {
  const act = countedAct(wanted, session.userId);
  if (await takesTwo(tx, deps, act, now)) return 'two';
  const { ratesTwoFrom } = await deps.platform.settingsWithin(tx);
  if (ratesTwoFrom === null) return 'not';
  await countAct(tx, act, now);
  return 'alone';
}

/** Returns the proposal's id. */
export async function proposeRate(
  tx: Tx,
  { audit }: { audit: Pick<AuditVerbs, 'record'> },
  context: ProposingContext,
  { memberNo, current, rate, reason }: WantedRate,
  currency: Currency,
): Promise<string> {
  const { session, now } = context;
  const { channelId, code } = current.channel;
  const approvalId = randomUUID();
  const isNew = await insertRateProposal(tx, {
    approvalId,
    memberNo,
    channelId,
    before: current.effective,
    after: rate,
    reason,
    proposedBy: session.userId,
    proposedIn: session.sessionId,
    proposedAt: now,
    expiresAt: new Date(now.getTime() + APPROVAL_LIFE_MS),
  });
  if (!isNew) return context.refuse('approval_waits');
  const object = rateObject({ memberNo, code, before: current.effective, after: rate, reason }, currency);
  await audit.record(tx, { ...actorOf(context), memberNo, action: 'approval_proposed', object });
  return approvalId;
}

/** A rate below cost, as the bound counts it: another rate of the same member and channel is another act. */
function countedAct(
  { memberNo, current, rate }: { memberNo: bigint; current: { channel: { channelId: number } }; rate: Rate },
  proposedBy: bigint,
): CountedAct {
  const { percentE4, fixedMinor, minFeeMinor, maxFeeMinor } = rate;
  const parts = [memberNo, current.channel.channelId, percentE4, fixedMinor, minFeeMinor ?? '-', maxFeeMinor ?? '-'];
  return { kind: 'rates', object: parts.join(' '), amount: 1n, proposedBy, memberNo, beneficiary: null };
}

/** For the audit log: whose rate, what it was, what it is, why. */
export function rateObject(
  {
    memberNo,
    code,
    before,
    after,
    reason,
  }: { memberNo: bigint; code: string; before: Rate; after: Rate; reason: string },
  currency: Currency,
): string {
  return `${memberNo} ${code}: ${changesOf(rateTexts(before, currency), rateTexts(after, currency))} (${reason})`;
}

/** The member's rate now, if it is as it was when the change was proposed and the change is still possible. */
export async function rateAsProposed(
  { channels }: Pick<RateProposalDeps, 'channels'>,
  { memberNo, channelId, code, before, after }: RateProposal,
  currency: Currency,
  on?: Queryable,
): Promise<ChannelRate | undefined> {
  const rates = (await channels.memberRates([memberNo], on)).get(memberNo) ?? [];
  const current = rates.find(({ channel }) => channel.channelId === channelId);
  if (!current || changesOf(rateTexts(current.effective, currency), rateTexts(before, currency)) !== '')
    return undefined;
  const refusals = await channels.refusedRates(rates, [{ channel: code, rate: after }]);
  return refusals.length > 0 ? undefined : current;
}

/** The kind of proposal that the approval calls decide. */
export function ratesOf(
  deps: RateProposalDeps,
  context: DecisionContext & { refuse(name: 'approval_outdated'): never },
  currency: Currency,
): ProposalKind<RateProposal> {
  return {
    rightOf: () => RATES_RIGHT,
    find: async (approvalId) => (await selectRateProposals(deps.db, { approvalId }, context.now))[0],
    actOf: ({ memberNo, channelId, after, proposedBy }) =>
      countedAct({ memberNo, current: { channel: { channelId } }, rate: after }, proposedBy),
    objectOf: (proposal) => rateObject(proposal, currency),
    table: RATE_PROPOSALS,
    async confirm(proposal, takeDecision) {
      const { memberNo, code, after, reason, proposedBy } = proposal;
      await deps.db.transaction(async (tx) => {
        await deps.members.lock(tx, memberNo);
        if (!(await rateAsProposed(deps, proposal, currency, tx))) return context.refuse('approval_outdated');
        const by = { userId: proposedBy, reason };
        const set = await deps.channels.setRates(tx, { memberNo, rates: [{ channel: code, rate: after }], by });
        if (set.outcome === 'refused') return context.refuse('approval_outdated');
        await takeDecision(tx);
        const object = rateObject(proposal, currency);
        await deps.audit.record(tx, { ...actorOf(context), memberNo, action: 'member_rate_set', object });
      });
    },
  };
}
