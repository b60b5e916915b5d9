/**
 * SQL of the table `bank_cards`: one row per card as it was submitted. A changed card is a new row, and no row is ever
 * deleted.
 */
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { likeBeginning } from '#foundation/server/postgres/like.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { BeneficiaryType } from '../beneficiary.ts';
import type { CardStatus } from '../rules.ts';

export interface CardRecord {
  cardId: string;
  memberNo: bigint;
  userId: bigint;
  type: BeneficiaryType;
  holder: string;
  bank: string | null;
  branch: string | null;
  accountSealed: Buffer;
  accountHint: string;
  status: CardStatus;
  reviewTemplate: string | null;
  reviewRemark: string;
  createdAt: Date;
  changedAt: Date;
  reviewedAt: Date | null;
}

/** With the member's name, for operators. */
export type NamedCard = CardRecord & { memberName: string };

export interface NewCard extends Omit<CardRecord, 'reviewTemplate' | 'reviewRemark' | 'reviewedAt'> {
  accountHash: Buffer;
  sharedHash: Buffer;
  /** The card that this one replaces. */
  replaces: string | null;
}

const columns = sql`
  c.card_id as "cardId", c.member_no as "memberNo", c.user_id as "userId", c.type, c.holder, c.bank, c.branch, c.account_sealed as "accountSealed",
  c.account_hint as "accountHint", c.status, c.review_template as "reviewTemplate", c.review_remark as "reviewRemark", c.created_at as "createdAt",
  c.changed_at as "changedAt", c.reviewed_at as "reviewedAt"`;

/** Until the transaction ends, no other transaction adds or changes a card of this member. */
export async function lockMemberCards(tx: Tx, memberNo: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bank cards'), hashtext(${memberNo.toString()}))`.execute(tx);
}

