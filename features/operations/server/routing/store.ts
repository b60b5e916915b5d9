/**
 * Tables `routing_versions` and `routing_draft`, and what a preview reads. The newest orders are found by `orders_of_all`.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { RoutingContent } from '../../routing-contract.ts';

export interface DraftRecord {
  content: RoutingContent;
  base: string;
  editedBy: string;
  editedAt: Date;
}

export async function selectDraft(on: Queryable): Promise<DraftRecord | undefined> {
  const { rows } = await sql<DraftRecord>`
    select d.content, d.base, u.username as "editedBy", d.edited_at as "editedAt"
    from routing_draft d join users u on u.user_id = d.edited_by`.execute(on);
  const [draft] = rows;
  return draft && { ...draft, content: RoutingContent.parse(draft.content) };
}

export async function upsertDraft(
  tx: Tx,
  { content, base, editedBy, editedAt }: { content: RoutingContent; base: string; editedBy: bigint; editedAt: Date },
): Promise<void> {
  await sql`
    insert into routing_draft (content, base, edited_by, edited_at)
    values (${JSON.stringify(content)}::jsonb, ${base}, ${editedBy}, ${editedAt})
    on conflict (one) do update set content = excluded.content, edited_by = excluded.edited_by, edited_at = excluded.edited_at`.execute(
    tx,
  );
}

/** Returns whether there was one. */
export async function deleteDraft(tx: Tx): Promise<boolean> {
  const { rows } = await sql`delete from routing_draft returning 1`.execute(tx);
  return rows.length > 0;
}

export interface VersionRecord {
  version: number;
  content: RoutingContent;
  reason: string;
  backTo: number | null;
  publishedBy: string | null;
  publishedAt: Date;
}

export async function insertVersion(
  tx: Tx,
  version: Omit<VersionRecord, 'publishedBy'> & { publishedBy: bigint | null },
): Promise<void> {
  await sql`
    insert into routing_versions (version, content, reason, back_to, published_by, published_at)
    values (${version.version}, ${JSON.stringify(version.content)}::jsonb, ${version.reason}, ${version.backTo}, ${version.publishedBy}, ${version.publishedAt})`.execute(
    tx,
  );
}

/** 0 before the first. */
export async function selectLatestVersion(on: Queryable): Promise<number> {
  const { rows } = await sql<{
    version: number;
  }>`select coalesce(max(version), 0) as version from routing_versions`.execute(on);
  return rows[0]?.version ?? 0;
}

export async function selectVersions(
  on: Queryable,
  {
    version,
    newestFirst = true,
    limit,
    offset,
  }: { version?: number; newestFirst?: boolean; limit: number; offset: number },
): Promise<VersionRecord[]> {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  const { rows } = await sql<VersionRecord>`
    select v.version, v.content, v.reason, v.back_to as "backTo", u.username as "publishedBy", v.published_at as "publishedAt"
    from routing_versions v left join users u on u.user_id = v.published_by
    where ${version ?? null}::integer is null or v.version = ${version ?? null}::integer
    order by v.version ${direction} limit ${limit} offset ${offset}`.execute(on);
  return rows.map((row) => ({ ...row, content: RoutingContent.parse(row.content) }));
}

export interface PastOrder {
  systemNo: bigint;
  memberNo: bigint;
  kind: 'payin' | 'recharge';
  channelId: number;
  upstreamId: number;
  amountMinor: bigint;
  costMinor: bigint;
  createdAt: Date;
}

/** The newest first. */
export async function selectNewestOrders(on: Queryable, limit: number): Promise<PastOrder[]> {
  const { rows } = await sql<PastOrder>`
    select system_no as "systemNo", member_no as "memberNo", kind, channel_id as "channelId", upstream_id as "upstreamId", amount as "amountMinor",
      cost as "costMinor", created_at as "createdAt"
    from orders order by system_no desc limit ${limit}`.execute(on);
  return rows;
}

/** Names of these members; unknown ones are missing. */
export async function selectMemberNames(
  on: Queryable,
  memberNos: readonly string[],
): Promise<{ memberNo: string; name: string }[]> {
  const { rows } = await sql<{ memberNo: string; name: string }>`
    select member_no::text as "memberNo", name from members where member_no = any(${arrayLiteral(memberNos)}::bigint[])`.execute(
    on,
  );
  return rows;
}
