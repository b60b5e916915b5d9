/**
 * SQL of the tables `authenticators`, `pending_authenticators`, `recovery_codes` and `factor_removals`. Secrets are
 * sealed, codes hashed.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

export interface Authenticator {
  authenticatorId: string;
  userId: bigint;
  secret: Buffer;
  lastStep: bigint;
  boundAt: Date;
}

export async function selectAuthenticator(on: Queryable, userId: bigint): Promise<Authenticator | undefined> {
  const { rows } = await sql<Authenticator>`
    select authenticator_id as "authenticatorId", user_id as "userId", secret, last_step as "lastStep", bound_at as "boundAt"
    from authenticators where user_id = ${userId}`.execute(on);
  return rows[0];
}

/** Returns false if the user already has one; of two concurrent inserts the first to commit wins. */
export async function insertAuthenticator(
  tx: Tx,
  { userId, authenticatorId, secret, lastStep, boundAt }: Authenticator,
): Promise<boolean> {
  const { rowCount } = await sql`
    insert into authenticators (user_id, authenticator_id, secret, last_step, bound_at)
    values (${userId}, ${authenticatorId}, ${secret}, ${lastStep}, ${boundAt}) on conflict (user_id) do nothing`.execute(
    tx,
  );
  return rowCount === 1;
}

/** Returns false if this or a later step was already used, even by a concurrent transaction that has just committed. */
export async function updateUsedStep(tx: Tx, authenticatorId: string, step: bigint): Promise<boolean> {
  const { rowCount } =
    await sql`update authenticators set last_step = ${step} where authenticator_id = ${authenticatorId} and last_step < ${step}`.execute(
      tx,
    );
  return rowCount === 1;
}

/** Also deletes the recovery codes and pending secrets. Returns false if there was no authenticator. */
export async function deleteAuthenticator(tx: Tx, userId: bigint): Promise<boolean> {
  const { rowCount } = await sql`delete from authenticators where user_id = ${userId}`.execute(tx);
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
  await sql`delete from pending_authenticators where user_id = ${userId}`.execute(tx);
  return rowCount === 1;
}

export interface PendingAuthenticator {
  sessionId: string;
  userId: bigint;
  secret: Buffer;
  issuedAt: Date;
}

/** Keeps a pending secret issued after `since`, so that concurrent requests get the same one. */
export async function upsertPending(
  on: Queryable,
  pending: PendingAuthenticator,
  since: Date,
): Promise<PendingAuthenticator> {
  const { rows } = await sql<PendingAuthenticator>`
    insert into pending_authenticators as p (session_id, user_id, secret, issued_at)
    values (${pending.sessionId}, ${pending.userId}, ${pending.secret}, ${pending.issuedAt})
    on conflict (session_id) do update set
      secret = case when p.issued_at > ${since} then p.secret else excluded.secret end,
      issued_at = case when p.issued_at > ${since} then p.issued_at else excluded.issued_at end
    returning session_id as "sessionId", user_id as "userId", secret, issued_at as "issuedAt"`.execute(on);
  const [kept] = rows;
  if (!kept) throw new Error('a pending authenticator was not stored');
  return kept;
}

export async function selectPending(
  on: Queryable,
  { sessionId, userId }: { sessionId: string; userId: bigint },
): Promise<PendingAuthenticator | undefined> {
  const { rows } = await sql<PendingAuthenticator>`
    select session_id as "sessionId", user_id as "userId", secret, issued_at as "issuedAt"
    from pending_authenticators where session_id = ${sessionId} and user_id = ${userId}`.execute(on);
  return rows[0];
}

export async function deletePendingOfUser(tx: Tx, userId: bigint): Promise<void> {
  await sql`delete from pending_authenticators where user_id = ${userId}`.execute(tx);
}

export async function deletePendingBefore(on: Queryable, at: Date): Promise<void> {
  await sql`delete from pending_authenticators where issued_at < ${at}`.execute(on);
}

export async function insertRecoveryCodes(tx: Tx, userId: bigint, codeHashes: readonly Buffer[]): Promise<void> {
  await sql`insert into recovery_codes (user_id, code_hash) select ${userId}::bigint, unnest(${[...codeHashes]}::bytea[])`.execute(
    tx,
  );
}

/** Returns the first hash that is an unused code of the user. */
export async function selectUnusedRecoveryCode(
  on: Queryable,
  userId: bigint,
  codeHashes: readonly Buffer[],
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ codeHash: Buffer }>`
    select code_hash as "codeHash" from recovery_codes
    where user_id = ${userId} and code_hash = any(${[...codeHashes]}::bytea[]) and used_at is null limit 1`.execute(on);
  return rows[0]?.codeHash;
}

/** Returns false if the code was already used, even by a concurrent transaction that has just committed. */
export async function updateUsedRecoveryCode(tx: Tx, userId: bigint, codeHash: Buffer, at: Date): Promise<boolean> {
  const { rowCount } =
    await sql`update recovery_codes set used_at = ${at} where user_id = ${userId} and code_hash = ${codeHash} and used_at is null`.execute(
      tx,
    );
  return rowCount === 1;
}

export type Factor = 'authenticator' | 'phone';

export async function insertRemoval(
  tx: Tx,
  { userId, factor, removedAt }: { userId: bigint; factor: Factor; removedAt: Date },
): Promise<void> {
  await sql`insert into factor_removals (user_id, removed_at, factor) values (${userId}, ${removedAt}, ${factor}) on conflict do nothing`.execute(
    tx,
  );
}

export async function selectLastRemoval(on: Queryable, userId: bigint): Promise<Date | undefined> {
  const { rows } = await sql<{
    removedAt: Date | null;
  }>`select max(removed_at) as "removedAt" from factor_removals where user_id = ${userId}`.execute(on);
  return rows[0]?.removedAt ?? undefined;
}
