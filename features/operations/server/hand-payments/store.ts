/**
 * Tables `bank_files` and `hand_payments`: which withdrawals and payouts a bank is to pay, and what became of each. A file
 * is read by its key or newest first through its index; a row by its member and file, or as the one that is taken now.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { DisbursementKey } from '#features/disbursements/disbursement.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { isMemberOf } from '#foundation/server/postgres/shards.ts';
import type { HandRefusal } from '../../hand-payment-contract.ts';
import type { HandState } from '../../hand-payments.ts';

export interface BankFile {
  fileId: string;
  upstreamId: number;
  payerName: string;
  payerAccount: string;
  day: string;
  reason: string;
  items: readonly DisbursementKey[];
  madeBy: bigint;
  madeAt: Date;
}

type StoredItem = [memberNo: string, systemNo: string];

export async function insertBankFile(tx: Tx, file: BankFile): Promise<void> {
  const { fileId, upstreamId, payerName, payerAccount, day, reason, madeBy, madeAt } = file;
  const items = file.items.map(({ memberNo, systemNo }): StoredItem => [memberNo.toString(), systemNo.toString()]);
  await sql`
    insert into bank_files (file_id, upstream_id, payer_name, payer_account, day, reason, items, made_by, made_at)
    values (${fileId}, ${upstreamId}, ${payerName}, ${payerAccount}, ${day}::date, ${reason}, ${JSON.stringify(items)}::jsonb, ${madeBy}, ${madeAt})
    on conflict do nothing`.execute(tx);
}

export async function selectBankFile(
  on: Queryable,
  fileId: string,
): Promise<(BankFile & { operator: string }) | undefined> {
  const { rows } = await sql<Omit<BankFile, 'items'> & { items: StoredItem[]; operator: string }>`
    select f.file_id as "fileId", f.upstream_id as "upstreamId", f.payer_name as "payerName", f.payer_account as "payerAccount", f.day::text as day,
      f.reason, f.items, f.made_by as "madeBy", f.made_at as "madeAt", u.username as operator
    from bank_files f join users u on u.user_id = f.made_by where f.file_id = ${fileId}`.execute(on);
  const [found] = rows;
  return (
    found && {
      ...found,
      items: found.items.map(([memberNo, systemNo]) => ({ memberNo: BigInt(memberNo), systemNo: BigInt(systemNo) })),
    }
  );
}

export interface ListedBankFile {
  fileId: string;
  day: string;
  operator: string;
  madeAt: Date;
  count: number;
}

/** The newest first. */
export async function selectBankFiles(
  on: Queryable,
  { newestFirst, limit, offset }: { newestFirst: boolean; limit: number; offset: number },
): Promise<ListedBankFile[]> {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  const { rows } = await sql<ListedBankFile>`
    select f.file_id as "fileId", f.day::text as day, u.username as operator, f.made_at as "madeAt", jsonb_array_length(f.items) as count
    from bank_files f join users u on u.user_id = f.made_by
    order by f.made_at ${direction}, f.file_id limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

export async function countBankFiles(on: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from bank_files`.execute(on);
  return rows[0]?.count ?? 0;
}

export interface HandPayment extends DisbursementKey {
  state: HandState;
  error: HandRefusal | null;
  bankReference: string;
  failReason: string;
  approvalId: string | null;
}

/** Returns false if this one of the file is known already. */
export async function insertHandPayment(
  on: Queryable,
  fileId: string,
  { memberNo, systemNo, state, error }: DisbursementKey & { state: 'taken' | 'refused'; error: HandRefusal | null },
  by: { userId: bigint; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into hand_payments (member_no, file_id, system_no, state, error, changed_by, changed_at)
    values (${memberNo}, ${fileId}, ${systemNo}, ${state}, ${error}, ${by.userId}, ${by.at})
    on conflict (member_no, file_id, system_no) do nothing returning 1`.execute(on);
  return rows.length > 0;
}

/** Returns false unless the bank's result was still missing, or waits for a second operator. */
export async function updateHandPayment(
  tx: Tx,
  fileId: string,
  {
    memberNo,
    systemNo,
    state,
    bankReference = '',
    failReason = '',
    approvalId = null,
  }: DisbursementKey & {
    state: 'proposed' | 'paid' | 'failed';
    bankReference?: string;
    failReason?: string;
    approvalId?: string | null;
  },
  by: { userId: bigint; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update hand_payments set state = ${state}, bank_reference = ${bankReference}, fail_reason = ${failReason}, approval_id = ${approvalId}::uuid,
      changed_by = ${by.userId}, changed_at = ${by.at}
    where member_no = ${memberNo} and file_id = ${fileId} and system_no = ${systemNo} and state in ('taken', 'proposed') returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function selectHandPayments(on: Queryable, { fileId, items }: BankFile): Promise<HandPayment[]> {
  const { rows } = await sql<HandPayment>`
    select member_no as "memberNo", system_no as "systemNo", state, error, bank_reference as "bankReference", fail_reason as "failReason", approval_id as "approvalId"
    from hand_payments where ${isMemberOf(sql`member_no`, items)} and file_id = ${fileId}`.execute(on);
  return rows;
}

/** The file by which a bank is to pay this one now; `approvalId`: the bank paid it, and this proposal says so. */
export async function selectTaken(
  on: Queryable,
  { memberNo, systemNo }: DisbursementKey,
): Promise<{ fileId: string; approvalId: string | null } | undefined> {
  const { rows } = await sql<{ fileId: string; approvalId: string | null }>`
    select file_id as "fileId", approval_id as "approvalId" from hand_payments
    where member_no = ${memberNo} and system_no = ${systemNo} and state in ('taken', 'proposed')`.execute(on);
  return rows[0];
}
