/**
 * Reads data that is too large for one answer: a cursor in a read-only transaction, so that all rows are of one moment,
 * however slowly they are consumed. It holds a connection until it ends, so callers must bound how many are open.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Yields batches of at most `size` rows. Reads nothing before the first is requested, and never more than one ahead.
 */
export async function* cursorBatches<Row>(
  db: Database,
  query: RawBuilder<Row>,
  size = 1000,
): AsyncGenerator<Row[], void> {
  const tx = await db.kysely.startTransaction().setAccessMode('read only').execute();
  try {
    await sql`declare listing no scroll cursor for ${query}`.execute(tx);
    for (;;) {
      const { rows } = await sql<Row>`fetch forward ${sql.lit(size)} from listing`.execute(tx);
      if (rows.length > 0) yield rows;
      if (rows.length < size) return;
    }
  } finally {
    await tx.rollback().execute();
  }
}
