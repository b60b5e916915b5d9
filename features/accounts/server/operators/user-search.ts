/** Finds users for operators. Reads the table `users`. */
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { likeBeginning } from '#foundation/server/postgres/like.ts';
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { type User, userColumns } from '../store.ts';

export interface UserQuery {
  /** As typed; empty finds all. */
  text: string;
  /** The text as a mobile number in stored form, if it is one. */
  mobile: string | undefined;
}

export async function countUsers(on: Queryable, query: UserQuery): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from users where ${matching(query)}`.execute(
    on,
  );
  return Number(rows[0]?.total ?? 0n);
}

export async function selectUsers(
  on: Queryable,
  query: UserQuery,
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<User[]> {
  const direction = order === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<User>`
    select ${userColumns} from users where ${matching(query)}
    order by created_at ${direction}, user_id ${direction} limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

function matching({ text, mobile }: UserQuery): Sql {
  if (text === '') return sql`true`;
  const memberNo = /^\d{1,18}$/.test(text) ? BigInt(text) : null;
  // Each way of finding has its own index.
  return sql`(lower(username) like ${likeBeginning(text.toLowerCase())} or member_no = ${memberNo} or mobile = ${mobile ?? null})`;
}
