/**
 * A nonce is valid once per merchant within the window, across processes and restarts: the row in PostgreSQL decides,
 * never this process's memory. Nonces that arrive together are spent in one statement.
 */
import type { Clock } from '#foundation/core/clock.ts';
import { Batcher } from '#foundation/server/postgres/batcher.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { signWindowS } from '@countinghouse/sdk/signing';
import { insertNonces, type SpentNonce } from './store.ts';

/** Spends the nonce and returns whether it was free. `timestampS` is the request's, already within the window. */
export type SpendNonce = (memberNo: bigint, nonce: string, timestampS: number) => Promise<boolean>;

export function nonceSpender({ db, clock }: { db: Database; clock: Clock }): SpendNonce {
  const spending = new Batcher<SpentNonce, boolean>({
    keyOf: ({ memberNo }) => memberNo,
    groupsOf: db.shardsOf,
    run: (batch) => spendTogether(db, clock, batch),
  });
  return (memberNo, nonce, timestampS) => {
    const nowS = clock.now().getTime() / 1000;
    // Its timestamp keeps a request acceptable until then. The margin covers processes whose clocks differ.
    return spending.submit({
      memberNo,
      nonce,
      expiresAt: new Date((Math.max(timestampS, nowS) + signWindowS + CLOCK_MARGIN_S) * 1000),
    });
  };
}

const CLOCK_MARGIN_S = 60;

/**
 * A failed batch may have been written after all. Repeating it then refuses what it contains, which is the safe side.
 */
async function spendTogether(db: Database, clock: Clock, batch: readonly SpentNonce[]): Promise<boolean[]> {
  const firsts = new Map<string, SpentNonce>();
  for (const spent of batch) if (!firsts.has(keyOf(spent))) firsts.set(keyOf(spent), spent);
  const inOrder = [...firsts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, spent]) => spent);
  const free = new Set((await insertNonces(db, inOrder, clock.now())).map(keyOf));
  return batch.map((spent) => firsts.get(keyOf(spent)) === spent && free.has(keyOf(spent)));
}

function keyOf({ memberNo, nonce }: Pick<SpentNonce, 'memberNo' | 'nonce'>): string {
  return `${memberNo} ${nonce}`;
}
