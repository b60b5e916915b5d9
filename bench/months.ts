/** Creates partitions for older months than the server itself would create. */
import type pg from 'pg';

export async function partitionMonths(pool: pg.Pool, from: Date, to: Date): Promise<void> {
  await pool.query(
    `select create_month_partitions(c.relname::text, $1::date, $2::date) from pg_partitioned_table p join pg_class c on c.oid = p.partrelid where c.relnamespace = 'public'::regnamespace`,
    [from, to],
  );
}
