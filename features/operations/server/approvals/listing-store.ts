/** The list of proposals of all kinds, each of which has its own table. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { approvalConditions, type ApprovalFilter, type ApprovalPage } from '#features/approvals/server/proposals.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { ProposalKindName } from '../../approval-contract.ts';
import type { ListedKind } from './kinds.ts';

export interface ProposalKey {
  table: string;
  approvalId: string;
}

export type ProposalFilter = Pick<ApprovalFilter, 'state' | 'memberNo' | 'approvalId'> & {
  name?: ProposalKindName | undefined;
};

type Listed = Pick<ListedKind, 'table' | 'from' | 'names' | 'only' | 'ofMembers'>;

/** The keys of one page of these kinds: each table is read through its index by time or by id. */
export async function selectProposalKeys(
  on: Queryable,
  kinds: readonly Listed[],
  filter: ProposalFilter,
  now: Date,
  { newestFirst = true, limit = 1, offset = 0 }: ApprovalPage = {},
): Promise<ProposalKey[]> {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  const { rows } = await sql<ProposalKey>`
    select p."table", p.approval_id as "approvalId" from (${proposalsOf(kinds, filter, now)}) p
    order by p.proposed_at ${direction}, p.approval_id limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

export async function countProposals(
  on: Queryable,
  kinds: readonly Listed[],
  filter: ProposalFilter,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from (${proposalsOf(kinds, filter, now)}) p`.execute(on);
  return rows[0]?.count ?? 0;
}

function proposalsOf(kinds: readonly Listed[], { name, ...filter }: ProposalFilter, now: Date): Sql {
  const parts = kinds
    .filter(
      ({ names, ofMembers }) =>
        (name === undefined || names.includes(name)) && (filter.memberNo === undefined || ofMembers),
    )
    .map(({ table, from, only }) => {
      const which = name === undefined || only === undefined ? sql`true` : only(name);
      return sql`select ${sql.lit(table)}::text as "table", a.approval_id, a.proposed_at ${from}
        where ${approvalConditions(filter, now)} and ${which}`;
    });
  return parts.length === 0
    ? sql`select '' as "table", null::uuid as approval_id, null::timestamptz as proposed_at where false`
    : sql.join(parts, ' union all ');
}