/** Whether the member has a card whose account has one of these hashes. */
export async function existsAccount(tx: Tx, memberNo: bigint, hashes: readonly Buffer[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from bank_cards where member_no = ${memberNo} and account_hash in (${sql.join([...hashes])}) and removed_at is null`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function insertCard(tx: Tx, card: NewCard): Promise<void> {
  await sql`
    insert into bank_cards (member_no, card_id, user_id, type, holder, bank, branch, account_sealed, account_hash, shared_hash, account_hint, status, replaces, created_at, changed_at)
    values (${card.memberNo}, ${card.cardId}, ${card.userId}, ${card.type}, ${card.holder}, ${card.bank}, ${card.branch}, ${card.accountSealed},
      ${card.accountHash}, ${card.sharedHash}, ${card.accountHint}, ${card.status}, ${card.replaces}, ${card.createdAt}, ${card.changedAt})`.execute(
    tx,
  );
}

export async function countCards(on: Queryable, memberNo: bigint): Promise<number> {
  const { rows } = await sql<{
    count: bigint;
  }>`select count(*) from bank_cards where member_no = ${memberNo} and removed_at is null`.execute(on);
  return Number(rows[0]?.count ?? 0n);
}

export async function selectCardCounts(on: Queryable, memberNo: bigint): Promise<Record<CardStatus, number>> {
  const { rows } = await sql<{ status: CardStatus; count: number }>`
    select status, count(*)::integer as count from bank_cards where member_no = ${memberNo} and removed_at is null group by status`.execute(
    on,
  );
  const counts: Record<CardStatus, number> = { pending: 0, approved: 0, rejected: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}

/** Newest first. */
export async function selectMemberCards(
  on: Queryable,
  memberNo: bigint,
  status: CardStatus | undefined,
): Promise<CardRecord[]> {
  const { rows } = await sql<CardRecord>`
    select ${columns} from bank_cards c
    where member_no = ${memberNo} and removed_at is null and (${status ?? null}::text is null or status = ${status ?? null})
    order by created_at desc, card_id`.execute(on);
  return rows;
}

export async function selectCard(on: Queryable, memberNo: bigint, cardId: string): Promise<CardRecord | undefined> {
  const { rows } = await sql<CardRecord>`
    select ${columns} from bank_cards c where member_no = ${memberNo} and card_id = ${cardId} and removed_at is null`.execute(
    on,
  );
  return rows[0];
}

/** Returns undefined if the card does not exist or is already removed. Of two simultaneous calls, one removes it. */
export async function updateRemoved(
  tx: Tx,
  memberNo: bigint,
  cardId: string,
  removedAt: Date,
): Promise<CardRecord | undefined> {
  const { rows } = await sql<CardRecord>`
    update bank_cards c set removed_at = ${removedAt} where member_no = ${memberNo} and card_id = ${cardId} and removed_at is null
    returning ${columns}`.execute(tx);
  return rows[0];
}

export interface CardFilter {
  status: CardStatus | undefined;
  memberNo: bigint | undefined;
  /** The beginning of the holder's name, or an account with one of these hashes. */
  found: { holder: string; accounts: readonly Buffer[] } | undefined;
}

function matches({ status, memberNo, found }: CardFilter) {
  const all = sql`(${status ?? null}::text is null or c.status = ${status ?? null}) and (${memberNo ?? null}::bigint is null or c.member_no = ${memberNo ?? null})`;
  return found ? sql`${all} and (${isFound(found)})` : all;
}

/** By the indexes `bank_cards_by_holder` and `bank_cards_shared`. */
function isFound({ holder, accounts }: NonNullable<CardFilter['found']>) {
  const begins = likeBeginning(holder.toLowerCase());
  const named = sql`lower(c.holder) like ${begins}`;
  return accounts.length === 0 ? named : sql`${named} or c.shared_hash in (${sql.join([...accounts])})`;
}

export async function selectCards(
  on: Queryable,
  filter: CardFilter,
  { newestFirst, limit, offset }: { newestFirst: boolean; limit: number; offset: number },
): Promise<NamedCard[]> {
  const order = newestFirst ? sql`c.changed_at desc, c.card_id` : sql`c.changed_at, c.card_id desc`;
  const { rows } = await sql<NamedCard>`
    select ${columns}, m.name as "memberName" from bank_cards c join members m using (member_no)
    where c.removed_at is null and ${matches(filter)} order by ${order} limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

/** By its index `bank_cards_by_id`. A removed card is not found. */
export async function selectNamed(on: Queryable, cardId: string): Promise<NamedCard | undefined> {
  const { rows } = await sql<NamedCard>`
    select ${columns}, m.name as "memberName" from bank_cards c join members m using (member_no)
    where c.card_id = ${cardId} and c.removed_at is null`.execute(on);
  return rows[0];
}

/** Cards of other members with one of these hashes, newest first. By the index `bank_cards_shared`. */
export async function selectSame(
  on: Queryable,
  memberNo: bigint,
  hashes: readonly Buffer[],
  limit: number,
): Promise<NamedCard[]> {
  const { rows } = await sql<NamedCard>`
    select ${columns}, m.name as "memberName" from bank_cards c join members m using (member_no)
    where c.shared_hash in (${sql.join([...hashes])}) and c.removed_at is null and c.member_no <> ${memberNo}
    order by c.changed_at desc, c.card_id limit ${limit}`.execute(on);
  return rows;
}

export async function selectUnhashed(on: Queryable, limit: number): Promise<CardRecord[]> {
  const { rows } = await sql<CardRecord>`
    select ${columns} from bank_cards c where shared_hash is null and removed_at is null limit ${limit}`.execute(on);
  return rows;
}

export async function updateSharedHash(
  on: Queryable,
  { memberNo, cardId }: Pick<CardRecord, 'memberNo' | 'cardId'>,
  hash: Buffer,
): Promise<void> {
  await sql`update bank_cards set shared_hash = ${hash} where member_no = ${memberNo} and card_id = ${cardId}`.execute(
    on,
  );
}

/** The count of those waiting is read through its own index. */
export async function countFiltered(on: Queryable, filter: CardFilter): Promise<{ total: number; pending: number }> {
  const { rows } = await sql<{ total: bigint; pending: bigint }>`
    select (select count(*) from bank_cards c where removed_at is null and ${matches(filter)}) as total,
      (select count(*) from bank_cards where removed_at is null and status = 'pending') as pending`.execute(on);
  return { total: Number(rows[0]?.total ?? 0n), pending: Number(rows[0]?.pending ?? 0n) };
}

/** Whether the card exists and is not removed. */
export async function existsCard(on: Queryable, cardId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from bank_cards where card_id = ${cardId} and removed_at is null`.execute(on);
  return rows.length > 0;
}

/** Returns undefined if the card is no longer pending. Of two simultaneous decisions, one succeeds. */
export async function updateDecided(
  tx: Tx,
  cardId: string,
  {
    status,
    reviewTemplate,
    reviewRemark,
    reviewedAt,
  }: { status: 'approved' | 'rejected'; reviewTemplate: string | null; reviewRemark: string; reviewedAt: Date },
): Promise<CardRecord | undefined> {
  const { rows } = await sql<CardRecord>`
    update bank_cards c set status = ${status}, review_template = ${reviewTemplate}, review_remark = ${reviewRemark}, reviewed_at = ${reviewedAt}
    where card_id = ${cardId} and status = 'pending' and removed_at is null
    returning ${columns}`.execute(tx);
  return rows[0];
}

/** Whether the member's new cards are approved without review; null: as the platform's setting says. */
export async function selectAutomatic(on: Queryable, memberNo: bigint): Promise<boolean | null> {
  const { rows } = await sql<{ automatic: boolean | null }>`
    select cards_automatic as automatic from members where member_no = ${memberNo}`.execute(on);
  return rows[0]?.automatic ?? null;
}
