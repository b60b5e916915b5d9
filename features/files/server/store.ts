/** Table `files`: sealed bytes, their owner, and what they are used for. */
import { sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

export type FilePurpose = 'certification' | 'avatar';

export interface StoredFile {
  fileId: string;
  userId: bigint;
  memberNo: bigint | null;
  purpose: FilePurpose | null;
  contentType: string;
  bytesSealed: Buffer;
}

export async function insertFile(on: Queryable, file: StoredFile & { createdAt: Date }): Promise<void> {
  await sql`insert into files (file_id, user_id, member_no, purpose, content_type, bytes_sealed, created_at)
    values (${file.fileId}, ${file.userId}, ${file.memberNo}, ${file.purpose}, ${file.contentType}, ${file.bytesSealed}, ${file.createdAt})`.execute(
    on,
  );
}

/** Only this user's file; any user's if `userId` is null. */
export async function selectFile(
  on: Queryable,
  fileId: string,
  userId: bigint | null,
): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    select file_id as "fileId", user_id as "userId", member_no as "memberNo", purpose, content_type as "contentType", bytes_sealed as "bytesSealed"
    from files where file_id = ${fileId} and (${userId}::bigint is null or user_id = ${userId})`.execute(on);
  return rows[0];
}

/**
 * Sets the purpose of the user's files that are free or already have it; returns their ids. Locks them in id order,
 * which prevents deadlocks.
 */
export async function updatePurpose(
  tx: Tx,
  fileIds: readonly string[],
  userId: bigint,
  purpose: FilePurpose,
): Promise<string[]> {
  const { rows } = await sql<{ fileId: string }>`
    with free as (
      select file_id from files
      where file_id = any(${arrayLiteral(fileIds)}::uuid[]) and user_id = ${userId} and (purpose is null or purpose = ${purpose})
      order by file_id for update)
    update files f set purpose = ${purpose} from free where f.file_id = free.file_id returning f.file_id as "fileId"`.execute(
    tx,
  );
  return rows.map(({ fileId }) => fileId);
}

/**
 * Turns a free file of the user into an avatar: the small picture replaces the large one. Returns false if the file is
 * not free.
 */
export async function updateAvatar(tx: Tx, fileId: string, userId: bigint, bytesSealed: Buffer): Promise<boolean> {
  const { rowCount } = await sql`
    update files set purpose = 'avatar', bytes_sealed = ${bytesSealed}
    where file_id = ${fileId} and user_id = ${userId} and purpose is null`.execute(tx);
  return rowCount === 1;
}

export async function deleteAvatar(tx: Tx, fileId: string, userId: bigint): Promise<void> {
  await sql`delete from files where file_id = ${fileId} and user_id = ${userId} and purpose = 'avatar'`.execute(tx);
}

export async function deleteUnclaimedBefore(on: Queryable, at: Date): Promise<number> {
  const { rowCount } = await sql`delete from files where purpose is null and created_at < ${at}`.execute(on);
  return rowCount;
}
