/** Withdrawals and payouts whose attempt failed, counted up to a cap through a partial index. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { DisbursementKind } from '../rules.ts';

/** Counts stop here. */
const MAX_FAILED = 999;

export interface FailedDisbursements {
  /** At most `MAX_FAILED`. */
  count: number;
  capped: boolean;
  /** Of those that were counted. */
  amountMinor: bigint;
  feeMinor: bigint;
}

/** Those that wait for their member: it pays them again or takes the money back. */
export async function sumFailed(on: Queryable, memberNo: bigint, kind: DisbursementKind): Promise<FailedDisbursements> {
  // Literals, so that the planner uses the partial index.
  const { rows } = await sql<{ count: number; amountMinor: string; feeMinor: string }>`
    select count(*)::integer as count, coalesce(sum(amount) filter (where place <= ${sql.lit(MAX_FAILED)}), 0) as "amountMinor",
      coalesce(sum(fee) filter (where place <= ${sql.lit(MAX_FAILED)}), 0) as "feeMinor"
    from (select amount, fee, row_number() over (order by system_no desc) as place from disbursements
      where member_no = ${memberNo} and kind = ${sql.lit(kind)} and status = 'applying' and submission = 'failed'
      order by system_no desc limit ${sql.lit(MAX_FAILED + 1)}) d`.execute(on);
  const [{ count, amountMinor, feeMinor } = { count: 0, amountMinor: '0', feeMinor: '0' }] = rows;
  return {
    count: Math.min(count, MAX_FAILED),
    capped: count > MAX_FAILED,
    amountMinor: BigInt(amountMinor),
    feeMinor: BigInt(feeMinor),
  };
}
