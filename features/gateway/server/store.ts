/** Spent nonces. Prepared statements over arrays, since they are on the hot path. */
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import { type Database, PREPARED, WITHOUT_FLUSH } from '#foundation/server/postgres/database.ts';
import { type Queryable, type Sql, sql, type Tx } from '#foundation/server/postgres/sql.ts';

export interface SpentNonce {
  memberNo: bigint;
  nonce: string;
  /** The nonce cannot be used again until then. */
  expiresAt: Date;
}

type FreeNonce = Pick<SpentNonce, 'memberNo' | 'nonce'>;

/**
 * Spends nonces and returns those that were free. Callers pass them sorted and without duplicates: rows are locked in
 * that order, so that two processes never deadlock. What a request does is committed after its nonce and flushed to disk
 * with it, so a nonce that is lost without a flush belongs to a request that did nothing.
 */
export function insertNonces(on: Queryable, nonces: readonly SpentNonce[], now: Date): Promise<FreeNonce[]> {
  return spend(on, nonces, now, sql`, ${sql.raw(WITHOUT_FLUSH)}`);
}

/** The same within a transaction, which reaches the disk as a whole. */
export function insertNoncesWithin(tx: Tx, nonces: readonly SpentNonce[], now: Date): Promise<FreeNonce[]> {
  return spend(tx, nonces, now, sql``);
}

async function spend(on: Queryable, nonces: readonly SpentNonce[], now: Date, alsoFrom: Sql): Promise<FreeNonce[]> {
  const { rows } = await sql<FreeNonce>`${PREPARED}
    insert into gateway_nonces as known (member_no, nonce, expires_at, spent_at)
    select spent.*, ${now}::timestamptz
    from unnest(${arrayLiteral(nonces.map(({ memberNo }) => memberNo))}::bigint[], ${arrayLiteral(nonces.map(({ nonce }) => nonce))}::text[],
      ${arrayLiteral(nonces.map(({ expiresAt }) => expiresAt))}::timestamptz[]) as spent${alsoFrom}
    on conflict (member_no, nonce) do update set expires_at = excluded.expires_at, spent_at = excluded.spent_at
    where known.expires_at <= excluded.spent_at
    returning member_no as "memberNo", nonce`.execute(on);
  return rows;
}

export async function deleteExpiredNonces(db: Database, now: Date): Promise<number> {
  return (await db.pool.query('delete from gateway_nonces where expires_at <= $1', [now])).rowCount ?? 0;
}
