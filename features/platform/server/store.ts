/** The platform's tables: settings, calendar days, logos, announcements and their readers. Also reads `members`. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { Audience } from '../announcements.ts';

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

export interface CalendarDay {
  day: string;
  working: boolean;
  name: string;
}

/** `from` and `until` inclusive. */
export async function selectCalendarDays(on: Queryable, from: string, until: string): Promise<CalendarDay[]> {
  const { rows } = await sql<CalendarDay>`
    select day, working, name from calendar_days where day between ${from}::date and ${until}::date order by day`.execute(
    on,
  );
  return rows;
}

export async function deleteCalendarDays(tx: Tx, from: string, until: string): Promise<void> {
  await sql`delete from calendar_days where day between ${from}::date and ${until}::date`.execute(tx);
}

export async function existsMember(on: Queryable): Promise<boolean> {
  const { rows } = await sql`select 1 from members limit 1`.execute(on);
  return rows.length > 0;
}

export async function insertLogo(tx: Tx, digest: string, bytes: Buffer, at: Date): Promise<void> {
  await sql`insert into platform_logos (digest, bytes, added_at) values (${digest}, ${bytes}, ${at}) on conflict do nothing`.execute(
    tx,
  );
}

export async function selectLogo(on: Queryable, digest: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`select bytes from platform_logos where digest = ${digest}`.execute(on);
  return rows[0]?.bytes;
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

/** Who reads announcements, and when. */
export interface AnnouncementReader {
  userId: bigint;
  memberNo: bigint | null;
  /** The audience of the reader's role. */
  audience: Audience;
  now: Date;
}

/** Pinned ones first, then the newest. */
export async function selectAnnouncements(
  on: Queryable,
  reader: AnnouncementReader,
  { language, limit, offset }: { language: Language; limit: number; offset: number },
): Promise<
  (Pick<AnnouncementRecord, 'announcementId' | 'title' | 'body' | 'publishedAt'> & { pinned: boolean; read: boolean })[]
> {
  const { rows } = await sql<AnnouncementRecord & { pinned: boolean; read: boolean }>`
    select a.announcement_id as "announcementId", coalesce(a.translations -> ${language} ->> 'title', a.title) as title,
      coalesce(a.translations -> ${language} ->> 'body', a.body) as body, a.published_at as "publishedAt", a.pinned, r.read_at is not null as read
    from announcements a left join announcement_reads r on r.announcement_id = a.announcement_id and r.user_id = ${reader.userId}
    where ${shownTo(reader)}
    order by a.pinned desc, a.published_at desc, a.announcement_id desc limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

export async function countAnnouncements(
  on: Queryable,
  reader: AnnouncementReader,
): Promise<{ total: bigint; unread: bigint }> {
  const { rows } = await sql<{ total: bigint; unread: bigint }>`
    select count(*) as total, count(*) filter (where r.read_at is null) as unread
    from announcements a left join announcement_reads r on r.announcement_id = a.announcement_id and r.user_id = ${reader.userId}
    where ${shownTo(reader)}`.execute(on);
  return rows[0] ?? { total: 0n, unread: 0n };
}

function shownTo({ memberNo, audience, now }: AnnouncementReader): Sql {
  return sql`a.state = 'published' and a.published_at <= ${now} and (a.until is null or a.until > ${now})
    and (a.audience = 'all' or a.audience = ${audience} or a.audience = 'named' and ${memberNo}::bigint = any(a.member_nos))`;
}

export async function insertAnnouncement(
  tx: Tx,
  { announcementId, title, body, translations = {}, publishedAt }: AnnouncementRecord,
): Promise<void> {
  await sql`insert into announcements (announcement_id, title, body, translations, published_at)
    values (${announcementId}, ${title}, ${body}, ${JSON.stringify(translations)}::jsonb, ${publishedAt})`.execute(tx);
}

/** Readers of one announcement are counted in so many rows, so that they rarely wait for each other. */
const READ_SLOTS = 16n;

/** Returns whether this reader is shown such an announcement. */
export async function upsertAnnouncementRead(
  on: Queryable,
  reader: AnnouncementReader,
  announcementId: bigint,
): Promise<boolean> {
  const { userId, now } = reader;
  const { rows } = await sql`
    with found as (select a.announcement_id from announcements a where a.announcement_id = ${announcementId} and ${shownTo(reader)}),
    marked as (
      insert into announcement_reads (user_id, announcement_id, read_at) select ${userId}::bigint, announcement_id, ${now}::timestamptz from found
      on conflict do nothing returning announcement_id),
    counted as (
      insert into announcement_read_counts as c (announcement_id, slot, readers) select announcement_id, ${Number(userId % READ_SLOTS)}::smallint, 1 from marked
      on conflict (announcement_id, slot) do update set readers = c.readers + 1)
    select 1 from found`.execute(on);
  return rows.length > 0;
}
