/**
 * A nonce is valid once per merchant within the window, across processes and restarts: the row in PostgreSQL decides,
 * never this process's memory. Nonces that arrive together are spent in one statement. The nonce of a request that
 * creates an order is spent in the order's own transaction, which saves the request a wait.
 */
import type { OrderAdmission } from '#features/orders/server/companion.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { Batcher } from '#foundation/server/postgres/batcher.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { signWindowS } from '@countinghouse/sdk/signing';
import { insertNonces, insertNoncesWithin, type SpentNonce } from './store.ts';

/** The nonce of one verified request. */
export interface RequestNonce {
  /** Whether it was spent or refused already, alone or with an order. */
  readonly isDecided: boolean;
  /** Spends it by itself and returns whether it was free. */
  spend(): Promise<boolean>;
  /** Spends it with the request's order. */
  readonly admission: OrderAdmission;
}

/** `timestampS` is the request's, already within the window. */
export type NonceOf = (memberNo: bigint, nonce: string, timestampS: number) => RequestNonce;

export function requestNonces({ db, clock }: { db: Database; clock: Clock }): NonceOf {
  const spending = new Batcher<SpentNonce, boolean>({
    keyOf: ({ memberNo }) => memberNo,
    groupsOf: db.shardsOf,
    run: (batch) => spendTogether(batch, (inOrder) => insertNonces(db, inOrder, clock.now())),
  });
  const gate: OrderAdmission<Ticket>['gate'] = {
    async admit(tx, tickets) {
      for (const ticket of tickets) ticket.isDecided = true;
      return spendTogether(tickets, (inOrder) => insertNoncesWithin(tx, inOrder, clock.now()));
    },
  };
  return (memberNo, nonce, timestampS) => {
    const nowS = clock.now().getTime() / 1000;
    // Its timestamp keeps a request acceptable until then. The margin covers processes whose clocks differ.
    const expiresAt = new Date((Math.max(timestampS, nowS) + signWindowS + CLOCK_MARGIN_S) * 1000);
    const ticket: Ticket = { memberNo, nonce, expiresAt, isDecided: false };
    return {
      get isDecided() {
        return ticket.isDecided;
      },
      spend() {
        ticket.isDecided = true;
        return spending.submit(ticket);
      },
      admission: { ticket, gate },
    };
  };
}

interface Ticket extends SpentNonce {
  isDecided: boolean;
}

const CLOCK_MARGIN_S = 60;

/**
 * A failed batch may have been written after all. Repeating it then refuses what it contains, which is the safe side.
 */
async function spendTogether(
  batch: readonly SpentNonce[],
  insert: (inOrder: readonly SpentNonce[]) => Promise<Pick<SpentNonce, 'memberNo' | 'nonce'>[]>,
): Promise<boolean[]> {
  const firsts = new Map<string, SpentNonce>();
  for (const spent of batch) if (!firsts.has(keyOf(spent))) firsts.set(keyOf(spent), spent);
  const inOrder = [...firsts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, spent]) => spent);
  const free = new Set((await insert(inOrder)).map(keyOf));
  return batch.map((spent) => firsts.get(keyOf(spent)) === spent && free.has(keyOf(spent)));
}

function keyOf({ memberNo, nonce }: Pick<SpentNonce, 'memberNo' | 'nonce'>): string {
  return `${memberNo} ${nonce}`;
}
