/**
 * Adds up the cost and the commission of orders that were paid before the roll-ups held them, or by a process of an earlier
 * release: one member at a time, a bucket always whole.
 */
import type { Database } from '#foundation/server/postgres/database.ts';
import { lockUncosted, selectUncosted, updateCosts } from './costs-store.ts';

/** Members of one turn; the rest comes in the next one. */
const MAX_MEMBERS = 1_000;

/** Of all buckets that begin in the span: from inclusive, to exclusive. */
export async function addCosts(db: Database, span: { from: Date; to: Date }): Promise<void> {
  for (const memberNo of await selectUncosted(db, span, MAX_MEMBERS))
    await db.transaction(async (tx) => {
      // A payment that waits for these rows adds to what is stored here; its order is not visible yet.
      await lockUncosted(tx, memberNo, span);
      await updateCosts(tx, memberNo, span);
    });
}
