/** Which shard of a Citus cluster holds a member's rows. */
import type pg from 'pg';
import { arrayLiteral } from './array-literals.ts';

/** How long a known shard counts. Only an operator's command splits a shard, and until then single members work. */
const SHARDS_MS = 10_000;

/** Asks Citus which shard holds each member's rows, and remembers it for a while. */
export function shardLookup(
  pool: Pick<pg.Pool, 'query'>,
): (memberNos: Iterable<bigint>) => Promise<(memberNo: bigint) => bigint | undefined> {
  let known = new Map<bigint, bigint>();
  let forgetAt = 0;
  return async (memberNos) => {
    if (performance.now() > forgetAt) {
      known = new Map();
      forgetAt = performance.now() + SHARDS_MS;
    }
    const [shards, unknown] = [known, [...new Set(memberNos)].filter((memberNo) => !known.has(memberNo))];
    if (unknown.length > 0) {
      const { rows } = await pool.query<{ memberNo: bigint; shard: bigint }>(
        // All members' tables are cut alike, so any of them can be asked.
        `select m as "memberNo", get_shard_id_for_distribution_column((select logicalrelid from pg_dist_partition where partmethod = 'h' order by 1 limit 1), m) as shard
         from unnest($1::bigint[]) m`,
        [arrayLiteral(unknown)],
      );
      for (const { memberNo, shard } of rows) shards.set(memberNo, shard);
    }
    return (memberNo) => shards.get(memberNo);
  };
}
