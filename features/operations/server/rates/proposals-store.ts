/**
 * Table `rate_proposals`: rates below cost that one operator wants to set and another confirms. A few rows, read by their
 * id, by member and channel, or newest first.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import {
  type ApprovalFilter,
  approvalNames,
  type ApprovalPage,
  approvalsWhere,
  type Decided,
  decidedWhere,
  type NamedProposal,
  outdatedWhere,
  type Proposal,
  proposalColumns,
  staleWhere,
} from '#features/approvals/server/proposals.ts';
import type { Rate } from '#features/channels/rules.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

export const RATE_PROPOSALS = 'rate_proposals';

interface Proposed {
  memberNo: bigint;
  channelId: number;
  /** What the member paid when it was proposed, and would pay. */
  before: Rate;
  after: Rate;
}

export type NewRateProposal = Omit<Proposal, 'state' | 'decidedAt' | 'remark'> & Proposed;

export interface RateProposal extends NamedProposal, Proposed {
  memberName: string;
  code: string;
}

/** Returns false if an open proposal about the member's rate on the channel exists. The member must be locked. */
export async function insertRateProposal(tx: Tx, proposal: NewRateProposal): Promise<boolean> {
  const { approvalId, memberNo, channelId, before, after, reason, proposedBy, proposedIn, proposedAt, expiresAt } =
    proposal;
  const ofCell = sql`member_no = ${memberNo} and channel_id = ${channelId}`;
  await sql`update rate_proposals ${outdatedWhere(ofCell, proposedAt)}`.execute(tx);
  // Made about another rate: it can't be confirmed any more.
  await sql`
    update rate_proposals ${staleWhere(sql`${ofCell} and (percent_before, fixed_before, coalesce(min_fee_before, -1), coalesce(max_fee_before, -1))
      <> (${before.percentE4}::integer, ${before.fixedMinor}::bigint, ${before.minFeeMinor ?? -1n}::bigint, ${before.maxFeeMinor ?? -1n}::bigint)`)}`.execute(
    tx,
  );
  const { rows } = await sql`
    insert into rate_proposals (approval_id, member_no, channel_id, percent_before, fixed_before, min_fee_before, max_fee_before, percent, fixed, min_fee, max_fee, reason,
      proposed_by, proposed_in, proposed_at, expires_at)
    values (${approvalId}, ${memberNo}, ${channelId}, ${before.percentE4}, ${before.fixedMinor}, ${before.minFeeMinor}, ${before.maxFeeMinor}, ${after.percentE4},
      ${after.fixedMinor}, ${after.minFeeMinor}, ${after.maxFeeMinor}, ${reason}, ${proposedBy}, ${proposedIn}, ${proposedAt}, ${expiresAt})
    on conflict (member_no, channel_id) where state = 'open' do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Returns whether the proposal was still open, not expired and another operator's. */
export async function updateRateDecided(
  tx: Tx,
  { approvalId }: Pick<RateProposal, 'approvalId'>,
  decision: Decided,
): Promise<boolean> {
  const { rows } = await sql`update rate_proposals ${decidedWhere(sql`approval_id = ${approvalId}`, decision)}`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function updateRatesStale(on: Queryable, ids: readonly string[]): Promise<void> {
  await sql`update rate_proposals ${staleWhere(sql`approval_id = any(${arrayLiteral(ids)}::uuid[])`)}`.execute(on);
}

interface Row extends NamedProposal {
  memberNo: bigint;
  memberName: string;
  channelId: number;
  code: string;
  percent: number;
  fixed: bigint;
  minFee: bigint | null;
  maxFee: bigint | null;
  percentBefore: number;
  fixedBefore: bigint;
  minFeeBefore: bigint | null;
  maxFeeBefore: bigint | null;
}

export async function selectRateProposals(
  on: Queryable,
  filter: ApprovalFilter,
  now: Date,
  page?: ApprovalPage,
): Promise<RateProposal[]> {
  const { rows } = await sql<Row>`
    select ${proposalColumns}, a.member_no as "memberNo", m.name as "memberName", a.channel_id as "channelId", c.code, a.percent, a.fixed, a.min_fee as "minFee", a.max_fee as "maxFee",
      a.percent_before as "percentBefore", a.fixed_before as "fixedBefore", a.min_fee_before as "minFeeBefore", a.max_fee_before as "maxFeeBefore"
    from rate_proposals a join members m using (member_no) join channels c using (channel_id) ${approvalNames}
    ${approvalsWhere(filter, now, page)}`.execute(on);
  return rows.map(
    ({ percent, fixed, minFee, maxFee, percentBefore, fixedBefore, minFeeBefore, maxFeeBefore, ...row }) => ({
      ...row,
      before: {
        percentE4: percentBefore,
        fixedMinor: fixedBefore,
        minFeeMinor: minFeeBefore,
        maxFeeMinor: maxFeeBefore,
      },
      after: { percentE4: percent, fixedMinor: fixed, minFeeMinor: minFee, maxFeeMinor: maxFee },
    }),
  );
}
