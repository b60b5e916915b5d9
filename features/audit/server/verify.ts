/**
 * Verifies the audit log: every chain from its first row to its sealed end, and that each user who logged in has one.
 * Reads each chain in one snapshot, so it can run while the app writes.
 */
import { sql } from 'kysely';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { equalBytes, type Sealer } from '#foundation/server/secrets/sealing.ts';
import { AuditChain, CHAIN_START } from './chain.ts';
import { selectChains, selectEnd, selectMissingChain, selectRows } from './store.ts';

/** The first break that was found. */
export interface AuditBreak {
  chain: bigint;
  /** The first row that is missing or wrong; if the end is wrong, the last row before it. */
  seq: bigint;
  what: 'chain missing' | 'row missing' | 'row changed' | 'end missing' | 'end forged' | 'tail cut off';
}

export interface AuditChecked {
  chains: number;
  rows: number;
  broken: AuditBreak | undefined;
}

const ROWS_AT_ONCE = 2_000;

export async function checkAudit(db: Database, sealer: Sealer): Promise<AuditChecked> {
  const keyed = new AuditChain(sealer);
  let chains = 0;
  let rows = 0;
  for (const chain of await selectChains(db.kysely)) {
    const checked = await db.transaction((tx) => checkChain(tx, keyed, chain));
    chains += 1;
    rows += checked.rows;
    if (checked.broken) return { chains, rows, broken: checked.broken };
  }
  // If a chain was deleted together with its end, its user is still there.
  const missing = await selectMissingChain(db.kysely);
  return {
    chains,
    rows,
    broken: missing === undefined ? undefined : { chain: missing, seq: 1n, what: 'chain missing' },
  };
}

async function checkChain(
  tx: Tx,
  keyed: AuditChain,
  chain: bigint,
): Promise<{ rows: number; broken: AuditBreak | undefined }> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx);
  let before: Buffer = CHAIN_START;
  let seq = 0n;
  let era = 0;
  const broken = (what: AuditBreak['what'], at: bigint) => ({ rows: Number(seq), broken: { chain, seq: at, what } });
  for (;;) {
    const rows = await selectRows(tx, chain, seq, ROWS_AT_ONCE);
    for (const row of rows) {
      if (row.seq !== seq + 1n) return broken('row missing', seq + 1n);
      const found = keyed.eraOf(before, row, era);
      if (found === undefined) return broken('row changed', row.seq);
      [before, seq, era] = [row.hash, row.seq, found];
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  const end = await selectEnd(tx, chain);
  if (!end) return broken('end missing', seq);
  if (!keyed.isGenuine(end)) return broken('end forged', seq);
  if (end.seq !== seq || !equalBytes(end.hash, before)) return broken('tail cut off', seq + 1n);
  return { rows: Number(seq), broken: undefined };
}

export function describeBreak({ chain, seq, what }: AuditBreak): string {
  return `${chain === 0n ? "the platform's chain" : `the chain of user ${chain}`}, row ${seq}: ${what}`;
}
