/** Table `batches`. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

export type BatchKey = Pick<BatchRecord, 'memberNo' | 'batchNo'>;

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

export async function selectByRequest(
  on: Queryable,
  memberNo: bigint,
  requestId: string,
): Promise<BatchRecord | undefined> {
  const { rows } =
    await sql<BatchRecord>`select ${columns} from batches where member_no = ${memberNo} and request_id = ${requestId}`.execute(
      on,
    );
  return rows[0];
}

export async function selectBatch(on: Queryable, memberNo: bigint, batchNo: bigint): Promise<BatchRecord | undefined> {
  const { rows } =
    await sql<BatchRecord>`select ${columns} from batches where member_no = ${memberNo} and batch_no = ${batchNo}`.execute(
      on,
    );
  return rows[0];
}

export interface Page {
  page: number;
  limit: number;
  order: 'asc' | 'desc';
}

/** Batch numbers from the first to below the second. */
export interface BatchRange {
  from: bigint;
  to: bigint;
}

const ALL: BatchRange = { from: 0n, to: 2n ** 63n - 1n };

export async function selectBatches(
  on: Queryable,
  memberNo: bigint,
  { page, limit, order }: Page,
  { from, to }: BatchRange = ALL,
): Promise<BatchRecord[]> {
  const { rows } = await sql<BatchRecord>`
    select ${columns} from batches where member_no = ${memberNo} and batch_no >= ${from} and batch_no < ${to}
    order by batch_no ${sql.raw(order)} limit ${limit} offset ${(page - 1) * limit}`.execute(on);
  return rows;
}

/** Batches that have not ended, those first that were looked at longest ago. */
export async function selectOpenBatches(on: Queryable, limit: number): Promise<BatchRecord[]> {
  const { rows } = await sql<BatchRecord>`
    select ${columns} from batches where ended_at is null order by looked_at nulls first limit ${limit}`.execute(on);
  return rows;
}

export async function updateLookedAt(on: Queryable, { memberNo, batchNo }: BatchKey, at: Date): Promise<void> {
  await sql`update batches set looked_at = ${at} where member_no = ${memberNo} and batch_no = ${batchNo}`.execute(on);
}

/** Returns false if it has ended before. Of two simultaneous calls, one succeeds. */
export async function updateEnded(tx: Tx, { memberNo, batchNo }: BatchKey, at: Date): Promise<boolean> {
  const { rowCount } = await sql`
    update batches set ended_at = ${at} where member_no = ${memberNo} and batch_no = ${batchNo} and ended_at is null`.execute(
    tx,
  );
  return rowCount === 1;
}

/** Payouts of it are paid again. */
export async function updateReopened(on: Queryable, { memberNo, batchNo }: BatchKey): Promise<void> {
  await sql`
    update batches set ended_at = null, looked_at = null where member_no = ${memberNo} and batch_no = ${batchNo}`.execute(
    on,
  );
}

export async function countBatches(on: Queryable, memberNo: bigint, { from, to }: BatchRange = ALL): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from batches where member_no = ${memberNo} and batch_no >= ${from} and batch_no < ${to}`.execute(
    on,
  );
  return rows[0]?.count ?? 0;
}
