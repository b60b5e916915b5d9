/**
 * Reads data that is too large for one answer: a cursor in a read-only transaction, so that all rows are of one moment,
 * however slowly they are consumed. It holds a connection until it ends, so callers must bound how many are open.
 */
import { type Sql, sql } from './sql.ts';
import type { Database } from './database.ts';

/** Few enough that they are garbage before the collector would keep them: a million rows leave nothing behind. */
const BATCH_ROWS = 100;

/** Yields small batches of rows. Reads nothing before the first is requested, and never more than one ahead. */
export async function* cursorBatches<Row>(db: Database, query: Sql<Row>): AsyncGenerator<Row[], void> {
  const reading = await db.reading();
  try {
    await sql`declare listing no scroll cursor for ${query}`.execute(reading);
    for (;;) {
      const { rows } = await sql<Row>`fetch forward ${sql.lit(BATCH_ROWS)} from listing`.execute(reading);
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH_ROWS) return;
    }
  } finally {
    await reading.end();
  }
}
