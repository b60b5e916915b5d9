/** What the order list may be asked, and the same as SQL. */
import { sql, type RawBuilder } from 'kysely';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import type { NotifyStatus } from '../contract.ts';

export interface OrderQuery {
  memberNo: bigint;
  page: number;
  limit: number;
  sort: 'createdAt' | 'paidAt';
  order: 'asc' | 'desc';
  q?: string | undefined;
  /** `open`: not paid, for the second part of a list sorted by payment. */
  status: 'unpaid' | 'success' | 'expired' | 'all' | 'open';
  channelId?: number | undefined;
  notifyStatus?: NotifyStatus | undefined;
  amountFromMinor?: bigint | undefined;
  amountToMinor?: bigint | undefined;
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
  paidFrom?: Date | undefined;
  paidTo?: Date | undefined;
}

export interface OrderTotals {
  count: number;
  capped: boolean;
  successCount: number;
  amountMinor: bigint;
  successAmountMinor: bigint;
  feeMinor: bigint;
}

/** The filter as SQL. `candidates`: system numbers that a search or a rare status was narrowed to. */
export function conditions(query: OrderQuery, candidates?: readonly bigint[]): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`o.member_no = ${query.memberNo}`];
  if (candidates) parts.push(sql`o.system_no = any(${candidates.map(String)}::bigint[])`);
  if (query.createdFrom) parts.push(sql`o.system_no >= ${firstSystemNo(query.createdFrom)}`);
  if (query.createdTo) parts.push(sql`o.system_no < ${firstSystemNo(query.createdTo)}`);
  if (query.paidFrom ?? query.paidTo) parts.push(sql`o.paid_at is not null`);
  if (query.paidFrom) parts.push(sql`o.paid_at >= ${query.paidFrom}`);
  if (query.paidTo) parts.push(sql`o.paid_at < ${query.paidTo}`);
  // Spelled out, so that the partial indexes of the two rare statuses serve.
  if (query.status === 'unpaid') parts.push(sql`o.status = 'unpaid'`);
  if (query.status === 'expired') parts.push(sql`o.status = 'expired'`);
  if (query.status === 'open') parts.push(sql`o.paid_at is null`);
  if (query.status === 'success') parts.push(sql`o.status = 'success' and o.paid_at is not null`);
  if (query.channelId !== undefined) parts.push(sql`o.channel_id = ${query.channelId}`);
  if (query.amountFromMinor !== undefined) parts.push(sql`o.amount >= ${query.amountFromMinor}`);
  if (query.amountToMinor !== undefined) parts.push(sql`o.amount <= ${query.amountToMinor}`);
  if (query.notifyStatus === 'none') parts.push(sql`(o.paid_at is null or o.notify_url is null)`);
  if (query.notifyStatus === 'delivered') {
    parts.push(
      sql`o.paid_at is not null and exists (select 1 from callbacks c where c.member_no = o.member_no and c.system_no = o.system_no and c.subject = 'payin' and c.status = 'delivered')`,
    );
  }
  return sql.join(parts, sql` and `);
}
