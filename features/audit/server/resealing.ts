/**
 * Key rotation for the audit log: re-seals the end of each chain, which covers all rows before it. Rows keep their
 * hashes, because log rows never change. An end that is not genuine is left as it is, so that verification finds it.
 */
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Resealed } from '#foundation/server/secrets/resealing.ts';
import { equalBytes, type Sealer } from '#foundation/server/secrets/sealing.ts';
import { AuditChain } from './chain.ts';
import { lockEnd, selectChains, selectEnd, updateEnd } from './store.ts';

export async function resealEnds(db: Database, sealer: Sealer): Promise<Resealed> {
  const keyed = new AuditChain(sealer);
  const done: Resealed = { read: 0, resealed: 0, unreadable: [] };
  for (const chain of await selectChains(db)) {
    await db.transaction(async (tx) => {
      const seen = await selectEnd(tx, chain);
      if (!seen) return;
      done.read += 1;
      if (equalBytes(seen.seal, keyed.sealOf(seen))) return;
      // Another transaction may be adding a row to this chain: lock its end and read it again.
      await lockEnd(tx, chain);
      const end = await selectEnd(tx, chain);
      if (!end || equalBytes(end.seal, keyed.sealOf(end))) return;
      if (!keyed.isGenuine(end)) return void done.unreadable.push(`${chain}`);
      await updateEnd(tx, { ...end, seal: keyed.sealOf(end) });
      done.resealed += 1;
    });
  }
  return done;
}
