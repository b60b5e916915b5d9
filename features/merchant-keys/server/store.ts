/** SQL of the merchants' and the platform's keys. Secret keys pass through here only sealed. */
import { sql } from 'kysely';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { SignTypeName } from '../rules.ts';

export interface KeyRecord {
  keySealed: Buffer;
  previousKeySealed: Buffer | null;
  previousUntil: Date | null;
  rotatedAt: Date;
  publicKey: string | null;
  signTypes: SignTypeName[];
  requestIps: string[];
  loginIps: string[];
  lastUsedAt: Date | null;
}

const columns = sql`key_sealed as "keySealed", previous_key_sealed as "previousKeySealed", previous_until as "previousUntil", rotated_at as "rotatedAt",
  public_key as "publicKey", sign_types as "signTypes", request_ips as "requestIps", login_ips as "loginIps", last_used_at as "lastUsedAt"`;

export async function selectKeys(on: Queryable, memberNo: bigint): Promise<KeyRecord | undefined> {
  const { rows } = await sql<KeyRecord>`select ${columns} from merchant_keys where member_no = ${memberNo}`.execute(on);
  return rows[0];
}

export async function lockKeys(tx: Tx, memberNo: bigint): Promise<KeyRecord | undefined> {
  const { rows } =
    await sql<KeyRecord>`select ${columns} from merchant_keys where member_no = ${memberNo} for update`.execute(tx);
  return rows[0];
}

export async function insertKeys(
  tx: Tx,
  memberNo: bigint,
  row: Pick<KeyRecord, 'keySealed' | 'rotatedAt' | 'publicKey' | 'signTypes' | 'requestIps' | 'loginIps'>,
): Promise<void> {
  await sql`insert into merchant_keys (member_no, key_sealed, rotated_at, public_key, sign_types, request_ips, login_ips)
    values (${memberNo}, ${row.keySealed}, ${row.rotatedAt}, ${row.publicKey}, ${row.signTypes}, ${row.requestIps}, ${row.loginIps})`.execute(
    tx,
  );
}

export async function updateKey(
  tx: Tx,
  memberNo: bigint,
  row: Pick<KeyRecord, 'keySealed' | 'previousKeySealed' | 'previousUntil' | 'rotatedAt'>,
): Promise<void> {
  await sql`update merchant_keys set key_sealed = ${row.keySealed}, previous_key_sealed = ${row.previousKeySealed},
    previous_until = ${row.previousUntil}, rotated_at = ${row.rotatedAt} where member_no = ${memberNo}`.execute(tx);
}

export async function updateKeySettings(
  tx: Tx,
  memberNo: bigint,
  row: Pick<KeyRecord, 'publicKey' | 'signTypes' | 'requestIps' | 'loginIps'>,
): Promise<void> {
  await sql`update merchant_keys set public_key = ${row.publicKey}, sign_types = ${row.signTypes},
    request_ips = ${row.requestIps}, login_ips = ${row.loginIps} where member_no = ${memberNo}`.execute(tx);
}

export async function updateLastUsed(on: Queryable, memberNo: bigint, at: Date): Promise<void> {
  await sql`update merchant_keys set last_used_at = ${at} where member_no = ${memberNo} and (last_used_at is null or last_used_at < ${at})`.execute(
    on,
  );
}

/**
 * Whether another member already has this RSA key. The next caller with the same key waits until this transaction ends.
 */
export async function lockPublicKey(tx: Tx, publicKey: string, memberNo: bigint): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext(${publicKey}))`.execute(tx);
  const { rows } =
    await sql`select 1 from merchant_keys where public_key = ${publicKey} and member_no <> ${memberNo} limit 1`.execute(
      tx,
    );
  return rows.length > 0;
}

/** Erases expired former keys; returns how many. */
export async function erasePreviousKeys(on: Queryable, now: Date): Promise<number> {
  const { numAffectedRows } =
    await sql`update merchant_keys set previous_key_sealed = null, previous_until = null where previous_until <= ${now}`.execute(
      on,
    );
  return Number(numAffectedRows ?? 0n);
}

/** Returns the platform's sealed RSA key, if there is one. The next caller waits until this transaction ends. */
export async function lockPlatformKey(tx: Tx): Promise<Buffer | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('platform key rsa'))`.execute(tx);
  const { rows } = await sql<{
    sealed: Buffer;
  }>`select private_key_sealed as sealed from platform_keys where name = 'rsa'`.execute(tx);
  return rows[0]?.sealed;
}

export async function insertPlatformKey(tx: Tx, sealed: Buffer): Promise<void> {
  await sql`insert into platform_keys (name, private_key_sealed) values ('rsa', ${sealed})`.execute(tx);
}
