/** Reads which members there are, for announcements to named ones. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';

/** Those of the numbers that are members', each by the primary key. */
export async function selectKnownMembers(on: Queryable, memberNos: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ memberNo: bigint }>`
    select member_no as "memberNo" from members where member_no = any(${[...memberNos]}::bigint[])`.execute(on);
  return rows.map(({ memberNo }) => memberNo);
}
