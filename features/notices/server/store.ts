/** Table `notices`: what the bell shows, and the text messages still to send. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Money } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { NoticeKind } from '#features/notice-kinds.ts';

export interface NoticeRecord {
  noticeId: bigint;
  userId: bigint;
  kind: NoticeKind;
  values: Record<string, string | number | Money>;
  createdAt: Date;
}

export async function insertNotice(
  tx: Tx,
  {
    userId,
    noticeId,
    kind,
    values,
    smsTo,
    smsLanguage,
    createdAt,
  }: NoticeRecord & { smsTo: string | null; smsLanguage: Language },
): Promise<void> {
  await sql`insert into notices (user_id, notice_id, kind, text_values, created_at, sms_to, sms_language, sms_due_at)
    values (${userId}, ${noticeId}, ${kind}, ${JSON.stringify(values)}::jsonb, ${createdAt}, ${smsTo}, ${smsLanguage}, ${smsTo === null ? null : createdAt})`.execute(
    tx,
  );
}

/** Counts one more event into the newest unread notice of these kinds since then; returns whether there is one. */
export async function updateCounted(
  tx: Tx,
  { userId, kind, many, since, at }: { userId: bigint; kind: NoticeKind; many: NoticeKind; since: bigint; at: Date },
): Promise<boolean> {
  const { rowCount } = await sql`
    update notices set kind = ${many}, created_at = ${at}, text_values = jsonb_build_object('count', coalesce((text_values->>'count')::integer, 1) + 1)
    where user_id = ${userId} and notice_id = (
      select max(notice_id) from notices
      where user_id = ${userId} and notice_id >= ${since} and kind in (${kind}, ${many}) and read_at is null)`.execute(
    tx,
  );
  return rowCount === 1;
}

/** Notices of one kind in a row, as its newest one. */
export interface NoticeGroup extends NoticeRecord {
  read: boolean;
  count: number;
}

/** How many of a user's notices are looked at for groups. */
const MAX_GROUPED = 1_000;

/** In pages of groups: equal kinds in a row that are all read or all unread. */
export async function selectNoticeGroups(
  on: Queryable,
  { userId, order, limit, offset }: { userId: bigint; order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ groups: NoticeGroup[]; total: number }> {
  const { rows } = await sql<NoticeGroup & { total: number }>`
    select user_id as "userId", notice_id as "noticeId", kind, values, created_at as "createdAt", read, count, count(*) over ()::integer as total
    from (
      select user_id, max(notice_id) as notice_id, kind, (array_agg(text_values order by notice_id desc))[1] as values,
        max(created_at) as created_at, read, count(*)::integer as count
      from (
        select user_id, notice_id, kind, text_values, created_at, read_at is not null as read,
          row_number() over (order by notice_id) - row_number() over (partition by kind, read_at is not null order by notice_id) as run
        from (select * from notices where user_id = ${userId} order by notice_id desc limit ${sql.lit(MAX_GROUPED)}) newest
      ) numbered
      group by user_id, kind, read, run
    ) grouped
    order by notice_id ${order === 'desc' ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`.execute(on);
  return { groups: rows, total: rows[0]?.total ?? 0 };
}

export async function selectNotices(
  on: Queryable,
  { userId, order, limit, offset }: { userId: bigint; order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<(NoticeRecord & { read: boolean })[]> {
  const { rows } = await sql<NoticeRecord & { read: boolean }>`
    select user_id as "userId", notice_id as "noticeId", kind, text_values as values, created_at as "createdAt", read_at is not null as read
    from notices where user_id = ${userId} order by notice_id ${order === 'desc' ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`.execute(
    on,
  );
  return rows;
}

export async function countNotices(on: Queryable, userId: bigint): Promise<{ total: bigint; unread: bigint }> {
  const { rows } = await sql<{ total: bigint; unread: bigint }>`
    select count(*) as total, count(*) filter (where read_at is null) as unread from notices where user_id = ${userId}`.execute(
    on,
  );
  return rows[0] ?? { total: 0n, unread: 0n };
}

/** Marks a notice as read; returns whether this user has it. */
export async function updateNoticeRead(on: Queryable, userId: bigint, noticeId: bigint, at: Date): Promise<boolean> {
  const { rowCount } =
    await sql`update notices set read_at = coalesce(read_at, ${at}) where user_id = ${userId} and notice_id = ${noticeId}`.execute(
      on,
    );
  return rowCount === 1;
}

/** Marks a notice and the unread ones of its kind before it as read; returns whether this user has it. */
export async function updateNoticeGroupRead(
  on: Queryable,
  userId: bigint,
  noticeId: bigint,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await sql`
    update notices set read_at = coalesce(read_at, ${at})
    where user_id = ${userId} and notice_id <= ${noticeId} and (read_at is null or notice_id = ${noticeId})
      and kind = (select kind from notices where user_id = ${userId} and notice_id = ${noticeId})`.execute(on);
  return rowCount > 0;
}

export async function updateAllNoticesRead(on: Queryable, userId: bigint, at: Date): Promise<void> {
  await sql`update notices set read_at = ${at} where user_id = ${userId} and read_at is null`.execute(on);
}

/** A notice that still has to be sent as a text message. */
export interface NoticeMessage extends Pick<NoticeRecord, 'noticeId' | 'userId' | 'values'> {
  /** A process of a newer release may have stored one that this one doesn't know. */
  kind: string;
  to: string;
  language: Language;
  /** Tries including this one. */
  tries: number;
}

/** Claims due messages, so that no other worker sends them before `until`, and counts the try at once. */
export async function claimMessages(
  on: Queryable,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<NoticeMessage[]> {
  const { rows } = await sql<NoticeMessage>`
    update notices n set sms_tries = sms_tries + 1, sms_due_at = ${until}
    from (select user_id, notice_id from notices where sms_due_at <= ${now} order by sms_due_at limit ${limit} for update skip locked) due
    where n.user_id = due.user_id and n.notice_id = due.notice_id
    returning n.user_id as "userId", n.notice_id as "noticeId", n.kind, n.text_values as values, n.sms_to as "to", n.sms_language as language, n.sms_tries as tries`.execute(
    on,
  );
  return rows;
}

/** Marks a message as sent or given up, and deletes its number. */
export async function updateMessageDone(on: Queryable, { userId, noticeId }: NoticeMessage): Promise<void> {
  await sql`update notices set sms_to = null, sms_due_at = null where user_id = ${userId} and notice_id = ${noticeId}`.execute(
    on,
  );
}

export async function updateMessageLater(on: Queryable, { userId, noticeId }: NoticeMessage, at: Date): Promise<void> {
  await sql`update notices set sms_due_at = ${at} where user_id = ${userId} and notice_id = ${noticeId}`.execute(on);
}

export async function deleteNoticesBefore(on: Queryable, at: Date): Promise<number> {
  const { rowCount } = await sql`delete from notices where created_at < ${at}`.execute(on);
  return rowCount;
}
