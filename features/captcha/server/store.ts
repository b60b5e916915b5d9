/**
 * Table `captcha_challenges` (challenge_hash bytea primary key, expires_at timestamptz): hashes of challenges, never
 * the challenges. A row is either one that was used, or one that geetest issued through us and nobody has answered yet.
 */
import { createHash } from 'node:crypto';
import type { IssuedChallenges } from './geetest.ts';

/** A `pg` pool. Not a transaction of the call that is protected: its rollback would give the challenge back. */
export interface QueryRunner {
  query(
    text: string,
    values: unknown[],
  ): Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number | null }>;
}

/** The memory of challenges for providers; alike on every process that shares the database. */
export function storedChallenges(db: QueryRunner): IssuedChallenges {
  return {
    spend: (challengeHash, expiresAt) => insertChallenge(db, challengeHash, expiresAt),
    remember: async (challengeHash, expiresAt) => void (await insertChallenge(db, challengeHash, expiresAt)),
    redeem: (challengeHash, now) => deleteIssuedChallenge(db, challengeHash, now),
  };
}

/** Removes what can no longer be accepted by anyone; answers how many rows. */
export async function deleteExpiredChallenges(db: QueryRunner, now: Date): Promise<number> {
  const { rowCount } = await db.query('delete from captcha_challenges where expires_at < $1', [now]);
  return rowCount ?? 0;
}

/** False when the hash is already there, also when another transaction is just inserting it. */
async function insertChallenge(db: QueryRunner, challengeHash: Uint8Array, expiresAt: Date): Promise<boolean> {
  const text =
    'insert into captcha_challenges (challenge_hash, expires_at) values ($1, $2) on conflict (challenge_hash) do nothing';
  const { rowCount } = await db.query(text, [Buffer.from(challengeHash), expiresAt]);
  return rowCount === 1;
}

/**
 * Of several at once the row lock lets one delete; it leaves a mark, so that a repetition can be told from an
 * invention.
 */
async function deleteIssuedChallenge(
  db: QueryRunner,
  challengeHash: Uint8Array,
  now: Date,
): Promise<'first' | 'used' | 'expired' | 'unknown'> {
  const text = `
    with issued as (
      delete from captcha_challenges where challenge_hash = $1 returning expires_at
    ), marked as (
      insert into captcha_challenges (challenge_hash, expires_at)
      select $2, expires_at from issued where expires_at > $3
      on conflict (challenge_hash) do nothing
      returning challenge_hash
    )
    select case
      when exists (select from marked) then 'first'
      when exists (select from issued) then 'expired'
      when exists (select from captcha_challenges where challenge_hash = $2) then 'used'
      else 'unknown'
    end as outcome`;
  const mark = createHash('sha256').update('used\n').update(challengeHash).digest();
  const { rows } = await db.query(text, [Buffer.from(challengeHash), mark, now]);
  const [row] = rows as readonly { outcome: 'first' | 'used' | 'expired' | 'unknown' }[];
  if (!row) throw new Error('Redeeming a captcha challenge answered no row');
  return row.outcome;
}
