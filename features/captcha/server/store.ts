/**
 * Table `captcha_challenges` (challenge_hash bytea primary key, expires_at timestamptz): hashes of challenges, never
 * the challenges. A row is either a used challenge, or one that geetest issued through us and that has not been
 * answered yet.
 */
import { createHash } from 'node:crypto';
import type { IssuedChallenges } from './geetest.ts';

/** A `pg` pool. Not the transaction of the protected call: its rollback would make the challenge usable again. */
export interface QueryRunner {
  query(
    text: string,
    values: unknown[],
  ): Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number | null }>;
}

/** The providers' challenge store, shared by every process on the same database. */
export function storedChallenges(db: QueryRunner): IssuedChallenges {
  return {
    spend: (challengeHash, expiresAt) => insertChallenge(db, challengeHash, expiresAt),
    remember: async (challengeHash, expiresAt) => void (await insertChallenge(db, challengeHash, expiresAt)),
    redeem: (challengeHash, now) => deleteIssuedChallenge(db, challengeHash, now),
  };
}

/** Deletes expired challenges; returns the number of rows. */
export async function deleteExpiredChallenges(db: QueryRunner, now: Date): Promise<number> {
  const { rowCount } = await db.query('delete from captcha_challenges where expires_at < $1', [now]);
  return rowCount ?? 0;
}

/** Returns false if the hash already exists, even if a concurrent transaction is inserting it. */
async function insertChallenge(db: QueryRunner, challengeHash: Uint8Array, expiresAt: Date): Promise<boolean> {
  const text =
    'insert into captcha_challenges (challenge_hash, expires_at) values ($1, $2) on conflict (challenge_hash) do nothing';
  const { rowCount } = await db.query(text, [Buffer.from(challengeHash), expiresAt]);
  return rowCount === 1;
}

/**
 * Deletes the challenge; the row lock lets only one of several concurrent calls delete it. It leaves a mark, so that a
 * reused challenge differs from an unknown one.
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
      select $2::bytea, expires_at from issued where expires_at > $3
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
  if (!row) throw new Error('Redeeming a captcha challenge returned no row');
  return row.outcome;
}
