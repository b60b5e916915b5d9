/** Reads which devices a user has used, and since when, from the tables `known_devices` and `sessions`. */
import { sql } from 'kysely';
import type { Queryable } from '#foundation/server/postgres/database.ts';

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

export async function selectFirstSeen(on: Queryable, userId: bigint, deviceHash: Buffer): Promise<Date | undefined> {
  const { rows } = await sql<{
    at: Date;
  }>`select first_seen_at as at from known_devices where user_id = ${userId} and device_hash = ${deviceHash}`.execute(
    on,
  );
  return rows[0]?.at;
}

/** When a program of this name first logged in as this user from this address. */
export async function selectFirstProgramSession(
  on: Queryable,
  { userId, ip, device }: SessionDevice,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(created_at) as at from sessions where user_id = ${userId} and ip = ${ip} and device = ${device} and half_hash is null`.execute(
    on,
  );
  return rows[0]?.at ?? undefined;
}
