/** Spent nonces. A named statement over arrays, since it is on the hot path. */
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import { type Database, WITHOUT_FLUSH } from '#foundation/server/postgres/database.ts';

export interface SpentNonce {
  memberNo: bigint;
  nonce: string;
  /** The nonce cannot be used again until then. */
  expiresAt: Date;
}

/**
 * Spends nonces and returns those that were free. Callers pass them sorted and without duplicates: rows are locked in
 * that order, so that two processes never deadlock. What a request does is committed after its nonce and flushed to disk
 * with it, so a nonce that is lost without a flush belongs to a request that did nothing.
 */
export async function insertNonces(
  db: Database,
  nonces: readonly SpentNonce[],
  now: Date,
): Promise<Pick<SpentNonce, 'memberNo' | 'nonce'>[]> {
  const { rows } = await db.pool.query<Pick<SpentNonce, 'memberNo' | 'nonce'>>({
    name: 'gateway-nonces',
    text: `insert into gateway_nonces as known (member_no, nonce, expires_at, spent_at)
      select spent.*, $4::timestamptz from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as spent, ${WITHOUT_FLUSH}
      on conflict (member_no, nonce) do update set expires_at = excluded.expires_at, spent_at = excluded.spent_at where known.expires_at <= excluded.spent_at
      returning member_no as "memberNo", nonce`,
    values: [
      arrayLiteral(nonces.map(({ memberNo }) => memberNo)),
      arrayLiteral(nonces.map(({ nonce }) => nonce)),
      arrayLiteral(nonces.map(({ expiresAt }) => expiresAt)),
      now,
    ],
  });
  return rows;
}

export async function deleteExpiredNonces(db: Database, now: Date): Promise<number> {
  return (await db.pool.query('delete from gateway_nonces where expires_at <= $1', [now])).rowCount ?? 0;
}
