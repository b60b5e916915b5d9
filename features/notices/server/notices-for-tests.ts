/**
 * Users for notices, inserted directly into their table, because the accounts feature depends on this one. Only tests
 * import this.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Database } from '#foundation/server/postgres/database.ts';

export async function addUser(db: Database, userId: bigint): Promise<void> {
  await sql`insert into users (user_id, role, username, password_hash, nickname, created_at)
    values (${userId}, 'operator', ${`user${userId}`}, '', '', '2026-11-01T00:00:00Z')`.execute(db);
}
