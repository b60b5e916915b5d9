/** Table `member_rate_changes`, read by its index by cell; and members by their keys. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Rate } from '#features/channels/rules.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';

export interface RateChangeRecord {
  at: Date;
  rate: Rate;
  closed: boolean;
  by: string | null;
  reason: string;
}

interface Row extends Omit<RateChangeRecord, 'rate'> {
  percent: number;
  fixed: bigint;
  minFee: bigint | null;
  maxFee: bigint | null;
}

export async function selectRateChanges(
  on: Queryable,
  { memberNo, channelId }: { memberNo: bigint; channelId: number },
  { newestFirst, limit, offset }: { newestFirst: boolean; limit: number; offset: number },
): Promise<RateChangeRecord[]> {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  const { rows } = await sql<Row>`
    select c.changed_at as at, c.percent, c.fixed, c.min_fee as "minFee", c.max_fee as "maxFee", c.closed, u.username as by, c.reason
    from member_rate_changes c left join users u on u.user_id = c.changed_by
    where c.member_no = ${memberNo} and c.channel_id = ${channelId}
    order by c.changed_at ${direction}, c.change_id limit ${limit} offset ${offset}`.execute(on);
  return rows.map(({ percent, fixed, minFee, maxFee, ...row }) => ({
    ...row,
    rate: { percentE4: percent, fixedMinor: fixed, minFeeMinor: minFee, maxFeeMinor: maxFee },
  }));
}

export async function countRateChanges(
  on: Queryable,
  { memberNo, channelId }: { memberNo: bigint; channelId: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from member_rate_changes where member_no = ${memberNo} and channel_id = ${channelId}`.execute(
    on,
  );
  return rows[0]?.count ?? 0;
}

/** Unknown members are missing. */
export async function selectNames(on: Queryable, memberNos: readonly bigint[]): Promise<Map<bigint, string>> {
  const { rows } = await sql<{ memberNo: bigint; name: string }>`
    select member_no as "memberNo", name from members where member_no = any(${arrayLiteral(memberNos)}::bigint[])`.execute(
    on,
  );
  return new Map(rows.map(({ memberNo, name }) => [memberNo, name]));
}
