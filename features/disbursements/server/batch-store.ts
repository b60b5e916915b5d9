/** The payouts of a batch in table `disbursements`, read through their own index. */
import { sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { BatchedPayout, BatchOutcome } from '../disbursement.ts';
import type { DisbursementOutcome } from '../rules.ts';
import { disbursementColumns, type DisbursementRecord } from './store.ts';

/** The same as `outcomeOf` in rules.ts. */
const outcome = sql`case when status in ('paid', 'cancelled') then status when submission = 'failed' then 'failed' else 'open' end`;

export async function selectBatchOutcomes(
  on: Queryable,
  memberNo: bigint,
  batchNos: readonly bigint[],
): Promise<BatchOutcome[]> {
  const { rows } = await sql<Omit<BatchOutcome, 'amountMinor'> & { amountMinor: string }>`
    select batch_no as "batchNo", ${outcome} as outcome, count(*)::integer as count, sum(amount) as "amountMinor", max(finished_at) as "lastFinishedAt"
    from disbursements where member_no = ${memberNo} and batch_no is not null and batch_no = any(${arrayLiteral(batchNos)}::bigint[])
    group by 1, 2`.execute(on);
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
}

export interface BatchPage {
  page: number;
  limit: number;
  order: 'asc' | 'desc';
  outcome: DisbursementOutcome | undefined;
}

export async function selectBatched(
  on: Queryable,
  memberNo: bigint,
  batchNo: bigint,
  { page, limit, order, outcome: wanted }: BatchPage,
): Promise<BatchedPayout[]> {
  const direction = sql.raw(order);
  const narrowed = wanted === undefined ? sql`true` : sql`${outcome} = ${wanted}`;
  const { rows } = await sql<DisbursementRecord & { line: number }>`
    select ${disbursementColumns}, batch_line as line from disbursements where member_no = ${memberNo} and batch_no = ${batchNo} and ${narrowed}
    order by batch_line ${direction}, system_no ${direction} limit ${limit} offset ${(page - 1) * limit}`.execute(on);
  return rows;
}

export function allBatched(memberNo: bigint, batchNo: bigint) {
  return sql<DisbursementRecord & { line: number }>`
    select ${disbursementColumns}, batch_line as line from disbursements where member_no = ${memberNo} and batch_no = ${batchNo} order by batch_line, system_no`;
}
