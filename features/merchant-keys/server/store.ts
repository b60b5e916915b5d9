/** SQL of the merchants' and the platform's keys. Secret keys pass through here only sealed. */
import { sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { SignTypeName } from '../rules.ts';

export interface KeyRecord {
  keySealed: Buffer;
  rotatedAt: Date;
  lastUsedAt: Date | null;
  lastUsedIp: string | null;
  /** The key before the last rotation. Accepted until `previousUntil`, and only recognized after it. */
  previousKeySealed: Buffer | null;
  /** Null for a key that was replaced before this was stored. */
  previousCreatedAt: Date | null;
  previousUntil: Date | null;
  previousUsedAt: Date | null;
  previousUsedIp: string | null;
  /** The key before that one, which is only recognized. */
  endedKeySealed: Buffer | null;
  endedCreatedAt: Date | null;
  endedAt: Date | null;
  endedUsedAt: Date | null;
  endedUsedIp: string | null;
  publicKey: string | null;
  signTypes: SignTypeName[];
  requestIps: string[];
  /** One for each address, or none at all. */
  requestIpNotes: string[];
  loginIps: string[];
  loginIpNotes: string[];
  notifyHosts: string[];
}

const columns = sql`key_sealed as "keySealed", rotated_at as "rotatedAt", last_used_at as "lastUsedAt", host(last_used_ip) as "lastUsedIp",
  previous_key_sealed as "previousKeySealed", previous_created_at as "previousCreatedAt", previous_until as "previousUntil",
  previous_used_at as "previousUsedAt", host(previous_used_ip) as "previousUsedIp",
  ended_key_sealed as "endedKeySealed", ended_created_at as "endedCreatedAt", ended_at as "endedAt",
  ended_used_at as "endedUsedAt", host(ended_used_ip) as "endedUsedIp",
  public_key as "publicKey", sign_types as "signTypes", request_ips as "requestIps", request_ip_notes as "requestIpNotes",
  login_ips as "loginIps", login_ip_notes as "loginIpNotes", notify_hosts as "notifyHosts"`;

export async function selectKeys(on: Queryable, memberNo: bigint): Promise<KeyRecord | undefined> {
  const { rows } = await sql<KeyRecord>`select ${columns} from merchant_keys where member_no = ${memberNo}`.execute(on);
  return rows[0];
}

export async function lockKeys(tx: Tx, memberNo: bigint): Promise<KeyRecord | undefined> {
  const { rows } =
    await sql<KeyRecord>`select ${columns} from merchant_keys where member_no = ${memberNo} for update`.execute(tx);
  return rows[0];
}

/** The lists of login addresses of those members that have one. */
export async function selectLoginIps(on: Queryable, memberNos: readonly bigint[]): Promise<Map<bigint, string[]>> {
  if (memberNos.length === 0) return new Map();
  const { rows } = await sql<{ memberNo: bigint; loginIps: string[] }>`
    select member_no as "memberNo", login_ips as "loginIps" from merchant_keys
    where member_no = any(${arrayLiteral([...new Set(memberNos)])}::bigint[]) and login_ips <> '{}'`.execute(on);
  return new Map(rows.map(({ memberNo, loginIps }) => [memberNo, loginIps]));
}

export type StoredSettings = Pick<
  KeyRecord,
  'publicKey' | 'signTypes' | 'requestIps' | 'requestIpNotes' | 'loginIps' | 'loginIpNotes' | 'notifyHosts'
>;

/** Does nothing for a member that has keys. */
export async function insertKeys(
  tx: Tx,
  memberNo: bigint,
  row: Pick<KeyRecord, 'keySealed' | 'rotatedAt'> & StoredSettings,
): Promise<boolean> {
  const { rowCount } =
    await sql`insert into merchant_keys (member_no, key_sealed, rotated_at, public_key, sign_types, request_ips, request_ip_notes, login_ips, login_ip_notes, notify_hosts)
    values (${memberNo}, ${row.keySealed}, ${row.rotatedAt}, ${row.publicKey}, ${row.signTypes}, ${row.requestIps}, ${row.requestIpNotes},
      ${row.loginIps}, ${row.loginIpNotes}, ${row.notifyHosts})
    on conflict do nothing`.execute(tx);
  return rowCount === 1;
}

export type KeyColumns = Omit<KeyRecord, keyof StoredSettings>;

export async function updateKeyColumns(tx: Tx, memberNo: bigint, row: KeyColumns): Promise<void> {
  await sql`update merchant_keys set key_sealed = ${row.keySealed}, rotated_at = ${row.rotatedAt},
    last_used_at = ${row.lastUsedAt}, last_used_ip = ${row.lastUsedIp}::inet,
    previous_key_sealed = ${row.previousKeySealed}, previous_created_at = ${row.previousCreatedAt}, previous_until = ${row.previousUntil},
    previous_used_at = ${row.previousUsedAt}, previous_used_ip = ${row.previousUsedIp}::inet,
    ended_key_sealed = ${row.endedKeySealed}, ended_created_at = ${row.endedCreatedAt}, ended_at = ${row.endedAt},
    ended_used_at = ${row.endedUsedAt}, ended_used_ip = ${row.endedUsedIp}::inet
    where member_no = ${memberNo}`.execute(tx);
}

/** Ends the overlap of the former key and returns whether there was one. */
export async function updateOverlapEnded(tx: Tx, memberNo: bigint, now: Date): Promise<boolean> {
  const { rowCount } = await sql`update merchant_keys set previous_until = ${now}
    where member_no = ${memberNo} and previous_key_sealed is not null and previous_until > ${now}`.execute(tx);
  return rowCount === 1;
}

export async function updateKeySettings(tx: Tx, memberNo: bigint, row: StoredSettings): Promise<void> {
  await sql`update merchant_keys set public_key = ${row.publicKey}, sign_types = ${row.signTypes},
    request_ips = ${row.requestIps}, request_ip_notes = ${row.requestIpNotes},
    login_ips = ${row.loginIps}, login_ip_notes = ${row.loginIpNotes}, notify_hosts = ${row.notifyHosts}
    where member_no = ${memberNo}`.execute(tx);
}

/** The last request that one key of a member signed. */
export interface LastUse {
  memberNo: bigint;
  /** When the key was made; null if that is not known. */
  createdAt: Date | null;
  at: Date;
  ip: string;
}

/** Does nothing if a later use is stored, or if the member no longer has the key. */
export async function updateLastUse(on: Queryable, { memberNo, createdAt, at, ip }: LastUse): Promise<void> {
  const isCurrent = sql`rotated_at = ${createdAt}::timestamptz and (last_used_at is null or last_used_at < ${at}::timestamptz)`;
  const isPrevious = sql`rotated_at is distinct from ${createdAt}::timestamptz and previous_created_at is not distinct from ${createdAt}::timestamptz
    and previous_key_sealed is not null and (previous_used_at is null or previous_used_at < ${at}::timestamptz)`;
  await sql`update merchant_keys set
      last_used_at = case when ${isCurrent} then ${at}::timestamptz else last_used_at end,
      last_used_ip = case when ${isCurrent} then ${ip}::inet else last_used_ip end,
      previous_used_at = case when ${isPrevious} then ${at}::timestamptz else previous_used_at end,
      previous_used_ip = case when ${isPrevious} then ${ip}::inet else previous_used_ip end
    where member_no = ${memberNo} and ((${isCurrent}) or (${isPrevious}))`.execute(on);
}

/** Served requests of one member and sign type in one hour. */
export interface HourOfUse {
  memberNo: bigint;
  hour: Date;
  signType: SignTypeName;
  requests: number;
  lastUsedAt: Date;
}

/** Adds to the counts of this and other processes; sorted, so that two processes never deadlock. */
export async function addUses(db: Database, uses: readonly HourOfUse[]): Promise<void> {
  const sorted = [...uses].sort(
    (one, other) =>
      Number(one.memberNo - other.memberNo) ||
      one.hour.getTime() - other.hour.getTime() ||
      (one.signType < other.signType ? -1 : 1),
  );
  await db.pool.query({
    name: 'merchant-key-uses',
    text: `insert into merchant_key_uses as known (member_no, hour, sign_type, requests, last_used_at)
      select * from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::bigint[], $5::timestamptz[])
      on conflict (member_no, hour, sign_type) do update set requests = known.requests + excluded.requests,
        last_used_at = greatest(known.last_used_at, excluded.last_used_at)`,
    values: [
      arrayLiteral(sorted.map(({ memberNo }) => memberNo)),
      arrayLiteral(sorted.map(({ hour }) => hour)),
      arrayLiteral(sorted.map(({ signType }) => signType)),
      arrayLiteral(sorted.map(({ requests }) => requests)),
      arrayLiteral(sorted.map(({ lastUsedAt }) => lastUsedAt)),
    ],
  });
}

export interface SignTypeUse {
  type: SignTypeName;
  lastUsedAt: Date;
  requests: bigint;
}

/** What was served since then by sign type. */
export async function selectUses(on: Queryable, memberNo: bigint, since: Date): Promise<SignTypeUse[]> {
  const { rows } = await sql<SignTypeUse>`
    select sign_type as type, max(last_used_at) as "lastUsedAt", coalesce(sum(requests) filter (where hour >= ${since}), 0)::bigint as requests
    from merchant_key_uses where member_no = ${memberNo} group by sign_type`.execute(on);
  return rows;
}

export async function deleteOldUses(on: Queryable, before: Date): Promise<void> {
  await sql`delete from merchant_key_uses where hour < ${before}`.execute(on);
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

/** Erases the former keys that ended before then. */
export async function eraseEndedKeys(on: Queryable, before: Date): Promise<void> {
  await sql`update merchant_keys set previous_key_sealed = null, previous_created_at = null, previous_until = null,
    previous_used_at = null, previous_used_ip = null where previous_until < ${before}`.execute(on);
  await sql`update merchant_keys set ended_key_sealed = null, ended_created_at = null, ended_at = null,
    ended_used_at = null, ended_used_ip = null where ended_at < ${before}`.execute(on);
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
