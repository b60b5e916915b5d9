/**
 * Announcements as operators write them: drafts, for whom and how long, published and withdrawn. A few hundred rows, read
 * whole; their readers are counted in rows of their own.
 */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { Language } from '#foundation/core/words.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { AnnouncementState, Audience } from '../announcements.ts';
import type { AnnouncementText } from './store.ts';

export interface AnnouncementContent {
  /** What readers of a language without a text of its own see. */
  text: AnnouncementText;
  translations: Readonly<Partial<Record<Language, AnnouncementText>>>;
  audience: Audience;
  /** Only of a named audience. */
  memberNos: readonly bigint[];
  from: Date;
  until: Date | null;
  pinned: boolean;
}

export interface WrittenAnnouncement extends AnnouncementContent {
  announcementId: bigint;
  state: AnnouncementState;
  readers: number;
  changedAt: Date | null;
  /** Null: the platform itself. */
  changer: string | null;
}

export interface AnnouncementQuery {
  /** Part of a title, in any language. */
  text: string;
  state: AnnouncementState | undefined;
  audience: Audience | undefined;
}

export async function countWritten(on: Queryable, query: AnnouncementQuery): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::integer as total from announcements a where ${matching(query)}`.execute(on);
  return rows[0]?.total ?? 0;
}

export async function listWritten(
  on: Queryable,
  query: AnnouncementQuery,
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<WrittenAnnouncement[]> {
  const { rows } = await sql<WrittenRow>`
    select ${writtenColumns} from announcements a left join users u on u.user_id = a.changed_by where ${matching(query)}
    order by a.published_at ${sql.raw(order)}, a.announcement_id ${sql.raw(order)} limit ${limit} offset ${offset}`.execute(
    on,
  );
  return rows.map(writtenOf);
}

/** Locked until the transaction ends. */
export async function lockWritten(tx: Tx, announcementId: bigint): Promise<WrittenAnnouncement | undefined> {
  const { rows } = await sql<WrittenRow>`
    select ${writtenColumns} from announcements a left join users u on u.user_id = a.changed_by
    where a.announcement_id = ${announcementId} for update of a`.execute(tx);
  return rows[0] && writtenOf(rows[0]);
}

export async function findWritten(on: Queryable, announcementId: bigint): Promise<WrittenAnnouncement | undefined> {
  const { rows } = await sql<WrittenRow>`
    select ${writtenColumns} from announcements a left join users u on u.user_id = a.changed_by
    where a.announcement_id = ${announcementId}`.execute(on);
  return rows[0] && writtenOf(rows[0]);
}

export interface ChangedBy {
  userId: bigint;
  at: Date;
}

/** Stores a draft, or replaces what one says. */
export async function writeDraft(
  tx: Tx,
  announcementId: bigint,
  { text, translations, audience, memberNos, from, until, pinned }: AnnouncementContent,
  { userId, at }: ChangedBy,
): Promise<void> {
  await sql`
    insert into announcements (announcement_id, title, body, translations, audience, member_nos, published_at, until, pinned, state, changed_at, changed_by)
    values (${announcementId}, ${text.title}, ${text.body}, ${JSON.stringify(translations)}::jsonb, ${audience}, ${[...memberNos]}::bigint[], ${from}, ${until}, ${pinned}, 'draft', ${at}, ${userId})
    on conflict (announcement_id) do update set title = excluded.title, body = excluded.body, translations = excluded.translations,
      audience = excluded.audience, member_nos = excluded.member_nos, published_at = excluded.published_at, until = excluded.until,
      pinned = excluded.pinned, state = excluded.state, changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(
    tx,
  );
}

/** From `from` on members see it, or no member does any more. Every open console hears of it on commit. */
export async function setState(
  tx: Tx,
  announcementId: bigint,
  { state, from }: { state: AnnouncementState; from: Date },
  { userId, at }: ChangedBy,
): Promise<void> {
  await sql`
    update announcements set state = ${state}, published_at = ${from}, changed_at = ${at}, changed_by = ${userId}
    where announcement_id = ${announcementId}`.execute(tx);
  await hintOnCommit(tx, { memberNo: null, event: 'announcement.new' });
}

interface WrittenRow extends Omit<WrittenAnnouncement, 'text'>, AnnouncementText {}

function writtenOf({ title, body, ...row }: WrittenRow): WrittenAnnouncement {
  return { ...row, text: { title, body } };
}

const writtenColumns = sql`a.announcement_id as "announcementId", a.title, a.body, a.translations, a.audience, a.member_nos as "memberNos", a.published_at as "from",
  a.until, a.pinned, a.state, a.changed_at as "changedAt", u.username as changer,
  coalesce((select sum(c.readers) from announcement_read_counts c where c.announcement_id = a.announcement_id), 0)::integer as readers`;

function matching({ text, state, audience }: AnnouncementQuery): Sql {
  const parts: Sql[] = [sql`true`];
  if (text !== '')
    parts.push(
      sql`exists (select from (select a.title union all select t.value ->> 'title' from jsonb_each(a.translations) t) n(title) where position(lower(${text}::text) in lower(n.title)) > 0)`,
    );
  if (state !== undefined) parts.push(sql`a.state = ${state}`);
  if (audience !== undefined) parts.push(sql`a.audience = ${audience}`);
  return sql.join(parts, ' and ');
}
