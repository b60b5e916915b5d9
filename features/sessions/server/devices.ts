/**
 * The devices that users have logged in with: the table `known_devices`, and what the table `sessions` says about them.
 * A browser is recognized by its own token, in a cookie; a program keeps none and is recognized by its name and address.
 */
import type { Role } from '#foundation/core/session.ts';
import type { Cookies } from '#foundation/server/http/handlers.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import { DEVICE_KNOWN_MS, MAX_KNOWN_DEVICES } from '../rules.ts';

const DEVICE_COOKIE = 'Admin-Device';

/** The device's own token, if the request carries a well-formed one. */
export function deviceTokenOf(cookies: Cookies): string | undefined {
  const device = cookies.get(DEVICE_COOKIE);
  return device !== undefined && /^[\w-]{43}$/.test(device) ? device : undefined;
}

/** Stores the device's token in the browser for as long as the device is known. */
export function keepDevice(cookies: Cookies, device: string, now: Date): void {
  cookies.setHttpOnly(DEVICE_COOKIE, device, new Date(now.getTime() + DEVICE_KNOWN_MS));
}

export interface SessionDevice {
  userId: bigint;
  /** Null for a session from before this was stored. */
  deviceHash: Buffer | null;
  isBrowser: boolean;
  ip: string;
  device: string;
  createdAt: Date;
}

export async function selectSessionDevice(on: Queryable, sessionId: string): Promise<SessionDevice | undefined> {
  const { rows } = await sql<SessionDevice>`
    select user_id as "userId", device_hash as "deviceHash", half_hash is not null as "isBrowser", host(ip) as ip, device, created_at as "createdAt"
    from sessions where session_id = ${sessionId}`.execute(on);
  return rows[0];
}

/** Whether the user has logged in with this device within the last year. `device` is its token. */
export async function isKnownDevice(on: Queryable, userId: bigint, device: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - DEVICE_KNOWN_MS);
  const { rows } =
    await sql`select 1 from known_devices where user_id = ${userId} and device_hash = ${sha256(device)} and seen_at >= ${since}`.execute(
      on,
    );
  return rows.length > 0;
}

/** Whether the user has used one of these devices after `since`. */
export async function existsDeviceOf(
  on: Queryable,
  userId: bigint,
  deviceHashes: readonly Buffer[],
  since: Date = new Date(0),
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from known_devices where user_id = ${userId} and device_hash = any(${[...deviceHashes]}::bytea[]) and seen_at > ${since} limit 1`.execute(
    on,
  );
  return rows.length > 0;
}

/** When the user first used the device of this session. */
export async function firstSeen(on: Queryable, session: SessionDevice): Promise<Date> {
  const seen = [session.createdAt];
  if (session.deviceHash)
    seen.push((await selectFirstSeen(on, session.userId, session.deviceHash)) ?? session.createdAt);
  if (!session.isBrowser) seen.push((await selectFirstProgramSession(on, session)) ?? session.createdAt);
  return new Date(Math.min(...seen.map((moment) => moment.getTime())));
}

async function selectFirstSeen(on: Queryable, userId: bigint, deviceHash: Buffer): Promise<Date | undefined> {
  const { rows } = await sql<{
    at: Date;
  }>`select first_seen_at as at from known_devices where user_id = ${userId} and device_hash = ${deviceHash}`.execute(
    on,
  );
  return rows[0]?.at;
}

/** When a program of this name first logged in as this user from this address. */
async function selectFirstProgramSession(
  on: Queryable,
  { userId, ip, device }: SessionDevice,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(created_at) as at from sessions where user_id = ${userId} and ip = ${ip} and device = ${device} and half_hash is null`.execute(
    on,
  );
  return rows[0]?.at ?? undefined;
}

/** Whether the user has logged in before with a device of this name from this address. */
export async function existsSessionFrom(
  on: Queryable,
  userId: bigint,
  { ip, device }: { ip: string; device: string },
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from sessions where user_id = ${userId} and ip = ${ip} and device = ${device} and viewed_by is null limit 1`.execute(
      on,
    );
  return rows.length > 0;
}

/**
 * Removes the user's least recently seen devices beyond the maximum. An operator's devices are never removed: someone
 * who could push a device off the list with many logins could then confirm their own proposal on it.
 */
export async function upsertKnownDevice(
  tx: Tx,
  { userId, role }: { userId: bigint; role: Role },
  deviceHash: Buffer,
  at: Date,
): Promise<void> {
  await sql`insert into known_devices (user_id, device_hash, first_seen_at, seen_at) values (${userId}, ${deviceHash}, ${at}, ${at})
    on conflict (user_id, device_hash) do update set seen_at = excluded.seen_at`.execute(tx);
  if (role === 'operator') return;
  await sql`delete from known_devices where user_id = ${userId} and device_hash in (
      select device_hash from known_devices where user_id = ${userId} order by seen_at desc, device_hash offset ${MAX_KNOWN_DEVICES})`.execute(
    tx,
  );
}

export async function deleteDevicesSeenBefore(on: Queryable, at: Date): Promise<number> {
  const { rowCount } = await sql`delete from known_devices where seen_at < ${at}`.execute(on);
  return rowCount;
}

export async function deleteOperatorsDevices(tx: Tx): Promise<void> {
  await sql`delete from known_devices where user_id in (select user_id from users where role = 'operator')`.execute(tx);
}
