/**
 * Tables `disbursement_bulks` and `disbursement_bulk_results`: what was asked for, and what became of each one. Neither
 * changes later.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { DisbursementKey } from '#features/disbursements/disbursement.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { isMemberOf } from '#foundation/server/postgres/shards.ts';
import type { BulkRefusal } from '../../disbursement-contract.ts';
import type { OperatorAction } from '../../rules.ts';

export interface BulkItem extends DisbursementKey {
  /** Only to mark as paid; else empty. */
  bankReference: string;
}

export interface Bulk {
  bulkId: string;
  act: OperatorAction;
  reason: string;
  upstreamId: number | null;
  items: readonly BulkItem[];
  /** The largest sum in which it counts, which decides whether a second operator is needed. */
  totalMinor: bigint;
  madeBy: bigint;
  madeAt: Date;
}

type StoredItem = [memberNo: string, systemNo: string, bankReference: string];

export async function insertBulk(tx: Tx, bulk: Bulk): Promise<void> {
  const { bulkId, act, reason, upstreamId, totalMinor, madeBy, madeAt } = bulk;
  const items = bulk.items.map(({ memberNo, systemNo, bankReference }): StoredItem => [
    memberNo.toString(),
    systemNo.toString(),
    bankReference,
  ]);
  await sql`
    insert into disbursement_bulks (bulk_id, act, reason, upstream_id, items, total, made_by, made_at)
    values (${bulkId}, ${act}, ${reason}, ${upstreamId}, ${JSON.stringify(items)}::jsonb, ${totalMinor}, ${madeBy}, ${madeAt})
    on conflict do nothing`.execute(tx);
}

export async function selectBulk(on: Queryable, bulkId: string): Promise<(Bulk & { operator: string }) | undefined> {
  const { rows } = await sql<Omit<Bulk, 'items'> & { items: StoredItem[]; operator: string }>`
    select b.bulk_id as "bulkId", b.act, b.reason, b.upstream_id as "upstreamId", b.items, b.total as "totalMinor", b.made_by as "madeBy",
      b.made_at as "madeAt", u.username as operator
    from disbursement_bulks b join users u on u.user_id = b.made_by where b.bulk_id = ${bulkId}`.execute(on);
  const [found] = rows;
  return (
    found && {
      ...found,
      items: found.items.map(([memberNo, systemNo, bankReference]) => ({
        memberNo: BigInt(memberNo),
        systemNo: BigInt(systemNo),
        bankReference,
      })),
    }
  );
}

export interface BulkOutcome extends DisbursementKey {
  outcome: 'done' | 'proposed' | 'refused';
  error: BulkRefusal | null;
  approvalId: string | null;
}

/** Returns false if the outcome of this one is known already. */
export async function insertOutcome(
  on: Queryable,
  bulkId: string,
  { memberNo, systemNo, outcome, error, approvalId }: BulkOutcome,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into disbursement_bulk_results (member_no, bulk_id, system_no, outcome, error, approval_id, at)
    values (${memberNo}, ${bulkId}, ${systemNo}, ${outcome}, ${error}, ${approvalId}, ${at})
    on conflict do nothing returning 1`.execute(on);
  return rows.length > 0;
}

export async function selectOutcomes(on: Queryable, { bulkId, items }: Bulk): Promise<BulkOutcome[]> {
  const { rows } = await sql<BulkOutcome>`
    select member_no as "memberNo", system_no as "systemNo", outcome, error, approval_id as "approvalId" from disbursement_bulk_results
    where ${isMemberOf(sql`member_no`, items)} and bulk_id = ${bulkId}`.execute(on);
  return rows;
}
