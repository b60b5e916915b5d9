/**
 * Naming the shards of a statement. On a Citus cluster a member's rows of all tables are in one shard, and a statement
 * that names the member goes to that shard's machine alone. On one PostgreSQL the condition changes nothing.
 */
import { type Sql, sql } from './sql.ts';
import { arrayLiteral } from './array-literals.ts';
import type { Database } from './database.ts';

/**
 * The condition that `column` is the member of one of the rows. Put it into each statement that joins such a table to
 * rows that were handed in: Citus does not look into those for the member.
 */
export function isMemberOf(column: Sql, rows: readonly { memberNo: bigint }[]): Sql {
  return sql`${column} = any(${memberNosOf(rows)}::bigint[])`;
}

/** The distinct members of the rows, as an array literal. */
export function memberNosOf(rows: readonly { memberNo: bigint }[]): string {
  return arrayLiteral([...new Set(rows.map(({ memberNo }) => memberNo))]);
}

/**
 * Runs a statement once for all rows, or shard by shard where the tables are spread. No statement can lock rows in
 * several shards, and one that writes to several takes a two-phase commit.
 */
export async function cutByShard<Row extends { memberNo: bigint }, Result>(
  db: Pick<Database, 'shardsOf'>,
  rows: readonly Row[],
  run: (rows: readonly Row[]) => Promise<Result[]>,
): Promise<Result[]> {
  if (rows.length === 0) return [];
  const shardOf = await db.shardsOf(rows.map(({ memberNo }) => memberNo));
  if (!shardOf) return run(rows);
  const results: Result[] = [];
  for (const [, ofShard] of [...Map.groupBy(rows, ({ memberNo }) => shardOf(memberNo) ?? memberNo)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  ))
    results.push(...(await run(ofShard)));
  return results;
}
