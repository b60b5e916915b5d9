/** Table `order_reversals`: who proposed to take which order back, and the second operator's word. */
import { type RawBuilder, sql } from 'kysely';
import type { ApprovalState } from '#features/approvals/rules.ts';
import { isInState } from '#features/approvals/server/filter.ts';
import type { Queryable, Tx } from '#foundation/server/database.ts';
import type { OrderKind, OrderStatus } from '../statuses.ts';

export interface Reversal {
  memberNo: bigint;
  reversalId: string;
  systemNo: bigint;
  reason: string;
  forced: boolean;
  proposedBy: bigint;
  proposedAt: Date;
  expiresAt: Date;
  state: ApprovalState;
  decidedAt: Date | null;
  remark: string;
}

/** With its order, as that stands now. */
export interface ReversalView extends Reversal {
  memberName: string;
  orderNo: string;
  kind: OrderKind;
  currency: string;
  amountMinor: bigint;
  feeMinor: bigint;
  status: OrderStatus;
  proposer: string;
  decider: string | null;
}

export type NewReversal = Omit<Reversal, 'state' | 'decidedAt' | 'remark'>;

/** Whether there was none of the order that waits. */
export async function insertReversal(tx: Tx, reversal: NewReversal): Promise<boolean> {
  const { memberNo, reversalId, systemNo, reason, forced, proposedBy, proposedAt, expiresAt } = reversal;
  await sql`
    update order_reversals set state = 'expired'
    where member_no = ${memberNo} and system_no = ${systemNo} and state = 'open' and expires_at <= ${proposedAt}`.execute(tx);
  const { rows } = await sql`
    insert into order_reversals (member_no, reversal_id, system_no, reason, forced, proposed_by, proposed_at, expires_at)
    values (${memberNo}, ${reversalId}, ${systemNo}, ${reason}, ${forced}, ${proposedBy}, ${proposedAt}, ${expiresAt})
    on conflict (member_no, system_no) where state = 'open' do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Whether it was still open, in time, and another's. */
export async function updateDecided(
  tx: Tx,
  { memberNo, reversalId }: Pick<Reversal, 'memberNo' | 'reversalId'>,
  { state, userId, remark, at }: { state: 'confirmed' | 'rejected'; userId: bigint; remark: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update order_reversals set state = ${state}, decided_by = ${userId}, decided_at = ${at}, remark = ${remark}
    where member_no = ${memberNo} and reversal_id = ${reversalId} and state = 'open' and expires_at > ${at} and proposed_by <> ${userId} returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export interface ReversalFilter {
  state?: ApprovalState | undefined;
  memberNo?: bigint | undefined;
  reversalId?: string | undefined;
}

export async function selectReversals(
  on: Queryable,
  filter: ReversalFilter,
  now: Date,
  { newestFirst = true, limit = 1, offset = 0 }: { newestFirst?: boolean; limit?: number; offset?: number } = {},
): Promise<ReversalView[]> {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  const { rows } = await sql<ReversalView>`
    select a.member_no as "memberNo", a.reversal_id as "reversalId", a.system_no as "systemNo", a.reason, a.forced, a.proposed_by as "proposedBy",
      a.proposed_at as "proposedAt", a.expires_at as "expiresAt", a.state, a.decided_at as "decidedAt", a.remark, m.name as "memberName", o.order_no as "orderNo",
      o.kind, o.currency, o.amount as "amountMinor", o.fee as "feeMinor", o.status, p.username as proposer, u.username as decider
    from order_reversals a
    join orders o using (member_no, system_no)
    join members m using (member_no)
    join users p on p.user_id = a.proposed_by
    left join users u on u.user_id = a.decided_by
    where ${conditions(filter, now)} order by a.proposed_at ${direction}, a.reversal_id limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

export async function countReversals(on: Queryable, filter: ReversalFilter, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from order_reversals a where ${conditions(filter, now)}`.execute(on);
  return rows[0]?.count ?? 0;
}

function conditions({ state, memberNo, reversalId }: ReversalFilter, now: Date): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (state !== undefined) parts.push(isInState(state, now));
  if (memberNo !== undefined) parts.push(sql`a.member_no = ${memberNo}`);
  if (reversalId !== undefined) parts.push(sql`a.reversal_id = ${reversalId}`);
  return sql.join(parts, sql` and `);
}
