/** The profile columns of the table `users`. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';

export interface Profile {
  nickname: string;
  bio: string;
  /** A file's id. */
  avatar: string | null;
}

/**
 * Locks the row and returns the previous avatar; an undefined avatar keeps it. Returns undefined if there is no such
 * user.
 */
export async function updateProfile(
  tx: Tx,
  userId: bigint,
  { nickname, bio, avatar }: Omit<Profile, 'avatar'> & { avatar: string | null | undefined },
): Promise<{ avatarBefore: string | null } | undefined> {
  const { rows } = await sql<{ avatarBefore: string | null }>`
    update users u set nickname = ${nickname}, bio = ${bio}, avatar = case when ${avatar !== undefined} then ${avatar ?? null} else before.avatar end
    from (select user_id, avatar from users where user_id = ${userId} for update) as before
    where u.user_id = before.user_id
    returning before.avatar as "avatarBefore"`.execute(tx);
  return rows[0];
}
