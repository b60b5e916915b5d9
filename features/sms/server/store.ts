/** Table `sms_codes`: keyed hashes of codes, never the codes. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { SmsEvent } from '../contract.ts';

/** What a code is valid for: exactly this purpose, user and number. */
export interface CodePurpose {
  purpose: SmsEvent;
  mobile: string;
  /** Null if the code was requested before the user exists. */
  userId: bigint | null;
}

export async function insertCode(
  on: Queryable,
  {
    codeId,
    purpose,
    mobile,
    userId,
    codeHash,
    createdAt,
    expiresAt,
  }: CodePurpose & { codeId: string; codeHash: Buffer; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await sql`insert into sms_codes (sms_code_id, purpose, mobile, user_id, code_hash, created_at, expires_at)
    values (${codeId}, ${purpose}, ${mobile}, ${userId}, ${codeHash}, ${createdAt}, ${expiresAt})`.execute(on);
}

export async function deleteCode(on: Queryable, codeId: string): Promise<void> {
  await sql`delete from sms_codes where sms_code_id = ${codeId}`.execute(on);
}

/**
 * Compares with the latest code and counts a wrong one, in one statement: of any number of concurrent wrong codes,
 * exactly `tries` are compared. Only the latest code counts, even if it is used or expired. Returns the code's id if it
 * matches.
 */
export async function updateTriedCode(
  on: Queryable,
  { purpose, mobile, userId, codeHash, tries, now }: CodePurpose & { codeHash: Buffer; tries: number; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ codeId: string; right: boolean }>`
    update sms_codes set wrong_tries = wrong_tries + (code_hash <> ${codeHash})::integer
    where sms_code_id = (
        select sms_code_id from sms_codes
        where mobile = ${mobile} and purpose = ${purpose} and user_id is not distinct from ${userId}::bigint
        order by created_at desc limit 1)
      and used_at is null and expires_at > ${now} and wrong_tries < ${tries}
    returning sms_code_id as "codeId", code_hash = ${codeHash} as "right"`.execute(on);
  return rows[0]?.right ? rows[0].codeId : undefined;
}

/** Returns false if the code was already used, also by a concurrent transaction. */
export async function updateUsedCode(tx: Tx, codeId: string, now: Date): Promise<boolean> {
  const { rowCount } =
    await sql`update sms_codes set used_at = ${now} where sms_code_id = ${codeId} and used_at is null and expires_at > ${now}`.execute(
      tx,
    );
  return rowCount === 1;
}

export async function deleteCodesExpiredBefore(on: Queryable, at: Date): Promise<number> {
  const { rowCount } = await sql`delete from sms_codes where expires_at < ${at}`.execute(on);
  return rowCount;
}
