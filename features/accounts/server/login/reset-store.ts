/** SQL of the table `password_resets`. Tokens are stored only as SHA-256. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

export interface PasswordReset {
  tokenHash: Buffer;
  userId: bigint;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertReset(tx: Tx, { tokenHash, userId, createdAt, expiresAt }: PasswordReset): Promise<void> {
  await sql`insert into password_resets (token_hash, user_id, created_at, expires_at) values (${tokenHash}, ${userId}, ${createdAt}, ${expiresAt})`.execute(
    tx,
  );
}

/** The link's user, whether or not it is used. */
export async function selectResetUser(on: Queryable, tokenHash: Buffer): Promise<bigint | undefined> {
  const { rows } = await sql<{
    userId: bigint;
  }>`select user_id as "userId" from password_resets where token_hash = ${tokenHash}`.execute(on);
  return rows[0]?.userId;
}

/** Returns false if the link was used or ended before, or has expired. */
export async function updateResetUsed(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { rowCount } =
    await sql`update password_resets set used_at = ${now} where token_hash = ${tokenHash} and used_at is null and expires_at > ${now}`.execute(
      tx,
    );
  return rowCount === 1;
}

/** Ends all open links of a user. */
export async function updateResetsEnded(tx: Tx, userId: bigint, now: Date): Promise<void> {
  await sql`update password_resets set used_at = ${now} where user_id = ${userId} and used_at is null`.execute(tx);
}

export async function deleteResetsExpiredBefore(on: Queryable, at: Date): Promise<number> {
  const { rowCount } = await sql`delete from password_resets where expires_at < ${at}`.execute(on);
  return rowCount;
}
