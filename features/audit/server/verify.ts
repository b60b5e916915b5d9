/**
 * Verifies the audit log: every chain from its first row to its sealed end, and that each user who logged in has one.
 * Reads each chain in one snapshot, so it can run while the app writes.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { equalBytes, type Sealer } from '#foundation/server/secrets/sealing.ts';
import { AuditChain, CHAIN_START } from './chain.ts';
import type { auditFaults } from '../operator-contract.ts';
import { type ChainPart, selectChains, selectEnd, selectMissingChain, selectParts, selectRows } from './store.ts';

/** The first break that was found. */
export interface AuditBreak {
  chain: bigint;
  /** The first row that is missing or wrong; if the end is wrong, the last row before it. */
  seq: bigint;
  what: (typeof auditFaults)[number];
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
  for (const chain of await selectChains(db)) {
    const checked = await db.transaction((tx) => checkChain(tx, keyed, chain));
    chains += 1;
    rows += checked.rows;
    if (checked.broken) return { chains, rows, broken: checked.broken };
  }
  // If a chain was deleted together with its end, its user is still there.
  const missing = await selectMissingChain(db);
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

/**
 * Checks the rows of a time, of one chain or of all: each follows from the row before it, none is missing between them,
 * and a chain that ends in this time ends where its seal says.
 */
export async function checkPart(
  db: Database,
  sealer: Sealer,
  time: { chain: bigint | undefined; from: Date; to: Date },
): Promise<AuditChecked> {
  const keyed = new AuditChain(sealer);
  const parts = await selectParts(db, time);
  let rows = 0;
  for (const part of parts) {
    const checked = await db.transaction((tx) => checkRows(tx, keyed, part));
    rows += checked.rows;
    if (checked.broken) return { chains: parts.length, rows, broken: checked.broken };
  }
  return { chains: parts.length, rows, broken: undefined };
}

async function checkRows(
  tx: Tx,
  keyed: AuditChain,
  { chain, first, last }: ChainPart,
): Promise<{ rows: number; broken: AuditBreak | undefined }> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx);
  let seq = first - 1n;
  let era = 0;
  let checked = 0;
  const broken = (what: AuditBreak['what'], at: bigint) => ({ rows: checked, broken: { chain, seq: at, what } });
  const [previous] = seq === 0n ? [] : await selectRows(tx, chain, seq - 1n, 1);
  if (seq > 0n && previous?.seq !== seq) return broken('row missing', seq);
  let before = previous?.hash ?? CHAIN_START;
  while (seq < last) {
    const rows = await selectRows(tx, chain, seq, Math.min(ROWS_AT_ONCE, Number(last - seq)));
    for (const row of rows) {
      if (row.seq !== seq + 1n) return broken('row missing', seq + 1n);
      const found = keyed.eraOf(before, row, era);
      if (found === undefined) return broken('row changed', row.seq);
      [before, seq, era] = [row.hash, row.seq, found];
      checked += 1;
    }
    if (rows.length === 0) return broken('row missing', seq + 1n);
  }
  const end = await selectEnd(tx, chain);
  if (!end) return broken('end missing', last);
  if (!keyed.isGenuine(end)) return broken('end forged', last);
  if (end.seq < last || (end.seq === last && !equalBytes(end.hash, before))) return broken('tail cut off', last);
  if (end.seq === last) return { rows: checked, broken: undefined };
  const [next] = await selectRows(tx, chain, last, 1);
  if (!next) return broken('tail cut off', last + 1n);
  return next.seq === last + 1n ? { rows: checked, broken: undefined } : broken('row missing', last + 1n);
}

export function describeBreak({ chain, seq, what }: AuditBreak): string {
  return `${chain === 0n ? "the platform's chain" : `the chain of user ${chain}`}, row ${seq}: ${what}`;
}
