/**
 * Reads data that is too large for one answer, in a read-only transaction, so that all rows are of one moment, however
 * slowly they are consumed. It holds a connection until it ends, so callers must bound how many are open.
 */
import type { Database, Queryable } from './database.ts';
import { type Sql, sql } from './sql.ts';

/** Few enough that they are garbage before the collector would keep them: a million rows leave nothing behind. */
const BATCH_ROWS = 100;

/** Yields small batches of rows of a cursor. Reads nothing before the first is requested, and never more than one ahead. */
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

/** Where a page begins: after a row, or after a number of rows. */
export interface PagePlace<Row> {
  after: Row | undefined;
  offset: number;
  limit: number;
}

const PAGE_ROWS = 500;

/** Yields the pages of a list by the list's own statement, which finds a page by an index. Reads nothing before the first is requested. */
export async function* pageBatches<Row>(
  db: Database,
  select: (on: Queryable, place: PagePlace<Row>) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  const reading = await db.reading();
  try {
    let after: Row | undefined;
    for (let offset = 0; ; offset += PAGE_ROWS) {
      const rows = await select(reading, { after, offset, limit: PAGE_ROWS });
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE_ROWS) return;
      after = rows.at(-1);
    }
  } finally {
    await reading.end();
  }
}
