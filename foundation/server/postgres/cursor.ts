/**
 * Reads what is too much for one answer: a cursor in a read-only transaction, so that all rows are of one moment,
 * however slowly they are taken. It holds a connection until it ends: whoever opens one bounds how many there are.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** Batches of at most `size` rows; nothing is read before the first is asked for, and never more than one ahead. */
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
