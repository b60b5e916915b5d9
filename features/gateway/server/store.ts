/**
 * The gateway's own tables: spent nonces, refused requests. Named statements over arrays, since both are on the hot
 * path.
 */
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { GatewayRefusal } from '../contract.ts';

export interface SpentNonce {
  memberNo: bigint;
  nonce: string;
  /** The nonce cannot be used again until then. */
  expiresAt: Date;
}

/**
 * Spends nonces and returns those that were free. Callers pass them sorted and without duplicates: rows are locked in
 * that order, so that two processes never deadlock.
 */
export async function insertNonces(
  db: Database,
  nonces: readonly SpentNonce[],
  now: Date,
): Promise<Pick<SpentNonce, 'memberNo' | 'nonce'>[]> {
  const { rows } = await db.pool.query<Pick<SpentNonce, 'memberNo' | 'nonce'>>({
    name: 'gateway-nonces',
    text: `insert into gateway_nonces as known (member_no, nonce, expires_at, spent_at)
      select *, $4::timestamptz from unnest($1::bigint[], $2::text[], $3::timestamptz[])
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

export interface RefusalRecord {
  memberNo: bigint;
  refusalId: string;
  at: Date;
  path: string;
  signType: string | null;
  ip: string;
  error: string;
  orderNo: string | null;
  /** JSON of the fields and of what was wrong with them. */
  request: string;
  /** Whether the merchant's signature was right. */
  signed: boolean;
}

export async function insertRefusals(db: Database, refusals: readonly RefusalRecord[]): Promise<void> {
  const column = (value: (refusal: RefusalRecord) => bigint | boolean | string | Date | null): string =>
    arrayLiteral(refusals.map(value));
  await db.pool.query({
    name: 'gateway-refusals',
    text: `insert into gateway_refusals (member_no, refusal_id, at, path, sign_type, ip, error, order_no, request, signed)
      select * from unnest($1::bigint[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::inet[], $7::text[], $8::text[], $9::jsonb[], $10::boolean[])
      on conflict do nothing`,
    values: [
      column(({ memberNo }) => memberNo),
      column(({ refusalId }) => refusalId),
      column(({ at }) => at),
      column(({ path }) => path),
      column(({ signType }) => signType),
      column(({ ip }) => ip),
      column(({ error }) => error),
      column(({ orderNo }) => orderNo),
      column(({ request }) => request),
      column(({ signed }) => signed),
    ],
  });
}

const MAX_REFUSED_ADDRESSES = 50;

/** The addresses whose requests were refused because they were not on the member's list, the latest first. */
export async function selectRefusedAddresses(
  db: Database,
  memberNo: bigint,
  since: Date,
): Promise<{ ip: string; count: number; lastAt: Date }[]> {
  const { rows } = await db.pool.query<{ ip: string; count: number; lastAt: Date }>(
    `select host(ip) as ip, count(*)::integer as count, max(at) as "lastAt" from gateway_refusals
      where member_no = $1 and at >= $2 and error = 'ip_not_allowed' group by ip order by max(at) desc limit $3`,
    [memberNo, since, MAX_REFUSED_ADDRESSES],
  );
  return rows;
}

/** Refusals of one member in one hour that were only counted. */
export interface DroppedRefusals {
  memberNo: bigint;
  hour: Date;
  count: number;
  firstAt: Date;
  lastAt: Date;
}

/** Adds to the counts of this and other processes; sorted, so that two processes never deadlock. */
export async function addDroppedRefusals(db: Database, counted: readonly DroppedRefusals[]): Promise<void> {
  const sorted = [...counted].sort(
    (one, other) => Number(one.memberNo - other.memberNo) || one.hour.getTime() - other.hour.getTime(),
  );
  const column = (value: (one: DroppedRefusals) => bigint | Date): string => arrayLiteral(sorted.map(value));
  await db.pool.query({
    name: 'gateway-refusals-unkept',
    text: `insert into gateway_refusals_unkept as known (member_no, hour, count, first_at, last_at)
      select * from unnest($1::bigint[], $2::timestamptz[], $3::bigint[], $4::timestamptz[], $5::timestamptz[])
      on conflict (member_no, hour) do update set count = known.count + excluded.count,
        first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at)`,
    values: [
      column(({ memberNo }) => memberNo),
      column(({ hour }) => hour),
      column(({ count }) => BigInt(count)),
      column(({ firstAt }) => firstAt),
      column(({ lastAt }) => lastAt),
    ],
  });
}

export async function deleteOldRefusals(db: Database, before: Date): Promise<void> {
  await db.pool.query('delete from gateway_refusals where at < $1', [before]);
  await db.pool.query('delete from gateway_refusals_unkept where last_at < $1', [before]);
}

/** The refusals of a copy of a signed request. */
const REPLAYED: readonly GatewayRefusal[] = ['timestamp_out_of_window', 'nonce_reused'];

export async function selectMembersOver(db: Database, max: number): Promise<bigint[]> {
  const { rows } = await db.pool.query<{ memberNo: bigint }>(
    'select member_no as "memberNo" from gateway_refusals group by member_no having count(*) > $1',
    [max],
  );
  return rows.map(({ memberNo }) => memberNo);
}

/**
 * Keeps as many refusals as fit, the newest of each kind: first the merchant's own signed requests, then possible
 * copies of signed requests sent by others, then unsigned ones.
 */
export async function deleteRefusalsBeyond(db: Database, memberNo: bigint, max: number): Promise<void> {
  await db.pool.query(
    `delete from gateway_refusals where member_no = $1 and refusal_id in (
      select refusal_id from gateway_refusals where member_no = $1
      order by signed desc, error = any($3::text[]), at desc, refusal_id desc offset $2)`,
    [memberNo, max, REPLAYED],
  );
}
