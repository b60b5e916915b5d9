/** Table `list_views`. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

export interface SavedView {
  userId: bigint;
  viewId: string;
  list: string;
  name: string;
  query: string;
  createdAt: Date;
}

/** Serializes a user's changes, so that the bound holds. */
export async function lockViewsOf(tx: Tx, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('views ' || ${userId}::text, 0))`.execute(tx);
}

/** In the order in which they were saved. */
export async function selectViews(on: Queryable, userId: bigint, list: string): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select user_id as "userId", view_id as "viewId", list, name, query, created_at as "createdAt"
    from list_views where user_id = ${userId} and list = ${list} order by created_at, view_id`.execute(on);
  return rows;
}

/** Replaces the view of this name. Returns the view's id. */
export async function insertView(tx: Tx, view: SavedView): Promise<string> {
  const { userId, viewId, list, name, query, createdAt } = view;
  const { rows } = await sql<{ viewId: string }>`
    insert into list_views (user_id, view_id, list, name, query, created_at)
    values (${userId}, ${viewId}, ${list}, ${name}, ${query}, ${createdAt})
    on conflict (user_id, list, name) do update set query = excluded.query
    returning view_id as "viewId"`.execute(tx);
  const [saved] = rows;
  if (!saved) throw new Error('a view was neither added nor replaced');
  return saved.viewId;
}

export async function deleteView(on: Queryable, userId: bigint, viewId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from list_views where user_id = ${userId} and view_id = ${viewId} returning view_id`.execute(on);
  return rows.length > 0;
}
