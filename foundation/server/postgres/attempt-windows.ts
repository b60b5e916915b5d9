/**
 * Limits on attempts, counted in PostgreSQL so that every process counts the same: a max within a sliding window, for
 * one subject (an account, an address, a number). A refused attempt is not counted, so that a window always opens
 * again.
 */
import { sql } from './sql.ts';
import type { Queryable } from './database.ts';

export interface AttemptLimit {
  /** What is limited; one name per limit. */
  readonly scope: string;
  readonly tries: number;
  readonly windowMs: number;
}

export type Attempt =
  | { readonly allowed: true }
  | { readonly allowed: false; /** At least 1. */ readonly waitMs: number };

/** Takes one attempt. Of concurrent calls exactly as many succeed as attempts are left. */
export async function takeAttempt(
  on: Queryable,
  { scope, tries, windowMs }: AttemptLimit,
  subject: string,
  now: Date,
): Promise<Attempt> {
  const since = new Date(now.getTime() - windowMs);
  const { rows } = await sql`
    insert into attempt_windows as w (scope, subject, tries, expires_at)
    values (${scope}, ${subject}, array[${now}::timestamptz], ${new Date(now.getTime() + windowMs)})
    on conflict (scope, subject) do update set
      tries = array(select t from unnest(w.tries) as t where t > ${since} order by t) || excluded.tries,
      expires_at = greatest(w.expires_at, excluded.expires_at)
    where (select count(*) from unnest(w.tries) as t where t > ${since}) < ${tries}
    returning 1`.execute(on);
  if (rows.length > 0) return { allowed: true };
  return { allowed: false, waitMs: Math.max(1, await attemptWaitMs(on, { scope, tries, windowMs }, subject, now)) };
}

/** The milliseconds until an attempt is allowed; 0 if it is now. Takes none, so that successes need not be attempts. */
export async function attemptWaitMs(
  on: Queryable,
  { scope, tries, windowMs }: AttemptLimit,
  subject: string,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - windowMs);
  const { rows } = await sql<{ at: Date }>`
    select t as at from attempt_windows, unnest(tries) as t
    where scope = ${scope} and subject = ${subject} and t > ${since}
    order by t desc offset ${tries - 1} limit 1`.execute(on);
  const [blocking] = rows;
  return blocking ? Math.max(1, blocking.at.getTime() + windowMs - now.getTime()) : 0;
}

/** Counts an attempt that another limit has allowed, even if this limit is used up. Returning it then opens nothing. */
export async function countAttempt(
  on: Queryable,
  { scope, windowMs }: AttemptLimit,
  subject: string,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - windowMs);
  await sql`
    insert into attempt_windows as w (scope, subject, tries, expires_at)
    values (${scope}, ${subject}, array[${now}::timestamptz], ${new Date(now.getTime() + windowMs)})
    on conflict (scope, subject) do update set
      tries = array(select t from unnest(w.tries) as t where t > ${since} order by t) || excluded.tries,
      expires_at = greatest(w.expires_at, excluded.expires_at)`.execute(on);
}

/** Returns the attempt that was taken or counted at `takenAt`, because it turned out not to be one. */
export async function returnAttempt(
  on: Queryable,
  { scope }: AttemptLimit,
  subject: string,
  takenAt: Date,
): Promise<void> {
  await sql`
    update attempt_windows set tries = tries[:array_position(tries, ${takenAt}::timestamptz) - 1] || tries[array_position(tries, ${takenAt}::timestamptz) + 1:]
    where scope = ${scope} and subject = ${subject} and array_position(tries, ${takenAt}::timestamptz) is not null`.execute(
    on,
  );
}

/** Deletes windows without current attempts and returns how many there were. */
export async function deleteExpiredAttempts(on: Queryable, now: Date): Promise<number> {
  const { rowCount } = await sql`delete from attempt_windows where expires_at < ${now}`.execute(on);
  return rowCount;
}
