/** Table `batches`; and how the payouts of one stand, read from an index of theirs. */
import { sql } from 'kysely';
import { arrayLiteral, type Queryable, type Tx } from '#foundation/server/database.ts';
import type { Disbursement } from '#features/disbursements/disbursement.ts';
import type { BatchOutcome } from '../rules.ts';

export interface BatchRecord {
  memberNo: bigint;
  batchNo: bigint;
  userId: bigint;
  requestId: string;
  requestHash: Buffer;
  fileName: string | null;
  currency: string;
  rowCount: number;
  amountMinor: bigint;
  feeMinor: bigint;
  createdAt: Date;
}

const columns = sql`
  member_no as "memberNo", batch_no as "batchNo", user_id as "userId", request_id as "requestId", request_hash as "requestHash", file_name as "fileName",
  currency, row_count as "rowCount", amount as "amountMinor", fee as "feeMinor", created_at as "createdAt"`;

export async function insertBatch(tx: Tx, batch: BatchRecord): Promise<void> {
  await sql`
    insert into batches (member_no, batch_no, user_id, request_id, request_hash, file_name, currency, row_count, amount, fee, created_at)
    values (${batch.memberNo}, ${batch.batchNo}, ${batch.userId}, ${batch.requestId}, ${batch.requestHash}, ${batch.fileName}, ${batch.currency},
      ${batch.rowCount}, ${batch.amountMinor}, ${batch.feeMinor}, ${batch.createdAt})`.execute(tx);
}

export async function selectByRequest(on: Queryable, memberNo: bigint, requestId: string): Promise<BatchRecord | undefined> {
  const { rows } = await sql<BatchRecord>`select ${columns} from batches where member_no = ${memberNo} and request_id = ${requestId}`.execute(on);
  return rows[0];
}

export async function selectBatch(on: Queryable, memberNo: bigint, batchNo: bigint): Promise<BatchRecord | undefined> {
  const { rows } = await sql<BatchRecord>`select ${columns} from batches where member_no = ${memberNo} and batch_no = ${batchNo}`.execute(on);
  return rows[0];
}

export interface Page {
  page: number;
  limit: number;
  order: 'asc' | 'desc';
}

export async function selectBatches(on: Queryable, memberNo: bigint, { page, limit, order }: Page): Promise<BatchRecord[]> {
  const { rows } = await sql<BatchRecord>`
    select ${columns} from batches where member_no = ${memberNo} order by batch_no ${sql.raw(order)} limit ${limit} offset ${(page - 1) * limit}`.execute(on);
  return rows;
}

export async function countBatches(on: Queryable, memberNo: bigint): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from batches where member_no = ${memberNo}`.execute(on);
  return rows[0]?.count ?? 0;
}

export interface Standing {
  batchNo: bigint;
  outcome: BatchOutcome;
  count: number;
  amountMinor: bigint;
  lastFinishedAt: Date | null;
}

/** As `outcomeOf` in rules.ts has it. */
const outcome = sql`case when status in ('paid', 'cancelled') then status when submission = 'failed' then 'failed' else 'open' end`;

/** How many of each batch have come to what. */
export async function selectStandings(on: Queryable, memberNo: bigint, batchNos: readonly bigint[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select batch_no as "batchNo", ${outcome} as outcome, count(*)::integer as count, sum(amount)::bigint as "amountMinor", max(finished_at) as "lastFinishedAt"
    from disbursements where member_no = ${memberNo} and batch_no is not null and batch_no = any(${arrayLiteral(batchNos)}::bigint[])
    group by 1, 2`.execute(on);
  return rows;
}

/** Numbers and lines of a batch's payouts, in the order of the table. */
export async function selectLines(
  on: Queryable,
  memberNo: bigint,
  batchNo: bigint,
  { page, limit, order, outcome: wanted }: Page & { outcome: BatchOutcome | undefined },
): Promise<{ systemNo: bigint; line: number }[]> {
  const direction = sql.raw(order);
  const narrowed = wanted === undefined ? sql`true` : sql`${outcome} = ${wanted}`;
  const { rows } = await sql<{ systemNo: bigint; line: number }>`
    select system_no as "systemNo", batch_line as line from disbursements
    where member_no = ${memberNo} and batch_no = ${batchNo} and ${narrowed}
    order by batch_line ${direction}, system_no ${direction} limit ${limit} offset ${(page - 1) * limit}`.execute(on);
  return rows;
}

export type ExportedRow = Pick<
  Disbursement,
  'systemNo' | 'currency' | 'amountMinor' | 'feeMinor' | 'type' | 'holder' | 'bank' | 'branch' | 'accountHint' | 'status' | 'submission' | 'review'
> &
  Pick<Disbursement, 'bankReference' | 'failReason' | 'finishedAt'> & { line: number };

/** All payouts of a batch, in the order of the table. */
export function batchRows(memberNo: bigint, batchNo: bigint) {
  return sql<ExportedRow>`
    select batch_line as line, system_no as "systemNo", currency, amount as "amountMinor", fee as "feeMinor", type, holder, bank, branch,
      account_hint as "accountHint", status, submission, review, bank_reference as "bankReference", fail_reason as "failReason", finished_at as "finishedAt"
    from disbursements where member_no = ${memberNo} and batch_no = ${batchNo} order by batch_line, system_no`;
}
