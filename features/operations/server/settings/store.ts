/**
 * SQL of the history and the proposals of settings, and what a change of the holidays concerns: members with a settlement
 * in working days (by their own index) and the wallets' holds.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import {
  type ApprovalFilter,
  approvalNames,
  type ApprovalPage,
  approvalsWhere,
  type Decided,
  decidedWhere,
  type NamedProposal,
  outdatedWhere,
  type Proposal,
  proposalColumns,
  staleWhere,
} from '#features/approvals/server/proposals.ts';
import type { SettingName, SettingValue } from '#features/platform/setting-fields.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

export interface SettingChange {
  changeId: string;
  name: string;
  before: SettingValue;
  after: SettingValue;
  reason: string;
  changedBy: bigint;
  confirmedBy: bigint | null;
  changedAt: Date;
}

export type NamedChange = SettingChange & { changer: string; confirmer: string | null };

export async function insertChange(tx: Tx, change: SettingChange): Promise<void> {
  const { changeId, name, before, after, reason, changedBy, confirmedBy, changedAt } = change;
  await sql`
    insert into setting_changes (change_id, name, before, after, reason, changed_by, confirmed_by, changed_at)
    values (${changeId}, ${name}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${reason}, ${changedBy}, ${confirmedBy}, ${changedAt})`.execute(
    tx,
  );
}

export async function countChanges(on: Queryable, name: string | undefined): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::integer as total from setting_changes c where ${ofSetting(name)}`.execute(on);
  return rows[0]?.total ?? 0;
}

export async function selectChanges(
  on: Queryable,
  name: string | undefined,
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<NamedChange[]> {
  const { rows } = await sql<NamedChange>`
    select ${changeColumns} from setting_changes c join users b on b.user_id = c.changed_by left join users d on d.user_id = c.confirmed_by
    where ${ofSetting(name)} order by c.changed_at ${sql.raw(order)}, c.change_id limit ${limit} offset ${offset}`.execute(
    on,
  );
  return rows;
}

/** The last change of each setting that was changed. */
export async function selectLastChanges(on: Queryable, names: readonly string[]): Promise<NamedChange[]> {
  const { rows } = await sql<NamedChange>`
    select ${changeColumns} from unnest(${[...names]}::text[]) as n(name)
    cross join lateral (select * from setting_changes where name = n.name order by changed_at desc, change_id limit 1) c
    join users b on b.user_id = c.changed_by left join users d on d.user_id = c.confirmed_by`.execute(on);
  return rows;
}

const changeColumns = sql`c.change_id as "changeId", c.name, c.before, c.after, c.reason, c.changed_by as "changedBy", c.confirmed_by as "confirmedBy",
  c.changed_at as "changedAt", b.username as changer, d.username as confirmer`;

function ofSetting(name: string | undefined) {
  return name === undefined ? sql`true` : sql`c.name = ${name}`;
}

interface SettingContent {
  name: SettingName;
  before: SettingValue;
  after: SettingValue;
}

/** Not about a member. */
export type SettingProposal = NamedProposal & SettingContent & { memberNo: null };

export type NewSettingProposal = Omit<Proposal, 'state' | 'decidedAt' | 'remark'> & SettingContent;

/** Returns false if an open proposal about the setting exists. Staff must be locked. */
export async function insertSettingProposal(tx: Tx, proposal: NewSettingProposal): Promise<boolean> {
  const { approvalId, name, before, after, reason, proposedBy, proposedIn, proposedAt, expiresAt } = proposal;
  await sql`update setting_proposals ${outdatedWhere(sql`name = ${name}`, proposedAt)}`.execute(tx);
  // Made about another value: it can't be confirmed any more.
  await sql`update setting_proposals ${staleWhere(sql`name = ${name} and before <> ${JSON.stringify(before)}::jsonb`)}`.execute(
    tx,
  );
  const { rows } = await sql`
    insert into setting_proposals (approval_id, name, before, after, reason, proposed_by, proposed_in, proposed_at, expires_at)
    values (${approvalId}, ${name}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${reason}, ${proposedBy}, ${proposedIn}, ${proposedAt}, ${expiresAt})
    on conflict (name) where state = 'open' do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Returns whether the proposal was still open, not expired and another operator's. */
export async function updateSettingProposalDecided(
  tx: Tx,
  { approvalId }: Pick<SettingProposal, 'approvalId'>,
  decision: Decided,
): Promise<boolean> {
  const { rows } =
    await sql`update setting_proposals ${decidedWhere(sql`approval_id = ${approvalId}`, decision)}`.execute(tx);
  return rows.length > 0;
}

export const SETTING_PROPOSALS = 'setting_proposals';

export async function updateSettingProposalsStale(on: Queryable, ids: readonly string[]): Promise<void> {
  await sql`update setting_proposals ${staleWhere(sql`approval_id = any(${arrayLiteral(ids)}::uuid[])`)}`.execute(on);
}

export async function selectSettingProposals(
  on: Queryable,
  filter: ApprovalFilter,
  now: Date,
  page?: ApprovalPage,
): Promise<SettingProposal[]> {
  const { rows } = await sql<SettingProposal>`
    select ${proposalColumns}, null as "memberNo", a.name, a.before, a.after
    from setting_proposals a ${approvalNames} ${approvalsWhere(filter, now, page)}`.execute(on);
  return rows;
}

/** How many members have each settlement in working days. */
export async function selectWorkingDayTerms(on: Queryable): Promise<{ days: number; members: number }[]> {
  const { rows } = await sql<{ days: number; members: number }>`
    select settlement_days::integer as days, count(*)::integer as members from members
    where settlement_mode = 'T' and settlement_days > 0 group by settlement_days order by settlement_days`.execute(on);
  return rows;
}

/** What waits for its release: the wallets are read once, whatever happened in them. */
export async function selectPending(
  on: Queryable,
  currency: string,
  now: Date,
): Promise<{ members: number; amountMinor: bigint }> {
  const { rows } = await sql<{ members: number; amountMinor: bigint }>`
    select count(distinct w.member_no)::integer as members, coalesce(sum(h.amount), 0)::bigint as "amountMinor"
    from wallets w cross join unnest(w.held_until, w.held_amounts) as h(until, amount)
    where w.currency = ${currency} and w.held_until <> '{}' and h.until > ${now}`.execute(on);
  return rows[0] ?? { members: 0, amountMinor: 0n };
}
