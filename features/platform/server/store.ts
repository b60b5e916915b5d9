/** The platform's tables: settings, calendar days, announcements and their readers. Also reads `members`. */
import { sql } from 'kysely';
import type { Language } from '#foundation/core/words.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

export async function selectSettings(on: Queryable): Promise<Record<string, unknown>> {
  const { rows } = await sql<{
    name: string;
    value: unknown;
  }>`select name, value from settings where name not like 'sealed%'`.execute(on);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export async function existsSetting(on: Queryable, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from settings where name = ${name}`.execute(on);
  return rows.length > 0;
}

/** Bigints are stored as text. */
export async function upsertSetting(tx: Tx, name: string, value: unknown): Promise<void> {
  await sql`insert into settings (name, value, updated_at) values (${name}, ${JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))}::jsonb, now())
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(tx);
}

export async function deleteSetting(tx: Tx, name: string): Promise<void> {
  await sql`delete from settings where name = ${name}`.execute(tx);
}

/** The levels of agents in the deepest tree; 0 without agents. */
export async function selectDeepestTree(on: Queryable): Promise<number> {
  const { rows } = await sql<{ levels: number | null }>`
    select max(cardinality(uplines)) + 1 as levels from members where kind = 'agent'`.execute(on);
  return rows[0]?.levels ?? 0;
}

export async function selectCalendar(on: Queryable): Promise<{ day: string; working: boolean }[]> {
  const { rows } = await sql<{
    day: string;
    working: boolean;
  }>`select day, working from calendar_days order by day`.execute(on);
  return rows;
}

export async function upsertCalendarDays(
  tx: Tx,
  days: readonly { day: string; working: boolean; name: string }[],
): Promise<void> {
  await sql`insert into calendar_days (day, working, name)
    select * from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ working }) => working)}::boolean[], ${days.map(({ name }) => name)}::text[])
    on conflict (day) do update set working = excluded.working, name = excluded.name`.execute(tx);
}

export interface AnnouncementText {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
}

/** `title` and `body` are what readers of a language without a translation see. */
export interface AnnouncementRecord extends AnnouncementText {
  announcementId: bigint;
  translations?: Readonly<Partial<Record<Language, AnnouncementText>>>;
  publishedAt: Date;
}

export async function selectAnnouncements(
  on: Queryable,
  {
    userId,
    language,
    until,
    limit,
    offset,
  }: { userId: bigint; language: Language; until: Date; limit: number; offset: number },
): Promise<(AnnouncementRecord & { read: boolean })[]> {
  const { rows } = await sql<AnnouncementRecord & { read: boolean }>`
    select a.announcement_id as "announcementId", coalesce(a.translations -> ${language} ->> 'title', a.title) as title,
      coalesce(a.translations -> ${language} ->> 'body', a.body) as body, a.published_at as "publishedAt", r.read_at is not null as read
    from announcements a left join announcement_reads r on r.announcement_id = a.announcement_id and r.user_id = ${userId}
    where a.published_at <= ${until}
    order by a.published_at desc, a.announcement_id desc limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

export async function countAnnouncements(
  on: Queryable,
  userId: bigint,
  until: Date,
): Promise<{ total: bigint; unread: bigint }> {
  const { rows } = await sql<{ total: bigint; unread: bigint }>`
    select count(*) as total, count(*) filter (where r.read_at is null) as unread
    from announcements a left join announcement_reads r on r.announcement_id = a.announcement_id and r.user_id = ${userId}
    where a.published_at <= ${until}`.execute(on);
  return rows[0] ?? { total: 0n, unread: 0n };
}

export async function insertAnnouncement(
  tx: Tx,
  { announcementId, title, body, translations = {}, publishedAt }: AnnouncementRecord,
): Promise<void> {
  await sql`insert into announcements (announcement_id, title, body, translations, published_at)
    values (${announcementId}, ${title}, ${body}, ${JSON.stringify(translations)}::jsonb, ${publishedAt})`.execute(tx);
}

/** Returns whether such a published announcement exists. */
export async function upsertAnnouncementRead(
  on: Queryable,
  userId: bigint,
  announcementId: bigint,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with found as (select announcement_id from announcements where announcement_id = ${announcementId} and published_at <= ${at}),
    marked as (
      insert into announcement_reads (user_id, announcement_id, read_at) select ${userId}::bigint, announcement_id, ${at}::timestamptz from found
      on conflict do nothing)
    select 1 from found`.execute(on);
  return rows.length > 0;
}
